"""Commands are taken back: one's own last one, or more if everybody whom it concerns agrees."""

from __future__ import annotations

from ..core.errors import Illegal
from ..core.history import pack_events
from ..core.takeback import NOTHING, stops, without_last_of
from . import consent, hub, partings, wire
from .access import Denied, Pass
from .ledger import Ledger
from .live import Live
from .store import Addition, Entry, now
from .tables import Tables, seated
from .telling import answer


class Takebacks:
    """Takes back what may be taken back."""

    def __init__(self, tables: Tables, ledger: Ledger) -> None:
        self._tables, self._ledger = tables, ledger

    def undo(self, who: Pass, wanted: wire.Undo) -> wire.Answer:
        """Take back one's own last command; further than that only somebody who plays alone."""
        with self._tables.change(who) as live:
            seat = seated(live, who)
            if live.record.version and live.match.seats[live.match.last.seat] in live.speaks_for(who):
                seat = live.match.seats[live.match.last.seat]  # whoever sits at the screen speaks for all at it
            if (who.name, wanted.key) not in live.said:
                partings.demand_agreement(live)
                version = live.record.version - 1
                if wanted.agreed:
                    if not live.alone(who):
                        raise Denied(403, "the opponent has to agree: ask for a takeback")
                    version = version if who.hotseat else live.last_of(seat) - 1
                elif not live.can_undo(who):
                    without_last_of(live.match, live.match.roster.number(seat), live.alone(who))  # says why not
                    raise Denied(403, f"the computer plays {seat}; take the seat back first")
                elif live.last_of(seat) < live.record.version:
                    self._pull_out(live, live.last_of(seat) - 1, who.name, seat, wanted.key)
                    return answer(live, who, live.record.version)
                if version < 0:
                    raise Illegal("", NOTHING)
                self._go_back(live, version, who.name, seat, wanted.key)
            return answer(live, who, live.record.version)

    def redo(self, who: Pass, wanted: wire.Redo) -> wire.Answer:
        """Do again what was taken back last."""
        with self._tables.change(who) as live:
            if (who.name, wanted.key) not in live.said:
                partings.demand_agreement(live)
                if not live.can_redo(who):
                    raise Illegal("", "there is nothing to do again")
                seat = live.undone[0].seat
                if live.computer(seat):
                    raise Denied(403, f"the computer plays {seat}; take the seat back first")
                self._ledger.do(live, live.undone[0].command, seat)
                self._ledger.commit(live, [self._ledger.addition(live, who.name, wanted.key)])
            return answer(live, who, live.record.version - 1)

    def takeback(self, who: Pass, wanted: wire.Takeback) -> wire.Answer:
        """Ask all whom it concerns to take back one's last command and all that followed, or answer such a question."""
        with self._tables.change(who) as live:
            seat, request = seated(live, who), consent.Request.of(live)
            partings.demand_agreement(live)
            if wanted.say == "ask":
                if not live.last_of(seat):
                    raise Illegal("", NOTHING)
                request = consent.Request(seat)
            elif request is None:
                raise Denied(409, "nobody asks to take anything back", version=live.record.version, revision=live.record.revision)
            elif wanted.say == "refuse":
                self._set_takeback(live, None)
                return answer(live, who, live.record.version)
            elif request.seat == seat and not who.hotseat:
                raise Denied(403, "the others have to agree")
            else:
                request = consent.Request(request.seat, (*request.agreed, seat))
            if set(request.waiting(live)) <= set(live.speaks_for(who) if who.hotseat else ()):
                self._go_back(live, live.last_of(request.seat) - 1, who.name, seat, None)
            else:
                self._set_takeback(live, str(request))
            return answer(live, who, live.record.version)

    def _set_takeback(self, live: Live, request: str | None) -> None:
        self._tables.store.set_takeback(live.record.id, request)
        live.record.takeback = request
        hub.publish_update(live, live.record.version)

    def _go_back(self, live: Live, version: int, sender: str, seat: str, key: str | None) -> None:
        alone_barred = [link for link in live.match.recent(live.match.length - version) if stops(live.match, link, alone=True)]
        undone = [] if alone_barred else [*live.line[version:], *live.undone]  # beyond a die it would not be the same again
        live.match = live.match.copy()
        live.match.take_back_to(version)
        entry = Entry(live.record.revision + 1, version, "undo", seat, "", sender, key, time=now())
        live.undone = undone
        self._ledger.commit(live, [Addition(live.record.id, entry, live.to_decide, live.match.chapters)])

    def _pull_out(self, live: Live, version: int, sender: str, seat: str, key: str) -> None:
        """Take back a command from under those of others: back to before it, and theirs done again."""
        record, before = live.record, live.match
        live.match = without_last_of(before, before.roster.number(seat))
        live.undone = []
        entries = [Entry(record.revision + 1, version, "undo", seat, "", sender, key, time=now())]
        for link, line in zip(live.match.recent(live.match.length - version), live.line[version + 1 :], strict=True):
            assert link.command is not None
            entries.append(
                Entry(record.revision + 1 + link.number - version, link.number, "do", before.seats[link.seat],
                      before.text(link.command), sender, None, line.reason.why, link.barrier, pack_events(link.events), now(),
                      told=line.reason.pack())
            )  # fmt: skip
        additions = [Addition(record.id, entry, live.to_decide, live.match.chapters) for entry in entries]
        self._ledger.commit(live, additions, version)
