"""Map tiles for the browser: the map drawn once, cut into squares, so that ten thousand hexes pan smoothly.

Tiles hold the map without names; names are a small list of their own, because the page draws them above the
counters. All positions are hex-plane units, as `Board.centre` counts them: pixel = (position - origin) * w.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from ..core.board import Board
from .labels import Label
from .picture import Picture, pictures
from .raster import svg_to_png
from .svg import document, element
from .tokens import Ground, Style, Theme

ZOOMS = (12, 24, 48, 96)
TILE = 512
_BLOCK = 4 * TILE  #: drawn in one go, then cut
_EDGE = 0.35  #: what is drawn around a block, in W, so that no stroke ends at its rim
_SLIVER = 8
_SHOWN_FROM = {"village": 24, "town": 24, "river": 24, "river-great": 24}  #: the zoom at which a class of names appears


def make_tiles(board: Board, out_dir: Path, theme: Theme = "light", zooms: Sequence[int] = ZOOMS, ground: Ground = "dry") -> Path:
    """Draw all tiles of a board in one theme; returns the path of the index."""
    planes = {picture.sheet.plane: _plane(picture, out_dir, theme, zooms, ground) for picture in pictures(board)}
    index = {
        "board": board.name,
        "theme": theme,
        "ground": ground,
        "tile": TILE,
        "format": "webp",
        "planes": planes,
    }
    path = out_dir / "index.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(index), indent=1))
    return path


def _plane(picture: Picture, out_dir: Path, theme: Theme, zooms: Sequence[int], ground: Ground) -> dict[str, Any]:
    left, top, right, bottom = picture.frame
    plane = picture.sheet.plane
    levels = []
    for w in sorted(zooms):
        style = Style(theme, ground, float(w))
        width, height = _whole_tiles((right - left) * w), _whole_tiles((bottom - top) * w)
        folder = out_dir / plane / str(w)
        folder.mkdir(parents=True, exist_ok=True)
        for x in range(0, width, _BLOCK):
            for y in range(0, height, _BLOCK):
                size = min(_BLOCK, width - x), min(_BLOCK, height - y)
                _cut(_block(picture, style, x, y, size), x // TILE, y // TILE, folder)
        levels.append(
            {
                "w": w,
                "width": width,
                "height": height,
                "columns": -(-width // TILE),
                "rows": -(-height // TILE),
                "folder": f"{plane}/{w}",
            }
        )
    names = out_dir / plane / "names.json"
    names.write_bytes(msgspec.json.encode(_names(picture, theme, float(max(zooms)))))
    return {
        "origin": [left, top],
        "bounds": list(picture.frame),
        "zooms": levels,
        "names": f"{plane}/names.json",
    }


def _whole_tiles(length: float) -> int:
    """A length in pixels, cut down where a last tile would hold a sliver of void."""
    return int(length) - int(length) % TILE if length > TILE and int(length) % TILE < _SLIVER else int(length)


def _block(picture: Picture, style: Style, x: int, y: int, size: tuple[int, int]) -> Image.Image:
    left, top = picture.frame[0] + x / style.w, picture.frame[1] + y / style.w
    window = (left - _EDGE, top - _EDGE, left + size[0] / style.w + _EDGE, top + size[1] / style.w + _EDGE)
    corner = left * style.w, top * style.w
    void = element("rect", x=corner[0], y=corner[1], width=size[0], height=size[1], fill=style.fill("void"))
    body = [void, *picture.art(style, window, numbers=style.near)]
    png = svg_to_png(document(size[0], size[1], body, picture.sheet.board.title, corner))
    return Image.open(io.BytesIO(png)).convert("RGB")


def _cut(block: Image.Image, column: int, row: int, folder: Path) -> None:
    for x in range(0, block.width, TILE):
        for y in range(0, block.height, TILE):
            tile = block.crop((x, y, min(x + TILE, block.width), min(y + TILE, block.height)))
            tile.save(folder / f"{column + x // TILE}_{row + y // TILE}.webp", quality=86, method=2)


def _names(picture: Picture, theme: Theme, w: float) -> list[dict[str, Any]]:
    places, others = picture.names(Style(theme, "dry", w), numbers=True)
    return [_name(label) for label in [*others, *places]]


def _name(label: Label) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": label.words,
        "x": round(label.x, 3),
        "y": round(label.y, 3),
        "class": label.kind,
        "anchor": label.anchor,
        "from": _SHOWN_FROM.get(label.kind, 0),
    }
    if label.scale != 1.0:
        found["scale"] = round(label.scale, 2)
    if label.angle:
        found["angle"] = round(label.angle, 1)
    return found
