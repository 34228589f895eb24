"""A board or a hex of it in words and numbers, with where each fact comes from."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..core.board import Board


def describe_board(board: Board) -> dict[str, Any]:
    """A board at a glance."""
    terrain = Counter(board.terrains[k] for k in board.terrain[: board.hexes].tolist())
    places = Counter(place.kind for place in board.places)
    sides = Counter(side.kind for side in board.sides)
    provenance = Counter(board.hex_provenance)
    return {
        "board": board.title,
        "maps": [sheet.name for sheet in board.maps],
        "hexes": board.hexes,
        "terrain": [f"{ground} {count}" for ground, count in terrain.most_common()],
        "hexsides": [f"{kind} {count}" for kind, count in sides.most_common()],
        "places": [f"{kind} {count}" for kind, count in places.most_common()],
        "areas": [f"{area.name} {len(area.hexes)}" for area in board.areas.values()],
        "boxes": [box.name for box in board.boxes],
        "provenance": [f"{kind} {count}" for kind, count in provenance.most_common()],
    }


def describe_hex(board: Board, name: str) -> dict[str, Any]:
    """Everything the board knows of one hex."""
    hex = board.node(name)
    if hex >= board.hexes:
        return {"box": board.names[hex]}
    features = [f for k, f in enumerate(board.features) if board.feature_bits[hex] & (1 << k)]
    neighbours = [
        f"{direction} {board.names[near]}{_side(board, hex, d)}"
        for d, (direction, near) in enumerate(zip(board.grid.directions, board.neighbours[hex].tolist(), strict=True))
        if near >= 0
    ]
    return {
        "hex": board.names[hex],
        "terrain": board.terrains[board.terrain[hex]],
        "features": features,
        "places": [f"{place.name} ({place.kind}, {place.provenance})" for place in board.places_at(hex)],
        "areas": [area.name for area in board.areas.values() if hex in area.hexes],
        "neighbours": neighbours,
        "provenance": board.hex_provenance[hex],
        "note": board.hex_notes.get(hex, ""),
    }


def _side(board: Board, hex: int, direction: int) -> str:
    kinds = [hexside for k, hexside in enumerate(board.side_kinds) if board.side_bits[hex, direction] & (1 << k)]
    return f" ({', '.join(kinds)})" if kinds else ""
