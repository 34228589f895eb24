"""Hex geometry, for every numbering scheme of the five books."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes import Grid, opposite

GRIDS = {
    "drive-on-moscow": Grid("CCRR", "columns", 0, "east", "south"),
    "barbarossa": Grid("RRCC", "rows", 1, "west", "south"),
    "what-if-1940": Grid("RRCC", "rows", 1, "east", "north"),
    "fire-in-the-east": Grid("RRCC", "rows", 0, "west", "south"),
}
grids = st.sampled_from(sorted(GRIDS)).map(GRIDS.__getitem__)
cells = st.tuples(st.integers(0, 99), st.integers(0, 99))


@given(grids, cells)
def test_number_and_axial_coordinates_are_inverses(grid: Grid, cell: tuple[int, int]) -> None:
    assert grid.parse(grid.name(*cell)) == cell
    assert grid.from_axial(*grid.axial(*cell)) == cell


@given(grids, cells, st.integers(0, 5))
def test_neighbours_are_one_apart_and_mutual(grid: Grid, cell: tuple[int, int], direction: int) -> None:
    near = grid.neighbour(*cell, direction)
    assert grid.distance(cell, near) == 1
    assert grid.neighbour(*near, opposite(direction)) == cell
    x, y = grid.centre(*cell)
    u, v = grid.centre(*near)
    assert math.isclose(math.hypot(u - x, v - y), 1.0)
    corners = grid.corners()
    a, b = corners[direction], corners[(direction + 1) % 6]
    assert math.isclose((a[0] + b[0]), u - x, abs_tol=1e-9)
    assert math.isclose((a[1] + b[1]), v - y, abs_tol=1e-9)


@given(grids, cells, cells, cells)
def test_distance_is_a_metric(grid: Grid, a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)
    assert (grid.distance(a, b) == 0) == (a == b)


@pytest.mark.parametrize(
    ("game", "a", "b", "apart"),
    [
        ("barbarossa", "2403", "2404", 1),  # 11.27
        ("barbarossa", "2403", "2303", 1),
        ("barbarossa", "2210", "2208", 2),  # 7.11
        ("barbarossa", "2210", "2409", 2),
        ("what-if-1940", "4624", "4519", 5),  # 9.8
        ("fire-in-the-east", "0906", "1005", 1),  # 28.E
        ("fire-in-the-east", "1104", "1203", 1),
    ],
)
def test_distances_the_books_state(game: str, a: str, b: str, apart: int) -> None:
    grid = GRIDS[game]
    assert grid.distance(grid.parse(a), grid.parse(b)) == apart


@pytest.mark.parametrize("number", ["", "123", "12345", "12a4", "-123"])
def test_bad_numbers_are_refused(number: str) -> None:
    with pytest.raises(ValueError, match="four digits"):
        Grid().parse(number)
