"""The board of Typhoon 1941: 25 km hexes from Lake Seliger to Voronezh, nothing printed in the book but names."""

from __future__ import annotations

from typing import Any

from ..lib.canvas import Canvas, Cell
from ..lib.draft import Draft
from ..lib.geography import Geography
from ..lib.georeference import DATA, Point, georeference
from ..lib.knowledge import points, record, table
from ..lib.snap import pairs, snap_to_hexes, snap_to_sides
from . import moscow_1941 as region

FOLDER = "typhoon_1941"
NAMED = (
    "Moscow", "Tula", "Smolensk", "Roslavl", "Glukhov", "Voronezh", "Torzhok", "Rzhev", "Vyazma", "Kaluga",
    "Orel", "Bryansk", "Kursk", "Kalinin", "Volokolamsk", "Mozhaisk", "Yelets", "Yefremov",
)  # fmt: skip
TURNS = 8


def build(geography: Geography) -> Draft:
    """Make the draft of the board."""
    plan = record(FOLDER, "board.yaml")
    canvas = Canvas(georeference("typhoon-1941"))
    draft = Draft("typhoon-1941", "Typhoon 1941", canvas)
    draft.head["scale"] = "25 km a hex (reconstructed from the pace of the advance)"
    _terrain(draft, canvas, geography, plan["forest"])
    stops = _places(draft, canvas)
    region.add_rivers(draft, canvas, geography, plan["rivers"])
    region.add_reservoirs(draft, canvas, "lake", plan["lakes"])
    for name, halts in plan["roads"].items():
        chain = snap_to_hexes(canvas, [stops[halt] for halt in halts])
        draft.add_sides(pairs(chain), "road", name, "reconstructed")
    for name, halts in record(region.REGION, "railways.yaml")["lines"].items():
        chain = snap_to_hexes(canvas, [stops[halt] for halt in halts])
        draft.add_sides(pairs(chain), "rail", name, "reconstructed")
    _areas(draft, canvas, plan)
    for turn in range(1, TURNS + 1):
        draft.add_box(f"turn{turn}", f"Turn {turn}")
    for name, title in plan["boxes"].items():
        draft.add_box(name, title)
    draft.override(DATA / FOLDER / "overrides.yaml")
    return draft


def _terrain(draft: Draft, canvas: Canvas, geography: Geography, need: dict[str, float]) -> None:
    woods = region.wood_cover(canvas)
    trees = region.tree_cover(geography, canvas)
    for cell in canvas.cells:
        name, part = woods.get((cell, "forest"), ("", 0.0))
        wooded = trees[cell] >= need["named" if part >= 0.4 else "anywhere"]
        draft.set_terrain(cell, "forest" if wooded else "clear", note=name if wooded and part >= 0.4 else "")


def _places(draft: Draft, canvas: Canvas) -> dict[str, Point]:
    """Put the towns on the board; returns the position of every stop of a road or railway."""
    stations = record(region.REGION, "railways.yaml")["stations"]
    stops = {name: points(text)[0] for name, text in stations.items()}
    for row in table(region.REGION, "towns.csv"):
        latlon = stops[row["name"]] = (float(row["lat"]), float(row["lon"]))
        cell = canvas.hex(*latlon)
        kind = row["typhoon_1941"].replace(" ", "-")
        if kind and cell:
            # the book names these places and prints no hex: the hex follows from the true position
            source, note = ("derived", "named in the book") if row["name"] in NAMED else ("reconstructed", "")
            draft.set_terrain(cell, "clear")
            draft.add_place(cell, kind, row["name"], latlon=latlon, provenance=source, note=note)
    return stops


def _areas(draft: Draft, canvas: Canvas, plan: dict[str, Any]) -> None:
    rivers = frozenset(edge for kind, edge in draft.sides if kind == "river")
    germans, front = region.west_of(canvas, record(region.REGION, "lines.yaml")["front-line"], rivers)
    russians = set(canvas.cells) - germans
    note = "drawn after the front of 1 October 1941"
    draft.add_sides(front, "start-line", "", "reconstructed", note)
    draft.add_area("german-side", "German side of the start line", germans, "reconstructed", note)
    draft.add_area("russian-side", "Russian side of the start line", russians, "reconstructed", note)
    on_line = {cell for edge in front for cell in edge}
    draft.add_area("german-line", "German start-line hexes", on_line & germans, "reconstructed", note)
    draft.add_area("russian-line", "Russian start-line hexes", on_line & russians, "reconstructed", note)
    _defence_line(draft, canvas, plan["defence_line"])
    for name, group in plan["panzer_groups"].items():
        here = region.cells_at(canvas, group["at"])
        draft.add_area(name, f"{group['title']} concentration", here, "reconstructed", "setup.4 on it or adjacent")
    for row in table(FOLDER, "positions.csv"):
        here = region.cells_at(canvas, f"{row['lat']} {row['lon']}")
        draft.add_area(row["area"], row["unit"], here, "reconstructed", row["where"])
    _edges(draft, canvas)


def _defence_line(draft: Draft, canvas: Canvas, text: str) -> None:
    """The line lies on hexsides and protects the hexes just east of it."""
    line = canvas.line(points(text))
    chain = snap_to_sides(canvas, line)
    draft.add_sides(chain, "defence-line", "Mozhaisk line", "reconstructed", "terrain.8")
    behind = {max(edge, key=lambda cell: canvas.centre(cell)[0] - _line_x(canvas, line, cell)) for edge in chain}
    draft.add_area("behind-defence-line", "East of the Russian Defence Line", behind, "reconstructed")


def _line_x(canvas: Canvas, line: Any, cell: Cell) -> float:
    """Where the line passes at the height of a hex."""
    y = canvas.centre(cell)[1]
    return float(min(line.coords, key=lambda p: abs(p[1] - y))[0])


def _edges(draft: Draft, canvas: Canvas) -> None:
    columns = sorted({cell[1] for cell in canvas.cells})
    rows = sorted({cell[2] for cell in canvas.cells})
    edges = {
        "west-edge": ("West edge", 1, columns[0]), "east-edge": ("East edge", 1, columns[-1]),
        "north-edge": ("North edge", 2, rows[0]), "south-edge": ("South edge", 2, rows[-1]),
    }  # fmt: skip
    for name, (title, axis, value) in edges.items():
        rim = [cell for cell in canvas.cells if cell[axis] == value]
        draft.add_area(name, title, rim, "printed", "replacement.6, victory.4")
    north = set(draft.areas["north-edge"][1])
    road = [
        cell
        for (kind, edge), (name, _) in draft.sides.items()
        if kind == "road" and name == "Leningrad highway"
        for cell in edge
        if cell in north
    ]
    draft.add_area("vatutin-entry", "Entry of Operational Group Vatutin", road[:1], "reconstructed", "replacement.7")
