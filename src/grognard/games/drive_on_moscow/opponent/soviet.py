"""How the Soviet opponent moves: garrisons first, then a continuous line around Moscow, then depth.

The line is the cheapest chain of hexes that keeps every German unit out of a circle around Moscow and out of the
corridor from there to the eastern sources of supply; the circle is the widest that the army can hold.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....ai import Advice
from ....ai.front import Mask, cheapest_line, match_up
from ....core.command import Command
from ....core.match import Match
from ..material import STACK_LIMIT, P
from ..rules.movement import march_of, movable
from ..rules.prepared_assault import may_strike
from ..rules.spoiling_attacks import able_to_attack
from ..state import GERMAN, SOVIET
from .ground import centre, distances, lifeline, pressure
from .march import March, Order, gather
from .sight import FAR, Sight

#: Radii of the circle around Moscow, widest first.
CIRCLES = (30, 26, 22, 19, 16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1)
#: Units for each hex of the line, without which a shorter line is chosen.
DEPTH = 2.2
#: Hexes of a line that may be left open because nobody can reach them.
HOLES = 2


class Line(NamedTuple):
    """A line of hexes and who could stand in it."""

    radius: int
    hexes: list[int]


class SovietMoves:
    """The movement phase of one Soviet turn."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.game, self.board = sight.game, sight.board
        self.free = [u for u in sight.units if sight.points(u) > 0]
        self.goes: dict[int, tuple[int, str]] = {}
        self.room = np.full(self.board.nodes, STACK_LIMIT, np.int16)
        self.held = np.zeros(self.board.nodes)
        for unit in sight.units:
            if sight.points(unit) <= 0:
                self._stay(unit)
        #: movement points the nearest German needs to get to a hex, Soviet units aside
        self.warning = sight.field(sight.enemies)
        #: German attack strength that could bear on each hex next turn
        self.threat = pressure(sight, self.game.track[min(sight.turn + 1, max(self.game.track))])
        #: where each unit can get to, and at what cost
        self.can = sight.reaches({u: sight.points(u) for u in self.free})

    def _stay(self, unit: int) -> None:
        self._book(unit, self.sight.at[unit])

    def _book(self, unit: int, hex: int) -> None:
        self.room[hex] -= 1
        self.held[hex] += self.sight.defence[unit]

    # ---------------------------------------------------------------- the plan

    def orders(self) -> list[Order]:
        raid = self._raid()
        if raid is not None:
            return [raid]
        self._garrison_moscow()
        self._garrison_cities()
        line = self._choose_line()
        self._man(line)
        self._deepen(line)
        self._fall_back(line)
        return [Order((unit,), hex, why) for unit, (hex, why) in self.goes.items()]

    def _send(self, unit: int, hex: int, why: str) -> None:
        self.goes[unit] = (hex, why)
        self._book(unit, hex)
        self.free.remove(unit)

    def _raid(self) -> Order | None:
        """An open town behind the German front ends the game (4.5)."""
        towns = [h for h in self.sight.rear_towns if not self.sight.foe[h]]
        for unit in self.free:
            for town in towns:
                if town in self.can[unit]:
                    return Order((unit,), town, "an open town behind the German front wins the game")
        return None

    # ---------------------------------------------------------------- garrisons

    def _garrison_moscow(self) -> None:
        for hex in self.game.moscow:
            near = int(self.warning[hex])
            wanted = 5 if near <= 8 else 4 if near <= 12 else 2 if near <= 20 else 1
            self._garrison(hex, wanted, "Moscow must never stand empty")

    def _garrison_cities(self) -> None:
        """A city never lost feeds its garrison; one of the five must hold to the end (4.4)."""
        for hex in sorted(self.game.other_cities, key=lambda h: int(self.warning[h])):
            if not self.sight.was_german[hex]:
                near = int(self.warning[hex])
                self._garrison(hex, 5 if near <= 10 else 3 if near <= 16 else 1, "the city must be held")

    def _garrison(self, hex: int, wanted: int, why: str) -> None:
        sight = self.sight
        able = [u for u in self.free if hex in self.can[u]]
        able.sort(key=lambda u: (self.can[u][hex] - 2 * sight.defence[u] - 3 * sight.full(u) - 2 * (sight.at[u] == hex), u))
        already = STACK_LIMIT - int(self.room[hex])
        for unit in able[: max(0, min(wanted, STACK_LIMIT) - already)]:
            self._send(unit, hex, why)

    # ---------------------------------------------------------------- the line

    def _choose_line(self) -> Line:
        """The widest circle whose line can be manned deep enough."""
        best, best_value = Line(0, []), 0.0
        if not self.sight.enemies:
            return best
        reachable = self._reachable()
        cost = self._line_cost(reachable)
        germans: Mask = self.sight.foe > 0
        heart = lifeline(self.sight) & ~germans
        passable = (self.board.neighbours >= 0).astype(np.uint8) * ~self.game.arrays.reservoir
        for radius in CIRCLES:
            protected = heart | self._circle(radius)
            if (protected & germans).any():
                continue
            found = cheapest_line(self.board.neighbours, passable, cost, germans, protected)
            if found is None or not found[1]:
                continue
            hexes = found[1]
            able = sum(1 for u in self.free if any(h in self.can[u] for h in hexes))
            holes = sum(1 for h in hexes if not reachable[h])
            if holes <= HOLES and able >= DEPTH * len(hexes):
                return Line(radius, hexes)
            value = able / len(hexes) - 3 * holes
            if not best.hexes or value > best_value:
                best, best_value = Line(radius, hexes), value
        return best

    def _reachable(self) -> npt.NDArray[np.int16]:
        """How many units can get to each hex."""
        found = np.zeros(self.board.nodes, np.int16)
        for unit in self.free:
            found[list(self.can[unit])] += 1
        return found

    def _line_cost(self, reachable: npt.NDArray[np.int16]) -> npt.NDArray[np.int32]:
        """A hex of the line costs less where the ground helps and more where nobody can get to."""
        game = self.game
        cost = np.full(self.board.nodes, 20, np.int32)
        cost -= game.arrays.river.sum(axis=1).astype(np.int32)
        cost[game.arrays.fort] -= 5
        cost[game.arrays.city] -= 8
        cost[game.arrays.marsh] -= 3
        cost[game.arrays.forest] -= 1
        cost[reachable < 2] += 10
        cost[reachable == 0] += 60
        cost[self.warning <= 1] += 2
        return cost

    def _circle(self, radius: int) -> Mask:
        found = np.zeros(self.board.nodes, np.bool_)
        found[: self.board.hexes] = distances(self.sight, centre(self.sight)) <= radius
        return found

    def _man(self, line: Line) -> None:
        """One unit in every hex of the line, as many hexes as possible."""
        sight = self.sight
        choices: dict[int, list[int]] = {}
        for hex in line.hexes:
            if self.room[hex] == STACK_LIMIT:
                able = [u for u in self.free if hex in self.can[u]]
                choices[hex] = sorted(able, key=lambda u: (self.can[u][hex] - sight.defence[u], u))
        for hex, unit in match_up(choices).items():
            self._send(unit, hex, "a continuous line keeps the Germans away from Moscow")

    def _need(self, hex: int) -> float:
        """How much a hex of the line wants another unit."""
        game = self.game
        ground = 1.0 + 0.5 * game.fort[hex] + 1.0 * game.city[hex] + 0.1 * sum(game.river[hex])
        return float((5.0 + self.threat[hex]) / (ground * (0.5 + self.held[hex])))

    def _deepen(self, line: Line) -> None:
        """Everybody who can reach the line goes where the enemy could strike hardest."""
        posts = [*line.hexes, *(h for h in self.game.moscow if h not in line.hexes)]
        order = sorted(self.free, key=lambda u: (sum(h in self.can[u] for h in posts), u))
        for unit in order:
            able = [h for h in posts if h in self.can[unit] and self.room[h] > 0]
            if able:
                self._send(unit, max(able, key=lambda h: (self._need(h), -h)), "depth where the enemy is strongest")

    # ---------------------------------------------------------------- everybody else

    def _fall_back(self, line: Line) -> None:
        """Who cannot reach the line hurries towards it, or into a city that feeds him, out of every pocket."""
        sight = self.sight
        goals = [h for h in line.hexes if not sight.foe[h]] or self.game.moscow or sight.working_sources
        if not goals:
            return
        away = sight.field(goals, closed=(sight.foe > 0).view(np.uint8))
        for unit in sorted(self.free, key=lambda u: (int(away[sight.at[u]]), u)):
            hexes = [h for h in self.can[unit] if self.room[h] > 0]
            if not hexes:
                continue
            shelter = [h for h in hexes if self.game.city[h] and not sight.was_german[h] and sight.control[h] == SOVIET]
            best = min(hexes, key=lambda h: (int(away[h]), -int(self.warning[h]), h))
            if away[best] >= FAR:
                best = min(shelter or [sight.at[unit]], key=lambda h: (self.can[unit].get(h, 0), h))
            self._send(unit, best, "back to the line before the pocket closes")


class SovietMovement:
    """One Soviet movement phase, command by command."""

    def __init__(self) -> None:
        self.march: March | None = None

    def next(self, match: Match) -> Advice:
        if self.march is None:
            sight = Sight(match)
            self.march = March(gather(SovietMoves(sight).orders(), sight.at))
        return self.march.next(match) or _close_up(match) or Advice(Command("done"), "everybody stands where he should")


def _close_up(match: Match) -> Advice | None:
    """Before spoiling attacks (11.2) units must go beside the enemy until enough are there or nobody can."""
    p: P = match.play
    if not p.s.quota or p.s.order != "move-fight":
        return None
    ready = set(able_to_attack(p))
    if len(ready) >= p.s.quota:
        return None
    german = p.s.arrays.count[GERMAN]
    for unit in movable(p, ()):
        found = march_of(p, (unit,)).reach() if unit not in ready else None
        if found is None:
            continue
        for hex in found.nodes.tolist():
            if any(german[near] and may_strike(p, unit, hex, near) for near in p.game.board.adjacent(hex)):
                return Advice(Command("move", (unit,), tuple(found.path(hex))), "Stalin demands spoiling attacks")
    return None
