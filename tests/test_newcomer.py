"""The first evening: a newcomer who reads the desk and does what it says is not lost before he has understood the game."""

from __future__ import annotations

import pytest

import grognard
from grognard.ai.hint import hint
from grognard.core.match import Match
from grognard.games import load_game
from grognard.games.drive_on_moscow.rules.victory import take_control
from grognard.games.drive_on_moscow.state import SOVIET

from .newcomer import SEAT, command, first_turns


def test_at_the_historical_set_up_no_town_stands_open() -> None:
    assert grognard.new("drive-on-moscow", "historical", seed=1).game.data_set == 3
    for number in (2, 3):
        match = grognard.new("drive-on-moscow", "historical", seed=1, data_set=number)
        assert not [threat for threat in match.threats("german").threats if threat.kind == "open"]


def test_the_first_set_up_left_five_towns_open_and_the_desk_knows_who_can_close_them() -> None:
    match = Match(load_game("drive-on-moscow", data_set=1), "historical", seed=1)
    match.do("order move-fight")
    closed = []
    for _ in range(10):
        item = next((item for item in match.desk("german").items if item.kind == "open" and item.remedy is not None), None)
        if item is None:
            break
        said = item.remedy
        assert said is not None
        match.do({"verb": said.verb, "units": said.units, "hexes": said.hexes})
        closed += said.hexes
    assert sorted(closed) == ["0407", "0942", "0944", "1249", "1351"]
    assert not [threat for threat in match.threats("german").threats if threat.kind == "open"]


def test_the_verdict_names_the_town_that_was_lost_and_where_it_lies() -> None:
    match = grognard.new("drive-on-moscow", "historical", seed=1)
    hex = match.game.board.node("0407")
    take_control(match.play, hex, SOVIET)
    outcome = match.play.s.outcome
    assert outcome is not None
    assert (outcome.rule, outcome.place) == ("4.5a", hex)
    assert outcome.reason == "Toropets, behind the German front, has been taken"


def test_a_newcomer_holds_out() -> None:
    assert not first_turns(seed=3).over


def test_a_hint_after_a_battle_opens_nothing_that_loses_the_game() -> None:
    """The officer would advance with everybody; a newcomer who says what the hint says would be lost in the enemy's turn."""
    match = grognard.new("drive-on-moscow", "historical", seed=0, data_set=2)
    stayed = 0
    while match.seats[match.seat] == SEAT:
        if match.step.name != "battle.advance":
            match.do(command(match))
            continue
        known = match.fork(SEAT)
        advice = hint(known.sit(SEAT))
        stayed += advice.why.startswith("or else ")
        match.do(advice.command)
    assert stayed
    assert not [threat for threat in match.threats(SEAT).threats if threat.kind == "open" and threat.fatal]


@pytest.mark.prove
def test_a_newcomer_holds_out_in_eighteen_of_twenty_games() -> None:
    assert sum(not first_turns(seed).over for seed in range(20)) >= 18
