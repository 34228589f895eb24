"""The geography of the earth as the workshop reads it: GeoJSON layers and rasters from one folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import shape

from .canvas import Canvas, Cell
from .georeference import Floats, Point


class Feature:
    """One feature of a layer: a geometry in longitude and latitude, and its properties."""

    __slots__ = ("geometry", "properties")

    def __init__(self, geometry: Any, properties: dict[str, Any]) -> None:
        self.geometry, self.properties = geometry, properties

    @property
    def name(self) -> str:
        """The English name where there is one."""
        return str(self.properties.get("name_en") or self.properties.get("name") or "")


class Raster:
    """A grid of values; row 0 is the northern edge."""

    def __init__(self, values: npt.NDArray[Any], west: float, north: float, step: float) -> None:
        self.values, self.west, self.north, self.step = values, west, north, step

    def at(self, lat: Floats, lon: Floats) -> Floats:
        """The values of the cells under these places."""
        rows = np.clip(((self.north - lat) / self.step).astype(int), 0, self.values.shape[0] - 1)
        columns = np.clip(((lon - self.west) / self.step).astype(int), 0, self.values.shape[1] - 1)
        return np.asarray(self.values[rows, columns], float)


class Geography:
    """Everything in one folder of geographic files."""

    def __init__(self, folder: Path) -> None:
        if not (folder / "land.geojson").exists():
            raise FileNotFoundError(f"{folder} does not hold the geographic files (land.geojson ...)")
        self.folder = folder
        self._layers: dict[str, list[Feature]] = {}

    # ---------------------------------------------------------------- layers

    def layer(self, name: str) -> list[Feature]:
        """All features of NAME.geojson, in the order of the file."""
        if name not in self._layers:
            raw = json.loads((self.folder / f"{name}.geojson").read_text(encoding="utf-8"))
            self._layers[name] = [Feature(shape(f["geometry"]), f["properties"]) for f in raw["features"]]
        return self._layers[name]

    def near(self, name: str, canvas: Canvas) -> list[Feature]:
        """The features of a layer that touch the board's bounding box (still in longitude and latitude)."""
        box = shapely.box(*canvas.bounds())
        return [f for f in self.layer(name) if f.geometry.intersects(box)]

    def land(self, canvas: Canvas) -> Any:
        """The land as one polygon on the page."""
        return self._union(self.near("land", canvas), canvas)

    def lakes(self, canvas: Canvas, least: float = 0.0) -> list[tuple[str, Any]]:
        """Lakes of 1941 (later reservoirs left out) as (name, polygon on the page) from `least` hexes of area up."""
        found = []
        for feature in self.near("lakes", canvas):
            if feature.properties.get("in_1941", True) is False:
                continue
            polygon = canvas.project(shapely.make_valid(feature.geometry))
            if polygon.area >= least * 0.866:
                found.append((feature.name, polygon))
        return found

    def _union(self, features: list[Feature], canvas: Canvas) -> Any:
        box = shapely.box(*canvas.bounds(1.0))
        pieces = [shapely.make_valid(f.geometry).intersection(box) for f in features]
        return canvas.project(shapely.union_all([shapely.segmentize(p, 0.25) for p in pieces]))

    def river(self, canvas: Canvas, *names: str) -> list[Any]:
        """The course of a river (all spellings given, courses through lakes included) as merged lines on the page."""
        box = shapely.box(*canvas.bounds())
        parts = [
            f.geometry
            for f in self.layer("rivers")
            if (f.name in names or f.properties.get("name") in names) and f.geometry.intersects(box)
        ]
        if not parts:
            raise KeyError(f"no river called {' or '.join(names)} near the board")
        lines = [line for part in parts for line in shapely.get_parts(part)]
        merged = shapely.line_merge(shapely.multilinestrings(lines))
        return [canvas.project(line) for line in sorted(shapely.get_parts(merged), key=lambda g: -g.length)]

    def railways(self, canvas: Canvas) -> Any:
        """The modern railways as one multi-line on the page: a guide for snapping, not a source of lines."""
        return canvas.project(shapely.union_all([f.geometry for f in self.near("railroads_modern", canvas)]))

    # ---------------------------------------------------------------- places

    @cached_property
    def _gazetteer(self) -> dict[str, list[tuple[int, float, float, str]]]:
        index: dict[str, list[tuple[int, float, float, str]]] = {}
        for f in self.layer("places_geonames"):
            p = f.properties
            entry = (int(p.get("pop") or 0), f.geometry.y, f.geometry.x, str(p.get("cc", "")))
            for name in {str(p["name"]), *str(p.get("alt") or "").split("|")}:
                index.setdefault(name, []).append(entry)
        return index

    def place(self, name: str, near: Point | None = None, country: str = "") -> Point:
        """(latitude, longitude) of a place: the nearest to `near` of that name, else the largest."""
        found = [e for e in self._gazetteer.get(name, []) if not country or e[3] == country]
        if not found:
            raise KeyError(f"the gazetteer knows no {name!r}")
        if near is not None:
            best = min(found, key=lambda e: ((e[1] - near[0]) ** 2 + ((e[2] - near[1]) * 0.6) ** 2, -e[0]))
        else:
            best = max(found)
        return best[1], best[2]

    # ---------------------------------------------------------------- rasters

    @lru_cache(maxsize=32)  # noqa: B019 - one Geography lives as long as the run
    def raster(self, file: str, key: str) -> Raster:
        """One array of FILE.npz, e.g. `raster("landcover_fractions", "forest")`."""
        with np.load(self.folder / f"{file}.npz") as data:
            return Raster(data[key], float(data["west"]), float(data["north"]), float(data["cell_deg"]))

    def height(self, canvas: Canvas) -> Callable[[Point], float]:
        """The elevation of points of the page, in metres."""
        raster = self.raster("elevation", "elevation_m")

        def at(point: Point) -> float:
            lat, lon = canvas.latlon(point)
            return float(raster.at(np.array(lat), np.array(lon)))

        return at

    def mean(self, canvas: Canvas, file: str, key: str, rings: int = 3) -> dict[Cell, float]:
        """The mean of a raster over every hex."""
        values = self.samples(canvas, self.raster(file, key), rings)
        return {cell: float(row.mean()) for cell, row in zip(canvas.cells, values, strict=True)}

    def samples(self, canvas: Canvas, raster: Raster, rings: int = 3) -> Floats:
        """Raster values at points spread evenly over each hex: one row of samples per hex."""
        lat, lon = self._sample_places(canvas, rings)
        return raster.at(lat, lon)

    @lru_cache(maxsize=8)  # noqa: B019 - one Geography lives as long as the run
    def _sample_places(self, canvas: Canvas, rings: int) -> tuple[Floats, Floats]:
        """Latitudes and longitudes of the sample points: one row per hex."""
        centres = np.array([canvas.centre(cell) for cell in canvas.cells])
        points = centres[:, None, :] + np.array(_spread(rings))[None, :, :]
        return canvas.earth.to_latlon(points[..., 0], points[..., 1])


