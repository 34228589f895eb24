"""Kernels of the facts: the reach of many groups, and supply without each of many hexes, each in one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernels import kernel
from ..core.paths import NEVER, still_joined


@kernel
def reach_each(
    neighbours: Any, cost: Any, closed: Any, crowd: Any, most: int, toll: Any, leave: Any, stop: Any, zone: Any, between: Any,
    starts: Any, budget: int,
) -> Any:  # fmt: skip
    """What `paths.reach` finds from each of many starts: (offsets, nodes, costs), start k from offsets[k] on."""
    size = neighbours.shape[0]
    best = np.full(size, 32767, np.int16)
    head = np.full(budget + 1, -1, np.int32)
    item = np.empty(size * 6 + 8, np.int16)
    chain = np.empty(size * 6 + 8, np.int32)
    offsets = np.zeros(starts.size + 1, np.int64)
    nodes = np.empty(starts.size * 64 + size, np.int16)
    costs = np.empty(starts.size * 64 + size, np.int16)
    count = 0
    for k in range(starts.size):
        if count + size > nodes.size:  # room for all the board, whatever the group reaches
            nodes = np.concatenate((nodes, nodes))
            costs = np.concatenate((costs, costs))
        item[0] = starts[k]
        chain[0] = -1
        head[0] = 0
        best[starts[k]] = 0
        used = 1
        for spent in range(budget + 1):
            while head[spent] >= 0:
                entry = head[spent]
                node = item[entry]
                head[spent] = chain[entry]
                if best[node] != spent:
                    continue
                nodes[count] = node
                costs[count] = spent
                count += 1
                if stop[node] and node != starts[k]:
                    continue
                gone = spent + leave[node]
                held = zone[node]
                for d in range(6):
                    near = neighbours[node, d]
                    if near < 0:
                        continue
                    step = cost[node, d]
                    if step == NEVER or closed[near] or crowd[near] > most:
                        continue
                    total = gone + step + toll[near]
                    if held:
                        total += between[held, zone[near]]
                    if total <= budget and total < best[near]:
                        best[near] = total
                        item[used] = near
                        chain[used] = head[total]
                        head[total] = used
                        used += 1
        for entry in range(used):
            best[item[entry]] = 32767
        offsets[k + 1] = count
    return offsets, nodes[:count].copy(), costs[:count].copy()


@kernel
def gather(
    neighbours: Any, targets: Any, by_node: Any, starts: Any, owners: Any, tables: Any, table_of: Any, group_of: Any, loads: Any,
    room: Any,
) -> Any:  # fmt: skip
    """Who can get beside each target together: (offsets, who, hexes), for target k units of `group_of` and the hexes for them.

    Units are given in the order in which they are taken; each goes where most room is left of the hexes beside the target that
    its group can get to and strike from (`tables[table_of[group]]` are the hexsides it can cross). `loads` is what a unit counts
    in each measure of stacking, `room` how much of each a target lets attack from one hex; most room is left where there is most
    of the last measure.
    """
    offsets = np.zeros(targets.size + 1, np.int64)
    who = np.empty(64, np.int32)
    hexes = np.empty(64, np.int16)
    count = 0
    ways = np.zeros(table_of.size, np.uint8)
    measures = loads.shape[1]
    left = np.empty((6, measures), np.int64)
    for k in range(targets.size):
        ways[:] = 0
        for d in range(6):
            launch = neighbours[targets[k], d]
            left[d] = room[k]
            if launch < 0:
                continue
            for at in range(starts[launch], starts[launch + 1]):
                group = owners[by_node[at]]
                if tables[table_of[group], launch, (d + 3) % 6]:
                    ways[group] |= 1 << d
        for unit in range(group_of.size):
            mask = ways[group_of[unit]]
            best = -1
            for d in range(6):
                if mask >> d & 1 and (best < 0 or left[d, -1] > left[best, -1]):
                    fits = True
                    for m in range(measures):
                        fits = fits and left[d, m] >= loads[unit, m]
                    if fits:
                        best = d
            if best >= 0:
                if count == who.size:
                    who = np.concatenate((who, who))
                    hexes = np.concatenate((hexes, hexes))
                who[count] = unit
                hexes[count] = neighbours[targets[k], best]
                left[best] -= loads[unit]
                count += 1
        offsets[k + 1] = count
    return offsets, who[:count].copy(), hexes[:count].copy()


@kernel
def _spread_from(neighbours: Any, passable: Any, closed: Any, length: int, reached: Any, queue: Any, last: int) -> int:
    """Mark what the first `last` nodes of the queue reach, in at most so many steps (-1: any number); how many there are."""
    first, steps = 0, 0
    while first < last and steps != length:
        end = last
        while first < end:
            node = queue[first]
            first += 1
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and not reached[near] and passable[node, d] and not closed[near]:
                    reached[near] = 1
                    queue[last] = near
                    last += 1
        steps += 1
    return last


@kernel
def _begin(closed: Any, sources: Any, reached: Any, queue: Any) -> int:
    last = 0
    for node in sources:
        if not closed[node] and not reached[node]:
            reached[node] = 1
            queue[last] = node
            last += 1
    return last


@kernel
def supply_net(
    neighbours: Any, passable: Any, closed: Any, sources: Any, length: int, roads: Any, hubs: Any, has_hubs: bool, gates: Any,
    gated: Any,
) -> Any:  # fmt: skip
    """The hexes with a supply line, by a description of `core.foresight.Lines`. `roads` and `gated` may be empty."""
    reached = np.zeros(neighbours.shape[0], np.uint8)
    queue = np.empty(neighbours.shape[0], np.int16)
    last = _begin(closed, sources, reached, queue)
    if roads.shape[0]:
        last = _spread_from(neighbours, roads, closed, -1, reached, queue, last)
    _spread_from(neighbours, passable, closed, length, reached, queue, last)
    if has_hubs:
        linked = reached
        reached = np.zeros(neighbours.shape[0], np.uint8)
        last = 0
        for node in hubs:
            if linked[node] and not reached[node]:
                reached[node] = 1
                queue[last] = node
                last += 1
        _spread_from(neighbours, passable, closed, length, reached, queue, last)
    shut = np.zeros(gates.size, np.bool_)
    for k in range(gates.size):
        shut[k] = gates[k] < 0 or not reached[gates[k]]
    for k in range(gates.size):
        if shut[k]:
            for node in range(reached.size):
                if gated[k, node]:
                    reached[node] = 0
    return reached


@kernel
def losses_without_each(
    neighbours: Any, passable: Any, closed: Any, sources: Any, length: int, roads: Any, hubs: Any, has_hubs: bool, gates: Any,
    gated: Any, zone: Any, held: Any, wanted: Any, taken: Any,
) -> Any:  # fmt: skip
    """Supply if an enemy took a hex, for each of many hexes: (offsets, nodes), for hex k of `taken` the nodes of `wanted` that
    have a line now and would have none.

    Where lines have any length and the hexes around the one taken are still joined near by without it, nobody loses his
    line; only where that is not so everything is traced anew.
    """
    plain = length < 0 and not has_hubs and not roads.shape[0] and not zone.shape[0]
    now = supply_net(neighbours, passable, closed, sources, length, roads, hubs, has_hubs, gates, gated)
    key = np.zeros(neighbours.shape[0], np.bool_)  # sources and gates: taking one can hurt wherever it lies
    for node in sources:
        key[node] = True
    for node in gates:
        if node >= 0:
            key[node] = True
    offsets = np.zeros(taken.size + 1, np.int64)
    lost = np.empty(64, np.int16)
    count = 0
    shut = closed.copy()
    queue = np.empty(neighbours.shape[0], np.int16)
    for k in range(taken.size):
        hex = taken[k]
        near_by = now[hex]
        now[hex] = 0
        harmless = plain and not key[hex] and (not near_by or still_joined(neighbours, passable, now, hex, queue))
        now[hex] = near_by
        if not harmless:
            shut[:] = closed
            shut[hex] = 1
            if zone.shape[0]:
                for d in range(6):
                    near = neighbours[hex, d]
                    if near >= 0 and zone[hex, d] and not held[near]:
                        shut[near] = 1
            then = supply_net(neighbours, passable, shut, sources, length, roads, hubs, has_hubs, gates, gated)
            for node in wanted:
                if now[node] and not then[node] and node != hex:
                    if count == lost.size:
                        lost = np.concatenate((lost, lost))
                    lost[count] = node
                    count += 1
        offsets[k + 1] = count
    return offsets, lost[:count].copy()


def warm() -> None:
    """Call every kernel once with the argument types that the games use."""
    neighbours = np.full((2, 6), -1, np.int16)
    neighbours[0, 0], neighbours[1, 3] = 1, 0
    sides, free, nobody, first = np.ones((2, 6), np.uint8), np.zeros(2, np.uint8), np.zeros(2, np.int16), np.zeros(1, np.int16)
    for closed in (free, nobody):
        reach_each(neighbours, sides, closed, nobody, 4, free, free, free, free, np.zeros((1, 1), np.uint8), first, 3)
    gather(neighbours, first, first.astype(np.int64), np.zeros(3, np.int64), first, np.ones((1, 2, 6), np.bool_),
           first, first, np.ones((1, 1), np.int16), np.ones((1, 1), np.int16))  # fmt: skip
    lines = neighbours, sides, free, first, -1, sides, first, True, first, np.zeros((1, 2), np.bool_)
    supply_net(*lines)
    losses_without_each(*lines, sides, np.zeros(2, np.bool_), first, first)
