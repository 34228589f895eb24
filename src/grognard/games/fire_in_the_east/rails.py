"""The railways as a graph: six bits per hex, one for each direction in which a line leaves it, and the searches over them.

Gauge is a matter of the hex (7.A.3a, 14.A.4): a line that has been regauged as far as a hex ends there in one gauge and goes
on beyond the hexside in the other. So each half of a railway hexside has its own gauge, and those of a hex fit into one number.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from ...core.board import Board
from ...core.hexes import opposite
from ...core.kernels import kernel
from ...core.march import March
from ...core.paths import Bytes

BROAD, STANDARD = 0, 1
GAUGES = ("broad", "standard")
ALL = 63  #: all six directions
#: the number kept per hex: bits 0 to 5 standard gauge, 6 to 11 regauged in this player turn, 12 the planned line is built
FRESH, BUILT = 6, 1 << 12

SIDES = ("rail-broad", "rail-standard", "rail-planned")
OPPOSITE = np.array([opposite(direction) for direction in range(6)], np.int8)


class Rails(msgspec.Struct, frozen=True):
    """The railways of a board, as bits of the directions of every node."""

    lines: Bytes  #: all lines, those that are only planned included
    planned: Bytes
    standard: Bytes  #: gauge when the game begins

    def leads(self, board: Board, here: int, there: int) -> bool:
        """Does a line join two hexes?"""
        direction = board.direction(here, there)
        return direction >= 0 and bool(self.lines.item(here) >> direction & 1)

    def next(self, board: Board, hex: int) -> list[int]:
        """The hexes to which lines lead."""
        return [board.rows[hex][d] for d in range(6) if self.lines.item(hex) >> d & 1]


def read_rails(board: Board, broad_line: frozenset[int] = frozenset()) -> Rails:
    """The railways of a board. Gauge goes by the hex where the board says which hexes are broad, else by the hexside.

    `broad_line` is a line whose hexsides are broad wherever they lie.
    """
    broad_area = board.areas.get("broad-gauge")
    wide = board.mask("broad-gauge") if broad_area is not None and broad_area.hexes else None
    lines, planned, standard = (np.zeros(board.nodes, np.uint8) for _ in range(3))
    for side in board.sides:
        if side.kind not in SIDES:
            continue
        for here, there in (side.hexes, side.hexes[::-1]):
            bit = 1 << board.direction(here, there)
            broad = side.kind != "rail-standard" if wide is None else bool(wide[here])
            lines[here] |= bit
            if side.kind == "rail-planned":
                planned[here] |= bit
            if not broad and not (here in broad_line and there in broad_line):
                standard[here] |= bit
    return Rails(lines, planned, standard)


# ---------------------------------------------------------------- what is connected


@kernel
def _joined(neighbours: Any, opposites: Any, usable: Any, closed: Any, sources: Any) -> Any:
    reached = np.zeros(neighbours.shape[0], np.uint8)
    queue = np.empty(neighbours.shape[0], np.int16)
    first = 0
    last = 0
    for node in range(reached.size):
        if sources[node] and not closed[node]:
            reached[node] = 1
            queue[last] = node
            last += 1
    while first < last:
        node = queue[first]
        first += 1
        for d in range(6):
            if not usable[node] >> d & 1:
                continue
            near = neighbours[node, d]
            if not reached[near] and not closed[near] and usable[near] >> opposites[d] & 1:
                reached[near] = 1
                queue[last] = near
                last += 1
    return reached


def joined(board: Board, usable: Bytes, closed: Bytes, sources: Bytes) -> Bytes:
    """The hexes joined to marked ones by lines that are usable on both sides of a hexside, over hexes that are not closed."""
    found: Bytes = _joined(board.neighbours, OPPOSITE, usable, closed, sources)
    return found


# ---------------------------------------------------------------- where a train can go


@kernel
def _journeys(
    neighbours: Any,
    opposites: Any,
    standard: Any,
    usable: Any,
    closed: Any,
    toll: Any,
    start: int,
    loaded: int,
    budget: int,
    change: int,
) -> Any:
    """Places in the order in which they are reached, each a hex and a gauge; what they cost; the place before."""
    best = np.full(neighbours.shape[0] * 2, 32767, np.int16)
    before = np.full(best.size, -1, np.int32)
    number = np.full(best.size, -1, np.int32)
    head = np.full(budget + 1, -1, np.int32)
    item = np.empty(1024, np.int32)
    chain = np.empty(1024, np.int32)
    hexes = np.empty(1024, np.int32)
    costs = np.empty(1024, np.int32)
    back = np.empty(1024, np.int32)
    used = 0
    for gauge in range(2):
        if loaded < 0 or loaded == gauge:
            item[used] = start * 2 + gauge
            best[start * 2 + gauge] = 0
            chain[used] = head[0]
            head[0] = used
            used += 1
    found = 0
    for spent in range(budget + 1):
        while head[spent] >= 0:
            place = item[head[spent]]
            head[spent] = chain[head[spent]]
            if best[place] != spent or number[place] >= 0:
                continue
            node = place // 2
            if found == hexes.size:
                hexes = np.concatenate((hexes, hexes))
                costs = np.concatenate((costs, costs))
                back = np.concatenate((back, back))
            hexes[found] = node
            costs[found] = spent
            back[found] = number[before[place]] if before[place] >= 0 else -1
            number[place] = found
            found += 1
            for d in range(6):
                if not usable[node] >> d & 1:
                    continue
                near = neighbours[node, d]
                if closed[near] or not usable[near] >> opposites[d] & 1:
                    continue
                mine = standard[node] >> d & 1
                theirs = standard[near] >> opposites[d] & 1
                total = spent + 1 + toll[node]
                if mine != place % 2:
                    total += change
                if mine != theirs:
                    total += change
                there = near * 2 + theirs
                if total <= budget and total < best[there]:
                    best[there] = total
                    before[there] = place
                    if used == item.size:
                        item = np.concatenate((item, item))
                        chain = np.concatenate((chain, chain))
                    item[used] = there
                    chain[used] = head[total]
                    head[total] = used
                    used += 1
    return hexes[:found], costs[:found], back[:found]


class Journeys(msgspec.Struct, frozen=True):
    """Where trains may go: which lines may be used, which hexes not entered, what a change of gauge costs."""

    board: Board
    standard: Bytes  #: bits of every node: lines of standard gauge
    usable: Bytes  #: bits of every node
    closed: Bytes
    toll: Bytes  #: hexes more for leaving a hex
    change: int  #: hexes that a change of gauge costs
    budget: int
    loaded: int = -1  #: the gauge on which the train stands; -1 for one that is still to be loaded, on whichever there is

    def _found(self, start: int) -> tuple[Any, Any, Any]:
        found: tuple[Any, Any, Any] = _journeys(
            self.board.neighbours, OPPOSITE, self.standard, self.usable, self.closed, self.toll, start, self.loaded, self.budget,
            self.change,
        )  # fmt: skip
        return found

    def drawn(self, start: int, rng: random.Random) -> list[int]:
        """The way to a random place that a train can get to; empty when there is none."""
        hexes, _, before = self._found(start)
        starts = 1 if self.loaded >= 0 else 2  # the start, on either gauge
        if hexes.size <= starts:
            return []
        place = starts + int(rng.random() * (hexes.size - starts))
        return self._back(hexes, before, place) if hexes.item(place) != start else []

    def way(self, start: int, goal: int) -> list[int]:
        """The cheapest way to a hex; empty when there is none."""
        hexes, _, before = self._found(start)
        places = np.flatnonzero(hexes == goal)
        return self._back(hexes, before, places.item(0)) if places.size and goal != start else []

    def _back(self, hexes: Any, before: Any, place: int) -> list[int]:
        """The way to a place that has been found; nothing comes before the start."""
        way: list[int] = []
        while before.item(place) >= 0:
            way.append(hexes.item(place))
            place = before.item(place)
        return way[::-1]

    def reach(self, start: int) -> March:
        """Every hex that a train can get to, with the cheapest ways, costs counted in hexes."""
        hexes, costs, before = (column.tolist() for column in self._found(start))
        ends: dict[int, int] = {}
        for place, hex in enumerate(hexes):
            if hex != start:
                ends.setdefault(hex, place)
        if self.loaded < 0:  # places 0 and 1 are the start, on either gauge
            before = [0 if place == 1 else place for place in before]
        return March(hexes, before, ends, {hex: costs[place] for hex, place in ends.items()})

    def price(self, start: int, path: Sequence[int]) -> list[int]:
        """What each step of a path costs in hexes, loaded on the better gauge; short where there is no way on."""
        rows = [self._along(start, path, gauge) for gauge in ((BROAD, STANDARD) if self.loaded < 0 else (self.loaded,))]
        return min(rows, key=lambda row: (-len(row), sum(row)))

    def _along(self, start: int, path: Sequence[int], gauge: int) -> list[int]:
        here, costs = start, []
        for hex in path:
            out, back = self.board.direction(here, hex), self.board.direction(hex, here)
            open_way = out >= 0 and self.usable.item(here) >> out & 1 and self.usable.item(hex) >> back & 1
            if not open_way or self.closed[hex]:
                break
            mine, theirs = self.standard.item(here) >> out & 1, self.standard.item(hex) >> back & 1
            costs.append(1 + self.toll.item(here) + self.change * ((mine != gauge) + (mine != theirs)))
            here, gauge = hex, theirs
        return costs


def no_toll(board: Board) -> Bytes:
    """Nothing is paid on top."""
    return np.zeros(board.nodes, np.uint8)
