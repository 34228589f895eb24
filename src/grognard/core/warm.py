"""Compile the kernels ahead of time: `python -m grognard.core.warm`."""

from __future__ import annotations

import numpy as np

from .march import compile_march
from .paths import (
    Workspace,
    facing,
    first_above,
    flood,
    flood_again,
    next_to,
    occupied,
    outside,
    reach,
    reach_many,
    spread,
    standing,
    way_out,
)
from .zoc import Zones


def warm() -> None:
    """Call every kernel once with the argument types that the games use."""
    neighbours = np.full((2, 6), -1, np.int16)
    neighbours[0, 0], neighbours[1, 3] = 1, 0
    cost = np.ones((2, 6), np.uint8)
    closed = np.zeros(2, np.uint8)
    sources = np.zeros(1, np.int16)
    nobody = np.zeros(2, np.int16)
    reach(neighbours, cost, closed, 0, 3, Workspace(2))
    reach(neighbours, cost, nobody, 0, 3, Workspace(2), crowd=nobody, most=4)
    reach_many(neighbours, cost, closed, sources, 3, closed)
    next_to(neighbours, cost, closed.astype(np.bool_))
    next_to(neighbours, cost, nobody)
    facing(neighbours, cost, nobody, nobody)
    occupied(nobody, np.zeros(1, np.int64))
    outside(nobody, closed, 2)
    standing(np.zeros(1, np.intp), nobody, nobody, 1, 0, 2)
    first_above(np.zeros((2, 2), np.int16), 2, 5)
    way_out(neighbours, cost, closed, sources, sources)
    reached = flood(neighbours, cost, closed, sources)
    flood_again(neighbours, cost, closed, sources, 1 - closed, reached)
    spread(neighbours, cost, closed, sources, 3)
    nowhere = np.zeros((2, 6), np.bool_)
    compile_march(neighbours, cost, nowhere)
    Zones(neighbours, neighbours.tolist(), np.zeros(2, np.int8), nowhere[None])


if __name__ == "__main__":
    warm()
