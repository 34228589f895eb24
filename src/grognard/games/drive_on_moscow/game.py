"""Drive on Moscow: what may be seen and asked at the table, and where its rules are to be found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

import numpy as np
import numpy.typing as npt

from ...core.aids import Chart, terrain_chart
from ...core.answers import Odds, PossibleShift, Reach, Supply
from ...core.dice import Dice
from ...core.flow import Flow, Verb
from ...core.foresight import Foresight
from ...core.game import Scenario
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.shown import Face, Status
from ...core.state import State
from ..assault import outlook
from ..assault.outlook import on_the_table
from . import queries
from .concepts import CONCEPTS
from .flow import ANYTIME, FLOW
from .foresight import DriveForesight
from .invariants import faults
from .material import Material
from .possible_shifts import POSSIBLE_SHIFTS
from .rules.setup import deal_untried, lay_out
from .rules.supply import network
from .state import GERMAN, SOVIET, UNTRIED, DomState
from .wording import MEANINGS, TEXTS, WORDS

#: What can be said at one moment only, and the rule that says so.
_MOMENTS = {"order": "5.3b", "cancel": "10.7b", "air": "10.20e", "advance": "10.32b", "stay": "10.32b", "declare": "11.1"}


class DriveOnMoscow(Material):
    """The face of the game. The rules are in `rules/`, one module per chapter."""

    slug: ClassVar[str] = "drive-on-moscow"
    title: ClassVar[str] = "Drive on Moscow"
    sides: ClassVar[tuple[str, ...]] = ("german", "soviet")
    camps: ClassVar[tuple[str, ...]] = ("axis", "soviet")
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "Operation Typhoon", "Nine turns from 1 October 1941; both players set up."),
        Scenario(
            "historical", "Operation Typhoon, historical set-up",
            "Nine turns from 1 October 1941, with both armies where they stood.", usual=True,
        ),
    )
    state_type: ClassVar[type[State]] = DomState
    flow: ClassVar[Flow] = FLOW
    foresight: ClassVar[Foresight] = DriveForesight()
    anytime: ClassVar[dict[str, Verb]] = ANYTIME
    fog: ClassVar[str] = "10.7a"
    possible_shifts: ClassVar[tuple[PossibleShift, ...]] = POSSIBLE_SHIFTS
    out_of_turn: ClassVar[str] = "5.1"
    concepts: ClassVar[dict[str, tuple[str, ...]]] = CONCEPTS
    words: ClassVar[dict[str, str]] = WORDS
    texts: ClassVar[dict[str, str]] = TEXTS
    meanings: ClassVar[dict[str, str]] = MEANINGS


    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[DomState, Self]:
        if scenario not in self._openings:  # the same for every match but for what is dealt face down
            first: Play[DomState, Self] = Play(self, self.empty(), dice)
            lay_out(first, historical=scenario == "historical")
            self._openings[scenario] = first.s
        play: Play[DomState, Self] = Play(self, self._openings[scenario].copy(), dice)
        deal_untried(play)
        return play

    def identified(self, p: Play[DomState, Self], unit: int) -> bool:
        """10.7: of a stack only the top unit is seen, until a battle has laid it open."""
        s = p.s
        node = s.loc[unit]
        if node < 0 or node >= self.board.hexes or s.top[node] == unit:
            return True
        battle = s.battle
        return battle is not None and battle.revealed and unit in (*battle.attackers, *battle.defenders)

    def face_known(self, p: Play[DomState, Self], unit: int) -> bool:
        return not p.s.flags[unit] & UNTRIED

    def cover(self, p: Play[DomState, Self], unit: int) -> Face:
        group = self.group_of(unit)
        kind = {"RD": "rifle", "RB": "rifle", "CD": "cavalry", "TB": "tank"}.get(group, "motorized-rifle")
        return Face(kind, "XX" if group.endswith("D") else "X", group, group)

    def box_open(self, p: Play[DomState, Self], node: int, eyes: Eyes) -> bool:
        """10.7: the German may not look at Soviet reinforcements on the track."""
        name = self.board.names[node]
        if not name.startswith("turn"):
            return True
        return SOVIET in eyes or all(self.side_of[u] in eyes for u in p.s.stack(node))

    def face_down(self, p: Play[DomState, Self], hidden: Sequence[int]) -> list[tuple[list[int], tuple[str, ...]]]:
        """2.14: untried units of a group look alike. 11.3e: who cannot see a stack cannot see which of its divisions is
        brought up to strength."""
        flags, kinds = p.s.flags, p.s.kind
        found = [([u for u in units if flags[u] & UNTRIED], ("kind", "steps")) for units in self.slots.values()]
        worn = [u for u in hidden if self.side_of[u] == GERMAN and self.types[kinds[u]].steps > 1]
        return [*found, (worn, ("steps",))]

    def may_lie(self, p: Play[DomState, Self], unit: int, node: int) -> bool:
        """Vehicles stand in no marsh, and the boxes of the track hold what the track says."""
        if node < self.board.hexes:
            return not (self.marsh[node] and self.shuns_marsh[p.s.kind[unit]])
        due = self.calendar.kinds(self.calendar.turn_of.get(node, 0), "arrive", SOVIET)
        return bool(p.s.flags[unit] & UNTRIED) and self.group_of(unit) in due

    @rule("5.1", "5.3b", "10.5", "10.7b", "10.20e", "10.32b", "11.1")
    def out_of_phase(self, p: Play[DomState, Self], verb: str) -> str:
        """Most things have their phase (5.1); some have their moment, which does not come back."""
        if verb in ("attack", "assault") and p.s.battle is not None:
            return "10.5"
        return _MOMENTS.get(verb, "5.1")

    def turn(self, p: Play[DomState, Self]) -> tuple[int, str]:
        number = max(p.s.turn, 1)
        return number, self.track[number].name

    def looks(self, p: Play[DomState, Self]) -> npt.NDArray[np.uint8]:
        return queries.looks(p)

    def status(self, p: Play[DomState, Self], eyes: Eyes) -> Status:
        return queries.status(p, eyes)

    def unit_state(self, p: Play[DomState, Self], unit: int, eyes: Eyes) -> list[str]:
        return queries.unit_state(p, unit)

    def check(self, p: Play[DomState, Self]) -> list[str]:
        return faults(p)

    def reach(self, p: Play[DomState, Self], units: Sequence[int]) -> Reach:
        return queries.reach(p, units)

    def odds(self, p: Play[DomState, Self], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()) -> Odds:
        return queries.odds(p, target, units, air, eyes)

    def table_odds(self, attack: int, defence: int, shift: int) -> Odds:
        return on_the_table(self.results, attack, defence, shift)

    def aids(self) -> list[Chart]:
        return outlook.aids(self.results, self.tables["crt"]["column"], terrain_chart(self.tables["terrain"]), "12.0")

    def supply(self, p: Play[DomState, Self], unit: int, eyes: Eyes) -> Supply:
        return queries.supply(p, unit)

    def network(self, p: Play[DomState, Self], side: int, eyes: Eyes) -> Sequence[int]:
        return network(p, side)[: self.board.hexes].nonzero()[0].tolist()
