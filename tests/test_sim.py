"""Many games: the same whatever the number of processes, and counted right."""

from __future__ import annotations

import pytest

from grognard.core.errors import GrognardError
from grognard.sim import Report, seed_of, simulate, statistics
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
