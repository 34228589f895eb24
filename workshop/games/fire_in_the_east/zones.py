"""Military districts, weather zones, sea zones, map edges and the Finnish stop line."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import shapely

from workshop.lib.canvas import Canvas, Cell
from workshop.lib.draft import Draft
from workshop.lib.knowledge import points, record
from workshop.lib.snap import boundary, snap_to_sides

from .water import FOLDER, dry, positions

SOUTHERN_DISTRICTS = ("kiev-md", "odessa-md", "kharkov-md", "north-caucasus-md")
RAILS = ("rail-broad", "rail-standard")


def add_districts(draft: Draft, canvas: Canvas) -> None:
    """Every Soviet hex of 1941 belongs to one district."""
    districts = record(FOLDER, "districts.yaml")
    book = record(FOLDER, "book.yaml")["districts"]
    owner = {draft.cell(n): name for name, hexes in book.items() for n in hexes.split()}
    soviet = draft.areas["ussr"][1]
    for name, facts in districts.items():
        claimed = {c for part in facts.get("territories", "").split() for c in draft.areas[part][1]}
        if "outline" in facts:
            outline = canvas.area(points(facts["outline"]))
            shapely.prepare(outline)
            claimed |= {c for c in soviet if outline.contains(shapely.Point(canvas.centre(c)))}
        for cell in claimed:
            owner.setdefault(cell, name)
    free = [c for c in soviet if c not in owner]
    while free:
        near = {c: sorted(owner[n] for n in canvas.neighbours(c) if owner.get(n, "baltic-md") != "baltic-md") for c in free}
        found = {c: names[0] for c, names in near.items() if names}
        if not found:
            nearest = {c: min(owner, key=lambda o, c=c: (canvas.distance(o, c), o)) for c in free}  # type: ignore[misc]
            found = {c: owner[o] for c, o in nearest.items()}
        owner.update(found)
        free = [c for c in free if c not in owner]
    for name, facts in districts.items():
        cells = [c for c in soviet if owner[c] == name]
        draft.add_area(name, facts["title"], cells, "reconstructed", facts.get("note", "provinces of 1941"))
        for edge in boundary(canvas, set(cells)):
            if edge[0] in owner and edge[1] in owner and owner[edge[0]] != owner[edge[1]]:
                draft.add_sides([edge], "district", "", "reconstructed")


def add_weather(draft: Draft, canvas: Canvas) -> None:
    """Four weather zones between three lines (29.A.1)."""
    facts = record(FOLDER, "lines.yaml")["weather"]
    rest = set(canvas.cells)
    for letter, line in facts.items():
        course = points(line["line"])
        zone = {c for c in rest if _north_of(positions(canvas)[c], course)}
        rest -= zone
        draft.add_area(f"zone-{letter}", f"Weather zone {letter.upper()}", _in_order(canvas, zone), "reconstructed", line["note"])
        draft.add_sides(
            [e for e in boundary(canvas, rest) if e[0] in zone or e[1] in zone], f"weather-line-{letter}", "", "reconstructed"
        )
    draft.add_area("zone-d", "Weather zone D", _in_order(canvas, rest), "reconstructed", facts["c"]["note"])


def _north_of(where: tuple[float, float], course: list[tuple[float, float]]) -> bool:
    lat, lon = where
    for (lat0, lon0), (lat1, lon1) in pairwise(course):
        if lon0 <= lon <= lon1:
            return lat >= lat0 + (lat1 - lat0) * (lon - lon0) / (lon1 - lon0)
    raise ValueError(f"a weather line does not reach longitude {lon}")


def _in_order(canvas: Canvas, cells: set[Cell]) -> list[Cell]:
    return [c for c in canvas.cells if c in cells]


def add_sea_zones(draft: Draft, canvas: Canvas) -> None:
    """The three seas: all-sea hexes joined to a seed, and the coastal hexes on them (28.A)."""
    closed = {c for name in ("turkey", "greece") for c in draft.areas[name][1]}
    for name, facts in record(FOLDER, "lines.yaml")["sea_zones"].items():
        seen = _flood(draft, canvas, [draft.cell(n) for n in facts["seeds"].split()], _floats)
        seen = _flood(draft, canvas, [c for c in seen if c not in closed and draft.terrain[c] != "sea"], _fjord) | seen
        draft.add_area(name, facts["title"], _in_order(canvas, seen), "derived", "28.A")


def _flood(draft: Draft, canvas: Canvas, start: list[Cell], leads: Callable[[Draft, Cell, Cell], bool]) -> set[Cell]:
    seen, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for other in canvas.neighbours(here):
            if other not in seen and leads(draft, here, other):
                seen.add(other)
                todo.append(other)
    return seen


def _fjord(draft: Draft, here: Cell, other: Cell) -> bool:
    """Coastal hexes behind other coastal hexes lie on the same water: Murmansk, Arkhangelsk."""
    return all("coastal" in draft.features.get(cell, ()) for cell in (here, other))


def _floats(draft: Draft, here: Cell, other: Cell) -> bool:
    """Water leads from hex to hex: out of open sea into anything with a coast, from coast to coast by an all-sea side."""
    coast = "coastal" in draft.features.get(other, ())
    if draft.terrain[here] == "sea":
        return draft.terrain[other] == "sea" or coast
    return draft.terrain[other] == "sea" or (coast and draft.has_side("sea", here, other))


def add_edges(draft: Draft, canvas: Canvas) -> None:
    """Map edges, and where each side enters or draws supply (12.C, 31.B, 34.A)."""
    columns, rows = [c[1] for c in canvas.cells], [c[2] for c in canvas.cells]
    west = [c for c in canvas.cells if c[1] == max(columns) and dry(draft, c)]
    east = [c for c in canvas.cells if c[1] == min(columns) and dry(draft, c)]
    south = [c for c in canvas.cells if c[2] == max(rows) and dry(draft, c)]
    draft.add_area("west-edge", "West edge", west, "printed", "12.C.1")
    draft.add_area("east-edge", "East edge", east, "printed", "12.C.2")
    railed = {c for (kind, edge) in draft.sides if kind in RAILS for c in edge}
    owner = {c: name for name in record(FOLDER, "countries.yaml")["titles"] for c in draft.areas[name][1]}
    for country in ("greater-germany", "hungary", "rumania", "bulgaria", "greece"):
        title = f"West edge in {draft.areas[country][0]}"
        draft.add_area(f"west-edge-{country}", title, [c for c in west if owner.get(c) == country], "reconstructed", "34.A.1")
    sources = ("greater-germany", "hungary", "rumania", "bulgaria")
    axis = [c for c in west if c in railed and owner.get(c) in sources]
    draft.add_area("axis-supply", "Axis supply sources on the west edge", axis, "reconstructed", "12.C.1")
    sweden = [c for c in west if c in railed and owner.get(c) == "sweden"]
    draft.add_area("sweden-rail-edge", "Railways from the west into Sweden", sweden, "reconstructed", "31.B")
    soviet = [c for c in east if c in railed]
    draft.add_area("soviet-supply", "Soviet supply sources on the east edge", soviet, "reconstructed", "12.C.2")
    volga = _rows(draft, canvas, east, "2A/3101", "4A/0901")
    draft.add_area("volga-entry", "Entry from the Volga Military District", volga, "printed", "34.A.2g")
    last = draft.cell("4A/5112")[1]
    caucasus = [*_rows(draft, canvas, east, "4A/4701", "4A/5101"), *(c for c in south if c[1] <= last)]
    draft.add_area("transcaucasus-entry", "Entry from the Transcaucasus Military District", caucasus, "printed", "34.A.2h")


def _rows(draft: Draft, canvas: Canvas, edge: list[Cell], first: str, last: str) -> list[Cell]:
    top, bottom = draft.cell(first)[2], draft.cell(last)[2]
    return [c for c in edge if top <= c[2] <= bottom]


def add_stop_line(draft: Draft, canvas: Canvas) -> None:
    """Hexes within the Finnish stop line (32.B): what can be reached from Finland without crossing its waters."""
    barrier = {
        edge for (kind, edge), (name, _) in draft.sides.items()
        if kind in ("lake", "sea") or name in ("Neva", "Svir", "White Sea Canal")
    }  # fmt: skip
    barrier |= set(snap_to_sides(canvas, canvas.line(points(record(FOLDER, "lines.yaml")["stop_line_onega"]))))
    home = {c for name in ("finland", "ex-finland") for c in draft.areas[name][1]}
    soviet = set(draft.areas["ussr"][1])
    found, todo = set(home), list(home)
    while todo:
        here = todo.pop()
        for other in canvas.neighbours(here):
            edge = (here, other) if here < other else (other, here)
            if other in soviet and other not in found and edge not in barrier:
                found.add(other)
                todo.append(other)
    draft.add_area("within-stop-line", "Within the Finnish stop line", _in_order(canvas, found), "reconstructed", "32.B.f")
    edges = [e for e in boundary(canvas, found) if all(c in soviet | home for c in e)]
    draft.add_sides(edges, "stop-line", "", "printed", "32.B.f")
