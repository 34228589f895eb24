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


class Block(msgspec.Struct, frozen=True):
    """Some tiles that are drawn in one go: pixels of a zoom of a plane."""

    plane: str
    w: int
    x: int
    y: int
    width: int
    height: int

    @property
    def tiles(self) -> list[str]:
        """The files of its tiles."""
        columns, rows = range(self.x, self.x + self.width, TILE), range(self.y, self.y + self.height, TILE)
        return [f"{self.plane}/{self.w}/{x // TILE}_{y // TILE}.webp" for x in columns for y in rows]


class TileSet:
    """All tiles of a board in one theme; each block can be drawn by itself."""

    def __init__(self, board: Board, theme: Theme = "light", zooms: Sequence[int] = ZOOMS, ground: Ground = "dry") -> None:
        self.board, self.theme, self.ground = board, theme, ground
        self.zooms = sorted(zooms)
        self.pictures = {picture.sheet.plane: picture for picture in pictures(board)}

    def write_index(self, out_dir: Path) -> Path:
        """The index and the names: quickly made, and all a page needs to begin with."""
        planes = {plane: self._plane(picture) for plane, picture in self.pictures.items()}
        for plane, picture in self.pictures.items():
            names = out_dir / plane / "names.json"
            names.parent.mkdir(parents=True, exist_ok=True)
            names.write_bytes(msgspec.json.encode(_names(picture, self.theme, float(self.zooms[-1]))))
        index = {
            "board": self.board.name,
            "theme": self.theme,
            "ground": self.ground,
            "tile": TILE,
            "format": "webp",
            "planes": planes,
        }
        path = out_dir / "index.json"
        write_whole(path, msgspec.json.format(msgspec.json.encode(index), indent=1))
        return path

    def blocks(self) -> list[Block]:
        """Everything there is to draw, from afar to near."""
        found = []
        for w in self.zooms:
            for plane, picture in self.pictures.items():
                width, height = _extent(picture, w)
                found += [
                    Block(plane, w, x, y, min(_BLOCK, width - x), min(_BLOCK, height - y))
                    for x in range(0, width, _BLOCK)
                    for y in range(0, height, _BLOCK)
                ]
        return found

    def draw(self, block: Block, out_dir: Path) -> None:
        """Draw a block and cut it into its tiles."""
        picture = _block(self.pictures[block.plane], Style(self.theme, self.ground, float(block.w)), block)
        (out_dir / block.plane / str(block.w)).mkdir(parents=True, exist_ok=True)
        for tile in block.tiles:
            column, row = (int(number) for number in Path(tile).stem.split("_"))
            left, top = column * TILE - block.x, row * TILE - block.y
            data = io.BytesIO()
            cut = picture.crop((left, top, min(left + TILE, block.width), min(top + TILE, block.height)))
            cut.save(data, "webp", quality=86, method=2)
            write_whole(out_dir / tile, data.getvalue())

    def _plane(self, picture: Picture) -> dict[str, Any]:
        left, top, _, _ = picture.frame
        plane = picture.sheet.plane
        levels = []
        for w in self.zooms:
            width, height = _extent(picture, w)
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
        return {"origin": [left, top], "bounds": list(picture.frame), "zooms": levels, "names": f"{plane}/names.json"}


def make_tiles(board: Board, out_dir: Path, theme: Theme = "light", zooms: Sequence[int] = ZOOMS, ground: Ground = "dry") -> Path:
    """Draw all tiles of a board in one theme; returns the path of the index."""
    tiles = TileSet(board, theme, zooms, ground)
    for block in tiles.blocks():
        tiles.draw(block, out_dir)
    return tiles.write_index(out_dir)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it."""
    draft = path.with_name(f".{path.name}")
    draft.write_bytes(data)
    draft.replace(path)


def _extent(picture: Picture, w: int) -> tuple[int, int]:
    """Width and height of a zoom in pixels."""
    left, top, right, bottom = picture.frame
    return _whole_tiles((right - left) * w), _whole_tiles((bottom - top) * w)


def _whole_tiles(length: float) -> int:
    """A length in pixels, cut down where a last tile would hold a sliver of void."""
    return int(length) - int(length) % TILE if length > TILE and int(length) % TILE < _SLIVER else int(length)


def _block(picture: Picture, style: Style, block: Block) -> Image.Image:
    left, top = picture.frame[0] + block.x / style.w, picture.frame[1] + block.y / style.w
    window = (left - _EDGE, top - _EDGE, left + block.width / style.w + _EDGE, top + block.height / style.w + _EDGE)
    corner = left * style.w, top * style.w
    void = element("rect", x=corner[0], y=corner[1], width=block.width, height=block.height, fill=style.fill("void"))
    body = [void, *picture.art(style, window, numbers=style.near)]
    png = svg_to_png(document(block.width, block.height, body, picture.sheet.board.title, corner))
    return Image.open(io.BytesIO(png)).convert("RGB")


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
