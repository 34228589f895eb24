"""Answers that outlive moves which do not concern them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .game import P
from .state import TELLING

Answer = TypeVar("Answer")


def recalled(p: P, key: tuple[Any, int], cause: Callable[[P, int], Any], work_out: Callable[[P, int], Answer]) -> Answer:
    """What `work_out` says of a side, `key[1]`: worked out anew only if the cause is another than it was the last time."""
    known = p.s.cache.get(key)
    if known is None:
        now = cause(p, key[1])
        last = p.s.by_control.get(key)
        if last is None or last[0] != now:
            last = p.s.by_control[key] = now, work_out(p, key[1])
        known = p.s.cache[key] = last[1]
    return known


def army(p: P, side: int) -> Any:
    """Where every unit of a side stands, and whether it is Disrupted or hidden; and the weather."""
    s, units = p.s, p.game.span_of[side]
    return s.arrays.loc[units].tobytes(), (s.arrays.flags[units] & TELLING).tobytes(), s.weather
