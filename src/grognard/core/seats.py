"""Who sits at the table. A side has one or more *posts*, the smallest parts of it that a person can be given (a map, a front);
a *seat* commands one or more posts, perhaps of several sides; a *seating* says who sits where. A match is begun with one of the
seatings its game offers; without a word about it every side has one post and every post its own seat.

Rules speak of sides and posts, never of seats: a position is the same whoever sits where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .command import Command
from .errors import GrognardError, Illegal
from .state import Frame

if TYPE_CHECKING:
    from .play import Play

_NAME = re.compile(r"[a-z0-9-]{1,32}")
#: the sides whose secrets somebody knows; nobody's for a spectator
Eyes = tuple[int, ...]


class Post(msgspec.Struct, frozen=True):
    """A part of a side that one person can command."""

    name: str
    side: int


class Seat(msgspec.Struct, frozen=True):
    """A place at the table and the posts that go with it."""

    name: str
    posts: tuple[str, ...]


class Seating(msgspec.Struct, frozen=True):
    """A way to share out the posts of a game."""

    name: str
    title: str
    text: str
    seats: tuple[Seat, ...]


class Roster:
    """A seating worked out: seats, posts and sides are numbers from here on."""

    def __init__(self, seating: Seating, posts: Sequence[Post], sides: int) -> None:
        self.seating = seating
        self.seats = tuple(seat.name for seat in seating.seats)
        self.numbers: dict[str | int, int] = {name: k for k, name in enumerate(self.seats)}
        if not all(_NAME.fullmatch(name) for name in self.seats):
            raise GrognardError(f"a seat is called by one short word, not {', '.join(self.seats)}")
        numbers = {post.name: k for k, post in enumerate(posts)}
        named = [name for seat in seating.seats for name in seat.posts]
        if sorted(named) != sorted(numbers) or len(set(self.seats)) != len(self.seats):
            raise GrognardError(f"the seating {seating.name!r} must give every post to exactly one seat")
        #: by seat, its posts and its sides
        self.posts = tuple(tuple(numbers[name] for name in seat.posts) for seat in seating.seats)
        self.sides: tuple[Eyes, ...] = tuple(tuple(dict.fromkeys(posts[k].side for k in mine)) for mine in self.posts)
        #: by side, its posts, the seats that command them, and the seat if there is only one (else -1)
        self.posts_of = tuple(tuple(k for k, post in enumerate(posts) if post.side == side) for side in range(sides))
        self.seats_of = tuple(self._holding(mine) for mine in self.posts_of)
        self.only = tuple(seats[0] if len(seats) == 1 else -1 for seats in self.seats_of)
        self.side_of = tuple(post.side for post in posts)

    def _holding(self, posts: Iterable[int]) -> tuple[int, ...]:
        wanted = set(posts)
        return tuple(seat for seat, mine in enumerate(self.posts) if wanted & set(mine))

    def number(self, seat: str | int) -> int:
        """A seat by name or number."""
        if isinstance(seat, int):
            if 0 <= seat < len(self.seats):
                return seat
        elif seat in self.numbers:
            return self.numbers[seat]
        raise GrognardError(f"the seats are {', '.join(self.seats)}, not {seat!r}")

    # ---------------------------------------------------------------- whose decision it is

    def asked(self, frame: Frame) -> tuple[int, ...]:
        """The posts whose decision a frame is: those it names, else all of its side."""
        return frame.posts or self.posts_of[frame.side]

    def deciding(self, frame: Frame) -> tuple[int, ...]:
        """The seats that may speak at a decision."""
        return self._holding(frame.posts) if frame.posts else self.seats_of[frame.side]

    def ready(self, frame: Frame, seat: int) -> bool:
        """Has a seat said that it is through with a decision that it shares?"""
        return all(post in frame.ready for post in self.asked(frame) if post in self.posts[seat])

    def waiting(self, frame: Frame) -> tuple[int, ...]:
        """The seats that have still to speak."""
        seats = self.deciding(frame)
        return tuple(seat for seat in seats if not self.ready(frame, seat)) if frame.ready else seats

    def speaks_for(self, frame: Frame, seat: int) -> int:
        """The side a deciding seat speaks for."""
        if frame.side >= 0:
            return frame.side
        return next(self.side_of[post] for post in frame.posts if post in self.posts[seat])


def eyes_of(p: Play[Any, Any], seat: int) -> Eyes:
    """The sides whose secrets a seat knows: its own, and those of its friends where the game lets allies share them."""
    if seat < 0:
        return ()
    own = p.roster.sides[seat]
    if not p.game.allies_share:
        return own
    return tuple(sorted({friend for side in own for friend in p.friends(side)}))


class Voice:
    """What a seat may speak of at a decision that it shares with others: its own units and its own ground."""

    def __init__(self, p: Play[Any, Any], seat: int) -> None:
        frame, roster = p.s.flow[-1], p.roster
        self.p, self.side, self.mine = p, frame.side, roster.posts[seat]
        #: posts of others that could be meant
        self.others = {*roster.asked(frame), *(roster.posts_of[frame.side] if frame.side >= 0 else ())} - {*self.mine}

    def owns(self, unit: int) -> bool:
        """Is a unit not somebody else's at this decision?"""
        return self.p.game.post_of(self.p, unit) not in self.others

    def rules(self, node: int) -> bool:
        """Is a node not somebody else's ground at this decision?"""
        return self.p.game.post_at(self.p, node, self.side) not in self.others

    def allows(self, command: Command) -> bool:
        """May the seat say this, as far as what it names goes?"""
        if command.units:
            return all(map(self.owns, command.units))
        return all(map(self.rules, command.hexes))

    def check(self, command: Command) -> None:
        """Refuse what others command."""
        game, roster = self.p.game, self.p.roster
        named = [(game.pieces[u].handle, game.post_of(self.p, u)) for u in command.units]
        named = named or [(game.board.names[h], game.post_at(self.p, h, self.side)) for h in command.hexes]
        for name, post in named:
            if post in self.others:
                other = next(seat for seat, posts in zip(roster.seats, roster.posts, strict=True) if post in posts)
                raise Illegal(game.own_command, f"{name} is under the command of {other}")


def voice(p: Play[Any, Any], seat: int) -> Voice | None:
    """The voice of a seat where others have a say beside it; None where it speaks for all."""
    frame = p.s.flow[-1]
    if not frame.posts and p.roster.only[frame.side] == seat:
        return None
    found = Voice(p, seat)
    return found if found.others else None
