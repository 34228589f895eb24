"""Typhoon 1941: what may be seen and asked at the table, and where its rules are to be found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Self

from ...core.aids import Chart
from ...core.answers import Odds, PossibleShift, Reach, Supply, ZonesOf
from ...core.dice import Dice
from ...core.flow import Flow, Verb
from ...core.foresight import Foresight
from ...core.game import Choice, Scenario
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.shown import Face, Status
from ...core.state import State
from . import queries
from .concepts import CONCEPTS
from .flow import ANYTIME, FLOW
from .foresight import TyphoonForesight
from .invariants import faults
from .material import Material
from .possible_shifts import POSSIBLE_SHIFTS
from .rules.sequence import forbidding_rule
from .rules.setup import begin_set_up
from .rules.supply import network, network_as_it_seems
from .state import HIDDEN, RUSSIAN, TyphoonState
from .wording import MEANINGS, TEXTS, WORDS

#: Boxes of the Russian that the German may neither look into nor count: what leaves them enters the map hidden.
SECRET_BOXES = ("russian-lost", "siberian", "reinforcements", "maskirovka", "shock-reserve")


class Typhoon1941(Material):
    """The face of the game. The rules are in `rules/`, one module per chapter."""

    slug: ClassVar[str] = "typhoon-1941"
    title: ClassVar[str] = "Typhoon 1941"
    sides: ClassVar[tuple[str, ...]] = ("german", "russian")
    camps: ClassVar[tuple[str, ...]] = ("axis", "soviet")
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "Typhoon", "Eight turns from 1 October 1941; the Russian hides his army, the German sets up."),
        Scenario(
            "historical", "Typhoon, historical set-up",
            "Eight turns from 1 October 1941, with both armies where they stood.", usual=True,
        ),
    )
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("die", "Numbers on the tables: A (1 is best) or B (6 is best)", ("A", "B"), "A", "crt.1",
               "Every row of the tables has two numbers; this says which of them the die is read by."),
        Choice("first-move", "Unhistorical First Move of the Russian", ("forbidden", "allowed"), "forbidden", "victory.6",
               "The Russian may move before the German has begun; if he does, the German has a second way to win."),
    )  # fmt: skip
    state_type: ClassVar[type[State]] = TyphoonState
    flow: ClassVar[Flow] = FLOW
    foresight: ClassVar[Foresight] = TyphoonForesight()
    anytime: ClassVar[dict[str, Verb]] = ANYTIME
    fog: ClassVar[str] = "maskirovka.1"
    possible_shifts: ClassVar[tuple[PossibleShift, ...]] = POSSIBLE_SHIFTS
    out_of_turn: ClassVar[str] = "sequence.1"
    #: how many units lack supply, and what replacements are left, would tell what lies hidden
    concepts: ClassVar[dict[str, tuple[str, ...]]] = CONCEPTS
    words: ClassVar[dict[str, str]] = WORDS
    texts: ClassVar[dict[str, str]] = TEXTS
    meanings: ClassVar[dict[str, str]] = MEANINGS


    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[TyphoonState, Self]:
        play: Play[TyphoonState, Self] = Play(self, self.empty(), dice)
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
    def identified(self, p: Play[TyphoonState, Self], unit: int) -> bool:
        """A hidden piece is known to its owner alone."""
        return not p.s.flags[unit] & HIDDEN

    def back(self, p: Play[TyphoonState, Self], unit: int) -> Face:
        """All hidden pieces look alike."""
        return Face("hidden", "", "hidden")

    def box_open(self, p: Play[TyphoonState, Self], node: int, eyes: Eyes) -> bool:
        return RUSSIAN in eyes or self.board.names[node] not in SECRET_BOXES

    def box_counted(self, p: Play[TyphoonState, Self], node: int, eyes: Eyes) -> bool:
        return self.box_open(p, node, eyes)

    def secrets(self, p: Play[TyphoonState, Self], eyes: Eyes) -> tuple[str, ...]:
        """What the Russian has for replacements, and what kind of unit has come in hidden."""
        return () if RUSSIAN in eyes else ("infantry", "tanks", "siberian", "shock")

    def imagine(self, p: Play[TyphoonState, Self], eyes: Eyes, rng: random.Random) -> None:
        if RUSSIAN not in eyes:
            p.s.infantry, p.s.tanks = (int(self.limits["replacements"][kind]) for kind in ("infantry", "tanks"))

    @rule("maskirovka.2", "setup.3", "siberian.1")
    def may_lie(self, p: Play[TyphoonState, Self], unit: int, node: int) -> bool:
        """One dummy is a spare, aircraft are never on the map, garrisons stay, and reserves come after the first turn."""
        if unit in self.never_seen:
            return False
        if self.is_garrison[unit]:
            return node == self.first_place(unit)
        return p.s.turn > 1 or self.is_dummy[unit] or self.first_place(unit) < self.board.hexes or p.s.active == RUSSIAN

    def unseen_home(self, p: Play[TyphoonState, Self], unit: int) -> int:
        """Where a unit waits that began off the map; others have been lost."""
        start = self.first_place(unit)
        return start if start >= self.board.hexes else self.lost[RUSSIAN]

    def out_of_phase(self, p: Play[TyphoonState, Self], verb: str) -> str:
        return forbidding_rule(p, verb)

    def turn(self, p: Play[TyphoonState, Self]) -> tuple[int, str]:
        number = max(p.s.turn, 1)
        return number, self.track[number]

    def status(self, p: Play[TyphoonState, Self], eyes: Eyes) -> Status:
        return queries.status(p, eyes)

    def unit_state(self, p: Play[TyphoonState, Self], unit: int, eyes: Eyes) -> list[str]:
        return queries.unit_state(p, unit, eyes)

    def check(self, p: Play[TyphoonState, Self]) -> list[str]:
        return faults(p)

    def reach(self, p: Play[TyphoonState, Self], units: Sequence[int]) -> Reach:
        return queries.reach(p, units)

    def odds(
        self, p: Play[TyphoonState, Self], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()
    ) -> Odds:
        return queries.odds(p, target, units, air, eyes)

    def table_odds(self, attack: int, defence: int, shift: int) -> Odds:
        return queries.table_odds(self, attack, defence, shift)

    def aids(self) -> list[Chart]:
        return queries.aids(self)

    def supply(self, p: Play[TyphoonState, Self], unit: int, eyes: Eyes) -> Supply:
        return queries.supply(p, unit, eyes)

    def network(self, p: Play[TyphoonState, Self], side: int, eyes: Eyes) -> Sequence[int]:
        known = (network if side in eyes else network_as_it_seems)(p, side)
        return known[: self.board.hexes].nonzero()[0].tolist()

    def zones(self, p: Play[TyphoonState, Self], side: int, eyes: Eyes) -> ZonesOf:
        return queries.zones_of(p, side, eyes)
