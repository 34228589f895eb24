"""Pockets about to close: stacks that an enemy cuts off by entering two or three hexes at once.

A stack is safe when a line leads away from it that touches no hex an enemy can enter. For any other one looks how many ways lead
from it to safe ground that share no such hex: where there are few, the narrowest place is where the pocket would be closed. The
search stays within the ground that enemies can enter, and stops as soon as there are more ways than anybody could bar.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from ..core.foresight import Lines, Traced
from ..core.kernels import kernel
from .cuts import network
from .outlook import Outlook

#: So many hexes an enemy is taken to enter at once.
MOST_HEXES = 3


@kernel
def _search(
    neighbours: Any, passable: Any, closed: Any, narrow: Any, safe: Any, source: Any, start: int, flow: Any, through: Any,
    seen: Any, before: Any, queue: Any,
) -> Any:  # fmt: skip
    """A way from a hex to safe ground, or through a source, beside those that are taken already: (its last entry, how many
    entries were seen).

    Every node is two entries, 2n where it is entered and 2n + 1 where it is left; a narrow node lets one way through.
    """
    queue[0] = 2 * start + 1
    seen[queue[0]] = True
    before[queue[0]] = -1
    first, last = 0, 1
    while first < last:
        entry = queue[first]
        first += 1
        node = entry // 2
        if entry % 2:
            if through[node] and not seen[2 * node]:  # take a way back
                seen[2 * node] = True
                before[2 * node] = entry
                queue[last] = 2 * node
                last += 1
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and passable[node, d] and not closed[near] and not seen[2 * near] and near != start:
                    seen[2 * near] = True
                    before[2 * near] = entry
                    queue[last] = 2 * near
                    last += 1
                    if safe[near]:
                        return 2 * near, last
            continue
        if not (narrow[node] and through[node]) and not seen[entry + 1]:
            seen[entry + 1] = True
            before[entry + 1] = entry
            queue[last] = entry + 1
            last += 1
            if source[node]:
                return entry + 1, last
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0 and flow[near, (d + 3) % 6] > 0 and not seen[2 * near + 1]:
                seen[2 * near + 1] = True
                before[2 * near + 1] = entry
                queue[last] = 2 * near + 1
                last += 1
    return -1, last


@kernel
def _take(neighbours: Any, end: int, flow: Any, through: Any, before: Any) -> None:
    """The way to an entry is taken: steps are noted, and steps back are taken off."""
    entry = end
    while before[entry] >= 0:
        came = before[entry]
        node, back = entry // 2, came // 2
        if node == back:
            through[node] += 1 if entry % 2 else -1
        else:
            for d in range(6):
                if entry % 2 == 0 and neighbours[back, d] == node:
                    flow[back, d] += 1
                if entry % 2 == 1 and neighbours[node, d] == back:
                    flow[node, d] -= 1
        entry = came


@kernel
def narrow_cuts(neighbours: Any, passable: Any, closed: Any, narrow: Any, safe: Any, sources: Any, starts: Any, most: int) -> Any:
    """For each start the fewest narrow nodes that part it from safe ground, in rows of `most`, -1 where there are no more; a row
    of -1 for a start that is safe, lost already, or has more ways than that."""
    nodes = neighbours.shape[0]
    flow = np.zeros((nodes, 6), np.int8)
    through = np.zeros(nodes, np.int8)
    seen = np.zeros(2 * nodes, np.bool_)
    before = np.empty(2 * nodes, np.int32)
    queue = np.empty(2 * nodes, np.int32)
    found = np.full((starts.size, most), -1, np.int16)
    source = np.zeros(nodes, np.bool_)
    for node in sources:
        source[node] = not closed[node]
    for k in range(starts.size):
        if safe[starts[k]]:
            continue
        flow[:] = 0
        through[:] = 0
        ways, end = 0, 0
        while end >= 0 and ways <= most:
            end, last = _search(neighbours, passable, closed, narrow, safe, source, starts[k], flow, through, seen, before, queue)
            if end >= 0:
                _take(neighbours, end, flow, through, before)
                ways += 1
            elif ways:
                count = 0
                for at in range(last):
                    node = queue[at] // 2
                    if queue[at] % 2 == 0 and narrow[node] and not seen[2 * node + 1]:
                        found[k, count] = node
                        count += 1
            for at in range(last):
                seen[queue[at]] = False
    return found


def any_length(outlook: Outlook, side: int) -> Lines | None:
    """Lines by which pockets are judged."""
    lines = outlook.lines(side)
    return lines.joined if isinstance(lines, Traced) else lines


def pockets(outlook: Outlook, side: int, enemy: int) -> dict[tuple[int, ...], list[int]]:
    """The hexes by which an enemy would close a pocket, each entered by another stack of his, and the stacks in it."""
    lines, reached = any_length(outlook, side), outlook.reaches(enemy)
    if lines is None or reached is None or lines.length >= 0 or lines.zone is not None:
        return {}  # where lines are short, or zones bar them, a single hex does it
    board = outlook.p.game.board
    entered = reached.entered(board.nodes)
    safe = network(board, lines, entered)
    stacks = outlook.stacks(side)
    stacks = stacks[network(board, lines)[stacks] != 0]
    if lines.fed is not None:
        stacks = stacks[~lines.fed[stacks]]
    described = [board.neighbours, lines.passable, lines.closed, entered, safe, lines.sources, stacks, MOST_HEXES]
    rows = narrow_cuts(*described).tolist()
    found: dict[tuple[int, ...], list[int]] = {}
    for hex, row in zip(stacks.tolist(), rows, strict=True):
        cut = tuple(sorted(h for h in row if h >= 0))
        if len(cut) > 1:
            found.setdefault(cut, []).append(hex)
    return {cut: there for cut, there in found.items() if _can_be_entered_at_once(outlook, enemy, cut)}


def _can_be_entered_at_once(outlook: Outlook, enemy: int, hexes: tuple[int, ...]) -> bool:
    """Is there another stack of an enemy for each of these hexes?"""
    reached = outlook.reaches(enemy)
    assert reached is not None
    starts = [{reached.groups[group].start for group, _, _ in reached.into((hex,))} for hex in hexes]
    few = [sorted(choice)[: len(hexes)] for choice in starts]
    return any(len({*choice}) == len(hexes) for choice in product(*few))


def warm() -> None:
    """Compile the kernels with the argument types that the games use."""
    neighbours = np.full((2, 6), -1, np.int16)
    neighbours[0, 0], neighbours[1, 3] = 1, 0
    sides, free, first = np.ones((2, 6), np.uint8), np.zeros(2, np.uint8), np.zeros(1, np.int16)
    narrow_cuts(neighbours, sides, free, np.zeros(2, np.bool_), free, first, first, MOST_HEXES)
