"""Typhoon 1941: everything static, loaded once from data files."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...core.board import Board, Box
from ...core.data import DataFiles
from ...core.dice import Dice
from ...core.game import Choice, Game, Piece, Scenario, UnitType
from ...core.lines import line_mask
from ...core.paths import NEVER
from ...core.play import Event, Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.state import State
from .concepts import CONCEPTS
from .state import GERMAN, HIDDEN, RUSSIAN, TyphoonState
from .wording import WORDS, sentence

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

#: Boxes of the Russian that the German may neither look into nor count: what leaves them enters the map hidden.
SECRET_BOXES = ("russian-lost", "siberian", "reinforcements", "maskirovka", "shock-reserve")

ARMOUR = ("panzer", "tank", "shock")
INFANTRY = ("infantry", "parachute", "garrison")
AIR = ("air", "fighter")
#: How far a zone of control reaches by kind of unit: not at all, not where tanks cannot look, everywhere.
NO_ZONE, TANK_ZONE, FULL_ZONE = 0, 1, 2


class Typhoon1941(Game[TyphoonState]):
    """The face of the game. The rules are in `rules/`, a module a chapter."""

    slug: ClassVar[str] = "typhoon-1941"
    title: ClassVar[str] = "Typhoon 1941"
    sides: ClassVar[tuple[str, ...]] = ("german", "russian")
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "Typhoon", "Eight turns from 1 October 1941; the Russian hides his army, the German sets up."),
        Scenario("historical", "Typhoon, historical set-up", "The same, with both armies where they stood."),
    )
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("die", "Numbers on the tables: A (1 is best) or B (6 is best)", ("A", "B"), "A", "crt.1",
               "Every row of the tables has two numbers; this says which of them the die is read by."),
        Choice("first-move", "Unhistorical First Move of the Russian", ("forbidden", "allowed"), "forbidden", "victory.6",
               "The Russian may move before the German has begun; if he does, the German has a second way to win."),
    )  # fmt: skip
    state_type: ClassVar[type[State]] = TyphoonState
    fog: ClassVar[str] = "maskirovka.1"
    out_of_turn: ClassVar[str] = "sequence.1"
    #: how many units lack supply, and what replacements are left, would tell what lies hidden
    private: ClassVar[frozenset[str]] = frozenset({"determined", "received"})
    concepts: ClassVar[dict[str, tuple[str, ...]]] = CONCEPTS
    words: ClassVar[dict[str, str]] = WORDS

    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self._files = files
        self.board = board or Board.load(files.path("board.board"), BOXES)
        self.tables = tables or files.toml("tables.toml")
        self.standard_board = board is None
        self._load_units(units or files.csv("units.csv"))
        self.finish()
        self._compile_types()
        self._compile_board()

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
        self.attack = [kind.strengths[0][0] for kind in kinds]
        self.defence = [kind.strengths[0][1] for kind in kinds]
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
        self.of_side = [np.array(self.side_of) == side for side in (GERMAN, RUSSIAN)]
        self.army_pieces = np.array(self.armies, np.int16)
        #: from the first piece of a side to its last
        self.span_of = [slice(min(units, default=0), max(units, default=0) + 1) for units in self.ground_of]
        self.ground_pieces = [np.array(units, np.int16) for units in self.ground_of]

    @rule("zoc.1", "zoc.4", "terrain.5", "terrain.6", "weather.2", "weather.7", "terrain.8")
    def _compile_board(self) -> None:
        """Masks of the ground, by hex or by hexside. `frozen` (0 or 1) chooses the table for open or frozen water."""
        board = self.board
        self.forest = board.terrain_mask("forest")
        self.major = board.place_mask("major-city")
        self.settled = board.place_mask("major-city", "city", "town")
        self.places = {place.name: place.hex for place in board.places}
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

    # ---------------------------------------------------------------- contract

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[TyphoonState, Any]:
        from .rules.setup import begin_set_up

        play: Play[TyphoonState, Typhoon1941] = Play(self, self.empty(), dice)
        play.s.first_move = options["first-move"]
        begin_set_up(play, historical=scenario == "historical")
        return play

    def empty(self) -> TyphoonState:
        """A position with nothing on the map."""
        state = TyphoonState(len(self.pieces), self.board.nodes, 2)
        state.fill("kind", [piece.kind for piece in self.pieces])
        state.fill("steps", 1)
        return state

    @rule("maskirovka.1", "replacement.1")
    def identified(self, p: Play[TyphoonState, Any], unit: int) -> bool:
        """A hidden piece is known to its owner alone."""
        return not p.s.flags[unit] & HIDDEN

    def back(self, p: Play[TyphoonState, Any], unit: int) -> dict[str, Any]:
        """All hidden pieces look alike."""
        return {"side": self.side_of[unit], "kind": "hidden", "size": "", "name": "hidden"}

    def box_open(self, p: Play[TyphoonState, Any], node: int, eyes: Eyes) -> bool:
        return RUSSIAN in eyes or self.board.names[node] not in SECRET_BOXES

    def box_counted(self, p: Play[TyphoonState, Any], node: int, eyes: Eyes) -> bool:
        return self.box_open(p, node, eyes)

    def secrets(self, p: Play[TyphoonState, Any], eyes: Eyes) -> tuple[str, ...]:
        """What the Russian has for replacements, and what kind of unit has come in hidden."""
        return () if RUSSIAN in eyes else ("infantry", "tanks", "siberian", "shock")

    def imagine(self, p: Play[TyphoonState, Any], eyes: Eyes, rng: random.Random) -> None:
        if RUSSIAN not in eyes:
            p.s.infantry, p.s.tanks = (int(self.limits["replacements"][kind]) for kind in ("infantry", "tanks"))

    @rule("maskirovka.2", "setup.3", "siberian.1")
    def may_lie(self, p: Play[TyphoonState, Any], unit: int, node: int) -> bool:
        """One dummy is a spare, aircraft are never on the map, garrisons stay, and reserves come after the first turn."""
        if self.is_air[unit] or unit == self.dummies[-1]:
            return False
        if self.is_garrison[unit]:
            return node == self.first_place(unit)
        return self.is_dummy[unit] or self.first_place(unit) < self.board.hexes or p.s.turn > 1 or p.s.active == RUSSIAN

    def unseen_home(self, p: Play[TyphoonState, Any], unit: int) -> int:
        """Where a unit waits that began off the map; others have been lost."""
        start = self.first_place(unit)
        return start if start >= self.board.hexes else self.lost[RUSSIAN]

    def first_place(self, unit: int) -> int:
        """The hex or box in which a piece begins."""
        position = self.positions[unit]
        return self.board.areas[position].hexes[0] if position in self.board.areas else self.board.node(position)

    def out_of_phase(self, p: Play[TyphoonState, Any], verb: str) -> str:
        from .rules.sequence import forbidding_rule

        return forbidding_rule(p, verb)

    def turn(self, p: Play[TyphoonState, Any]) -> tuple[int, str]:
        number = max(p.s.turn, 1)
        return number, self.track[number]

    def status(self, p: Play[TyphoonState, Any], eyes: Eyes) -> dict[str, Any]:
        from .queries import status

        return status(p, eyes)

    def unit_state(self, p: Play[TyphoonState, Any], unit: int, eyes: Eyes) -> list[str]:
        from .queries import unit_state

        return unit_state(p, unit, eyes)

    def describe(self, event: Event, units: Sequence[str]) -> str:
        return sentence(self, event, units)

    def check(self, p: Play[TyphoonState, Any]) -> list[str]:
        from .invariants import faults

        return faults(p)

    def reach(self, p: Play[TyphoonState, Any], units: Sequence[int]) -> dict[str, Any]:
        from .queries import reach

        return reach(p, units)

    def odds(
        self, p: Play[TyphoonState, Any], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()
    ) -> dict[str, Any]:
        from .queries import odds

        return odds(p, target, units, air, eyes)

    def table_odds(self, attack: int, defence: int, shift: int) -> dict[str, Any]:
        from .queries import table_odds

        return table_odds(self, attack, defence, shift)

    def supply(self, p: Play[TyphoonState, Any], unit: int, eyes: Eyes) -> dict[str, Any]:
        from .queries import supply

        return supply(p, unit, eyes)

    def network(self, p: Play[TyphoonState, Any], side: int, eyes: Eyes) -> Sequence[int]:
        from .rules.supply import network, network_as_it_seems

        known = (network if side in eyes else network_as_it_seems)(p, side)
        return known[: self.board.hexes].nonzero()[0].tolist()


P = Play[TyphoonState, Typhoon1941]
