"""Supply lines in segments, traced over the whole map at once: railway, trucks, road, trucks, overland.

The book traces from a unit to a source; here everything is traced from the sources outwards, so one search answers for
all units. A line counts the hexes it enters on its way to the source, so a step outwards costs what the hex it leaves is
worth. The weather of an element is the worst of the zones it touches, therefore a place in the search is a hex and the
zones touched so far.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.kernels import kernel
from ...core.paths import NEVER, Bytes, Ints

ZONES = 4
MASKS = 1 << ZONES
FAR = 255  #: no line


class Lines(NamedTuple):
    """How supply reaches out from some sources."""

    rail: Bytes  #: 1: the railway element alone leads to a source
    road: Bytes  #: hexes of the road element, 0 on the railway or with a truck, FAR where there is none
    trucks: Bytes  #: of every truck that was named: 1 if it extends lines
    overland: Bytes  #: hexes of the overland element, FAR where there is none


@kernel
def _spread(neighbours: Any, cost: Any, closed: Any, sources: Any, bit: Any, limit: Any) -> Any:
    """The length of the shortest line from every node to a marked one that its weather allows, FAR where there is none.

    `bit` is the zone of a node as a bit, `limit` the greatest length by the zones touched. A closed node can be where a
    line begins, but no line leads into it.
    """
    nodes = neighbours.shape[0]
    most = 0
    shrinks = True  # does no line grow longer by touching more zones? Then the fewest zones at the least length are best
    for k in range(limit.size):
        most = max(most, limit[k])
        for more in range(limit.size):
            if k and limit[k | more] > limit[k]:
                shrinks = False
    found = np.full(nodes, 255, np.uint8)
    best = np.full(nodes * 16, 255, np.uint8)
    head = np.full(most + 1, -1, np.int32)
    item = np.empty(nodes * 4, np.int32)
    chain = np.empty(nodes * 4, np.int32)
    used = 0
    for node in range(nodes):
        if sources[node]:
            found[node] = 0
            if not closed[node]:
                place = node * 16 + bit[node]
                best[place] = 0
                item[used] = place
                chain[used] = head[0]
                head[0] = used
                used += 1
    for spent in range(most + 1):
        while head[spent] >= 0:
            place = item[head[spent]]
            head[spent] = chain[head[spent]]
            if best[place] != spent:
                continue
            best[place] = spent
            node = place // 16
            mask = place % 16
            for d in range(6):
                near = neighbours[node, d]
                if near < 0:
                    continue
                step = cost[node, d]
                if step == 255:
                    continue
                total = spent + step
                touched = mask | bit[near]
                there = near * 16 + touched
                if total > most or total >= best[there] or (shrinks and best[near * 16 + bit[near]] <= total):
                    continue
                best[there] = total
                if total <= limit[touched] and total < found[near]:
                    found[near] = total
                if closed[near]:
                    continue
                if used == item.size:
                    item = np.concatenate((item, np.empty_like(item)))
                    chain = np.concatenate((chain, np.empty_like(chain)))
                item[used] = there
                chain[used] = head[total]
                head[total] = used
                used += 1
    return found


@kernel
def _meets(neighbours: Any, opposites: Any, cost: Any, closed: Any, goals: Any, bit: Any, limit: Any, start: int) -> bool:
    """Does a line from one node, traced as the book does, lead to a marked one? `cost` is read as `_spread` does."""
    if goals[start]:
        return True
    most = 0
    for k in range(limit.size):
        most = max(most, limit[k])
    place = np.empty(512, np.int32)
    length = np.empty(512, np.int32)
    place[0] = start * 16 + bit[start]
    length[0] = 0
    count = 1
    at = 0
    while at < count:  # short searches: a list is enough, and a shorter length found later is another entry
        node, mask, spent = place[at] // 16, place[at] % 16, length[at]
        at += 1
        for d in range(6):
            near = neighbours[node, d]
            if near < 0 or closed[near]:
                continue
            step = cost[near, opposites[d]]
            if step == 255 or spent + step > most:
                continue
            total = spent + step
            touched = mask | bit[near]
            if goals[near] and total <= limit[touched]:
                return True
            there = near * 16 + touched
            known = False
            for k in range(count):
                if place[k] == there and length[k] <= total:
                    known = True
                    break
            if known:
                continue
            if count == place.size:
                place = np.concatenate((place, place))
                length = np.concatenate((length, length))
            place[count] = there
            length[count] = total
            count += 1
    return False


@kernel
def _hitch(
    neighbours: Any, opposites: Any, cost: Any, closed: Any, goals: Any, bit: Any, limit: Any, trucks: Any, joins: Any
) -> None:
    """Mark the trucks from which a truck element leads to a goal; each of them is a goal for the others."""
    again = True
    while again:
        again = False
        for k in range(trucks.size):
            if not joins[k] and _meets(neighbours, opposites, cost, closed, goals, bit, limit, trucks[k]):
                joins[k] = 1
                goals[trucks[k]] = 1
                again = True


@kernel
def _trace(
    neighbours: Any, opposites: Any, overland: Any, along: Any, closed: Any, foreign: Any, rail: Any,
    trucks: Any, bit: Any, limits: Any,
) -> Any:  # fmt: skip
    goals = rail.copy()
    joins = np.zeros(trucks.size, np.uint8)
    if trucks.size:
        _hitch(neighbours, opposites, overland, closed, goals, bit, limits[1], trucks, joins)
    road = _spread(neighbours, along, foreign, goals, bit, limits[2])
    for node in range(road.size):
        if foreign[node] and not goals[node]:
            road[node] = 255
        if road[node] != 255:
            goals[node] = 1
    if trucks.size:
        _hitch(neighbours, opposites, overland, closed, goals, bit, limits[1], trucks, joins)
    return road, joins, _spread(neighbours, overland, closed, goals, bit, limits[0])


@kernel
def _connected(neighbours: Any, cost: Any, closed: Any, sources: Any) -> Any:
    reached = np.zeros(neighbours.shape[0], np.uint8)
    queue = np.empty(neighbours.shape[0], np.int16)
    first = 0
    last = 0
    for node in sources:
        if not reached[node]:
            reached[node] = 1
            if not closed[node]:
                queue[last] = node
                last += 1
    while first < last:
        node = queue[first]
        first += 1
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0 and not reached[near] and cost[node, d] != 255:
                reached[near] = 1
                if not closed[near]:
                    queue[last] = near
                    last += 1
    return reached


assert NEVER == FAR == 255  # the kernels spell it out


class Ground(NamedTuple):
    """What supply lines cost in some weather, whoever traces them."""

    neighbours: Ints
    opposites: Any
    overland: Bytes  #: of a step outwards
    along: Bytes  #: 1 where a road joins two hexes
    bit: Bytes  #: the zone of every node, as a bit
    limits: Ints  #: overland, truck, road, special overland; by the zones touched


def trace(ground: Ground, closed: Bytes, foreign: Bytes, rail: Bytes, trucks: Ints) -> Lines:
    """Lines from sources and from the railway that leads to them (`rail` has both).

    `closed` are hexes into which no line may be traced; `foreign` these and all that are not controlled.
    """
    road, joins, overland = _trace(
        ground.neighbours, ground.opposites, ground.overland, ground.along, closed, foreign, rail, trucks,
        ground.bit, ground.limits,
    )  # fmt: skip
    return Lines(rail, road, joins, overland)


def within(ground: Ground, element: int, closed: Bytes, sources: Bytes, cost: Bytes | None = None) -> Bytes:
    """Lengths of one element alone (0 overland, 3 special overland) to marked hexes, FAR where there is none."""
    table = ground.overland if cost is None else cost
    found: Bytes = _spread(ground.neighbours, table, closed, sources, ground.bit, ground.limits[element])
    return found


def connected(ground: Ground, closed: Bytes, sources: Ints) -> Bytes:
    """The hexes from which an overland line of any length leads to one of these."""
    found: Bytes = _connected(ground.neighbours, ground.overland, closed, sources)
    return found
