"""A match in memory: the referee's match, who plays it, who looks at it, and what each of them may see."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec

from ..core import view as views
from ..core.match import Match
from .access import Pass
from .store import Entry, Record

if TYPE_CHECKING:
    from .hub import Client

#: Positions kept in memory of the far past of a match: one in so many commands.
_SPARSE = 16
_RECENT = 64


class Thinking(msgspec.Struct, frozen=True):
    """A computer player at work; `progress` counts the moves it has made in this spell."""

    seat: str
    progress: int | None
    text: str


class Live:
    """One match. Hold `lock` while using it; when `gone` is set, look it up anew."""

    def __init__(self, record: Record, match: Match, line: Sequence[Entry]) -> None:
        self.lock = threading.RLock()
        self.gone = False
        self.record = record
        self.match = match
        #: per command in force: the revision it was entered with, and a computer player's reason ("" for none)
        self.line = [(entry.revision, entry.why) for entry in line]
        self.thinking: Thinking | None = None
        self.thought_about = -1  #: the revision a computer player was last set to think about
        self.clients: set[Client] = set()
        self._views: dict[str | None, msgspec.Raw] = {}
        self._views_of: tuple[Match, int] = (match, -1)

    # ---------------------------------------------------------------- who

    @property
    def deciding(self) -> str | None:
        """The seat that must decide; None when the match is over."""
        seat = self.match.seat
        return self.match.game.seats[seat] if seat >= 0 else None

    def computer(self, seat: str | None) -> bool:
        return seat is not None and self.record.players[seat] != "human"

    @property
    def humans(self) -> list[str]:
        return [seat for seat in self.match.game.seats if not self.computer(seat)]

    def acting(self, who: Pass) -> str | None:
        """The seat a link sits in; None for one that only watches.

        A hotseat link sits where a person must decide, or with the first person while the computer does.
        """
        if who.watches:
            return None
        if not who.hotseat:
            return who.name
        deciding = self.deciding
        if deciding is not None and not self.computer(deciding):
            return deciding
        return self.humans[0] if self.humans else None

    def alone(self, who: Pass) -> bool:
        """Does nobody else have to be asked?"""
        return who.hotseat or all(seat == who.name for seat in self.humans)

    # ---------------------------------------------------------------- what they see

    def view(self, seat: str | None) -> dict[str, Any]:
        """The position as a seat may see it, encoded already: everybody at the table asks for it at once."""
        if self._views_of != (self.match, self.match.length):
            self._views_of, self._views = (self.match, self.match.length), {}
        if seat not in self._views:
            self._views[seat] = msgspec.Raw(msgspec.json.encode(self.match.view(seat)))
        return cast("dict[str, Any]", self._views[seat])

    def log(self, seat: str | None, since: int = -1, match: Match | None = None) -> list[dict[str, Any]]:
        """What happened after command `since` (-1: everything), as a seat may know it, with the reasons
        computer players gave."""
        match = match or self.match
        first = max(0, since)
        log = [event for event in match.log(seat, first) if event["at"] > since] if match.length > since else []
        if not any(why for _, why in self.line[first : match.length]):
            return log
        reasons = [
            {"kind": "explained", "side": match.game.seats[link.seat], "text": self.line[link.number - 1][1], "at": link.number}
            for link in match.links()[first:]
            if self.line[link.number - 1][1]
        ]
        return sorted(log + reasons, key=lambda event: event["at"])

    def can_undo(self, who: Pass) -> bool:
        """May this link take back the last command without asking?"""
        seat = self.acting(who)
        if seat is None or self.computer(seat) or not self.match.undoable:
            return False
        return self.match.game.seats[self.match.last.seat] == seat

    def last_of(self, seat: str) -> int:
        """The number of the last command a seat has given; 0 for none."""
        link = self.match.last
        index = self.match.game.seat(seat)
        while link.before is not None and link.seat != index:
            link = link.before
        return link.number

    # ---------------------------------------------------------------- housekeeping

    def discreet(self, why: str) -> str:
        """A computer player's reason without the names of units that only its own side may know."""
        match, play = self.match, self.match.play
        speaker = match.last.seat
        hidden = [u for u, side in enumerate(match.game.side_of) if side == speaker and not match.game.identified(play, u)]
        secret = {match.game.pieces[u].handle for u in hidden}
        why = re.sub(r"[\w/-]+", lambda word: "a covered unit" if word[0].lower() in secret else word[0], why)
        for name in {match.game.types[play.s.kind.item(u)].name for u in hidden}:
            if len(name) > 2 and not name.isdigit():
                why = why.replace(name, "a covered unit")
        return why

    def thin(self) -> None:
        """Let go of most old positions; they can be worked out again."""
        if self.match.length % _RECENT:
            return
        link, newest = self.match.last, self.match.length - _RECENT
        while link.before is not None:
            if link.number < newest and link.number % _SPARSE:
                link.snapshot = None
            link = link.before


def see(match: Match, seat: str | None) -> dict[str, Any]:
    """A position of the past: without what could be said then."""
    return views.view(match.play, -1 if seat is None else match.game.seat(seat), decide=False)
