"""Roads and railways: features that run across hexsides, so that a way along them leads from hex to hex."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .board import Board
from .hexes import opposite
from .paths import flood

Mask = npt.NDArray[np.bool_]


def line_mask(board: Board, *kinds: str, name: str | None = None) -> Mask:
    """For every node and direction: does a line of one of these kinds (and of this name) lead that way?"""
    board.words.require("side", *kinds)
    found = np.zeros((board.nodes, 6), np.bool_)
    for side in board.sides:
        if side.kind in kinds and name in (None, side.name):
            a, b = side.hexes
            towards = board.direction(a, b)
            found[a, towards] = found[b, opposite(towards)] = True
    return found


def along(board: Board, line: Mask, closed: Mask, ends: npt.NDArray[np.int16]) -> Mask:
    """The `ends` and the hexes that a line joins to one of them without entering a closed hex."""
    return flood(board.neighbours, line.view(np.uint8), closed.view(np.uint8), ends).view(np.bool_)  # type: ignore[no-any-return]
