"""The front: the shortest line of hexes between the enemy and what must be kept from him.

There are no zones of control: whoever leaves a gap is outflanked, and what is behind the gap is lost or cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ....ai.front import Mask, cheapest_line
from ....core.paths import NEVER
from ..state import SOVIET
from .sight import Sight

#: Price of a hex of the line: with somebody there, within reach, out of reach; off for good ground.
_HELD, _NEAR, _FAR = 9, 10, 30
_GROUND = 2
#: Last turn on which Soviet units beside the enemy have to attack, and what it costs to stand there.
_BOUND_UNTIL, _BOUND = 3, 12
_LIMIT = 3000


def line(sight: Sight, reach: Mapping[int, Iterable[int]]) -> list[int]:
    """The hexes to hold, given where the units can go; empty when nothing separates the sides any more."""
    game, board = sight.game, sight.board
    cost = np.full(board.nodes, _FAR, np.int32)
    for hexes in reach.values():
        cost[list(hexes)] = _NEAR
    cost[: board.nodes][sight.s.arrays.count[sight.side] > 0] = _HELD
    cost[game.city | game.rough | game.marsh] -= _GROUND
    if sight.side == SOVIET and sight.s.turn <= _BOUND_UNTIL:
        cost[(sight.to_enemy <= 1) & ~game.city & ~game.soviet_line] += _BOUND
    enemies = np.zeros(board.nodes, np.bool_)
    enemies[[h for h in sight.enemies if sight.foe_fed[h]]] = True
    kept = _kept(sight)
    if not enemies.any() or not kept.any():
        return []
    open_ways = (game.costs(False) != NEVER).astype(np.uint8)
    found = cheapest_line(board.neighbours, open_ways, cost, enemies, kept, _LIMIT)
    return found[1] if found is not None else []


def _kept(sight: Sight) -> Mask:
    """Sources of supply and places that bring points, as far as the enemy does not stand before them."""
    kept: Mask = sight.points & (sight.s.arrays.control == sight.side) & sight.fed
    kept[sight.game.lines.sources[sight.side]] = True
    kept &= (sight.to_enemy >= 2) & (sight.s.arrays.count[sight.enemy] == 0)
    return kept
