"""The computer opponent of Drive on Moscow.

It looks at the match through `Sight`, plans a phase at a time, and keeps the plan for the rest of the phase.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..state import GERMAN, SOVIET
from . import battle, staff
from .assaults import Combat
from .doctrine import OFFICER, YARDSTICK, Doctrine
from .german import GermanMovement
from .soviet import SovietMovement


class Phase(Protocol):
    """A plan for a phase that gives out its commands one by one."""

    def next(self, match: Match) -> Advice: ...


_AT_ONCE: dict[str, Callable[[Match, Doctrine], Advice]] = {
    "setup.reserve": staff.set_up, "setup.forward": staff.set_up, "setup.german": staff.set_up,
    "november": staff.november, "order": staff.order, "german.step": staff.german_step,
    "soviet.step": staff.soviet_step, "guards": staff.guards,
    "battle.air": battle.air, "battle.announced": battle.announced, "battle.losses": battle.losses,
    "battle.convert": battle.convert, "battle.stand": battle.stand, "battle.retreat": battle.retreat,
    "battle.advance": battle.advance,
}  # fmt: skip


class StandardOpponent:
    """A sound player of either side. It leaves nothing to chance, so the seed makes no difference to it."""

    def __init__(self, seed: int | str = 0, doctrine: Doctrine = YARDSTICK) -> None:
        self.seed, self.doctrine = seed, doctrine
        self._phase: tuple[int, int, str] | None = None
        self._plan: Phase = Combat()
        self._said: tuple[int, Command] | None = None  #: when it last spoke in this phase, and what

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat."""
        step = match.step.name
        if step in _AT_ONCE:
            return self._allowed(match, _AT_ONCE[step](match, self.doctrine))
        phase = (match.side, int(match.play.s.turn), step)
        if phase != self._phase or self._surprised(match):
            self._phase = phase
            moving = GermanMovement(self.doctrine) if match.side == GERMAN else SovietMovement()
            self._plan = Combat(self.doctrine) if step == "combat" else moving
        advice = self._allowed(match, self._plan.next(match))
        self._said = (match.length, advice.command)
        return advice

    def _surprised(self, match: Match) -> bool:
        """Has something else happened than the march it ordered last: an undo, or somebody else's hand?"""
        if self._said is None:
            return False
        length, command = self._said
        if command.verb != "move":
            return match.length <= length
        return match.length != length + 1 or any(match.state.loc[u] != command.hexes[-1] for u in command.units)

    def _allowed(self, match: Match, advice: Advice) -> Advice:
        """What the rules refuse after all is replaced by the end of the phase, or by anything they allow. A march was found by
        the rules themselves."""
        if match.step.name == "battle.announced" or advice.command.verb == "move" or match.check(advice.command) is None:
            return advice
        done = Command("done")
        if "done" in match.step.verbs and match.check(done) is None:
            return Advice(done, "the plan has come to nothing")
        legal = (command for command in match.legal_commands() if match.check(command) is None)
        return Advice(next(legal, advice.command), "the rules leave little choice")


LEVELS: dict[str, Callable[[int | str], StandardOpponent]] = {
    "standard": StandardOpponent, "officer": lambda seed: StandardOpponent(seed, OFFICER),
}  # fmt: skip
#: It looks at nothing that its seat does not know, so it decides the same however often what is hidden is dealt anew.
ONE_DEAL = True
#: What an officer wants beside what he does by himself: in duels it has beaten him without it.
MISSIONS = {GERMAN: ("picket",), SOVIET: ("win", "garrison", "encircle", "seize")}
