"""1940: What If?: the computer in every seat, and the questions a player asks."""

from __future__ import annotations

from collections import Counter

import pytest

import grognard
from grognard.ai import Advice, opponent
from grognard.core.match import Match
from grognard.core.state import Frame
from grognard.games.assault.flags import RETREATED
from grognard.games.what_if_1940 import WhatIf
from grognard.games.what_if_1940.opponent import Standard, goals
from grognard.games.what_if_1940.opponent.sight import Sight
from grognard.games.what_if_1940.rules import airpower
from grognard.games.what_if_1940.state import ALLIED, GERMAN, SOVIET

from .what_if import P, at, bare, new, phase, put

SLUG = "what-if-1940"


@pytest.fixture(scope="module")
def game() -> WhatIf:
    return WhatIf()


@pytest.mark.parametrize("seating", ["two", "three", "four"])
def test_no_seat_is_idle(seating: str) -> None:
    match = grognard.new(SLUG, seed=5, seating=seating)
    players = [opponent(SLUG, None, seat) for seat in match.seats]
    said: dict[str, Counter[str]] = {seat: Counter() for seat in match.seats}
    while not match.over and match.play.s.turn < 3:
        advice = players[match.seat].choose(match)
        said[match.seats[match.seat]][advice.command.verb] += 1
        match.do(advice.command, match.seats[match.seat])
    assert all(verbs["move"] for verbs in said.values()), said
    attackers = said.keys() - {"soviet", "german-west"}
    assert all(said[seat]["attack"] for seat in attackers), said


def looking(game: WhatIf, p: P) -> Sight:
    match = new(game)
    match.play.s = p.s
    return Sight(match)


def test_roads_end_at_cities_and_works_that_nobody_has_entered(game: WhatIf) -> None:
    p = bare(game)
    p.s.active = GERMAN
    ends = goals.blocks(looking(game, p))
    assert ends
    assert all(game.board.mask("rollbahn")[hex] and (game.city[hex] or game.works[hex]) for hex in ends)
    corps = put(p, "ge1", game.board.names[game.board.adjacent(ends[0])[0]])
    assert goals.openers(looking(game, p))[corps] == ends[0]


def test_worn_corps_of_the_anglo_french_want_to_go_home(game: WhatIf) -> None:
    p = bare(game)
    p.s.active = 2
    border = next(h for h in game.in_germany_west.nonzero()[0].tolist() if not game.city[h])
    corps = put(p, "fr1", game.board.names[border])
    away = goals.field_of(looking(game, p), corps)
    assert min(away[h] for h in game.ruhr.nonzero()[0]) == 0
    p.s.set("steps", corps, 1)
    away = goals.field_of(looking(game, p), corps)
    assert {int(away[h]) for h in game.board.mask("france").nonzero()[0]} == {0}


def test_a_supply_line_is_told_hex_by_hex(game: WhatIf) -> None:
    p = bare(game)
    near = put(p, "ge1", "5005")
    told = game.supply(p, near, (GERMAN,))
    assert (told.supplied, told.path[0]) == (True, "5005")
    assert game.board.mask("german-edge-east")[at(p, told.path[-1])]
    lost = put(p, "ge2", "4624")
    assert not game.supply(p, lost, (GERMAN,)).supplied
    coast = put(p, "ge3", "6017")
    assert game.supply(p, coast, (GERMAN,)).state == "coastal"


def test_odds_of_an_untried_army_spread_over_what_it_may_be(game: WhatIf) -> None:
    p = new(game, seed=3).play
    p.s.turn, p.s.active = 2, GERMAN
    army = put(p, "ra1", "4519")
    near = game.board.adjacent(at(p, "4519"))[0]
    corps = put(p, "ge1", game.board.names[near])
    told = game.odds(p, at(p, "4519"), [corps], eyes=(GERMAN,))
    kinds = {game.types[kind].ratings[0][1] for kind in (p.s.kind[u] for u in game.undotted)}
    assert min(kinds) <= told.defence <= max(kinds)
    assert sum(told.odds.values()) == pytest.approx(1.0, abs=0.01)
    p.s.clear((army,), 128)
    assert len(game.odds(p, at(p, "4519"), [corps], eyes=(GERMAN,)).odds) == 1


# ---------------------------------------------------------------- aircraft, the reserve, and Moscow lost


def advised(game: WhatIf, p: P, step: str, active: int) -> Advice:
    """What the German computer says at a step of somebody's player turn, with two aircraft left."""
    phase(p, step, GERMAN)
    p.s.active, p.s.air = active, (2, 0, 0)
    p.s.flow = (Frame("turn.end"), Frame(step, GERMAN))
    match: Match = new(game)
    match.play.s = p.s
    return Standard().decide(match)


def test_aircraft_hinder_the_march_on_the_ruhr(game: WhatIf) -> None:
    p = bare(game)
    for unit in ("fr1", "fr2"):
        put(p, unit, "1905")
    said = advised(game, p, "interdict", ALLIED).command
    assert said.verb == "interdict"
    p.s.interdicted = said.hexes
    ruhr = game.ruhr.nonzero()[0].tolist()
    ahead = [near for near in game.board.adjacent(at(p, "1905")) if airpower.interdiction_zone(p)[near]]
    away = {near: min(game.board.distance(near, city) for city in ruhr) for near in (*ahead, at(p, "1905"))}
    assert any(away[near] < away[at(p, "1905")] for near in ahead), "their next hex costs double"


def test_nobody_flies_where_nobody_comes_near(game: WhatIf) -> None:
    p = bare(game)
    put(p, "fr1", "1000")
    assert advised(game, p, "interdict", ALLIED).command.verb == "done"


def test_the_reserve_goes_where_the_ruhr_is_in_danger(game: WhatIf) -> None:
    p = bare(game)
    put(p, "fr1", "2006")
    corps = put(p, "ge1", "reserve-eligible")
    said = advised(game, p, "transfer", GERMAN).command
    assert (said.verb, said.units) == ("deploy", (corps,))
    assert game.ruhr[said.hexes[0]]


def test_without_a_reserve_corps_far_from_the_front_are_called_back(game: WhatIf) -> None:
    p = bare(game)
    put(p, "fr1", "2006")
    put(p, "ra1", "4519")
    idle = put(p, "ge1", "5001")
    put(p, "ge2", "4518")
    said = advised(game, p, "transfer", GERMAN).command
    assert (said.verb, said.units) == ("recall", (idle,))
    p.place(game.names.unit("fr1"), game.box["gone"])
    assert advised(game, p, "transfer", GERMAN).command.verb == "done"


def test_soviets_march_on_a_moscow_that_is_german(game: WhatIf) -> None:
    p = bare(game)
    p.s.active = SOVIET
    army = put(p, "ra1", "4619")
    put(p, "ge1", "4624")
    p.control(game.moscow, GERMAN)
    assert goals.field_of(looking(game, p), army)[game.moscow] == 0
    assert goals.worth(looking(game, p), game.moscow) == goals.MOSCOW


def test_armies_that_have_just_retreated_are_not_reckoned_with(game: WhatIf) -> None:
    p = phase(bare(game), "east.fight", GERMAN)
    corps = put(p, "ge1", "4518")
    armies = [put(p, "ra1", "4519"), put(p, "ra2", "4519")]
    before = looking(game, p).outlook([corps], at(p, "4519"), mobile=False).column
    p.s.mark(armies[:1], RETREATED)
    assert looking(game, p).outlook([corps], at(p, "4519"), mobile=False).column > before
    assert looking(game, p).outlook([corps], at(p, "4519"), mobile=True).column == before, "after a mobile assault they fight"
