"""Why a computer player said something: all of it for its own seat, and for everybody once the game is over; until then
others read what they can know."""

from __future__ import annotations

import msgspec

from ..ai.outward import outward
from ..core.match import Match

SPECTATOR = ""  #: the reader who sits nowhere


class Reason(msgspec.Struct, frozen=True):
    """A reason and its versions for others, by seat; both empty where a person has spoken."""

    why: str = ""
    told: dict[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self.why)

    def read_by(self, reader: str | None, speaker: str, over: bool) -> str:
        """What a seat (or a spectator: None) reads of the reason of another."""
        return self.why if over or reader == speaker else self.told.get(reader or SPECTATOR, "")

    def pack(self) -> str:
        return msgspec.json.encode(self.told).decode() if self.told else ""

    @classmethod
    def unpack(cls, why: str, told: str) -> Reason:
        return cls(why, msgspec.json.decode(told, type=dict[str, str]) if told else {})


def reason_of(before: Match, after: Match, why: str) -> Reason:
    """The reason of a command that a computer player has just given, for everybody at the table."""
    speaker = after.last.seat
    others = {seat: outward(before, after, seat) for number, seat in enumerate(after.seats) if number != speaker}
    return Reason(why, others | {SPECTATOR: outward(before, after, None)})
