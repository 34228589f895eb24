"""A game being played: the state, the static game behind it, the dice, and what has just happened.

Rule functions take a `Play` first. They read `p.s` (the state) and `p.game` (board, types, tables) and
change the position only through the few verbs here, which keep stacks, caches and events right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from .alliances import NEUTRAL, relations
from .command import Command
from .dice import Dice
from .errors import GrognardError
from .state import Frame, Outcome, State

if TYPE_CHECKING:
    from .game import Game
    from .seats import Roster

S = TypeVar("S", bound=State)
G = TypeVar("G", bound="Game[Any]")


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, named by a past participle. `seen` lists the units that everybody may
    know by name; the others are only counted in the views of other seats."""

    kind: str
    side: int = -1
    units: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    number: int | None = None
    data: tuple[Any, ...] = ()
    rule: str = ""


class Play(Generic[S, G]):
    """The working surface of the rules."""

    __slots__ = ("barrier", "dice", "events", "game", "roster", "s", "speaker", "vouched")

    def __init__(self, game: G, state: S, dice: Dice, roster: Roster | None = None) -> None:
        self.game = game
        self.s = state
        self.dice = dice
        self.roster = roster or game.rosters[0]  #: who sits where
        self.events: list[Event] = []
        self.vouched: Command | None = None  #: a command of which the options have said that it is legal in this position
        self.speaker = -1  #: the side whose command is being carried out
        self.barrier = False  #: a die was rolled or something hidden was seen: no undo beyond this point

    def option(self, name: str) -> str:
        """What was chosen for an option when the match began."""
        return self.s.options.get(name) or self.game.defaults[name]

    # ---------------------------------------------------------------- chance

    def roll(self, why: str, rule: str = "", sides: int = 6, side: int = -1) -> int:
        """Roll one die in the open."""
        value = self.dice.number(self.s.rolls, sides)
        self.s.rolls += 1
        self.barrier = True
        self.emit("rolled", side=side, number=value, data=(why,), rule=rule)
        return value

    def pick(self, count: int) -> int:
        """A number below `count`, drawn unseen (a blind draw, a shuffle)."""
        value = self.dice.number(self.s.rolls, count) - 1
        self.s.rolls += 1
        self.barrier = True
        return value

    def shuffled(self, items: Sequence[Any]) -> list[Any]:
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
        self.emit("allied", side=side, number=alliance if alliance != NEUTRAL else None, data=(why,), rule=rule)

    # ---------------------------------------------------------------- what happens next

    def push(self, step: str, side: int = -1, *args: Any, posts: tuple[int, ...] = ()) -> None:
        """Do this next, before what is already waiting; a decision is that of a side, or of some of its posts. Nothing comes
        after the end of the game."""
        if self.s.outcome is None:
            self.s.flow = (*self.s.flow, Frame(step, side, args, posts))

    def pop(self) -> Frame:
        """The present frame is done (the end of the game has swept away all frames)."""
        if not self.s.flow:
            return Frame("over")
        frame = self.s.flow[-1]
        self.s.flow = self.s.flow[:-1]
        return frame

    @property
    def frame(self) -> Frame:
        return self.s.flow[-1]

    def queue(self, *steps: tuple[Any, ...]) -> None:
        """Do these steps in this order, before what is already waiting: (step, side, args ...) each."""
        if self.s.outcome is None:
            frames = [Frame(step[0], step[1] if len(step) > 1 else -1, step[2:]) for step in reversed(steps)]
            self.s.flow = (*self.s.flow, *frames)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.s.outcome is not None

    def win(self, side: int, reason: str, rule: str, place: int = -1) -> None:
        """A side has won, and its friends with it: play stops. The first verdict stands."""
        self._end("won", side, Outcome(self.friends(side), rule, reason, place))

    def draw(self, reason: str, rule: str) -> None:
        """Play stops and nobody has won."""
        self._end("ended", -1, Outcome((), rule, reason))

    def _end(self, kind: str, side: int, outcome: Outcome) -> None:
        if self.s.outcome is None:
            self.s.outcome = outcome
            self.s.flow = ()
            self.emit(kind, side=side, data=(outcome.reason,), rule=outcome.rule)

    # ---------------------------------------------------------------- what happened

    def emit(
        self, kind: str, *, side: int = -1, units: Iterable[int] = (), hexes: Iterable[int] = (),
        number: int | None = None, data: tuple[Any, ...] = (), rule: str = "", public: bool = False,
    ) -> None:  # fmt: skip
        """Record an event. Units that others may not identify now are left out of `seen` unless `public`."""
        units = tuple(units)
        seen = units
        if units and not public:
            game = self.game
            seen = tuple([u for u in units if game.identified(self, u)])
        self.events.append(Event(kind, side, units, seen, tuple(hexes), number, data, rule))
