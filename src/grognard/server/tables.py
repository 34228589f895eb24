"""Matches are found by the links to them and held while they are used; what the database has not taken is read anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy.exc import SQLAlchemyError

from . import partings
from .access import Denied, Pass
from .links import Links
from .live import Live
from .loading import Loader
from .memory import Memory
from .store import Record, Store, Uncertain


class Tables:
    """The matches of a server, each for the exclusive use of one caller at a time."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self._loader = Loader(store)
        self.memory = Memory(self._load, most)
        self.links = Links(store, self.hold, self.renew)

    def hold(self, who: Pass) -> AbstractContextManager[Live]:
        """The match of a link for the exclusive use of the caller."""
        return self.memory.hold(who.match, watching=who.watches)

    @contextmanager
    def look(self, who: Pass) -> Iterator[Live]:
        """The same for somebody who will see it."""
        with self.hold(who) as live:
            self.links.look(live, who)
            yield live

    @contextmanager
    def renew(self, who: Pass) -> Iterator[Live]:
        """The same to be changed; what the database has not taken is read anew."""
        with self.hold(who) as live:
            try:
                yield live
            except (SQLAlchemyError, Uncertain):
                self.memory.drop(live)
                raise

    @contextmanager
    def change(self, who: Pass) -> Iterator[Live]:
        """The same to be changed by somebody who will see it."""
        with self.renew(who) as live:
            self.links.look(live, who)
            yield live

    def _load(self, match_id: str) -> Live:
        live = self._loader.load(match_id)
        partings.settle(self.store, live)  # where no person plays nobody has to agree
        return live


def seated(live: Live, who: Pass) -> str:
    """The seat that a link speaks for, when it must be one."""
    seat = live.acting(who)
    if seat is None:
        raise Denied(403, "spectators only watch" if who.watches else "no seat is played by a person")
    return seat


def moved_on(record: Record) -> Denied:
    return Denied(409, "the match has moved on", version=record.version, revision=record.revision)
