"""Encirclement: Soviet units without supply die at the end of their turn, and only occupied hexes cut supply.

A pocket is a set of Soviet stacks and the cheapest ring of hexes, held already or within reach, between them and
their sources. A ring of divisions at full strength cannot be broken in one turn: each hex is attacked at most once
and the division in it has a step to give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ....ai.front import NO_PLACE, Lines, Mask, match_up
from ....core.paths import flood
from ..state import SOVIET
from .sight import Sight

#: Radii within which stacks are tried as one pocket.
SIZES = (0, 1, 2, 3, 5, 7)
#: New posts beyond which a ring is not considered.
MOST_POSTS = 14
#: What a post must catch at least, in Soviet units.
POST = 0.45
#: What a post held by mechanized units costs more.
PANZER_POST = 0.6
#: How far from the nearest German the centre of a pocket may lie.
NEAR = 3


class Ring(NamedTuple):
    """Who must stand where, and how many Soviet units that cuts off."""

    posts: dict[int, int]  #: hex -> unit
    caught: int
    value: float

    @property
    def why(self) -> str:
        return f"this closes a pocket with {self.caught} units"


def _alike(can: Mapping[int, Mapping[int, int]]) -> Iterator[tuple[list[int], int]]:
    """Hexes in reach, and how many units have just these: those that start together share them."""
    shared = Counter(map(id, can.values()))
    for hexes in {id(hexes): hexes for hexes in can.values()}.values():
        yield list(hexes), shared[id(hexes)]


class Pockets:
    """Rings that the free units could close now. `can[unit]` maps the hexes in reach to their costs."""

    def __init__(
        self, sight: Sight, can: Mapping[int, Mapping[int, int]], fixed: Mapping[int, int], panzer_post: float = PANZER_POST
    ) -> None:
        self.sight, self.panzer_post = sight, panzer_post
        self.can = can
        self.fixed = fixed  #: hex -> units there that are not going to move
        game = sight.game
        comers = np.zeros(sight.board.nodes, np.int32)
        for hexes, number in _alike(can):
            comers[hexes] += number
        self.cost = np.where(comers > 1, 10, np.where(comers == 1, 12, NO_PLACE)).astype(np.int32)
        for hex, stack in sight.stacks.items():
            self.cost[hex] = 0 if fixed.get(hex) else 1 if any(u in can for u in stack) else self.cost[hex]
        self.shut: Mask = game.arrays.city & (sight.control == sight.side)
        self.cost[self.shut] = 0
        self.cost[sight.foe > 0] = NO_PLACE
        self.outside = self._unbarred()
        self._dear = {unit: 3 * sight.panzer(unit) + 6 * (not sight.full(unit)) for unit in can}
        self._able: dict[int, list[int]] = {}  #: who can stand in a hex, the cheapest first

    def _unbarred(self) -> Mask:
        """Sources, and all hexes from which ways lead there on which nobody can stand: no line runs behind them."""
        sources = np.array(self.sight.working_sources, np.int16)
        closed = self.cost < NO_PLACE
        closed[sources] = False
        found: Mask = flood(self.sight.board.neighbours, self.sight.game.open_to_soviet, closed.view(np.uint8), sources) != 0
        return found

    # ---------------------------------------------------------------- one ring

    def lines(self, most: int = MOST_POSTS) -> Lines:
        """Lines around hexes that keep them from their sources."""
        return Lines(self.sight.board.neighbours, self.sight.game.open_to_soviet, self.cost, self.outside, 12 * most + 40)

    def around(self, inside: Mask, lines: Lines) -> dict[int, int] | None:
        """Who must stand where to cut these hexes off; None when it cannot be done now."""
        if (inside & self.outside).any():
            return None
        found = lines.around(inside)
        if found is None:
            return None
        open_posts = {h: self._candidates(h) for h in found[1] if not self.shut[h] and not self.fixed.get(h)}
        posts = match_up(open_posts, all_or_nothing=True)
        return posts if len(posts) == len(open_posts) else None

    def _candidates(self, hex: int) -> list[int]:
        """Infantry before panzers, full strength before reduced, the nearer the better; who stands there stays."""
        found = self._able.get(hex)
        if found is None:
            sight, can, dear = self.sight, self.can, self._dear
            units = {*(u for u, hexes in can.items() if hex in hexes), *(u for u in sight.stacks.get(hex, ()) if u in can)}
            rows = sorted([(can[u].get(hex, 0) - 8 * (sight.at[u] == hex) + dear[u], u) for u in units])
            found = self._able[hex] = [unit for _, unit in rows]
        return found

    def caught(self, posts: Mapping[int, int]) -> int:
        """Soviet units that would be without supply."""
        sight, game = self.sight, self.sight.game
        left = {h: len(stack) for h, stack in sight.stacks.items()}
        for unit in posts.values():
            left[sight.at[unit]] -= 1
        fed = sight.supply(SOVIET, list(posts), [h for h, n in left.items() if n == 0])
        safe = game.arrays.city & ~sight.was_german
        return sum(int(sight.foe[h]) for h in sight.enemies if not fed[h] and not safe[h])

    # ---------------------------------------------------------------- the best one

    def best(self) -> Ring | None:
        """The ring that catches most for the posts it needs."""
        if not self.sight.working_sources:
            return None
        found: Ring | None = None
        for inside, lines in self._candidate_pockets():
            posts = self.around(inside, lines)
            if posts is None:
                continue
            caught = self.caught(posts)
            moved = sum(1 for h, u in posts.items() if self.sight.at[u] != h)
            panzers = sum(1 for u in posts.values() if self.sight.mech(u))
            value = caught - POST * moved - self.panzer_post * panzers - 0.1 * (len(posts) - moved)
            if caught and value > 0 and (found is None or value > found.value):
                found = Ring(posts, caught, value)
        return found

    def _candidate_pockets(self) -> Iterator[tuple[Mask, Lines]]:
        """Stacks around a centre, fewer first, so that lines around them are found from each other."""
        sight = self.sight
        tried: set[tuple[int, ...]] = set()
        germans = list(sight.stacks)
        if not germans or not sight.enemies:
            return
        enemies = np.array(sight.enemies)
        near = self._apart(enemies, germans) <= NEAR
        fresh = self.lines()
        for centre in enemies[near].tolist():
            apart, lines = self._apart(enemies, (centre,)), fresh.again()
            for size in SIZES:
                members = tuple(enemies[apart <= size].tolist())
                if members not in tried:
                    tried.add(members)
                    inside = np.zeros(sight.board.nodes, np.bool_)
                    inside[list(members)] = True
                    yield inside, lines

    def _apart(self, hexes: npt.NDArray[np.int64], others: Iterable[int]) -> npt.NDArray[np.int32]:
        """Distance of each hex from the nearest of the others."""
        axial = self.sight.board.axial
        gap = axial[hexes][:, None, :] - axial[list(others)][None, :, :]
        return np.maximum(np.abs(gap).max(axis=2), np.abs(gap.sum(axis=2))).min(axis=1)  # type: ignore[no-any-return]
