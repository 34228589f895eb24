"""The history of a match: a chain of links, one per command, and how what a command caused is kept.

A stored match is resumed from a position in between; what came before that is only linked together when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from .command import Command
from .errors import GrognardError
from .events import Event, Kinds
from .state import State

_encode = msgspec.msgpack.encode

#: A barrier of courtesy: a phase was closed or something said aloud, but no die has fallen and nothing hidden was seen.
COURTESY = 2


class Link(msgspec.Struct, eq=False):
    """One command in the history, what it caused, and the link before it."""

    number: int
    before: Link | None
    seat: int
    command: Command | None
    events: list[Event]
    barrier: bool  #: cannot be taken back without the opponent's consent
    courtesy: bool | None = None  #: is the barrier but one of courtesy? None: not known of a stored match, see `core.takeback`
    snapshot: State | None = None
    digest: str = ""  #: of the position it led to, once somebody has asked
    archive: Callable[[], Link] | None = None  #: makes the link before it, where a match was resumed

    def earlier(self) -> Link | None:
        """The link before this one; None at the beginning."""
        if self.before is None and self.archive is not None:
            self.before, self.archive = self.archive(), None
        return self.before


class Past(msgspec.Struct, frozen=True, gc=False):
    """A command of a stored match, and what is known of its outcome: events as they were kept, and a digest of the position.
    Where nothing is known (old saves) only a refusal can tell that the rules have changed."""

    seat: str
    command: str
    barrier: bool = True
    events: bytes | None = None
    digest: str = ""


class Parting(msgspec.Struct, frozen=True):
    """Where a match no longer plays as it did when it was stored: it goes on after command `number`, and what was said
    after it, seat and line, is struck out."""

    number: int
    why: str  #: what everybody may know, in a sentence
    lines: tuple[tuple[str, str], ...]
    detail: str = ""  #: the command that differs, and its refusal, for whoever may know everything

    @property
    def sentence(self) -> str:
        """What the owner of a save is told."""
        later = f"{len(self.lines)} later commands are" if len(self.lines) > 1 else "the command after it is"
        return (
            f"{self.why} ({self.detail}). The match opens after command {self.number}; {later} kept in the save, "
            "and the dice to come are new"
        )


class NotEvents(GrognardError):
    """These bytes are no events of today's layout."""


def pack_events(events: list[Event]) -> bytes:
    """Events as they are kept. They are a cache: replaying the commands makes them anew."""
    return _encode(events)


def unpack_events(kinds: Kinds, data: bytes) -> list[Event]:
    """The inverse of `pack_events`, for the kinds of event of a game."""
    try:
        return kinds.decode(data)
    except msgspec.DecodeError as error:
        raise NotEvents(f"the events of the match cannot be read: {error}") from None
