"""Plain-Python twins of the kernels, slow and obviously right."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Any

from grognard.core.paths import NEVER


def reach(neighbours: Any, cost: Any, closed: Any, start: int, budget: int, toll: Any = None, stop: Any = None) -> dict[int, int]:
    """Hex to cost, by Dijkstra's method with a heap."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, node = heapq.heappop(heap)
        if spent > best[node] or (stop is not None and stop[node] and node != start):
            continue
        for direction in range(6):
            near = int(neighbours[node][direction])
            step = int(cost[node][direction])
            if near < 0 or step == NEVER or closed[near]:
                continue
            total = spent + step + (int(toll[near]) if toll is not None else 0)
            if total <= budget and total < best.get(near, budget + 1):
                best[near] = total
                heapq.heappush(heap, (total, near))
    return best


def flood(neighbours: Any, passable: Any, closed: Any, sources: Iterable[int]) -> set[int]:
    """Nodes connected to a source."""
    found = {int(s) for s in sources if not closed[int(s)]}
    queue = list(found)
    for node in queue:
        for direction in range(6):
            near = int(neighbours[node][direction])
            if near >= 0 and near not in found and passable[node][direction] and not closed[near]:
                found.add(near)
                queue.append(near)
    return found


def spread(neighbours: Any, cost: Any, closed: Any, sources: Iterable[int], limit: int) -> dict[int, int]:
    """Cost from the nearest source."""
    best: dict[int, int] = {}
    for source in sources:
        if closed[int(source)]:
            continue
        for node, spent in reach(neighbours, cost, closed, int(source), limit).items():
            best[node] = min(spent, best.get(node, limit))
    return best


def next_to(neighbours: Any, passable: Any, marked: Any) -> set[int]:
    """Nodes with a marked neighbour beyond a passable hexside."""
    return {
        node for node in range(len(neighbours))
        if any(neighbours[node][d] >= 0 and passable[node][d] and marked[int(neighbours[node][d])] for d in range(6))
    }  # fmt: skip
