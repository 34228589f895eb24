"""Boards of 1940: What If? drawn by hand, for cases and puzzles (docs/cases.md).

A drawn board has the hexes, waters, countries, map edges and Rollbahnen of the real maps; all its land is clear and empty but for
what the drawing says.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ...core.board import Board
from ...core.errors import BadCase
from ...core.positions import hexes, is_drawn, known, mapping, side_lines
from .material import OWN_FILES

_GRID = "digits=RRCC stagger=rows shifted=odd columns=east rows=north"
_MAPS = ("west cols=0-14 rows=10-29 plane=west", "east cols=0-28 rows=42-60 plane=east")
_WATERS = ("sea", "lake", "neutral")
_TERRAINS = ("forest", "hills", "marsh", "ardennes", "clear", "lake")
_PLACES = ("city", "town", "ruhr-city")
_FORTS = ("german-fort", "soviet-fort", "french-fort", "belgian-fort", "dutch-fort")
_SIDES = {"river": "river", "major-river": "major-river", "lake-side": "lake"}
_KEPT_SIDES = ("sea", "lake", "rollbahn", "border")


@cache
def real() -> Board:
    """The real board."""
    return Board.load(OWN_FILES.path("board.board"))


def draw(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines, or the real one."""
    if not is_drawn(drawing):
        return real()
    known(drawing, (*_TERRAINS, *_PLACES, *_FORTS, *_SIDES, "areas"), "a board")
    lines = [
        "[board]", "name case", "title Case", f"grid {_GRID}", "[maps]", *_MAPS, "[hexes]", *_ground(drawing), "[places]",
        *(f'{hex} {kind} "{name}"' for kind in _PLACES for name, text in mapping(drawing, kind).items() for hex in hexes(text)),
        "[sides]", *_kept_sides(), *side_lines(drawing, _SIDES), "[areas]", *_areas(mapping(drawing, "areas")),
    ]  # fmt: skip
    return Board.parse("\n".join(lines), "the board of the case", tuple(real().boxes))


def _ground(drawing: dict[str, Any]) -> list[str]:
    board = real()
    ground = [board.terrains[board.terrain[hex]] for hex in range(board.hexes)]
    words = {name: kind if kind in _WATERS else "clear" for name, kind in zip(board.names, ground, strict=False)}
    for kind in _TERRAINS:
        words |= dict.fromkeys(hexes(drawing.get(kind, "")), kind)
    for kind in _FORTS:
        for hex in hexes(drawing.get(kind, "")):
            words[hex] = f"{words.get(hex, 'clear')} {kind}"
    foreign = sorted(set(words) - set(board.names[: board.hexes]))
    if foreign:
        raise BadCase(f"the maps have no hex {', '.join(foreign)}")
    return [f"{hex} {kind}" for hex, kind in words.items()]


def _kept_sides() -> list[str]:
    board = real()
    return [f"{board.names[one]}|{board.names[two]} {side.kind}" for side in board.sides if side.kind in _KEPT_SIDES
            for one, two in (side.hexes,)]  # fmt: skip


def _areas(changed: dict[str, Any]) -> list[str]:
    board = real()
    known(changed, board.areas, "the list of areas")
    areas = {name: [board.names[hex] for hex in area.hexes] for name, area in board.areas.items()}
    areas |= {name: hexes(area) for name, area in changed.items()}
    return [f"{name}: {' '.join(area)}" for name, area in areas.items()]
