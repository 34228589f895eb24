"""Encirclement: units without supply count half, and those with no way out die where others would retreat.

A ring is the cheapest set of hexes, held already or within reach, between enemy stacks and all their sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....ai.front import NO_PLACE, Costs, Lines, Mask, match_up
from ....core.paths import flood
from ..rules import supply
from ..state import GERMAN

if TYPE_CHECKING:
    from .sight import Sight

#: Radii within which stacks are tried as one pocket, and how far from the nearest own unit its centre may lie.
_SIZES, _NEAR = (0, 1, 2), 2
_MOST_POSTS = 7
#: Worth of a factor cut off, and of a place that brings points among them; price of a unit that has to go to its post.
_CAUGHT, _PLACE, _POST = 0.35, 2.0, 2.0
#: Defence factors of stacks worth a siege, and the price of a hex of the ring that has to be stormed.
_STACK, _STORM = 9.0, 25


class Ring(NamedTuple):
    """Who must stand where, and which enemy stacks that cuts off."""

    posts: dict[int, int]  #: hex -> unit
    caught: tuple[int, ...]
    value: float


class Pockets:
    """Rings that free units could close now. `reach` tells where each can go, `fixed` how many stay in every hex."""

    def __init__(self, sight: Sight, reach: Mapping[int, Sequence[int]], fixed: Sequence[int]) -> None:
        self.sight, self.reach, self.fixed = sight, reach, fixed
        self.who: dict[int, list[int]] = {}
        for unit, hexes in reach.items():
            for hex in hexes:
                self.who.setdefault(hex, []).append(unit)
        self.cost = np.full(sight.board.nodes, NO_PLACE, np.int32)
        self.cost[list(self.who)] = 10
        self.cost[[sight.at(u) for u in reach]] = 2
        self.cost[np.asarray(fixed) > 0] = 0
        self.cost[sight.enemies] = NO_PLACE

    def best(self) -> Ring | None:
        """The ring that catches most for the posts it needs."""
        found: Ring | None = None
        for inside, lines in _candidates(self.sight, self.cost):
            posts = self._around(inside, lines)
            if posts is None:
                continue
            caught = self._caught(posts)
            value = sum(_prize(self.sight, h) for h in caught)
            value -= _POST * sum(self.sight.at(u) != h for h, u in posts.items())
            if caught and value > 0 and (found is None or value > found.value):
                found = Ring(posts, caught, value)
        return found

    def _around(self, inside: Mask, lines: Lines) -> dict[int, int] | None:
        found = None if (inside & lines.outside).any() else lines.around(inside)
        if found is None:
            return None
        open_posts = {h: sorted(self._able(h)) for h in found[1] if not self.fixed[h]}
        posts = match_up({h: [u for _, u in able] for h, able in open_posts.items()})
        return posts if len(posts) == len(open_posts) else None

    def _able(self, hex: int) -> Iterator[tuple[float, int]]:
        """Who can stand there: he who does so already, then foot before armour, the strong before the weak."""
        for unit in self.who.get(hex, ()):
            yield 3 * self.sight.mech(unit) - self.sight.defence(unit) - 9 * (self.sight.at(unit) == hex), unit

    def _caught(self, posts: Mapping[int, int]) -> tuple[int, ...]:
        """Enemy stacks that these posts cut off, or keep cut off."""
        sight = self.sight
        closed = np.asarray(self.fixed) > 0
        before = _network(sight, closed)
        closed[list(posts)] = True
        fed = _network(sight, closed)
        return tuple(h for h in sight.enemies if before[h] and not fed[h])


def keystones(sight: Sight) -> dict[int, float]:
    """Weakly held hexes whose fall would help to cut a strong stack off, and what that is worth."""
    cost = np.full(sight.board.nodes, NO_PLACE, np.int32)
    cost[(sight.to_enemy > 1) & (sight.fed != 0)] = 12
    for hex in sight.enemies:
        cost[hex] = _STORM + 5 * int(sight.foe_defence[hex])
    cost[sight.s.arrays.count[sight.side] > 0] = 0
    found: dict[int, float] = {}
    fresh = _lines(sight, cost, 150)
    for stack in sight.enemies:
        if sight.foe_defence[stack] < _STACK or not sight.foe_fed[stack]:
            continue
        inside = np.zeros(sight.board.nodes, np.bool_)
        inside[stack] = True
        lines = fresh.again()
        found_line = None if lines.outside[stack] else lines.around(inside)
        stormed = [h for h in (found_line[1] if found_line else ()) if sight.s.count[sight.enemy][h]]
        for hex in stormed:
            found[hex] = max(found.get(hex, 0.0), _prize(sight, stack) / len(stormed))
    return found


def leaves_gap(sight: Sight, unit: int) -> bool:
    """Would the unit, alone in its hex, let a strong stack beside it out?"""
    here = sight.at(unit)
    if sight.s.count[sight.side][here] > 1:
        return False
    return any(sight.foe_defence[h] >= _STACK for h in sight.board.adjacent(here))


def _prize(sight: Sight, hex: int) -> float:
    """What it is worth to cut a stack off."""
    return _CAUGHT * float(sight.foe_defence[hex]) + _PLACE * (sight.points_of(hex) if sight.points[hex] else 0.0)


def _lines(sight: Sight, cost: Costs, limit: int) -> Lines:
    """Lines around enemy stacks that keep them from their sources."""
    outside = np.zeros(sight.board.nodes, np.bool_)
    outside[sight.game.lines.sources[sight.enemy]] = True
    outside &= sight.s.arrays.count[sight.side] == 0
    return Lines(sight.board.neighbours, sight.game.lines.open[sight.enemy], cost, outside, limit)


def _network(sight: Sight, closed: Mask) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Where the enemy would have supply if these hexes were closed to him."""
    lines = sight.game.lines
    fed = flood(sight.board.neighbours, lines.open[sight.enemy], closed.view(np.uint8), lines.sources[sight.enemy])
    if sight.enemy == GERMAN:
        supply.bind_to_junctions(sight.p, fed)
    return np.asarray(fed)


def _candidates(sight: Sight, cost: Costs) -> Iterator[tuple[Mask, Lines]]:
    """Stacks near our own units, alone and with their neighbours, fewer first, so that lines are found from each other."""
    tried: set[tuple[int, ...]] = set()
    beside = sorted({sight.at(u) for u in sight.own})
    if not beside or not sight.enemies:
        return
    near = sight.board.apart(sight.enemies, beside).min(axis=1) <= _NEAR
    apart = sight.board.apart(sight.enemies, sight.enemies)
    enemies = np.array(sight.enemies)
    fresh = _lines(sight, cost, 12 * _MOST_POSTS)
    for row in np.nonzero(near)[0].tolist():
        lines = fresh.again()
        for size in _SIZES:
            members = tuple(enemies[apart[row] <= size].tolist())
            if members not in tried:
                tried.add(members)
                inside = np.zeros(sight.board.nodes, np.bool_)
                inside[list(members)] = True
                yield inside, lines
