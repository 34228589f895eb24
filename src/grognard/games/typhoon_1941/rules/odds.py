"""Strength, odds and column shifts, the ground table and pressed attacks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from ....core.derived import derived, of
from ....core.rule import rule
from ..game import P, Typhoon1941
from ..state import DISRUPTED, GERMAN, RUSSIAN, Attack, Battle
from .condition import has
from .supply import SUPPLY, decoys, seems_supplied, supplied
from .weather import frozen, hampers

#: Columns of the table as ratios in sixtieths, so that all of them are whole numbers.
_RATIOS = (12, 15, 20, 30, 60, 90, 120, 180, 240, 300, 360, 420)
LOWEST, HIGHEST = 0, len(_RATIOS) - 1


class Shift(msgspec.Struct, frozen=True):
    """A reason why the column moves: up for the attacker, down for the defender."""

    columns: int
    why: str
    rule: str

    def __str__(self) -> str:
        return f"{self.columns:+d} {self.why} [{self.rule}]"


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


def column_name(game: Typhoon1941, column: int) -> str:
    return str(game.tables["ground"]["columns"][column]) if column >= 0 else f"1:{5 - column}"


# ---------------------------------------------------------------- strength


@rule("supply.7", "unit.3", "katyusha.2")
def attack_factor(p: P, unit: int) -> int:
    """What a unit adds to an attack; half, rounded down, without supply."""
    full = p.game.attack[unit]
    return full if supplied(p, unit) else full // 2


@rule("terrain.7", "terrain.8", "disrupted.4", "unit.3", "terrain.1")
def defence_factors(p: P, attack: Attack | Battle, side: int) -> list[tuple[int, int]]:
    """(unit, modified defence) of every defender. Disrupted units keep what the ground gives them."""
    game = p.game
    found = []
    for hex in attack.targets:
        line = behind_line(p, attack, hex, side)
        city = bool(game.major[hex])
        for unit in defenders_in(p, hex, side):
            factor = game.defence[unit]
            if line and game.is_infantry[unit]:
                factor += 1
            if city and game.is_infantry[unit] and not game.is_garrison[unit]:
                factor, city = factor + 1, False
            found.append((unit, factor))
    return found


def defenders_in(p: P, hex: int, side: int) -> list[int]:
    """The enemies of an attacking side in a hex, dummies left out."""
    return [u for u in p.foes(hex, side) if not p.game.is_dummy[u]]


@rule("terrain.8")
def behind_line(p: P, attack: Attack | Battle, hex: int, side: int) -> bool:
    """Do all German attackers of a hex come across the Russian Defence Line from the west?"""
    game = p.game
    return side == GERMAN and all(game.defence_line[o, game.board.direction(o, hex)] for o in attack.origins)


@rule("terrain.4", "weather.7")
def all_across_river(p: P, attack: Attack | Battle, hex: int) -> bool:
    """Do all attackers of a hex come across a river that is not frozen?"""
    game = p.game
    return not frozen(p) and all(game.river[o, game.board.direction(o, hex)] for o in attack.origins)


@rule("terrain.2")
def sheltered_by_forest(p: P, hex: int, side: int) -> bool:
    """Defenders in a forest with at least one unit of infantry type."""
    return bool(p.game.forest[hex]) and any(p.game.is_infantry[u] for u in defenders_in(p, hex, side))


# ---------------------------------------------------------------- shifts


@rule("terrain.1", "terrain.2")
def common_shifts(p: P, attack: Attack | Battle, side: int) -> list[Shift]:
    """Shifts that hold for all defenders. An attack on several hexes gets what the defenders of any of them enjoy."""
    sheltered = any(sheltered_by_forest(p, hex, side) for hex in attack.targets)
    return [*([Shift(-1, "forest", "terrain.2")] if sheltered else []), *plain_shifts(p, attack, side)]


@rule("terrain.1", "terrain.4", "weather.1", "katyusha.2", "army.7", "air.14", "terrain.3")
def plain_shifts(p: P, attack: Attack | Battle, side: int) -> list[Shift]:
    """Shifts that anybody can see, whoever the defenders are."""
    game = p.game
    found = []
    if any(all_across_river(p, attack, hex) for hex in attack.targets):
        found.append(Shift(-1, "across a river", "terrain.4"))
    if hampers(p, side):
        found.append(Shift(-1, p.s.weather, "weather.1"))
    support = close_support(p, attack, side)
    if support:
        found.append(Shift(support, "close air support", "air.14"))
    rockets = sum(game.is_katyusha[u] for u in attack.attackers)
    if rockets:
        found.append(Shift(rockets, "Katyushas", "katyusha.2"))
    if p.s.phase == "before" and any(game.is_shock[u] for u in attack.attackers):
        found.append(Shift(1, "shock artillery", "army.7"))
    return found


@rule("air.14", "terrain.3")
def close_support(p: P, attack: Attack | Battle, side: int) -> int:
    """Columns from Luftwaffe units that have bombed every hex of the attack: 2, or 1 into forest or a major city."""
    if side != GERMAN or p.s.phase not in ("operational", "second") or not set(attack.targets) <= set(p.s.supported):
        return 0
    return min(1 if p.game.forest[h] or p.game.major[h] else 2 for h in attack.targets)


@rule("disrupted.2", "disrupted.3", "supply.7")
def own_shifts(p: P, unit: int, unveiled: bool = False) -> list[Shift]:
    """Shifts that come from the state of a single defender; defenders with the same are read on one column.

    Until the battle is fought the attacker goes by what he can see of the defender's supply.
    """
    found = []
    if has(p, unit, DISRUPTED):
        found.append(Shift(1, "Disrupted", "disrupted.2"))
    if not (supplied if unveiled else seems_supplied)(p, unit):
        found.append(Shift(1, "unsupplied", "supply.7"))
    return found


class Reckoning(msgspec.Struct, frozen=True):
    """An attack weighed: factors, the base column, and one column for each group of defenders."""

    attack: tuple[tuple[int, int], ...]
    defence: tuple[tuple[int, int], ...]
    base: int
    shifts: tuple[Shift, ...]
    groups: tuple[tuple[tuple[int, ...], int, tuple[Shift, ...]], ...]  #: units, net shift, their own shifts

    def column(self, net: int) -> int:
        """Where a net shift leads, before the table ends."""
        return min(self.base + net, highest_column(self.base))


@rule("crt.1", "disrupted.3", "general.4")
def weigh(p: P, attack: Attack | Battle, side: int, fought: bool = False) -> Reckoning:
    """Factors and columns of an attack as the attacker may know them, or as they are when it is fought."""
    unveiled = fought and side == GERMAN and bool(decoys(p))  # else what is true is what can be seen
    return _weigh(p, Attack(attack.targets, attack.attackers, attack.origins), side, unveiled)


@derived(*SUPPLY, of("phase"), of("supported"))
def _weigh(p: P, attack: Attack, side: int, unveiled: bool) -> Reckoning:
    own = [(u, attack_factor(p, u)) for u in attack.attackers]
    theirs = defence_factors(p, attack, side)
    base = base_column(sum(f for _, f in own), sum(f for _, f in theirs)) if sum(f for _, f in theirs) else HIGHEST
    shared = common_shifts(p, attack, side)
    groups: dict[tuple[Shift, ...], list[int]] = {}
    for unit, _ in theirs:
        groups.setdefault(tuple(own_shifts(p, unit, unveiled)), []).append(unit)
    net = sum(s.columns for s in shared)
    listed = tuple((tuple(units), net + sum(s.columns for s in extra), extra) for extra, units in groups.items())
    return Reckoning(tuple(own), tuple(theirs), base, tuple(shared), listed)


@rule("crt.2", "pressed.4")
def lowest(reckoning: Reckoning, press: int, side: int) -> int:
    """The worst column the attack could be read on."""
    drop = worst_drop(press, side)
    return min((reckoning.column(net - drop) for _, net, _ in reckoning.groups), default=HIGHEST)


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
def table_result(game: Typhoon1941, column: int, row: int) -> str:
    return str(game.tables["ground"]["rows"][row - 1][column])


def presses(side: int) -> Sequence[int]:
    return (0, 1, 2) if side == GERMAN else (0, 1)
