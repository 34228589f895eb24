"""Line 6, second half: how the time of a turn grows with the number of units."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from grognard.core.paths import NEVER, Workspace, flood, flood_again, reach
from grognard.core.state import State

from .measure import Figure, Line, timed

SIZES = (250, 500, 1000, 2000)
HEXES_A_UNIT, ROWS, BUDGET, SIDES = 8, 20, 6, 2
ROUND = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  #: the six directions, one after the other


class Field:
    """A synthetic war: two armies interleaved along a board whose size goes with theirs."""

    def __init__(self, units: int) -> None:
        columns = units * HEXES_A_UNIT // ROWS
        self.near = near = _neighbours(columns)
        rng = np.random.default_rng(units)
        self.cost = np.where(near >= 0, rng.integers(1, 4, near.shape), NEVER).astype(np.uint8)
        self.passable = (near >= 0).astype(np.uint8)
        self.space = Workspace(len(near))
        self.start = State(units, len(near), SIDES)
        for unit, hex in enumerate(rng.choice(len(near), units, replace=False).tolist()):
            self.start.put(unit, hex, unit % SIDES)
        self.rim = np.arange(ROWS, dtype=np.int16)

    def turn(self) -> int:
        """Every unit lists its moves and makes one, then the enemy's supply is looked at; how many options were
        there?"""
        s, near, options = self.start.copy(), self.near, 0
        closed = [(s.arrays.count[1 - side] > 0).view(np.uint8) for side in range(SIDES)]
        reached = [flood(near, self.passable, closed[side], self.rim) for side in range(SIDES)]
        for unit in range(s.sizes[0]):
            side = unit % SIDES
            own, enemy = s.arrays.count[side], s.arrays.count[1 - side]
            found = reach(near, self.cost, enemy, s.loc[unit], BUDGET, self.space, crowd=own, most=4)
            hexes = found.nodes.tolist()
            options += len(hexes)
            s.put(unit, hexes[(unit * 7919) % len(hexes)], side)
            other = 1 - side
            now = (s.arrays.count[side] > 0).view(np.uint8)
            reached[other] = flood_again(near, self.passable, now, self.rim, closed[other], reached[other])
            closed[other] = now
        return options


def _neighbours(columns: int) -> npt.NDArray[np.int16]:
    """A slanted field of hexes, column after column."""
    q, r = np.divmod(np.arange(columns * ROWS), ROWS)
    found = np.full((columns * ROWS, 6), -1, np.int16)
    for d, (dq, dr) in enumerate(ROUND):
        inside = (q + dq >= 0) & (q + dq < columns) & (r + dr >= 0) & (r + dr < ROWS)
        found[inside, d] = ((q + dq) * ROWS + r + dr)[inside]
    return found


def lines(quick: bool) -> list[Line]:
    """At most n log n: what the smallest field takes, scaled so, is the limit for the largest."""
    sizes = SIZES[:2] if quick else SIZES
    figures = []
    for units in sizes:
        field = Field(units)
        figures.append(timed(field.turn, repeats=1 if quick else 7, unit="ms"))
    table = []
    for units, figure in zip(sizes, figures, strict=True):
        allowed = Figure(f"n log n from {sizes[0]}", "ms", [figures[0].median * _growth(units) / _growth(sizes[0])])
        title = f"reach, options, move and supply of each of {units:,} units"
        last = units == sizes[-1]
        table.append(Line("6b", title, figure, [allowed] if units > sizes[0] else [], targets={allowed.name: 1} if last else {}))
    return table


def _growth(units: int) -> float:
    return units * math.log(units)
