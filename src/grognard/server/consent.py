"""Asking to take something back: who asks, who has agreed, and who has still to be asked."""

from __future__ import annotations

import msgspec

from ..core.takeback import concerned
from . import wire
from .live import Live


class Request(msgspec.Struct, frozen=True):
    """A seat asks that its last command, and all that followed, be taken back; kept as words in one line."""

    seat: str
    agreed: tuple[str, ...] = ()

    @classmethod
    def of(cls, live: Live) -> Request | None:
        seat, *agreed = (live.record.takeback or "").split() or [""]
        return cls(seat, tuple(agreed)) if seat else None

    def __str__(self) -> str:
        return " ".join((self.seat, *self.agreed))

    def waiting(self, live: Live) -> list[str]:
        """The people who have still to agree."""
        match = live.match
        lost = concerned(match, live.last_of(self.seat) - 1)
        asked = [match.seats[seat] for seat in sorted(lost)]
        return [seat for seat in asked if seat in live.persons and seat not in (self.seat, *self.agreed)]


def shown(live: Live) -> wire.Asking | None:
    """The open request as everybody sees it."""
    request = Request.of(live)
    return None if request is None else wire.Asking(request.seat, request.waiting(live))
