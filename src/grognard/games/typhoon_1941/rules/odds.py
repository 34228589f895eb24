"""Strength, odds and column shifts, the ground table and pressed attacks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.derived import derived, of
from ....core.rule import rule
from ..events import Shift as Shift
from ..material import Material, P
from ..state import DISRUPTED, GERMAN, RUSSIAN, Attack, Battle
from .condition import has
from .supply import SUPPLY, decoys, network_as_it_seems, seems_supplied, supplied
from .weather import frozen, shift_for

#: Columns of the table as ratios in sixtieths, so that all of them are whole numbers.
_RATIOS = (12, 15, 20, 30, 60, 90, 120, 180, 240, 300, 360, 420)
LOWEST, HIGHEST = 0, len(_RATIOS) - 1


@rule("crt.1", "crt.2")
def base_column(attack: int, defence: int) -> int:
    """The column of a ratio, rounded in the defender's favour; below 1:5 the ladder goes on as 1:6, 1:7 ..."""
    if attack <= 0:
        return -100
    if attack * 5 < defence:
        return 5 + defence // -attack
    return bisect_right(_RATIOS, attack * 60 // defence) - 1


@rule("general.4", "pressed.5")
def highest_column(base: int) -> int:
    """Shifts may not more than double the odds."""
    if base < 0:
        return 5 - -(-(5 - base) // 2)
    return bisect_right(_RATIOS, 2 * _RATIOS[base]) - 1


def column_name(game: Material, column: int) -> str:
    return str(game.tables["ground"]["columns"][column]) if column >= 0 else f"1:{5 - column}"


# ---------------------------------------------------------------- facts


class Attacker(NamedTuple):
    """A unit that attacks."""

    unit: int
    factor: int  #: printed
    supplied: bool
    tank: bool
    katyusha: bool
    shock: bool


class Defender(NamedTuple):
    """A unit that defends, as the attacker knows it or takes it to be."""

    unit: int  #: below 0 for a piece that he cannot see
    hex: int
    factor: float  #: printed, or guessed
    infantry: bool
    garrison: bool
    disrupted: bool
    supplied: bool


class Setting(msgspec.Struct, frozen=True, gc=False):
    """Where and when an attack is made."""

    side: int
    targets: tuple[int, ...]
    phase: str
    weather: str
    hampered: int  #: columns that the weather gives
    ice: bool  #: are rivers and lakes frozen?
    supported: bool  #: has the Luftwaffe bombed every hex of the attack?
    options: tuple[tuple[str, str], ...] = ()  #: what was chosen differently from the default


class Facts(msgspec.Struct, frozen=True, gc=False):
    """An attack as somebody knows it."""

    setting: Setting
    origins: tuple[int, ...]
    attackers: tuple[Attacker, ...]
    defenders: tuple[Defender, ...]


def setting_of(p: P, targets: tuple[int, ...], side: int) -> Setting:
    s = p.s
    supported = set(targets) <= set(s.supported)
    return Setting(side, targets, s.phase, s.weather, shift_for(p, side), frozen(p), supported, tuple(s.options.items()))


def facts_of(
    p: P, attack: Attack | Battle, side: int, *, unveiled: bool = False, unseen: Collection[int] = (), guess: float = 0.0
) -> Facts:
    """An attack as it is if `unveiled`, and else as the attacker sees it; for each of `unseen` he takes `guess`."""
    there: list[Defender] = []
    for hex in attack.targets:
        for unit in p.foes(hex, side):
            if unit in unseen:
                there.append(stranger(p, hex, guess, len(there)))
            elif not p.game.is_dummy[unit]:
                there.append(defender_of(p, unit, unveiled))
    attackers = tuple([attacker_of(p, u) for u in attack.attackers])
    return Facts(setting_of(p, attack.targets, side), attack.origins, attackers, tuple(there))


def attacker_of(p: P, unit: int) -> Attacker:
    game = p.game
    return Attacker(unit, game.attack[unit], supplied(p, unit), game.is_tank[unit], game.is_katyusha[unit], game.is_shock[unit])


@rule("supply.7", "maskirovka.4")
def defender_of(p: P, unit: int, unveiled: bool = False) -> Defender:
    """A unit that lies open. Until the battle is fought the attacker goes by what he can see of its supply."""
    game, fed = p.game, (supplied if unveiled else seems_supplied)(p, unit)
    infantry, garrison = game.is_infantry[unit], game.is_garrison[unit]
    return Defender(unit, p.s.loc[unit], game.defence[unit], infantry, garrison, has(p, unit, DISRUPTED), fed)


@rule("maskirovka.4")
def stranger(p: P, hex: int, guess: float, number: int) -> Defender:
    """A hidden piece, one of several under numbers: taken for infantry that is fit."""
    fed = network_as_it_seems(p, RUSSIAN).item(hex)
    return Defender(-1 - number, hex, guess, True, False, False, fed)


def defenders_in(p: P, hex: int, side: int) -> list[int]:
    """The enemies of an attacking side in a hex, dummies left out."""
    return [u for u in p.foes(hex, side) if not p.game.is_dummy[u]]


# ---------------------------------------------------------------- strength


@rule("supply.7", "unit.3", "katyusha.2")
def attack_factor(game: Material, attacker: Attacker) -> int:
    """What a unit adds to an attack; half, rounded down, without supply."""
    return attacker.factor if attacker.supplied else attacker.factor // 2


@rule("terrain.7", "terrain.8", "disrupted.4", "unit.3", "terrain.1")
def defence_factors(game: Material, facts: Facts) -> list[tuple[int, float]]:
    """(unit, modified defence) of every defender. Disrupted units keep what the ground gives them."""
    lines = [hex for hex in facts.setting.targets if behind_line(game, facts, hex)]
    cities = [hex for hex in facts.setting.targets if game.major[hex]]
    found = []
    for defender in facts.defenders:
        factor, hex = defender.factor, defender.hex
        if defender.infantry and hex in lines:
            factor += 1
        if defender.infantry and not defender.garrison and hex in cities:
            factor += 1
            cities.remove(hex)
        found.append((defender.unit, factor))
    return found


@rule("terrain.8")
def behind_line(game: Material, facts: Facts, hex: int) -> bool:
    """Do all German attackers of a hex come across the Russian Defence Line from the west?"""
    return facts.setting.side == GERMAN and _all_across(game, game.defence_line, facts, hex)


@rule("terrain.4", "weather.7")
def all_across_river(game: Material, facts: Facts, hex: int) -> bool:
    """Do all attackers of a hex come across a river that is not frozen?"""
    return not facts.setting.ice and _all_across(game, game.river, facts, hex)


def _all_across(game: Material, sides: npt.NDArray[np.bool_], facts: Facts, hex: int) -> bool:
    """Does everybody come across such a hexside?"""
    for origin in facts.origins:  # noqa: SIM110 - asked for every attack a planner thinks of
        if not sides[origin, game.board.direction(origin, hex)]:
            return False
    return True


@rule("terrain.2")
def sheltered_by_forest(game: Material, facts: Facts, hex: int) -> bool:
    """Defenders in a forest with at least one unit of infantry type."""
    return bool(game.forest[hex]) and any(d.infantry for d in facts.defenders if d.hex == hex)


# ---------------------------------------------------------------- overrun


@rule("overrun.1")
def is_open_ground(game: Material, facts: Facts) -> bool:
    """Does the ground give the defenders of an attack nothing: no major city, no Defence Line, no river, no forest?"""
    return not any(
        game.major[hex] or behind_line(game, facts, hex) or all_across_river(game, facts, hex)
        or sheltered_by_forest(game, facts, hex)
        for hex in facts.setting.targets
    )  # fmt: skip


@rule("overrun.1", "overrun.2", "overrun.3")
def armour_matches(
    game: Material, side: int, attack: Sequence[tuple[int, float]], defence: Sequence[tuple[int, float]]
) -> bool:
    """Does attacking armour match the defending infantry? German panzers cannot be overrun, Russian tanks have to be matched
    first; a piece that nobody can see is taken for infantry."""
    armour = sum(f for unit, f in attack if game.is_tank[unit])
    tanks = sum(f for unit, f in defence if unit >= 0 and game.is_tank[unit])
    infantry = sum(f for unit, f in defence if unit < 0 or game.is_infantry[unit])
    if tanks and side == RUSSIAN:
        return False
    return armour > 0 and armour - tanks >= infantry


# ---------------------------------------------------------------- shifts


@rule("terrain.1", "terrain.2", "terrain.4", "weather.1", "katyusha.2", "army.7", "air.14", "terrain.3")
def common_shifts(game: Material, facts: Facts) -> list[Shift]:
    """Shifts that hold for all defenders. An attack on several hexes gets what the defenders of any of them enjoy."""
    setting, found = facts.setting, []
    if any(sheltered_by_forest(game, facts, hex) for hex in setting.targets):
        found.append(Shift(-1, "forest", "terrain.2"))
    if any(all_across_river(game, facts, hex) for hex in setting.targets):
        found.append(Shift(-1, "across a river", "terrain.4"))
    if setting.hampered:
        found.append(Shift(setting.hampered, setting.weather, "weather.1"))
    support = close_support(game, setting)
    if support:
        found.append(Shift(support, "close air support", "air.14"))
    rockets = sum([attacker.katyusha for attacker in facts.attackers])
    if rockets:
        found.append(Shift(rockets, "Katyushas", "katyusha.2"))
    if setting.phase == "before" and any(attacker.shock for attacker in facts.attackers):
        found.append(Shift(1, "shock artillery", "army.7"))
    return found


@rule("air.14", "terrain.3")
def close_support(game: Material, setting: Setting) -> int:
    """Columns from Luftwaffe units that have bombed every hex of the attack: 2, or 1 into forest or a major city."""
    if setting.side != GERMAN or setting.phase not in ("operational", "second") or not setting.supported:
        return 0
    return min(1 if game.forest[h] or game.major[h] else 2 for h in setting.targets)


@rule("disrupted.2", "disrupted.3", "supply.7")
def own_shifts(game: Material, defender: Defender) -> list[Shift]:
    """Shifts that come from the state of a single defender; defenders with the same are read on one column."""
    found = []
    if defender.disrupted:
        found.append(Shift(1, "Disrupted", "disrupted.2"))
    if not defender.supplied:
        found.append(Shift(1, "unsupplied", "supply.7"))
    return found


class Reckoning(msgspec.Struct, frozen=True, gc=False):
    """An attack weighed: factors, the base column, and one column for each group of defenders."""

    attack: tuple[tuple[int, int], ...]
    defence: tuple[tuple[int, float], ...]
    base: int
    shifts: tuple[Shift, ...]
    groups: tuple[tuple[tuple[int, ...], int, tuple[Shift, ...]], ...]  #: units, net shift, their own shifts
    totals: tuple[int, float]  #: of attack and defence

    def column(self, net: int) -> int:
        """Where a net shift leads, before the table ends."""
        return min(self.base + net, highest_column(self.base))

    def worst(self, drop: int = 0) -> int:
        """The worst column of any group, so many columns lower."""
        return self.column(min([net for _, net, _ in self.groups]) - drop) if self.groups else HIGHEST


@rule("crt.1", "disrupted.3")
def reckon(game: Material, facts: Facts) -> Reckoning:
    """Factors and columns of an attack as somebody knows it. Guessed factors count to the half."""
    own = [(attacker.unit, attack_factor(game, attacker)) for attacker in facts.attackers]
    theirs = defence_factors(game, facts)
    attack, defence = sum([f for _, f in own]), sum([f for _, f in theirs])
    base = base_column(2 * attack, max(1, round(2 * defence))) if defence else HIGHEST
    shared = common_shifts(game, facts)
    groups: dict[tuple[Shift, ...], list[int]] = {}
    for defender in facts.defenders:
        groups.setdefault(tuple(own_shifts(game, defender)), []).append(defender.unit)
    net = sum([s.columns for s in shared])
    listed = tuple([(tuple(units), net + sum([s.columns for s in extra]), extra) for extra, units in groups.items()])
    return Reckoning(tuple(own), tuple(theirs), base, tuple(shared), listed, (attack, defence))


@rule("crt.1", "supply.7", "general.4")
def weigh(p: P, attack: Attack | Battle, side: int, fought: bool = False) -> Reckoning:
    """Factors and columns of an attack as the attacker may know them, or as they are when it is fought."""
    unveiled = fought and side == GERMAN and bool(decoys(p))  # else what is true is what can be seen
    return _weigh(p, Attack(attack.targets, attack.attackers, attack.origins), side, unveiled)


@derived(*SUPPLY, of("phase"), of("supported"))
def _weigh(p: P, attack: Attack, side: int, unveiled: bool) -> Reckoning:
    return reckon(p.game, facts_of(p, attack, side, unveiled=unveiled))


@rule("crt.2", "pressed.4")
def lowest(reckoning: Reckoning, press: int, side: int) -> int:
    """The worst column the attack could be read on."""
    return reckoning.worst(worst_drop(press, side))


@rule("pressed.1", "pressed.3")
def worst_drop(press: int, side: int) -> int:
    """Columns lost on the three worst numbers: as many as gained, but two for the Russian."""
    return 2 if press and side == RUSSIAN else press


@rule("pressed.1", "pressed.3", "pressed.5", "general.4")
def pressed_column(reckoning: Reckoning, net: int, row: int, press: int, side: int) -> int:
    """The column on which a row is read: better rows of a pressed attack higher, worse rows lower."""
    change = press if row <= 3 else -worst_drop(press, side)
    return min(max(reckoning.column(net + change), LOWEST), HIGHEST)


@rule("crt.1", "air.4")
def row_of(p: P, die: int) -> int:
    """The row of a die: number n on scale A is 7 - n on scale B."""
    return die if p.option("die") == "A" else 7 - die


@rule("crt.1")
def table_result(game: Material, column: int, row: int) -> str:
    return str(game.tables["ground"]["rows"][row - 1][column])


def presses(side: int) -> Sequence[int]:
    return (0, 1, 2) if side == GERMAN else (0, 1)
