"""What follows if a hex falls, and what does not move the odds of an attack on it."""

from __future__ import annotations

import inspect

import pytest

import grognard
from grognard.core.answers import NoShift, Odds, PossibleShift, ShiftView, with_no_shifts
from grognard.games import load_game
from grognard.games.barbarossa.rules import combat_odds as barbarossa
from grognard.games.drive_on_moscow.rules import combat_odds as drive
from grognard.games.typhoon_1941.rules import odds as typhoon
from grognard.games.what_if_1940.rules import combat_odds as what_if
from grognard.server.questions import Asker

RULES = {"barbarossa": barbarossa, "drive-on-moscow": drive, "typhoon-1941": typhoon, "what-if-1940": what_if}


@pytest.mark.parametrize("slug", RULES)
def test_possible_shifts_are_those_of_the_rules(slug: str) -> None:
    text, possible = inspect.getsource(RULES[slug]), load_game(slug).possible_shifts
    assert possible
    assert not [shift for shift in possible if f'"{shift.why}"' not in text or f'"{shift.rule}"' not in text]


def test_what_counts_is_not_told_as_missing() -> None:
    possible = (PossibleShift("1", "river", "dry"), PossibleShift("2", "city", "none"), PossibleShift("3", "tanks", "none", 1))
    odds = Odds(odds={"1:1": 1.0}, shifts=[ShiftView(-1, "river", "1")])
    assert with_no_shifts(odds, possible, 0).no_shifts == [NoShift("city", "2", "none")]
    assert with_no_shifts(odds, possible, 1).no_shifts == [NoShift("city", "2", "none"), NoShift("tanks", "3", "none")]
    assert with_no_shifts(Odds(why="too far"), possible, 0).no_shifts == []


def test_moscow_loses_the_game_and_open_ground_nothing() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    board = match.game.board
    moscow = next(place.hex for place in board.places if place.name == "Moscow")
    german = Asker(match.fork("german"), "german")
    (first, *_) = german.falls(board.names[moscow]).consequences
    assert (first.text, first.rule, first.fatal) == ("Soviet loses Moscow, which loses the game", "4.2", True)
    assert german.falls("0917").consequences == []
    soviet = Asker(match.fork("soviet"), "soviet")
    assert not any("Moscow" in one.text for one in soviet.falls(board.names[moscow]).consequences)


def test_a_hex_that_feeds_others_says_so() -> None:
    match = grognard.new("typhoon-1941", scenario="historical", seed=1)
    russian = Asker(match.fork("russian"), "russian")
    found = [one for hex in match.game.board.names[: match.game.board.hexes] for one in russian.falls(hex).consequences]
    cut = [one for one in found if "cut off from supply" in one.text]
    assert cut
    assert all(one.hexes and one.rule for one in cut)
