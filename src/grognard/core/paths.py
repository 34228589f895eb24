"""Movement and supply kernels: small graph searches on the flat arrays of a board.

Three questions, compiled once with Numba: where can a unit get to and what does it cost (`reach`),
which hexes are connected to these sources (`flood`), and how far is every hex from them (`spread`).
`oracle.py` answers the same questions in plain Python; the tests compare the two.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .kernels import kernel

#: A hexside that cannot be crossed, in a table of costs.
NEVER = 255

_UNREACHED = 32767

Ints = npt.NDArray[np.int16]
Bytes = npt.NDArray[np.uint8]


class Reach(NamedTuple):
    """Every hex a unit can get to: the hexes, what each costs, and the hex before it on the way."""

    nodes: Ints
    costs: Ints
    before: Ints

    def as_dict(self) -> dict[int, int]:
        """Hex to cost."""
        return dict(zip(self.nodes.tolist(), self.costs.tolist(), strict=True))

    def path(self, target: int) -> list[int]:
        """The cheapest way to `target`, without the starting hex; empty when it is out of reach."""
        return _path(self.nodes, self.before, target).tolist()  # type: ignore[no-any-return]


@kernel
def _path(nodes: Any, before: Any, target: int) -> Any:
    at = nodes.size - 1
    while at > 0 and nodes[at] != target:
        at -= 1
    way = np.empty(at, np.int16)
    free = at
    node = target
    while at > 0:  # the starting hex comes first, and every hex after the one before it
        if nodes[at] == node:
            free -= 1
            way[free] = node
            node = before[at]
        at -= 1
    return way[free:]


class Workspace:
    """Scratch arrays for the kernels of one board, so that a search allocates only its answer."""

    def __init__(self, nodes: int) -> None:
        self.best = np.full(nodes, _UNREACHED, np.int16)
        self.before = np.full(nodes, -1, np.int16)
        self.item = np.empty(nodes * 6 + 8, np.int16)
        self.chain = np.empty(nodes * 6 + 8, np.int32)
        self.none = np.zeros(nodes, np.uint8)
        self.nobody = np.zeros(nodes, np.int16)
        self.free = np.zeros((1, 1), np.uint8)


@kernel
def _reach(
    neighbours: Any, cost: Any, closed: Any, crowd: Any, most: int, toll: Any, leave: Any, stop: Any, zone: Any, between: Any,
    start: int, budget: int, best: Any, before: Any, item: Any, chain: Any,
) -> Any:  # fmt: skip
    # without leave or zones (None) code is compiled that does not look for them
    head = np.full(budget + 1, -1, np.int32)
    item[0] = start
    chain[0] = -1
    head[0] = 0
    used = 1
    best[start] = 0
    before[start] = -1
    found = np.empty(64, np.int16)
    count = 0
    for spent in range(budget + 1):
        while head[spent] >= 0:
            entry = head[spent]
            node = item[entry]
            head[spent] = chain[entry]
            if best[node] != spent:
                continue
            if count == found.size:
                bigger = np.empty(found.size * 2, np.int16)
                bigger[:count] = found
                found = bigger
            found[count] = node
            count += 1
            if stop[node] and node != start:
                continue
            gone = spent
            if leave is not None:
                gone += leave[node]
            for d in range(6):
                nxt = neighbours[node, d]
                if nxt < 0:
                    continue
                step = cost[node, d]
                if step == NEVER or closed[nxt] or crowd[nxt] > most:
                    continue
                total = gone + step + toll[nxt]
                if zone is not None and zone[node]:
                    total += between[zone[node], zone[nxt]]
                if total <= budget and total < best[nxt]:
                    best[nxt] = total
                    before[nxt] = node
                    item[used] = nxt
                    chain[used] = head[total]
                    head[total] = used
                    used += 1
    nodes = found[:count].copy()
    costs = np.empty(count, np.int16)
    back = np.empty(count, np.int16)
    for k in range(count):
        costs[k] = best[nodes[k]]
        back[k] = before[nodes[k]]
    for k in range(used):
        best[item[k]] = 32767
    return nodes, costs, back


def reach(
    neighbours: Ints, cost: Bytes, closed: Bytes | Ints, start: int, budget: int, space: Workspace,
    toll: Bytes | None = None, stop: Bytes | None = None, crowd: Ints | None = None, most: int = 0, leave: Bytes | None = None,
    zone: Bytes | None = None, between: Bytes | None = None,
) -> Reach:  # fmt: skip
    """Every hex within `budget` of `start`.

    `cost[hex, direction]` is what it costs to leave a hex that way (NEVER: not at all), `closed` marks
    hexes that may not be entered, `toll` adds to the cost of entering a hex and `leave` to that of leaving one (zones of
    control), and a unit that enters a `stop` hex goes no further. A hex with a `crowd` of more than `most` is closed as well.
    Where zones have strengths, `between[a, b]` is paid on top of a step from a hex of zone a (not 0) into one of zone b.
    """
    return Reach(
        *_reach(
            neighbours, cost, closed, space.nobody if crowd is None else crowd, most,
            space.none if toll is None else toll, leave, space.none if stop is None else stop, zone, between, start, budget,
            space.best, space.before, space.item, space.chain,
        )
    )  # fmt: skip


@kernel
def reach_many(neighbours: Any, cost: Any, closed: Any, starts: Any, budget: int, toll: Any) -> Any:
    """Reach of many units of one movement class in one call: (offsets, nodes, costs), unit k from offsets[k] on.

    What `_reach` does without crowds, stops and ways, so that a unit costs no memory of its own.
    """
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
        if count + size > nodes.size:  # room for all the board, whatever the unit reaches
            nodes = np.concatenate((nodes, nodes))
            costs = np.concatenate((costs, costs))
        first = count
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
                for d in range(6):
                    near = neighbours[node, d]
                    if near < 0:
                        continue
                    step = cost[node, d]
                    if step == NEVER or closed[near]:
                        continue
                    total = spent + step + toll[near]
                    if total <= budget and total < best[near]:
                        best[near] = total
                        item[used] = near
                        chain[used] = head[total]
                        head[total] = used
                        used += 1
        for at in range(first, count):
            best[nodes[at]] = 32767
        offsets[k + 1] = count
    return offsets, nodes[:count], costs[:count]


@kernel
def reach_alone(neighbours: Any, cost: Any, closed: Any, crowd: Any, most: int, starts: Any, budgets: Any) -> Any:
    """Where many units get, each alone and with points of its own: (offsets, hexes), the hexes of unit k without its start from
    offsets[k] on, in the order in which `_reach` finds them."""
    size = neighbours.shape[0]
    shut = np.empty(size, np.bool_)
    for node in range(size):
        shut[node] = closed[node] or crowd[node] > most
    best = np.full(size, 32767, np.int16)
    head = np.full(budgets.max() + 1, -1, np.int32)
    item = np.empty(size * 6 + 8, np.int16)
    chain = np.empty(size * 6 + 8, np.int32)
    offsets = np.zeros(starts.size + 1, np.int64)
    nodes = np.empty(starts.size * 64 + size, np.int16)
    count = 0
    for k in range(starts.size):
        if count + size > nodes.size:  # room for all the board, whatever the unit reaches
            nodes = np.concatenate((nodes, nodes))
        item[0] = starts[k]
        chain[0] = -1
        head[0] = 0
        best[starts[k]] = 0
        used = 1
        budget = min(budgets[k], NEVER - 1)
        for spent in range(budget + 1):
            while head[spent] >= 0:
                entry = head[spent]
                node = item[entry]
                head[spent] = chain[entry]
                if best[node] != spent:
                    continue
                if entry:
                    nodes[count] = node
                    count += 1
                for d in range(6):
                    near = neighbours[node, d]
                    total = spent + cost[node, d]
                    if near >= 0 and total <= budget and total < best[near] and not shut[near]:
                        best[near] = total
                        item[used] = near
                        chain[used] = head[total]
                        head[total] = used
                        used += 1
        for at in range(used):
            best[item[at]] = 32767
        offsets[k + 1] = count
    return offsets, nodes[:count]


@kernel
def next_to(neighbours: Any, passable: Any, marked: Any) -> Any:
    """The nodes that touch a marked node across a passable hexside (`passable[node, direction]`, seen from the node)."""
    found = np.zeros(neighbours.shape[0], np.bool_)
    for node in range(neighbours.shape[0]):
        if marked[node]:
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and passable[near, (d + 3) % 6]:
                    found[near] = True
    return found


@kernel
def facing(neighbours: Any, passable: Any, these: Any, others: Any) -> Any:
    """The marked nodes of `these` that touch a marked node of `others` across a passable hexside."""
    found = np.empty(these.size, np.int16)
    count = 0
    for node in range(neighbours.shape[0]):
        if these[node]:
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and others[near] and passable[node, d]:
                    found[count] = node
                    count += 1
                    break
    return found[:count]


@kernel
def first_above(counts: Any, nodes: int, limit: int) -> int:
    """The first entry above a limit among so many nodes of each row, counted row by row; -1 when there is none."""
    for row in range(counts.shape[0]):
        for node in range(nodes):
            if counts[row, node] > limit:
                return int(row * nodes + node)
    return -1


@kernel
def occupied(counts: Any, others: Any) -> Any:
    """The nodes where somebody stands, and some others, as a mask."""
    found = np.zeros(counts.size, np.uint8)
    for node in range(counts.size):
        found[node] = counts[node] > 0
    for node in others:
        found[node] = 1
    return found


@kernel
def outside(counts: Any, reached: Any, nodes: int) -> Any:
    """Of the first so many nodes, those where somebody stands whom a flood has not reached."""
    found = np.empty(nodes, np.int16)
    count = 0
    for node in range(nodes):
        if counts[node] and not reached[node]:
            found[count] = node
            count += 1
    return found[:count]


@kernel
def standing(pieces: Any, loc: Any, flags: Any, looked_at: int, wanted: int, nodes: int) -> Any:
    """The nodes where one of the pieces stands whose flags, of those looked at, are just the wanted ones."""
    found = np.zeros(nodes, np.bool_)
    for piece in pieces:
        if loc[piece] >= 0 and flags[piece] & looked_at == wanted:
            found[loc[piece]] = True
    return found


@kernel
def way_out(neighbours: Any, passable: Any, closed: Any, sources: Any, starts: Any) -> Any:
    """A shortest way from one of the starts to a source, both included, past closed nodes; empty when there is none."""
    nodes = neighbours.shape[0]
    before = np.full(nodes, -2, np.int16)
    goal = np.zeros(nodes, np.bool_)
    for node in sources:
        goal[node] = not closed[node]
    queue = np.empty(nodes, np.int16)
    first = 0
    last = 0
    for node in starts:
        if not closed[node] and before[node] == -2:
            before[node] = -1
            queue[last] = node
            last += 1
    while first < last:
        node = queue[first]
        first += 1
        if goal[node]:
            length = 0
            while node >= 0:
                queue[length] = node
                length += 1
                node = before[node]
            return queue[:length].copy()
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0 and before[near] == -2 and passable[node, d] and not closed[near]:
                before[near] = node
                queue[last] = near
                last += 1
    return queue[:0].copy()


@kernel
def flood(neighbours: Any, passable: Any, closed: Any, sources: Any) -> Any:
    """Which nodes are connected to a source? `passable[node, direction]` is the hexside seen from the node.

    A closed node is never entered, and a closed source gives nothing.
    """
    reached = np.zeros(neighbours.shape[0], np.uint8)
    queue = np.empty(neighbours.shape[0], np.int16)
    first = 0
    last = 0
    for node in sources:
        if not closed[node] and not reached[node]:
            reached[node] = 1
            queue[last] = node
            last += 1
    while first < last:
        node = queue[first]
        first += 1
        for d in range(6):
            nxt = neighbours[node, d]
            if nxt >= 0 and not reached[nxt] and passable[node, d] and not closed[nxt]:
                reached[nxt] = 1
                queue[last] = nxt
                last += 1
    return reached


@kernel
def flood_again(neighbours: Any, passable: Any, closed: Any, sources: Any, was_closed: Any, was_reached: Any) -> Any:
    """What `flood` answers, worked out from its answer for other closed nodes and the same sources.

    Node by node: one that opens lets through what reaches it; one that closes cuts nobody off as long as its reached
    neighbours are still connected near by. Where that cannot be seen, everything is flooded anew.
    Hexsides must be passable both ways or not at all.
    """
    reached = was_reached.copy()
    queue = np.empty(closed.size, np.int16)
    changed = _differences(closed, was_closed)
    for start in changed:
        if closed[start]:
            continue
        touched = False
        for d in range(6):
            near = neighbours[start, d]
            if near >= 0 and reached[near] and passable[start, d]:
                touched = True
        for node in sources:
            if node == start:
                touched = True
        first = 0
        last = 0
        if touched and not reached[start]:
            reached[start] = 1
            queue[0] = start
            last = 1
        while first < last:
            node = queue[first]
            first += 1
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and not reached[near] and passable[node, d] and not (closed[near] and was_closed[near]):
                    reached[near] = 1
                    queue[last] = near
                    last += 1
    for start in changed:
        if not closed[start] or not reached[start]:
            continue
        reached[start] = 0
        fed = False
        for node in sources:
            if node == start:
                fed = True
        if fed or not still_joined(neighbours, passable, reached, start, queue):
            return flood(neighbours, passable, closed, sources)
    return reached


@kernel
def _differences(a: Any, b: Any) -> Any:
    """Where two arrays of bytes differ, compared 64 bytes at once."""
    found = np.empty(a.size, np.int32)
    count = 0
    whole = a.size // 64
    x = a[: whole * 64].view(np.uint64)
    y = b[: whole * 64].view(np.uint64)
    for block in range(whole + 1):
        if block < whole:
            k = block * 8
            low = (x[k] ^ y[k]) | (x[k + 1] ^ y[k + 1]) | (x[k + 2] ^ y[k + 2]) | (x[k + 3] ^ y[k + 3])
            high = (x[k + 4] ^ y[k + 4]) | (x[k + 5] ^ y[k + 5]) | (x[k + 6] ^ y[k + 6]) | (x[k + 7] ^ y[k + 7])
            if not low | high:
                continue
        for at in range(block * 64, min(block * 64 + 64, a.size)):
            if a[at] != b[at]:
                found[count] = at
                count += 1
    return found[:count]


@kernel
def still_joined(neighbours: Any, passable: Any, reached: Any, gone: int, queue: Any) -> bool:
    """Are the reached neighbours of a node that has gone connected without it, by a way of no more than some 200 nodes?"""
    wanted = 0
    last = 0
    for d in range(6):
        near = neighbours[gone, d]
        if near >= 0 and reached[near] and passable[gone, d]:
            wanted += 1
            if last == 0:
                queue[0] = near
                last = 1
    if wanted < 2:
        return True
    reached[queue[0]] = 2
    joined = 1
    first = 0
    while first < last and joined < wanted and last < 200:
        node = queue[first]
        first += 1
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0 and reached[near] == 1 and passable[node, d]:
                reached[near] = 2
                queue[last] = near
                last += 1
                for e in range(6):
                    if neighbours[gone, e] == near and passable[gone, e]:
                        joined += 1
    for k in range(last):
        reached[queue[k]] = 1
    return joined == wanted


@kernel
def spread(neighbours: Any, cost: Any, closed: Any, sources: Any, limit: int) -> Any:
    """Cost from the nearest source to every node, -1 beyond `limit`; costs are read from the source outwards."""
    nodes = neighbours.shape[0]
    best = np.full(nodes, 32767, np.int16)
    head = np.full(limit + 1, -1, np.int32)
    item = np.empty(nodes * 6 + sources.size, np.int16)
    chain = np.empty(nodes * 6 + sources.size, np.int32)
    used = 0
    for node in sources:
        if not closed[node] and best[node] != 0:
            best[node] = 0
            item[used] = node
            chain[used] = head[0]
            head[0] = used
            used += 1
    for spent in range(limit + 1):
        while head[spent] >= 0:
            entry = head[spent]
            node = item[entry]
            head[spent] = chain[entry]
            if best[node] != spent:
                continue
            for d in range(6):
                nxt = neighbours[node, d]
                if nxt < 0 or closed[nxt]:
                    continue
                step = cost[node, d]
                if step == NEVER:
                    continue
                total = spent + step
                if total <= limit and total < best[nxt]:
                    best[nxt] = total
                    item[used] = nxt
                    chain[used] = head[total]
                    head[total] = used
                    used += 1
    for node in range(nodes):
        if best[node] == 32767:
            best[node] = -1
    return best


@kernel
def two_nearest(neighbours: Any, cost: Any, sources: Any, limit: int) -> Any:
    """Cost from the nearest source to every node, which source that is, and the cost from the nearest other; -1 beyond `limit`.
    So one search tells what `spread` would find without any one of the sources."""
    nodes = neighbours.shape[0]
    near = np.full(nodes, -1, np.int16)
    other = np.full(nodes, -1, np.int16)
    whose = np.full(nodes, -1, np.int16)
    head = np.full(limit + 1, -1, np.int32)
    item = np.empty(nodes * 12 + sources.size, np.int16)
    owner = np.empty(item.size, np.int16)
    chain = np.empty(item.size, np.int32)
    used = 0
    for node in sources:
        item[used] = node
        owner[used] = node
        chain[used] = head[0]
        head[0] = used
        used += 1
    for spent in range(limit + 1):
        while head[spent] >= 0:
            entry = head[spent]
            head[spent] = chain[entry]
            node, source = item[entry], owner[entry]
            if other[node] >= 0 or whose[node] == source:
                continue
            if whose[node] < 0:
                near[node], whose[node] = spent, source
            else:
                other[node] = spent
            for d in range(6):
                nxt = neighbours[node, d]
                if nxt < 0 or cost[node, d] == NEVER or other[nxt] >= 0 or whose[nxt] == source:
                    continue
                total = spent + cost[node, d]
                if total <= limit:
                    item[used] = nxt
                    owner[used] = source
                    chain[used] = head[total]
                    head[total] = used
                    used += 1
    return near, whose, other
