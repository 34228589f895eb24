"""Water between hexes that are land: hexsides that lie mostly under a lake or the sea."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import shapely

from .canvas import Canvas, Cell, Side


def drowned_sides(canvas: Canvas, water: Any, dry: Iterable[Cell], share: float = 0.6) -> list[Side]:
    """The hexsides between two dry hexes of which at least `share` lies in the water (a polygon on the page)."""
    land = set(dry)
    shapely.prepare(water)
    found = []
    for edge, (a, b) in canvas.sides.items():
        if edge[0] in land and edge[1] in land:
            line = shapely.LineString([canvas.corner_point(a), canvas.corner_point(b)])
            if water.intersects(line) and water.intersection(line).length >= share * line.length:
                found.append(edge)
    return found


def touching(canvas: Canvas, land: Iterable[Cell], water: Iterable[Cell]) -> list[Cell]:
    """The hexes of `land` next to one of `water`."""
    wet = set(water)
    return [cell for cell in land if any(other in wet for other in canvas.neighbours(cell))]


def pool(canvas: Canvas, seeds: Iterable[Cell], water: Iterable[Cell]) -> list[Cell]:
    """The water hexes that hang together with the seeds, in the order of the board."""
    wet, found = set(water), set(seeds)
    todo = list(found)
    while todo:
        for other in canvas.neighbours(todo.pop()):
            if other in wet and other not in found:
                found.add(other)
                todo.append(other)
    return [cell for cell in canvas.cells if cell in found]
