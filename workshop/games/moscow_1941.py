"""What the two games about Moscow in 1941 share: woods, rivers, roads and the front of 1 October."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import shapely

from ..lib.canvas import Canvas, Cell, Side
from ..lib.draft import Draft
from ..lib.geography import Geography, cover
from ..lib.georeference import Point
from ..lib.knowledge import points, record, table
from ..lib.snap import Rivers, flood, line_across, snap_to_hexes, snap_to_sides

REGION = "moscow_1941"


def tree_cover(geography: Geography, canvas: Canvas) -> dict[Cell, float]:
    """Per cent of every hex under trees; open woodland counts half."""
    dense = geography.mean(canvas, "landcover_fractions", "forest")
    thin = geography.mean(canvas, "landcover_fractions", "tree_open")
    return {cell: dense[cell] + thin[cell] / 2 for cell in canvas.cells}


def wood_cover(canvas: Canvas) -> dict[tuple[Cell, str], tuple[str, float]]:
    """For (hex, forest or marsh): the named wood or bog that covers most of it, and how much."""
    found: dict[tuple[Cell, str], tuple[str, float]] = {}
    for row in table(REGION, "woods.csv"):
        for cell, part in cover(canvas, canvas.area(points(row["outline"]))).items():
            key = cell, row["kind"]
            if part > found.get(key, ("", 0.0))[1]:
                found[key] = row["name"], part
    return found


def add_rivers(draft: Draft, canvas: Canvas, geography: Geography, names: Iterable[str]) -> None:
    """Snap the rivers named, great ones first, and put them on the board."""
    facts = record(REGION, "rivers.yaml")
    wanted = set(names)
    net = Rivers(canvas, geography.height(canvas))
    for name, fact in facts.items():
        if name in wanted:
            net.add(name, _course(canvas, geography, fact), least=4)
    for name, course in net.courses.items():
        by_hand = "course" in facts[name]
        draft.add_sides(course, "river", name, "reconstructed" if by_hand else "derived")


def _course(canvas: Canvas, geography: Geography, fact: dict[str, Any]) -> list[Any]:
    """The lines of a river: by hand, or from the geography, cut where it gives two rivers one name."""
    by_hand = [canvas.line(points(fact["course"]))] if "course" in fact else []
    lines = geography.river(canvas, *fact["atlas"]) if "atlas" in fact else []
    if "within" in fact:
        lines = [line.intersection(canvas.area(points(fact["within"]))) for line in lines]
    if "without" in fact:
        lines = [line.difference(canvas.area(points(fact["without"]))) for line in lines]
    return by_hand + [part for line in lines for part in shapely.get_parts(line) if not part.is_empty]


def add_reservoirs(draft: Draft, canvas: Canvas, kind: str, only: Iterable[str] = ()) -> None:
    """Put wide water on hexsides, on the sides of the river that feeds it where it can; it replaces the river."""
    rivers = frozenset(edge for name, edge in draft.sides if name == "river")
    known = record(REGION, "reservoirs.yaml")
    for name, text in ((name, known[name]) for name in only or known):
        line = canvas.line(points(text)).intersection(canvas.outline)
        chain = snap_to_sides(canvas, line, prefer=rivers)
        draft.drop_sides(chain, "river")
        draft.add_sides(chain, kind, name, "derived")


def road_cells(canvas: Canvas, positions: dict[str, Point]) -> dict[Cell, str]:
    """The hexes that highways run through, with the highway's name."""
    found: dict[Cell, str] = {}
    for name, stops in record(REGION, "roads.yaml").items():
        for cell in snap_to_hexes(canvas, [positions[stop] for stop in stops]):
            found.setdefault(cell, name)
    return found


def cells_at(canvas: Canvas, text: str) -> list[Cell]:
    """The hexes at a list of positions, each once, those off the board left out."""
    return list(dict.fromkeys(cell for lat, lon in points(text) if (cell := canvas.hex(lat, lon))))


def west_of(canvas: Canvas, stations: Iterable[str], prefer: frozenset[Side]) -> tuple[set[Cell], list[Side]]:
    """The hexes west of a line from north to south, and the hexsides of the line (on rivers where it can)."""
    line = canvas.line([(float(lat), float(lon)) for lat, lon in (text.split()[:2] for text in stations)])
    chain = line_across(canvas, line, prefer)
    column = min(cell[1] for cell in canvas.cells)
    return flood(canvas, [cell for cell in canvas.cells if cell[1] == column], chain), chain
