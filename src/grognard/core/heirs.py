"""Answers handed on from one position to another: whatever they rest on is the same in both, so they hold in both.

Computer players think about a position that is dealt anew at every decision. Most of what they asked about the one before
is still true, and nothing but what their seat knows is in either of them.
"""

from __future__ import annotations

from itertools import compress
from typing import Any

import numpy as np

from .derived import EVERYTHING, KEPT
from .play import Play
from .state import State


def inherit(p: Play[Any, Any], before: State) -> None:
    """Take over the derived answers of another position of the same game, as far as everything they rest on is the same."""
    s = p.s
    if s.sizes != before.sizes or s.alliances != before.alliances or s.options != before.options:
        return
    s.valid = before.valid & _stacks_kept(p, before) & _watched_kept(p, before)
    s.answers = before.answers.copy()


def _stacks_kept(p: Play[Any, Any], before: State) -> int:
    """What outlives the difference between where pieces stand."""
    s = p.s
    moved = (s.arrays.loc != before.arrays.loc) | (s.arrays.below != before.arrays.below)
    kept = EVERYTHING
    for side in {*compress(p.game.side_of, moved.tolist())}:
        same_nodes = ((s.arrays.count[side] > 0) == (before.arrays.count[side] > 0)).all()
        kept &= KEPT.places[side] if same_nodes else KEPT.stands[side]
    return kept


def _watched_kept(p: Play[Any, Any], before: State) -> int:
    """What outlives the difference between flags, control, and other arrays and values that answers may rest on."""
    s = p.s
    kept = KEPT.flags[int(np.bitwise_or.reduce(s.arrays.flags ^ before.arrays.flags)) & 0x7FFF]
    taken = (s.arrays.control != before.arrays.control).nonzero()[0].tolist()
    if any(map(p.game.control_matters.__getitem__, taken)):
        kept &= KEPT.named.get("control", EVERYTHING)
    for name in s.WATCHED - {"flags", "control"}:
        same = s.__dict__[name] == before.__dict__[name] if name in s.values() else _same_array(s, before, name)
        if not same:
            kept &= KEPT.named.get(name, EVERYTHING)
    return kept


def _same_array(s: State, before: State, name: str) -> bool:
    return bool(getattr(s.arrays, name).tobytes() == getattr(before.arrays, name).tobytes())
