"""1940: What If?: what may be seen and asked at the table, and where its rules are to be found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, Self

from ...core.aids import Chart, terrain_chart
from ...core.alliances import NEUTRAL
from ...core.answers import Odds, PossibleShift, Reach, Supply
from ...core.dice import Dice
from ...core.flow import Flow
from ...core.foresight import Foresight
from ...core.game import Choice, Scenario
from ...core.play import Play
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.shown import Face, Status
from ...core.state import State
from ..assault import events, outlook
from ..assault.glance import ORDERS
from ..assault.outlook import on_the_table
from . import glance, queries
from .charts import LAST_TURN
from .flow import FLOW
from .foresight import WhatIfForesight
from .invariants import faults
from .material import Material
from .possible_shifts import POSSIBLE_SHIFTS
from .rules.players import POSTS, SEATINGS
from .rules.setup import home, lay_out, unseen_ground
from .rules.supply import network
from .state import ALLIED, ALLIES, AXIS, GERMAN, GERMAN_EAST, GERMAN_WEST, SIDES, UNTRIED, WhatIfState

_TEXTS = events.TEXTS | {
    "placed": "{units} set up[ in {hex}].", "deployed": "{Side} units set up[: the {how} set-up].",
    "lifted": "{units} picked up again.", "dealt": "Untried armies are dealt face down.",
    "allied": "{why}.", "turned": "Game turn {turn}.", "suppressed": "The Luftwaffe shuts out an aircraft of {owner}.",
    "interdicted": "Aircraft interdict {hex}.", "transferred": "{units} moved to {to}.", "entered": "{units} placed in {hex}.",
    "ordered": "In the east the Germans {order}.", "lost": "{units} lost a step: {why}.",
    "eliminated": "{units} eliminated: {why}.", "revealed": "{units} turned up.", "neutral": "{what}.",
    "built": "A fortification in {hex}.", "restored": "{units} made whole.", "formed": "{what}.",
    "moved": "{units} moved to {last}.",
    "redeployed": "{units} redeployed to {hex}.", "captured": "{place} has been captured.", "joined": "{who} enters the war.",
    "attacked": "Prepared assault on {targets} by {units}.", "assaulted": "Mobile assault on {targets} by {units}.",
    "opened": "Defending {hex}: {units}.",
    "supported": "Aircraft over {hex}: {air}.", "cancelled": "The attack on {targets} is cancelled for want of supplies.",
    "resolved": "Result {result}: {meaning}.", "converted": "The result is changed: {before} becomes {after}.",
    "destroyed": "The garrison of {hex} is no more.", "retreated": "{units} retreated to {last}.",
    "displaced": "{units} displaced to {last}.", "advanced": "{units} advanced into {last}.",
    "landed": "{units} dropped on {hex}: {found}.", "promoted": "A tank corps in {hex} is reorganised: {units}.",
}  # fmt: skip

#: results of the combat table in words
_MEANINGS = {
    "AL1": "the attacker loses a step", "AS": "the attack stalls", "DR": "the defender retreats", "BB": "a bloodbath",
    "DE": "the defender is eliminated",
}  # fmt: skip


class WhatIf(Material):
    """The face of the game. The rules are in `rules/`, one module per chapter."""

    slug: ClassVar[str] = "what-if-1940"
    title: ClassVar[str] = "1940: What If?"
    sides: ClassVar[tuple[str, ...]] = SIDES
    camps: ClassVar[tuple[str, ...]] = ("axis", "soviet", "western-allies", "gold", "violet")
    posts, seatings = POSTS, SEATINGS
    allies_share: ClassVar[bool] = True
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("campaign", "The whole game", "Eleven turns from June to November 1940; everybody sets up his own units."),
    )
    choices: ClassVar[tuple[Choice, ...]] = (
        Choice("lithuania", "Lithuania", ("german", "soviet"), "german", "3.10",
               "Soviet Lithuania: the Germans start outside it and hold five hexes of Poland more."),
    )  # fmt: skip
    meanings: ClassVar[dict[str, str]] = _MEANINGS
    words: ClassVar[dict[str, str]] = ORDERS | {"bb": "bloodbath", "anglo-french": "Anglo-French"}
    state_type: ClassVar[type[State]] = WhatIfState
    flow: ClassVar[Flow] = FLOW
    foresight: ClassVar[Foresight] = WhatIfForesight()
    fog: ClassVar[str] = "7.3"
    possible_shifts: ClassVar[tuple[PossibleShift, ...]] = POSSIBLE_SHIFTS
    out_of_turn: ClassVar[str] = "5.1"
    own_command: ClassVar[str] = "1.3a"
    texts: ClassVar[dict[str, str]] = _TEXTS
    concepts: ClassVar[dict[str, tuple[str, ...]]] = {
        "odds": ("11.3a",), "concentric attack": ("11.10a",), "movement begins afresh": ("10.2a",),
        "one stack after the other": ("10.2a", "10.5"), "moving as a stack": ("10.4",),
        "results table": ("11.3b",), "automatic results": ("11.14",), "a stack defends as one": ("11.5a", "11.6", "11.4"),
        "retreated units do not defend": ("11.11d",), "retreat from the victors": ("11.11a",), "retreat direction": ("11.11c",),
        "retreat stacking": ("11.11b",), "retreat splitting": ("11.11b",), "losses by steps": ("11.16", "11.20a"),
        "defender eliminated": ("11.17",), "closed phases": ("5.1",),
    }  # fmt: skip

    def start(self, scenario: str, options: dict[str, str], dice: Dice) -> Play[WhatIfState, Self]:
        play: Play[WhatIfState, Self] = Play(self, self.empty(), dice)
        play.s.options = self.not_default(options)
        lay_out(play)
        return play

    @rule("3.6a", "4.1")
    def empty(self) -> WhatIfState:
        """A position with nothing on the maps: the Allies fight the Germans, Belgians and Dutch fight nobody."""
        state = super().empty()
        for side, alliance in enumerate((AXIS, ALLIES, ALLIES, NEUTRAL, NEUTRAL)):
            state.ally(side, alliance)
        return state

    @rule("1.3a", "1.3b", "8.5")
    def post_of(self, p: Play[WhatIfState, Self], unit: int) -> int:
        """German units obey the commander of the map they are on; what is off the maps obeys the senior one, he of the east.
        While the corps are being divided among the maps either of them may place one; paratroops obey him on whose map they
        land."""
        if unit == self.flieger and p.s.battle is not None and p.s.battle.airborne:
            return self.post_at(p, p.s.battle.target, GERMAN)
        if self.side_of[unit] == GERMAN:
            return self.post_at(p, p.s.loc[unit], GERMAN)
        being_set_up = bool(p.s.flow) and p.s.flow[-1].step == "setup.west"  # Belgians and Dutch, by the commander in the west
        return GERMAN_WEST if being_set_up else super().post_of(p, unit)

    @rule("1.3a", "8.3a", "8.5")
    def post_at(self, p: Play[WhatIfState, Self], node: int, side: int) -> int:
        if side != GERMAN:
            return -1
        step = p.s.flow[-1].step if p.s.flow else ""
        if node >= 0 and self.west[node]:
            return GERMAN_EAST if step == "interdict" else GERMAN_WEST  # aircraft are lent by the east
        return -1 if step == "setup.west" and node == self.box["german-aside"] else GERMAN_EAST

    @rule("7.3")
    def identified(self, p: Play[WhatIfState, Self], unit: int) -> bool:
        """Of a stack of a side at war only the top unit is seen until a battle has laid it open. Neutrals, who are nobody's
        opponents, lie open, and static units stay where all have seen them placed."""
        s = p.s
        node = s.loc[unit]
        if node in unseen_ground(p, self.side_of[unit]):
            return False
        if not 0 <= node < self.board.hexes or s.top[node] == unit or not s.enemies[self.side_of[unit]]:
            return True
        if self.is_static[s.kind[unit]]:
            return True
        return s.battle is not None and s.battle.revealed and unit in (*s.battle.attackers, *s.battle.defenders)

    @rule("3.3c", "3.5")
    def sealed(self, p: Play[WhatIfState, Self], eyes: Eyes) -> Collection[int]:
        """Where the German east and the Anglo-French set up at the same time, neither looks at the other."""
        return {node for side in (GERMAN, ALLIED) if side not in eyes for node in unseen_ground(p, side)}

    def unseen_home(self, p: Play[WhatIfState, Self], unit: int) -> int:
        return home(p, unit)

    @rule("2.12a", "2.12c", "9.10b")
    def face_known(self, p: Play[WhatIfState, Self], unit: int) -> bool:
        return not p.s.flags[unit] & UNTRIED

    @rule("2.12a")
    def cover(self, p: Play[WhatIfState, Self], unit: int) -> Face:
        """The blank back: only whether it is a Juggernaut or a reinforcement can be seen."""
        juggernaut = self.pieces[unit].handle.startswith("ju")
        return Face("shock" if juggernaut else "infantry", "XXXX", "Juggernaut" if juggernaut else "army")

    def face_down(self, p: Play[WhatIfState, Self], hidden: Sequence[int]) -> list[tuple[list[int], tuple[str, ...]]]:
        return self.blank_backs(p)

    @rule("7.4b", "3.9b")
    def may_lie(self, p: Play[WhatIfState, Self], unit: int, node: int) -> bool:
        """Under the top unit of a stack in the west lies one of its nation, and never a panzer corps; the two tank corps of an
        army may lie together."""
        if not self.west[node]:
            return True
        top, kind = p.s.top[node], p.s.kind[unit]
        if top < 0 or (self.side_of[unit] == GERMAN and self.is_mech[kind]):
            return False
        both_tanks = p.s.tank_army and self.rung[kind] and self.rung[p.s.kind[top]]
        return bool(both_tanks) or self.nation[kind] == self.nation[p.s.kind[top]]

    def turn(self, p: Play[WhatIfState, Self]) -> tuple[int, str]:
        number = min(max(p.s.turn, 1), LAST_TURN)
        return number, self.track[number].name

    def status(self, p: Play[WhatIfState, Self], eyes: Eyes) -> Status:
        return glance.status(p, eyes)

    def unit_state(self, p: Play[WhatIfState, Self], unit: int, eyes: Eyes) -> list[str]:
        return queries.unit_state(p, unit)

    def check(self, p: Play[WhatIfState, Self]) -> list[str]:
        return faults(p)

    def network(self, p: Play[WhatIfState, Self], side: int, eyes: Eyes) -> Sequence[int]:
        return network(p, side)[: self.board.hexes].nonzero()[0].tolist()

    def reach(self, p: Play[WhatIfState, Self], units: Sequence[int]) -> Reach:
        return queries.reach(p, units)

    def odds(
        self, p: Play[WhatIfState, Self], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()
    ) -> Odds:
        return queries.odds(p, target, units, air, eyes)

    def table_odds(self, attack: int, defence: int, shift: int) -> Odds:
        return on_the_table(self.results, attack, defence, shift)

    def aids(self) -> list[Chart]:
        tables = self.charts.tables
        return outlook.aids(self.results, tables["crt"]["column"], terrain_chart(tables["terrain"]), "11.14")

    def supply(self, p: Play[WhatIfState, Self], unit: int, eyes: Eyes) -> Supply:
        return queries.supply(p, unit)
