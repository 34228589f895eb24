"""Barbarossa: everything static, loaded once from data files."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ...core.board import Board
from ...core.data import DataFiles
from ...core.dice import Dice
from ...core.game import Choice, Piece, Scenario, UnitType
from ...core.paths import NEVER
from ...core.play import Event, Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.state import State
from ..assault.game import AssaultGame
from .charts import Charts, OrderOfBattle, road_back_setup
from .concepts import CONCEPTS
from .state import CHOSEN_ON, GERMAN, LAUNCHED_ON, SOVIET, WALL, WATCHES, BarbarossaState, Battle
from .supply_lines import SupplyLines
from .wording import WORDS, sentence

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set

STACK_LIMIT = 5
LAST_TURN = 32

Costs = npt.NDArray[np.uint8]

_ON, _OFF = "on", "off"

#: What can be said at one moment only, and the rule that says so.
_MOMENTS = {
    "order": "5.4a", "pause": "5.10a", "zone": "5.6b", "cancel": "11.7", "air": "11.23", "advance": "11.30",
    "stay": "11.30", "exploit": "11.32",
}  # fmt: skip


class Barbarossa(AssaultGame[BarbarossaState]):
    """The face of the game. The rules are in `rules/`, a module a chapter."""

    slug: ClassVar[str] = "barbarossa"
    title: ClassVar[str] = "Barbarossa 1941-45"
    sides: ClassVar[tuple[str, ...]] = ("german", "soviet")
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "Campaign Game", "The whole war, 32 turns from June 1941; both players set up."),
        Scenario("historical", "Campaign Game, historical set-up", "The same, with the German army where it stood."),
        Scenario("road-back", "The Road Back", "From the Soviet counter-offensive at Stalingrad to the end of the war."),
    )
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("lithuania", "Lithuania in the German sphere", (_OFF, _ON), _OFF, "3.7",
               "Lithuania belongs to Army Group North from the start; the Soviets hold more of Poland instead."),
        Choice("forgiveness", "Forgiveness points", (_OFF, _ON), _OFF, "4.20",
               "A check of victory points ends nothing; what was missing is reckoned up in 1945."),
        Choice("kiev", "Kiev victory points by die", (_OFF, _ON), _OFF, "4.21",
               "If Kiev first falls by turn 3 a die says what it is worth: 0 to 5 points instead of 1."),
        Choice("preparedness", "German preparedness", (_OFF, _ON), _OFF, "5.15a",
               "On turn 1 Germans west of the start line defend with one shift more."),
        Choice("superiority", "German tactical superiority", (_OFF, _ON), _OFF, "5.15b",
               "In 1941 from turn 2 on and in the monthly turns of 1942 the German may make a BB of his outside cities a DR."),
    )  # fmt: skip
    state_type: ClassVar[type[State]] = BarbarossaState
    fog: ClassVar[str] = "11.7"
    telling: ClassVar[frozenset[str]] = frozenset({"moved"})  # vehicles pay more
    out_of_turn: ClassVar[str] = "5.1"
    concepts: ClassVar[dict[str, tuple[str, ...]]] = CONCEPTS
    words: ClassVar[dict[str, str]] = WORDS

    def __init__(self, files: DataFiles = OWN_FILES, board: Board | None = None, tables: dict[str, Any] | None = None,
                 units: list[dict[str, str]] | None = None) -> None:  # fmt: skip
        self._files = files
        self.board = board or Board.load(files.path("board.board"))
        self.charts = Charts(tables or files.toml("tables.toml"))
        self.track, self.results = self.charts.track, self.charts.results
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
        board, types = self.board, self.types
        self.attack = np.array([t.strengths[0][0] for t in types], np.int16)
        self.defence = np.array([t.strengths[0][1] for t in types], np.int16)
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
        self.track_box = {n: boxes[f"turn-{n}"] for n in range(1, LAST_TURN + 1)}

    @rule("1.5", "8.15", "8.20", "8.21", "8.22")
    def _compile_counters(self) -> None:
        """What the rules ask of a counter, as plain lists by piece.

        German units are the units of that army, all others of that side are Axis satellites. Rifle armies are the
        Soviet-side armies of riflemen: oversized and allied ones too, but not Shock, Guards, tanks or the ICA.
        """
        types = [self.types[piece.kind] for piece in self.pieces]
        self.is_german = ["german" in kind.traits for kind in types]
        self.is_axis_satellite = [kind.side == GERMAN and "german" not in kind.traits for kind in types]
        self.is_rifle_army = [kind.side == SOVIET and kind.kind == "rifle" and kind.size == "XXXX" for kind in types]
        self.is_emergency = ["emergency" in kind.traits for kind in types]
        self.german_pieces = np.array([u for u, kind in enumerate(types) if kind.side == GERMAN and self.is_german[u]], np.int16)
        self.satellites = [u for u, kind in enumerate(types) if "satellite" in kind.traits]
        self.rifle_armies = [u for u, rifle in enumerate(self.is_rifle_army) if rifle]

    def _with_trait(self, trait: str) -> npt.NDArray[np.bool_]:
        return np.array([trait in kind.traits for kind in self.types])

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

    # ---------------------------------------------------------------- contract

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[BarbarossaState, Any]:
        from .rules.setup import lay_out

        play: Play[BarbarossaState, Barbarossa] = Play(self, self.empty(), dice)
        play.s.options = self.not_default(options)  # the set-up hangs on some of them
        lay_out(play, scenario)
        return play

    def empty(self) -> BarbarossaState:
        """A position with nothing on the map; the German lines stand."""
        state = BarbarossaState(len(self.pieces), self.board.nodes, 2)
        state.fill("kind", [piece.kind for piece in self.pieces])
        state.fill("steps", 1)
        state.fill("works", WALL, self.german_line)
        return state

    @rule("11.7")
    def identified(self, p: Play[BarbarossaState, Any], unit: int) -> bool:
        """German stacks lie open; of a Soviet stack only the top unit is seen, until a battle has laid it open."""
        s = p.s
        node = s.loc[unit]
        if self.side_of[unit] == GERMAN or node < 0 or node >= self.board.hexes or s.top[node] == unit:
            return node != self.rvgk
        battle: Battle | None = s.battle
        return battle is not None and battle.revealed and unit in (*battle.attackers, *battle.defenders, *battle.bystanders)

    @rule("11.7", "8.8")
    def box_open(self, p: Play[BarbarossaState, Any], node: int, eyes: Eyes) -> bool:
        """The RVGK is Soviet business, and nobody looks at the other's reinforcements on the track."""
        if node == self.rvgk:
            return SOVIET in eyes
        if self.board.names[node].startswith("turn-"):
            return all(self.side_of[u] in eyes for u in p.s.stack(node))
        return True

    @rule("11.7")
    def box_counted(self, p: Play[BarbarossaState, Any], node: int, eyes: Eyes) -> bool:
        return node != self.rvgk

    @rule("8.11", "4.18a")
    def secrets(self, p: Play[BarbarossaState, Any], eyes: Eyes) -> tuple[str, ...]:
        """Standing orders and what has moved in the RVGK box are Soviet business, the choice of turn 28 lies under a cup."""
        cup = () if GERMAN in eyes or p.s.turn >= LAUNCHED_ON else ("oder",)
        return cup if SOVIET in eyes else ("standing", "rvgk_moved", *cup)

    def imagine(self, p: Play[BarbarossaState, Any], eyes: Eyes, rng: random.Random) -> None:
        chosen = p.s.turn >= CHOSEN_ON and all(frame.step != "oder" for frame in p.s.flow)
        if chosen and "oder" in self.secrets(p, eyes):
            p.s.oder = rng.choice(WATCHES)

    @rule("2.12a", "8.21", "8.15", "10.34a")
    def may_lie(self, p: Play[BarbarossaState, Any], unit: int, node: int) -> bool:
        """Nobody comes before the turn on his counter, and the track holds those who are due, rifle armies that were given up
        and whoever comes back; the Coastal Army keeps to its ports."""
        if unit == self.ica:
            return self.board.names[node] in ("2911", "3108")
        due = self.oob.turn[unit]
        if node < self.board.hexes:
            return due <= p.s.turn
        return node == self.track_box.get(due) or self.is_rifle_army[unit] or self.side_of[unit] == GERMAN

    def unseen_home(self, p: Play[BarbarossaState, Any], unit: int) -> int:
        return self.rvgk

    def out_of_phase(self, p: Play[BarbarossaState, Any], verb: str) -> str:
        from .flow import MOMENTS

        if verb in ("attack", "assault") and p.s.battle is not None:
            return "11.5"
        if verb == "strategic" and p.s.turn >= 9:  # before that 8.6 knows no strategic movement at all
            return "8.7c" if p.s.turn >= 30 else "8.7a"
        if verb.startswith("supply-") and p.s.no_markers:
            return "7.21"
        return (_MOMENTS | MOMENTS).get(verb, "5.1")

    def turn(self, p: Play[BarbarossaState, Any]) -> tuple[int, str]:
        number = min(max(p.s.turn, 1), LAST_TURN)
        return number, self.track[number].name

    def describe(self, event: Event, units: Sequence[str]) -> str:
        return sentence(self, event, units)


P = Play[BarbarossaState, Barbarossa]


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
        strength = (1, 1)
    else:
        attack, _, defence = row["factors"].partition("-")
        strength = (int(attack), int(defence or attack))
    return UnitType(
        row["name"], GERMAN if row["side"] == "german" else SOVIET, row["type"], row["size"], (strength,), frozenset(traits),
        row.get("provenance", "reconstructed"), row.get("evidence", ""),
    )  # fmt: skip
