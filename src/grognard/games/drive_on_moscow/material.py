"""Drive on Moscow: board, counters and tables, loaded once from data files."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np

from ...core.board import Board, Box
from ...core.calendar import Calendar, Entry
from ...core.data import DataFiles
from ...core.game import Piece, UnitType
from ...core.paths import NEVER
from ...core.play import Play
from ...core.ratings import read_faces
from ...core.rule import rule
from ...core.shown import HoldingView, Line, Sky, TurnView
from ..assault.game import AssaultGame
from ..assault.odds import ResultsTable
from .state import GERMAN, SOVIET, DomState

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set

STACK_LIMIT = 5
LAST_TURN = 9

BOXES = (
    *(Box(f"turn{n}", f"Turn {n}", ("track",)) for n in range(1, LAST_TURN + 1)),
    Box("guards-pool", "Guards pool"), Box("kg-pool", "Kampfgruppen"), Box("dead", "Dead pile"),
    Box("withdrawn", "Withdrawn"), Box("forfeited", "Never entered"),
    Box("to-reserve", "Reserve Front, to be placed"), Box("to-forward", "Forward Zone, to be placed"),
    Box("to-german", "German army, to be placed"),
)  # fmt: skip

#: Untried groups and how many of each are set up (3.3, 3.4); the rest are reinforcements.
GROUPS = ("RD", "RB", "CD", "TB", "MRD", "MRB")
GUARDS = ("GRD", "GCD", "GTB")
RESERVE_FRONT = {"GRD": 6, "MRD": 1, "RD": 4, "RB": 4}
FORWARD_ZONE = {"CD": 9, "MRB": 8, "MRD": 4, "RB": 17, "RD": 78, "TB": 9}

GROUP_TITLES = {
    "RD": "rifle division", "RB": "rifle brigade", "CD": "cavalry division", "TB": "tank brigade",
    "MRD": "motorized rifle division", "MRB": "motorized rifle brigade",
}  # fmt: skip

MECHANIZED = frozenset({"panzer", "panzergrenadier", "cavalry", "tank", "motorized-rifle"})


#: what the ground of a box is drawn as
_SKY: dict[str, Sky] = {
    "dry": "clear", "turning to mud": "mud", "mud": "mud", "deep mud": "mud", "mud, freezing at the end": "mud",
    "frozen, firm": "frost", "frozen, good going": "frost", "frozen, light snow": "snow", "hard frost, snow": "snow",
}  # fmt: skip


class Turn(msgspec.Struct, frozen=True):
    """A box of the Turn Record Track."""

    number: int
    name: str
    mf_mech: int
    mf_nonmech: int
    air_german: int = 0
    air_soviet: int = 0
    reinforcements: dict[str, int] = {}
    guards_draw: bool = False
    german_withdrawals: tuple[str, ...] = ()
    november_declaration: bool = False
    ground: str = ""
    dates: str = ""

    def shown(self) -> TurnView:
        air, points = f"{self.air_german}/{self.air_soviet}", f"{self.mf_mech}/{self.mf_nonmech}"
        lines = [Line("Movement points (mechanized / others)", points, short=f"move {points}")]
        if self.air_german or self.air_soviet:
            lines.insert(0, Line("Aircraft (German / Soviet)", air, short=f"air {air}"))
        if self.reinforcements:
            lines.append(Line("Reinforcements", ", ".join(f"{kind} {count}" for kind, count in self.reinforcements.items())))
        return TurnView(self.number, self.name, lines, self.sky)

    @property
    def sky(self) -> Sky:
        """What the ground is drawn as."""
        return _SKY.get(self.ground, "")


@rule("8.3a", "8.5b", "8.5c")
def _entries(turn: Turn) -> list[Entry]:
    """What a box of the track says about comings and goings."""
    come = [Entry(turn.number, "arrive", SOVIET, kind=group, count=n, rule="8.3a") for group, n in turn.reinforcements.items()]
    due = Counter(turn.german_withdrawals)
    return [*come, *(Entry(turn.number, "withdraw", GERMAN, kind=kind, count=n, rule="8.5a") for kind, n in due.items())]


class Material(AssaultGame[DomState]):
    """Board, counters and tables as they come in the box, and what follows from them."""

    track: dict[int, Turn]

    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self._files = files
        self.board = board or Board.load(files.path("board.board"), BOXES)
        self.tables = tables or files.toml("tables.toml")
        self.results = ResultsTable.from_toml(self.tables["crt"])
        self.track = {turn["number"]: msgspec.convert(turn, Turn) for turn in self.tables["turn"]}
        self.shown_track = [turn.shown() for turn in self.track.values()]
        self.entries = [entry for turn in self.track.values() for entry in _entries(turn)]
        self._standard_board = board is None
        self._openings: dict[str, DomState] = {}  #: scenario -> its position before the untried units are dealt
        self._load_units(units or files.csv("units.csv"))
        self.finish()
        self._compile()

    # ---------------------------------------------------------------- loading

    @rule("2.4", "2.14a", "2.15")
    def _load_units(self, rows: list[dict[str, str]]) -> None:
        """Types are printed counters; pieces are what players handle. Markers are kept as numbers, not pieces.

        Untried counters are dealt face down, so the pieces that carry them have neutral names (rd1, rd2 ...)
        and get their types by shuffling when a match begins.
        """
        self.types, self.pieces = [], []
        self.groups: list[str] = []
        self.decks: dict[str, list[int]] = defaultdict(list)  #: untried group -> types to be shuffled
        self.slots: dict[str, list[int]] = defaultdict(list)  #: untried group -> pieces that receive them
        self.guards: dict[str, list[int]] = {group: [] for group in GUARDS}
        self.kampfgruppen: list[int] = []
        self.german_start: list[int] = []
        self.reinforcement_212 = -1
        for row in rows:
            if row["type"] == "marker":
                continue
            type_number = self._type(row)
            group = row["group"]
            if group in GROUPS:
                self.decks[group].append(type_number)
                handle = f"{group.lower()}{len(self.slots[group]) + 1}" if self._standard_board else row["handle"]
                piece = Piece(handle, SOVIET, type_number)
                self.slots[group].append(len(self.pieces))
            else:
                piece = Piece(row["handle"], self.types[type_number].side, type_number)
                where = len(self.pieces)
                if group in GUARDS:
                    self.guards[group].append(where)
                elif group == "kg":
                    self.kampfgruppen.append(where)
                elif group == "reinforcement":
                    self.reinforcement_212 = where
                    self.entries.append(Entry(int(row["entry"]), "arrive", GERMAN, where, rule="8.2a"))
                else:
                    self.german_start.append(where)
            self.pieces.append(piece)
            self.groups.append(group)
        self._kampfgruppe_types()

    @rule("2.5", "2.9a", "2.12a")
    def _type(self, row: dict[str, str]) -> int:
        both = row.get("reduced") and row["group"] != "kg"
        faces = read_faces(self.ratings, f"{row['full']}/{row['reduced']}" if both else row["full"])
        traits = {row["type"], row["group"]}
        if row["type"] in MECHANIZED:
            traits.add("mechanized")
        if row["group"] in GUARDS:
            traits.add("guards")
        side = GERMAN if row["side"] == "german" else SOVIET
        unit_type = UnitType(
            row["designation"], side, row["type"], row["size"], faces, frozenset(traits),
            row.get("provenance", "reconstructed"), row.get("evidence", ""),
        )  # fmt: skip
        self.types.append(unit_type)
        return len(self.types) - 1

    def _kampfgruppe_types(self) -> None:
        """A Kampfgruppe counter has a panzer side and a panzer grenadier side (2.13); each is a type."""
        base = {"provenance": "printed", "size": "KG", "side": GERMAN}
        self.panzer_kg = len(self.types)
        traits = frozenset({"panzer", "mechanized", "kg"})
        self.types.append(UnitType("Panzer KG", kind="panzer", ratings=((2, 1),), traits=traits, **base))  # type: ignore[arg-type]
        self.grenadier_kg = len(self.types)
        traits = frozenset({"panzergrenadier", "mechanized", "kg"})
        self.types.append(UnitType("PzGren KG", kind="panzergrenadier", ratings=((1, 2),), traits=traits, **base))  # type: ignore[arg-type]

    def _compile(self) -> None:
        """Tables the kernels and the rules read often, worked out once from the board."""
        board, types = self.board, self.types
        self.attack, self.defence = self.rated("attack"), self.rated("defence")
        self.fronts = [[f"{t.name}, {self.factors(t, n)}" for n in range(t.steps + 1)] for t in types]  #: in words, by steps
        self.full_steps = np.array([t.steps for t in types], np.int8)
        self.is_mech = ["mechanized" in t.traits for t in types]
        self.is_panzer = [t.kind == "panzer" for t in types]
        self.shuns_marsh = ["mechanized" in t.traits and t.kind != "cavalry" for t in types]
        self.arrays = whole = SimpleNamespace()  #: tables that are looked at as a whole, and those of them also read one by one
        whole.is_mech, whole.is_panzer, whole.shuns_marsh = map(np.array, (self.is_mech, self.is_panzer, self.shuns_marsh))
        whole.is_division = np.array([t.size == "XX" for t in types])
        whole.is_mech_division = whole.is_mech & whole.is_division
        whole.is_strong_infantry = np.array([t.kind == "infantry" and t.ratings[-1] == (4, 8) for t in types])
        whole.is_weak_infantry = np.array([t.kind == "infantry" and t.ratings[-1] == (3, 7) for t in types])

        self.german_units, self.soviet_units = (np.array(pieces, np.intp) for pieces in self.pieces_of_side)
        tanks = [u for u in self.pieces_of_side[GERMAN] if self.is_panzer[self.pieces[u].kind]]
        self.spearheads = sorted({*tanks, *self.kampfgruppen})  #: whatever may be a German panzer unit
        self.calendar = Calendar(board, self.entries)
        self.slot_units = {group: np.array(self.slots[group], np.intp) for group in GROUPS}
        whole.river, whole.reservoir = board.side_mask("river"), board.side_mask("reservoir")
        whole.marsh, whole.forest = board.terrain_mask("marsh"), board.terrain_mask("forest")
        whole.city, whole.town, whole.fort = board.place_mask("city"), board.place_mask("town"), board.feature_mask("fort")
        self.river: list[list[bool]] = whole.river.tolist()
        self.reservoir: list[list[bool]] = whole.reservoir.tolist()
        self.marsh: list[bool] = whole.marsh.tolist()
        self.forest: list[bool] = whole.forest.tolist()
        self.city: list[bool] = whole.city.tolist()
        self.town: list[bool] = whole.town.tolist()
        self.fort: list[bool] = whole.fort.tolist()
        self.cities = np.nonzero(whole.city)[0]
        self.urban = whole.city | whole.town
        self.moscow = [p.hex for p in board.places if p.kind == "city" and p.name == "Moscow"]
        self.moscow_hexes = np.array(self.moscow, np.int16)
        self.other_cities = [p.hex for p in board.places if p.kind == "city" and p.name != "Moscow"]
        self.german_side = board.mask("german-start")
        self.forward = board.mask("forward-zone")
        self.reserve = board.mask("reserve-front")
        self.front_line = board.mask("front-line")
        self.sources = {
            GERMAN: np.array(board.areas["german-supply"].hexes if "german-supply" in board.areas else (), np.int16),
            SOVIET: np.array(board.areas["soviet-supply"].hexes if "soviet-supply" in board.areas else (), np.int16),
        }
        self.source_mask = {side: board.mask(f"{name}-supply") for side, name in enumerate(self.sides)}
        self.source_distance = {side: board.distances(sources) for side, sources in self.sources.items()}
        self.control_matters = (self.urban | self.source_mask[GERMAN] | self.source_mask[SOVIET]).tolist()
        on_map = self.on_map_side
        self.dry_side = self.open_to_german = on_map * (~whole.reservoir)  #: no reservoir and no edge of the map
        self.open_to_soviet = on_map
        #: by hex: the hexes around it from which it can be attacked
        self.launch_hexes: list[list[int]] = [
            near[dry].tolist() for near, dry in zip(board.neighbours, self.dry_side != 0, strict=True)
        ]
        foot = np.where(on_map == 1, 1 + whole.river.astype(np.uint8), NEVER).astype(np.uint8)
        foot[whole.reservoir] = NEVER
        wheels = foot.copy()
        into_marsh = (board.neighbours >= 0) & whole.marsh[board.neighbours]
        wheels[into_marsh] = NEVER
        self.cost_foot, self.cost_wheels = foot, wheels
        self.dead, self.kg_pool = board.node("dead"), board.node("kg-pool")

    @cached_property
    def shown_cities(self) -> list[tuple[int, list[HoldingView]]]:
        """The hexes of cities, and how each is shown while a side holds it."""
        name, place = self.board.names, self.board.place_name
        return [
            (hex, [HoldingView(name[hex], place(hex), side) for side in self.sides])
            for hex in (*self.moscow, *self.other_cities)
        ]

    @property
    def has_historical(self) -> bool:
        """The historical set-up fits only the board it was made for."""
        return self._standard_board

    @cached_property
    def historical(self) -> list[dict[str, str]]:
        """The historical set-up: rows of zone, piece (a handle or an untried group) and hex."""
        return self._files.csv("historical.csv")

    def group_of(self, unit: int) -> str:
        """The group a piece belongs to as its counter shows face up or down: RD, TB, GRD, start, kg ..."""
        return self.groups[unit]


P = Play[DomState, Material]
