"""The two boards of 1940: What If?: the German west at 16 miles per hex, the east from Warsaw to Moscow.

Order of authority: the book (book.yaml), history and judgement (history.yaml, areas.yaml, outlines.csv,
places.csv), then geography.
"""

from __future__ import annotations

from typing import Any

from workshop.lib.canvas import Canvas, Cell, Side, side
from workshop.lib.draft import Draft
from workshop.lib.geography import Geography, cover
from workshop.lib.georeference import DATA, georeference
from workshop.lib.knowledge import points, record, table
from workshop.lib.ranges import edges, numbers
from workshop.lib.shores import drowned_sides, pool, touching
from workshop.lib.snap import Rivers, boundary, pairs

FOLDER = "what_if_1940"
WATER = ("sea", "lake")
SEAS = {"north-sea": ("west", "North Sea"), "baltic": ("east", "Baltic Sea")}
#: Share of a hex under water that makes it all sea or all lake.
WET = 0.5
#: Per cent of trees and of swamp from which a hex of the east map is forest or marsh.
WOODED, BOGGY = 72.0, 55.0
#: Relief (metres over 25 km) and height from which a hex of the east map is hilly.
RUGGED, HIGH = 29.0, 150.0
TURNS = ("Jun II", "Jul I", "Jul II", "Aug I", "Aug II", "Sep I", "Sep II", "Oct I", "Oct II", "Nov I", "Nov II")


def build(geography: Geography) -> Draft:
    """Both maps as one board with two planes."""
    game = georeference("what-if-1940")
    west, east = Canvas(game, "west"), Canvas(game, "east")
    draft = Draft("what-if-1940", "1940: What If?", west, east)
    draft.head["scale"] = "16 miles per hex in the west, 25 in the east"
    for canvas in (west, east):
        _water(draft, canvas, geography)
    _east_cover(draft, east, geography)
    _outlines(draft)
    _history(draft)
    _places(draft)
    draft.override(DATA / FOLDER / "book.yaml")
    for canvas in (west, east):
        _lake_sides(draft, canvas, geography)
        _rivers(draft, canvas, geography)
    _coasts(draft)
    _countries(draft)
    _forts(draft)
    _rollbahn(draft, east)
    _edges(draft)
    _boxes(draft)
    return draft


def _cells(draft: Draft, text: Any) -> list[Cell]:
    return [draft.cell(number) for number in numbers(text)]


def _sides(draft: Draft, text: Any) -> list[Side]:
    return [side(draft.cell(a), draft.cell(b)) for a, b in edges(text)]


def _dry(draft: Draft, cell: Cell) -> bool:
    return draft.terrain[cell] not in (*WATER, "neutral")


def _land(draft: Draft, canvas: Canvas) -> list[Cell]:
    return [cell for cell in canvas.cells if _dry(draft, cell)]


# -------------------------------------------------------------------- terrain


