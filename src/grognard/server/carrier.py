"""Commands of persons, carried out in lots: each is tried, all are committed together, and only then is anybody told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import msgspec

from . import partings, wire
from .access import Denied
from .ledger import Ledger
from .links import check_seat
from .live import Live, Said
from .memory import Busy
from .referee import Saying
from .store import Addition, Overtaken
from .tables import Tables, moved_on, seated

_MISSED = 20  #: commands of others that a seat may have missed where several decide together


class Carrier:
    """Carries out what the referee has heard."""

    def __init__(self, tables: Tables, ledger: Ledger) -> None:
        self._tables, self._ledger = tables, ledger

    def carry_out(self, lot: list[Saying], patient: bool) -> Iterator[Saying]:
        """Carry out commands of different matches, commit them together, and tell everybody. Those that need more patience than
        there is are given back."""
        with ExitStack() as held:
            made: list[tuple[Saying, Live, Addition]] = []
            for saying in lot:
                try:
                    live = held.enter_context(self._tables.memory.hold(saying.who.match, patient=patient))
                    addition = self._try(live, saying)
                    made += [] if addition is None else [(saying, live, addition)]
                except Busy:
                    yield saying
                except Exception as error:
                    saying.failed(error)
            faults = self._tables.store.append([addition for _, _, addition in made]) if made else []
            for (saying, live, addition), fault in zip(made, faults, strict=True):
                if fault is None:
                    self._conclude(live, saying, addition)
                    continue
                if not isinstance(fault, Overtaken):
                    saying.failed(fault)
                elif patient:
                    saying.failed(moved_on(live.record))
                else:  # by another server: the match may answer differently when it has been read anew
                    yield saying
                self._tables.memory.drop(live)  # what is in memory is wrong, or at least not certain

    def _conclude(self, live: Live, saying: Saying, addition: Addition) -> None:
        try:
            self._ledger.conclude(live, addition)
            saying.done(live, addition.entry.version - 1)
        except Exception as error:
            saying.failed(error)

    def _try(self, live: Live, saying: Saying) -> Addition | None:
        """Carry out a command, to be committed; None when it has been answered before."""
        who, wanted, record = saying.who, saying.wanted, live.record
        seat = seated(live, who)
        self._tables.links.look(live, who)
        if wanted.seat is not None:
            check_seat(live, who, wanted.seat)
        said = live.said.get((who.name, wanted.key))
        if said is not None:
            saying.done(*self._as_it_was(live, said))
            return None
        if not self._up_to_date(live, wanted, seat):
            raise moved_on(record)
        if live.computer(seat):
            raise Denied(403, f"the computer plays {seat}; take the seat back first")
        partings.demand_agreement(live)
        self._ledger.do(live, wanted.command, seat)
        return self._ledger.addition(live, who.name, wanted.key)

    @staticmethod
    def _up_to_date(live: Live, wanted: wire.Say, seat: str) -> bool:
        """Does a seat know where the match stands? Where several decide together, what the others have done meanwhile does not
        make its words stale: the rules look at them anyway."""
        record, match = live.record, live.match
        missed, speaker = record.version - wanted.version, match.roster.number(seat)
        if missed == 0:
            return wanted.revision in (None, record.revision)
        if not 0 < missed <= _MISSED or len(match.deciding) < 2 or speaker not in match.deciding:
            return False
        if wanted.revision is not None and record.revision - wanted.revision != missed:
            return False  # something has been taken back
        return not any(link.barrier or link.seat == speaker for link in match.recent(missed))

    @staticmethod
    def _as_it_was(live: Live, said: Said) -> tuple[Live, int]:
        """The match as a command left it when it was first said, and the version before it."""
        if said.kind == "undo":
            return live, live.record.version
        if said.version > live.record.version or live.line[said.version - 1].revision != said.revision:
            raise Denied(409, "that command has been taken back", version=live.record.version, revision=live.record.revision)
        record = msgspec.structs.replace(live.record, version=said.version, revision=said.revision, takeback=None)
        then = Live(record, live.match.at(said.version), [])
        then.line = live.line[: said.version]
        return then, said.version - 1
