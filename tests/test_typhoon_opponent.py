"""The computer at Typhoon 1941: it plays whole games, sees nothing hidden, bluffs, and beats chance."""

from __future__ import annotations

import random

import msgspec
import pytest

import grognard
from grognard.ai import Opponent, levels, opponent
from grognard.ai.staff import Staffed
from grognard.core.match import Match
from grognard.games.typhoon_1941.opponent import MISSIONS, Officer, Standard, battles
from grognard.games.typhoon_1941.position import match_from
from grognard.games.typhoon_1941.state import GERMAN, HIDDEN, RUSSIAN

from .test_typhoon_fog import exchanged

SLUG = "typhoon-1941"


def play(match: Match, seats: list[Opponent]) -> Match:
    while not match.over:
        advice = seats[match.seat].choose(match)
        assert advice.why
        match.do(advice.command)
        if match.length % 40 == 0:
            assert match.game.check(match.play) == []
        assert match.length < 5000
    return match


@pytest.mark.parametrize("seed", range(2))
def test_the_computer_plays_both_sides_to_the_end(seed: int) -> None:
    scenario = ("historical", "campaign")[seed % 2]
    match = play(grognard.new(SLUG, scenario=scenario, seed=seed), [opponent(SLUG, "standard", seed) for _ in range(2)])
    assert match.winner in ("german", "russian", "draw")
    assert match.game.check(match.play) == []


def test_the_german_computer_takes_moscow_from_chance() -> None:
    seats = [opponent(SLUG, "standard", 0), opponent(SLUG, "random", 0)]
    assert play(grognard.new(SLUG, scenario="historical", seed=0), seats).winner == "german"


@pytest.mark.parametrize("seed", range(2))
def test_the_russian_computer_holds_moscow_against_chance(seed: int) -> None:
    seats = [opponent(SLUG, "random", seed), opponent(SLUG, "standard", seed)]
    assert play(grognard.new(SLUG, scenario="historical", seed=seed), seats).winner == "russian"


@pytest.mark.parametrize("seed", range(2))
def test_the_german_computer_knows_nothing_hidden(seed: int) -> None:
    match = grognard.new(SLUG, scenario="historical", seed=seed)
    seats = [opponent(SLUG, "standard", seed) for _ in range(2)]
    rng = random.Random(seed)
    compared = 0
    while not match.over and match.play.s.turn < 4:
        if match.seat == GERMAN and match.step.name in ("movement", "attack") and match.length % 5 == 0:
            other = exchanged(match, rng)
            mine, theirs = (opponent(SLUG, "standard", seed).choose(m).command for m in (match, other))
            assert mine == theirs
            compared += 1
        match.do(seats[match.seat].choose(match).command)
    assert compared > 10


def test_the_russian_computer_bluffs() -> None:
    match = grognard.new(SLUG, scenario="historical", seed=5)
    seats = [opponent(SLUG, "standard", 5) for _ in range(2)]
    placed = 0
    while not match.over and match.play.s.turn < 4:
        command = seats[match.seat].choose(match).command
        placed += command.verb == "mask"
        match.do(command)
    assert placed >= 3
    assert any(match.state.flags[u] & HIDDEN for u, side in enumerate(match.game.side_of) if side == RUSSIAN)


def test_levels() -> None:
    assert [*levels(SLUG)] == ["random", "recruit", "officer", "general"]


def test_the_officer_drives_nobody_to_where_he_would_win() -> None:
    match = grognard.new(SLUG, scenario="historical", seed=5)
    seats = [opponent(SLUG, "standard", 5) for _ in range(2)]
    while not (match.step.name == "battle.push" and match.seat == GERMAN):
        match.do(seats[match.seat].choose(match).command)
    s, game = match.play.s, match.play.game
    pushed = {}
    for name in ("0305", "2020"):  # two hexes from the western edge, and far away
        s.battle = msgspec.structs.replace(s.battle, targets=(game.board.node(name),), pushes=(("D3", s.battle.pushes[0][1]),))
        pushed[name] = [decide(match).command.number for decide in (battles.careful_push, battles.push)]
    assert pushed == {"0305": [1, 3], "2020": [3, 3]}


def test_the_officer_does_not_gamble_with_the_far_east() -> None:
    assert [player().rear.gambles for player in (Standard, Officer)] == [True, False]


def test_the_officer_stands_fast_where_a_russian_would_win() -> None:
    """A D1 opens a town whose garrison may give ground, and a Russian in Smolensk wins (victory.4)."""
    board = {"size": "16x8", "front": 3, "city": {"Smolensk": "0603"}}
    said = {}
    for place, hex, beside in (("Smolensk", "0603", "0604"), ("open ground", "0903", "0904")):
        units = {hex: ["a korps 2-2"], beside: ["s rifle 3-3"]}
        match = match_from({
            "hq": "", "turn": 6, "weather": "snow", "side": "russian", "phase": "before", "board": board, "units": units,
        })  # fmt: skip
        match.do(match.parse(f"attack {hex} with s"))
        while match.step.name != "battle.orders":
            match.do(match.parse("fight" if match.step.name == "battle.announced" else "done"))
        said[place] = [decide(match).command.verb for decide in (Officer().decide, Standard().decide)]
    assert said == {"Smolensk": ["stand", "done"], "open ground": ["done", "done"]}


def test_the_german_officer_leaves_nobody_to_walk_into_his_rear() -> None:
    """A garrison stays although the Russians are far from it: they march farther than he looks."""
    board = {"size": "24x8", "front": 3, "city": {"Smolensk": "0503"}}
    units = {"0503": ["a korps 2-2"], "0604": ["b panzer 6-6"], "1603": ["r rifle 3-3"]}
    match = match_from({
        "hq": "", "turn": 2, "weather": "good", "side": "german", "phase": "movement", "board": board, "units": units,
    })  # fmt: skip
    left = {}
    for missions in (MISSIONS, {}):
        trial, player = match.copy(), Staffed(Officer, missions)
        while trial.step.name == "movement":
            trial.do(player.choose(trial).command)
        left[bool(missions)] = trial.state.loc[0] != match.state.loc[0]
    assert left == {True: False, False: True}
