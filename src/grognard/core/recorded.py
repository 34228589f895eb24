"""What has been said in a match and what has come of it: a chain of links, read from its end."""

from __future__ import annotations

from collections.abc import Iterator

from . import view as views
from .asking import Asking
from .command import Command
from .errors import GrognardError
from .events import Event
from .history import Link
from .seats import eyes_of
from .shown import EventView


class Recorded(Asking):
    """A position with its past."""

    _last: Link

    @property
    def last(self) -> Link:
        """The latest command with what it caused; before the first command, the beginning."""
        return self._last

    @property
    def undoable(self) -> bool:
        """Can the last command be taken back without asking anybody?"""
        return not self._last.barrier

    @property
    def length(self) -> int:
        """How many commands have been given."""
        return self._last.number

    @property
    def commands(self) -> list[tuple[str, Command]]:
        """(seat, command) from the beginning."""
        return [(self.seats[link.seat], link.command) for link in self.links() if link.command is not None]

    def links(self) -> list[Link]:
        """The history from the first command on."""
        found = []
        link: Link | None = self._last
        while link is not None and link.command is not None:
            found.append(link)
            link = link.earlier()
        return found[::-1]

    def recent(self, count: int) -> list[Link]:
        """The latest commands, in their order."""
        found: list[Link] = []
        link: Link | None = self._last
        while link is not None and len(found) < count:
            found.append(link)
            link = link.earlier() if len(found) < count else None
        return found[::-1]

    def events(self, since: int = 0) -> Iterator[Event]:
        """Everything that happened after command number `since` (0: from the very beginning)."""
        for link in self._since(since):
            yield from link.events

    def _since(self, since: int) -> list[Link]:
        chain = []
        link: Link | None = self._last
        while link is not None and (link.number > since or (since == 0 and link.number == 0)):
            chain.append(link)
            link = link.earlier() if link.number > since + 1 or since == 0 else None
        return chain[::-1]

    def log(self, seat: str | int | None = None, since: int = 0) -> list[EventView]:
        """What happened, as a seat may know it; `at` is the number of the command that caused it."""
        eyes = eyes_of(self._play, self._number(seat))
        return [views.event_view(self.game, event, eyes, link.number) for link in self._since(since) for event in link.events]

    def _link(self, number: int) -> Link:
        if not 0 <= number <= self._last.number:
            raise GrognardError(f"the match has {self._last.number} commands; there is no point {number}")
        link = self._last
        while link.number > number:
            before = link.before or link.earlier()  # the first alone where it can be: this goes back over thousands
            assert before is not None
            link = before
        return link
