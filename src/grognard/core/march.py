"""Marches counted in half hexes: roads, zones that stop, and a bonus for keeping clear of the enemy.

`paths.reach` answers the plain question (costs, tolls, stops). Games with road movement and zones of control ask
more: a road halves the cost or gives a free step, but not next to the enemy; a unit that enters no zone may go further.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from .kernels import kernel
from .paths import NEVER, Bytes, Ints
from .zoc import Mask


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
    number = np.full(best.size, -1, np.int32)  # in which order a place was reached
    waiting = np.empty(256, np.int32)
    waiting[0] = start * width + free_steps
    count = 1
    best[waiting[0]] = 0
    hexes = np.empty(64, np.int32)
    costs = np.empty(64, np.int32)
    back = np.empty(64, np.int32)
    found = 0
    firsts = np.empty(neighbours.shape[0], np.int32)
    ends = 0
    seen = np.zeros(neighbours.shape[0], np.bool_)
    seen[start] = True
    while count:
        at = 0
        for k in range(1, count):
            a, b = waiting[k], waiting[at]
            if best[a] < best[b] or (best[a] == best[b] and a < b):
                at = k
        place = waiting[at]
        count -= 1
        waiting[at] = waiting[count]
        node, free = place // width, place % width
        spent = best[place]
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
            if best[there] > most:
                if count == waiting.size:
                    waiting = np.concatenate((waiting, waiting))
                waiting[count] = there
                count += 1
            best[there] = total
            before[there] = place
    return hexes[:found], back[:found], firsts[:ends], costs[firsts[:ends]]


def march(
    neighbours: Ints, cost: Bytes, road: Mask, closed: Mask, zone: Mask, start: int, gait: Gait, slip: Callable[[int], bool],
) -> March:  # fmt: skip
    """Every hex a unit can march to. It stops on entering a zone; from zone to zone it goes only where `slip` allows."""
    slips = np.zeros(6, np.bool_)
    if zone[start]:
        slips[:] = [near >= 0 and zone[near] and slip(near) for near in neighbours[start].tolist()]
    found = _march(
        neighbours, cost, road, closed, zone, start, slips, gait.budget, gait.bonus, gait.road, gait.free
    )  # fmt: skip
    hexes, before, firsts, costs = (column.tolist() for column in found)
    ends = {hexes[place]: place for place in firsts}
    return March(hexes, before, ends, dict(zip(ends, costs, strict=True)))
