"""Air missions: who flies where, who meets them, and what is within range."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from .board import Board


class Mission(msgspec.Struct, frozen=True):
    """A flight under way. Units are piece numbers; the cargo is what an airlift or a drop carries."""

    kind: str
    side: int
    target: int
    flyers: tuple[int, ...]
    cargo: tuple[int, ...] = ()
    interceptors: tuple[int, ...] = ()


def within(board: Board, hex: int, bases: Iterable[int], range: int) -> list[int]:
    """The bases from which a hex can be reached, nearest first."""
    near = sorted((board.distance(base, hex), base) for base in bases)
    return [base for distance, base in near if distance <= range]
