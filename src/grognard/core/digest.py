"""Short digests of positions, to tell whether a stored match still plays as it did.

The digest of a position covers, by sorted name, the values that differ from what they are at the start and the entries of
arrays that differ from what they are filled with. How a state lies in memory does not matter, nor the width of a number.
So a new option, value, array or field changes no digest of a position that does not use it; no name is ever given
another meaning, and nothing in here may change.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from .state import State

_encode = msgspec.json.Encoder(order="sorted").encode

#: Arrays that follow from the others: how many pieces stand where.
_DERIVED = frozenset({"count", "foes", "top"})
_SIMPLE = frozenset({int, str, bool, type(None)})  #: what is JSON as it is
#: Fills whose two bytes are alike, so that an array can be stripped of them.
_FILL_BYTES = {0: b"\x00", -1: b"\xff"}
_NARROW = frozenset({"bool", "int8", "int16", "uint8"})  #: types of arrays whose entries have room in two bytes


_LONG, _RUN = 1000, 500  #: bytes

#: an array: its name, its heading, the byte of its fill, what makes it shorter, and whether it lies in two bytes per entry
_Array = tuple[str, bytes, bytes, "_Filled | None", bool]


def digest(state: State) -> str:
    """Sixteen letters that are the same for the same position, and for no other in a lifetime."""
    values, arrays = _names(type(state))
    mine, whole = state.__dict__, state.arrays.__dict__
    told = [
        [name, value if type(value) in _SIMPLE else _plain(value)]
        for name, first in values if (value := mine[name]) is not first and value != first
    ]  # fmt: skip
    parts = [_encode(told)]
    for name, heading, byte, long, as_it_lies in arrays:
        entries, before = whole[name], 0
        if long is not None and entries.nbytes > _LONG:
            before, entries = long(entries)
        raw = entries.tobytes() if as_it_lies else _two_bytes(entries)
        rest = raw.lstrip(byte)
        if rest:
            parts += [heading, b"%d " % (2 * before + len(raw) - len(rest)), rest.rstrip(byte)]
    return hashlib.blake2b(b"".join(parts), digest_size=8).hexdigest()


class _Filled:
    """Takes the fill off both ends of a long array, many entries at once: to strip its bytes one after the other takes longer."""

    def __init__(self, fill: int) -> None:
        self.fill, self.byte = fill, _FILL_BYTES[fill]
        self.run = self.byte * _RUN

    def __call__(self, entries: npt.NDArray[Any]) -> tuple[int, npt.NDArray[Any]]:
        """How many entries there were before the rest, and the rest."""
        raw, before = entries.tobytes(), 0
        if raw == self.byte * len(raw):  # as at the start, like most
            return 0, entries[:0]
        if raw.startswith(self.run):
            before = int((entries != self.fill).argmax())
            entries = entries[before:]
        if raw.endswith(self.run):
            entries = entries[: len(entries) - int((entries[::-1] != self.fill).argmax())]
        return before, entries


def _names(kind: type[State]) -> tuple[list[tuple[str, Any]], list[_Array]]:
    """By sorted name, what is looked at in such a state: values with their first value, and arrays."""
    known: tuple[list[tuple[str, Any]], list[_Array]] | None = kind.__dict__.get("_digested")
    if known is None:
        fills, types = kind.fills(), {**kind.piece_arrays(), **kind.node_arrays()}
        arrays: list[_Array] = []
        for name in sorted(types.keys() - _DERIVED):
            fill, lies = fills.get(name, 0), np.dtype(types[name])
            alike = lies.name in _NARROW and (fill == 0 or lies.kind == "i")  # in one byte and in two
            heading = b"\n%b " % name.encode()
            arrays.append((name, heading, _FILL_BYTES[fill], _Filled(fill) if alike else None, lies == np.dtype("<i2")))
        known = sorted(kind.values().items()), arrays
        setattr(kind, "_digested", known)  # noqa: B010 - one table per subclass
    return known


def _two_bytes(entries: npt.NDArray[Any]) -> bytes:
    """An array in two bytes per entry, however many it lies in; in eight where two are not enough."""
    narrow = entries.itemsize == 1 or entries.dtype == np.int16
    if not narrow and not -0x8000 <= entries.min(initial=0) <= entries.max(initial=0) < 0x8000:
        return b"wide " + entries.astype("<i8").tobytes()
    return entries.astype("<i2").tobytes()


def _plain(value: Any) -> Any:
    """A value as JSON, without the fields of structs that stand at their default."""
    if isinstance(value, msgspec.Struct):
        return {
            name: field if type(field) in _SIMPLE else _plain(field)
            for name, first in _fields(type(value)) if (field := getattr(value, name)) != first
        }  # fmt: skip
    if isinstance(value, tuple | list):
        return [part if type(part) in _SIMPLE else _plain(part) for part in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


@lru_cache(maxsize=1000)
def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """Names of the fields of a struct, with their defaults."""
    return [(field.name, field.default) for field in msgspec.structs.fields(kind)]
