"""Boards of Fire in the East drawn by hand, for cases and puzzles (docs/cases.md).

Hexes are written by row and column, counted from the north-west. A drawn board lies in weather zone C, west of column `front` in
Greater Germany and east of it in the USSR, unless its `areas` say something else; supply comes from the west and the east edge.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ...core.board import Board
from ...core.positions import Drawing, hexes, is_drawn, mapping
from .material import OWN_FILES

_GRID = "digits=RRCC stagger=rows shifted=even columns=east rows=south"
_LETTERS = {
    ".": "clear", "w": "woods", "f": "forest", "r": "rough", "x": "wooded-rough", "m": "mountain", "s": "swamp",
    "i": "intermittent-lake", "l": "lake", "~": "sea",
}  # fmt: skip
_PLACES = {
    "city": "reference-city", "dot-city": "dot-city", "partial-city": "major-city partial-hex",
    "full-city": "major-city full-hex", "fortress": "fortress",
}  # fmt: skip
_SIDES = {
    "river": "river", "major-river": "major-river", "lake-side": "lake", "sea-side": "sea", "road": "road",
    "rail": "rail-standard", "broad": "rail-broad", "planned": "rail-planned", "kerch": "strait-kerch",
    "baltic": "strait-baltic", "kronshtadt": "strait-kronshtadt", "demarcation": "demarcation", "stop-line": "stop-line",
}  # fmt: skip
_FEATURES = ("coastal", "lakeshore")
_BOARD_KEYS = ("front", "areas", "tags", *_PLACES, *_SIDES, *_FEATURES)


@cache
def real() -> Board:
    """The real board."""
    return Board.load(OWN_FILES.path("board.board"))


def draw(drawing: dict[str, Any] | str) -> Board:
    """A board from a few lines, or the real one (`board: standard`)."""
    if not is_drawn(drawing):
        return real()
    return _drawn(msgspec.json.encode(drawing).decode())


@cache
def _drawn(text: str) -> Board:
    drawing = Drawing(msgspec.json.decode(text), _BOARD_KEYS, _LETTERS, "8x5")
    ground = {f"{row:02d}{column:02d}": _LETTERS[letter] for column, row, letter in drawing.letters()}
    land = [hex for hex, terrain in ground.items() if terrain not in ("sea", "lake")]
    words = dict(ground)
    for feature in _FEATURES:
        for hex in drawing.hexes(feature):
            words[hex] += f" {feature}"
    front = int(drawing.data.get("front", drawing.columns // 2 + 1))
    west = [hex for hex in land if int(hex[2:]) < front]
    east = [hex for hex in land if int(hex[2:]) >= front]
    written = {name: hexes(area) for name, area in mapping(drawing.data, "areas").items()}
    zoned = {hex for name, area in written.items() if name.startswith("zone-") for hex in area}
    areas = {name: list[str]() for name in real().areas} | {
        "axis-start": west, "greater-germany": west, "soviet-start": east, "ussr": east, "ussr-1939": east,
        "west-edge": [hex for hex in land if hex[2:] == "01"], "axis-supply": [hex for hex in land if hex[2:] == "01"],
        "east-edge": [hex for hex in land if int(hex[2:]) == drawing.columns],
        "soviet-supply": [hex for hex in land if int(hex[2:]) == drawing.columns],
    } | written  # fmt: skip
    areas["zone-c"] = [*written.get("zone-c", ()), *(hex for hex in ground if hex not in zoned)]
    tags = {str(name): str(said) for name, said in mapping(drawing.data, "tags").items()}
    return Board.parse(_text(drawing, words, areas, tags), "the board of the case", tuple(real().boxes))


def _text(drawing: Drawing, words: dict[str, str], areas: dict[str, list[str]], tags: dict[str, str]) -> str:
    """`tags: {Riga: port ice-bound}` are words after the name of a place."""
    places = []
    for hex, kind, name in drawing.places(_PLACES):
        stem, _, size = kind.partition(" ")
        places.append(f'{hex} {stem} "{name}" {size} {tags.get(name, "")}'.rstrip())
    return "\n".join([
        "[board]", "name case", "title Case", f"grid {_GRID}", "[maps]", f"main cols=1-{drawing.columns} rows=1-{drawing.depth}",
        "[hexes]", *(f"{hex} {said}" for hex, said in sorted(words.items())), "[places]", *places, "[sides]",
        *drawing.sides(_SIDES), "[areas]", *(f"{name}: {' '.join(area)}" for name, area in areas.items()),
    ])  # fmt: skip
