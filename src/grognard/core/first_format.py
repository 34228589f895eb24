"""The first format of stored matches: its log entries have no digest of the position, only the events of a command.

They are compared with what the same command causes today by what tells of the position: kind, side, units, hexes and numbers.
Wording, citations and who may see a unit may change; kinds of event that have come since are passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .events import HEX_ROLES, Event

#: The kinds of event there were.
_WORDS = {
    "drive-on-moscow": (
        "advanced arrived assaulted attacked began cancelled converted declared demanded deployed drawn eliminated ended entered "
        "forfeited formed lifted moved ordered placed promoted reduced replenished resolved retreated revealed rolled supported "
        "trapped weighed withdrew won"
    ),
    "typhoon-1941": (
        "advanced allocated appeared attacked began bombed cancelled commanded declined deployed determined disbanded disrupted "
        "downed dropped eliminated ended forewarned gambled hidden intercepted launched launched-offensive lifted moved named "
        "placed prevented pushed railed received recovered resolved rested resupplied retreated returned revealed rolled shown "
        "spent stood turned weathered weighed withdrew won"
    ),
    "barbarossa": (
        "advanced aimed answered arrived assaulted attacked began broke-through cancelled chosen combed converted covered "
        "cut-off declared defected delayed deployed dissolved drawn dropped eliminated ended entered exited fallen "
        "forfeited forgiven fortified held joined judged launched lifted moved opened ordered paused placed proclaimed promoted "
        "razed recalled reclaimed removed reserved resolved retreated returned revealed rolled rushed sailed scored shut-off "
        "supplied supported transferred trapped walled weighed withdrawn won wrecked zoned"
    ),
}
KINDS = {game: frozenset(words.split()) for game, words in _WORDS.items()}


class OldEvent(msgspec.Struct, frozen=True):
    """An event as the first format wrote it."""

    kind: str
    side: int = -1
    units: tuple[int, ...] = ()
    hexes: tuple[int, ...] = ()
    number: int | None = None
    data: tuple[Any, ...] = ()


_OLD = msgspec.msgpack.Decoder(list[OldEvent])


def alike(game: str, kept: bytes, events: Sequence[Event]) -> bool:
    """Does a command cause today what it caused when it was stored?"""
    known = KINDS.get(game)
    try:
        before = _OLD.decode(kept)
    except msgspec.DecodeError:
        return True  # a cache that cannot be read says nothing
    now = [event for event in events if known is None or event.kind in known]
    return [_old_facts(event) for event in before] == [_facts(event) for event in now]


#: fields of an event that are not compared, or not as what its kind tells
_APART = {"side", "rule", "seen", "units", "shifts", *HEX_ROLES}


def _facts(event: Event) -> tuple[Any, ...]:
    """What an event tells of the position: of its particulars everything but sentences."""
    told = [getattr(event, field) for field in event.__struct_fields__ if field not in _APART]
    hexes = [hex for field in HEX_ROLES for hex in _row(getattr(event, field, ())) if hex >= 0]
    return event.kind, event.side, event.units, tuple(hexes), _plain(told)


def _old_facts(event: OldEvent) -> tuple[Any, ...]:
    return event.kind, event.side, event.units, event.hexes, _plain([event.number, event.data])


def _row(value: int | Sequence[int]) -> Sequence[int]:
    return (value,) if isinstance(value, int) else value


def _plain(data: Any) -> list[str]:
    """Numbers and words, whatever their order; nothing is as good as 0."""
    if isinstance(data, tuple | list):
        return sorted(word for part in data for word in _plain(part))
    return [] if not data or (isinstance(data, str) and " " in data) else [str(data)]
