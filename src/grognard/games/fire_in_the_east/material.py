"""Fire in the East: board, counters and charts, loaded once from data files."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ...core.board import Board, Mask
from ...core.calendar import Calendar, read_entries
from ...core.data import DataFiles
from ...core.files import read_yaml
from ...core.game import Game
from ...core.play import Play
from ...core.ratings import Rating
from ...core.rule import rule
from ...core.stacking import Stacking
from . import other_counters
from .charts import Charts, read_charts
from .counters import AIR, FLOTILLA, GROUND, RATINGS, SHIP, Counters, Printed
from .parts import read_parts
from .state import ONE, SIDES, FireState

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set

LAST_TURN = 19
ZONES = ("zone-a", "zone-b", "zone-c", "zone-d")
WEATHERS = ("clear", "mud", "frost", "snow")

#: Stacking (8.A): a division counts as a unit too; artillery beyond the limit of units has a limit of its own.
_LIMITS: list[dict[str, Any]] = [
    {"area": "zone-a", "most": [{"divisions": 1, "others": 1, "units": 2}, {"divisions": 0, "others": 2, "units": 3}]},
    {"terrain": "mountain", "most": [{"divisions": 2, "others": 4, "units": 5}]},
    {"most": [{"divisions": 3, "others": 6, "units": 8}]},
]


class Material(Game[FireState]):
    """Board, counters and charts as they come in the box, and what follows from them."""

    sides: ClassVar[tuple[str, ...]] = SIDES
    ratings: ClassVar[tuple[Rating, ...]] = RATINGS

    @rule("2", "2.B")
    def __init__(
        self, files: DataFiles = OWN_FILES, board: Board | None = None, units: list[dict[str, str]] | None = None
    ) -> None:
        """With `units` these lines alone are counters, and what the orders of battle give as numbers is left out unless it is
        among them (`role` says what they are)."""
        self.files = files
        self.board = board or Board.load(files.path("board.board"))
        self.kept: dict[Hashable, Any] = {}  #: what the chapters have worked out of the material alone, each for good
        self.raw: dict[str, Any] = read_yaml(files.path("charts.yaml"))  #: all charts; `charts` is what combat reads of them
        self.charts: Charts = read_charts(files.path("charts.yaml"))
        self.aircraft = {row["model"]: row for row in files.csv("aircraft.csv")}
        self.air_calendar = files.csv("air_calendar.csv")
        self.assets = files.csv("assets.csv")
        self.deployment: dict[str, Any] = files.toml("deployment.toml")
        self.historical = files.csv("historical.csv")
        self.historical_air = files.csv("historical_air.csv")
        self.historical_assets = files.csv("historical_assets.csv")
        self._load_counters(files, units)
        self.finish()
        self.handles = {piece.handle: unit for unit, piece in enumerate(self.pieces)}
        self.calendar = Calendar(self.board, read_entries(files.csv("calendar.csv"), self.board, SIDES, self.handles))
        self.turn_names = {turn["turn"]: turn["name"] for turn in self.raw["turn_record"]["turns"]}
        self._compile_units()
        self._compile_board()

    # ---------------------------------------------------------------- counters

    @rule(
        "2.C", "errata", "errata.counters.1", "errata.counters.2", "errata.counters.3", "errata.counters.4", "errata.counters.5"
    )
    def _load_counters(self, files: DataFiles, units: list[dict[str, str]] | None) -> None:
        counters = Counters(files.csv("types.csv"))
        for row in self._all_rows(files) if units is None else units:
            role = row.get("role", GROUND)
            if role == GROUND:
                counters.add(row)
            else:
                counters.add_plain(row, Printed(role=role, nation=row["nation"]), _drawn_as(row) if role == AIR else row["type"])
        self.types, self.pieces, self.rows, self.printed_faces = counters.types, counters.pieces, counters.rows, counters.faces

    def _all_rows(self, files: DataFiles) -> list[dict[str, str]]:
        listed = files.csv("units.csv")
        _, parts = read_parts(self.raw, [row["handle"] for row in listed])
        return [*listed, *parts, *self._other_rows(files)]

    def _other_rows(self, files: DataFiles) -> list[dict[str, str]]:
        found = [*other_counters.fortified_areas(self.assets)]
        found += other_counters.position_antiaircraft(self.assets)
        ships = other_counters.ships(files.csv("ships.csv"))
        found += [{**row, "role": FLOTILLA if row["kind"] == "river-flotilla" else SHIP} for row in ships]
        found += [{**row, "role": AIR} for row in other_counters.air_units(self.air_calendar, self.aircraft)]
        return found

    def _compile_units(self) -> None:
        """What kernels ask of pieces, by piece and steps left."""
        faces = self.printed_faces
        most = max(map(len, faces), default=2)

        def table(field: str, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
            found = np.zeros((len(faces), most), dtype)
            for unit, shown in enumerate(faces):
                for steps, face in enumerate(shown):
                    found[unit, steps] = getattr(face, field)
            return found

        self.zone_kind = table("zone", np.int8)
        self.moves_as = table("moves_as", np.int8)
        self.equivalents = table("equivalents", np.int16)
        self.is_ground = [face[0].role == GROUND for face in faces]
        self.is_air = [face[0].role == AIR for face in faces]
        self.is_ship = [face[0].role in (SHIP, FLOTILLA) for face in faces]
        sides = range(len(SIDES))
        self.pieces_of_side = [[u for u, side in enumerate(self.side_of) if side == k] for k in sides]
        self.ground_of_side = [np.array([u for u in self.pieces_of_side[k] if self.is_ground[u]], np.int16) for k in sides]
        whole = [face[0] for face in faces]
        self.divisions = [u for u, face in enumerate(whole) if face.is_division]
        #: by piece and steps, as stacking counts them: one type per face
        self.stacking = Stacking(_LIMITS, self.board, SIDES, _measures([f for shown in faces for f in _padded(shown, most)]))
        self.faces_per_piece = most

    def empty(self) -> FireState:
        """With nothing on the map; 3-6 rifle divisions have not been made stronger yet (34.E.2)."""
        state = super().empty()
        for unit, faces in enumerate(self.printed_faces):
            if len(faces) > 2 and not faces[1].cadre:
                state.set("steps", unit, 1)
        return state

    def face(self, unit: int, steps: int) -> Printed:
        """What a piece shows with so many steps left."""
        return self.printed_faces[unit][steps]

    # ---------------------------------------------------------------- board

    @rule("3.H", "3.Ha", "3.Hb", "3.Hc", "errata.map.1", "errata.map.2", "errata.map.3")
    def _compile_board(self) -> None:
        board = self.board
        self.zone_of = np.zeros(board.nodes, np.uint8)  #: weather zone of a hex, 0 for A
        for number, zone in enumerate(ZONES):
            self.zone_of[board.mask(zone)] = number
        self.arctic: Mask = board.mask("zone-a")
        self.land: Mask = ~board.terrain_mask("sea", "lake")
        self.land[board.hexes :] = False
        #: by node, how many units may stand there whatever they are
        self.most_divisions = np.where(self.arctic, 1, np.where(board.terrain_mask("mountain"), 2, 3)).astype(np.int8)
        self.neutral: Mask = board.mask("neutral")
        self.any_side: Mask = board.neighbours >= 0  #: by hex and direction: is there another hex?
        self.ussr: Mask = board.mask("ussr")
        self.box = {box.name: board.node(box.name) for box in board.boxes}
        self.out_of_play = tuple(self.box[f"{side}-eliminated"] for side in SIDES)
        self.pool = tuple(self.box[f"{side}-replacement-pool"] for side in SIDES)
        self.reinforcements = tuple(self.box[f"{side}-reinforcements"] for side in SIDES)
        self.big_city: Mask = np.zeros(board.nodes, np.bool_)
        for place in board.places:
            if place.kind == "major-city":
                self.big_city[place.hex] = True


def _drawn_as(row: dict[str, str]) -> str:
    """The silhouette of an air unit."""
    return "dive" if row["type"] == "D" else row.get("category", row["type"])


def _padded(faces: tuple[Printed, ...], most: int) -> list[Printed]:
    return [*faces, *[faces[0]] * (most - len(faces))]


@rule("8.A.1", "8.A.2", "8.A.3")
def _measures(faces: list[Printed]) -> dict[str, list[int]]:
    counted = [face.stacks_as != "not counted" for face in faces]
    return {
        "divisions": [int(face.stacks_as == "division") for face in faces],
        "others": [int(c and face.stacks_as != "artillery") for c, face in zip(counted, faces, strict=True)],
        "units": [int(c) for c in counted],
    }


P = Play[FireState, Material]
__all__ = ["LAST_TURN", "ONE", "OWN_FILES", "WEATHERS", "ZONES", "Material", "P"]
