"""What a position is worth: its figures in every game, what moves them, and that review and general weigh alike."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grognard
from grognard.ai.features import CHANGING, COUNTED, NAMES, Figures, mover
from grognard.ai.value import MOST, Chances, features, value
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import GAMES
from grognard.games.drive_on_moscow.position import match_from as drive
from tools import chances as fitting

PLAYABLE = [slug for slug, about in GAMES.items() if about.playable]
BOARD = {"size": "12x5", "front": 4, "town": {"Toropets": "0203"}, "city": {"Moscow": "1202", "Orel": "0904"}}
TRACK = {1: {"mf_mech": 6, "mf_nonmech": 3}, 2: {"mf_mech": 4, "mf_nonmech": 2}}
GERMAN, SOVIET = 0, 1


def played(slug: str, commands: int = 60) -> Match:
    """A game some random commands after its beginning."""
    match, rng = grognard.new(slug, seed=7), random.Random(7)
    while match.length < commands and not match.over:
        match.do(match.legal_commands().sample(rng))
    return match


def small(units: dict[str, list[str]]) -> dict[str, float]:
    """The figures of the German on a small board of Drive on Moscow."""
    match = drive({"turn": 2, "air": [0, 0], "board": BOARD, "order": "move-fight", "phase": "combat", "track": TRACK,
                   "units": units})  # fmt: skip
    return features(match, GERMAN)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_game_has_all_figures_and_none_of_them_runs_away(slug: str) -> None:
    match = played(slug)
    found = features(match, 0)
    assert [*found] == [*NAMES]
    assert len(found) >= 40
    assert all(-1 <= number <= 1 for number in found.values()), found


@pytest.mark.parametrize("slug", [slug for slug in PLAYABLE if slug not in ("what-if-1940", "fords")])
def test_what_one_side_has_more_the_other_has_less(slug: str) -> None:
    p = played(slug).play
    german, other = (Figures(p, side).row(False) for side in (0, 1))
    first = NAMES.index(COUNTED[0])
    assert german[first:] == pytest.approx(-other[first:])
    assert german[:first] == pytest.approx(other[:first])


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_general_and_the_review_weigh_alike(slug: str) -> None:
    match = played(slug)
    chance = Chances(match.play).of(match.play, match.roster.sides[0][0], mover(match.play, match.side))
    assert value(match, 0) == pytest.approx(MOST * (2 * chance - 1))


def test_who_stands_before_an_empty_town_that_decides_the_game_is_seen() -> None:
    far = small({"0803": ["rd1 RD 2-2"], "0603": ["a infantry 6-8/3-4"]})
    near = small({"0403": ["rd1 RD 2-2"], "0603": ["a infantry 6-8/3-4"]})
    kept = small({"0403": ["rd1 RD 2-2"], "0203": ["a infantry 6-8/3-4"]})
    assert (far["open"], near["open"], kept["open"]) == (0, 1, 0)
    assert kept["guard"] > near["guard"]
    assert near["near"] < far["near"]


def test_more_and_better_units_count_for_more() -> None:
    one = small({"0603": ["a infantry 6-8/3-4"], "0803": ["rd1 RD 2-2"]})
    two = small({"0603": ["a infantry 6-8/3-4", "b infantry 6-8/3-4"], "0803": ["rd1 RD 2-2"]})
    assert all(two[name] > one[name] for name in ("units", "steps", "attack", "defence", "front"))
    assert two["prey"] == one["prey"] == 1, "six to two is three to one"
    assert two["blow"] > one["blow"]
    assert two["late attack"] > one["late attack"]


def test_late_figures_grow_with_the_clock() -> None:
    row = Figures(played("barbarossa").play, 0, turns=2).row(True)
    early = Figures(played("barbarossa").play, 0, turns=32).row(True)
    late = NAMES.index(f"late {CHANGING[0]}")
    assert abs(row[late]) > abs(early[late]) > 0
    assert row[late] == pytest.approx(row[NAMES.index("clock")] * row[NAMES.index(CHANGING[0])])


def test_points_of_barbarossa_are_laid_beside_the_next_check() -> None:
    match = played("barbarossa")
    game: Any = match.game
    state: Any = match.state
    foresight, state.turn = game.foresight, 3
    check = game.charts.checks[3]
    for points, lead in ((check.german, 1.0), (check.soviet, -1.0), ((check.german + check.soviet) / 2, 0.0)):
        state.vp = points
        assert foresight.lead(match.play, GERMAN) == pytest.approx(lead)
        assert foresight.lead(match.play, SOVIET) == pytest.approx(-lead)


# ---------------------------------------------------------------- weights


def test_a_regression_finds_what_decides_and_damps_what_does_not() -> None:
    rng = np.random.default_rng(1)
    rows = np.zeros((600, len(NAMES)))
    rows[:, 0] = 1
    rows[:, NAMES.index("storm")], rows[:, NAMES.index("line")] = rng.uniform(-1, 1, (2, 600))
    won = (rows[:, NAMES.index("storm")] * 4 + rng.logistic(size=600) > 0).astype(float)
    data = fitting.Positions(rows, won, np.ones(600), np.arange(600) % fitting.PARTS)
    found = fitting.fitted(data, fitting.best_pull(data))
    assert found[NAMES.index("storm")] > 2
    assert abs(found[NAMES.index("line")]) < 0.6
    chance, mean = fitting.set_aside(data, 1.0)
    assert fitting.log_loss(data, chance) < 0.9 * fitting.log_loss(data, mean)


def test_figures_that_tell_all_do_not_throw_the_regression_off() -> None:
    rows = np.zeros((40, len(NAMES)))
    rows[:, 0] = 1
    rows[:, NAMES.index("lead")] = np.linspace(-1, 1, 40)
    won = (rows[:, NAMES.index("lead")] > 0).astype(float)
    found = fitting.fitted(fitting.Positions(rows, won, np.ones(40), np.arange(40) % 5), 0.01)
    assert np.isfinite(found).all()
    assert ((fitting.chances(rows, found) > 0.5) == won).all()


def test_no_positions_no_weights(tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(GrognardError, match="play some games first"):
        fitting.fit("fords", [str(tmp_path / "none.jsonl")])


def test_games_are_played_and_noted(capsys: pytest.CaptureFixture[str]) -> None:
    fitting.play("fords", 2, "test")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["game"] for line in lines} == {0, 1}
    assert all(len(row) == len(NAMES) for line in lines for row in line["rows"])
    assert all(len(line["won"]) == len(line["rows"]) == 3 for line in lines)
