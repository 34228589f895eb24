"""Where a match stands: its position, who must decide, what may be said, and how it looks to a seat."""

from __future__ import annotations

from typing import Any

import msgspec

from . import view as views
from .digest import digest
from .errors import Illegal
from .flow import LegalCommands, Step
from .game import AnyGame
from .play import Play
from .seats import Eyes, Roster, eyes_of, voice
from .shown import View
from .state import Outcome, State


class Decision(msgspec.Struct, frozen=True):
    """Who must say what next: `seat`, or where several decide together all of `seats`, of whom `waiting` have still to speak."""

    seat: str
    step: str
    title: str
    prompt: str
    rule: str
    verbs: tuple[str, ...]
    seats: tuple[str, ...]
    waiting: tuple[str, ...]


class Standing:
    """A position at a table, with those who sit at it."""

    game: AnyGame
    roster: Roster  #: who sits where
    _play: Play[Any, Any]
    _sitting: int  #: the seat for which a match was copied, -1 for none

    @property
    def state(self) -> State:
        """The position. Read it; change it only with `do`."""
        return self._play.s  # type: ignore[no-any-return]

    @property
    def digest(self) -> str:
        """A short digest of the position."""
        return digest(self._play.s)

    @property
    def play(self) -> Play[Any, Any]:
        """The working surface of the rules, for queries."""
        return self._play

    @property
    def over(self) -> bool:
        return self._play.s.outcome is not None

    @property
    def winner(self) -> str | None:
        """The winning side (allies who have won together are joined by `and`), or `draw`, once the game is over."""
        return self.game.victor(self._play.s.outcome)

    @property
    def verdict(self) -> str:
        """How the game has ended, as a sentence; empty while it goes on."""
        outcome = self._play.s.outcome
        return "" if outcome is None else self.game.verdict(outcome)

    @property
    def reason(self) -> str:
        """The rule that ended the game."""
        outcome = self._play.s.outcome
        return "" if outcome is None else outcome.rule

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended: who has won together, by which rule, why and where; None while it goes on."""
        return self._play.s.outcome  # type: ignore[no-any-return]

    @property
    def step(self) -> Step:
        """The step that waits for a command."""
        if not self._play.s.flow:
            raise Illegal("", "the game is over")
        return self.game.flow.steps[self._play.s.flow[-1].step]

    @property
    def seating(self) -> str | None:
        """The name of the seating; None for the usual one."""
        return None if self.roster is self.game.rosters[0] else self.roster.seating.name

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody at the table."""
        return self.roster.seats

    @property
    def seat(self) -> int:
        """The seat that must decide, the first of those that have still to speak where several decide together; -1 when the
        game is over."""
        waiting = self.waiting
        if self._sitting in waiting:
            return self._sitting
        return waiting[0] if waiting else -1

    @property
    def side(self) -> int:
        """The side whose decision it is; -1 when the game is over, or when posts of several sides decide at once."""
        flow = self._play.s.flow
        return flow[-1].side if flow else -1

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have still to speak at the present decision."""
        flow = self._play.s.flow
        return self.roster.waiting(flow[-1]) if flow else ()

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that may speak at the present decision, those that are through with it among them."""
        flow = self._play.s.flow
        return self.roster.deciding(flow[-1]) if flow else ()

    @property
    def decision(self) -> Decision | None:
        """Who must say what next; None when the game is over."""
        if not self._play.s.flow:
            return None
        step = self.step
        return Decision(
            self.seats[self.seat], step.name, step.title, step.prompt(self._play), step.rule,
            tuple(verb.name for verb in self.legal_commands().verbs),
            tuple(self.seats[k] for k in self.deciding), tuple(self.seats[k] for k in self.waiting),
        )  # fmt: skip

    def legal_commands(self, seat: str | int | None = None) -> LegalCommands:
        """Everything a deciding seat may say: this one, or the first that has still to speak."""
        play, roster = self._play, self.roster
        flow = play.s.flow
        if not flow:
            return LegalCommands(play, self.step)
        frame = flow[-1]
        if not frame.posts and roster.only[frame.side] >= 0:
            return LegalCommands(play, self.game.flow.steps[frame.step], None, frame.side)
        number = self.seat if seat is None else roster.number(seat)
        return LegalCommands(play, self.step, voice(play, number), roster.speaks_for(frame, number))

    options = legal_commands  #: its older name, which programs may go on using

    def view(self, seat: str | int | None = None) -> View:
        """The position as a seat (or a spectator: None) may see it."""
        return views.view(self._play, self._number(seat))

    def _number(self, seat: str | int | None) -> int:
        return -1 if seat is None else self.roster.number(seat)

    def _eyes(self, seat: str | int | None) -> Eyes:
        """The sides whose secrets a seat knows; a spectator (-1) knows none, the referee (None) all."""
        if seat is None:
            return tuple(range(len(self.game.sides)))
        return eyes_of(self._play, seat if seat == -1 else self.roster.number(seat))
