"""Deployment areas of the orders of battle and other areas counted in hexes."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Any

from workshop.lib.canvas import Canvas, Cell, side
from workshop.lib.draft import Draft
from workshop.lib.knowledge import record

from .water import FOLDER, dry

SOURCE = "counted from the printed hexes"


def add_setup(draft: Draft, canvas: Canvas) -> None:
    """Every area of setup.yaml."""
    for name, facts in record(FOLDER, "setup.yaml").items():
        cells = _cells(draft, canvas, facts)
        draft.add_area(name, facts["title"], [c for c in canvas.cells if c in cells], "derived", SOURCE)


def _cells(draft: Draft, canvas: Canvas, facts: dict[str, Any]) -> set[Cell]:
    inside = _area(draft, facts["in"]) if "in" in facts else set(canvas.cells)
    found = set(inside)
    if "of" in facts:
        found &= _area(draft, facts["of"])
    if "not_in" in facts:
        found -= _area(draft, facts["not_in"])
    if "border" in facts:
        found &= _near_border(draft, canvas, facts)
    if "around" in facts:
        found &= _within(canvas, _hex(draft, facts["around"]), facts["within"])
    if "or_around" in facts:
        found |= _within(canvas, _hex(draft, facts["or_around"]), facts["or_within"]) & inside
    if "rows" in facts:
        found &= _between_rows(draft, canvas, facts["rows"])
    if "this_side_of" in facts:
        found = _this_side(draft, canvas, found, _hex(draft, facts["around"]), facts["this_side_of"])
    if "west_of" in facts:
        found &= _west_of(draft, canvas, facts["west_of"])
    return found if "of" in facts else {c for c in found if dry(draft, c)}


def _area(draft: Draft, names: str) -> set[Cell]:
    return {c for name in names.split() for c in draft.areas[name][1]}


def _hex(draft: Draft, name: str) -> Cell:
    return draft.cell(name) if "/" in name else next(p.cell for p in draft.places if p.name == name)


def _within(canvas: Canvas, centre: Cell, most: int) -> set[Cell]:
    found = {centre}
    for _ in range(most):
        found |= {other for cell in found for other in canvas.neighbours(cell)}
    return found


def _between_rows(draft: Draft, canvas: Canvas, ends: str) -> set[Cell]:
    """No unit may stand north of the first or south of the last hex row (36)."""
    first, last = (draft.cell(n)[2] for n in ends.split())
    return {c for c in canvas.cells if first <= c[2] <= last}


def _near_border(draft: Draft, canvas: Canvas, facts: dict[str, Any]) -> set[Cell]:
    """Hexes at most `within` (and more than `beyond`) hexes from an army's own stretch of the border, whose hexes are 1 away."""
    rows = _between_rows(draft, canvas, facts["border"])
    foreign = _area(draft, facts["against"])
    stretch = {c for c in rows & _area(draft, facts["in"]) if foreign & set(canvas.neighbours(c))}
    away = _spread(canvas, frozenset(stretch))
    return {c for c in rows if facts.get("beyond", 0) < away[c] + 1 <= facts["within"]}


@lru_cache(maxsize=16)
def _spread(canvas: Canvas, start: frozenset[Cell]) -> dict[Cell, int]:
    """Hexes to the nearest of the start hexes, counted over the whole board."""
    away = dict.fromkeys(sorted(start), 0)
    todo = deque(away)
    while todo:
        here = todo.popleft()
        for other in canvas.neighbours(here):
            if other not in away:
                away[other] = away[here] + 1
                todo.append(other)
    return away


def _this_side(draft: Draft, canvas: Canvas, inside: set[Cell], start: Cell, river: str) -> set[Cell]:
    """What can be reached from a hex without crossing a river or leaving the area, lest one go round its source."""
    banks = {edge for (kind, edge), (name, _) in draft.sides.items() if name == river and "river" in kind}
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for other in canvas.neighbours(here):
            if other in inside and other not in found and dry(draft, other) and side(here, other) not in banks:
                found.add(other)
                todo.append(other)
    return found


def _west_of(draft: Draft, canvas: Canvas, ends: str) -> set[Cell]:
    """On or west of the straight line of hexes between two hexes."""
    (x0, y0), (x1, y1) = (canvas.centre(draft.cell(n)) for n in ends.split())
    found = set()
    for cell in canvas.cells:
        x, y = canvas.centre(cell)
        at = x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        if x <= at + 0.5 or (cell[2] < draft.cell(ends.split()[0])[2] and x <= x0):
            found.add(cell)
    return found
