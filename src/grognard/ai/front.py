"""Lines of hexes: where to stand so that nobody gets through, and who can stand where.

A line that separates one set of hexes from another is a vertex cut of the board; the cheapest one is a maximum
flow. The same question serves a defender ("which hexes must I hold to keep him out?") and an attacker ("which
hexes must I hold to cut him off from supply?").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.kernels import kernel

#: Cost of a hex that cannot be part of a line.
NO_PLACE = 10_000

#: A set of so many hexes is no pocket but a front.
BROAD = 40

Costs = npt.NDArray[np.int32]
Mask = npt.NDArray[np.bool_]


@kernel
def _homeward(neighbours: Any, passable: Any, outside: Any) -> Any:
    """The directions of every hex in the order of how near they lead to `outside`, the farthest first."""
    size = neighbours.shape[0]
    far = np.full(size, 10_000, np.int32)
    queue = np.empty(size, np.int32)
    first = last = 0
    for n in range(size):
        if outside[n]:
            far[n] = 0
            queue[last] = n
            last += 1
    while first < last:
        n = queue[first]
        first += 1
        for d in range(6):
            m = neighbours[n, d]
            if m >= 0 and far[m] == 10_000 and passable[m, (d + 3) % 6]:
                far[m] = far[n] + 1
                queue[last] = m
                last += 1
    order = np.empty((size, 6), np.int8)
    for n in range(size):
        for d in range(6):
            m = neighbours[n, d]
            gap = far[m] if m >= 0 else 10_000
            k = d
            while k > 0:  # put in where it belongs
                other = neighbours[n, order[n, k - 1]]
                if (far[other] if other >= 0 else 10_000) >= gap:
                    break
                order[n, k] = order[n, k - 1]
                k -= 1
            order[n, k] = d
    return order


@kernel
def _push(neighbours: Any, cost: Any, before: Any, end: int, through: Any, along: Any) -> Any:
    """Push as much along the way that leads to a door as it can carry; that is nothing where another one has filled it."""
    size = neighbours.shape[0]
    push = 1_000_000
    for measuring in (True, False):
        at = end
        while before[at] >= 0:
            back = before[at]
            if back < size and at == back + size:  # through a hex
                if measuring:
                    push = min(push, cost[back] - through[back])
                else:
                    through[back] += push
            elif at < size and back == at + size:  # and back through it
                if measuring:
                    push = min(push, through[at])
                else:
                    through[at] -= push
            else:  # over a hexside, or against the flow over it
                n, m = (at - size, back) if back < size else (back - size, at)
                for d in range(6):
                    if neighbours[n, d] == m:
                        if back >= size:
                            along[n, d] += 0 if measuring else push
                        elif measuring:
                            push = min(push, along[n, d])
                        else:
                            along[n, d] -= push
            at = back
    return push


@kernel
def _cut(
    neighbours: Any, passable: Any, cost: Any, inside: Any, outside: Any, order: Any, limit: int, total: int, through: Any,
    along: Any,
) -> Any:  # fmt: skip
    """Push flow from `inside` to `outside` until no way is left or more than `limit` has gone through. `total` has gone through
    already: `through` each hex and `along` each hexside.

    Every hex is two nodes, a door in (n) and a door out (n + size), joined by an edge that carries `cost`. Ways are looked for
    straight towards the outside first (`order`), and all over again until there is none.
    """
    size = neighbours.shape[0]
    before = np.empty(2 * size, np.int32)
    queue = np.empty(2 * size, np.int32)
    begin = np.nonzero(inside)[0]
    broad = len(begin) > BROAD
    moving = True
    while moving and total <= limit:
        moving = False
        before.fill(-2)
        first = last = 0
        for n in begin:
            before[n + size] = -1
            queue[last] = n + size
            last += 1
        while first < last and total <= limit:
            if broad:  # on a broad front: the nearest first, and all ways that leave each other room
                at = queue[first]
                first += 1
            else:  # out of a pocket: straight on, one way after the other
                last -= 1
                at = queue[last]
            end = -1
            if at >= size:  # at a door out
                n = at - size
                if through[n] > 0 and before[n] == -2:
                    before[n] = at
                    queue[last] = n
                    last += 1
                for k in range(6):
                    d = order[n, k]
                    m = neighbours[n, d]
                    if m < 0 or before[m] != -2 or not passable[n, d]:
                        continue
                    before[m] = at
                    if outside[m]:
                        end = m
                    elif through[m] > 0:
                        queue[last] = m
                        last += 1
                    elif cost[m] > 0 and before[m + size] == -2:  # nothing flows here: straight to the door out
                        before[m + size] = m
                        queue[last] = m + size
                        last += 1
            else:  # at a door in
                for d in range(6):
                    m = neighbours[at, d]
                    if m >= 0 and before[m + size] == -2 and along[m, (d + 3) % 6] > 0:
                        before[m + size] = at
                        queue[last] = m + size
                        last += 1
                if through[at] < cost[at] and before[at + size] == -2:
                    before[at + size] = at
                    queue[last] = at + size
                    last += 1
            if end >= 0:
                push = _push(neighbours, cost, before, end, through, along)
                total += push
                moving |= push > 0
                if not broad:
                    last = 0
    line = np.zeros(size, np.bool_)
    if total <= limit:
        for k in range(size):
            line[k] = before[k] != -2 and before[k + size] == -2 and not outside[k]
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
        self.order = _homeward(neighbours, passable, outside)
        self.total: int = 0

    def again(self) -> Lines:
        """The same with nothing asked yet."""
        found = copy(self)
        found.through, found.along, found.total = np.zeros_like(self.through), np.zeros_like(self.along), 0
        return found

    def around(self, inside: Mask) -> tuple[int, list[int]] | None:
        """The cost of the cheapest line between `inside`, which holds all sets that were asked for before, and the outside, and
        its hexes; None beyond the limit. Hexes of cost 0 are held already."""
        if self.total > self.limit:
            return None
        total, line = _cut(
            self.neighbours, self.passable, self.cost, inside, self.outside, self.order, self.limit, self.total, self.through,
            self.along,
        )  # fmt: skip
        self.total = int(total)
        return None if self.total > self.limit else (self.total, np.nonzero(line)[0].tolist())


def cheapest_line(
    neighbours: npt.NDArray[np.int16], passable: npt.NDArray[np.uint8], cost: Costs, inside: Mask, outside: Mask,
    limit: int = NO_PLACE - 1,
) -> tuple[int, list[int]] | None:  # fmt: skip
    """The hexes of the cheapest line between `inside` and `outside`, and its cost; None beyond `limit`."""
    return Lines(neighbours, passable, cost, outside, limit).around(inside)


def match_up(choices: Mapping[int, Sequence[int]], *, all_or_nothing: bool = False) -> dict[int, int]:
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
        if not seat(place, set()) and all_or_nothing:
            return {}
    return {place: candidate for candidate, place in taken.items()}
