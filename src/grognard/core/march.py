"""Marches counted in half hexes: roads, zones that stop, and a bonus for keeping clear of the enemy.

`paths.reach` answers the plain question (costs, tolls, stops). Games with road movement and zones of control ask
more: a road halves the cost or gives a free step, but not next to the enemy; a unit that enters no zone may go further.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

import msgspec

from .paths import NEVER


class Gait(msgspec.Struct, frozen=True):
    """How a unit marches. All numbers are half hexes except `free`, the number of road steps that cost nothing."""

    budget: int
    bonus: int = 0  #: added for a march that enters no zone
    road: int = 2  #: cost of a step along a road
    free: int = 0


class March(msgspec.Struct, frozen=True):
    """Where a march can end. A place on the way is a hex and the free road steps left there."""

    start: tuple[int, int]
    costs: dict[int, int]
    ends: dict[int, tuple[int, int]]  #: hex -> the place with which the cheapest way ends
    back: dict[tuple[int, int], tuple[int, int]]
    budget: int

    def path(self, target: int) -> list[int]:
        """The cheapest way to `target` without the start; empty when it is out of reach."""
        way: list[int] = []
        if target not in self.ends:
            return way
        place = self.ends[target]
        while place != self.start:
            way.append(place[0])
            place = self.back[place]
        return way[::-1]


def step_cost(gait: Gait, spent: int, cost: int, on_road: bool, free: int) -> tuple[int, int]:
    """What the next step costs and how many free road steps remain after it.

    A road helps within the allowance only: hexes of the bonus are counted whole.
    """
    if on_road and free:
        return 0, free - 1
    if on_road and spent < gait.budget:
        return cost - 2 + gait.road, free
    return cost, free


def march(
    rows: Sequence[Sequence[int]], cost: Sequence[Sequence[int]], road: Sequence[Sequence[bool]],
    closed: Sequence[bool], zone: Sequence[bool], start: int, gait: Gait, slip: Callable[[int], bool],
) -> March:  # fmt: skip
    """Every hex a unit can march to. It stops on entering a zone; from zone to zone it goes only where `slip` allows."""
    first = start, gait.free
    best = {first: 0}
    back: dict[tuple[int, int], tuple[int, int]] = {}
    ends: dict[int, tuple[int, int]] = {}
    costs: dict[int, int] = {}
    heap = [(0, first)]
    most = gait.budget + gait.bonus
    while heap:
        spent, place = heapq.heappop(heap)
        if best[place] != spent:
            continue
        node, free = place
        if node not in ends:
            ends[node], costs[node] = place, spent
        if zone[node] and node != start:
            continue
        for direction, near in enumerate(rows[node]):
            if near < 0 or closed[near] or cost[node][direction] == NEVER or near == start:
                continue
            if zone[node] and zone[near] and not slip(near):
                continue
            clear = not zone[node] and not zone[near]
            price, left = step_cost(gait, spent, cost[node][direction], clear and road[node][direction], free)
            total = spent + price
            if total <= (gait.budget if zone[near] else most) and total < best.get((near, left), most + 1):
                best[near, left] = total
                back[near, left] = place
                heapq.heappush(heap, (total, (near, left)))
    del ends[start], costs[start]
    return March(first, costs, ends, back, gait.budget)
