"""Many games: the same whatever the number of processes, and counted right."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.errors import GrognardError
from grognard.sim import Recorder, Report, play, seed_of, simulate, statistics
from grognard.sim.folder import tables
from grognard.sim.summary import interval

RANDOM = {"german": "random", "soviet": "random"}


def test_jobs_do_not_matter() -> None:
    alone = simulate("drive-on-moscow", 4, seed=9, jobs=1, players=RANDOM, scenario="historical")
    shared = simulate("drive-on-moscow", 4, seed=9, jobs=2, players=RANDOM, scenario="historical")
    assert alone == shared
    assert [report["seed"] for report in alone] == [seed_of(9, number) for number in range(4)]


def test_reports_and_progress() -> None:
    told: list[Report] = []
    reports = simulate("drive-on-moscow", 3, seed="a", players=RANDOM, scenario="historical", progress=told.append)
    assert told == reports
    for report in reports:
        assert report["winner"] in ("german", "soviet")
        assert report["players"] == RANDOM
        assert 1 <= report["turn"] <= 9
        assert report["commands"] > 0
        assert report["reason"]


def test_unknown_seats_are_refused() -> None:
    with pytest.raises(GrognardError, match="german, soviet"):
        simulate("drive-on-moscow", 1, players={"italian": "random"})


def test_statistics() -> None:
    reports = [
        {"winner": "german", "reason": "4.2", "turn": 8, "commands": 100},
        {"winner": "soviet", "reason": "4.6", "turn": 9, "commands": 200},
        {"winner": "soviet", "reason": "4.6", "turn": 9, "commands": 300},
    ]
    found = statistics(reports)
    assert found["games"] == 3
    assert found["wins"]["soviet"]["games"] == 2
    assert found["endings"] == {"german 4.2": 1, "soviet 4.6": 2}
    assert found["turns"] == {8: 1, 9: 2}
    assert found["commands"] == 200
    assert statistics([])["games"] == 0


def test_the_interval_holds_the_share_and_narrows() -> None:
    low, high = interval(20, 40)
    assert low < 0.5 < high
    assert interval(200, 400)[0] > low
    assert interval(0, 10)[0] == 0
    assert interval(10, 10)[1] == pytest.approx(1)
    assert interval(0, 0) == (0.0, 1.0)


def test_every_turn_has_its_time_and_its_front() -> None:
    report = play("fords", "front", {"blue": "random", "red": "random", "green": "random"})
    assert len(report.times) == len(report.turns)
    for seat, seconds in report.seconds.items():
        assert sum(times[seat] for times in report.times) == pytest.approx(seconds, abs=0.001 * len(report.times))
    rows = tables([report])
    assert {(row["turn"], row["seat"]) for row in rows["times"]} == {
        (turn.turn, seat) for turn in report.turns for seat in report.seconds
    }
    assert all("front" in row for row in rows["turns"])


def test_the_front_is_counted_hex_by_hex() -> None:
    match = grognard.new("drive-on-moscow", "historical", seed=1)
    rng = random.Random(4)
    while match.game.turn(match.play)[0] < 2:
        match.do(match.legal_commands().sample(rng))
    board, recorder = match.game.board, Recorder(match)
    while match.game.turn(match.play)[0] < 3:
        match.do(match.legal_commands().sample(rng))
    recorder.look(match, {})
    for side, row in enumerate(recorder.turns[0].sides):
        control = match.state.control
        own = [hex for hex in range(board.hexes) if control[hex] == side]
        assert row.front == sum(any(control[near] == 1 - side for near in board.adjacent(hex)) for hex in own)
        assert row.front > 0
