"""1940: What If?: everything static, loaded once from data files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ...core.alliances import NEUTRAL
from ...core.board import Board
from ...core.data import DataFiles
from ...core.dice import Dice
from ...core.game import Choice, Piece, Scenario, UnitType
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes, Post, Seat, Seating
from ...core.state import State
from ..assault.game import AssaultGame
from .charts import LAST_TURN, Charts
from .state import ALLIED, ALLIES, AXIS, BELGIAN, DUTCH, GERMAN, GERMAN_EAST, GERMAN_WEST, SIDES, SOVIET, UNTRIED, WhatIfState

DATA = Path(__file__).parent / "data"
OWN_FILES = DataFiles.of_set(DATA)  #: of the newest set

Mask = npt.NDArray[np.bool_]

#: Hexes from a unit to the Rollbahn, and from Greater Germany to a unit that needs none (6.5).
LEG = 6

#: Counters that are kept as numbers, not as pieces.
_MARKERS = ("aircraft", "marker")
_GERMANS = ("german-west", "german-east", "dutch")
_TEXTS = {
    "placed": "{units} set up in {hex}.", "lifted": "{units} picked up again.", "dealt": "Untried armies are dealt face down.",
    "allied": "{data}.", "turned": "Game turn {number}.", "suppressed": "The Luftwaffe shuts out an aircraft of {data}.",
    "interdicted": "Aircraft interdict {hex}.", "transferred": "{units} moved to {data}.", "entered": "{units} placed in {hex}.",
    "ordered": "In the east the Germans {data}.", "lost": "{units} lost a step: {data}.",
    "eliminated": "{units} eliminated: {data}.", "revealed": "{units} turned up.", "neutral": "{data}.",
    "built": "A fortification in {hex}.", "restored": "{units} made whole.", "formed": "{data}.",
    "moved": "{units} moved to {hex}.",
    "redeployed": "{units} redeployed to {hex}.", "captured": "{data} has been captured.", "joined": "{data} enters the war.",
}  # fmt: skip


class WhatIf(AssaultGame[WhatIfState]):
    """The face of the game. The rules are in `rules/`, one module per chapter."""

    slug: ClassVar[str] = "what-if-1940"
    title: ClassVar[str] = "1940: What If?"
    sides: ClassVar[tuple[str, ...]] = SIDES
    posts = (
        Post("german-west", GERMAN), Post("german-east", GERMAN), Post("soviet", SOVIET), Post("anglo-french", ALLIED),
        Post("belgian", BELGIAN), Post("dutch", DUTCH),
    )  # fmt: skip
    seatings = (
        Seating("two", "Two players", "One has the Germans, the other both the Anglo-French and the Soviets.",
                (Seat("german", _GERMANS), Seat("allied", ("soviet", "anglo-french", "belgian")))),
        Seating("three", "Three players", "Germans, Soviets and Anglo-French have a commander each.",
                (Seat("german", _GERMANS), Seat("soviet", ("soviet",)), Seat("anglo-french", ("anglo-french", "belgian")))),
        Seating("four", "Four players", "The Germans have a commander per map; he of the east is the senior one.",
                (Seat("german-west", ("german-west", "dutch")), Seat("german-east", ("german-east",)),
                 Seat("soviet", ("soviet",)), Seat("anglo-french", ("anglo-french", "belgian")))),
    )  # fmt: skip
    allies_share: ClassVar[bool] = True
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "The whole game", "Eleven turns from June to November 1940; everybody sets up his own units."),
    )
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("lithuania", "Lithuania", ("german", "soviet"), "german", "3.10",
               "Soviet Lithuania: the Germans start outside it and hold five hexes of Poland more."),
    )  # fmt: skip
    state_type: ClassVar[type[State]] = WhatIfState
    fog: ClassVar[str] = "7.3"
    out_of_turn: ClassVar[str] = "5.1"
    own_command: ClassVar[str] = "1.3a"
    texts: ClassVar[dict[str, str]] = _TEXTS
    concepts: ClassVar[dict[str, tuple[str, ...]]] = {
        "odds": ("11.3a",), "concentric attack": ("11.10a",), "movement begins afresh": ("10.2a",),
        "one stack after the other": ("10.2a", "10.5"), "moving as a stack": ("10.4",),
    }  # fmt: skip

    @rule("1.2", "2.1")
    def __init__(self, files: DataFiles = OWN_FILES) -> None:
        self.board = Board.load(files.path("board.board"))
        self.charts = Charts(files.toml("tables.toml"))
        self.track, self.results = self.charts.track, self.charts.results
        self._load_units(files.csv("units.csv"))
        self.finish()
        self._compile_units()
        self._compile_board()

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
        self.dead = tuple(boxes[f"{side}-dead"] for side in SIDES)
        self.track_box = {n: boxes[f"turn-{n}"] for n in range(1, LAST_TURN + 1)}
        self.moscow, self.leningrad, self.rollbahn_head = board.node("4624"), board.node("5917"), board.node("5005")

    @rule("6.5a")
    def _near(self, area: Mask) -> Mask:
        """Hexes of the east map within reach of an area; the unit's hex is not counted."""
        found: Mask = np.zeros(self.board.nodes, np.bool_)
        starts = (area & self.east).nonzero()[0].astype(np.int16)
        found[: self.board.hexes] = self.board.distances(starts).min(axis=0)[: self.board.hexes] <= LEG
        found &= self.east
        return found

    # ---------------------------------------------------------------- contract

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[WhatIfState, Any]:
        play: Play[WhatIfState, WhatIf] = Play(self, self.empty(), dice)
        play.s.options = self.not_default(options)
        self.rule_book.lay_out(play)
        return play

    rule_book: ClassVar[Any]  #: the chapter on set-up, which imports the game

    @rule("3.6a", "4.1")
    def empty(self) -> WhatIfState:
        """A position with nothing on the maps: the Allies fight the Germans, Belgians and Dutch fight nobody."""
        state = super().empty()
        for side, alliance in enumerate((AXIS, ALLIES, ALLIES, NEUTRAL, NEUTRAL)):
            state.ally(side, alliance)
        return state

    @rule("1.3a", "8.5")
    def post_of(self, p: Play[WhatIfState, Any], unit: int) -> int:
        """German units obey the commander of the map they are on; what is off the maps obeys the senior one, he of the east.
        While the corps are being divided among the maps either of them may place one."""
        if self.side_of[unit] != GERMAN:
            return super().post_of(p, unit)
        return self.post_at(p, p.s.loc[unit], GERMAN)

    @rule("1.3a", "8.5")
    def post_at(self, p: Play[WhatIfState, Any], node: int, side: int) -> int:
        if side != GERMAN:
            return -1
        if node >= 0 and self.west[node]:
            return GERMAN_WEST
        dividing = bool(p.s.flow) and p.s.flow[-1].step == "setup.west" and node == self.box["german-aside"]
        return -1 if dividing else GERMAN_EAST

    @rule("7.3")
    def identified(self, p: Play[WhatIfState, Any], unit: int) -> bool:
        """Of a stack of a side at war only the top unit is seen; neutrals are nobody's opponents and lie open."""
        node = p.s.loc[unit]
        if not 0 <= node < self.board.hexes or p.s.top[node] == unit:
            return True
        return not p.s.enemies[self.side_of[unit]]

    @rule("2.12a", "2.12c", "9.10b")
    def face_known(self, p: Play[WhatIfState, Any], unit: int) -> bool:
        return not p.s.flags[unit] & UNTRIED

    @rule("2.12a")
    def cover(self, p: Play[WhatIfState, Any], unit: int) -> dict[str, Any]:
        """The blank back: only whether it is a Juggernaut or a reinforcement can be seen."""
        juggernaut = self.pieces[unit].handle.startswith("ju")
        return {"kind": "shock" if juggernaut else "infantry", "size": "XXXX", "name": "Juggernaut" if juggernaut else "army"}

    @rule("2.12a")
    def face_down(self, p: Play[WhatIfState, Any], hidden: Sequence[int]) -> list[tuple[list[int], tuple[str, ...]]]:
        """Untried units of one colour cannot be told apart, not even by their owner."""
        groups = (self.juggernauts, self.red_on_white)
        return [([u for u in group if p.s.flags[u] & UNTRIED], ("kind",)) for group in groups]

    def turn(self, p: Play[WhatIfState, Any]) -> tuple[int, str]:
        number = min(max(p.s.turn, 1), LAST_TURN)
        return number, self.track[number].name

    def status(self, p: Play[WhatIfState, Any], eyes: Eyes) -> dict[str, Any]:
        s = p.s
        sides = ("german", "soviet", "anglo-french")
        return {
            "order": s.order, "aircraft": dict(zip(sides, s.air, strict=True)), "belgium": s.belgium, "holland": s.holland,
            "japan": s.japan, "finland": s.finland, "ploesti": s.ploesti, "ardennes": s.ardennes,
        }  # fmt: skip

    def unit_state(self, p: Play[WhatIfState, Any], unit: int, eyes: Eyes) -> list[str]:
        return [word for word, bit in WhatIfState.FLAGS.items() if p.s.flags[unit] & bit]


P = Play[WhatIfState, WhatIf]


@rule("2.4", "2.8", "2.9", "2.11a")
def _type(row: dict[str, str]) -> UnitType:
    """A counter: factors with all its steps, then with fewer. `strengths` begins with the last step."""
    pairs = [step.split("-") for step in row["factors"].split("/")]
    strengths = tuple((int(attack), int(defence)) for attack, defence in reversed(pairs))
    traits = {row["type"], row["nation"], row["class"]} | ({"dot"} if row["dot"] else set())
    return UnitType(
        row["name"], SIDES.index(row["side"]), row["type"], row["size"], strengths, frozenset(traits),
        row["provenance"], row["evidence"],
    )  # fmt: skip
