"""Marches counted in half hexes: roads, zones that stop, and a bonus for keeping clear of the enemy.

`paths.reach` answers the plain question (costs, tolls, stops). Games with road movement and zones of control ask
more: a road halves the cost or gives a free step, but not next to the enemy; a unit that enters no zone may go further.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from .errors import Illegal
from .kernels import kernel
from .movement import Hindrance, Refused, no_way
from .paths import NEVER, Bytes, Ints
from .zoc import Mask

#: More half hexes than any way costs.
_ENDLESS = 10_000


class Gait(msgspec.Struct, frozen=True):
    """How a unit marches. All numbers are half hexes except `free`, the number of road steps that cost nothing."""

    budget: int
    bonus: int = 0  #: added for a march that enters no zone
    road: int = 2  #: cost of a step along a road
    free: int = 0


class March(msgspec.Struct, frozen=True):
    """Where a march can end. A place on the way is a hex and the free road steps left there; places are numbered in the
    order in which they are reached, from the start on."""

    hexes: list[int]  #: of every place
    before: list[int]  #: the place before it on the way, -1 for the start
    ends: dict[int, int]  #: hex -> the place with which the cheapest way ends
    costs: dict[int, int]  #: hex -> what that way costs

    def path(self, target: int) -> list[int]:
        """The cheapest way to `target` without the start; empty when it is out of reach."""
        way: list[int] = []
        place = self.ends.get(target, 0)
        while place:
            way.append(self.hexes[place])
            place = self.before[place]
        return way[::-1]


def step_cost(budget: int, road: int, spent: int, cost: int, on_road: bool, free: int) -> tuple[int, int]:
    """What the next step costs and how many free road steps remain after it.

    A road helps within the allowance only: hexes of the bonus are counted whole.
    """
    if on_road and free:
        return 0, free - 1
    if on_road and spent < budget:
        return cost - 2 + road, free
    return cost, free


_step_cost = kernel(step_cost)


@kernel
def _march(
    neighbours: Any, cost: Any, roads: Any, closed: Any, zone: Any, start: int, slips: Any,
    budget: int, bonus: int, road: int, free_steps: int,
) -> Any:  # fmt: skip
    """Hex and place before of every place in the order in which it is reached, and the first places of all hexes but the
    start with their costs.

    A place is known by one number, hex * (free steps + 1) + free steps left. Of those that cost the same the one with
    the smallest number comes first.
    """
    width = free_steps + 1
    most = budget + bonus
    best = np.full(neighbours.shape[0] * width, most + 1, np.int16)
    before = np.full(best.size, -1, np.int32)
    number = np.empty(best.size, np.int32)  # in which order a place was reached
    # places that wait lie in chains, one per cost; one that has become cheaper stays in its old chain and is passed over there
    head = np.full(most + 1, -1, np.int32)
    item = np.empty(256, np.int32)
    chain = np.empty(256, np.int32)
    item[0] = start * width + free_steps
    chain[0] = -1
    head[0] = 0
    used = 1
    best[item[0]] = 0
    hexes = np.empty(64, np.int32)
    costs = np.empty(64, np.int32)
    back = np.empty(64, np.int32)
    found = 0
    firsts = np.empty(neighbours.shape[0], np.int32)
    ends = 0
    seen = np.zeros(neighbours.shape[0], np.bool_)
    seen[start] = True
    for spent in range(most + 1):
        while head[spent] >= 0:
            ahead = -1  # the entry before the one with the smallest place
            at = head[spent]
            last = at
            entry = chain[at]
            while entry >= 0:
                if item[entry] < item[at]:
                    ahead = last
                    at = entry
                last = entry
                entry = chain[entry]
            if ahead < 0:
                head[spent] = chain[at]
            else:
                chain[ahead] = chain[at]
            place = item[at]
            if best[place] != spent:
                continue
            node, free = place // width, place % width
            if found == hexes.size:
                hexes = np.concatenate((hexes, hexes))
                costs = np.concatenate((costs, costs))
                back = np.concatenate((back, back))
            hexes[found] = node
            costs[found] = spent
            back[found] = number[before[place]] if before[place] >= 0 else -1
            number[place] = found
            if not seen[node]:
                seen[node] = True
                firsts[ends] = found
                ends += 1
            found += 1
            if zone[node] and node != start:
                continue
            for d in range(6):
                near = neighbours[node, d]
                if near < 0 or closed[near] or cost[node, d] == NEVER or near == start:
                    continue
                if zone[node] and zone[near] and not slips[d]:
                    continue
                clear = not zone[node] and not zone[near]
                price, left = _step_cost(budget, road, spent, cost[node, d], clear and roads[node, d], free)
                total = spent + price
                there = near * width + left
                if total > (budget if zone[near] else most) or total >= best[there]:
                    continue
                if used == item.size:
                    item = np.concatenate((item, item))
                    chain = np.concatenate((chain, chain))
                item[used] = there
                chain[used] = head[total]
                head[total] = used
                used += 1
                best[there] = total
                before[there] = place
    return hexes[:found], back[:found], firsts[:ends], costs[firsts[:ends]]


class RoadMarch(msgspec.Struct, frozen=True):
    """How a unit marches in a position: the description from which its reach, the price of a way and every refusal follow."""

    p: Any
    unit: int
    start: int
    gait: Gait
    cost: Bytes
    road: Mask  #: hexsides over which a road helps
    closed: Mask
    zone: Mask  #: hexes in which a march ends; the bonus does not lead into them
    slip: Callable[[Any, int, int, int], bool]  #: may the unit go from zone to zone, from one hex into the next?
    why: Callable[[RoadMarch, Refused], Illegal]

    def reach(self) -> March:
        """Every hex the unit can march to. It stops on entering a zone; from zone to zone it goes only where `slip` allows."""
        hexes, before, firsts, costs = (column.tolist() for column in self._found())
        ends = {hexes[place]: place for place in firsts}
        return March(hexes, before, ends, dict(zip(ends, costs, strict=True)))

    def drawn(self, rng: random.Random) -> list[int]:
        """The way to a random hex in reach; empty when there is none."""
        hexes, before, firsts, _ = self._found()
        way: list[int] = []
        place = firsts.item(int(rng.random() * firsts.size)) if firsts.size else 0
        while place:
            way.append(hexes.item(place))
            place = before.item(place)
        return way[::-1]

    def hexes(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """The hexes in reach without the start, and what they cost."""
        hexes, _, firsts, costs = self._found()
        return hexes[firsts], costs

    def _found(self) -> tuple[npt.NDArray[np.int32], ...]:
        neighbours, zone, start, gait = self.p.game.board.neighbours, self.zone, self.start, self.gait
        slips = np.zeros(6, np.bool_)
        if zone[start]:
            near = neighbours[start].tolist()
            slips[:] = [hex >= 0 and zone[hex] and self.slip(self.p, self.unit, start, hex) for hex in near]
        found: tuple[npt.NDArray[np.int32], ...] = _march(
            neighbours, self.cost, self.road, self.closed, zone, start, slips, gait.budget, gait.bonus, gait.road, gait.free
        )  # fmt: skip
        return found

    def why_far(self, target: int) -> Illegal:
        """Why no way leads to a hex: even the cheapest costs too much, or something bars all of them, and what bars the shortest
        is named."""
        change = msgspec.structs.replace
        endless = change(self, gait=change(self.gait, budget=_ENDLESS))
        found = endless.reach()
        if target in found.ends:
            before = (self.start, *found.path(target))[-2]
            return self.why(self, Refused(Hindrance.POINTS, before, target, found.costs[target]))
        nothing = np.zeros_like(self.closed)
        freely = change(endless, closed=nothing, zone=nothing).reach()
        steps = list(pairwise((self.start, *freely.path(target))))
        for here, hex in (*steps[-1:], *steps):  # what is wrong with the hex itself matters most
            hindrance = self.hindrance(here, hex, begun=here != self.start)
            if hindrance is not None:
                return no_way(self.p.game.board, target, hex, self.why(self, Refused(hindrance, here, hex)))
        if beside := {*self.p.game.board.adjacent(target)} & freely.ends.keys():
            return self.why(self, Refused(Hindrance.BARRED, min(beside), target))
        return self.why(self, Refused(Hindrance.FAR, self.start, target))

    def price(self, path: Sequence[int]) -> int:
        """What a path costs; refused where a step is forbidden or the allowance ends."""
        gait, zone, here, spent, free = self.gait, self.zone, self.start, 0, self.gait.free
        for k, hex in enumerate(path):
            hindrance = self.hindrance(here, hex, begun=k > 0)
            if hindrance is not None:
                raise self.why(self, Refused(hindrance, here, hex))
            direction = self.p.game.board.direction(here, hex)
            on_road = self.road.item(here, direction) and not zone[here] and not zone[hex]
            step, free = step_cost(gait.budget, gait.road, spent, self.cost.item(here, direction), on_road, free)
            spent += step
            if spent > self.limit(hex):
                raise self.why(self, Refused(Hindrance.POINTS, here, hex, spent))
            here = hex
        return spent

    def hindrance(self, here: int, hex: int, *, begun: bool) -> Hindrance | None:
        """What speaks against a step, however much it costs."""
        board, zone = self.p.game.board, self.zone
        direction = board.direction(here, hex) if hex < board.hexes else -1
        if direction < 0:
            return Hindrance.APART
        if self.closed[hex]:
            return Hindrance.CLOSED
        if self.cost.item(here, direction) == NEVER:
            return Hindrance.BARRED
        if zone[here] and begun:
            return Hindrance.STOPPED
        return Hindrance.GRIPPED if zone[here] and zone[hex] and not self.slip(self.p, self.unit, here, hex) else None

    def limit(self, hex: int) -> int:
        """What a march into a hex may cost."""
        return self.gait.budget if self.zone[hex] else self.gait.budget + self.gait.bonus


def compile_march(neighbours: Ints, cost: Bytes, nowhere: Mask) -> None:
    """Call the kernel once with the argument types that games use."""
    nothing = nowhere[:, 0].copy()
    _march(neighbours, cost, nowhere, nothing, nothing.copy(), 0, np.zeros(6, np.bool_), 2, 0, 2, 0)
