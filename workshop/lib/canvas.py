"""The hexes of one plane as geometry: which hex holds a point, where its sides and corners lie."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import shapely

from grognard.boards.earth import cell_at
from grognard.core.hexes import Grid

from .georeference import Floats, Georeference, Plane, Point

Cell = tuple[str, int, int]  #: plane, column and row on the plane
Side = tuple[Cell, Cell]  #: the two hexes of a hexside, smaller first
Corner = tuple[int, int]  #: a corner of the lattice, in whole steps

_FINE = 2.0 * math.sqrt(3.0)


def side(a: Cell, b: Cell) -> Side:
    """A hexside, written the same way from either hex."""
    return (a, b) if a < b else (b, a)


class Canvas:
    """One plane of a board, with everything needed to lay geography over its hexes."""

    def __init__(self, game: Georeference, plane: str = "main", leave_out: Iterable[str] = ()) -> None:
        """All hexes of the plane's maps except those of `leave_out` (printed numbers, `map/number` if needed)."""
        self.game, self.plane = game, plane
        self.grid: Grid = game.grid
        self.earth: Plane = game.planes[plane]
        self.sheets = [sheet for sheet in game.sheets() if sheet.plane == plane]
        self.qualified = len(self.sheets) > 1
        self._number: dict[Cell, str] = {}
        self._cell: dict[str, Cell] = {}
        for sheet in self.sheets:
            for column in range(sheet.columns[0], sheet.columns[1] + 1):
                for row in range(sheet.rows[0], sheet.rows[1] + 1):
                    number = self.grid.name(column, row)
                    cell = (plane, column + sheet.offset[0], row + sheet.offset[1])
                    self._number.setdefault(cell, f"{sheet.name}/{number}" if self.qualified else number)
                    self._cell[f"{sheet.name}/{number}"] = cell
                    self._cell.setdefault(number, cell)
        for number in leave_out:
            self._number.pop(self._cell[number], None)
        self.cells: list[Cell] = list(self._number)
        self._present = set(self.cells)
        self._corner_steps = (_FINE, 2.0) if self.grid.stagger == "columns" else (2.0, _FINE)

    # ---------------------------------------------------------------- names

    def cell(self, number: str) -> Cell:
        """The cell of a printed number (`4014`, `2A/3317`)."""
        return self._cell[number]

    def number(self, cell: Cell) -> str:
        """The printed number of a cell; the first map that carries it names it."""
        return self._number[cell]

    def has(self, cell: Cell) -> bool:
        """Is the cell on the board?"""
        return cell in self._present

    # ---------------------------------------------------------------- lattice

    def around(self, cell: Cell) -> list[Cell]:
        """The six cells around a cell, in the order of the grid's directions, on the board or off it."""
        return [(self.plane, *self.grid.neighbour(cell[1], cell[2], d)) for d in range(6)]

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells around a cell that are on the board."""
        return [n for n in self.around(cell) if n in self._present]

    def distance(self, a: Cell, b: Cell) -> int:
        """Hexes between two cells."""
        return self.grid.distance(a[1:], b[1:])

    def centre(self, cell: Cell) -> Point:
        """Centre of a cell on the page."""
        return self.grid.centre(cell[1], cell[2])

    def ring(self, cell: Cell) -> list[Point]:
        """The six corners of a cell on the page; side d runs from corner d to corner d + 1."""
        x, y = self.centre(cell)
        return [(x + dx, y + dy) for dx, dy in self.grid.corners()]

    def polygon(self, cell: Cell) -> Any:
        """The cell as a shapely polygon on the page."""
        return shapely.Polygon(self.ring(cell))

    @cached_property
    def outline(self) -> Any:
        """The whole board as one polygon on the page."""
        return shapely.union_all([self.polygon(cell).buffer(1e-6) for cell in self.cells])

    def corner(self, point: Point) -> Corner:
        """The lattice corner at a point of the page (the point must be one)."""
        return round(point[0] * self._corner_steps[0]), round(point[1] * self._corner_steps[1])

    def corner_point(self, corner: Corner) -> Point:
        """A lattice corner on the page."""
        return corner[0] / self._corner_steps[0], corner[1] / self._corner_steps[1]

    @cached_property
    def sides(self) -> dict[Side, tuple[Corner, Corner]]:
        """Every hexside between two hexes of the board, with its two corners."""
        found: dict[Side, tuple[Corner, Corner]] = {}
        for cell in self.cells:
            corners = [self.corner(p) for p in self.ring(cell)]
            for d, other in enumerate(self.around(cell)):
                if other in self._present and cell < other:
                    found[cell, other] = corners[d], corners[(d + 1) % 6]
        return found

    @cached_property
    def corner_graph(self) -> dict[Corner, list[tuple[Corner, Side]]]:
        """For every corner: the corners next to it and the hexsides that lead there."""
        graph: dict[Corner, list[tuple[Corner, Side]]] = {}
        for edge, (a, b) in self.sides.items():
            graph.setdefault(a, []).append((b, edge))
            graph.setdefault(b, []).append((a, edge))
        return graph

    def edge_corners(self) -> set[Corner]:
        """Corners on the rim of the board: fewer than three hexsides of the board meet there."""
        return {corner for corner, ways in self.corner_graph.items() if len(ways) < 3}

    # ---------------------------------------------------------------- earth

    def point(self, lat: float, lon: float) -> Point:
        """A place on the earth as a point of the page."""
        x, y = self.earth.to_page(np.array(lat), np.array(lon))
        return float(x), float(y)

    def latlon(self, point: Point) -> Point:
        """A point of the page as latitude and longitude."""
        lat, lon = self.earth.to_latlon(np.array(point[0]), np.array(point[1]))
        return float(lat), float(lon)

    def cell_at(self, point: Point) -> Cell | None:
        """The cell under a point of the page, or None off the board."""
        best = (self.plane, *cell_at(self.grid, *point))
        return best if best in self._present else None

    def hex(self, lat: float, lon: float) -> Cell | None:
        """The cell that holds a place on the earth, or None off the board."""
        return self.cell_at(self.point(lat, lon))

    def project(self, geometry: Any) -> Any:
        """A shapely geometry in longitude and latitude, brought onto the page."""

        def move(lonlat: Floats) -> Floats:
            x, y = self.earth.to_page(lonlat[:, 1], lonlat[:, 0])
            return np.column_stack([x, y])

        return shapely.transform(geometry, move)

    def line(self, latlons: Iterable[Point]) -> Any:
        """A hand-written line of (latitude, longitude) points as a line on the page."""
        return shapely.LineString([self.point(lat, lon) for lat, lon in latlons])

    def area(self, latlons: Iterable[Point]) -> Any:
        """A hand-written outline of (latitude, longitude) points as a polygon on the page."""
        return shapely.Polygon([self.point(lat, lon) for lat, lon in latlons]).buffer(0)

    @lru_cache(maxsize=8)  # noqa: B019 - a canvas lives as long as the run
    def bounds(self, margin: float = 0.3) -> tuple[float, float, float, float]:
        """West, south, east and north of the board in degrees, with a margin."""
        rim = shapely.segmentize(self.outline.exterior if self.outline.geom_type == "Polygon" else
                                 self.outline.convex_hull.exterior, 1.0)
        x, y = shapely.get_coordinates(rim).T
        lat, lon = self.earth.to_latlon(x, y)
        return (float(lon.min()) - margin, float(lat.min()) - margin,
                float(lon.max()) + margin, float(lat.max()) + margin)  # fmt: skip
