"""Hex geometry for every way of numbering hexes found in the five rulebooks.

A `Grid` says how printed numbers lie on the paper: which pair of digits is the row, which way rows
and columns grow, and which of them stand half a hex out. Everything else (neighbours, distance,
drawing) is computed on one common lattice of axial coordinates, so no other module asks how a
number is spelt.

>>> moscow = Grid(digits="CCRR", stagger="columns", shifted=0, columns="east", rows="south")
>>> moscow.name(*moscow.neighbour(40, 15, 0))
'4014'
>>> barbarossa = Grid(digits="RRCC", stagger="rows", shifted=1, columns="west", rows="south")
>>> barbarossa.distance(barbarossa.parse("2210"), barbarossa.parse("2208"))
2
"""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from .words import is_number

ROOT3_2 = math.sqrt(3.0) / 2.0

#: Names of the six directions, clockwise. Grids with staggered columns have a neighbour due north,
#: grids with staggered rows one due east; opposite directions are always three apart.
COLUMN_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
ROW_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")

#: Steps in axial coordinates (q, r), clockwise from the first name above.
_COLUMN_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_ROW_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

Cell = tuple[int, int]


def opposite(direction: int) -> int:
    """The direction that looks back."""
    return (direction + 3) % 6


def axial_distance(a: Cell, b: Cell) -> int:
    """Number of steps between two axial cells."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


class Grid(msgspec.Struct, frozen=True):
    """How a rulebook numbers its hexes. Rows and columns here are the printed ones."""

    digits: Literal["RRCC", "CCRR"] = "CCRR"
    stagger: Literal["rows", "columns"] = "columns"
    shifted: Literal[0, 1] = 0  #: the parity of the rows (columns) that stand half a hex further on
    columns: Literal["east", "west"] = "east"  #: the way column numbers grow
    rows: Literal["south", "north"] = "south"  #: the way row numbers grow

    def parse(self, number: str) -> Cell:
        """Printed number to (column, row)."""
        if len(number) != 4 or not is_number(number):
            raise ValueError(f"a hex number has four digits, not {number!r}")
        first, second = int(number[:2]), int(number[2:])
        return (second, first) if self.digits == "RRCC" else (first, second)

    def name(self, column: int, row: int) -> str:
        """(column, row) to the printed number."""
        pair = (row, column) if self.digits == "RRCC" else (column, row)
        return f"{pair[0]:02d}{pair[1]:02d}"

    def axial(self, column: int, row: int) -> Cell:
        """(column, row) to axial coordinates with x growing east and y growing south."""
        east = 1 if self.columns == "east" else -1
        south = 1 if self.rows == "south" else -1
        if self.stagger == "columns":
            half = 1 if column % 2 == self.shifted else 0
            # twice the height on the page, so that half hexes stay whole numbers
            height = 2 * south * row + south * half
            q = east * column
            return q, (height - q) // 2
        half = 1 if row % 2 == self.shifted else 0
        width = 2 * east * column + east * half
        r = south * row
        return (width - r) // 2, r

    def from_axial(self, q: int, r: int) -> Cell:
        """Axial coordinates back to (column, row)."""
        east = 1 if self.columns == "east" else -1
        south = 1 if self.rows == "south" else -1
        if self.stagger == "columns":
            column = east * q
            half = 1 if column % 2 == self.shifted else 0
            # `axial` floors (height - q) / 2, which loses nothing when both have the same parity
            for height in (2 * r + q, 2 * r + q + 1):
                row, rest = divmod(south * height - half, 2)
                if not rest and self.axial(column, row) == (q, r):
                    return column, row
        else:
            row = south * r
            half = 1 if row % 2 == self.shifted else 0
            for width in (2 * q + r, 2 * q + r + 1):
                column, rest = divmod(east * width - half, 2)
                if not rest and self.axial(column, row) == (q, r):
                    return column, row
        raise ValueError(f"no printed number for axial {(q, r)}")

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the six directions, in the order of `neighbour`."""
        return COLUMN_DIRECTIONS if self.stagger == "columns" else ROW_DIRECTIONS

    def neighbour(self, column: int, row: int, direction: int) -> Cell:
        """The (column, row) next door, on the map or off it."""
        q, r = self.axial(column, row)
        dq, dr = (_COLUMN_STEPS if self.stagger == "columns" else _ROW_STEPS)[direction]
        return self.from_axial(q + dq, r + dr)

    def distance(self, a: Cell, b: Cell) -> int:
        """Hexes between two cells."""
        return axial_distance(self.axial(*a), self.axial(*b))

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """Centre on the page: x grows east, y grows south, neighbours are exactly 1 apart."""
        east = 1 if self.columns == "east" else -1
        south = 1 if self.rows == "south" else -1
        if self.stagger == "columns":
            half = 0.5 if column % 2 == self.shifted else 0.0
            return east * column * ROOT3_2, south * (row + half)
        half = 0.5 if row % 2 == self.shifted else 0.0
        return east * (column + half), south * row * ROOT3_2

    def corners(self) -> tuple[tuple[float, float], ...]:
        """The six corners around a centre; side d runs from corner d to corner d + 1."""
        radius = 1.0 / math.sqrt(3.0)
        first = -120.0 if self.stagger == "columns" else -90.0
        return tuple(
            (radius * math.cos(math.radians(first + 60 * k)), radius * math.sin(math.radians(first + 60 * k)))
            for k in range(6)
        )
