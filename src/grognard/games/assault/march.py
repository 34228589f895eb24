"""Stacks on the march: units that began a movement phase together may move together, and one stack finishes
before another begins.

The state of a game of the family has `spent`, `origin` and `trail` for every piece, and the values `parent` (the
hex from which the stack now moving began) and `serial`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ...core.errors import Illegal
from ...core.paths import Reach
from ...core.rule import concept
from .battle import require_each_once
from .flags import FINISHED, OVERTAKEN
from .game import P
from .state import AssaultState


@concept("movement begins afresh")
def begin(s: AssaultState, forgotten: int) -> None:
    """Every unit starts the phase fresh, where it stands; `forgotten` are the flags of the phase before."""
    s.arrays.spent.fill(0)
    s.arrays.trail.fill(0)
    s.arrays.origin[:] = s.arrays.loc
    s.clear_all(forgotten)
    s.parent, s.serial = -1, 0


@concept("one stack after the other")
def set_out(s: AssaultState, units: Sequence[int]) -> None:
    """The units now moving become the parent stack, and whoever has moved from another hex is done for the phase;
    units that travel as one keep a common trail."""
    if s.parent != s.origin[units[0]]:
        if s.serial:  # somebody has moved
            s.mark(s.arrays.trail.nonzero()[0].tolist(), OVERTAKEN)
        s.parent = s.origin[units[0]]
    trails = {s.trail[u] for u in units}
    s.serial += 1
    if len(trails) == 1:
        for unit in units:
            s.trail[unit] = s.serial
        return
    for unit in units:  # they came here separately
        s.trail[unit] = s.serial
        s.serial += 1


@concept("moving as a stack")
def check_together(p: P, units: Sequence[int], rule: str) -> None:
    """Units named once each that stand together and began the phase together."""
    s, pieces = p.s, p.game.pieces
    require_each_once(units, rule, "unit")
    for unit in units[1:]:
        if s.loc[unit] != s.loc[units[0]]:
            raise Illegal(rule, f"{pieces[unit].handle} does not stand with the others")
        if s.origin[unit] != s.origin[units[0]]:
            raise Illegal(rule, f"{pieces[unit].handle} did not begin the phase with the others")


def unfinished(p: P) -> npt.NDArray[np.bool_]:
    """For every piece, whether it is one of the active side on the map whose movement is not over."""
    s = p.s
    found: npt.NDArray[np.bool_] = p.on_map() & (s.arrays.flags & (FINISHED | OVERTAKEN) == 0) & p.game.of_side[s.active]
    return found


def random_units(p: P, rng: random.Random, tries: int) -> Iterator[int]:
    """Units of the active side on the map, picked at random without listing all."""
    own, loc, hexes = p.game.pieces_of_side[p.s.active], p.s.loc, p.game.board.hexes
    for _ in range(tries):
        unit = own[int(rng.random() * len(own))]
        if 0 <= loc[unit] < hexes:
            yield unit


def random_goal(rng: random.Random, found: Reach | None) -> int:
    """A random hex in reach other than the start, -1 when there is none."""
    if found is None or found.nodes.size < 2:
        return -1
    return found.nodes.item(1 + int(rng.random() * (found.nodes.size - 1)))


def stacks_of(p: P, units: Sequence[int]) -> list[list[int]]:
    """Units by the hex they stand in."""
    by_hex: dict[int, list[int]] = {}
    for unit in units:
        by_hex.setdefault(p.s.loc[unit], []).append(unit)
    return list(by_hex.values())


def put(p: P, units: Sequence[int], hex: int) -> None:
    """Place units that stand together in a hex, in the order in which they are stacked."""
    if len(units) > 1:
        order = {unit: k for k, unit in enumerate(p.s.stack(p.s.loc[units[0]]))}
        units = sorted(units, key=lambda unit: order.get(unit, 0), reverse=True)
    for unit in units:
        p.place(unit, hex)
