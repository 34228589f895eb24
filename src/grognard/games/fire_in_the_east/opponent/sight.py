"""What the computer sees in a position: strengths of units, ways to places, who presses where, and what a battle promises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.board import Mask
from ....core.match import Match
from ....core.paths import Bytes, Ints, reach
from ..counters import FOOT
from ..home_front import home
from ..material import Material, P
from ..preview import expected
from ..rules import scenarios, stacking, supply, terrain, zones
from ..rules.combat import barred, reckon
from ..rules.engagement import battle_of
from ..state import AXIS, ONE, SOVIET
from ..supply_lines import FAR

Numbers = npt.NDArray[np.int32]
Field = npt.NDArray[np.int16]  #: by hex, the movement points to some place, in eighths
Score = npt.NDArray[np.float64]
NO_WAY = 30000
#: Results that clear the hex of its defenders.
CLEARS = ("DE", "DH", "DR")
#: From Sep II 41 on the Axis stays within so many hexes of its railways.
AUTUMN, BY_RAIL = 7, 8
#: The points of an ordinary march on foot.
ON_FOOT = 6 * ONE


class Forecast(msgspec.Struct, frozen=True):
    """What an attack comes to: the chance to clear the hex, what each side loses, the column and the modifier of the die."""

    clears: float
    lost: float
    killed: float
    column: str
    modifier: int


class Sight:
    """A position as its deciding side sees it. All on the map is open, so nothing here is guessed."""

    def __init__(self, match: Match, side: int | None = None) -> None:
        self.match, self.p = match, match.play
        p: P = self.p
        self.s, self.game, self.board = p.s, p.game, p.game.board
        self.side = (p.s.active if p.frame.side < 0 else p.frame.side) if side is None else side
        self.enemy = p.foe(self.side)
        self.near = self.board.neighbours
        self.front = home(p.game)
        self._fields: dict[tuple[int, ...], Field] = {}
        self._fed: dict[tuple[int, int], Mask] = {}

    # ---------------------------------------------------------------- units

    def strengths(self, what: str, side: int) -> tuple[Ints, Numbers]:
        """The ground units of a side on the map and what is printed on them."""
        units = self.game.ground_of_side[side]
        loc = self.s.arrays.loc[units]
        units = units[(loc >= 0) & (loc < self.board.hexes)]
        return units, printed(self.game, what)[units, self.s.arrays.steps[units]]

    def value(self, what: str, unit: int) -> int:
        return int(printed(self.game, what)[unit, self.s.steps[unit]])

    def by_hex(self, what: str, side: int) -> Numbers:
        """Printed strength by hex, in eighths."""
        units, strength = self.strengths(what, side)
        return np.bincount(self.s.arrays.loc[units], weights=strength, minlength=self.board.nodes).astype(np.int32)

    # ---------------------------------------------------------------- ground

    def widened(self, mask: Mask, hexes: int = 1) -> Mask:
        """A mask and the hexes around it."""
        for _ in range(hexes):
            mask = mask | (mask[self.near] & (self.near >= 0)).any(axis=1)
        return mask

    def away(self, goals: Iterable[int]) -> Field:
        """What a march on foot from the nearest of some hexes costs, for all hexes."""
        key = tuple(sorted(goals))
        if key not in self._fields:
            cost = terrain.costs(self.p, self.side, FOOT, ON_FOOT)
            field: Field = np.full(self.board.nodes, NO_WAY, np.int16)
            for goal in key:
                found = reach(self.near, cost, self.game.space.none, goal, NO_WAY - 1, self.game.space)
                field[found.nodes] = np.minimum(field[found.nodes], found.costs)
            self._fields[key] = field
        return self._fields[key]

    def hexes_from(self, mask: Mask, most: int = 24) -> Field:
        """How many hexes every hex is from a marked one, as far as is asked for."""
        found: Field = np.full(self.board.nodes, most + 1, np.int16)
        found[mask] = 0
        now = mask
        for step in range(1, most + 1):
            wider = self.widened(now)
            found[wider & ~now] = step
            now = wider
        return found

    def fed(self, nation: int = supply.COMMON, lead: int = 0) -> Mask:
        """Hexes to which supply leads now, and those a few hexes further on."""
        key = nation, lead
        if key not in self._fed:
            self._fed[key] = self.widened(supply.lines(self.p, self.side, nation).overland != FAR, lead)
        return self._fed[key]

    def feeds(self, unit: int, lead: int = 0) -> Mask:
        """The same for a unit, with the sources of its own nation. From autumn on Axis troops stay so near to their railways that
        mud does not cut them off."""
        nation = supply.nation_of(self.p, unit)
        found = self.fed(nation, lead)
        if self.side != AXIS or self.s.turn < AUTUMN:
            return found
        if (nation, -1) not in self._fed:
            self._fed[nation, -1] = self.widened(supply.lines(self.p, self.side, nation).rail.astype(np.bool_), BY_RAIL)
        return found & self._fed[nation, -1]

    def enemies(self) -> Mask:
        found: Mask = zones.of_side(self.p, self.enemy).count > 0
        return found

    def grip(self) -> Bytes:
        """Enemy zones of control."""
        return zones.of_side(self.p, self.enemy).grip

    # ---------------------------------------------------------------- battles

    def forecast(self, target: int, units: Sequence[int], origins: Sequence[int] = ()) -> Forecast | None:
        """An attack reckoned by the rules, from where the units stand or will stand; None if it may not be made."""
        battle = battle_of(self.p, self.side, target, units, origins)
        if barred(battle, self.game.charts) is not None:
            return None
        found = reckon(battle, self.game.charts)
        losses = expected(battle, found)
        exchange = sum(float(found.chances.get(result, 0)) for result in ("HX", "EX"))
        clears = sum(float(found.chances.get(result, 0)) for result in CLEARS)
        stronger = found.attack.total >= found.defence.total
        return Forecast(clears + exchange * stronger, losses.attacker, losses.defender, found.column, found.modifier)

    def fits(self, hex: int, units: Sequence[int]) -> bool:
        return stacking.excess(self.p, self.side, hex, units) <= 0

    # ---------------------------------------------------------------- places

    def objectives(self) -> dict[int, int]:
        """Victory points of the cities and other objectives of the rules, by the first hex of each."""
        short = scenarios.current(self.p)
        if short is not None:
            return scenarios.objectives(self.p, short)
        charts, cities = self.front.charts, self.front.cities
        return {cities[name].hexes[0]: worth for name, worth in charts.objectives.items() if name in cities}

    def city(self, hex: int) -> tuple[int, ...]:
        return self.front.city_at[hex].hexes if hex in self.front.city_at else (hex,)


def printed(game: Material, what: str) -> Numbers:
    """A number of all counters by piece and steps left, in eighths."""
    key = "opponent", what
    if key not in game.kept:
        faces = game.printed_faces
        table = np.zeros((len(faces), max(map(len, faces))), np.int32)
        for unit, shown in enumerate(faces):
            for steps, face in enumerate(shown):
                table[unit, steps] = int(getattr(face, what))
        game.kept[key] = table
    found: Numbers = game.kept[key]
    return found


__all__ = ["AXIS", "NO_WAY", "SOVIET", "Field", "Forecast", "Sight", "printed"]
