"""Facts about room: do the units that a scenario puts into an area fit, stacked or spread out?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.board import Board
from .ask import hexes_of


def stacking_room(
    board: Board, area: Any, limits: list[dict[str, Any]], divisions: int = 0, others: int = 0, artillery: int = 0
) -> list[str]:
    """An area has room under a stacking rule of units, divisions among them, and artillery besides.

    `limits` are tried in order; the first whose `among` (an area, a terrain or `all`) holds a hex counts for it.
    """
    rules = [(None if r["among"] == "all" else set(hexes_of(board, r["among"])), r) for r in limits]
    room = {"units": 0, "divisions": 0, "artillery": 0}
    for hex in hexes_of(board, area):
        rule = next(r for among, r in rules if among is None or hex in among)
        for key in room:
            room[key] += int(rule[key])
    spill = max(0, artillery - room["artillery"])  # artillery may take the place of other units
    short = [f"room for {room['divisions']} of {divisions} divisions"] if divisions > room["divisions"] else []
    wanted = divisions + others + spill
    return short + ([f"room for {room['units']} of {wanted} units"] if wanted > room["units"] else [])


def spaced(board: Board, area: Any, number: int, apart: int, terrains: str = "") -> list[str]:
    """So many things fit into an area when any two must be so many hexes apart."""
    allowed = board.terrain_mask(*terrains.split()) if terrains else None
    free = [hex for hex in hexes_of(board, area) if allowed is None or allowed[hex]]
    near = {a: {b for b in free if board.distance(a, b) < apart} for a in free}
    best = max((_fill(near, first) for first in free), default=0)
    return [] if best >= number else [f"room for {best} of {number}"]


def _fill(near: dict[int, set[int]], first: int) -> int:
    """How many fit, one after the other, each time where the fewest free hexes are lost."""
    count, here, left = 0, first, set(near)
    while True:
        count += 1
        left -= near[here]
        if not left:
            return count
        here = min(left, key=lambda hex: (len(near[hex] & left), hex))


KINDS: dict[str, Callable[..., list[str]]] = {"stacking-room": stacking_room, "spaced": spaced}
