"""Marches that take more than one turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.server.questions import Asker


@pytest.mark.parametrize(("slug", "side"), [("drive-on-moscow", "german"), ("typhoon-1941", "german")])
def test_a_way_is_one_step_after_another_and_begins_with_what_is_in_reach(slug: str, side: str) -> None:
    match = grognard.new(slug, scenario="historical", seed=1)
    while match.step.name != "movement":
        match.do(next(iter(match.options())))
    game, asker = match.game, Asker(match.fork(side), side)
    unit = next(u for u in match.options().units("move") if game.side_of[u] == 0)
    start = match.state.loc[unit]
    far = max((match.state.loc[u] for u in match.options().units("move")), key=lambda hex: abs(hex - start))
    route = asker.march(game.pieces[unit].handle, game.board.names[far])
    path = [game.board.index[name] for name in route.path]
    assert path[-1] == far
    assert all(game.board.direction(a, b) >= 0 for a, b in pairwise((start, *path)))
    assert route.turns[0] == 0
    assert all(b - a in (0, 1) for a, b in pairwise(route.turns))
    assert route.turns[-1] > 0
    reach = asker.reach(game.pieces[unit].handle).hexes
    assert [hex for hex, turn in zip(route.path, route.turns, strict=True) if turn == 0 and hex in reach]
    assert not [hex for hex, turn in zip(route.path, route.turns, strict=True) if turn > 1 and hex in reach]


def test_where_no_way_leads_it_says_so() -> None:
    match = grognard.new("fords", seed=1)
    seat = match.seats[match.seat]
    unit = match.game.pieces[next(iter(match.options().units("move")))].handle
    assert Asker(match.fork(seat), seat).march(unit, match.game.board.names[0]).why
    with pytest.raises(GrognardError):
        Asker(match.fork(seat), seat).march("", match.game.board.names[0])
