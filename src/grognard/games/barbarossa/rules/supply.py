"""7.0 Supply."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.paths import flood
from ..game import P

Reached = npt.NDArray[np.uint8]


def network(p: P, side: int, without: Sequence[int] = ()) -> Reached:
    """Every hex from which a regular overland supply line of the side can be traced."""
    known = p.s.against[side].get("network")
    if known is None:
        game = p.game
        open_sides = ((game.board.neighbours >= 0) & ~game.barrier).astype(np.uint8)
        sources = game.board.areas[f"{game.sides[side]}-supply"].hexes
        free = np.array([h for h in sources if not p.s.count.item(1 - side, h)], np.int16)
        known = flood(game.board.neighbours, open_sides, (p.s.count[1 - side] > 0).view(np.uint8), free)
        p.s.against[side]["network"] = known
    return known  # type: ignore[no-any-return]


def overland(p: P, side: int, hex: int, without: Sequence[int] = ()) -> bool:
    return bool(network(p, side)[hex])


def has_overland(p: P, unit: int) -> bool:
    return overland(p, p.side_of(unit), p.s.loc.item(unit))


def state_of(p: P, unit: int, without: Sequence[int] = ()) -> str:
    return "overland" if has_overland(p, unit) else "none"


def moves_freely(p: P, unit: int) -> bool:
    return has_overland(p, unit)


def attack_divisor(p: P, unit: int) -> int:
    return 1 if has_overland(p, unit) else 2


def defence_divisor(p: P, unit: int, without: Sequence[int] = ()) -> int:
    return 1 if has_overland(p, unit) else 2


def may_assault(p: P, unit: int) -> bool:
    return has_overland(p, unit)


def note_coastal(p: P, units: Sequence[int]) -> None:
    """German defenders have been supplied by sea in a battle."""