def _water(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    land = cover(canvas, geography.land(canvas))
    for cell in canvas.cells:
        draft.set_terrain(cell, "clear" if land.get(cell, 0.0) >= WET else "sea")


def _east_cover(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    """Forest, marsh and hills of the east map from land cover and relief."""
    forest = geography.mean(canvas, "landcover_fractions", "forest")
    open_wood = geography.mean(canvas, "landcover_fractions", "tree_open")
    swamp = geography.mean(canvas, "swamp_proxy", "swamp_pct")
    relief = geography.mean(canvas, "swamp_proxy", "relief_sd_quarter_m")
    height = geography.mean(canvas, "elevation", "elevation_m")
    for cell in _land(draft, canvas):
        if relief[cell] / 4 >= RUGGED and height[cell] >= HIGH:
            draft.set_terrain(cell, "hills")
        elif swamp[cell] >= BOGGY:
            draft.set_terrain(cell, "marsh")
        elif forest[cell] + open_wood[cell] >= WOODED:
            draft.set_terrain(cell, "forest")


def _outlines(draft: Draft) -> None:
    for row in table(FOLDER, "outlines.csv"):
        canvas = draft.canvas(row["map"])
        share = cover(canvas, canvas.area(points(row["outline"])))
        cells = [c for c in canvas.cells if share.get(c, 0.0) >= 0.5 and _dry(draft, c)]
        draft.set_terrain(cells, row["terrain"], "reconstructed", row["name"])


def _history(draft: Draft) -> None:
    facts = record(FOLDER, "history.yaml")
    for group in facts["groups"]:
        for terrain, text in group["terrain"].items():
            draft.set_terrain(_cells(draft, text), terrain, "reconstructed", group["note"])
    for lake in facts["lakes"]:
        draft.add_sides(_sides(draft, lake["sides"]), "lake", lake["name"], "reconstructed", lake.get("note", ""))


def _lake_sides(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    """Lakes too small to fill a hex bar the hexsides they cover."""
    for name, polygon in geography.lakes(canvas, least=0.1):
        if "Reservoir" not in name:  # Rybinsk was filled after 1940
            draft.add_sides(drowned_sides(canvas, polygon, _land(draft, canvas)), "lake", name)


def _rivers(draft: Draft, canvas: Canvas, geography: Geography) -> None:
    rivers = Rivers(canvas)
    water = {c for c in canvas.cells if draft.terrain[c] in WATER}
    rivers.sink(water)
    dry_gaps = record(FOLDER, "history.yaml")["watersheds"]
    for row in table(FOLDER, "rivers.csv"):
        if row["map"] != canvas.plane:
            continue
        lines = [canvas.line(points(row["line"]))] if row["line"] else geography.river(canvas, *row["names"].split("|"))
        rivers.add(row["river"], lines, join=0.9)
        gaps = set(_sides(draft, dry_gaps.get(row["river"], "")))
        for edge in rivers.courses[row["river"]]:
            if edge in gaps or edge[0] in water or edge[1] in water or draft.has_side("lake", *edge):
                continue
            great = _is_major(canvas, edge, row["major"])
            draft.add_sides([edge], "major-river" if great else "river", row["river"])


def _is_major(canvas: Canvas, edge: Side, where: str) -> bool:
    """`all`, `west of 28.9`, `north of 51.6`: does the middle of the hexside lie there?"""
    if where in ("", "all"):
        return where == "all"
    a, b = canvas.sides[edge]
    (ax, ay), (bx, by) = canvas.corner_point(a), canvas.corner_point(b)
    lat, lon = canvas.latlon(((ax + bx) / 2, (ay + by) / 2))
    word, _, limit = where.split()
    return {"west": lon < float(limit), "east": lon > float(limit),
            "north": lat > float(limit), "south": lat < float(limit)}[word]  # fmt: skip


# -------------------------------------------------------------------- places, areas


def _places(draft: Draft) -> None:
    for row in table(FOLDER, "places.csv"):
        where = float(row["lat"]), float(row["lon"])
        cell = draft.cell(row["hex"]) if row["hex"] else draft.canvas(row["map"]).hex(*where)
        if cell is None:
            raise ValueError(f"{row['name']} lies off the board")
        if row["kind"] != "town":
            draft.set_terrain(cell, "clear", "printed", "cities stand in clear terrain (10.14)")
        draft.add_place(cell, row["kind"], row["name"], latlon=where, provenance=row["provenance"], note=row["note"])


def _coasts(draft: Draft) -> None:
    facts = record(FOLDER, "history.yaml")
    seeds = facts["seas"]
    for name, (plane, title) in SEAS.items():
        canvas = draft.canvas(plane)
        sea = pool(canvas, _cells(draft, seeds[name]), [c for c in canvas.cells if draft.terrain[c] == "sea"])
        shore, note = touching(canvas, _land(draft, canvas), sea), ""
        shore += _cells(draft, facts["more-coast"][name])
        if name == "baltic":  # the book's stretch begins at 5101; 5100 and 5200 are supply sources of the edge
            shore = [c for c in shore if draft.number(c) not in ("5100", "5200")]
            note = "6.5, from 5101 to 6017"
        draft.add_area(f"{name}-water", title, sea)
        draft.add_area(f"{name}-coast", f"{title} coast", shore, "derived", note)
    for group in facts["groups"]:
        if "lake" in group:
            cells = _cells(draft, group["terrain"]["lake"])
            draft.add_area(group["lake"].lower().replace(" ", "-"), group["lake"], cells, "reconstructed", group["note"])
    west = draft.canvas("west")
    shore = touching(west, _land(draft, west), draft.areas["ijsselmeer"][1])
    draft.add_area("ijsselmeer-shore", "Shore of the IJsselmeer", shore, "derived", "6.4, no coastal supply")


def _countries(draft: Draft) -> None:
    facts = record(FOLDER, "areas.yaml")
    whole: dict[str, list[Cell]] = {}
    titles: dict[str, str] = {}
    for canvas in draft.canvases:
        for name, area in facts["countries"][canvas.plane].items():
            cells = [c for c in _cells(draft, area["hexes"]) if _dry(draft, c)]
            whole.setdefault(name, []).extend(cells)
            titles[name] = area["title"]
            draft.add_sides([e for e in boundary(canvas, set(cells)) if _dry(draft, e[0]) and _dry(draft, e[1])],
                            "border", "", "reconstructed")  # fmt: skip
    for name, cells in whole.items():
        draft.add_area(name, titles[name], cells, "reconstructed", "frontiers of June 1940 as the game has them (3.12)")
    revision = _cells(draft, facts["boundary-revision"])
    draft.add_area("boundary-revision", "Polish Boundary Revision", revision, "printed", "3.10")
    german = [*whole["greater-germany"], *whole["lithuania"]]
    soviet = [c for name in ("ussr", "estonia", "latvia", "former-poland") for c in whole[name]]
    draft.add_area("german-start", "German-controlled at the start", german, "printed", "3.12")
    draft.add_area("soviet-start", "Soviet-controlled at the start", soviet, "printed", "3.12")
    draft.add_area("hunsruck", "Hunsrück Mountains", [c for c, fact in draft.hex_facts.items() if fact.note == "Hunsrück"],
                   "reconstructed", "12.2")  # fmt: skip
    ruhr = [p.cell for p in draft.places if p.kind == "ruhr-city"]
    draft.add_area("ruhr", "Ruhr cities", ruhr, "reconstructed", "4.2")
    for city in ("Moscow", "Leningrad"):
        home = next(p.cell for p in draft.places if p.name == city)
        east = draft.canvas("east")
        near = [c for c in whole["ussr"] if 0 < east.distance(c, home) <= 5]
        draft.add_area(f"{city.lower()}-works", f"Fort range of {city}", near, "printed", "9.8, within five hexes in the USSR")


def _forts(draft: Draft) -> None:
    for owner, line in record(FOLDER, "areas.yaml")["forts"].items():
        cells = [c for c in _cells(draft, line["hexes"]) if _dry(draft, c)]
        draft.add_feature(cells, f"{owner}-fort")
        for cell in cells:
            printed = draft.hex_facts[cell].provenance == "printed"
            draft.note_hex(cell, "printed" if printed else "reconstructed", line["title"])
        draft.add_area(f"{owner}-forts", line["title"], cells, "reconstructed", "fortified lines of 1940")


def _rollbahn(draft: Draft, canvas: Canvas) -> None:
    for name, text in record(FOLDER, "areas.yaml")["rollbahn"].items():
        chain = _cells(draft, text)
        draft.add_feature(chain, "rollbahn")
        draft.add_sides(pairs(chain), "rollbahn", name, "reconstructed", "6.5, all lead to 5005")
    network = [c for c in canvas.cells if "rollbahn" in draft.features.get(c, ())]
    draft.add_area("rollbahn", "Rollbahn", network, "reconstructed", "6.5")


def _edges(draft: Draft) -> None:
    red = [f"42{c:02d}" for c in range(1, 29)] + [f"{r}28" for r in range(43, 61)]
    draft.add_area("red-row", "Red row", [draft.cell(n) for n in red], "printed", "6.5, 12.9")
    home = [draft.cell(f"{r}00") for r in range(43, 53)]
    draft.add_area("german-edge-east", "German west edge", home, "printed", "6.5, 12.3")
    french = [f"{r}00" for r in range(17, 9, -1)] + [f"10{c:02d}" for c in range(1, 12)]
    draft.add_area("french-edge", "French map edge", [draft.cell(n) for n in french], "printed", "6.4")
    german = [f"{r}14" for r in range(10, 30)] + [f"29{c:02d}" for c in range(13, 8, -1)]
    draft.add_area("german-edge-west", "German map edge", [draft.cell(n) for n in german], "printed", "12.2")


def _boxes(draft: Draft) -> None:
    draft.add_box("reserve-arrived", "German Strategic Reserve: Just Arrived", "german")
    draft.add_box("reserve-eligible", "German Strategic Reserve: Eligible to Leave", "german")
    draft.add_box("southwest-arrived", "Southwest Front: Just Arrived", "soviet")
    draft.add_box("southwest-eligible", "Southwest Front: Eligible to Leave", "soviet")
    draft.add_box("romania", "Southwest Front: In Romania", "german", "soviet")
    draft.add_box("arctic", "Arctic Front", "soviet")
    draft.add_box("far-east", "Far East", "soviet")
    for number, title in enumerate(TURNS, 1):
        draft.add_box(f"turn-{number}", f"{number}: {title}", "turn")
    for owner in ("german", "soviet", "anglo-french", "belgian", "dutch"):
        draft.add_box(f"{owner}-dead", f"{owner.title()} dead pile", owner)
    for owner in ("german", "soviet", "anglo-french"):
        draft.add_box(f"{owner}-aside", f"{owner.title()} counters set aside", owner)
    draft.add_box("gone", "Out of play")
