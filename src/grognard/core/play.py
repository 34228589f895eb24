"""A game being played: the state, the static game behind it, the dice, and what has just happened.

Rule functions take a `Play` first. They read `p.s` (the state) and `p.game` (board, types, tables) and
change the position only through the few verbs here, which keep stacks, caches and events right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec.structs import force_setattr, replace

from .alliances import NEUTRAL, relations
from .command import Command
from .dice import Dice
from .errors import GrognardError
from .events import Allied, Ended, Event, Rolled, Won
from .history import COURTESY
from .state import Frame, Outcome, State

if TYPE_CHECKING:
    from .game import AnyGame
    from .seats import Roster

# rules that are written for a family of games take the play of any of them
S = TypeVar("S", bound=State, covariant=True)
G = TypeVar("G", bound="AnyGame", covariant=True)
T = TypeVar("T")


class Play(Generic[S, G]):
    """The working surface of the rules."""

    __slots__ = ("barrier", "dice", "events", "game", "known_legal", "roster", "s", "speaker")

    def __init__(self, game: G, state: S, dice: Dice, roster: Roster | None = None) -> None:
        self.game = game
        self.s = state
        self.dice = dice
        self.roster = roster or game.rosters[0]  #: who sits where
        self.events: list[Event] = []
        self.known_legal: Command | None = None  #: a command of which the options have said that it is legal in this position
        self.speaker = -1  #: the side whose command is being carried out
        self.barrier = 0  #: can it be taken back: 0 freely, `COURTESY` alone, 1 not: a die was rolled or something hidden seen

    def option(self, name: str) -> str:
        """What was chosen for an option when the match began."""
        return self.s.options.get(name) or self.game.defaults[name]

    def bind(self) -> None:
        """A phase is closed, or something was said aloud: taken back without asking only by somebody who plays alone."""
        self.barrier = self.barrier or COURTESY

    # ---------------------------------------------------------------- chance

    def roll(self, why: str, rule: str = "", sides: int = 6, side: int = -1) -> int:
        """Roll one die in the open."""
        value = self.dice.number(self.s.rolls, sides)
        self.s.rolls += 1
        self.barrier = True
        self.events.append(Rolled(die=value, why=why, side=side, rule=rule))
        return value

    def pick(self, count: int) -> int:
        """A number below `count`, drawn unseen (a blind draw, a shuffle)."""
        value = self.dice.number(self.s.rolls, count) - 1
        self.s.rolls += 1
        self.barrier = True
        return value

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher-Yates)."""
        deck = list(items)
        left = range(len(deck), 1, -1)
        for most, drawn in zip(left, self.dice.numbers(self.s.rolls, left), strict=True):
            deck[most - 1], deck[drawn - 1] = deck[drawn - 1], deck[most - 1]
        if left:
            self.s.rolls += len(left)
            self.barrier = True
        return deck

    # ---------------------------------------------------------------- the position

    def side_of(self, piece: int) -> int:
        return self.game.side_of[piece]

    def on_map(self) -> npt.NDArray[np.bool_]:
        """For every piece, whether it stands on a hex of the map."""
        loc = self.s.arrays.loc
        return (loc >= 0) & (loc < self.game.board.hexes)

    def place(self, piece: int, node: int) -> None:
        """Put a piece on top of the stack of a node."""
        self.s.put(piece, node, self.game.side_of[piece])

    def control(self, node: int, side: int) -> bool:
        """Give a node to a side; tells whether that changed anything."""
        if self.s.control[node] == side:
            return False
        self.s.hold(node, side, self.game.control_matters[node])
        return True

    def units(self, node: int, side: int) -> list[int]:
        """The pieces of a side on a node, topmost first."""
        s = self.s
        if not s.count[side][node]:
            return []
        found = []
        side_of, below = self.game.side_of, s.below
        piece = s.top[node]
        while piece >= 0:
            if side_of[piece] == side:
                found.append(piece)
            piece = below[piece]
        return found

    def foes(self, node: int, side: int) -> list[int]:
        """The pieces of a side's enemies on a node, topmost first."""
        s = self.s
        if not s.foes[side][node]:
            return []
        found = []
        side_of, below, enemies = self.game.side_of, s.below, s.enemies[side]
        piece = s.top[node]
        while piece >= 0:
            if side_of[piece] in enemies:
                found.append(piece)
            piece = below[piece]
        return found

    # ---------------------------------------------------------------- who fights whom

    def enemies(self, side: int) -> tuple[int, ...]:
        """The sides that a side fights."""
        return self.s.enemies[side]

    def foe(self, side: int) -> int:
        """The enemy of a side: the first of them, in a game of two sides the only one."""
        return self.s.enemies[side][0]

    def friends(self, side: int) -> tuple[int, ...]:
        """The sides of an alliance, this one among them."""
        return relations(self.s.alliances, len(self.game.sides)).friends[side]

    def hostile(self, one: int, other: int) -> bool:
        """Do two sides fight each other?"""
        return other in self.s.enemies[one]

    def ally(self, side: int, alliance: int, why: str, rule: str = "") -> None:
        """A side joins an alliance, or leaves all of them (`NEUTRAL`); everybody hears of it."""
        if len(self.game.sides) == 2:
            raise GrognardError("two sides are always enemies")
        self.s.ally(side, alliance)
        self.emit(Allied(alliance=alliance if alliance != NEUTRAL else None, why=why, side=side, rule=rule))

    # ---------------------------------------------------------------- what happens next

    def push(self, step: str, side: int = -1, *args: object, posts: tuple[int, ...] = ()) -> None:
        """Do this next, before what is already waiting; a decision is that of a side, or of some of its posts. Nothing comes
        after the end of the game."""
        s = self.s
        if s.outcome is None:
            s.flow += (self._put(Frame(step, side, args, posts)),)

    def _put(self, frame: Frame) -> Frame:
        """A frame to be laid down: where several seats share its side, the game may put a decision to some of them."""
        if frame.posts or frame.side < 0 or self.roster.only[frame.side] >= 0 or self.game.flow.steps[frame.step].run is not None:
            return frame
        return replace(frame, posts=self.game.asked(self, frame))

    def pop(self) -> Frame:
        """The present frame is done (the end of the game has swept away all frames)."""
        s = self.s
        flow = s.flow
        if not flow:
            return Frame("over")
        s.flow = flow[:-1]
        return flow[-1]

    @property
    def frame(self) -> Frame:
        return self.s.flow[-1]

    def queue(self, *steps: tuple[Any, ...]) -> None:
        """Do these steps in this order, before what is already waiting: (step, side, args ...) each."""
        if self.s.outcome is None:
            frames = [self._put(Frame(step[0], step[1] if len(step) > 1 else -1, step[2:])) for step in reversed(steps)]
            self.s.flow = (*self.s.flow, *frames)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.s.outcome is not None

    def win(self, side: int, reason: str, rule: str, place: int = -1) -> None:
        """A side has won, and its friends with it: play stops. The first verdict stands."""
        self._end(Outcome(self.friends(side), rule, reason, place), Won(why=reason, side=side, rule=rule))

    def draw(self, reason: str, rule: str) -> None:
        """Play stops and nobody has won."""
        self._end(Outcome((), rule, reason), Ended(why=reason, rule=rule))

    def _end(self, outcome: Outcome, event: Event) -> None:
        if self.s.outcome is None:
            self.s.outcome = outcome
            self.s.flow = ()
            self.emit(event)

    # ---------------------------------------------------------------- what happened

    def emit(self, event: Event, *, public: bool = False) -> None:
        """Record an event. Units that others may not identify now are left out of `seen` unless `public`."""
        took_part = event.units
        if took_part:
            game = self.game
            force_setattr(
                event, "seen", took_part if public else tuple([unit for unit in took_part if game.identified(self, unit)])
            )
        self.events.append(event)
