"""The computer at Barbarossa: it plays whole games of every scenario, keeps the rules, and sees nothing hidden."""

from __future__ import annotations

import random

import pytest

from grognard.ai import levels
from grognard.core.match import Match
from grognard.games.barbarossa import GAME
from grognard.games.barbarossa.game import Barbarossa
from grognard.games.barbarossa.opponent import Standard
from grognard.games.barbarossa.state import GERMAN, SOVIET

_game = GAME()


def new(scenario: str, seed: int) -> Match:
    return Match(_game, scenario, {}, str(seed))


@pytest.mark.parametrize("scenario", ["campaign", "historical", "road-back"])
def test_the_computer_plays_both_sides_to_the_end(scenario: str) -> None:
    match = new(scenario, 1)
    seats = [Standard(seat) for seat in range(2)]
    while not match.over:
        advice = seats[match.seat].choose(match)
        assert advice.why
        match.do(advice.command)
        if match.length % 40 == 0:
            assert match.game.check(match.play) == []
        assert match.length < 10_000
    assert match.winner in ("german", "soviet")
    assert match.game.check(match.play) == []


def exchanged(match: Match, rng: random.Random) -> Match:
    """The same position with the covered Soviet units having changed places; the top of every stack stays."""
    other = match.copy()
    game, state = other.game, other.state
    assert isinstance(game, Barbarossa)
    on_map = [u for u in game.pieces_of_side[SOVIET] if 0 <= state.loc.item(u) < game.board.hexes]
    tops = [(u, state.loc.item(u)) for u in on_map if game.identified(other.play, u)]
    covered = [u for u in on_map if not game.identified(other.play, u)]
    places = [state.loc.item(u) for u in covered]
    rng.shuffle(places)
    for unit, node in (*zip(covered, places, strict=True), *tops):
        state.put(unit, node, SOVIET)
    return other


def test_the_german_computer_knows_nothing_covered() -> None:
    match = new("historical", 3)
    seats = [Standard(seat) for seat in range(2)]
    rng = random.Random(3)
    compared = 0
    while not match.over and match.state.turn < 5:
        if match.seat == GERMAN and match.step.name in ("movement", "combat", "order") and match.length % 4 == 0:
            mine, theirs = (Standard().choose(m).command for m in (match, exchanged(match, rng)))
            assert mine == theirs
            compared += 1
        match.do(seats[match.seat].choose(match).command)
    assert compared > 10


def test_levels() -> None:
    assert set(levels("barbarossa")) == {"random", "standard"}
