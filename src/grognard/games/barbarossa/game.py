"""Barbarossa: what may be seen and asked at the table, and where its rules are to be found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Self

from ...core.aids import Chart, terrain_chart
from ...core.answers import Odds, PossibleShift, Reach, Supply
from ...core.dice import Dice
from ...core.flow import Flow, Verb
from ...core.foresight import Foresight
from ...core.fronts import CENTRE, NORTH, SOUTH, Fronted, posts_of, seatings_of
from ...core.game import Choice, Scenario
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.shown import Status
from ...core.state import Frame, State
from ..assault import outlook
from ..assault.outlook import on_the_table
from . import queries
from .concepts import CONCEPTS
from .flow import ANYTIME, FLOW, MOMENTS
from .foresight import BarbarossaForesight
from .invariants import faults
from .material import LAST_TURN, Material
from .possible_shifts import POSSIBLE_SHIFTS
from .rules.prepared_assault import attacks_are_demanded
from .rules.setup import lay_out
from .rules.supply import network
from .state import CHOSEN_ON, GERMAN, LAUNCHED_ON, SOVIET, WALL, WATCHES, BarbarossaState
from .wording import MEANINGS, TEXTS, WORDS

_ON, _OFF = "on", "off"

#: What can be said at one moment only, and the rule that says so.
_MOMENTS = {
    "order": "5.4a", "pause": "5.10a", "zone": "5.6b", "cancel": "11.7", "air": "11.23", "advance": "11.30",
    "stay": "11.30", "exploit": "11.32",
}  # fmt: skip


_SIDES = ("german", "soviet")
#: The fronts: rows above the first belong to the north, those above the second to it as well from a column on westwards (the
#: Baltic states and East Prussia), those above the third to the centre.
_NORTHERN, _BALTIC, _SOUTHERN, _WEST = 15, 18, 22, 12
_BANDS = "North: rows 10 to 14, and 15 to 17 from column 12 westwards; south: from row 22 on; centre: what lies between."


class Barbarossa(Fronted[BarbarossaState], Material):
    """The face of the game. The rules are in `rules/`, one module per chapter."""

    slug: ClassVar[str] = "barbarossa"
    title: ClassVar[str] = "Barbarossa 1941-45"
    sides: ClassVar[tuple[str, ...]] = _SIDES
    posts, seatings = posts_of(_SIDES), seatings_of(
        _SIDES, _BANDS, ("german-fronts", "The German side divided, four players", ("german",)),
        ("soviet-fronts", "The Soviet side divided, four players", ("soviet",)),
    )  # fmt: skip
    by_front: ClassVar[frozenset[str]] = frozenset(("movement", "combat"))
    camps: ClassVar[tuple[str, ...]] = ("axis", "soviet")
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "Campaign Game", "The whole war, 32 turns from June 1941; both players set up."),
        Scenario(
            "historical", "Campaign Game, historical set-up",
            "The whole war, 32 turns from June 1941, with the German army where it stood.", usual=True,
        ),
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
    flow: ClassVar[Flow] = FLOW
    foresight: ClassVar[Foresight] = BarbarossaForesight()
    anytime: ClassVar[dict[str, Verb]] = ANYTIME
    fog: ClassVar[str] = "11.7"
    possible_shifts: ClassVar[tuple[PossibleShift, ...]] = POSSIBLE_SHIFTS
    out_of_turn: ClassVar[str] = "5.1"
    own_command: ClassVar[str] = "5.1"
    concepts: ClassVar[dict[str, tuple[str, ...]]] = CONCEPTS
    words: ClassVar[dict[str, str]] = WORDS
    texts: ClassVar[dict[str, str]] = TEXTS
    meanings: ClassVar[dict[str, str]] = MEANINGS

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[BarbarossaState, Self]:
        play: Play[BarbarossaState, Self] = Play(self, self.empty(), dice)
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

    def front_at(self, name: str) -> int:
        row, column = int(name[:2]), int(name[2:])
        if row < _NORTHERN or (row < _BALTIC and column >= _WEST):
            return NORTH
        return CENTRE if row < _SOUTHERN else SOUTH

    def undivided(self, p: Play[BarbarossaState, Self]) -> bool:
        """The attacks that 5.12 demands may need units of two fronts at once: any Soviet commander may order them."""
        return super().undivided(p) or (p.frame.step == "combat" and attacks_are_demanded(p))

    def concerned(self, p: Play[BarbarossaState, Self], frame: Frame) -> int:
        """In a battle the hex that is attacked, of the attackers the first that is left; else a hex with too many units."""
        battle = p.s.battle
        if frame.step == "overstacked" and len(frame.args) == 2:
            return int(frame.args[1])
        if not frame.step.startswith("battle.") or battle is None:
            return -1
        left = [p.s.loc[unit] for unit in battle.attackers if 0 <= p.s.loc[unit] < self.board.hexes]
        return left[0] if left and frame.side == battle.side else battle.target

    @rule("11.7")
    def identified(self, p: Play[BarbarossaState, Self], unit: int) -> bool:
        """German stacks lie open; of a Soviet stack only the top unit is seen, until a battle has laid it open."""
        s = p.s
        node = s.loc[unit]
        if self.side_of[unit] == GERMAN or node < 0 or node >= self.board.hexes or s.top[node] == unit:
            return node != self.rvgk
        battle = s.battle
        return battle is not None and battle.revealed and unit in (*battle.attackers, *battle.defenders, *battle.bystanders)

    @rule("11.7", "8.8")
    def box_open(self, p: Play[BarbarossaState, Self], node: int, eyes: Eyes) -> bool:
        """The RVGK is Soviet business, and nobody looks at the other's reinforcements on the track."""
        if node == self.rvgk:
            return SOVIET in eyes
        if self.board.names[node].startswith("turn-"):
            return all(self.side_of[u] in eyes for u in p.s.stack(node))
        return True

    @rule("11.7")
    def box_counted(self, p: Play[BarbarossaState, Self], node: int, eyes: Eyes) -> bool:
        return node != self.rvgk

    @rule("8.11", "4.18a")
    def secrets(self, p: Play[BarbarossaState, Self], eyes: Eyes) -> tuple[str, ...]:
        """Standing orders and what has moved in the RVGK box are Soviet business, the choice of turn 28 lies under a cup."""
        cup = () if GERMAN in eyes or p.s.turn >= LAUNCHED_ON else ("oder",)
        return cup if SOVIET in eyes else ("standing", "rvgk_moved", *cup)

    def imagine(self, p: Play[BarbarossaState, Self], eyes: Eyes, rng: random.Random) -> None:
        chosen = p.s.turn >= CHOSEN_ON and all(frame.step != "oder" for frame in p.s.flow)
        if chosen and "oder" in self.secrets(p, eyes):
            p.s.oder = rng.choice(WATCHES)

    @rule("2.12a", "8.21", "8.15", "10.34a")
    def may_lie(self, p: Play[BarbarossaState, Self], unit: int, node: int) -> bool:
        """Nobody comes before the turn on his counter, and the track holds those who are due, rifle armies that were given up
        and whoever comes back; the Coastal Army keeps to its ports."""
        if unit == self.ica:
            return self.board.names[node] in ("2911", "3108")
        due = self.due[unit]
        if node < self.board.hexes:
            return due <= p.s.turn
        return node == self.calendar.boxes.get(due) or self.is_rifle_army[unit] or self.side_of[unit] == GERMAN

    def unseen_home(self, p: Play[BarbarossaState, Self], unit: int) -> int:
        return self.rvgk

    def out_of_phase(self, p: Play[BarbarossaState, Self], verb: str) -> str:
        if verb in ("attack", "assault") and p.s.battle is not None:
            return "11.5"
        if verb == "strategic" and p.s.turn >= 9:  # before that 8.6 knows no strategic movement at all
            return "8.7c" if p.s.turn >= 30 else "8.7a"
        if verb.startswith("supply-") and p.s.no_markers:
            return "7.21"
        return (_MOMENTS | MOMENTS).get(verb, "5.1")

    def turn(self, p: Play[BarbarossaState, Self]) -> tuple[int, str]:
        number = min(max(p.s.turn, 1), LAST_TURN)
        return number, self.track[number].name

    def status(self, p: Play[BarbarossaState, Self], eyes: Eyes) -> Status:
        return queries.status(p, eyes)

    def unit_state(self, p: Play[BarbarossaState, Self], unit: int, eyes: Eyes) -> list[str]:
        return queries.unit_state(p, unit)

    def check(self, p: Play[BarbarossaState, Self]) -> list[str]:
        return faults(p)

    def reach(self, p: Play[BarbarossaState, Self], units: Sequence[int]) -> Reach:
        return queries.reach(p, units)

    def odds(
        self, p: Play[BarbarossaState, Self], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()
    ) -> Odds:
        return queries.odds(p, target, units, air, eyes)

    def table_odds(self, attack: int, defence: int, shift: int) -> Odds:
        return on_the_table(self.results, attack, defence, shift)

    def aids(self) -> list[Chart]:
        tables = self.charts.tables
        return outlook.aids(self.results, tables["crt"]["column"], terrain_chart(tables["terrain"]), "11.25")

    def supply(self, p: Play[BarbarossaState, Self], unit: int, eyes: Eyes) -> Supply:
        return queries.supply(p, unit)

    def network(self, p: Play[BarbarossaState, Self], side: int, eyes: Eyes) -> Sequence[int]:
        return network(p, side)[: self.board.hexes].nonzero()[0].tolist()
