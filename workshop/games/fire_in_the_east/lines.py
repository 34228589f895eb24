"""Railways of both gauges, the railway under construction, and roads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from workshop.lib.canvas import Canvas, Cell
from workshop.lib.draft import Draft
from workshop.lib.georeference import DATA, Point
from workshop.lib.snap import pairs, snap_to_hexes

from .places import station_cells
from .water import FOLDER


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
    for section, name, stops in read_lines(DATA / FOLDER / "railways.txt"):
        chain = _chain(canvas, [canvas.cell(s) if "/" in s else stations[s] for s in stops])
        for edge in pairs(chain):
            if section == "rail":
                kind = "rail-broad" if edge[0] in broad and edge[1] in broad else "rail-standard"
            else:
                kind = {"planned": "rail-planned", "road": "road"}[section]
            draft.add_sides([edge], kind, name, "reconstructed")


def _chain(canvas: Canvas, stops: list[Cell | tuple[float, float]]) -> list[Cell]:
    """The hexes of a line. Stations off the maps show where it leaves: it runs straight on to the edge."""
    spots = [canvas.centre(s) if len(s) == 3 else canvas.point(*s) for s in stops]
    cells = [s if len(s) == 3 else canvas.hex(*s) for s in stops]
    chain = list(cells)
    for k, cell in enumerate(cells):
        for other in (k - 1, k + 1):
            if cell is None and 0 <= other < len(cells) and cells[other] is not None:
                chain[k] = _last_inside(canvas, spots[other], spots[k])
    return snap_to_hexes(canvas, [cell for cell in chain if cell is not None])


def _last_inside(canvas: Canvas, start: Point, end: Point) -> Cell | None:
    """The last hex of the board on the way from a point on it to one off it."""
    way = [(start[0] + (end[0] - start[0]) * k / 200, start[1] + (end[1] - start[1]) * k / 200) for k in range(201)]
    inside = [cell for cell in map(canvas.cell_at, way) if cell is not None]
    return inside[-1] if inside else None
