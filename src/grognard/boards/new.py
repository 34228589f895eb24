"""Start a board of one's own: a rectangle of clear hexes over a piece of the earth, ready to be edited by hand."""

from __future__ import annotations

import math
import re
from itertools import pairwise

from ..core.errors import GrognardError
from ..core.hexes import ROOT3_2, Grid
from .earth import ARITHMETIC, Point, projection

Box = tuple[float, float, float, float]  #: west, south, east, north in degrees

GRID = Grid(digits="CCRR", stagger="columns", shifted=0, columns="east", rows="south")


#: Hexes from side to side: nothing smaller than a garden, nothing larger than a country.
_SMALLEST_KM, _LARGEST_KM = 0.01, 1000.0
#: A cone touches the earth well away from the equator only.
_EQUATORIAL = 15.0


def read_box(text: str) -> Box:
    """A box as people write it: `south,west,north,east`."""
    try:
        south, west, north, east = (float(number) for number in text.split(","))
    except ValueError:
        raise GrognardError(f"a box is four numbers, south,west,north,east, not {text!r}") from None
    return west, south, east, north


def fitting(box: Box) -> str:
    """A projection that suits a box: Lambert's conformal cone through its middle, near the equator his equal-area plane."""
    west, south, east, north = box
    sixth = (north - south) / 6
    middle = (west + east) / 2, (south + north) / 2
    if abs(middle[1]) < _EQUATORIAL:
        return f"+proj=laea +lat_0={middle[1]:.4g} +lon_0={middle[0]:.4g}"
    return (
        f"+proj=lcc +lat_1={south + sixth:.4g} +lat_2={north - sixth:.4g} "
        f"+lat_0={middle[1]:.4g} +lon_0={middle[0]:.4g}"
    )


def new_board(name: str, box: Box, proj: str = "", hex_km: float = 25.0, title: str = "") -> str:
    """The text of a new board file that covers `box` with hexes `hex_km` from side to side.

    `proj` is a PROJ string (default: `fitting(box)`); kinds other than lcc and laea need the package pyproj.
    """
    west, south, east, north = box
    if not (-180 <= west < east <= 180 and -90 < south < north < 90):
        raise GrognardError(
            f"a box reaches from south to north and from west to east, in degrees: {south:g} {west:g} {north:g} {east:g} does not"
        )
    if not _SMALLEST_KM <= hex_km <= _LARGEST_KM:
        raise GrognardError(f"a hex measures {_SMALLEST_KM} to {_LARGEST_KM:g} kilometres, not {hex_km:g}")
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise GrognardError(f"the name of a board is a word of letters, digits, - and _, not {name!r}")
    if '"' in title or not title.isprintable():
        raise GrognardError(f"a title stands on one line without quotation marks, not {title!r}")
    text = proj or fitting(box)
    left, bottom, right, top = _extent(text, box)
    size = hex_km * 1000.0
    columns = math.ceil((right - left) / (size * ROOT3_2)) + 1
    rows = math.ceil((top - bottom) / size) + 1
    if columns > 99 or rows > 99:
        raise GrognardError(f"{columns} columns and {rows} rows: numbers have two digits each, take larger hexes")
    # hex 0101 stands on the north-west corner of the box, so that the hexes of the rim overlap its sides
    across = f"{1 / size:.10g} 0 {ROOT3_2 - left / size:.10g}"
    down = f"0 {-1 / size:.10g} {1 + top / size:.10g}"
    lines = [
        "[board]",
        f"name {name}",
        f'title "{title or name}"',
        "grid digits=CCRR stagger=columns shifted=even columns=east rows=south",
        f"scale {hex_km:g} km per hex",
        f"earth.main {text}; {across}; {down}",
        "",
        "[maps]",
        f"main cols=1-{columns} rows=1-{rows}",
        "",
        "[hexes] @reconstructed",
        *(f"{GRID.name(c, r)} clear" for c in range(1, columns + 1) for r in range(1, rows + 1)),
        "",
        *("[places] @reconstructed", "", "[sides] @reconstructed", "", "[areas] @reconstructed", "", "[boxes]"),
    ]
    return "\n".join(lines) + "\n"


def _extent(text: str, box: Box) -> Box:
    """The box in metres of the projection; its curved sides are walked in small steps."""
    forward = projection(text).forward
    try:
        points = [forward(lat, lon) for lat, lon in _rim(box)]
    except ARITHMETIC:
        points = [(math.nan, math.nan)]
    if not all(math.isfinite(value) for point in points for value in point):
        raise GrognardError(f"the projection {text} does not reach the whole box")
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _rim(box: Box) -> list[Point]:
    west, south, east, north = box
    corners = [(south, west), (south, east), (north, east), (north, west), (south, west)]
    return [
        (a[0] + (b[0] - a[0]) * k / 32, a[1] + (b[1] - a[1]) * k / 32) for a, b in pairwise(corners) for k in range(32)
    ]
