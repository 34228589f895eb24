"""Special hexsides and hex groups of the rules: straits, islands, the Sivash, named lines, ice and boxes."""

from __future__ import annotations

import shapely

from workshop.lib.canvas import Canvas, Cell, Side
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography
from workshop.lib.knowledge import points, record
from workshop.lib.snap import snap_to_hexes

from .water import FOLDER, dry

#: Turns of the game (37.A), for whatever waits on the turn record.
MONTHS = "Jun-41 Jul-41 Aug-41 Sep-41 Oct-41 Nov-41 Dec-41 Jan-42 Feb-42 Mar-42"
TURNS = [f"{m[:3]} {half} {m[4:]}" for m in MONTHS.split() for half in ("I", "II")][1:]


def add_islands(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    """The Baltic Islands: a sea hexside that counts as a major river wherever two of the lands meet (31.A.3)."""
    facts = record(FOLDER, "water.yaml")
    isles = facts["baltic_islands"]
    shapes = [f.geometry for f in geography.near("land", canvas)]
    land = {name: _page_shape(canvas, shapes, text) for name, text in isles.items()}
    mainland = canvas.project(max(shapes, key=lambda g: g.area).intersection(shapely.box(21.0, 57.0, 26.0, 60.0)))
    owner: dict[Cell, str] = {}
    for cell in canvas.cells:
        if not dry(draft, cell):
            continue
        hexagon = canvas.polygon(cell)
        share = {name: float(shape.intersection(hexagon).area) for name, shape in land.items() if shape.intersects(hexagon)}
        if share:
            share["mainland"] = float(mainland.intersection(hexagon).area)
            owner[cell] = max(share, key=lambda name: (share[name], name))
    owner.update({draft.cell(n): name for name, n in facts["island_hexes"].items()})
    group = {cell: name for cell, name in owner.items() if name != "mainland"}
    for edge in canvas.sides:
        if all(dry(draft, cell) for cell in edge) and group.get(edge[0]) != group.get(edge[1]):
            draft.add_sides([edge], "sea", "", "reconstructed", "31.A.3")
            draft.add_sides([edge], "strait-baltic", "", "reconstructed", "31.A.3")
    draft.add_area("baltic-islands", "Baltic Islands", [c for c in canvas.cells if c in group], "reconstructed", "31.A.3")
    for cell in group:
        draft.add_feature(cell, "coastal")


def _page_shape(canvas: Canvas, shapes: list[shapely.Geometry], text: str) -> shapely.Geometry:
    (lat, lon), spot = points(text)[0], points(text)[0][::-1]
    found = [g for g in shapes if g.contains(shapely.Point(spot))]
    return canvas.project(min(found, key=lambda g: g.area)) if found else canvas.area(
        [(lat + 0.05, lon - 0.09), (lat + 0.05, lon + 0.09), (lat - 0.05, lon + 0.09), (lat - 0.05, lon - 0.09)]
    )  # fmt: skip


def add_straits(draft: Draft) -> None:
    """The Kerch Straits (31.A.2) and the water between Kronshtadt and Leningrad (31.A.4)."""
    draft.add_sides([_edge(draft, "4A/3526", "4A/3525")], "strait-kerch", "Kerch Straits", "printed", "31.A.2")
    draft.add_sides([_edge(draft, "2A/0832", "2A/0831")], "strait-kronshtadt", "Kronshtadt", "printed", "31.A.4")


def _edge(draft: Draft, a: str, b: str) -> Side:
    first, second = sorted((draft.cell(a), draft.cell(b)))
    return first, second


def add_named_groups(draft: Draft, canvas: Canvas) -> None:
    """Lines and groups of hexes that the rules name."""
    for name, (title, hexes, note) in {
        "sivash": ("Sivash", "4A/2929 4A/3230", "39.E"),
        "rumanian-reserve-line": ("Rumanian reserve line", "3B/2424 3B/3519", "32.A.2b"),
    }.items():
        chain = snap_to_hexes(canvas, [draft.cell(n) for n in hexes.split()])
        draft.add_area(name, title, chain, "printed", note)
    riga = [c for (kind, edge), (name, _) in draft.sides.items() if name == "Velikie Luki-Riga" for c in edge]
    baltic = set(draft.areas["baltic-states"][1])
    draft.add_area("velikie-luki-riga", "Velikie Luki-Riga line in the Baltic States",
                   [c for c in canvas.cells if c in baltic and c in set(riga)], "printed", "38.C")  # fmt: skip
    for city in ("Moskva", "Leningrad"):
        cells = [p.cell for p in draft.places if p.name == city]
        draft.add_area(city.lower(), city, cells, "reconstructed" if city == "Leningrad" else "printed", "3.G")
    draft.add_feature(draft.cell("3B/3205"), "land-barrier")
    draft.note_hex(draft.cell("3B/3205"), "printed", "28.B.1 ships do not pass")


def add_ice(draft: Draft) -> None:
    """Ports that freeze (29.D.3): the northern Baltic but Hango, and the Soviet Arctic but Murmansk."""
    baltic, arctic, soviet = (set(draft.areas[name][1]) for name in ("baltic-sea", "arctic-ocean", "ussr"))
    last = draft.cell("1B/2201")[2]
    for place in draft.places:
        frozen = place.cell in baltic and place.cell[2] <= last and place.name != "Hango"
        frozen = frozen or (place.cell in arctic and place.cell in soviet and place.name != "Murmansk")
        if "port" in place.tags and frozen:
            place.tags = (*place.tags, "ice-bound")


def add_boxes(draft: Draft) -> None:
    """Off-map boxes of the game charts and the turn record."""
    draft.add_box("urals", "Urals", "soviet")
    draft.add_box("off-map-port", "Off-map ports of the Baltic and the Arctic", "axis")
    draft.add_box("eastern-mds", "Eastern Military Districts", "soviet")
    for owner in ("axis", "soviet"):
        draft.add_box(f"{owner}-reinforcements", f"{owner.title()} reinforcements", owner)
        draft.add_box(f"{owner}-replacement-pool", f"{owner.title()} replacement pool", owner)
        draft.add_box(f"{owner}-eliminated", f"{owner.title()} units out of play", owner)
        for box in ("available", "eliminated-over-friendly", "eliminated-over-enemy", "remnants"):
            draft.add_box(f"{owner}-air-{box}", f"{owner.title()} air units: {box.replace('-', ' ')}", owner, "air")
    for number, name in enumerate(TURNS, 1):
        draft.add_box(f"turn-{number}", name, "turn")
