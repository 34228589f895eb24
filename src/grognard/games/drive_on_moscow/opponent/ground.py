"""What both sides ask of the ground: distances, the lifeline of Moscow, and how much could bear on each hex."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..material import Turn
from .sight import Mask, Sight

#: Sources of supply, the nearest ones, whose ways to Moscow are its lifeline.
LIFELINES = 2


def distances(sight: Sight, hex: int) -> npt.NDArray[np.int32]:
    """Hexes between one hex and every other."""
    apart = sight.board.axial[: sight.board.hexes] - sight.board.axial[hex]
    return np.asarray(np.maximum(np.abs(apart).max(axis=1), np.abs(apart.sum(axis=1))))


def centre(sight: Sight) -> int:
    """Moscow; on a board without it, a source of Soviet supply."""
    if sight.game.moscow:
        return sight.game.moscow[0]
    return (sight.working_sources or sight.enemies or list(sight.stacks) or [0])[0]


def lifeline(sight: Sight) -> Mask:
    """Moscow and the shortest ways from it to its nearest sources of supply."""
    found = np.zeros(sight.board.nodes, np.bool_)
    heart = centre(sight)
    found[[heart, *sight.game.moscow]] = True
    near = distances(sight, heart)
    for source in sorted(sight.working_sources, key=lambda h: (int(near[h]), h))[:LIFELINES]:
        found[: sight.board.hexes] |= near + distances(sight, source) <= near[source]
    return found


def pressure(sight: Sight, turn: Turn, most: int = 99) -> npt.NDArray[np.float64]:
    """Enemy attack strength that could bear on each hex after a march of a turn (of so many points at most)."""
    found = np.zeros(sight.board.nodes)
    closed = (sight.own > 0).view(np.uint8)
    for hex in sight.enemies:
        points = min(most, turn.mf_mech if sight.foe_fast[hex] else turn.mf_nonmech)
        nodes = sight.sally(hex, points).but(closed=closed).reach().nodes
        near = np.unique(sight.board.neighbours[nodes])
        found[near[near >= 0]] += sight.foe_attack[hex]
    return found
