"""Boards of Barbarossa drawn by hand, for cases and puzzles (docs/cases.md).

Hexes are numbered like the real ones: row, then column; row 01 lies in the north, column 01 in the EAST.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ...core.board import Board, Box
from ...core.cases import BadCase, known
from .game import DATA

KEYS = (
    "size", "draw", "front", "german", "city", "oil", "industry", "town", "rough", "marsh", "desert", "sea", "lake",
    "soviet-line", "german-line", "river", "lake-side", "sea-side", "strait", "german-supply", "soviet-supply", "areas",
)  # fmt: skip
_LETTERS = {".": "clear", "r": "rough", "m": "marsh", "d": "desert-steppe", "s": "sea", "l": "lake"}
_TERRAINS = {"rough": "rough", "marsh": "marsh", "desert": "desert-steppe", "sea": "sea", "lake": "lake"}
_PLACES = {"city": "city", "oil": "oil-field", "industry": "industrial-region", "town": "town"}
_SIDES = {"river": "river", "lake-side": "lake", "sea-side": "sea"}


@cache
def real() -> Board:
    """The real board."""
    return Board.load(DATA / "board.board")


def draw(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines, or the real one: `board: standard`."""
    if isinstance(drawing, str):
        if drawing != "standard":
            raise BadCase(f"a board is drawn or 'standard', not {drawing!r}")
        return real()
    known(drawing, KEYS, "a board")
    terrain, columns, depth = _terrain(drawing)
    features: dict[str, list[str]] = {h: [] for h in terrain}
    for key, feature in (("soviet-line", "soviet-fort"), ("german-line", "german-fort")):
        for hex in hexes(drawing.get(key, "")):
            features[hex].append(feature)
    lines = [
        "[board]", "name case", "title Case", "grid digits=RRCC stagger=rows shifted=odd columns=west rows=south",
        "[maps]", f"main cols=1-{columns} rows=1-{depth}",
        "[hexes]", *(" ".join([h, t, *features[h]]) for h, t in sorted(terrain.items())),
        "[places]", *_places(drawing), "[sides]", *_sides(drawing),
        "[areas]", *(f"{name}: {' '.join(area)}" for name, area in _areas(drawing, terrain, columns).items()),
    ]  # fmt: skip
    return Board.parse("\n".join(lines), "the board of the case", _boxes())


@cache
def _boxes() -> tuple[Box, ...]:
    return tuple(real().boxes)


def _terrain(drawing: dict[str, Any]) -> tuple[dict[str, str], int, int]:
    """`draw` has a line a row, its letters from west to east; `size: 8x4` is columns by rows of clear hexes."""
    rows = [line.split() for line in str(drawing.get("draw", "")).strip().splitlines()]
    columns, depth = (max(map(len, rows)), len(rows)) if rows else (int(x) for x in str(drawing.get("size", "8x4")).split("x"))
    terrain = {}
    for r in range(1, depth + 1):
        for c in range(1, columns + 1):
            letter = rows[r - 1][columns - c] if rows else "."
            if letter == "-":
                continue
            if letter not in _LETTERS:
                raise BadCase(f"a board is drawn with {' '.join(_LETTERS)} and -, not {letter!r}")
            terrain[f"{r:02d}{c:02d}"] = _LETTERS[letter]
    for key, kind in _TERRAINS.items():
        terrain.update(dict.fromkeys(hexes(drawing.get(key, "")), kind))
    for key in _PLACES:
        terrain.update({str(hex): terrain.get(str(hex), "clear") for hex in drawing.get(key, {}).values()})
    return terrain, columns, depth


def _places(drawing: dict[str, Any]) -> Iterator[str]:
    for key, kind in _PLACES.items():
        for name, hex in drawing.get(key, {}).items():
            yield f'{hex} {kind} "{name}"'


def _sides(drawing: dict[str, Any]) -> Iterator[str]:
    for key, kind in _SIDES.items():
        for pair in str(drawing.get(key, "")).split():
            yield f"{pair} {kind}"
    for name, pair in drawing.get("strait", {}).items():
        yield f'{pair} strait "{name}"'


def _areas(drawing: dict[str, Any], terrain: dict[str, str], columns: int) -> dict[str, list[str]]:
    """By default the west is German from column `front` on, and Greater Germany; the east is Soviet, and the USSR."""
    front = int(drawing.get("front", columns // 2 + 1))
    german = sorted({h for h in terrain if int(h[2:]) >= front} | set(hexes(drawing.get("german", ""))))
    soviet = [h for h in terrain if h not in german]
    west, east = ([h for h in terrain if int(h[2:]) == edge] for edge in (columns, 1))
    areas = {
        "german-start": german, "soviet-start": soviet, "greater-germany": german, "ussr": soviet,
        "german-supply": hexes(drawing["german-supply"]) if "german-supply" in drawing else west,
        "soviet-supply": hexes(drawing["soviet-supply"]) if "soviet-supply" in drawing else east,
        "west-edge": west, "east-edge": east, "rvgk-exits": east,
    }  # fmt: skip
    return areas | {name: hexes(area) for name, area in drawing.get("areas", {}).items()}


def hexes(text: Any) -> list[str]:
    """`0101 0203-0206`: hexes and runs of hexes along a row."""
    found = []
    for word in str(text).split() if not isinstance(text, list) else map(str, text):
        first, dash, last = word.partition("-")
        if not dash:
            found.append(word.zfill(4))
            continue
        found += [f"{first[:2]}{column:02d}" for column in range(int(first[2:]), int(last[2:]) + 1)]
    return found
