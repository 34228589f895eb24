"""The compiled kernels against their plain-Python twins."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board import Board
from grognard.core.paths import NEVER, Workspace, flood, next_to, reach, spread

from . import oracle

_HEXES = "\n".join(f"{c:02d}{r:02d} clear" for c in range(1, 9) for r in range(1, 9))
BOARD = Board.parse(f"[board]\nname square\n[maps]\nmain cols=1-8 rows=1-8\n[hexes]\n{_HEXES}")
N = BOARD.nodes
SPACE = Workspace(N)

bytes_ = st.integers(0, 2**32 - 1)


def _ground(seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    cost = rng.choice(np.array([0, 1, 2, 3, NEVER], np.uint8), size=(N, 6), p=[0.05, 0.5, 0.2, 0.1, 0.15])
    closed = (rng.random(N) < 0.15).astype(np.uint8)
    toll = (rng.random(N) < 0.2).astype(np.uint8)
    stop = (rng.random(N) < 0.2).astype(np.uint8)
    return cost, closed, toll, stop


@settings(max_examples=150, deadline=None)
@given(bytes_, st.integers(0, N - 1), st.integers(0, 14))
def test_reach(seed: int, start: int, budget: int) -> None:
    cost, closed, toll, stop = _ground(seed)
    found = reach(BOARD.neighbours, cost, closed, start, budget, SPACE, toll, stop)
    wanted = oracle.reach(BOARD.neighbours, cost, closed, start, budget, toll, stop)
    assert found.as_dict() == wanted
    assert len(found.nodes) == len(wanted)
    for node in wanted:
        here, total = start, 0
        for step in found.path(node):
            total += int(cost[here, BOARD.direction(here, step)]) + int(toll[step])
            here = step
        assert (here, total) == (node, wanted[node])


@settings(max_examples=100, deadline=None)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=5))
def test_flood(seed: int, sources: list[int]) -> None:
    cost, closed, _, _ = _ground(seed)
    passable = (cost != NEVER).astype(np.uint8)
    found = flood(BOARD.neighbours, passable, closed, np.array(sources, np.int16))
    assert set(np.nonzero(found)[0].tolist()) == oracle.flood(BOARD.neighbours, passable, closed, sources)


@settings(max_examples=100, deadline=None)
@given(bytes_)
def test_next_to(seed: int) -> None:
    cost, marked, _, _ = _ground(seed)
    passable = ((cost != NEVER) & (BOARD.neighbours >= 0)).astype(np.uint8)
    found = next_to(BOARD.neighbours, passable, marked != 0)
    assert set(np.nonzero(found)[0].tolist()) == oracle.next_to(BOARD.neighbours, passable, marked)


@settings(max_examples=100, deadline=None)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=5), st.integers(0, 12))
def test_spread(seed: int, sources: list[int], limit: int) -> None:
    cost, closed, _, _ = _ground(seed)
    found = spread(BOARD.neighbours, cost, closed, np.array(sources, np.int16), limit)
    assert {n: c for n, c in enumerate(found.tolist()) if c >= 0} == oracle.spread(BOARD.neighbours, cost, closed, sources, limit)
