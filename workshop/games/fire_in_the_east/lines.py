"""Railways of both gauges, the railway under construction, and roads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from workshop.lib.canvas import Canvas, side
from workshop.lib.draft import Draft
from workshop.lib.georeference import DATA
from workshop.lib.knowledge import record
from workshop.lib.snap import pairs, snap_to_hexes

from .places import station_cells
from .water import FOLDER, dry


def read_lines(path: Path) -> Iterator[tuple[str, str, list[str]]]:
    """(section, name, stations) of every line of railways.txt."""
    section = ""
    for raw in path.read_text(encoding="utf-8").splitlines():
        line = raw.strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            name, _, stations = line.partition(":")
            yield section, name.strip(), [station.strip() for station in stations.split(",")]


def add_lines(draft: Draft, canvas: Canvas) -> None:
    """Every line through its stations; the gauge follows the country (7.A.3)."""
    stations = station_cells(canvas)
    broad = set(draft.areas["broad-gauge"][1])
    water = frozenset(cell for cell in canvas.cells if not dry(draft, cell))
    causeways = {side(*(canvas.cell(n) for n in word.split("|"))) for word in record(FOLDER, "water.yaml")["causeways"].split()}
    walls = frozenset(edge for (kind, edge) in draft.sides if kind in ("sea", "lake") and edge not in causeways)
    for section, name, stops in read_lines(DATA / FOLDER / "railways.txt"):
        way = [canvas.cell(stop) if "/" in stop else stations[stop] for stop in stops]
        try:
            chain = snap_to_hexes(canvas, way, avoid=water, walls=walls)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        for edge in pairs(chain):
            if section == "rail":
                kind = "rail-broad" if edge[0] in broad and edge[1] in broad else "rail-standard"
            else:
                kind = {"planned": "rail-planned", "road": "road"}[section]
            draft.add_sides([edge], kind, name, "reconstructed")
