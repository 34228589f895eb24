"""Hexsides as a net of corners: what rivers, coasts and borders are made of."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from ..core.board import Board, Side

Corner = tuple[int, int, int]  #: plane and a point of the corner lattice in whole steps
FINE = 2.0 * math.sqrt(3.0)


@lru_cache(maxsize=65536)
def _steps(x: float, y: float, stagger: str) -> tuple[int, int]:
    wide, high = (FINE, 2.0) if stagger == "columns" else (2.0, FINE)
    return round(x * wide), round(y * high)


def corners(board: Board, hex: int) -> list[Corner]:
    """The six corners of a hex; side d runs from corner d to corner d + 1."""
    x, y = board.centre(hex)
    plane = int(board.plane[hex])
    return [(plane, *_steps(x + dx, y + dy, board.grid.stagger)) for dx, dy in board.grid.corners()]


def ends(board: Board, side: Side) -> tuple[Corner, Corner]:
    """The two corners of a hexside."""
    a, b = side.hexes
    ring = corners(board, a)
    towards = board.direction(a, b)
    return ring[towards], ring[(towards + 1) % 6]


def hexes_at(board: Board) -> dict[Corner, set[int]]:
    """The hexes that meet at every corner; fewer than three at the rim of the map."""
    found: dict[Corner, set[int]] = {}
    for hex in range(board.hexes):
        for corner in corners(board, hex):
            found.setdefault(corner, set()).add(hex)
    return found


def pieces(links: Iterable[tuple[Corner, Corner]]) -> list[set[Corner]]:
    """The connected pieces of a net."""
    graph: dict[Corner, set[Corner]] = {}
    for a, b in links:
        graph.setdefault(a, set()).add(b)
        graph.setdefault(b, set()).add(a)
    found: list[set[Corner]] = []
    left = set(graph)
    for start in graph:
        if start not in left:
            continue
        piece, todo = {start}, [start]
        while todo:
            for other in graph[todo.pop()]:
                if other not in piece:
                    piece.add(other)
                    todo.append(other)
        left -= piece
        found.append(piece)
    return found
