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


def digest(state: State) -> str:
    """Sixteen letters that are the same for the same position, and for no other in a lifetime."""
    values, arrays = _names(type(state))
    mine, whole = state.__dict__, state.arrays.__dict__
    told = [
        [name, value if type(value) in _SIMPLE else _plain(value)]
        for name, first in values if (value := mine[name]) is not first and value != first
    ]  # fmt: skip
    parts = [_encode(told)]
    for name, heading, fill, as_it_lies in arrays:
        raw = whole[name].tobytes() if as_it_lies else _two_bytes(whole[name])
        rest = raw.lstrip(fill)
        if rest:
            parts += [heading, b"%d " % (len(raw) - len(rest)), rest.rstrip(fill)]
    return hashlib.blake2b(b"".join(parts), digest_size=8).hexdigest()


def _names(kind: type[State]) -> tuple[list[tuple[str, Any]], list[tuple[str, bytes, bytes, bool]]]:
    """By sorted name, what is looked at in such a state: values with their first value, arrays with their heading, the byte of
    their fill, and whether they lie in two bytes per entry."""
    known: tuple[list[tuple[str, Any]], list[tuple[str, bytes, bytes, bool]]] | None = kind.__dict__.get("_digested")
    if known is None:
        fills, types = kind.fills(), {**kind.piece_arrays(), **kind.node_arrays()}
        arrays = [
            (name, b"\n%b " % name.encode(), _FILL_BYTES[fills.get(name, 0)], np.dtype(types[name]) == np.dtype("<i2"))
            for name in sorted(types.keys() - _DERIVED)
        ]
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
