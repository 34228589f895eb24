"""Supply if something were taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.board import Board
from ..core.foresight import Lines, Traced
from ..core.paths import Bytes, Ints
from .kernels import losses_without_each, supply_net

_NO_SIDES = np.zeros((0, 6), np.uint8)
_NOWHERE = np.zeros(0, np.int16)


def _described(board: Board, lines: Lines, closed: Bytes) -> tuple[Any, ...]:
    """A description of supply as the kernels read it."""
    gated = np.array([gate.hexes for gate in lines.gates], np.bool_).reshape(len(lines.gates), board.nodes)
    return (
        board.neighbours, lines.passable, closed, lines.sources, lines.length, _NO_SIDES if lines.roads is None else lines.roads,
        _NOWHERE if lines.hubs is None else lines.hubs, lines.hubs is not None,
        np.array([gate.through for gate in lines.gates], np.int16), gated,
    )  # fmt: skip


def network(board: Board, lines: Lines, taken: npt.NDArray[np.bool_] | None = None) -> Bytes:
    """The hexes with a supply line, if enemies stood in some hexes as well; hexes that need none are not among them."""
    closed = lines.closed if taken is None else _closed_by(board, lines, taken)
    return supply_net(*_described(board, lines, closed))  # type: ignore[no-any-return]


def _closed_by(board: Board, lines: Lines, taken: npt.NDArray[np.bool_]) -> Bytes:
    found: Bytes = lines.closed | taken
    if lines.zone is not None and lines.held is not None:
        near = board.neighbours[taken]
        around = near[(near >= 0) & (lines.zone[taken] != 0)]
        found[around[~lines.held[around]]] = 1
    return found


def cut_by_each(
    board: Board, lines: Lines | Traced, wanted: Ints, taken: Ints, by: Callable[[int], Sequence[int]] | None = None
) -> dict[int, list[int]]:
    """For each of the hexes that an enemy might take, those of the `wanted` hexes that would lose their supply with it; hexes
    that cut nobody off are left out. `by` tells which units of his can enter a hex."""
    if lines.fed is not None:
        wanted = wanted[~lines.fed[wanted]]
    if isinstance(lines, Traced):
        return lines.cut(wanted, taken, by)
    zone = _NO_SIDES if lines.zone is None else lines.zone
    held = np.zeros(board.nodes, np.bool_) if lines.held is None else lines.held
    described = [*_described(board, lines, lines.closed), zone, held, wanted, taken]
    offsets, lost = losses_without_each(*described)
    spans = zip(taken.tolist(), offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    return {hex: lost[a:b].tolist() for hex, a, b in spans if b > a}
