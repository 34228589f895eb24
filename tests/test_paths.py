"""The compiled kernels against their plain-Python twins."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board import Board
from grognard.core.paths import (
    NEVER,
    Workspace,
    facing,
    first_above,
    flood,
    flood_again,
    next_to,
    occupied,
    outside,
    reach,
    reach_alone,
    reach_many,
    spread,
    standing,
    two_nearest,
    way_out,
)

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


@settings(max_examples=150)
@given(bytes_, st.integers(0, N - 1), st.integers(0, 14))
def test_reach(seed: int, start: int, budget: int) -> None:
    cost, closed, toll, stop = _ground(seed)
    found = reach(BOARD.neighbours, cost, closed, start, budget, SPACE, toll, stop)
    wanted = oracle.reach(BOARD.neighbours, cost, closed, start, budget, toll, stop)
    assert found.as_dict() == wanted
    assert len(found.nodes) == len(wanted)
    crowd = toll.astype(np.int16) * 5
    assert (
        reach(BOARD.neighbours, cost, closed.astype(np.int16), start, budget, SPACE, crowd=crowd, most=4).as_dict()
        == oracle.reach(BOARD.neighbours, cost, closed | toll, start, budget)
    )  # fmt: skip
    for node in wanted:
        here, total = start, 0
        for step in found.path(node):
            total += int(cost[here, BOARD.direction(here, step)]) + int(toll[step])
            here = step
        assert (here, total) == (node, wanted[node])


@settings(max_examples=100)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=9), st.integers(0, 40))
def test_reach_many(seed: int, starts: list[int], budget: int) -> None:
    cost, closed, toll, _ = _ground(seed)
    offsets, nodes, costs = reach_many(BOARD.neighbours, cost, closed, np.array(starts, np.int16), budget, toll)
    for k, start in enumerate(starts):
        own = slice(offsets[k], offsets[k + 1])
        found = dict(zip(nodes[own].tolist(), costs[own].tolist(), strict=True))
        assert found == oracle.reach(BOARD.neighbours, cost, closed, start, budget, toll, np.zeros(N, np.uint8))
        assert len(found) == offsets[k + 1] - offsets[k]


@settings(max_examples=100)
@given(bytes_, st.lists(st.tuples(st.integers(0, N - 1), st.integers(0, 40)), min_size=1, max_size=9), st.integers(0, 3))
def test_reach_alone(seed: int, who: list[tuple[int, int]], most: int) -> None:
    """Many at once find what each finds for itself, in the same order."""
    cost, closed, toll, _ = _ground(seed)
    crowd = toll.astype(np.int16)
    starts, budgets = np.array(who, np.int16).T.copy()
    offsets, nodes = reach_alone(BOARD.neighbours, cost, closed, crowd, most, starts, budgets)
    for k, (start, budget) in enumerate(who):
        alone = reach(BOARD.neighbours, cost, closed, start, budget, Workspace(N), crowd=crowd, most=most)
        assert nodes[offsets[k] : offsets[k + 1]].tolist() == alone.nodes[1:].tolist()


@settings(max_examples=100)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=5))
def test_flood(seed: int, sources: list[int]) -> None:
    cost, closed, _, _ = _ground(seed)
    passable = (cost != NEVER).astype(np.uint8)
    found = flood(BOARD.neighbours, passable, closed, np.array(sources, np.int16))
    assert set(np.nonzero(found)[0].tolist()) == oracle.flood(BOARD.neighbours, passable, closed, sources)


@settings(max_examples=200)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=5), st.lists(st.integers(0, N - 1), max_size=4), st.booleans())
def test_flood_again(seed: int, sources: list[int], changed: list[int], rivers: bool) -> None:
    cost, closed, _, _ = _ground(seed)
    passable = (BOARD.neighbours >= 0).astype(np.uint8)
    if rivers:  # passable both ways or not at all
        for node, direction in np.argwhere(cost == NEVER).tolist():
            near = BOARD.neighbours[node, direction]
            if near >= 0:
                passable[node, direction] = passable[near, (direction + 3) % 6] = 0
    wells = np.array(sources, np.int16)
    before = flood(BOARD.neighbours, passable, closed, wells)
    after = closed.copy()
    after[changed] ^= 1
    again = flood_again(BOARD.neighbours, passable, after, wells, closed, before)
    assert set(np.nonzero(again)[0].tolist()) == oracle.flood(BOARD.neighbours, passable, after, sources)


@settings(max_examples=100)
@given(bytes_)
def test_next_to(seed: int) -> None:
    cost, marked, _, _ = _ground(seed)
    passable = ((cost != NEVER) & (BOARD.neighbours >= 0)).astype(np.uint8)
    found = next_to(BOARD.neighbours, passable, marked != 0)
    assert set(np.nonzero(found)[0].tolist()) == oracle.next_to(BOARD.neighbours, passable, marked)


@settings(max_examples=100)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=5), st.integers(0, 12))
def test_spread(seed: int, sources: list[int], limit: int) -> None:
    cost, closed, _, _ = _ground(seed)
    found = spread(BOARD.neighbours, cost, closed, np.array(sources, np.int16), limit)
    assert {n: c for n, c in enumerate(found.tolist()) if c >= 0} == oracle.spread(BOARD.neighbours, cost, closed, sources, limit)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 3), min_size=N, max_size=N), st.lists(st.integers(0, N - 1), max_size=5))
def test_occupied(counts: list[int], others: list[int]) -> None:
    found = occupied(np.array(counts, np.int16), np.array(others, np.int64))
    assert found.tolist() == [int(count > 0 or node in others) for node, count in enumerate(counts)]


counts_ = st.lists(st.integers(0, 6), min_size=N, max_size=N)


@settings(max_examples=50)
@given(counts_, st.lists(st.booleans(), min_size=N, max_size=N), st.integers(0, N))
def test_outside(counts: list[int], reached: list[bool], nodes: int) -> None:
    found = outside(np.array(counts, np.int16), np.array(reached, np.uint8), nodes)
    assert found.tolist() == [node for node in range(nodes) if counts[node] and not reached[node]]


@settings(max_examples=50)
@given(counts_, counts_, st.integers(0, N), st.integers(3, 6))
def test_first_above(ours: list[int], theirs: list[int], nodes: int, limit: int) -> None:
    found = first_above(np.array([ours, theirs], np.int16), nodes, limit)
    row = ours[:nodes] + theirs[:nodes]
    assert found == next((at for at, count in enumerate(row) if count > limit), -1)


flags_ = st.integers(0, 7)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(-1, N - 1), flags_), min_size=1, max_size=12), flags_, flags_)
def test_standing(pieces: list[tuple[int, int]], looked_at: int, wanted: int) -> None:
    loc, flags = (np.array(column, np.int16) for column in zip(*pieces, strict=True))
    found = standing(np.arange(len(pieces)), loc, flags, looked_at, wanted, N)
    assert set(np.nonzero(found)[0].tolist()) == {node for node, flag in pieces if node >= 0 and flag & looked_at == wanted}


@settings(max_examples=100)
@given(bytes_)
def test_facing(seed: int) -> None:
    cost, others, these, _ = _ground(seed)
    passable = ((cost != NEVER) & (BOARD.neighbours >= 0)).astype(np.uint8)
    found = facing(BOARD.neighbours, passable, these.astype(np.int16), others.astype(np.int16)).tolist()
    assert found == sorted(oracle.next_to(BOARD.neighbours, passable, others) & set(np.nonzero(these)[0].tolist()))


@settings(max_examples=100)
@given(bytes_, st.lists(st.integers(0, N - 1), max_size=5), st.lists(st.integers(0, N - 1), min_size=1, max_size=2))
def test_way_out(seed: int, sources: list[int], starts: list[int]) -> None:
    cost, closed, _, _ = _ground(seed)
    passable = (cost != NEVER).astype(np.uint8)
    way = way_out(BOARD.neighbours, passable, closed, np.array(sources, np.int16), np.array(starts, np.int16))
    connected = oracle.flood(BOARD.neighbours, passable, closed, starts) & set(sources)
    assert bool(way.size) == bool(connected)
    assert not closed[way].any()
    if connected:
        hexes = way.tolist()[::-1]
        assert hexes[0] in starts
        assert hexes[-1] in connected
        assert all(passable[a, BOARD.direction(a, b)] for a, b in pairwise(hexes))


@settings(max_examples=100)
@given(bytes_, st.lists(st.integers(0, N - 1), min_size=1, max_size=6), st.integers(0, 60))
def test_two_nearest(seed: int, sources: list[int], limit: int) -> None:
    """One search says what leaving out any one of the sources would find."""
    cost, _, _, _ = _ground(seed)
    nothing = np.zeros(N, np.uint8)
    near, whose, other = two_nearest(BOARD.neighbours, cost, np.array(sources, np.int16), limit)
    assert near.tolist() == spread(BOARD.neighbours, cost, nothing, np.array(sources, np.int16), limit).tolist()
    for gone in sources:
        left = np.array([source for source in sources if source != gone], np.int16)
        without = np.where(whose == gone, other, near)
        assert without.tolist() == spread(BOARD.neighbours, cost, nothing, left, limit).tolist()
