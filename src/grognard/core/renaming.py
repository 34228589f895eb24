"""Values that speak of pieces. A number that is a piece has the type `Unit`, so that pieces in a value can be exchanged for
others without knowing what the value means.

>>> from grognard.core.renaming import Unit, renamed
>>> renamed(tuple[tuple[Unit, int], ...], ((3, 3), (4, 0)), {3: 7}.get)
((7, 3), (None, 0))
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any

import msgspec

#: a piece by its number
Unit = Annotated[int, "unit"]

#: who a piece is to be
Names = Callable[[int], Any]
_Renamer = Callable[[Any, Names], Any]


def renamed(hint: Any, value: Any, names: Names) -> Any:
    """A value of a type with every piece in it called by another name."""
    rename = _renamer(hint)
    return value if rename is None else rename(value, names)


@cache
def _renamer(hint: Any) -> _Renamer | None:
    """How to rename the pieces in values of a type; None for a type that has none."""
    if hint == Unit:
        return lambda value, names: names(value)
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is tuple:
        return _of_tuple(args)
    if origin in (typing.Union, UnionType):
        found = [rename for arg in args if (rename := _renamer(arg)) is not None]
        return (lambda value, names: None if value is None else found[0](value, names)) if found else None
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _of_struct(hint)
    return None


def _of_tuple(args: tuple[Any, ...]) -> _Renamer | None:
    if args[1:] == (...,):
        each = _renamer(args[0])
        return None if each is None else lambda value, names: tuple([each(part, names) for part in value])
    parts = [_renamer(arg) for arg in args]
    if not any(parts):
        return None
    return lambda value, names: tuple(
        [part if rename is None else rename(part, names) for part, rename in zip(value, parts, strict=True)]
    )


def _of_struct(struct: type[msgspec.Struct]) -> _Renamer | None:
    hints = typing.get_type_hints(struct, include_extras=True)
    fields = {name: rename for name, hint in hints.items() if (rename := _renamer(hint)) is not None}
    if not fields:
        return None
    return lambda value, names: msgspec.structs.replace(
        value, **{name: rename(getattr(value, name), names) for name, rename in fields.items()}
    )
