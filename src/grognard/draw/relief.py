"""Relief: the lie of the land as soft shading under the marks, lit from the north-west.

The shading of each board is a small grey picture in relief/, made once from an elevation grid by
`python -m grognard.draw.relief elevation.npz BOARD ...`. Where the land lies is learnt from the places of the
board, whose longitude and latitude it lists; a board without them is drawn flat.
"""

from __future__ import annotations

import base64
import io
import sys
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

from ..core.board import Board
from .sheet import Sheet, Window, sheets
from .svg import Points, element
from .tokens import FOLDER, Style

RELIEF = FOLDER / "relief"
_STORED = 6  #: pixels per W in the stored picture
_NEUTRAL = 128
_STRENGTH = 0.8
_STEP = 4  #: of 255 degrees of shade
_LEAST_PLACES = 12

Grey = npt.NDArray[np.uint8]


def draw_relief(sheet: Sheet, style: Style, window: Window) -> str:
    """The shading of the part of a sheet inside a window, as an image element."""
    if style.far:
        return ""
    # a third of the drawn pixels is so fine that it needs no smoothing, which would be slow
    fine = max(_STORED, round(style.w / 3))
    shade = _enlarged(sheet.board.name, sheet.plane, fine)
    if shade is None:
        return ""
    left, top, _, _ = sheet.bounds
    height, width = shade.shape
    x0, x1 = (int(np.clip((edge - left) * fine, 0, width)) for edge in (window[0], window[2] + 0.2))
    y0, y1 = (int(np.clip((edge - top) * fine, 0, height)) for edge in (window[1], window[3] + 0.2))
    if x1 <= x0 or y1 <= y0:
        return ""
    picture = _coloured(shade[y0:y1, x0:x1], style)
    return element(
        "image", x=(left + x0 / fine) * style.w, y=(top + y0 / fine) * style.w,
        width=(x1 - x0) / fine * style.w, height=(y1 - y0) / fine * style.w, id="relief",
        preserveAspectRatio="none", image_rendering="optimizeSpeed", href=f"data:image/png;base64,{picture}",
    )  # fmt: skip


@cache
def _enlarged(board: str, plane: str, fine: int) -> Grey | None:
    path = RELIEF / f"{board}-{plane}.png"
    if not path.exists():
        return None
    stored = Image.open(path).convert("L")
    size = stored.width * fine // _STORED, stored.height * fine // _STORED
    return np.asarray(stored.resize(size, Image.Resampling.BICUBIC))


def _coloured(shade: Grey, style: Style) -> str:
    """Shadow and light in the colours of the theme, as a PNG with transparency in base 64."""
    look = style.palette("relief")
    signed = (shade.astype(np.float32) - _NEUTRAL) / (_NEUTRAL - 1)
    pixels = np.zeros((*shade.shape, 4), np.uint8)
    for where, colour, most in ((signed < 0, look["shadow"], look["max"][0]), (signed > 0, look["light"], look["max"][1])):
        pixels[where, :3] = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
        # few steps of shade make runs of equal pixels: nobody sees it, and pictures are written much faster
        pixels[where, 3] = (np.abs(signed[where]) * most * 255 / _STEP).astype(np.uint8) * _STEP
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", compress_level=4)
    return base64.b64encode(file.getvalue()).decode()


# -------------------------------------------------------------------- making


def _lonlat(sheet: Sheet) -> Points | None:
    """Coefficients that turn a place of the sheet into longitude and latitude, or none."""
    known = [place for place in sheet.board.places if place.latlon and sheet.board.cells[place.hex][0] == sheet.plane]
    if len(known) < _LEAST_PLACES:
        return None
    terms = _terms(sheet.centres[[place.hex for place in known]])
    target = np.array([place.latlon[::-1] for place in known if place.latlon])
    # a place may lie half a hex off its centre, and some were moved on purpose: drop the worst and fit again
    fit = np.linalg.lstsq(terms, target, rcond=None)[0]
    miss = np.abs(terms @ fit - target).sum(axis=1)
    good = miss <= np.quantile(miss, 0.9)
    return np.asarray(np.linalg.lstsq(terms[good], target[good], rcond=None)[0])


def _terms(points: Points) -> Points:
    x, y = points.T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def make_relief(board: Board, elevation: npt.NDArray[np.float32], west: float, north: float, step: float) -> list[Path]:
    """Write the shading of every plane of a board from a grid of heights in metres."""
    made = []
    for sheet in sheets(board):
        fit = _lonlat(sheet)
        if fit is None:
            continue
        left, top, right, bottom = sheet.bounds
        x, y = np.meshgrid(np.arange(left, right, 1 / _STORED), np.arange(top, bottom, 1 / _STORED))
        lon, lat = (_terms(np.stack([x.ravel(), y.ravel()], axis=1)) @ fit).T
        times = max(1, round(abs(float(fit[2, 1])) / _STORED / step))
        cell = step * times
        heights = _sample(_coarser(elevation, times), (north - lat) / cell - 0.5, (lon - west) / cell - 0.5)
        shade = _hillshade(heights.reshape(x.shape))
        known = (lat < north) & (lat > north - step * len(elevation))
        shade[~known.reshape(x.shape)] = _NEUTRAL
        path = RELIEF / f"{board.name}-{sheet.plane}.png"
        RELIEF.mkdir(exist_ok=True)
        Image.fromarray(shade).filter(ImageFilter.GaussianBlur(0.6)).save(path, optimize=True)
        made.append(path)
    return made


def _sample(grid: npt.NDArray[np.float32], row: Points, column: Points) -> Points:
    """Heights between the points of a grid."""
    row, column = np.clip(row, 0, grid.shape[0] - 1.01), np.clip(column, 0, grid.shape[1] - 1.01)
    r, c = row.astype(int), column.astype(int)
    down, across = row - r, column - c
    upper = grid[r, c] * (1 - across) + grid[r, c + 1] * across
    lower = grid[r + 1, c] * (1 - across) + grid[r + 1, c + 1] * across
    return np.asarray(upper * (1 - down) + lower * down)


def _coarser(grid: npt.NDArray[np.float32], times: int) -> npt.NDArray[np.float32]:
    """Every `times` x `times` cells as their mean: a map of wide hexes shows no small hills."""
    rows, columns = (length // times * times for length in grid.shape)
    blocks = grid[:rows, :columns].reshape(rows // times, times, columns // times, times)
    return np.asarray(blocks.mean(axis=(1, 3)), np.float32)


def _hillshade(heights: Points) -> Grey:
    """Slopes that look north-west are lit, those that look south-east lie in shadow."""
    down, across = np.gradient(heights)
    slope = down + across
    # scaled by the slopes of this board, so that plains show as well as mountains
    scale = np.quantile(np.abs(slope), 0.95) or 1.0
    return np.asarray(_NEUTRAL + _STRENGTH * (_NEUTRAL - 1) * np.tanh(slope / scale), np.uint8)


def main(grid: str, *boards: str) -> None:
    """Make the shading of the boards given as files."""
    with np.load(grid) as data:
        elevation = np.maximum(data["elevation_m"], 0).astype(np.float32)
        west, north, step = (float(data[key]) for key in ("west", "north", "cell_deg"))
    for board in boards:
        for path in make_relief(Board.load(Path(board)), elevation, west, north, step):
            print(path.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
