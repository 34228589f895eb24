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
#: Bytes hashed in one go: for more of them hashlib lets other threads in, and a server would change threads per command.
_AT_ONCE = 2000

#: an array: its name, its heading, the byte of its fill, what makes it shorter, and whether it lies in two bytes per entry
_Array = tuple[str, bytes, bytes, "_Filled | None", bool]


def digest(state: State) -> str:
    """Sixteen letters that are the same for the same position, and for no other in a lifetime."""
    return Digester()(state)


class Digester:
    """Works out digests of positions that follow each other, as those of one match do: only what has changed since the last one
    is put into words again."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[Any, bytes]] = {}  #: by name, a value and how it is told
        self._parts: dict[str, tuple[bytes, bytes]] = {}  #: by name, an array as it lay and how it is told

    def __call__(self, state: State) -> str:
        values, arrays = _names(type(state))
        mine, whole, told, parts = state.__dict__, state.arrays.__dict__, self._told, self._parts
        texts, found = [], []
        for name, first in values:
            value = mine[name]
            if value is first:
                continue
            known = told.get(name)
            if known is None or known[0] is not value:
                known = told[name] = value, b"" if value == first else _encode([name, _plain(value)])
            if known[1]:
                texts.append(known[1])
        for array in arrays:
            entries = whole[array[0]]
            raw = entries.tobytes()
            part = parts.get(array[0])
            if part is None or part[0] != raw:
                part = parts[array[0]] = raw, _part(array, entries, raw)
            found.append(part[1])
        text, hashed = b"[%b]%b" % (b",".join(texts), b"".join(found)), hashlib.blake2b(digest_size=8)
        for at in range(0, len(text), _AT_ONCE):
            hashed.update(text[at : at + _AT_ONCE])
        return hashed.hexdigest()


def _part(array: _Array, entries: npt.NDArray[Any], raw: bytes) -> bytes:
    """An array without the fill at both ends; nothing where it is nothing but fill."""
    _, heading, byte, long, as_it_lies = array
    before = 0
    if long is not None and len(raw) > _LONG:
        before, entries = long(entries, raw)
        raw = entries.tobytes() if as_it_lies else raw
    words = raw if as_it_lies else _two_bytes(entries)
    rest = words.lstrip(byte)
    return b"%b%d %b" % (heading, 2 * before + len(words) - len(rest), rest.rstrip(byte)) if rest else b""


class _Filled:
    """Takes the fill off both ends of a long array, many entries at once: to strip its bytes one after the other takes longer."""

    def __init__(self, fill: int) -> None:
        self.fill, self.byte = fill, _FILL_BYTES[fill]
        self.run = self.byte * _RUN

    def __call__(self, entries: npt.NDArray[Any], raw: bytes) -> tuple[int, npt.NDArray[Any]]:
        """How many entries there were before the rest, and the rest; `raw` is the array as it lies."""
        before = 0
        if raw == self.byte * len(raw):  # as at the start, like most
            return 0, entries[:0]
        if raw.startswith(self.run):
            before = int((entries != self.fill).argmax())
            entries = entries[before:]
        if raw.endswith(self.run):
            entries = entries[: len(entries) - int((entries[::-1] != self.fill).argmax())]
        return before, entries


def _names(state_type: type[State]) -> tuple[list[tuple[str, Any]], list[_Array]]:
    """By sorted name, what is looked at in such a state: values with their first value, and arrays."""
    known: tuple[list[tuple[str, Any]], list[_Array]] | None = state_type.__dict__.get("_digested")
    if known is None:
        fills, types = state_type.fills(), {**state_type.piece_arrays(), **state_type.node_arrays()}
        arrays: list[_Array] = []
        for name in sorted(types.keys() - _DERIVED):
            fill, lies = fills.get(name, 0), np.dtype(types[name])
            alike = lies.name in _NARROW and (fill == 0 or lies.kind == "i")  # in one byte and in two
            heading = b"\n%b " % name.encode()
            arrays.append((name, heading, _FILL_BYTES[fill], _Filled(fill) if alike else None, lies == np.dtype("<i2")))
        known = sorted(state_type.values().items()), arrays
        setattr(state_type, "_digested", known)  # noqa: B010 - one table per subclass
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
def _fields(struct: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """Names of the fields of a struct, with their defaults."""
    return [(field.name, field.default) for field in msgspec.structs.fields(struct)]
