"""The board of Barbarossa: 90 km hexes from the Volga to Berlin and Belgrade.

Order of authority: the book (book.yaml), history and judgement (history.yaml, areas.yaml, places.csv),
then geography on a sheet bent so that the printed places fall into their hexes (pins.csv).
"""

from __future__ import annotations

from typing import Any

from workshop.lib.canvas import Canvas, Cell, Side, side
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography, cover
from workshop.lib.georeference import DATA, georeference
from workshop.lib.knowledge import record, table
from workshop.lib.ranges import edges, numbers
from workshop.lib.rubber import pinned
from workshop.lib.shores import pool, touching
from workshop.lib.snap import Rivers, boundary

FOLDER = "barbarossa"
#: Less land than this makes a hex all sea.
LAND = 0.5
#: Standard deviation of the elevation over 25 km (metres) from which a hex is rough.
RUGGED = 45.0
SEAS = {"baltic": "Baltic Sea", "black-sea": "Black Sea", "azov": "Sea of Azov"}
MONTHS = ("June", "July", "August", "September", "October/November", "December/January", "February/March", "April/May")


def build(geography: Geography) -> Draft:
    """The whole board."""
    canvas = bent_canvas()
    draft = Draft("barbarossa", "Barbarossa", canvas)
    draft.head["scale"] = "90 km"
    _terrain(draft, canvas, geography)
    _history(draft)
    draft.override(DATA / FOLDER / "book.yaml")
    _places(draft, canvas)
    _rivers(draft, canvas, geography)
    _coast(draft, canvas)
    _countries(draft, canvas)
    _map_edges(draft, canvas)
    _supply(draft, canvas)
    _boxes(draft)
    return draft


def bent_canvas() -> Canvas:
    """The hexes of the board on the sheet that the printed places bend."""
    plain = georeference("barbarossa")
    pins = [
        (float(row["lat"]), float(row["lon"]), tuple(h for h in (row["hex"], row["hex2"]) if h))
        for row in table(FOLDER, "pins.csv")
    ]
    last = record(FOLDER, "outline.yaml")["last_column"]
    cut = [f"{row}{column:02d}" for row, end in last.items() for column in range(end + 1, 25)]
    return Canvas(pinned(plain, "main", pins), "main", leave_out=cut)


def _cells(draft: Draft, text: Any) -> list[Cell]:
    return [draft.cell(number) for number in numbers(text)]


def _sides(draft: Draft, text: Any) -> list[Side]:
    return [side(draft.cell(a), draft.cell(b)) for a, b in edges(text)]


# -------------------------------------------------------------------- terrain


