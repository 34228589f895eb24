"""Boards of Barbarossa drawn by hand, for cases and puzzles (docs/cases.md).

Hexes are numbered like the real ones: row, then column; row 01 lies in the north, column 01 in the EAST.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ...core.board import Board
from ...core.positions import Drawing, hexes, is_drawn
from .material import OWN_FILES

_GRID = "digits=RRCC stagger=rows shifted=odd columns=west rows=south"
_LETTERS = {".": "clear", "r": "rough", "m": "marsh", "d": "desert-steppe", "s": "sea", "l": "lake"}
_TERRAINS = {"rough": "rough", "marsh": "marsh", "desert": "desert-steppe", "sea": "sea", "lake": "lake"}
_LINES = {"soviet-line": "soviet-fort", "german-line": "german-fort"}
_PLACES = {"city": "city", "oil": "oil-field", "industry": "industrial-region", "town": "town"}
_SIDES = {"river": "river", "lake-side": "lake", "sea-side": "sea"}
_KEYS = ("front", "german", "strait", "german-supply", "soviet-supply", "areas", *_TERRAINS, *_LINES, *_PLACES, *_SIDES)


@cache
def real() -> Board:
    """The real board."""
    return Board.load(OWN_FILES.path("board.board"))


def draw(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines, or the real one."""
    if not is_drawn(drawing):
        return real()
    drawn = Drawing(drawing, _KEYS, _LETTERS, "8x4")
    ground = {f"{row:02d}{drawn.columns + 1 - column:02d}": _LETTERS[letter] for column, row, letter in drawn.letters()}
    for key, terrain in _TERRAINS.items():
        ground |= dict.fromkeys(drawn.hexes(key), terrain)
    places = list(drawn.places(_PLACES))
    ground = {hex: "clear" for hex, _, _ in places} | ground
    areas = _areas(drawn, sorted(ground))
    for key, line in _LINES.items():
        ground |= {hex: f"{ground[hex]} {line}" for hex in drawn.hexes(key)}
    straits = (f'{pair} strait "{name}"' for name, pair in drawn.data.get("strait", {}).items())
    return drawn.board(_GRID, ground, places, [*drawn.sides(_SIDES), *straits], areas, tuple(real().boxes))


def _areas(drawn: Drawing, ground: list[str]) -> dict[str, list[str]]:
    """By default the west is German from column `front` on, and Greater Germany; the east is Soviet, and the USSR."""
    front = int(drawn.data.get("front", drawn.columns // 2 + 1))
    german = sorted({hex for hex in ground if int(hex[2:]) >= front} | set(drawn.hexes("german")))
    soviet = [hex for hex in ground if hex not in german]
    west, east = ([hex for hex in ground if int(hex[2:]) == edge] for edge in (drawn.columns, 1))
    areas = {
        "german-start": german, "soviet-start": soviet, "greater-germany": german, "ussr": soviet,
        "german-supply": drawn.hexes("german-supply", west), "soviet-supply": drawn.hexes("soviet-supply", east),
        "west-edge": west, "east-edge": east, "rvgk-exits": east,
    }  # fmt: skip
    return areas | {name: hexes(area) for name, area in drawn.data.get("areas", {}).items()}
