"""Facts about set-ups and fronts: units stand on legal hexes, two sides face each other, nothing slips through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.board import Board
from . import general
from .ask import hexes_of, named


def stack(board: Board, hex: Any, units: list[str], most: int, inside: str = "", outside: str = "") -> list[str]:
    """So many units set up in one land hex, within stacking and on their own side of a line."""
    here = hexes_of(board, hex)[0]
    problems = [f"{len(units)} units"] if len(units) > most else []
    if board.terrains[board.terrain[here]] in general.WATER_HEXES:
        problems.append(f"{board.names[here]} is water")
    if inside and here not in board.areas[inside].hexes:
        problems.append(f"{board.names[here]} does not lie in {inside}")
    if outside and here in board.areas[outside].hexes:
        problems.append(f"{board.names[here]} lies in {outside}")
    return problems


def apart(board: Board, a: Any, b: Any, **want: bool) -> list[str]:
    """Two sets of hexes share none (`is: false`: at least one)."""
    both = set(hexes_of(board, a)) & set(hexes_of(board, b))
    if want.get("is", True):
        return [f"in both: {named(board, both)}"] if both else []
    return [] if both else ["they share no hex"]


def facing(board: Board, a: Any, b: Any, behind: Any = ()) -> list[str]:
    """Every hex of `a` touches one of `b`, except exactly those that stand `behind` the front."""
    other = set(hexes_of(board, b))
    alone = {hex for hex in hexes_of(board, a) if not other & set(board.adjacent(hex))}
    wrong = alone ^ set(hexes_of(board, behind) if behind else [])
    return [f"differs at {named(board, wrong)}"] if wrong else []


def barred(board: Board, a: Any, b: Any, by: Any) -> list[str]:
    """No way by land leads from `a` to `b` but through the hexes `by`."""
    closed = set(hexes_of(board, by))
    water = board.terrain_mask(*general.WATER_HEXES)
    open_ = {hex for hex in range(board.hexes) if not water[hex] and hex not in closed}
    through = general.reach(board, hexes_of(board, a), open_, ("sea", "lake")) & set(hexes_of(board, b))
    return [f"open to {named(board, through)}"] if through else []


KINDS: dict[str, Callable[..., list[str]]] = {"stack": stack, "apart": apart, "facing": facing, "barred": barred}
