"""Lines of hexes: where to stand so that nobody gets through, and who can stand where.

A line that separates one set of hexes from another is a vertex cut of the board; the cheapest one is a maximum
flow. The same question serves a defender ("which hexes must I hold to keep him out?") and an attacker ("which
hexes must I hold to cut him off from supply?").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.kernels import kernel

#: Cost of a hex that cannot be part of a line.
NO_PLACE = 10_000

Costs = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]


@kernel
def _cut(
    neighbours: Any, passable: Any, cost: Any, inside: Any, outside: Any, limit: int, total: int, through: Any, along: Any
) -> Any:
    """Push flow from `inside` to `outside` until no way is left or more than `limit` has gone through. `total` has gone through
    already: `through` each hex and `along` each hexside.

    Every hex is two nodes, a door in (n) and a door out (n + size), joined by an edge that carries `cost`.
    """
    size = neighbours.shape[0]
    before = np.empty(2 * size, np.int32)
    queue = np.empty(2 * size, np.int32)
    while True:
        before.fill(-2)
        first = 0
        last = 0
        for n in range(size):
            if inside[n]:
                before[n + size] = -1
                queue[last] = n + size
                last += 1
        end = -1
        while first < last and end < 0:
            at = queue[first]
            first += 1
            if at >= size:  # at a door out
                n = at - size
                if through[n] > 0 and before[n] == -2:
                    before[n] = at
                    queue[last] = n
                    last += 1
                for d in range(6):
                    m = neighbours[n, d]
                    if m >= 0 and passable[n, d] and before[m] == -2:
                        before[m] = at
                        if outside[m]:
                            end = m
                            break
                        queue[last] = m
                        last += 1
            else:  # at a door in
                if through[at] < cost[at] and before[at + size] == -2:
                    before[at + size] = at
                    queue[last] = at + size
                    last += 1
                for d in range(6):
                    m = neighbours[at, d]
                    if m >= 0 and before[m + size] == -2 and along[m, (d + 3) % 6] > 0:
                        before[m + size] = at
                        queue[last] = m + size
                        last += 1
        if end < 0:
            break
        push = 1_000_000
        at = end
        while before[at] >= 0:
            back = before[at]
            if back < size and at == back + size:
                push = min(push, cost[back] - through[back])
            elif at < size and back == at + size:
                push = min(push, through[at])
            elif back < size:  # against the flow from at - size to back
                for d in range(6):
                    if neighbours[at - size, d] == back:
                        push = min(push, along[at - size, d])
            at = back
        at = end
        while before[at] >= 0:
            back = before[at]
            if back < size and at == back + size:
                through[back] += push
            elif at < size and back == at + size:
                through[at] -= push
            elif back < size:
                for d in range(6):
                    if neighbours[at - size, d] == back:
                        along[at - size, d] -= push
            else:
                for d in range(6):
                    if neighbours[back - size, d] == at:
                        along[back - size, d] += push
            at = back
        total += push
        if total > limit:
            break
    line = np.zeros(size, np.bool_)
    if total <= limit:
        for n in range(size):
            line[n] = before[n] != -2 and before[n + size] == -2 and not outside[n]
    return total, line


class Lines:
    """The cheapest lines around sets of hexes, each within the next: what was found for one set is gone on with for the next, and
    when the line around a set is too dear, so are those around all that hold it.

    Of several cheapest lines it is the one nearest to the set, whatever was asked before.
    """

    def __init__(
        self, neighbours: npt.NDArray[np.int16], passable: npt.NDArray[np.uint8], cost: Costs, outside: Mask,
        limit: int = NO_PLACE - 1,
    ) -> None:  # fmt: skip
        self.neighbours, self.passable, self.cost, self.outside, self.limit = neighbours, passable, cost, outside, limit
        size = neighbours.shape[0]
        self.through, self.along = np.zeros(size, np.int32), np.zeros((size, 6), np.int32)
        self.total = 0

    def around(self, inside: Mask) -> tuple[int, list[int]] | None:
        """The cost of the cheapest line between `inside`, which holds all sets that were asked for before, and the outside, and
        its hexes; None beyond the limit. Hexes of cost 0 are held already."""
        if self.total > self.limit:
            return None
        self.total, line = _cut(
            self.neighbours, self.passable, self.cost, inside, self.outside, self.limit, self.total, self.through, self.along
        )  # fmt: skip
        return None if self.total > self.limit else (int(self.total), np.nonzero(line)[0].tolist())


def cheapest_line(
    neighbours: npt.NDArray[np.int16], passable: npt.NDArray[np.uint8], cost: Costs, inside: Mask, outside: Mask,
    limit: int = NO_PLACE - 1,
) -> tuple[int, list[int]] | None:  # fmt: skip
    """The hexes of the cheapest line between `inside` and `outside`, and its cost; None beyond `limit`."""
    return Lines(neighbours, passable, cost, outside, limit).around(inside)


def match_up(choices: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Give each place (key) one candidate of its own, as many places as possible, earlier candidates preferred."""
    taken: dict[int, int] = {}

    def seat(place: int, tried: set[int]) -> bool:
        for candidate in choices[place]:
            if candidate in tried:
                continue
            tried.add(candidate)
            if candidate not in taken or seat(taken[candidate], tried):
                taken[candidate] = place
                return True
        return False

    for place in sorted(choices, key=lambda p: len(choices[p])):
        seat(place, set())
    return {place: candidate for candidate, place in taken.items()}
