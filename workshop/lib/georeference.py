"""Latitude and longitude to the page of a board and back.

The page has x growing east, y growing south and neighbouring hexes 1 apart, exactly as
`grognard.core.hexes.Grid.centre` draws it. The constants of every fit are in data/georeference.json.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt
from pyproj import Proj

from grognard.core.board import MapSheet
from grognard.core.hexes import Grid

Point = tuple[float, float]
Floats = npt.NDArray[np.float64]

DATA = Path(__file__).resolve().parent.parent / "data"


class Plane(msgspec.Struct, frozen=True):
    """One continuous hex plane: a projection and an affine map onto the page."""

    projection: str
    plane_from_metres: tuple[tuple[float, float, float], tuple[float, float, float]]
    km_per_hex: float

    def to_page(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """Latitudes and longitudes to page coordinates."""
        x, y = _proj(self.projection)(np.asarray(lon, float), np.asarray(lat, float))
        (a, b, c), (d, e, f) = self.plane_from_metres
        return a * x + b * y + c, -(d * x + e * y + f)

    def to_latlon(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Page coordinates to latitudes and longitudes."""
        (a, b, c), (d, e, f) = self.plane_from_metres
        u, v = np.asarray(x, float) - c, -np.asarray(y, float) - f
        size = a * e - b * d
        lon, lat = _proj(self.projection)((e * u - b * v) / size, (a * v - d * u) / size, inverse=True)
        return np.asarray(lat), np.asarray(lon)


class Georeference(msgspec.Struct, frozen=True):
    """How the hexes of one game lie on the earth."""

    status: str
    scale: str
    grid: Grid
    maps: dict[str, SheetFacts]
    planes: dict[str, Plane]

    def sheets(self) -> tuple[MapSheet, ...]:
        """The printed maps, in the order of the file."""
        return tuple(MapSheet(name, m.plane, m.columns, m.rows, m.offset) for name, m in self.maps.items())


class SheetFacts(msgspec.Struct, frozen=True):
    """Extent of one printed map and its offset on the plane."""

    plane: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    offset: tuple[int, int]


@lru_cache(maxsize=16)
def _proj(text: str) -> Proj:
    return Proj(text)


def georeference(game: str) -> Georeference:
    """The georeference of a game, by its slug (`drive-on-moscow`)."""
    facts = json.loads((DATA / "georeference.json").read_text(encoding="utf-8"))
    return msgspec.convert(facts["games"][game], Georeference)
