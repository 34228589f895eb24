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

#: Arrays that follow from the others: how many pieces stand where.
_DERIVED = frozenset({"count", "foes", "top"})
#: Fills whose two bytes are alike, so that an array can be stripped of them.
_FILL_BYTES = {0: b"\x00", -1: b"\xff"}


def digest(state: State) -> str:
    """Sixteen letters that are the same for the same position, and for no other in a lifetime."""
    start = state.values()
    told = [[name, _plain(value)] for name, first in sorted(start.items()) if (value := getattr(state, name)) != first]
    parts = [msgspec.json.encode(told, order="sorted")]
    fills, arrays = state.fills(), state.arrays.__dict__
    for name in sorted(arrays.keys() - _DERIVED):
        raw = _two_bytes(arrays[name])
        fill = _FILL_BYTES[fills.get(name, 0)]
        rest = raw.lstrip(fill)
        if rest:
            parts += [b"\n%b %d " % (name.encode(), len(raw) - len(rest)), rest.rstrip(fill)]
    return hashlib.blake2b(b"".join(parts), digest_size=8).hexdigest()


def _two_bytes(entries: npt.NDArray[Any]) -> bytes:
    """An array in two bytes per entry, however many it lies in; in eight where two are not enough."""
    narrow = entries.itemsize == 1 or entries.dtype == np.int16
    if not narrow and not -0x8000 <= entries.min(initial=0) <= entries.max(initial=0) < 0x8000:
        return b"wide " + entries.astype("<i8").tobytes()
    return entries.astype("<i2").tobytes()


def _plain(value: Any) -> Any:
    """A value as JSON, without the fields of structs that stand at their default."""
    if isinstance(value, msgspec.Struct):
        return {name: _plain(field) for name, first in _fields(type(value)) if (field := getattr(value, name)) != first}
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


@lru_cache(maxsize=1000)
def _fields(kind: type[msgspec.Struct]) -> list[tuple[str, Any]]:
    """Names of the fields of a struct, with their defaults."""
    return [(field.name, field.default) for field in msgspec.structs.fields(kind)]
