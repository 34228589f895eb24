"""1940: What If?: board, counters and tables, loaded once from data files."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.board import Board
from ...core.calendar import Calendar, Entry
from ...core.data import DataFiles
from ...core.game import Piece, UnitType
from ...core.play import Play
from ...core.ratings import read_faces
from ...core.rule import rule
from ...core.stacking import Stacking
from ..assault.game import AssaultGame
from .charts import Charts, Turn
from .state import ALLIED, BELGIAN, DUTCH, GERMAN, SIDES, SOVIET, UNTRIED, WhatIfState

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set

Mask = npt.NDArray[np.bool_]

#: Hexes from a unit to the Rollbahn, and from Greater Germany to a unit that needs none (6.5).
LEG = 6

#: Counters that are kept as numbers, not as pieces.
_MARKERS = ("aircraft", "marker")


class Material(AssaultGame[WhatIfState]):
    """Board, counters and tables as they come in the box, and what follows from them."""

    track: dict[int, Turn]

    @rule("1.2", "2.1")
    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self.board = board or Board.load(files.path("board.board"))
        #: what the chapters have worked out of the map alone, each for good
        self.kept: dict[Hashable, npt.NDArray[Any]] = {}
        self.charts = Charts(tables or files.toml("tables.toml"))
        self.track, self.results = self.charts.track, self.charts.results
        self.shown_track = [turn.shown() for turn in self.track.values()]
        self._load_units(units or files.csv("units.csv"))
        self.proposal = files.csv("proposal.csv")  #: a set-up of ours, place by place
        self.finish()
        self._compile_units()
        self._compile_board()
        self._compile_stacking(files.toml("stacking.toml")["limit"])

    # ---------------------------------------------------------------- loading

    @rule("2.3", "2.5", "2.6", "2.7", "2.13")
    def _load_units(self, rows: list[dict[str, str]]) -> None:
        """Every combat unit is a piece with a type of its own. Aircraft, forts and the turn marker are kept as numbers."""
        self.rows = [row for row in rows if row["type"] not in _MARKERS]  #: the line of units.csv of every piece
        self.types, self.pieces = [], []
        for kind, row in enumerate(self.rows):
            self.types.append(_type(row))
            self.pieces.append(Piece(row["handle"], self.types[kind].side, kind))
        self.fort_markers = sum(row["handle"].startswith("fort") for row in rows)

    def _compile_units(self) -> None:
        """What the rules ask of a counter, by type."""
        self.is_static = [row["class"] == "static" for row in self.rows]
        self.is_mech = [row["class"] == "mech" for row in self.rows]
        self.nation = [row["nation"] for row in self.rows]
        self.is_cavalry = [row["type"] == "cavalry" for row in self.rows]
        self.rung = [int(row["handle"][-1]) if row["type"] == "tank" else 0 for row in self.rows]  #: 3 for the top (9.3)
        self.start_of = [row["start"] for row in self.rows]
        self.juggernauts = self._pieces("ju")
        self.undotted = [u for u in self._pieces("ra") if not self.rows[u]["dot"]]
        self.dotted = [u for u in self._pieces("ra") if self.rows[u]["dot"]]
        self.red_on_white = [*self.undotted, *self.dotted]
        self.counterpart = {self._of_designation(row["designation"], self.juggernauts): u
                            for u in self.dotted for row in (self.rows[u],)}  # fmt: skip
        self.flieger, self.garrison_mg = self.names.unit("ge7fl"), self.names.unit("somg")
        self.shock = self.names.unit("so1s")

    def _pieces(self, start: str) -> list[int]:
        return [u for u, piece in enumerate(self.pieces) if piece.handle.startswith(start)]

    def _of_designation(self, designation: str, among: Sequence[int]) -> int:
        return next(u for u in among if self.rows[u]["designation"] == designation)

    @rule("2.2a", "2.2b", "10.8")
    def _compile_board(self) -> None:
        """Masks the rules read often; off-map boxes count to no map."""
        board = self.board
        sheets = [cell[0] for cell in board.cells] + [""] * (board.nodes - board.hexes)
        self.west = np.array([name == "west" for name in sheets])
        self.east = np.array([name == "east" for name in sheets])
        self.land = ~board.terrain_mask("sea", "lake", "neutral") & (self.west | self.east)
        self.germany = board.mask("greater-germany")
        self.in_germany_west: Mask = self.germany & self.west
        self.east_land: Mask = self.east & self.land
        self.city = board.place_mask("city", "ruhr-city")
        self.built_up = board.place_mask("city", "ruhr-city", "town")
        self.ruhr = board.place_mask("ruhr-city")
        self.red_row = board.mask("red-row")
        self.printed_forts = {
            GERMAN: board.feature_mask("german-fort"), SOVIET: board.feature_mask("soviet-fort"),
            ALLIED: board.feature_mask("french-fort"), BELGIAN: board.feature_mask("belgian-fort"),
            DUTCH: board.feature_mask("dutch-fort"),
        }  # fmt: skip
        self.works = np.logical_or.reduce([*self.printed_forts.values()])
        #: hexes of the east map near enough to Greater Germany to need no Rollbahn (6.5); the second with the variant (3.10)
        self.close_to_germany = [self._near(self.germany), self._near(self.germany | board.mask("boundary-revision"))]
        boxes = {name: k for k, name in enumerate(board.names) if k >= board.hexes}
        self.box = boxes
        edges = ("german-edge-east", "red-row", "french-edge", "french-edge", "")  # of the Dutch none
        self.edge_sources = [(board.mask(area) if area else self.west & self.east).nonzero()[0] for area in edges]
        self.dead = tuple(boxes[f"{side}-dead"] for side in SIDES)
        self.calendar = Calendar(
            board, [Entry(n, "arrive", SOVIET, kind="undotted", count=turn.reinforcements) for n, turn in self.track.items()]
        )
        self.moscow, self.leningrad, self.rollbahn_head = board.node("4624"), board.node("5917"), board.node("5005")
        #: first those that decide the game, then all others
        self.cities_that_count = [*dict.fromkeys([
            self.moscow, self.leningrad, *self.ruhr.nonzero()[0].tolist(), *(self.city & self.east).nonzero()[0].tolist(),
            *self.city.nonzero()[0].tolist(),
        ])]  # fmt: skip

    @rule("7.1", "7.4a", "7.5", "7.6")
    def _compile_stacking(self, limits: list[dict[str, Any]]) -> None:
        """The limits, and by node how much less room there is than where there is most."""
        self.stacking = Stacking(limits, self.board, self.sides, {"units": [int(not static) for static in self.is_static]})
        most = [self.stacking.most(GERMAN, hex, "units") for hex in range(self.board.hexes)]
        self.highest_stack = max(most)
        self.less_room = np.zeros(self.board.nodes, np.int16)
        self.less_room[: self.board.hexes] = self.highest_stack - np.array(most)

    @rule("6.5a")
    def _near(self, area: Mask) -> Mask:
        """Hexes of the east map within reach of an area; the unit's hex is not counted."""
        found: Mask = np.zeros(self.board.nodes, np.bool_)
        starts = (area & self.east).nonzero()[0].astype(np.int16)
        found[: self.board.hexes] = self.board.distances(starts).min(axis=0)[: self.board.hexes] <= LEG
        found &= self.east
        return found

    @rule("2.12a")
    def blank_backs(self, p: P) -> list[tuple[list[int], tuple[str, ...]]]:
        """Untried units of one colour cannot be told apart, not even by their owner."""
        set_aside = self.box["soviet-aside"]  # where the dotted armies, known to all, wait for Juggernauts to die
        groups = (self.juggernauts, [u for u in self.red_on_white if p.s.loc[u] != set_aside])
        return [([u for u in group if p.s.flags[u] & UNTRIED], ("kind",)) for group in groups]


P = Play[WhatIfState, Material]


@rule("2.4", "2.8", "2.9", "2.11a")
def _type(row: dict[str, str]) -> UnitType:
    """A counter: factors with all its steps, then with fewer."""
    traits = {row["type"], row["nation"], row["class"]} | ({"dot"} if row["dot"] else set())
    return UnitType(
        row["name"], SIDES.index(row["side"]), row["type"], row["size"], read_faces(Material.ratings, row["factors"]),
        frozenset(traits), row["provenance"], row["evidence"],
    )  # fmt: skip
