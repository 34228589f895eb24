"""A match comes back from the database. The log is the truth; positions and events beside it are caches.

A match that was last played with today's rules is resumed from its latest position. Any other is replayed under today's
rules and compared, once; where it no longer plays as it did it is parted, and waits for all persons to agree to go on.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from ..core.digest import digest
from ..core.errors import GrognardError
from ..core.fingerprint import fingerprint
from ..core.game import Game
from ..core.history import Parting, Past, pack_events
from ..core.match import Match
from ..core.recall import replay
from ..core.state import State
from ..games import load_game
from .access import Denied
from .live import Live
from .store import Addition, Entry, Overtaken, Parted, Record, Renewal, Snapshot, Store, in_force, now, pack_state, unpack_state

log = logging.getLogger("grognard.server")


_WORTH_KEEPING = 32  #: commands after which a position is stored that was missing


class Loader:
    """Reads matches."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def load(self, match_id: str) -> Live:
        """A match as it stands."""
        while True:
            found = self.store.read(match_id)
            if found is None:
                raise Denied(404, "there is no such match")
            try:
                return self._revived(*found)
            except Overtaken:  # by another server, while it was being compared
                continue
            except GrognardError as error:
                raise Denied(503, f"this match cannot be restored: {error}") from error

    def _revived(self, record: Record, entries: list[Entry], stored: Snapshot | None) -> Live:
        game = load_game(record.game, data_set=record.data_set)
        line = in_force(entries)
        past = [entry.past() for entry in line]
        if len(past) != record.version:
            raise GrognardError(f"its log holds {len(past)} commands instead of {record.version}")
        if record.verified == fingerprint(game):
            match = self._resumed(game, record, past, stored)
        else:
            match = self._compared(game, record, entries, line, past)
        return Live(record, match, entries)

    def _resumed(self, game: Game[Any], record: Record, past: Sequence[Past], stored: Snapshot | None) -> Match:
        """A match played on from its latest position, or from the beginning where that does not fit."""
        begin = game, record.scenario, record.options, record.dice, past
        if stored is not None:
            try:
                return Match.resume(*begin, stored.version, _position(game, record, past, stored), record.seating)
            except GrognardError as error:
                log.warning("match %s is replayed: %s", record.id, error)
        match = Match.resume(*begin, seating=record.seating)
        if match.length >= _WORTH_KEEPING or stored is not None:
            position = match.length, pack_state(match.state)
            self.store.renew(Renewal(record.id, record.revision, fingerprint(game), [], position))
        return match

    def _compared(self, game: Game[Any], record: Record, entries: list[Entry], line: list[Entry], past: list[Past]) -> Match:
        """A match replayed under today's rules. What is found is written down, and `record` and `entries` brought up to date."""
        begun = Match(game, record.scenario, record.options, seating=record.seating, chapters=record.dice)
        match, parting = replay(begun, past)
        links = match.links()
        anew = [
            msgspec.structs.replace(entry, events=events, digest=link.digest or entry.digest)
            for entry, link in zip(line, links, strict=False)
            if (events := pack_events(link.events)) != entry.events or (link.digest and not entry.digest)
        ]
        snapshot = (match.length, pack_state(match.state)) if match.length else None
        record.verified = fingerprint(game)
        renewal = Renewal(record.id, record.revision, record.verified, anew, snapshot)
        if parting is not None:
            renewal = _parted(renewal, record, match, parting, entries)
        self.store.renew(renewal)
        changed = {entry.revision: entry for entry in anew}
        entries[:] = [changed.get(entry.revision, entry) for entry in entries]
        return match


def _parted(renewal: Renewal, record: Record, match: Match, parting: Parting, entries: list[Entry]) -> Renewal:
    """The match no longer plays as it did. Where no person plays, nobody has to agree to go on."""
    log.warning("match %s opens after command %d: %s", record.id, parting.number, parting.why)
    entry = Entry(record.revision + 1, parting.number, "part", "", "", "rules", why=parting.why, time=now())
    entries.append(entry)
    record.revision, record.version, record.takeback = entry.revision, entry.version, None
    record.deciding = " ".join(match.seats[seat] for seat in match.waiting) or None
    record.parted = Parted(parting.number, parting.why)
    addition = Addition(record.id, entry, record.deciding, match.chapters)
    return msgspec.structs.replace(renewal, parting=addition, parted=record.parted)


def _position(game: Game[Any], record: Record, past: Sequence[Past], stored: Snapshot) -> State:
    """A stored position; a `GrognardError` if it was made with something else or is not the one its command led to."""
    if stored.made != record.verified or not 0 < stored.version <= len(past):
        raise GrognardError("its stored position was made with other rules")
    state: State = game.restore(unpack_state(stored.state))
    known = past[stored.version - 1].digest
    if known and digest(state) != known:
        raise GrognardError("its stored position is not the one its command led to")
    return state
