"""Rule 8.C: corps and army markers stand for stacks on the map. They change nothing: no other rule looks at them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from .units import ground_units, where

MOST = 40  #: boxes of a display


def _own(p: P) -> dict[int, int]:
    """The markers of the phasing side: number -> hex."""
    found = p.s.arrays.marker[: p.game.board.hexes].nonzero()[0].tolist()
    return {p.s.marker[hex]: hex for hex in found if p.s.control[hex] == p.s.active}


def markable(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes with a stack of the phasing side."""
    count = p.s.arrays.count[p.s.active][: p.game.board.hexes]
    found: list[int] = (count > 1).nonzero()[0].tolist()
    return [hex for hex in found if not p.s.marker[hex]]


def marked(p: P, units: Sequence[int]) -> Sequence[int]:
    return [*_own(p).values()]


def free(p: P) -> Sequence[int]:
    used = _own(p)
    return [number for number in range(1, MOST + 1) if number not in used]


def is_free(p: P) -> bool:
    return bool(np.count_nonzero(p.s.arrays.marker) < MOST or free(p))


@rule("8.C")
def mark(p: P, command: Command) -> None:
    """Put a marker on a stack."""
    hex, number = command.hexes[0], command.number
    if number is None or number not in range(1, MOST + 1):
        raise Illegal("8.C", f"the markers are numbered 1 to {MOST}")
    if hex not in markable(p, ()):
        raise Illegal("8.C", f"there is no stack of the phasing side without a marker in {where(p, hex)}")
    if number in _own(p):
        raise Illegal("8.C", f"marker {number} is in use")
    p.s.marker[hex] = number


@rule("8.C")
def unmark(p: P, command: Command) -> None:
    """Take a marker away."""
    if command.hexes[0] not in marked(p, ()):
        raise Illegal("8.C", f"there is no marker of the phasing side in {where(p, command.hexes[0])}")
    p.s.marker[command.hexes[0]] = 0


@rule("8.C")
def left(p: P, hex: int, side: int) -> None:
    """Somebody has left a hex: a marker below which nobody is left is taken away."""
    if p.s.marker[hex] and not ground_units(p, hex, side):
        p.s.marker[hex] = 0


def sample_mark(p: P, rng: random.Random) -> Command | None:
    """A stack for the first marker that is free."""
    hexes, numbers = markable(p, ()), free(p)
    if not hexes or not numbers:
        return None
    return Command("mark", hexes=(hexes[int(rng.random() * len(hexes))],), number=numbers[0])


def sample_unmark(p: P, rng: random.Random) -> Command | None:
    """One of those on the map."""
    hexes = marked(p, ())
    return Command("unmark", hexes=(hexes[int(rng.random() * len(hexes))],)) if hexes else None
