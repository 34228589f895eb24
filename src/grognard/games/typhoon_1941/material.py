"""Typhoon 1941: board, counters and tables, loaded once from data files."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...core.board import Board, Box
from ...core.data import DataFiles
from ...core.game import Game, Piece, UnitType
from ...core.lines import line_mask
from ...core.paths import NEVER
from ...core.play import Play
from ...core.ratings import FACTORS
from ...core.rule import rule
from ...core.stacking import Stacking
from ...core.weather import Climate
from .climate import Effects
from .state import GERMAN, RUSSIAN, TyphoonState

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set
LAST_TURN = 8

BOXES = (
    *(Box(f"turn{n}", f"Turn {n}", ("track",)) for n in range(1, LAST_TURN + 1)),
    Box("german-lost", "German units lost"), Box("russian-lost", "Russian units lost"), Box("withdrawn", "Withdrawn"),
    Box("siberian", "Siberian reinforcements"), Box("shock-reserve", "Siberian Reserve shock armies"),
    Box("reinforcements", "Russian reinforcements"), Box("luftwaffe", "Luftwaffe"), Box("front-aviation", "Front aviation"),
    Box("shot-down", "Shot down"), Box("maskirovka", "Maskirovka pool"), Box("moscow-air", "Fighters on Moscow"),
    Box("to-german", "German army, to be placed"),
)  # fmt: skip

ARMOUR = ("panzer", "tank", "shock")
INFANTRY = ("infantry", "parachute", "garrison")
AIR = ("air", "fighter")
#: How far a zone of control reaches by kind of unit: not at all, not where tanks cannot look, everywhere.
NO_ZONE, TANK_ZONE, FULL_ZONE = 0, 1, 2


class Material(Game[TyphoonState]):
    """Board, counters and tables as they come in the box, and what follows from them."""

    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self._files = files
        self.board = board or Board.load(files.path("board.board"), BOXES)
        self.tables = tables or files.toml("tables.toml")
        self.climate = Climate(files.toml("weather.toml"), Effects, self.board)
        self.standard_board = board is None
        self._load_units(units or files.csv("units.csv"))
        self.finish()
        self._compile_types()
        self._compile_board()
        self.stacking = Stacking(files.toml("stacking.toml")["limit"], self.board, self.sides, self._measures())

    # ---------------------------------------------------------------- loading

    @rule("unit.1", "unit.2", "unit.3", "maskirovka.3")
    def _load_units(self, rows: list[dict[str, str]]) -> None:
        """A row is a counter: kind and size are its symbol, traits its colours and marks, factors attack and defence."""
        self.types, self.pieces, self.positions = [], [], []
        for row in rows:
            side = GERMAN if row["side"] == "german" else RUSSIAN
            factors = int(row["attack"]), int(row["defence"] or row["attack"])
            traits = {row["kind"], *row["traits"].split()}
            self.pieces.append(Piece(row["handle"], side, len(self.types)))
            self.types.append(
                UnitType(row["designation"], side, row["kind"], row["size"], (factors,), frozenset(traits),
                         row.get("provenance", "reconstructed"), row.get("evidence", ""))
            )  # fmt: skip
            self.positions.append(row.get("position", ""))

    @rule("zoc.3", "zoc.4", "army.5", "army.6", "stacking.5", "terrain.7")
    def _compile_types(self) -> None:
        """What the rules ask of a piece, as plain lists; a piece keeps its type for good."""
        kinds = [self.types[piece.kind] for piece in self.pieces]
        self.attack, self.defence = ([table[piece.kind][1] for piece in self.pieces] for table in map(self.rated, FACTORS[:2]))
        self.is_tank = [kind.kind in ARMOUR for kind in kinds]
        self.is_infantry = [kind.kind in INFANTRY for kind in kinds]
        self.is_garrison = [kind.kind == "garrison" for kind in kinds]
        self.is_katyusha = [kind.kind == "rocket" for kind in kinds]
        self.is_para = [kind.kind == "parachute" for kind in kinds]
        self.is_dummy = [kind.kind == "dummy" for kind in kinds]
        self.is_shock = [kind.kind == "shock" for kind in kinds]
        self.is_air = [kind.kind in AIR for kind in kinds]
        self.is_fighter = [kind.kind == "fighter" for kind in kinds]
        self.is_army = ["army" in kind.traits for kind in kinds]
        self.is_red = ["red" in kind.traits for kind in kinds]
        self.is_division = [kind.size == "XX" for kind in kinds]
        self.is_small = [kind.size in ("XX", "X") or kind.kind == "parachute" for kind in kinds]
        self.is_panzer_division = ["panzer-division" in kind.traits for kind in kinds]
        self.is_free_of_stacking = [kind.kind in ("rocket", "garrison", "dummy", *AIR) for kind in kinds]
        corps = [kind.size in ("XXX", "XXXX") for kind in kinds]
        self.zone = [
            NO_ZONE if not big else TANK_ZONE if tank else FULL_ZONE for big, tank in zip(corps, self.is_tank, strict=True)
        ]
        self.zone_kinds = np.array(self.zone, np.int8)
        ground = range(len(self.pieces))
        self.ground_of = [[u for u in ground if self.side_of[u] == side and not self.is_air[u]] for side in (GERMAN, RUSSIAN)]
        self.air_of = [[u for u in ground if self.side_of[u] == side and self.is_air[u]] for side in (GERMAN, RUSSIAN)]
        self.german_divisions = [u for u in self.ground_of[GERMAN] if self.is_division[u]]
        self.katyushas = [u for u in ground if self.is_katyusha[u]]
        self.armies = [u for u in self.ground_of[GERMAN] if self.is_army[u]]
        self.dummies = [u for u in self.ground_of[RUSSIAN] if self.is_dummy[u]]
        self.never_seen = {*self.air_of[RUSSIAN], *self.air_of[GERMAN], *self.dummies[-1:]}  #: on the map
        self.of_side = [np.array(self.side_of) == side for side in (GERMAN, RUSSIAN)]
        self.army_pieces = np.array(self.armies, np.int16)
        self.dummy_pieces = [np.zeros(0, np.int16), np.array(self.dummies, np.int16)]
        armour = [self.is_tank[u] for u in self.german_divisions]
        #: by side, the divisions of which two together have a zone, and which of them are tanks: German ones
        self.division_pieces = [
            (np.array(self.german_divisions, np.int16), np.array(armour, np.int8)), (np.zeros(0, np.int16), np.zeros(0, np.int8)),
        ]  # fmt: skip
        #: from the first piece of a side to its last
        self.span_of = [slice(min(units, default=0), max(units, default=0) + 1) for units in self.ground_of]
        self.ground_pieces = [np.array(units, np.int16) for units in self.ground_of]
        #: the same without dummies
        self.real_pieces = [np.array([u for u in units if not self.is_dummy[u]], np.intp) for units in self.ground_of]

    @rule("stacking.3", "stacking.4", "stacking.5")
    def _measures(self) -> dict[str, list[int]]:
        """What is counted where units stack; Katyushas, garrisons, dummies and aircraft count nowhere."""
        counted = [not free for free in self.is_free_of_stacking]
        large = [counts and not small for counts, small in zip(counted, self.is_small, strict=True)]
        armies = [counts and army for counts, army in zip(counted, self.is_army, strict=True)]
        return {"units": [*map(int, counted)], "large": [*map(int, large)], "armies": [*map(int, armies)]}

    @rule("zoc.1", "zoc.4", "terrain.5", "terrain.6", "weather.2", "weather.7", "terrain.8")
    def _compile_board(self) -> None:
        """Masks of the ground, by hex or by hexside. `frozen` (0 or 1) chooses the table for open or frozen water."""
        board = self.board
        self.forest = board.terrain_mask("forest")
        self.major = board.place_mask("major-city")
        self.settled = board.place_mask("major-city", "city", "town")
        self.places = {place.name: place.hex for place in board.places}
        self.place_hexes = frozenset(self.places.values())
        self.moscow = self.places.get("Moscow", -1)
        self.shelters = [h for name, h in self.places.items() if name in ("Moscow", "Tula")]
        self.river, self.lake = board.side_mask("river"), board.side_mask("lake")
        self.road = line_mask(board, "road")
        self.mud_road = line_mask(board, "road", name="Smolensk-Moscow road")
        self.supply_line = line_mask(board, "road", "rail")
        behind = board.mask("behind-defence-line")
        into = behind[board.neighbours] & (board.neighbours >= 0)
        self.defence_line = board.side_mask("defence-line") & into & ~behind[:, None]
        on_map = board.neighbours >= 0
        self.edge = {name: board.mask(f"{name}-edge") for name in ("west", "east", "north", "south")}
        self.western_edge = self.edge["west"].nonzero()[0].astype(np.int16)  #: where German lines end
        #: distances between hexes: apart[one, other]
        self.apart = board.distances(np.arange(board.hexes, dtype=np.int16)).astype(np.uint8)
        self.far = [row.tobytes() for row in self.apart]  #: the same for single look-ups
        self.prizes = self.settled | np.logical_or.reduce(list(self.edge.values()))
        open_water = on_map & ~(self.lake & ~self.road)
        self.passable = (open_water, on_map)
        self.steps = [np.where(passable, 1, NEVER).astype(np.uint8) for passable in self.passable]
        foot = [np.where(passable, 2, NEVER).astype(np.uint8) for passable in self.passable]
        wheels = foot[0].copy()
        wheels[self.river & ~self.road & open_water] = 4
        self.cost = {False: foot, True: [wheels, foot[1]]}
        self.roads = {"all": self.road, "mud": self.mud_road, "none": self.road & False}
        into_cover = (self.forest | self.major)[board.neighbours] & on_map
        tank = ~into_cover & ~self.forest[:, None]
        #: where zones of each kind reach: zone_sides[frozen, kind, hex, direction]
        self.zone_sides = np.array([[p & False, p & tank, p] for p in self.passable])
        self.homes = {u: board.node("luftwaffe") for u in self.air_of[GERMAN]}  #: the boxes that air units belong to
        self.homes |= {u: board.node("moscow-air" if self.is_fighter[u] else "front-aviation") for u in self.air_of[RUSSIAN]}
        self.lost = [board.node("german-lost"), board.node("russian-lost")]
        self.track = {turn["number"]: turn["name"] for turn in self.tables["turn"]}
        self.limits: dict[str, Any] = self.tables["limits"]
        self.nowhere = np.zeros(board.hexes, np.bool_)
        self.over_moscow = self.apart[self.moscow] <= self.limits["range"]["fighter"]
        self.control_matters = self.prizes.tolist()

    @cached_property
    def historical(self) -> list[dict[str, str]]:
        """The German army where it stood on 1 October 1941: rows of piece and hex."""
        return self._files.csv("historical.csv")

    def first_place(self, unit: int) -> int:
        """The hex or box in which a piece begins; -1 on a board drawn by hand, where nobody says it."""
        return self._first_places[unit]

    @cached_property
    def _first_places(self) -> list[int]:
        board = self.board
        return [
            -1 if not position else board.areas[position].hexes[0] if position in board.areas else board.node(position)
            for position in self.positions
        ]


P = Play[TyphoonState, Material]
