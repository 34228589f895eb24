"""The hexes a fact speaks of: numbers, places, areas or terrains, in any mixture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.board import Board
from ..core.errors import GrognardError


def hexes_of(board: Board, what: Any) -> list[int]:
    """Hexes by number (`4014`, `2A/3317`), place name, area name or terrain; a list or words or one name."""
    if isinstance(what, (list, tuple, set)):
        return list(dict.fromkeys(hex for word in what for hex in hexes_of(board, word)))
    word = str(what)
    if word in board.index and board.index[word] < board.hexes:
        return [board.index[word]]
    places = [p.hex for p in board.places if p.name == word]
    if places:
        return list(dict.fromkeys(places))
    if word in board.areas:
        return list(board.areas[word].hexes)
    if word in board.terrains:
        return [int(hex) for hex in board.terrain_mask(word).nonzero()[0]]
    if " " in word:
        return hexes_of(board, word.split())
    raise GrognardError(f"no hex, place, area or terrain {word!r}")


def named(board: Board, hexes: Iterable[int]) -> str:
    """Hexes for the reader, in order, the first dozen."""
    found = sorted(hexes)
    shown = " ".join(board.names[hex] if hex >= 0 else "off the map" for hex in found[:12])
    return shown + (f" and {len(found) - 12} more" if len(found) > 12 else "")