def _terrain(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    """Sea, mountains and plain from geography."""
    land = cover(canvas, geography.land(canvas))
    relief = geography.mean(canvas, "swamp_proxy", "relief_sd_quarter_m")
    for cell in canvas.cells:
        if land.get(cell, 0.0) < LAND:
            draft.set_terrain(cell, "sea")
        elif relief[cell] / 4 >= RUGGED:
            draft.set_terrain(cell, "rough")
        else:
            draft.set_terrain(cell, "clear")


def _history(draft: Draft) -> None:
    facts = record(FOLDER, "history.yaml")
    for group in facts["groups"]:
        for terrain, text in group["terrain"].items():
            draft.set_terrain(_cells(draft, text), terrain, "reconstructed", group["note"])
    for lake in facts["lakes"]:
        draft.add_sides(_sides(draft, lake["sides"]), "lake", lake["name"], "reconstructed", lake.get("note", ""))
    draft.add_sides(_sides(draft, facts["sea-sides"]), "sea", "", "reconstructed")


def _rivers(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    rivers = Rivers(canvas)
    water = {c for c in canvas.cells if draft.terrain[c] in ("sea", "lake")}
    rivers.sink(water)
    for row in table(FOLDER, "rivers.csv"):
        if row["course"]:
            course, provenance = _sides(draft, row["course"]), "reconstructed"
            rivers.courses[row["river"]] = course
            rivers.net.update(corner for edge in course for corner in canvas.sides[edge])
        else:
            rivers.add(row["river"], geography.river(canvas, *row["names"].split("|")))
            course, provenance = rivers.courses[row["river"]], "derived"
        wet = [e for e in course if not (e[0] in water or e[1] in water) and not draft.has_side("lake", *e)]
        draft.add_sides(wet, "river", row["river"], provenance, row["note"])


# -------------------------------------------------------------------- places


def _places(draft: Draft, canvas: Canvas) -> None:
    for row in table(FOLDER, "places.csv"):
        where = float(row["lat"]), float(row["lon"])
        cell = draft.cell(row["hex"]) if row["hex"] else canvas.hex(*where)
        if cell is None:
            raise ValueError(f"{row['name']} lies off the board")
        if row["kind"] == "city":
            draft.set_terrain(cell, "clear", "printed", "a city hex is clear (10.10)")
        tags = row["tags"].split() + (["vp"] if row["kind"] != "town" else [])
        draft.add_place(cell, row["kind"], row["name"], *tags, latlon=where, provenance=row["provenance"], note=row["note"])


# -------------------------------------------------------------------- areas


def _coast(draft: Draft, canvas: Canvas) -> None:
    """The three seas, and the land hexes on each."""
    seeds = record(FOLDER, "history.yaml")["seas"]
    for name, title in SEAS.items():
        sea = pool(canvas, _cells(draft, seeds[name]), [c for c in canvas.cells if draft.terrain[c] == "sea"])
        shore = touching(canvas, [c for c in canvas.cells if _dry(draft, c)], sea)
        draft.add_area(f"{name}-water", title, sea)
        draft.add_area(f"{name}-coast", f"Coast of the {title}", shore)
    for name in ("baltic-port", "black-sea-port"):
        ports = [p.cell for p in draft.places if name in p.tags]
        draft.add_area(f"{name}s", f"{name.replace('-', ' ').title()}s", ports, "printed", "10.16, 10.17")


def _dry(draft: Draft, cell: Cell) -> bool:
    return draft.terrain[cell] not in ("sea", "lake")


def _countries(draft: Draft, canvas: Canvas) -> None:
    facts = record(FOLDER, "areas.yaml")
    free = {c for c in canvas.cells if _dry(draft, c)}
    for name, area in facts["countries"].items():
        cells = _cells(draft, area["hexes"])
        if wet := [draft.number(c) for c in cells if not _dry(draft, c)]:
            raise ValueError(f"{name} cannot hold the water hexes {wet}")
        free -= set(cells)
        source, note = area.get("provenance", "reconstructed"), area.get("note", "frontiers of June 1941")
        draft.add_area(name, area["title"], cells, source, note)
    free.add(draft.cell("1010"))
    draft.add_area("ussr", "USSR", [c for c in canvas.cells if c in free], "reconstructed", "frontiers of June 1941")
    baltic = [c for name in ("lithuania", "latvia", "estonia") for c in draft.areas[name][1]]
    soviet = [*draft.areas["ussr"][1], *baltic]
    axis = [c for name in facts["countries"] if name not in ("lithuania", "latvia", "estonia", "bulgaria")
            for c in draft.areas[name][1]]  # fmt: skip
    draft.add_area("baltic-republics", "Baltic Republics", baltic, "reconstructed", "4.5")
    draft.add_area("german-start", "German-controlled at the start", axis, "printed", "3.6")
    draft.add_area("soviet-start", "Soviet-controlled at the start", soviet, "printed", "3.6")
    for name, area in facts["setup"].items():
        draft.add_area(name, area["title"], _cells(draft, area["hexes"]), "printed", area["note"])
    front = facts["road-back"]
    taken = [*baltic, *(c for c in _cells(draft, front["hexes"]) if _dry(draft, c))]
    draft.add_area("german-1942-gains", "Soviet ground held by the German in November 1942", taken,
                   "reconstructed", front["note"])  # fmt: skip
    draft.add_area("german-1942", "German-controlled in November 1942", [*axis, *taken], "reconstructed", front["note"])
    draft.add_area("lake-ladoga", "Lake Ladoga", [c for c in canvas.cells if draft.terrain[c] == "lake"], "reconstructed")
    for owner, line in facts["fortified-lines"].items():
        for cell in _cells(draft, line["hexes"]):
            draft.add_feature(cell, f"{owner}-fort")
            printed = draft.hex_facts[cell].provenance == "printed"
            draft.note_hex(cell, "printed" if printed else "reconstructed", line["note"])
        draft.add_area(f"{owner}-fortified-line", f"{owner.title()} fortified line", _cells(draft, line["hexes"]),
                       "reconstructed", line["note"])  # fmt: skip
    _frontiers(draft, canvas, list(facts["countries"]), set(soviet))


def _frontiers(draft: Draft, canvas: Canvas, countries: list[str], soviet: set[Cell]) -> None:
    for name in [*countries, "ussr"]:
        here = set(draft.areas[name][1])
        land = [e for e in boundary(canvas, here) if _dry(draft, e[0]) and _dry(draft, e[1])]
        for edge in land:
            kind = "border" if (edge[0] in soviet) == (edge[1] in soviet) else "start-line"
            draft.add_sides([edge], kind, "", "reconstructed")


def _map_edges(draft: Draft, canvas: Canvas) -> None:
    """The four sides of the map (1.4): the rim between the corners that the book names."""
    rim = _rim(canvas)
    corners = {"north": ("1624", "1000"), "east": ("1000", "3200"), "south": ("3200", "2924"), "west": ("2924", "1624")}
    for name, (first, last) in corners.items():
        draft.add_area(f"{name}-edge", f"{name.title()} edge", _stretch(draft, rim, first, last), "printed", "1.4")
    for name, area in record(FOLDER, "areas.yaml")["edges"].items():
        if "from" in area:
            side_of_map = draft.areas[f"{area['side']}-edge"][1]
            low, high = sorted((str(area["from"]), str(area["to"])))
            cells = [c for c in side_of_map if low[:2] <= draft.number(c)[:2] <= high[:2]]
        else:
            cells = _cells(draft, area["hexes"])
        draft.add_area(name, area["title"], cells, "printed", area["note"])
    desert = set(_cells(draft, "2700 2800 2900 3000"))
    east = draft.areas["east-edge"][1]
    draft.add_area("soviet-supply", "Soviet supply sources", [c for c in east if c not in desert], "printed", "7.9")
    draft.add_area("yugoslav-edge", "Yugoslav south edge", _stretch(draft, rim, "3219", "3023"), "printed", "8.3")


def _rim(canvas: Canvas) -> list[Cell]:
    """The hexes on the outline, in order clockwise around the map."""
    x0 = sum(canvas.centre(c)[0] for c in canvas.cells) / len(canvas.cells)
    y0 = sum(canvas.centre(c)[1] for c in canvas.cells) / len(canvas.cells)
    ring = list(canvas.outline.exterior.coords)[:-1]
    clockwise = ring if canvas.outline.exterior.is_ccw else ring[::-1]  # y grows south on the page
    order: list[Cell] = []
    for (ax, ay), (bx, by) in zip(clockwise, clockwise[1:] + clockwise[:1], strict=True):
        mx, my = (ax + bx) / 2, (ay + by) / 2
        inward = canvas.cell_at((mx + (x0 - mx) * 0.01, my + (y0 - my) * 0.01))
        if inward is not None and (not order or order[-1] != inward):
            order.append(inward)
    return list(dict.fromkeys(order))


def _stretch(draft: Draft, rim: list[Cell], first: str, last: str) -> list[Cell]:
    start, stop = rim.index(draft.cell(first)), rim.index(draft.cell(last))
    return rim[start : stop + 1] if start <= stop else rim[start:] + rim[: stop + 1]


def _supply(draft: Draft, canvas: Canvas) -> None:
    north = [c for c in canvas.cells if int(draft.number(c)[:2]) <= 21]
    south = [c for c in canvas.cells if int(draft.number(c)[:2]) >= 22]
    note = "the boundary runs between rows 21 and 22 (7.15, 3.3, 7.4, 12.25)"
    draft.add_area("north-zone", "Northern logistical area", north, "reconstructed", note)
    draft.add_area("south-zone", "Southern logistical area", south, "reconstructed", note)
    draft.add_sides(boundary(canvas, set(north)), "logistical-boundary", "", "reconstructed")
    for name, area in record(FOLDER, "areas.yaml")["supply"].items():
        cells = [c for c in _cells(draft, area["hexes"]) if _dry(draft, c)]
        draft.add_area(name, area["title"], cells, "reconstructed", area["note"])
    cities = _cells(draft, "2311 2607")
    banks = {n for city in cities for n in (city, *canvas.neighbours(city))}
    stretch = _sides(draft, record(FOLDER, "history.yaml")["dnepr-line"])
    banks |= {c for e in stretch for c in e}
    line = [c for c in canvas.cells if c in banks]
    note = "4.6; Kiev and Dnepropetrovsk count with all six sides"
    draft.add_area("dnepr-line", "Hexes on the Dnepr line", line, "reconstructed", note)


def _boxes(draft: Draft) -> None:
    draft.add_box("rvgk", "RVGK", "soviet", "hidden")
    draft.add_box("caucasus", "Caucasus", "both")
    for owner in ("german", "soviet"):
        draft.add_box(f"{owner}-dead", f"{owner.title()} dead pile", owner)
        draft.add_box(f"{owner}-off", f"{owner.title()} units and markers off the map", owner)
        draft.add_box(f"{owner}-gone", f"{owner.title()} units out of play", owner)
    for turn in range(1, 33):
        year, month = divmod(turn - 1, 8)
        dated = 1941 + year + (1 if month >= 6 else 0)
        name = f"{MONTHS[month]} {dated}" + (f"-{dated % 100 + 1}" if month == 5 else "")
        draft.add_box(f"turn-{turn}", f"{turn}: {name}", "turn", "single-month" if month < 4 else "double-month")
    for points in range(10):
        draft.add_box(f"vp-{points}", f"Victory points {points}", "vp-track")
