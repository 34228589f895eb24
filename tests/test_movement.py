"""One description of movement: reach, price, refusal, ways, options and the computer's plans say the same."""

from __future__ import annotations

import itertools
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.core.command import Command
from grognard.core.errors import Illegal
from grognard.core.movement import Hindrance, Movement, Refused
from grognard.core.paths import NEVER, Workspace
from grognard.games.drive_on_moscow.opponent.sight import Sight
from grognard.games.drive_on_moscow.rules import movement

from . import oracle


def why(march: Movement, refused: Refused) -> Illegal:
    return Illegal(refused.hindrance.name, f"{refused.here} {refused.there} {refused.points}")


class Ground:
    """A small board with made-up ground."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        match = grognard.new("fords", seed=1)
        self.board = match.game.board
        nodes = self.board.nodes
        near = self.board.neighbours
        self.cost = rng.choice(np.array([1, 2, 3, NEVER], np.uint8), size=(nodes, 6), p=[0.5, 0.25, 0.1, 0.15])
        self.cost[near < 0] = NEVER
        self.cost[(near >= self.board.hexes) | (np.arange(nodes)[:, None] >= self.board.hexes)] = NEVER
        self.closed = (rng.random(nodes) < 0.12).astype(np.uint8)
        self.crowd = rng.integers(0, 4, nodes).astype(np.int16)
        self.toll = (rng.random(nodes) < 0.2).astype(np.uint8)
        self.leave = (rng.random(nodes) < 0.2).astype(np.uint8) * np.uint8(2)
        self.stop = (rng.random(nodes) < 0.15).astype(np.uint8)
        self.start = int(rng.integers(self.board.hexes))
        self.play = SimpleNamespace(game=SimpleNamespace(board=self.board, space=Workspace(nodes)))

    def march(self, budget: int, **more: Any) -> Movement:
        return Movement(
            self.play,
            (0,),
            self.start,
            budget,
            self.cost,
            self.closed,
            why,
            self.crowd,
            2,
            self.toll,
            self.leave,
            self.stop,
            **more,
        )


def paths(march: Movement, length: int) -> list[tuple[int, ...]]:
    """Every way of so many hexes at most, whatever it costs."""
    found: list[tuple[int, ...]] = [()]
    ends = found
    for _ in range(length):
        ends = [(*way, near) for way in ends for near in march.p.game.board.adjacent(way[-1] if way else march.start)]
        found = found + ends
    return found


seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.integers(0, 12))
def test_every_hex_in_reach_is_priced_as_it_is_reached(seed: int, budget: int) -> None:
    march = Ground(seed).march(budget)
    found = march.reach()
    for hex, cost in list(found.as_dict().items())[1:]:
        path = found.path(hex)
        assert sum(march.price(path)) == cost
        assert march.costs(path) == march.price(path)


@given(seeds, st.integers(0, 6))
def test_what_can_be_priced_is_what_can_be_reached(seed: int, budget: int) -> None:
    """Every way of up to four hexes is tried: those that are not refused lead to the hexes in reach, for no less."""
    march = Ground(seed).march(budget)
    best: dict[int, int] = {}
    for path in paths(march, 4):
        if path and path[-1] != march.start:
            try:
                best[path[-1]] = min(best.get(path[-1], 99), sum(march.price(path)))
            except Illegal:
                continue
    reached = march.reach()
    near = {hex: cost for hex, cost in reached.as_dict().items() if hex != march.start and len(reached.path(hex)) <= 4}
    assert {hex: cost for hex, cost in best.items() if hex in near} == near
    assert best.keys() <= reached.as_dict().keys()


@given(seeds, st.integers(0, 10))
def test_reach_with_the_price_of_leaving(seed: int, budget: int) -> None:
    ground = Ground(seed)
    march = ground.march(budget).but(crowd=None)
    leaving = np.minimum(ground.cost.astype(int) + np.where(ground.cost == NEVER, 0, ground.leave[:, None]), NEVER)
    wanted = oracle.reach(ground.board.neighbours, leaving, ground.closed, ground.start, budget, ground.toll, ground.stop)
    assert march.reach().as_dict() == wanted


@given(seeds, st.integers(0, 8))
def test_ways_lead_where_they_should_or_are_refused(seed: int, budget: int) -> None:
    march = Ground(seed).march(budget)
    reached = set(march.reach().nodes.tolist())
    for hex in range(march.p.game.board.hexes):
        try:
            path = march.way(hex)
            march.price(path)
        except Illegal:
            assert hex not in reached or hex == march.start
        else:
            assert path[-1] == hex
            assert hex in reached


@given(seeds)
def test_drawn_ways_are_open(seed: int) -> None:
    march, rng = Ground(seed).march(5), random.Random(seed)
    for _ in range(10):
        path = march.drawn(rng)
        assert bool(path) == (len(march.hexes()) > 0)
        assert sum(march.price(path)) <= march.budget


def hindered(march: Movement, path: list[int]) -> str:
    with pytest.raises(Illegal) as refusal:
        march.price(path)
    return str(refusal.value.rule)


def test_each_hindrance_is_told_by_its_name() -> None:
    ground = Ground(1)
    for table in (ground.closed, ground.crowd, ground.toll, ground.leave, ground.stop):
        table[:] = 0
    near = ground.board.neighbours
    ground.cost[:] = np.where((near >= 0) & (near < ground.board.hexes), 1, NEVER)
    ground.start = next(h for h in range(ground.board.hexes) if len(ground.board.adjacent(h)) == 6)
    march = ground.march(3)
    one, other, *_ = ground.board.adjacent(ground.start)
    far = next(h for h in range(ground.board.hexes) if ground.board.distance(ground.start, h) == 2)
    assert hindered(march, [far]) == Hindrance.APART.name
    assert hindered(march.but(budget=0), [one]) == Hindrance.POINTS.name
    ground.leave[ground.start] = 3
    assert hindered(march, [one]) == Hindrance.POINTS.name
    ground.leave[ground.start] = 0
    ground.crowd[one] = 3
    assert hindered(march, [one]) == Hindrance.FULL.name
    ground.crowd[one] = 0
    ground.stop[one] = 1
    beyond = next(h for h in ground.board.adjacent(one) if h != ground.start)
    assert march.price([one]) == [1]
    assert hindered(march, [one, beyond]) == Hindrance.STOPPED.name
    ground.closed[one] = 1
    assert hindered(march, [one]) == Hindrance.CLOSED.name
    ground.cost[ground.start, ground.board.direction(ground.start, other)] = NEVER
    assert hindered(march, [other]) == Hindrance.BARRED.name
    with pytest.raises(Illegal) as refusal:
        march.but(budget=1).way(far)
    assert refusal.value.rule == Hindrance.FAR.name


def test_the_first_hex_may_be_free_to_all() -> None:
    ground = Ground(2)
    ground.closed[:], ground.crowd[:] = 0, 0
    poor = ground.march(0)
    assert not poor.hexes()
    open_to_them = [h for h in ground.board.adjacent(ground.start) if poor.hindrance(ground.start, h) is None]
    granted = poor.but(first=4)
    assert sorted(granted.hexes()) == sorted(open_to_them)
    for hex in open_to_them:
        assert granted.price([hex])[0] <= 4
        with pytest.raises(Illegal):
            granted.price([hex, ground.start])
    barred = [h for h in ground.board.adjacent(ground.start) if poor.hindrance(ground.start, h) is Hindrance.BARRED]
    assert {*granted.but(across=tuple(barred)).hexes()} == {*open_to_them, *barred}


def test_a_cost_added_in_the_rules_changes_options_refusals_previews_and_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    """One place says what a hex costs: whatever asks follows."""
    match = grognard.new("drive-on-moscow", scenario="historical", seed=3)
    match.do("order move-fight")
    unit = match.options().units("move")[0]

    def asked() -> tuple[Any, ...]:
        hexes = match.options().hexes("move", (unit,))
        far = [h for h in known if match.check(Command("move", (unit,), (h,))) is None]
        preview = match.reach([unit])["hexes"]
        plan = Sight(match).reaches({unit: movement.points_left(match.play, unit)})[unit]
        return len(hexes), len(far), len(preview), len(plan) - 1, max(entry["cost"] for entry in preview.values())

    known = list(match.options().hexes("move", (unit,)))
    before = asked()
    plain = movement.costs_for
    dearer = lambda p, units: np.where(plain(p, units) == NEVER, NEVER, plain(p, units) + 1).astype(np.uint8)  # noqa: E731
    monkeypatch.setattr(movement, "costs_for", dearer)
    after = asked()
    assert before[0] == before[1] == before[2] == len(known)
    assert all(less < more for less, more in itertools.islice(zip(after, before, strict=True), 4))
    assert after[0] == after[1] == after[2]
