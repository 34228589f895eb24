"""The board of Drive on Moscow: 12 km hexes from the Valdai lakes to Kursk, no number printed in the book."""

from __future__ import annotations

from ..lib.canvas import Canvas, Cell
from ..lib.draft import Draft
from ..lib.geography import Geography
from ..lib.georeference import DATA, georeference
from ..lib.knowledge import record, table
from . import moscow_1941 as region

BOXES = {
    **{f"turn{n}": f"Turn {n}" for n in range(1, 10)},
    "guards-pool": "Guards pool", "kg-pool": "Kampfgruppe pool", "dead": "Eliminated",
    "withdrawn": "Withdrawn", "forfeited": "Forfeited", "air": "Aircraft",
}  # fmt: skip
MOSCOW = ("4014", "4015")


def build(geography: Geography) -> Draft:
    """Make the draft of the board."""
    plan = record("drive_on_moscow", "board.yaml")
    canvas = Canvas(georeference("drive-on-moscow"))
    draft = Draft("drive-on-moscow", "Drive on Moscow", canvas)
    draft.head["scale"] = "12 km (7.5 miles) per hex"

    towns = table("moscow_1941", "towns.csv")
    positions = {row["name"]: (float(row["lat"]), float(row["lon"])) for row in towns}
    highways = region.road_cells(canvas, positions)

    _terrain(draft, canvas, geography, plan, set(highways))
    _places(draft, canvas, towns)
    region.add_rivers(draft, canvas, geography, plan["rivers"])
    region.add_reservoirs(draft, canvas, "reservoir")
    for name, works in plan["forts"].items():
        for cell in region.cells_at(canvas, works):
            draft.add_feature(cell, "fort")
            draft.note_hex(cell, "reconstructed", f"fort: {name}")
    _areas(draft, canvas, plan)
    for name, title in BOXES.items():
        draft.add_box(name, title)
    draft.override(DATA / "drive_on_moscow" / "overrides.yaml")
    return draft


def _terrain(
    draft: Draft, canvas: Canvas, geography: Geography, plan: dict[str, dict[str, float]], highways: set[Cell]
) -> None:
    woods = region.wood_cover(canvas)
    trees = region.tree_cover(geography, canvas)
    swamp = geography.mean(canvas, "swamp_proxy", "swamp_pct")
    forest, marsh = plan["forest"], plan["marsh"]
    for cell in canvas.cells:
        wood, bog = woods.get((cell, "forest"), ("", 0.0)), woods.get((cell, "marsh"), ("", 0.0))
        wet = bog[1] >= marsh["cover"] or (bog[1] >= 0.5 and swamp[cell] >= marsh["half_cover_with_swamp"])
        need = forest["highway"] if cell in highways else forest["named" if wood[1] >= 0.5 else "anywhere"]
        if wet and cell not in highways:
            draft.set_terrain(cell, "marsh", "derived", bog[0])
        elif trees[cell] >= need:
            draft.set_terrain(cell, "forest", "derived", wood[0] if wood[1] >= 0.5 else "")
        else:
            draft.set_terrain(cell, "clear")


def _places(draft: Draft, canvas: Canvas, towns: list[dict[str, str]]) -> None:
    for row in towns:
        kind = row["drive_on_moscow"]
        if not kind:
            continue
        latlon = (float(row["lat"]), float(row["lon"]))
        home = canvas.hex(*latlon)
        cells = [canvas.cell(n) for n in MOSCOW] if row["name"] == "Moscow" else [home] if home else []
        # the book names the cities and prints no hex: the hex follows from the true position
        source, note = ("derived", "named in 4.2 or 4.4") if kind == "city" else ("reconstructed", "")
        for cell in cells:
            draft.set_terrain(cell, "clear")
            draft.add_place(cell, kind, row["name"], latlon=latlon, provenance=source, note=note)


def _areas(draft: Draft, canvas: Canvas, plan: dict[str, str]) -> None:
    lines = record("moscow_1941", "lines.yaml")
    rivers = frozenset(edge for kind, edge in draft.sides if kind == "river")
    germans, front = region.west_of(canvas, lines["front-line"], rivers)
    before_reserve, _ = region.west_of(canvas, lines["reserve-front"], rivers)
    forward = before_reserve - germans
    reserve = set(canvas.cells) - germans - forward
    line_cells = {cell for edge in front for cell in edge} - germans
    columns = [cell[1] for cell in canvas.cells]
    note = "drawn after the front of 1 October 1941"
    draft.add_area("german-start", "West of the initial front line", germans, "reconstructed", note)
    draft.add_area("forward-zone", "Forward Zone", forward, "reconstructed", note)
    behind = "east of the second echelon of the Reserve Front"
    draft.add_area("reserve-front", "Reserve Front", reserve, "reconstructed", behind)
    draft.add_area("front-line", "Soviet front-line hexes", line_cells, "reconstructed", note)
    west = [cell for cell in canvas.cells if cell[1] == min(columns)]
    draft.add_area("german-supply", "German supply sources", west, "printed", "7.3 the whole west edge")
    sources = [canvas.cell(n) for n in str(plan["soviet_supply"]).split()]
    railways = "7.3 six on the north and east edges, put where railways leave the board"
    draft.add_area("soviet-supply", "Soviet supply sources", sources, "reconstructed", railways)
