"""One description of movement: reach, price, refusal, ways, options and the computer's plans say the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.core.command import Command
from grognard.core.errors import Illegal
from grognard.core.march import RoadMarch
from grognard.core.match import Match
from grognard.core.movement import Hindrance, Movement, Refused
from grognard.core.paths import NEVER, Workspace
from grognard.core.play import Play
from grognard.games.barbarossa.opponent.plan import Plan as BarbarossaPlan
from grognard.games.barbarossa.opponent.sight import Sight as BarbarossaSight
from grognard.games.barbarossa.rules import advance as barbarossa_advance
from grognard.games.barbarossa.rules import ground as barbarossa_ground
from grognard.games.barbarossa.rules import retreat as barbarossa_retreat
from grognard.games.drive_on_moscow.opponent.sight import Sight as MoscowSight
from grognard.games.drive_on_moscow.rules import advance as moscow_advance
from grognard.games.drive_on_moscow.rules import movement as moscow_movement
from grognard.games.drive_on_moscow.rules import retreat as moscow_retreat
from grognard.games.fire_in_the_east.opponent.orders import Ground as FireGround
from grognard.games.fire_in_the_east.opponent.orders import ready as fire_ready
from grognard.games.fire_in_the_east.opponent.sight import Sight as FireSight
from grognard.games.fire_in_the_east.position import match_from as fire_match
from grognard.games.fire_in_the_east.rules import terrain as fire_terrain
from grognard.games.typhoon_1941.opponent.german import Plan as TyphoonPlan
from grognard.games.typhoon_1941.opponent.sight import Sight as TyphoonSight
from grognard.games.typhoon_1941.rules import advance as typhoon_advance
from grognard.games.typhoon_1941.rules import movement as typhoon_movement
from grognard.games.typhoon_1941.rules import retreat as typhoon_retreat
from grognard.games.what_if_1940.opponent import moves as what_if_moves
from grognard.games.what_if_1940.opponent.sight import Sight as WhatIfSight
from grognard.games.what_if_1940.position import match_from as what_if_match
from grognard.games.what_if_1940.rules import movement as what_if_movement

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
        self.zone = rng.choice(np.array([0, 1, 2], np.uint8), size=nodes, p=[0.7, 0.15, 0.15])
        self.between = np.array([[0, 0, 0], [0, 1, 3], [1, 3, 3]], np.uint8)
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
            zone=self.zone,
            between=self.between,
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
    held = ground.between[ground.zone[:, None], ground.zone[ground.board.neighbours]]
    leaving = np.minimum(ground.cost.astype(int) + np.where(ground.cost == NEVER, 0, ground.leave[:, None] + held), NEVER)
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
    for table in (ground.closed, ground.crowd, ground.toll, ground.leave, ground.stop, ground.zone):
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


def test_a_hex_out_of_reach_is_refused_with_the_reason() -> None:
    """Too dear with the points it would take, barred with what bars the shortest way, or no way at all."""
    ground = Ground(1)
    for each in (ground.closed, ground.crowd, ground.stop, ground.toll):
        each[:] = 0
    march = ground.march(1)
    open_to = march.but(budget=999).reach().as_dict()
    far = next(h for h in open_to if ground.board.distance(ground.start, h) == 4)

    def reason(but: Movement) -> Illegal:
        with pytest.raises(Illegal) as refusal:
            but.way(far)
        return refusal.value

    told: list[Refused] = []

    def why(march: Movement, refused: Refused) -> Illegal:
        told.append(refused)
        return Illegal(refused.hindrance.name, "so")

    spoken = march.but(why=why)
    assert reason(spoken).rule == Hindrance.POINTS.name
    assert told[-1].points == open_to[far] > march.budget
    ground.closed[list(ground.board.adjacent(far))] = 1
    assert reason(spoken).rule == Hindrance.CLOSED.name
    assert told[-1].there in ground.board.adjacent(far)
    assert reason(spoken).why == f"no way to {ground.board.names[far]} is open: so"
    ground.closed[:] = 0
    ground.cost[:, :] = NEVER
    assert reason(spoken).rule == Hindrance.FAR.name


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


class Country(NamedTuple):
    """A game when movement begins, the function that says what a hex costs, and where its computer sees a unit go."""

    slug: str
    begin: Callable[[], Match]
    rules: ModuleType
    costs: str
    more: int  #: what a house rule adds to every step
    plans: Callable[[Match, int], Collection[int]]


def opened(slug: str, *opening: str) -> Match:
    match = grognard.new(slug, scenario="historical", seed=3)
    for command in opening:
        match.do(command)
    return match


def what_if_opened() -> Match:
    return what_if_match({"seats": "two", "board": {}, "phase": "east.move", "units": {"4906": ["ge1 8-4/6-2"]}})


def fire_opened() -> Match:
    return fire_match({"board": {"size": "9x5", "front": 9}, "units": {"0303": ["ge1i"]}})


def moscow_plans(match: Match, unit: int) -> Collection[int]:
    reaches = MoscowSight(match).reaches({unit: moscow_movement.points_left(match.play, unit)})
    return reaches[unit]


def what_if_plans(match: Match, unit: int) -> Collection[int]:
    """As many hexes as the computer would go if it liked nothing but distance, and the one where the unit stands."""
    board, start = match.game.board, match.play.s.loc[unit]
    with pytest.MonkeyPatch.context() as liking:
        liking.setattr(what_if_moves, "_score", lambda sight, unit, hex, field: board.distance(start, hex))
        return range(1 + board.distance(start, what_if_moves.best_place(WhatIfSight(match), unit)))


COUNTRIES = (
    Country("drive-on-moscow", partial(opened, "drive-on-moscow", "order move-fight"), moscow_movement, "costs_for", 1,
            moscow_plans),
    Country("barbarossa", partial(opened, "barbarossa", "order fight-move", "done"), barbarossa_ground, "costs_for", 1,
            lambda match, unit: BarbarossaPlan(BarbarossaSight(match)).reach[unit]),
    Country("typhoon-1941", partial(opened, "typhoon-1941", "order free", "done"), typhoon_movement, "costs_for", 1,
            lambda match, unit: TyphoonPlan(TyphoonSight(match)).ends[unit]),
    Country("what-if-1940", what_if_opened, what_if_movement, "costs", 1, what_if_plans),
    Country("fire-in-the-east", fire_opened, fire_terrain, "_table", 8,
            lambda match, unit: fire_ready(FireSight(match), FireGround())[unit].nodes.tolist()),
)  # fmt: skip


@pytest.mark.parametrize("country", COUNTRIES, ids=lambda country: country.slug)
def test_a_cost_added_in_the_rules_changes_options_refusals_previews_foresight_and_plans(
    country: Country, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One place says what a hex costs: whatever asks follows."""
    match = country.begin()
    assert match.decision is not None
    assert match.decision.step.endswith("move" if country.slug == "what-if-1940" else "movement")
    unit = max(match.options().units("move"), key=lambda u: len(match.options().hexes("move", (u,))))

    def asked() -> tuple[int, int, int, int, int]:
        hexes = match.options().hexes("move", (unit,))
        far = [h for h in known if match.check(Command("move", (unit,), (h,))) is None]
        preview = match.reach([unit]).hexes
        march = match.game.foresight.march(match.play, unit)
        assert march is not None
        foreseen = march.hexes()[0] if isinstance(march, RoadMarch) else march.hexes()
        return len(hexes), len(far), len(preview), len(foreseen), len(country.plans(match, unit)) - 1

    known = list(match.options().hexes("move", (unit,)))
    before = asked()
    plain: Callable[..., Any] = getattr(country.rules, country.costs)
    monkeypatch.setattr(
        country.rules, country.costs,
        lambda *asked: np.where(plain(*asked) == NEVER, NEVER, plain(*asked) + country.more).astype(np.uint8),
    )  # fmt: skip
    monkeypatch.setattr(match.game, "kept", {}, raising=False)  # what a game keeps from one match to the next
    match.play.s.forget()
    after = asked()
    assert before[0] == before[1] == before[2] == before[3] == len(known)
    assert all(less < more for less, more in zip(after, before, strict=True))
    assert after[0] == after[1] == after[2] == after[3]


