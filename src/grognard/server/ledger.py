"""What has been said is carried out, written down, and only then told; computer players are part of it."""

from __future__ import annotations

from zlib import crc32

from ..ai import anything
from ..core.errors import Illegal
from ..core.fingerprint import fingerprint
from ..core.history import pack_events
from . import hub
from .computers import Computers
from .live import Live
from .reasons import Reason, reason_of
from .settings import Settings
from .store import Addition, Entry, Overtaken, now, pack_state
from .tables import Tables, moved_on
from .thinking import Thought
from .wire import Order


class Ledger:
    """The log of every match. All calls are made with the match held."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._store, self._memory, self._every = tables.store, tables.memory, settings.snapshot_every
        self.computers = Computers(settings, tables.memory.hold, self.computer_decided)

    def do(self, live: Live, command: Order, seat: str) -> None:
        """Carry out a command; a match that a fault has left in an unknown state is forgotten."""
        try:
            live.match.do(command, seat)
        except Illegal:
            raise
        except BaseException:
            self._memory.drop(live)  # a fault in the rules may have left anything behind
            raise

    def addition(self, live: Live, sender: str, key: str | None, reason: Reason | None = None, trials: int = 0) -> Addition:
        """The last command of a match, to be written to its log."""
        match, link, reason = live.match, live.match.last, reason or Reason()
        assert link.command is not None
        entry = Entry(
            live.record.revision + 1, match.length, "do", match.seats[link.seat], match.text(link.command), sender, key,
            reason.why, link.barrier, pack_events(link.events), now(), live.digester(match.state), reason.pack(),
            trials,
        )  # fmt: skip
        snapshot = pack_state(match.state) if self._is_kept(live) else None
        return Addition(live.record.id, entry, live.to_decide, match.chapters, snapshot, fingerprint(match.game))

    def _is_kept(self, live: Live) -> bool:
        """Is the position as it stands now to be kept? One in so many; matches that have begun together take turns, since packing
        all their positions in one lot would keep everybody waiting."""
        return (live.match.length + crc32(live.record.id.encode())) % self._every == 0

    def conclude(self, live: Live, addition: Addition, since: int | None = None) -> None:
        """A change has been committed: tell everybody what is new (after `since`, where it is more than the last command)."""
        entry = addition.entry
        live.take(addition)
        hub.publish_update(live, len(live.line) - (entry.kind == "do") if since is None else since)
        self.computers.consider(live)

    def commit(self, live: Live, additions: list[Addition], since: int | None = None) -> None:
        """Commit changes that belong together."""
        fault = self._store.append_all(additions)
        if fault is not None:
            self._memory.drop(live)
            raise moved_on(live.record) if isinstance(fault, Overtaken) else fault
        for addition in additions[:-1]:
            live.take(addition)
        self.conclude(live, additions[-1], since)

    def computer_decided(self, live: Live, seat: str, thought: Thought) -> None:
        """A computer player has made up its mind."""
        before, why, trials = live.match.copy(), thought.why, thought.trials
        try:
            self.do(live, thought.command, seat)
        except Illegal:  # for a reason that was hidden from it
            advice = anything(live.match.sit(seat))
            self.do(live, live.match.text(advice.command), seat)
            why, trials = advice.why, 0
        self.commit(live, [self.addition(live, "computer", None, reason_of(before, live.match, why), trials)])
