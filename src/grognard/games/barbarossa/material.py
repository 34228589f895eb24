"""Barbarossa: board, counters and tables, loaded once from data files."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.board import Board
from ...core.calendar import Calendar, read_entries
from ...core.data import DataFiles
from ...core.game import Piece, UnitType
from ...core.paths import NEVER
from ...core.play import Play
from ...core.ratings import FACTORS, read_faces
from ...core.rule import rule
from ...core.ways import Ways
from ..assault.game import AssaultGame
from .charts import Charts, OrderOfBattle, Turn, road_back_setup
from .state import GERMAN, SOVIET, BarbarossaState
from .supply_lines import SupplyLines

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set

STACK_LIMIT = 5
LAST_TURN = 32

Costs = npt.NDArray[np.uint8]


class Material(AssaultGame[BarbarossaState]):
    """Board, counters and tables as they come in the box, and what follows from them."""

    track: dict[int, Turn]

    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self._files = files
        self.board = board or Board.load(files.path("board.board"))
        self.charts = Charts(tables or files.toml("tables.toml"))
        self.track, self.results = self.charts.track, self.charts.results
        self.shown_track = [turn.shown() for turn in self.track.values()]
        self.standard_board = board is None
        self._load_units(units or files.csv("units.csv"))
        self.oob = OrderOfBattle(self.rows)
        self.finish()
        self._compile()

    # ---------------------------------------------------------------- loading

    @rule("2.4", "2.12b")
    def _load_units(self, rows: list[dict[str, str]]) -> None:
        """Every combat unit is a piece with a type of its own and one step. Markers are kept as numbers, not pieces."""
        self.types, self.pieces = [], []
        self.rows = [row for row in rows if row["type"] != "marker"]  #: the line of units.csv of every piece
        for kind, row in enumerate(self.rows):
            self.types.append(_type(row))
            self.pieces.append(Piece(row["handle"], self.types[kind].side, kind))

    def _compile(self) -> None:
        """Tables the kernels and the rules read often, worked out once from the board."""
        board = self.board
        self.attack, self.defence = (np.array([row[1] for row in self.rated(name)], np.int16) for name in FACTORS[:2])
        self.is_mech = self._with_trait("mechanized")
        self.is_satellite = self._with_trait("satellite")
        self.is_dotted = self._with_trait("dot")
        self._compile_counters()

        self.water = board.terrain_mask("sea", "lake")
        self.marsh = board.terrain_mask("marsh")
        self.rough = board.terrain_mask("rough")
        self.river = board.side_mask("river")
        self.barrier = board.side_mask("lake") | board.side_mask("sea") | board.side_mask("strait")  #: sides without a way
        self.city = board.place_mask("city")
        self.vp_hex = board.place_mask("city", "oil-field", "industrial-region")
        self.soviet_line = board.feature_mask("soviet-fort")
        self.german_line = board.feature_mask("german-fort")
        self.north = board.mask("north-zone")
        self.romania, self.hungary = board.mask("romania"), board.mask("hungary")
        self.lines = SupplyLines(board)
        self.kerch, self.sivash = self._strait("Kerch"), self._strait("Sivash")
        self.city_hex = {place.name: place.hex for place in board.places if place.kind != "town"}
        self.east_side = frozenset(d for d, name in enumerate(board.grid.directions) if "E" in name)
        self.ussr = board.mask("ussr")
        self.inland = np.all(board.neighbours >= 0, axis=1)  #: hexes with six hexes around them
        self.edge = (~self.inland[: board.hexes]).nonzero()[0]  #: the others
        self.source_mask = [board.mask(f"{side}-supply") for side in self.sides]
        self.rvgk_exits = board.mask("rvgk-exits")
        self.ica = next((u for u, row in enumerate(self.rows) if row["type"] == "naval" and row["side"] == "soviet"), -1)
        self._costs: dict[tuple[bool, bool, bool, bool, bool], Costs] = {}
        self.steps = np.where(self.costs(False) == NEVER, NEVER, 1).astype(np.uint8)  #: every passable hexside costs one
        boxes = {name: k for k, name in enumerate(board.names) if k >= board.hexes}
        self.dead = (boxes["german-dead"], boxes["soviet-dead"])
        self.gone = (boxes["german-gone"], boxes["soviet-gone"])
        self.off = (boxes["german-off"], boxes["soviet-off"])
        self.rvgk, self.caucasus = boxes["rvgk"], boxes["caucasus"]
        self.ways = Ways(board, self._files.csv("ways.csv"))
        printed = read_entries(self._files.csv("calendar.csv"), board, self.sides, self.oob.handles)
        self.calendar = Calendar(board, [*self.oob.arrivals(self.side_of), *printed])
        #: the first turn on which a unit comes, 0 for one that is there or never does
        self.due = [self.calendar.first("arrive", unit) for unit in range(len(self.pieces))]

    @rule("1.5", "8.15", "8.20", "8.21", "8.22")
    def _compile_counters(self) -> None:
        """What the rules ask of a counter, as plain lists by piece.

        German units are the units of that army, all others of that side are Axis satellites. Rifle armies are the
        Soviet-side armies of riflemen: oversized and allied ones too, but not Shock, Guards, tanks or the ICA.
        """
        types = [self.types[piece.kind] for piece in self.pieces]
        self.is_german = ["german" in unit_type.traits for unit_type in types]
        self.is_axis_satellite = [unit_type.side == GERMAN and "german" not in unit_type.traits for unit_type in types]
        self.is_rifle_army = [
            unit_type.side == SOVIET and unit_type.kind == "rifle" and unit_type.size == "XXXX" for unit_type in types
        ]
        self.is_emergency = ["emergency" in unit_type.traits for unit_type in types]
        self.german_pieces = np.array(
            [u for u, unit_type in enumerate(types) if unit_type.side == GERMAN and self.is_german[u]], np.int16
        )
        self.satellites = [u for u, unit_type in enumerate(types) if "satellite" in unit_type.traits]
        self.rifle_armies = [u for u, rifle in enumerate(self.is_rifle_army) if rifle]

    def _with_trait(self, trait: str) -> npt.NDArray[np.bool_]:
        return np.array([trait in unit_type.traits for unit_type in self.types])

    def _strait(self, title: str) -> frozenset[int]:
        """The two hexes beside a named strait; empty when the board has none."""
        return frozenset(hex for side in self.board.sides if side.kind == "strait" and title in side.name for hex in side.hexes)

    @rule("10.8", "10.9", "10.10", "10.11", "10.12", "10.13", "10.18", "10.20")
    def costs(self, mech: bool, *, no_rivers: bool = False, dry_marsh: bool = False, first_marsh: bool = False,
              sivash: bool = False) -> Costs:  # fmt: skip
        """Movement points to leave a hex in each direction: terrain of the hex entered plus the river crossed.

        `no_rivers` for the Germans on turn 1, `dry_marsh` for Soviet vehicles from turn 13, `first_marsh` for the
        two marsh hexes that German vehicles cross as clear on turn 1, `sivash` for Soviet infantry from turn 7.
        Desert-steppe costs what clear terrain costs.
        """
        key = (mech, no_rivers, dry_marsh, first_marsh, sivash)
        if key not in self._costs:
            near = self.board.neighbours
            entry = np.ones(self.board.nodes, np.uint8)
            if mech:
                entry[self.rough] = 2
                entry[self.marsh] = 1 if dry_marsh else 3
                if first_marsh:
                    entry[self.board.mask("turn-one-marsh")] = 1
            cost = entry[near]
            if not no_rivers:
                cost = cost + self.river * np.uint8(2 if mech else 1)
            closed = (near < 0) | self.water[near] | self.barrier
            cost = np.where(closed, NEVER, cost).astype(np.uint8)
            if sivash and len(self.sivash) == 2:
                one, other = self.sivash
                for here, there in ((one, other), (other, one)):
                    cost[here, self.board.direction(here, there)] = entry[there] + 1
            self._costs[key] = cost
        return self._costs[key]

    @cached_property
    def historical(self) -> list[tuple[str, str]]:
        """Unit and hex of every German-side unit on 22 June 1941."""
        return [(row["piece"], row["hex"]) for row in self._files.csv("historical.csv")]

    @cached_property
    def road_back(self) -> list[tuple[str, str]]:
        """Unit and hex or box of every unit of The Road Back."""
        return road_back_setup(self._files.csv("road_back.csv"))


P = Play[BarbarossaState, Material]


@rule("2.5", "2.6", "2.8", "2.9", "2.10")
def _type(row: dict[str, str]) -> UnitType:
    """A counter: one factor for attack and defence, or two; a question mark stands for a die (8.4)."""
    traits = {row["type"], row["nation"], *row.get("traits", "").split()}
    if row["class"] == "mech":
        traits.add("mechanized")
    if row.get("dot") == "1":
        traits.add("dot")
    if row["nation"] in ("hungarian", "italian", "romanian", "bulgarian"):
        traits.add("satellite")
    if row["factors"] == "?":
        traits.add("emergency")
    factors = "1" if row["factors"] == "?" else row["factors"]
    return UnitType(
        row["name"], GERMAN if row["side"] == "german" else SOVIET, row["type"], row["size"],
        read_faces(Material.ratings, factors), frozenset(traits), row.get("provenance", "reconstructed"), row.get("evidence", ""),
    )  # fmt: skip