def _spread(rings: int) -> list[Point]:
    """Points of a fine triangular lattice within a hex, the centre included."""
    step = 0.5 / (rings + 0.5)
    return [
        (step * (q + r / 2), step * r * 0.8660254)
        for q in range(-rings, rings + 1)
        for r in range(-rings, rings + 1)
        if abs(q + r) <= rings
    ]


def cover(canvas: Canvas, polygon: Any) -> dict[Cell, float]:
    """Which part (0 to 1) of every hex a polygon on the page covers; hexes it misses are left out."""
    found: dict[Cell, float] = {}
    hexagons = np.array([canvas.polygon(cell) for cell in canvas.cells])
    pieces = np.array(cut_up(polygon))
    for k, touched in _groups(shapely.STRtree(pieces).query(hexagons)):
        area = float(shapely.area(shapely.intersection(pieces[touched], hexagons[k])).sum() / hexagons[k].area)
        if area > 0.0:
            found[canvas.cells[k]] = 1.0 if area > 1.0 - 1e-9 else area
    return found


def cut_up(polygon: Any, tile: float = 4.0) -> list[Any]:
    """A great polygon in small pieces: overlaying a coast hex by hex is quick only with pieces near the hex."""
    if polygon.is_empty:
        return []
    west, south, east, north = polygon.bounds
    if max(east - west, north - south) <= tile:
        return [polygon]
    if east - west >= north - south:
        middle = (west + east) / 2
        halves = (west, south, middle, north), (middle, south, east, north)
    else:
        middle = (south + north) / 2
        halves = (west, south, east, middle), (west, middle, east, north)
    return [piece for half in halves for piece in cut_up(shapely.clip_by_rect(polygon, *half), tile)]


def _groups(pairs: npt.NDArray[np.intp]) -> list[tuple[int, npt.NDArray[np.intp]]]:
    """(first, all seconds) of index pairs, in the order of the firsts."""
    order = np.argsort(pairs[0], kind="stable")
    firsts, starts = np.unique(pairs[0][order], return_index=True)
    return list(zip(firsts.tolist(), np.split(pairs[1][order], starts[1:]), strict=True))
