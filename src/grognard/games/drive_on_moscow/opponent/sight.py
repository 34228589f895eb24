"""What a seat may know of a position, in the form in which a planner thinks about it.

Everything here is public or the seat's own: how many units stand in a hex, the top unit of an enemy stack, what
has been turned face up, what is left to be turned up. Of an untried unit only the group is known, of a covered
one only that it is one of the enemy's covered units. Planners look at nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from ....ai.chance import NOTHING, BattleOdds, Spread, among, certain, mean, total, weighted
from ....core.match import Match
from ....core.movement import Movement
from ....core.paths import flood, spread
from ...assault.flags import ATTACKED, DEFENDED, RETREATED
from ...assault.odds import column, concentric
from ..game import DriveOnMoscow, P
from ..rules.movement import march_of, movement_factor, points_left, somebody_of
from ..state import GERMAN, SOVIET
from ..unseen import covered_faces, unseen_types

Field = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

RESULTS = ("AL1", "AS", "DR", "DE")
AL1, AS, DR, DE = range(4)

#: Farther than any march: the limit of fields of distance.
FAR = 200


class Sight:
    """The position as one seat knows it."""

    def __init__(self, match: Match) -> None:
        p: P = match.play
        s = p.s
        self.game: DriveOnMoscow = p.game
        self.board = p.game.board
        self.side = match.side
        self.enemy = p.foe(self.side)
        self.turn, self.order, self.declared, self.active = s.turn, s.order, s.declared, s.active
        self.air: tuple[int, int] = s.air
        self.quota, self.engaged = s.quota, s.engaged
        self.own = s.arrays.count[self.side].copy()
        self.foe = s.arrays.count[self.enemy].copy()
        self.control = s.arrays.control.copy()
        self.was_german = s.arrays.was_german.copy()
        self._p = p
        hexes = self.board.hexes
        #: own units on the map, by hex, topmost first
        self.stacks: dict[int, list[int]] = {h: p.units(h, self.side) for h in np.nonzero(self.own[:hexes])[0].tolist()}
        self.units = [u for stack in self.stacks.values() for u in stack]
        self.at = {u: h for h, stack in self.stacks.items() for u in stack}
        self.steps = {u: s.steps[u] for u in self.units}
        self.flags = {u: s.flags[u] for u in self.units}
        self.trail = {u: s.trail[u] for u in self.units}
        self.attacked = {u for u in self.units if self.flags[u] & ATTACKED}
        self._read_enemy()

    # ---------------------------------------------------------------- the enemy

    def _read_enemy(self) -> None:
        """Of each enemy stack: how many, who lies on top, and what that says about its strength."""
        p, game = self._p, self.game
        s = p.s
        pools = unseen_types(p)
        self._pools = {
            group: (
                among([game.attack[k][game.types[k].steps] for k in kinds]),
                among([game.defence[k][game.types[k].steps] for k in kinds]),
            )
            for group, kinds in pools.items()
        }
        covered = covered_faces(p, self.enemy, (self.side,))
        attack, defence = (
            weighted((table[kind][steps], chance) for (kind, steps), chance in covered.items())
            for table in (game.attack, game.defence)
        )
        self._cover = attack, defence
        self._covered = _Powers(self._cover[1])
        self.enemies = np.nonzero(self.foe[: self.board.hexes])[0].tolist()
        #: enemy hexes that may hold mechanized units
        self.foe_fast = np.zeros(self.board.nodes, np.bool_)
        #: enemy hexes that have been attacked in this combat phase
        self.spent_targets: set[int] = set()
        self._seen: dict[int, list[int]] = {}
        self.foe_attack = np.zeros(self.board.nodes)
        self.foe_defence = np.zeros(self.board.nodes)
        for hex in self.enemies:
            stack = p.units(hex, self.enemy)
            seen = [u for u in stack if game.identified(p, u)]
            self._seen[hex] = seen
            hidden = len(stack) - len(seen)
            self.foe_fast[hex] = hidden > 0 or any(game.is_mech[s.kind[u]] for u in seen)
            self.foe_attack[hex] = sum(mean(self._strengths(u)[0]) for u in seen) + hidden * mean(self._cover[0])
            self.foe_defence[hex] = sum(mean(self._strengths(u)[1]) for u in seen) + hidden * mean(self._cover[1])
            if any(s.flags[u] & DEFENDED and not s.flags[u] & RETREATED for u in stack) or all(
                s.flags[u] & RETREATED for u in stack
            ):
                self.spent_targets.add(hex)

    def _strengths(self, unit: int) -> tuple[Spread, Spread]:
        """Attack and defence of a unit that may be identified, as far as its face is known."""
        p, game = self._p, self.game
        if game.face_known(p, unit):
            kind, steps = p.s.kind[unit], p.s.steps[unit]
            return certain(game.attack[kind][steps]), certain(game.defence[kind][steps])
        return self._pools[game.group_of(unit)]

    def defence_of(self, hex: int) -> Spread:
        """Total defence of an enemy stack."""
        seen = self._seen[hex]
        hidden = int(self.foe[hex]) - len(seen)
        return total([self._covered(hidden), *(self._strengths(u)[1] for u in seen)])

    # ---------------------------------------------------------------- own units

    @cached_property
    def known(self) -> dict[int, tuple[Spread, Spread]]:
        """Attack and defence of every own unit on the map."""
        return {u: self._strengths(u) for u in self.units}

    @cached_property
    def attack(self) -> dict[int, float]:
        return {u: mean(a) for u, (a, _) in self.known.items()}

    @cached_property
    def defence(self) -> dict[int, float]:
        return {u: mean(d) for u, (_, d) in self.known.items()}

    def attack_on(self, unit: int, target: int) -> Spread:
        """Panzers fight for cities with their defence factor (10.18)."""
        return self.known[unit][1] if self.game.city[target] and self.panzer(unit) else self.known[unit][0]

    def panzer(self, unit: int) -> bool:
        return bool(self.game.is_panzer[self._p.s.kind[unit]])

    def mech(self, unit: int) -> bool:
        return bool(self.game.is_mech[self._p.s.kind[unit]])

    def wheels(self, unit: int) -> bool:
        """Kept out of marsh."""
        return bool(self.game.shuns_marsh[self._p.s.kind[unit]])

    def cavalry(self, unit: int) -> bool:
        return self.mech(unit) and not self.wheels(unit)

    def full(self, unit: int) -> bool:
        """A two-step unit at full strength."""
        return self.steps[unit] > 1

    def points(self, unit: int) -> int:
        """Movement points a unit has left in this phase."""
        return points_left(self._p, unit)

    def factor(self, unit: int) -> int:
        """Movement points of a fresh unit this turn."""
        return movement_factor(self._p, unit)

    # ---------------------------------------------------------------- the ground

    def march(self, units: Sequence[int], points: int) -> Movement:
        """How units could move together with so many points."""
        return march_of(self._p, units, points=points)

    def sally(self, hex: int, points: int) -> Movement:
        """How enemies on foot could come from a hex with so many points."""
        return somebody_of(self._p, self.enemy, hex, points)

    def reaches(self, points: Mapping[int, int]) -> dict[int, dict[int, int]]:
        """For each unit the hexes it can get to with so many points, and what they cost."""
        known: dict[tuple[int, bool, int], dict[int, int]] = {}
        found: dict[int, dict[int, int]] = {}
        for unit, budget in points.items():
            key = (self.at[unit], self.wheels(unit), budget)
            if key not in known:
                known[key] = self.march((unit,), budget).but(crowd=None).reach().as_dict()
            found[unit] = known[key]
        return found

    def field(self, hexes: Sequence[int], *, closed: Bytes | None = None, toll: Bytes | None = None) -> Field:
        """Movement points on foot between the nearest of these hexes and every other; FAR where there is no way.

        Closed hexes may not be crossed; `toll` is paid on top for entering a hex.
        """
        cost = self.game.cost_foot
        if toll is not None:
            extra = np.where(cost == 255, 0, toll[self.board.neighbours])
            cost = (cost + extra.astype(np.uint8)).astype(np.uint8)
        shut = np.zeros(self.board.nodes, np.uint8) if closed is None else closed
        found: Field = spread(self.board.neighbours, cost, shut, np.array(hexes, np.int16), FAR)
        return np.where(found < 0, FAR, found).astype(np.int16)

    def supply(self, side: int, taken: Sequence[int] = (), left: Sequence[int] = ()) -> Bytes:
        """Hexes in supply of a side from the map edge, if its enemy took these hexes and left those."""
        game = self.game
        enemy = SOVIET if side == GERMAN else GERMAN
        occupied = (self.own if self.side == enemy else self.foe) > 0
        occupied[list(left)] = False
        occupied[list(taken)] = True
        control = self.control
        if taken:
            control = control.copy()
            control[list(taken)] = enemy
        closed = (occupied | (game.arrays.city & (control == enemy))).view(np.uint8)
        sources = game.sources[side]
        passable = game.open_to_german if side == GERMAN else game.open_to_soviet
        found: Bytes = flood(self.board.neighbours, passable, closed, sources[control[sources] == side])
        return found

    @cached_property
    def working_sources(self) -> list[int]:
        """Soviet sources of supply still in Soviet hands."""
        sources = self.game.sources[SOVIET]
        working: list[int] = sources[self.control[sources] == SOVIET].tolist()
        return working

    @cached_property
    def rear_towns(self) -> list[int]:
        """Towns and cities behind the first German line: one in Soviet hands loses the game (4.5)."""
        game = self.game
        places = game.german_side & game.urban & (self.control == GERMAN)
        return np.nonzero(places[: self.board.hexes])[0].tolist()

    # ---------------------------------------------------------------- odds

    def shift(self, target: int, hexes: Sequence[int], *, mobile: bool, order: str | None = None) -> int:
        """Columns for a battle from these hexes, aircraft aside."""
        game, german = self.game, self.side == GERMAN
        found = 0
        order = self.order if order is None else order
        if german:
            found += (order == "fight-move" and not mobile) + (self.turn == 1) + (0 < self.declared == self.turn - 1)
            if not mobile and not game.city[target]:
                found += 2 * _surrounds(frozenset(self.board.direction(target, h) for h in hexes))
            found -= int(game.forest[target] and mobile) + int(game.fort[target])
        else:
            found -= order == "move-fight"
        if all(game.river[target][self.board.direction(target, h)] for h in hexes):
            found -= 1
        return int(found) - 2 * int(game.city[target])

    def chances(self, target: int, units: Sequence[int], shift: int) -> npt.NDArray[np.float64]:
        """Chances of AL1, AS, DR and DE."""
        known = [self.attack_on(u, target) for u in units]
        sure = sum(len(part) - 1 for part in known if part[-1] == 1.0)
        attack = total([certain(sure), *(part for part in known if part[-1] != 1.0)])
        return odds_of(self.game).results(attack, self.defence_of(target), shift)


class _Powers:
    """Sums of so many equal unknowns, worked out when asked for."""

    def __init__(self, part: Spread) -> None:
        self.part = part
        self.sums = [NOTHING]

    def __call__(self, count: int) -> Spread:
        while len(self.sums) <= count:
            self.sums.append(np.convolve(self.sums[-1], self.part))
        return self.sums[count]


@lru_cache(maxsize=128)
def _surrounds(directions: frozenset[int]) -> bool:
    return concentric(set(directions))


@lru_cache(maxsize=8)
def odds_of(game: DriveOnMoscow) -> BattleOdds:
    """The results table of a game as arrays."""
    table = game.results
    ladder = np.array([[column(a, d) for d in range(40)] for a in range(260)], np.int32)
    rows = [[table.chances(k).get(r, 0.0) for r in RESULTS] for k in range(table.first - 1, table.last + 2)]
    return BattleOdds(ladder, np.array(rows), table.first - 1)
