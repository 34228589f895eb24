"""The kernels of the facts against slower ways to the same answers, and against the rules themselves."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.foresight import Lines, Phase
from grognard.core.match import Match
from grognard.core.paths import flood
from grognard.facts import Outlook
from grognard.facts.cuts import cut_by_each, network
from grognard.facts.kernels import reach_each
from grognard.facts.pockets import narrow_cuts, pockets
from grognard.facts.reaches import Group

from .alike import BARBAROSSA, DRIVE, TYPHOON, positions
from .test_movement import Ground

GAMES = (DRIVE, TYPHOON, BARBAROSSA)
EVERYBODY = (0, 1)


def outlooks(slug: str, number: int) -> Iterator[tuple[Match, Outlook]]:
    for match in positions(slug, number, seed=5):
        yield match, Outlook(match.play, EVERYBODY)


@given(st.integers(0, 2**32 - 1), st.integers(0, 8))
def test_many_reaches_are_each_what_one_would_be(seed: int, budget: int) -> None:
    ground = Ground(seed)
    march = ground.march(budget)
    starts = np.array([ground.start, 0, ground.board.hexes - 1, ground.start], np.int16)
    offsets, nodes, costs = reach_each(
        ground.board.neighbours, ground.cost, ground.closed, ground.crowd, 2, ground.toll, ground.leave, ground.stop,
        ground.zone, ground.between, starts, budget,
    )  # fmt: skip
    for k, start in enumerate(starts.tolist()):
        alone = march.but(start=start).reach()
        span = slice(offsets[k], offsets[k + 1])
        assert dict(zip(nodes[span].tolist(), costs[span].tolist(), strict=True)) == alone.as_dict()


@pytest.mark.parametrize("slug", GAMES)
def test_reaches_are_what_the_verbs_list(slug: str) -> None:
    """In the movement phase that is to come, every unit can go where the options would let it go, and nowhere else."""
    compared = 0
    for match, outlook in outlooks(slug, 12):
        for side in EVERYBODY:
            ahead, found = outlook.ahead(side, Phase.MOVE), outlook.reaches(side)
            if ahead is None or found is None:
                continue
            verb = match.game.flow.steps[ahead.frame.step].verbs["move"]
            assert verb.units is not None
            assert verb.hexes is not None
            units = sorted(verb.units(ahead, ()))
            assert sorted(u for group in found.groups for u in group.units) == units
            for k in random.Random(match.length).sample(range(len(found.groups)), min(6, len(found.groups))):
                group = found.groups[k]
                assert isinstance(group, Group)
                for unit in group.units:
                    assert sorted(verb.hexes(ahead, (unit,))) == sorted(found.hexes(k)[1:].tolist())
                    compared += 1
    assert compared > 40


@pytest.mark.parametrize("slug", GAMES)
def test_supply_as_it_is_described_is_supply_by_the_rules(slug: str) -> None:
    for match, outlook in outlooks(slug, 15):
        for side in EVERYBODY:
            lines = outlook.lines(side)
            assert isinstance(lines, Lines)
            found = network(match.game.board, lines)[: match.game.board.hexes].nonzero()[0].tolist()
            assert found == list(match.game.network(match.play, side, EVERYBODY))


@pytest.mark.parametrize("slug", GAMES)
def test_supply_if_a_hex_were_taken(slug: str) -> None:
    """All at once, one by one, and for a few of them with an enemy standing there."""
    cut = 0
    for match, outlook in outlooks(slug, 10):
        board, rng = match.game.board, random.Random(match.length)
        for side in EVERYBODY:
            lines = outlook.lines(side)
            assert isinstance(lines, Lines)
            wanted = np.arange(board.hexes, dtype=np.int16)
            free = [h for h in range(board.hexes) if not match.state.arrays.count[:, h].any()]
            taken = np.array(free, np.int16)
            cuts = cut_by_each(board, lines, wanted, taken)
            now = network(board, lines)
            needy = wanted if lines.fed is None else wanted[~lines.fed[wanted]]
            for hex in {*rng.sample(free, 25), *list(cuts)[:10]}:
                mask = np.zeros(board.nodes, np.bool_)
                mask[hex] = True
                then = network(board, lines, mask)
                assert cuts.get(hex, []) == [h for h in needy.tolist() if now[h] and not then[h] and h != hex]
                cut += hex in cuts
            if slug != TYPHOON:  # there it depends on the zone of whoever comes
                for hex in list(cuts)[:2]:
                    assert cuts[hex] == _by_the_rules(match, side, hex, needy.tolist())
    assert cut > 20


def _by_the_rules(match: Match, side: int, hex: int, hexes: list[int]) -> list[int]:
    """Who loses his supply when an enemy from far away stands in a hex."""
    game: Any = match.game
    before = {*game.network(match.play, side, EVERYBODY)}
    taken = match.copy()
    enemies = [u for u, its in enumerate(game.side_of) if its != side and taken.state.loc[u] >= game.board.hexes]
    taken.play.place(enemies[0], hex)
    after = {*game.network(taken.play, side, EVERYBODY)}
    return [h for h in hexes if h in before - after and h != hex]


@given(st.integers(0, 2**32 - 1))
def test_the_narrowest_place_is_found(seed: int) -> None:
    """On a small board against trying all sets of up to three hexes."""
    rng = np.random.default_rng(seed)
    board = Ground(seed).board
    near = board.neighbours
    passable = (near >= 0) & (near < board.hexes)
    closed = (rng.random(board.nodes) < 0.35).astype(np.uint8)
    narrow = (rng.random(board.nodes) < 0.3) & (closed == 0)
    sources = np.array([h for h in range(5) if not closed[h]], np.int16)
    open_sides = passable.astype(np.uint8)
    safe = flood(near, open_sides, closed | narrow, sources)
    starts = np.array([h for h in range(board.hexes) if not closed[h] and not narrow[h]][-3:], np.int16)
    rows = narrow_cuts(near, open_sides, closed, narrow, safe, sources, starts, 3)
    candidates = narrow.nonzero()[0].tolist()
    for start, row in zip(starts.tolist(), rows.tolist(), strict=True):
        found = {h for h in row if h >= 0}
        if safe[start] or not flood(near, open_sides, closed, sources)[start]:
            assert not found
            continue
        assert not found or not _fed(near, open_sides, closed, sources, start, found)
        fewer = range(1, len(found) or 4)
        tried = (set(cut) for n in fewer for cut in itertools.combinations(candidates, n))
        assert all(_fed(near, open_sides, closed, sources, start, cut) for cut in itertools.islice(tried, 400))


def _fed(near: Any, passable: Any, closed: Any, sources: Any, start: int, taken: set[int]) -> bool:
    shut = closed.copy()
    shut[list(taken)] = 1
    return bool(flood(near, passable, shut, sources)[start])


@pytest.mark.parametrize("slug", [DRIVE, BARBAROSSA])
def test_a_pocket_closes_with_all_its_hexes_and_not_with_fewer(slug: str) -> None:
    closed = 0
    for match, outlook in outlooks(slug, 25):
        board = match.game.board
        for side in EVERYBODY:
            lines = outlook.lines(side)
            assert isinstance(lines, Lines)
            for hexes, stacks in pockets(outlook, side, 1 - side).items():
                for missing in (None, *hexes):
                    taken = np.zeros(board.nodes, np.bool_)
                    taken[[h for h in hexes if h != missing]] = True
                    assert (network(board, lines, taken)[stacks] == (missing is not None)).all()
                closed += 1
    assert closed > 5
