"""Rules 9.A, 9.G and 13: a battle reckoned from its facts. Resolution, previews and computer players all ask here."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..charts import Charts, ResultsTable
from .armor import Effects
from .battle import Battle
from .modifiers import Modifier, armor_effects, engineers_used, modifiers
from .strength import Force, attacking, defending, passing

FACES = range(1, 7)
#: Without a die: zero-strength defenders are gone as soon as they are attacked.
AUTOMATIC = "DE"
LEAST_OVERRUN = 10
BEST_OVERRUN = 12


class Barred(msgspec.Struct, frozen=True):
    """Why an attack may not be made."""

    rule: str
    why: str


@rule("3.C.2", "10.D")
class Reckoning(msgspec.Struct, frozen=True):
    """An attack explained."""

    attack: Force
    defence: Force
    column: str
    modifiers: tuple[Modifier, ...]
    results: tuple[str, ...]  #: by the face of the die
    armor: Effects
    engineers: bool  #: were they used, so that losses fall on them?
    automatic: bool  #: no die is rolled
    again: bool = False  #: NE is no result: the die is rolled again

    @property
    def modifier(self) -> int:
        """Modifiers add up."""
        return sum(modifier.value for modifier in self.modifiers)

    @property
    def chances(self) -> dict[str, Fraction]:
        """The distribution of results."""
        counted = Counter(result for result in self.results if not (self.again and result == "NE"))
        return {result: Fraction(count, counted.total()) for result, count in counted.items()}


@rule("9", "9.G", "9.Ga", "14.B.2", "31.A.5c")
def barred(battle: Battle, charts: Charts) -> Barred | None:
    """Why these units may not attack together, as far as the facts of the battle tell."""
    if any(unit.fortified for unit in battle.attackers):
        return Barred("31.A.5c", "a fortified area may not attack")
    if any(passing(charts, unit) is None for unit in battle.attackers):
        return Barred("9", "nobody attacks across a hexside that may not be crossed")
    near = [unit for unit in battle.attackers if unit.is_subject]
    if not near:
        return Barred("14.B.2", "guns at a distance only help units next to the hex")
    if not any(unit.attack for unit in near):
        return Barred("9.Ga", "units without attack strength do not attack by themselves")
    return None


@rule("9.A", "9.A.1", "9.A.2", "9.A.3", "9.A.4", "14.G")
def reckon(battle: Battle, charts: Charts) -> Reckoning:
    """Strengths, odds, modifiers and results of an attack; nobody asks whether it may be made."""
    attack, defence = attacking(battle, charts), defending(battle)
    armor = armor_effects(battle, charts)
    reasons = modifiers(battle, charts, armor)
    at = column(charts.table, attack.total, defence.total)
    automatic = is_helpless(battle)
    added = sum(reason.value for reason in reasons)
    results = [AUTOMATIC if automatic else _held(battle, charts.table.result(at, face + added)) for face in FACES]
    names, used = charts.table.names, engineers_used(battle)
    return Reckoning(attack, defence, names[at], reasons, tuple(results), armor, used, automatic, battle.mingled)


@rule("9.A.3")
def column(table: ResultsTable, attack: Fraction, defence: Fraction) -> int:
    """The column of a ratio, rounded down; beyond the table its first or last, against nothing the best."""
    if not defence:
        return len(table.ratios) - 1
    return max(bisect_right(table.ratios, Fraction(attack) / defence) - 1, 0)


@rule("9.Gb")
def is_helpless(battle: Battle) -> bool:
    """Nobody in the hex has a printed defence."""
    return not any(unit.defence for unit in battle.defenders if unit.is_subject)


@rule("14.G")
def _held(battle: Battle, result: str) -> str:
    """Defenders beside an NKVD unit fight it out."""
    return "EX" if result == "DR" and any(unit.steadfast for unit in battle.holders) else result


class Overrun(msgspec.Struct, frozen=True):
    """An overrun explained: its odds to one, no better than the best line of the table, and its movement points.

    Without a cost it may not be made.
    """

    attack: Force
    defence: Force
    odds: int
    cost: int | None


@rule("13a", "13d")
def overrun(battle: Battle, charts: Charts) -> Overrun:
    """The odds are those of combat without aircraft and without a die; against no defence any strength is enough."""
    attack, defence = attacking(battle, charts, overrun=True), defending(battle, overrun=True)
    mine, theirs = attack.total, defence.total
    if any(passing(charts, unit, overrun=True) is None for unit in battle.attackers):
        odds = 0
    elif is_helpless(battle) or not theirs:
        odds = BEST_OVERRUN if mine else 0
    else:
        odds = min(int(mine / theirs), BEST_OVERRUN)
    return Overrun(attack, defence, odds, charts.overrun_costs[odds] if odds >= LEAST_OVERRUN else None)
