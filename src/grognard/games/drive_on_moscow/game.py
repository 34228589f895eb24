"""Drive on Moscow: everything static, loaded once from data files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from ...core.board import Board, Box
from ...core.data import DataFiles
from ...core.dice import Dice
from ...core.game import Piece, Scenario, UnitType
from ...core.paths import NEVER
from ...core.play import Event, Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.state import State
from ..assault.game import AssaultGame
from ..assault.odds import ResultsTable
from .concepts import CONCEPTS
from .state import GERMAN, SOVIET, UNTRIED, Battle, DomState
from .wording import WORDS, sentence

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

#: What can be said at one moment only, and the rule that says so.
_MOMENTS = {"order": "5.3b", "cancel": "10.7b", "air": "10.20e", "advance": "10.32b", "stay": "10.32b", "declare": "11.1"}

MECHANIZED = frozenset({"panzer", "panzergrenadier", "cavalry", "tank", "motorized-rifle"})


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


class DriveOnMoscow(AssaultGame[DomState]):
    """The face of the game. The rules are in `rules/`, a module a chapter."""

    slug: ClassVar[str] = "drive-on-moscow"
    title: ClassVar[str] = "Drive on Moscow"
    sides: ClassVar[tuple[str, ...]] = ("german", "soviet")
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "Operation Typhoon", "Nine turns from 1 October 1941; both players set up."),
        Scenario("historical", "Operation Typhoon, historical set-up", "The same, with both armies where they stood."),
    )
    state_type: ClassVar[type[State]] = DomState
    fog: ClassVar[str] = "10.7a"
    out_of_turn: ClassVar[str] = "5.1"
    concepts: ClassVar[dict[str, tuple[str, ...]]] = CONCEPTS
    words: ClassVar[dict[str, str]] = WORDS

    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self._files = files
        self.board = board or Board.load(files.path("board.board"), BOXES)
        self.tables = tables or files.toml("tables.toml")
        self.results = ResultsTable.from_toml(self.tables["crt"])
        self.track = {turn["number"]: msgspec.convert(turn, Turn) for turn in self.tables["turn"]}
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
        self.entry_turn: dict[int, int] = {}
        for row in rows:
            if row["type"] == "marker":
                continue
            kind = self._type(row)
            group = row["group"]
            if group in GROUPS:
                self.decks[group].append(kind)
                handle = f"{group.lower()}{len(self.slots[group]) + 1}" if self._standard_board else row["handle"]
                piece = Piece(handle, SOVIET, kind)
                self.slots[group].append(len(self.pieces))
            else:
                piece = Piece(row["handle"], self.types[kind].side, kind)
                where = len(self.pieces)
                if group in GUARDS:
                    self.guards[group].append(where)
                elif group == "kg":
                    self.kampfgruppen.append(where)
                elif group == "reinforcement":
                    self.reinforcement_212 = where
                    self.entry_turn[where] = int(row["entry"])
                else:
                    self.german_start.append(where)
            self.pieces.append(piece)
            self.groups.append(group)
        self._kampfgruppe_types()

    @rule("2.5", "2.9a", "2.12a")
    def _type(self, row: dict[str, str]) -> int:
        full, reduced = _factors(row["full"]), _factors(row["reduced"]) if row.get("reduced") else None
        strengths = (reduced, full) if reduced and row["group"] != "kg" else (full,)
        traits = {row["type"], row["group"]}
        if row["type"] in MECHANIZED:
            traits.add("mechanized")
        if row["group"] in GUARDS:
            traits.add("guards")
        side = GERMAN if row["side"] == "german" else SOVIET
        kind = UnitType(
            row["designation"], side, row["type"], row["size"], strengths, frozenset(traits),
            row.get("provenance", "reconstructed"), row.get("evidence", ""),
        )  # fmt: skip
        self.types.append(kind)
        return len(self.types) - 1

    def _kampfgruppe_types(self) -> None:
        """A Kampfgruppe counter has a panzer side and a panzer grenadier side (2.13); each is a type."""
        base = {"provenance": "printed", "size": "KG", "side": GERMAN}
        self.panzer_kg = len(self.types)
        traits = frozenset({"panzer", "mechanized", "kg"})
        self.types.append(UnitType("Panzer KG", kind="panzer", strengths=((2, 1),), traits=traits, **base))  # type: ignore[arg-type]
        self.grenadier_kg = len(self.types)
        traits = frozenset({"panzergrenadier", "mechanized", "kg"})
        self.types.append(UnitType("PzGren KG", kind="panzergrenadier", strengths=((1, 2),), traits=traits, **base))  # type: ignore[arg-type]

    def _compile(self) -> None:
        """Tables the kernels and the rules read often, worked out once from the board."""
        board, types = self.board, self.types
        most = max(t.steps for t in types) + 1
        #: attack and defence factor of a type, by steps
        self.attack = [[t.strengths[n - 1][0] if 0 < n <= t.steps else 0 for n in range(most)] for t in types]
        self.defence = [[t.strengths[n - 1][1] if 0 < n <= t.steps else 0 for n in range(most)] for t in types]
        self.fronts = [[f"{t.name}, {t.factors(n)}" for n in range(most)] for t in types]  #: a type in words, by steps
        self.full_steps = np.array([t.steps for t in types], np.int8)
        self.is_mech = ["mechanized" in t.traits for t in types]
        self.is_panzer = [t.kind == "panzer" for t in types]
        self.shuns_marsh = ["mechanized" in t.traits and t.kind != "cavalry" for t in types]
        self.arrays = whole = SimpleNamespace()  #: tables that are looked at as a whole, and those of them also read one by one
        whole.is_mech, whole.is_panzer, whole.shuns_marsh = map(np.array, (self.is_mech, self.is_panzer, self.shuns_marsh))
        whole.is_division = np.array([t.size == "XX" for t in types])
        whole.is_mech_division = whole.is_mech & whole.is_division
        whole.is_strong_infantry = np.array([t.kind == "infantry" and t.strengths[-1] == (4, 8) for t in types])
        whole.is_weak_infantry = np.array([t.kind == "infantry" and t.strengths[-1] == (3, 7) for t in types])

        self.german_units, self.soviet_units = (np.array(pieces, np.intp) for pieces in self.pieces_of_side)
        tanks = [u for u in self.pieces_of_side[GERMAN] if self.is_panzer[self.pieces[u].kind]]
        self.spearheads = sorted({*tanks, *self.kampfgruppen})  #: whatever may be a German panzer unit
        self.turn_box = {n: board.node(f"turn{n}") for n in range(1, LAST_TURN + 1)}
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

    @property
    def has_historical(self) -> bool:
        """The historical set-up fits only the board it was made for."""
        return self._standard_board

    @cached_property
    def historical(self) -> list[dict[str, str]]:
        """The historical set-up: rows of zone, piece (a handle or an untried group) and hex."""
        return self._files.csv("historical.csv")

    # ---------------------------------------------------------------- contract

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[DomState, Any]:
        from .rules.setup import deal_untried, lay_out

        if scenario not in self._openings:  # the same for every match but for what is dealt face down
            first: Play[DomState, DriveOnMoscow] = Play(self, self.empty(), dice)
            lay_out(first, historical=scenario == "historical")
            self._openings[scenario] = first.s
        play: Play[DomState, DriveOnMoscow] = Play(self, self._openings[scenario].copy(), dice)
        deal_untried(play)
        return play

    def identified(self, p: Play[DomState, Any], unit: int) -> bool:
        """10.7: of a stack only the top unit is seen, until a battle has laid it open."""
        s = p.s
        node = s.loc[unit]
        if node < 0 or node >= self.board.hexes or s.top[node] == unit:
            return True
        battle: Battle | None = s.battle
        return battle is not None and battle.revealed and unit in (*battle.attackers, *battle.defenders)

    def face_known(self, p: Play[DomState, Any], unit: int) -> bool:
        return not p.s.flags[unit] & UNTRIED

    def cover(self, p: Play[DomState, Any], unit: int) -> dict[str, Any]:
        group = self.group_of(unit)
        kind = {"RD": "rifle", "RB": "rifle", "CD": "cavalry", "TB": "tank"}.get(group, "motorized-rifle")
        return {"kind": kind, "size": "XX" if group.endswith("D") else "X", "name": group, "group": group}

    def group_of(self, unit: int) -> str:
        """The group a piece belongs to as its counter shows face up or down: RD, TB, GRD, start, kg ..."""
        return self.groups[unit]

    def box_open(self, p: Play[DomState, Any], node: int, eyes: Eyes) -> bool:
        """10.7: the German may not look at Soviet reinforcements on the track."""
        name = self.board.names[node]
        if not name.startswith("turn"):
            return True
        return SOVIET in eyes or all(self.side_of[u] in eyes for u in p.s.stack(node))

    def face_down(self, p: Play[DomState, Any], hidden: Sequence[int]) -> list[tuple[list[int], tuple[str, ...]]]:
        """2.14: untried units of a group look alike. 11.3e: who cannot see a stack cannot see which of its divisions is
        brought up to strength."""
        flags, kinds = p.s.flags, p.s.kind
        found = [([u for u in units if flags[u] & UNTRIED], ("kind", "steps")) for units in self.slots.values()]
        worn = [u for u in hidden if self.side_of[u] == GERMAN and self.types[kinds[u]].steps > 1]
        return [*found, (worn, ("steps",))]

    def may_lie(self, p: Play[DomState, Any], unit: int, node: int) -> bool:
        """Vehicles stand in no marsh, and the boxes of the track hold what the track says."""
        if node < self.board.hexes:
            return not (self.marsh[node] and self.shuns_marsh[p.s.kind[unit]])
        due = next((self.track[turn].reinforcements for turn, box in self.turn_box.items() if box == node), {})
        return bool(p.s.flags[unit] & UNTRIED) and self.group_of(unit) in due

    @rule("5.1", "5.3b", "10.5", "10.7b", "10.20e", "10.32b", "11.1")
    def out_of_phase(self, p: Play[DomState, Any], verb: str) -> str:
        """Most things have their phase (5.1); some have their moment, which does not come back."""
        if verb in ("attack", "assault") and p.s.battle is not None:
            return "10.5"
        return _MOMENTS.get(verb, "5.1")

    def turn(self, p: Play[DomState, Any]) -> tuple[int, str]:
        number = max(p.s.turn, 1)
        return number, self.track[number].name

    def looks(self, p: Play[DomState, Any]) -> npt.NDArray[Any]:
        return self.queries.looks(p)  # type: ignore[no-any-return]

    def describe(self, event: Event, units: Sequence[str]) -> str:
        return sentence(self, event, units)


P = Play[DomState, DriveOnMoscow]


def _factors(text: str) -> tuple[int, int]:
    attack, defence = text.split("-")
    return int(attack), int(defence)
