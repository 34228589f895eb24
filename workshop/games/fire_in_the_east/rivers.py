"""Rivers and major rivers along hexsides."""

from __future__ import annotations

from typing import Any

import shapely
import shapely.ops

from workshop.lib.canvas import Canvas, Side, side
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography
from workshop.lib.georeference import Point
from workshop.lib.knowledge import points, record, table
from workshop.lib.snap import Rivers

from .water import FOLDER, dry


def add_rivers(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    """Every river of rivers.csv, the great ones first, so that tributaries end on them."""
    rivers = Rivers(canvas)
    rivers.sink(cell for cell in canvas.cells if not dry(draft, cell))
    shore = {corner for (kind, edge) in draft.sides if kind in ("sea", "lake") for corner in canvas.sides[edge]}
    rivers.net.update(shore)
    fixed = record(FOLDER, "book.yaml")["rivers"]
    for row in table(FOLDER, "rivers.csv"):
        name = row["river"]
        printed = fixed.get(name, {})
        chain = [_edge(canvas, word) for word in printed.get("sides", "").split()]
        rivers.courses[name] = list(chain)
        rivers.net.update(corner for edge in chain for corner in canvas.sides[edge])
        if not printed.get("whole"):
            rivers.add(name, _course(canvas, geography, row, chain))
        wet = [edge for edge in rivers.courses[name] if _banks(draft, edge)]
        source = "printed" if printed else "reconstructed" if row["course"] else "derived"
        great = {edge for edge in wet if _is_major(row["major"], _middle(canvas, edge))}
        draft.add_sides([e for e in wet if e in great], "major-river", name, source, row["note"])
        draft.add_sides([e for e in wet if e not in great], "river", name, source, row["note"])


def _course(canvas: Canvas, geography: Geography, row: dict[str, str], chain: list[Side]) -> list[Any]:
    """The lines of a river; a printed chain of hexsides takes the place of the stretch beside it."""
    if row["course"]:
        return [canvas.line(points(row["course"]))]
    lines = geography.river(canvas, *row["names"].split("|"))
    if not chain:
        return lines
    path = _walk([canvas.sides[edge] for edge in chain])
    first, last = sorted(lines[0].project(shapely.Point(canvas.corner_point(c))) for c in (path[0], path[-1]))
    return [shapely.ops.substring(lines[0], 0, first), shapely.ops.substring(lines[0], last, lines[0].length), *lines[1:]]


def _edge(canvas: Canvas, text: str) -> Side:
    first, _, second = text.partition("|")
    return side(canvas.cell(first), canvas.cell(second))


def _walk(sides: list[tuple[Any, Any]]) -> list[Any]:
    """The corners of a chain of hexsides, in order."""
    first = sides[0] if sides[0][1] in sides[1] else sides[0][::-1]
    path = list(first)
    for a, b in sides[1:]:
        path.append(b if a == path[-1] else a)
    return path


def _banks(draft: Draft, edge: Side) -> bool:
    """A river side has land on both banks and is not lost in a lake or the sea."""
    return all(dry(draft, cell) for cell in edge) and not any(draft.has_side(kind, *edge) for kind in ("sea", "lake"))


def _middle(canvas: Canvas, edge: Side) -> Point:
    (ax, ay), (bx, by) = (canvas.corner_point(c) for c in canvas.sides[edge])
    return canvas.latlon(((ax + bx) / 2, (ay + by) / 2))


def _is_major(bound: str, where: Point) -> bool:
    if bound in ("", "all"):
        return bound == "all"
    value, limit = where[bound[:3] == "lon"], float(bound[4:])
    return value < limit if bound[3] == "<" else value > limit
