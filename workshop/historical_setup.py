"""Places the armies of 1 October 1941 on the board of Drive on Moscow: data/historical.csv.

    python -m workshop.historical_setup

Positions come from units.csv. The set-up rules bend them: the printed numbers for either Soviet zone, a rifle division
in every hex of the front line, single units behind the boundary (3.3, 3.4), five a hex at most (6.1).
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from grognard.core.board import Board
from workshop.lib.georeference import georeference

DATA = Path(__file__).parents[1] / "src" / "grognard" / "games" / "drive_on_moscow" / "data"
STACK = 5
FORWARD = {"RD": 78, "RB": 17, "CD": 9, "TB": 9, "MRB": 8, "MRD": 4}
RESERVE_RD = 4

#: The book asks for more brigades and motorized divisions on 1 October than history had. They stand where the
#: Soviet command soon wished it had some: on the roads behind the sectors that were hit, and on the Mozhaisk line.
STAND_INS: dict[tuple[str, str], list[tuple[float, float]]] = {
    ("forward", "RB"): [
        (56.85, 33.30), (56.50, 33.10), (56.20, 33.10), (55.84, 32.95), (55.70, 33.20), (55.45, 33.15),
        (55.30, 33.35), (55.10, 33.15), (54.90, 33.25), (54.58, 33.20), (54.40, 33.75), (54.20, 33.95),
        (54.07, 34.15), (53.80, 34.20), (53.25, 34.35), (52.85, 34.40), (52.15, 34.45),
    ],
    ("reserve", "RB"): [(56.03, 35.95), (55.20, 36.49), (55.00, 36.47), (54.20, 37.61)],
    ("forward", "MRB"): [
        (55.62, 32.90), (55.20, 32.95), (54.30, 33.55), (54.05, 33.75), (53.50, 34.10), (52.00, 34.20), (51.70, 34.45),
    ],
    ("forward", "MRD"): [(54.15, 33.80)],
    ("reserve", "MRD"): [(55.21, 34.28)],
}  # fmt: skip


class Unit(NamedTuple):
    """One piece to place: a handle, or the group of a counter that is dealt blind."""

    piece: str
    type: str
    lat: float
    lon: float


Costs = npt.NDArray[np.float64]


class Table:
    """The board while it fills: who stands where."""

    def __init__(self, board: Board) -> None:
        self.board = board
        plane = georeference("drive-on-moscow").planes["main"]
        self._page = plane.to_page
        self._centres = np.array([board.centre(hex) for hex in range(board.hexes)])
        self._marsh = board.terrain_mask("marsh")
        self.load: Counter[int] = Counter()
        self.rows: list[tuple[str, str, int]] = []

    def area(self, name: str) -> list[int]:
        """The hexes of an area, in board order."""
        return sorted(self.board.areas[name].hexes)

    def costs(self, units: list[Unit], hexes: list[int]) -> Costs:
        """Squared distance of every unit from every hex; vehicles keep out of marshes (9.12)."""
        x, y = self._page(np.array([u.lat for u in units]), np.array([u.lon for u in units]))
        there = self._centres[hexes]
        squared = (x[:, None] - there[:, 0]) ** 2 + (y[:, None] - there[:, 1]) ** 2
        on_wheels = np.array([u.type not in ("rifle", "infantry", "cavalry") for u in units])
        return np.asarray(squared + 1e6 * np.outer(on_wheels, self._marsh[hexes]))

    def spread(self, zone: str, units: list[Unit], hexes: list[int], pairing: float = np.inf) -> list[Unit]:
        """The nearest fit overall, one unit per hex, or two at a price; returns the units left over."""
        costs, room = self.costs(units, hexes), list(hexes)
        if np.isfinite(pairing):
            costs, room = np.hstack([costs, costs + pairing]), room * 2
        chosen, places = linear_sum_assignment(costs)
        for unit, place in zip(chosen, places, strict=True):
            self._put(zone, units[unit], room[place])
        return [unit for k, unit in enumerate(units) if k not in set(chosen)]

    def gather(self, zone: str, units: list[Unit], hexes: list[int]) -> None:
        """Every unit in the nearest hex with room."""
        for unit, costs in zip(units, self.costs(units, hexes), strict=True):
            order = (hexes[k] for k in np.argsort(costs, kind="stable"))
            self._put(zone, unit, next(hex for hex in order if self.load[hex] < STACK))

    def _put(self, zone: str, unit: Unit, hex: int) -> None:
        self.load[hex] += 1
        self.rows.append((zone, unit.piece, hex))


def read_units() -> dict[str, list[Unit]]:
    """The units with a position on 1 October, by group; Germans and Guards go by handle."""
    groups: dict[str, list[Unit]] = {}
    with (DATA / "units.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["lat"]:
                piece = row["handle"] if row["group"] in ("start", "GRD") else row["group"]
                unit = Unit(piece, row["type"], float(row["lat"]), float(row["lon"]))
                groups.setdefault(row["group"], []).append(unit)
    return groups


def stand_ins(zone: str, group: str) -> list[Unit]:
    """Counters of a group that history cannot place."""
    kind = "rifle" if group == "RB" else "motorized-rifle"
    return [Unit(group, kind, lat, lon) for lat, lon in STAND_INS.get((zone, group), [])]


def place_soviets(table: Table, units: dict[str, list[Unit]]) -> None:
    """Reserve Front first, then the Forward Zone, as 3.3 and 3.4 say."""
    forward, reserve, line = (table.area(name) for name in ("forward-zone", "reserve-front", "front-line"))
    # the rifle divisions that stood deepest behind the line go to the Reserve Front
    depth = table.costs(units["RD"], line).min(axis=1)
    by_depth = [units["RD"][k] for k in np.argsort(-depth, kind="stable")]
    behind, ahead = by_depth[:RESERVE_RD], by_depth[RESERVE_RD:]
    singles = units["GRD"] + behind + stand_ins("reserve", "RB") + stand_ins("reserve", "MRD")
    table.spread("reserve", singles, reserve)
    rest = table.spread("forward", ahead, line)
    for group in ("RD", "MRD", "TB", "CD", "MRB", "RB"):
        known = rest if group == "RD" else units.get(group, [])
        table.gather("forward", known + stand_ins("forward", group), forward)


def place_germans(table: Table, units: list[Unit]) -> None:
    """Infantry near the line holds it, two divisions per hex where they stood thickest; all others stay put."""
    start, line = table.area("german-start"), set(table.area("front-line"))
    facing = [hex for hex in start if line.intersection(table.board.adjacent(hex))]
    infantry = [unit for unit in units if unit.type == "infantry"]
    near = table.costs(infantry, facing).min(axis=1) < 2.0**2
    holding = {unit for unit, close in zip(infantry, near, strict=True) if close}
    table.spread("german", [unit for unit in units if unit in holding], facing, pairing=3.0)
    table.gather("german", [unit for unit in units if unit not in holding], start)


def main() -> None:
    """Write the file and say what it holds."""
    board = Board.load(DATA / "board.board")
    units, table = read_units(), Table(board)
    place_soviets(table, units)
    place_germans(table, units["start"])
    if (placed := Counter(piece for zone, piece, _ in table.rows if zone == "forward")) != FORWARD:
        raise SystemExit(f"3.4 asks for {FORWARD} in the Forward Zone, not {dict(placed)}")
    zones = ("german", "forward", "reserve")
    rows = sorted((zones.index(zone), board.names[hex], piece) for zone, piece, hex in table.rows)
    with (DATA / "historical.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("zone", "piece", "hex"))
        writer.writerows((zones[zone], piece, hex) for zone, hex, piece in rows)
    print(f"{len(rows)} pieces in {len(table.load)} hexes, at most {max(table.load.values())} in one")


if __name__ == "__main__":
    main()