class Field(NamedTuple):
    """A game in which somebody can attack, what a hex costs, and where a beaten defender and a victor could go."""

    slug: str
    opening: str
    rules: ModuleType
    retreats: Callable[[Any, int], Collection[int]]
    advances: Callable[[Any], Collection[int]]


def typhoon_victors(p: Any) -> list[int]:
    """Who could enter the hex of the battle if the defenders were gone."""
    won, battle = Play(p.game, p.s.copy(), p.dice), p.s.battle
    for unit in p.foes(battle.targets[0], battle.side):
        won.place(unit, p.game.lost[p.side_of(unit)])
    won.s.battle = msgspec.structs.replace(battle, reach=1)
    return [u for u in battle.attackers if battle.targets in typhoon_advance.ways(won, u)]


FIELDS = (
    Field("drive-on-moscow", "order fight-move", moscow_movement,
          lambda p, unit: moscow_retreat.retreat_hexes(p, unit, p.s.loc[unit]), lambda p: moscow_advance.advancing(p, ())),
    Field("barbarossa", "order fight-move", barbarossa_ground,
          lambda p, unit: barbarossa_retreat.open_hexes(p, (unit,), p.s.loc[unit]), barbarossa_advance.advancing),
    Field("typhoon-1941", "order free", typhoon_movement,
          lambda p, unit: typhoon_retreat.open_hexes(p, p.s.battle, unit), typhoon_victors),
)  # fmt: skip


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.slug)
def test_a_step_that_the_rules_bar_is_barred_to_retreats_and_advances(field: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    match = grognard.new(field.slug, scenario="historical", seed=4)
    match.do(field.opening)
    begun = match.copy()
    for target in match.options().hexes("attack"):
        begun = match.copy()
        begun.do(Command("attack", tuple(match.options().units("attack", (target,))), (target,)))
        p = begun.play
        unit = p.foes(target, match.side)[0]
        if field.retreats(p, unit):
            break
    ways = field.retreats(p, unit)
    assert ways
    goal, plain = next(iter(ways)), field.rules.costs_for

    def barred(*asked: Any) -> Any:
        table, board = plain(*asked).copy(), p.game.board
        table[target, board.direction(target, goal)] = NEVER
        for near in board.adjacent(target):
            table[near, board.direction(near, target)] = NEVER
        return table

    follow = field.advances(p)
    monkeypatch.setattr(field.rules, "costs_for", barred)
    assert {*field.retreats(p, unit)} == {*ways} - {goal}
    assert follow
    assert not field.advances(p)
