"""What a wargamer laughs at is counted, and nothing else is."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.ai import anything
from grognard.ai.care import is_turned_back, wasted
from grognard.ai.missions import is_movement
from grognard.ai.staff import Staffed
from grognard.cli.main import app
from grognard.core.answers import Odds
from grognard.core.foresight import clears
from grognard.games.typhoon_1941.position import match_from as typhoon
from grognard.sim import play
from grognard.sim.blunders import KINDS, Detector, held_places
from grognard.sim.summary import blundered

from .test_levels import Deserter, first_movement, moved

PLAYERS = {"german": "random", "russian": "random"}


def test_they_are_counted_only_when_somebody_asks() -> None:
    assert play("typhoon-1941", "5", PLAYERS).blunders == []
    report = play("typhoon-1941", "7", PLAYERS, blunders=True)
    assert {one.kind for one in report.blunders} <= {*KINDS}
    assert sum(one.count for one in report.blunders) > 10, "random play is full of them"
    assert [one for one in report.blunders if one.kind == "unsupplied" and one.seat == "german"]
    assert play("typhoon-1941", "7", PLAYERS, blunders=True) == report
    told = blundered([report, report])
    assert told["german (random)"]["unsupplied"] == sum(
        one.count for one in report.blunders if one.seat == "german" and one.kind == "unsupplied"
    )


def test_the_chance_that_an_attack_opens_its_hex() -> None:
    assert clears({"AS": 0.5, "DR": 0.25, "BB": 0.15, "DE": 0.1}) == pytest.approx(0.5)
    assert clears({"D": 0.5, "D/AE": 0.4, "X": 0.1}) == pytest.approx(0.1)


def test_factors_beyond_what_the_table_has() -> None:
    rolls = {"3:1": ["DR", "DE"], "5:1": ["DE"], "8:1": ["DE"], "20:1": ["DE"]}
    best = Odds(attack=40, defence=2, odds={"20:1": 1.0}, ladder=[*rolls], rolls=rolls)
    assert wasted(best) == pytest.approx(4)
    assert wasted(Odds(attack=6, defence=2, odds={"3:1": 1.0}, ladder=[*rolls], rolls=rolls)) == pytest.approx(1)
    assert wasted(Odds()) == 0


def test_a_spearhead_that_turns_back() -> None:
    units = {"0604": ["p panzer 4-4"], "0606": ["i korps 4-4"]}
    match = typhoon({"board": {"size": "16x8", "front": 8, "city": {"Tula": "1404"}}, "hq": "", "turn": 2, "weather": "good",
                     "side": "german", "phase": "movement", "units": units})  # fmt: skip
    back, on = match.parse("move p 0304"), match.parse("move p 0704")
    assert is_turned_back(match, back)
    assert not is_turned_back(match, on)
    assert not is_turned_back(match, match.parse("move i 0306")), "infantry may go where it likes"


def test_a_place_that_loses_the_game_left_open() -> None:
    match = first_movement("typhoon-1941", 0, 3, "officer", seed=2).fork(0, random.Random(3))
    counted = []
    for planner in (Deserter(), Staffed(Deserter)):
        detector, end = Detector(), moved(match, planner)
        detector.after(match, held_places(match))
        while not (end.seat == 1 and is_movement(end)):  # nothing is attacked, nobody answers
            end.do(anything(end).command)
        detector.after(end, held_places(end))
        counted.append(sum(one.count for one in detector.blunders if one.kind == "open" and one.seat == "german"))
    assert counted[0] > counted[1] == 0


def test_the_command_line_tells_and_keeps_them(tmp_path: Path) -> None:
    words = ["simulate", "typhoon-1941", "-n", "1", "--player", "german=random", "--player", "russian=random", "--blunders"]
    told = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "run")])
    assert told.exit_code == 0, told.output
    assert "blunders per game of german (random)" in told.output
    assert "kind" in (tmp_path / "run" / "blunders.csv").read_text().splitlines()[0]


def test_levels_are_listed_with_a_sentence_each() -> None:
    told = CliRunner().invoke(app, ["levels", "typhoon-1941"])
    assert told.exit_code == 0
    assert [line.split()[0] for line in told.output.splitlines()] == ["random", "recruit", "officer", "general"]
    assert "(usual)" in told.output
