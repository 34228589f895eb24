"""Matches that the rules have parted: what is struck out stays readable, and nothing is said until all persons agree to go on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..core.events import Event
from ..core.history import NotEvents, Parting, unpack_events
from ..core.seats import eyes_of
from ..core.shown import EventView
from ..core.view import event_view
from . import wire
from .access import Denied, Pass
from .store import Entry, Store

if TYPE_CHECKING:
    from .live import Live


class Branch(msgspec.Struct, frozen=True):
    """Commands that are no longer in force, after which command they were said, and why."""

    after: int
    why: str
    entries: tuple[Entry, ...]

    def parting(self) -> Parting:
        """The same for a save."""
        return Parting(self.after, self.why, tuple((entry.seat, entry.command) for entry in self.entries))


def branches(log: Sequence[Entry]) -> list[Branch]:
    """What has been struck out of a log."""
    line: list[Entry] = []
    found = []
    for entry in log:
        if entry.kind == "do":
            line.append(entry)
        else:
            if entry.kind == "part":
                found.append(Branch(entry.version, entry.why, tuple(line[entry.version :])))
            del line[entry.version :]
    return found


def struck(live: Live, seat: str | None) -> list[wire.Struck]:
    """What has been struck out, as a seat knew it."""
    found = []
    for branch in live.branches:
        events = [event for entry in branch.entries for event in _told(live, entry, seat)]
        found.append(wire.Struck(branch.after, branch.why, len(branch.entries), events))
    return found


def _told(live: Live, entry: Entry, seat: str | None) -> list[EventView]:
    """What was told of a command when it was said; of one that came with a save its own seat knows the line."""
    match = live.match
    eyes = eyes_of(match.play, -1 if seat is None else match.roster.number(seat))
    try:
        events = [_shown(live, event, eyes, entry.version) for event in unpack_events(match.game.kinds, entry.events)]
    except NotEvents:
        events = []
    if not events and entry.seat == seat:
        side = match.roster.sides[match.roster.number(entry.seat)][0]
        events = [EventView(kind="said", text=entry.command, side=match.game.sides[side], at=entry.version)]
    return events


def _shown(live: Live, event: Event, eyes: tuple[int, ...], at: int) -> EventView:
    try:
        return event_view(live.match.game, event, eyes, at)
    except (LookupError, TypeError, ValueError):  # told in a way that today's words do not fit
        return EventView(kind=event.kind, text=event.kind, at=at)


# ---------------------------------------------------------------- going on


def waiting(live: Live) -> list[str]:
    """The persons who have still to agree to go on."""
    parted = live.record.parted
    return [] if parted is None else [seat for seat in live.humans if seat not in parted.agreed]


def info(live: Live) -> wire.Parted | None:
    """What everybody is told of a match that waits for agreement."""
    parted = live.record.parted
    if parted is None:
        return None
    lost = len(live.branches[-1].entries) if live.branches else 0
    return wire.Parted(parted.version, parted.why, lost, waiting(live))


def demand_agreement(live: Live) -> None:
    """Nothing is said or taken back before all persons have agreed to go on."""
    if live.record.parted is not None:
        record, named = live.record, " and ".join(waiting(live))
        why = f"the rules have changed since this was played: {named} must first agree to go on after command {record.version}"
        raise Denied(409, why, version=record.version, revision=record.revision)


def agree(store: Store, live: Live, who: Pass) -> None:
    """A link agrees to go on, for itself and for everybody it speaks for."""
    record = live.record
    if record.parted is None:
        raise Denied(409, "nothing has to be agreed to", version=record.version, revision=record.revision)
    seats = live.speaks_for(who)
    record.parted = msgspec.structs.replace(record.parted, agreed=tuple(sorted({*record.parted.agreed, *seats})))
    if not settle(store, live):
        store.set_parted(record.id, record.parted, record.dice)


def settle(store: Store, live: Live) -> bool:
    """Go on if nobody has still to agree; dice to come are new. Tells whether the match goes on."""
    record = live.record
    if record.parted is not None and not waiting(live):
        live.match.reseed(secrets.token_hex(16))
        store.set_parted(record.id, None, live.match.chapters)
        record.parted, record.dice = None, live.match.chapters
    return record.parted is None
