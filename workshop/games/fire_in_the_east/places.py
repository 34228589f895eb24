"""Cities, fortresses and ports."""

from __future__ import annotations

from workshop.lib.canvas import Canvas, Cell
from workshop.lib.draft import Draft
from workshop.lib.knowledge import record, table

from .water import FOLDER, dry

KINDS = {
    "full": ("major-city", "full-hex"),
    "partial": ("major-city", "partial-hex"),
    "dot": ("dot-city", ""),
    "reference": ("reference-city", ""),
    "fortress": ("fortress", ""),
}


def city_cells(canvas: Canvas) -> dict[str, Cell]:
    """The hex of every city: the printed one, else the one under its true position."""
    found: dict[str, Cell] = {}
    for row in table(FOLDER, "cities.csv"):
        cell = canvas.cell(row["hex"]) if row["hex"] else canvas.hex(float(row["lat"]), float(row["lon"]))
        if cell is None:
            raise ValueError(f"{row['name']} lies off the maps")
        found[row["name"]] = cell
    return found


def station_cells(canvas: Canvas) -> dict[str, Cell | tuple[float, float]]:
    """Where a railway or road may be led: cities by hex, stations by position."""
    found: dict[str, Cell | tuple[float, float]] = {}
    for row in table(FOLDER, "stations.csv"):
        found[row["name"]] = (float(row["lat"]), float(row["lon"]))
    found.update(city_cells(canvas))
    return found


def add_places(draft: Draft, canvas: Canvas) -> None:
    """Every city of cities.csv with its tags; the suburbs of the multi-hex cities as hexes of their own."""
    cells = city_cells(canvas)
    suburbs = record(FOLDER, "book.yaml")["suburbs"]
    for row in table(FOLDER, "cities.csv"):
        name, cell = row["name"], cells[row["name"]]
        kind, size = KINDS[row["kind"]]
        tags = [tag for tag in (size, "multi-hex" if name in suburbs else "", *row["tags"].split()) if tag and tag != "port"]
        latlon = (float(row["lat"]), float(row["lon"]))
        draft.add_place(
            cell, kind, name, *tags, *_port(draft, cell), latlon=latlon, provenance=row["provenance"], note=row["note"]
        )
        for number in suburbs.get(name, {}).get("hexes", "").split():
            part = draft.cell(number)
            note = suburbs[name]["note"]
            draft.add_place(
                part, kind, name, "partial-hex", "multi-hex", "suburb", *_port(draft, part),
                provenance=suburbs[name]["provenance"], note=note,
            )  # fmt: skip


def _port(draft: Draft, cell: Cell) -> list[str]:
    """Cities and fortresses in coastal hexes are ports (28.C.1)."""
    return ["port"] if "coastal" in draft.features.get(cell, ()) else []


def keep_dry(draft: Draft, canvas: Canvas) -> None:
    """A city stands on land, a port on the coast, wherever the sheet puts it; so do the shores that the book names."""
    book = record(FOLDER, "book.yaml")
    cells = city_cells(canvas)
    for row in table(FOLDER, "cities.csv"):
        if "port" in row["tags"].split():
            draft.add_feature(cells[row["name"]], "coastal")
    for feature in ("coastal", "lakeshore"):
        draft.add_feature([draft.cell(n) for n in book[feature].split()], feature)
    suburbs = [draft.cell(n) for facts in book["suburbs"].values() for n in facts["hexes"].split()]
    shores = [draft.cell(n) for feature in ("coastal", "lakeshore") for n in book[feature].split()]
    for cell in [*cells.values(), *suburbs, *shores]:
        if cell in draft.terrain and not dry(draft, cell):
            draft.add_feature(cell, "coastal" if draft.terrain[cell] == "sea" else "lakeshore")
            del draft.terrain[cell]
