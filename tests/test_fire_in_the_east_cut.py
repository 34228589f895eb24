"""`grognard scenario cut`: short scenarios out of a campaign that was played."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard import games
from grognard.cli.main import app
from grognard.core.cutting import Cutting
from grognard.core.data import DataFiles
from grognard.core.errors import BadFile, GrognardError
from grognard.core.match import Match
from grognard.games import GAMES
from grognard.games.drive_on_moscow import DriveOnMoscow
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east import short_scenarios as shorts
from grognard.games.fire_in_the_east.material import DATA
from grognard.games.fire_in_the_east.rules import scenarios, supply
from grognard.games.fire_in_the_east.rules.units import on_map
from grognard.games.fire_in_the_east.state import AXIS, SOVIET

MINE = Cutting("my-minsk", ("frontier",), (2, 3), "Minsk again", (("Minsk", 3), ("1B/3623", 1)), divisions=4)


@cache
def game() -> FireInTheEast:
    return FireInTheEast()


@cache
def campaign() -> Match:
    """The campaign until somebody decides in its second turn: some units move, the rest stay."""
    match, rng = Match(game(), "historical", seed="1"), random.Random(3)
    while match.play.s.turn < 2 or match.play.frame.step != "movement":
        go_on = "done" in match.step.verbs and rng.random() < 0.3
        command = match.parse("done") if go_on else match.legal_commands().sample(rng)
        if match.check(command) is None:
            match.do(command)
    return match


def with_scenario(folder: Path, wanted: Cutting = MINE) -> FireInTheEast:
    (folder / shorts.FOLDER).mkdir()
    for name, text in game().cut(campaign(), wanted).items():
        (folder / shorts.FOLDER / name).write_text(text, encoding="utf-8")
    return FireInTheEast(DataFiles.of_set(DATA, None, folder))


def test_a_scenario_that_was_cut_stands_as_the_campaign_stood_and_plays_to_its_verdict(tmp_path: Path) -> None:
    mine = with_scenario(tmp_path)
    assert [scenario.title for scenario in mine.scenarios if scenario.name == "my-minsk"] == ["Minsk again"]
    match = Match(mine, "my-minsk", seed="5")
    begun = next(number for number in range(campaign().length + 1) if campaign().at(number).play.s.turn == 2)
    p, before, area = match.play, campaign().at(begun).play, shorts.cut(mine, "my-minsk").area
    assert p.s.turn == 2
    assert mine.check(p) == []
    assert (p.s.arrays.control[area] == before.s.arrays.control[area])[: mine.board.hexes].all()
    there = [unit for unit in range(len(mine.pieces)) if on_map(before, unit) and area[before.s.loc[unit]]]
    assert len(there) > 150
    assert [mine.pieces[unit].handle for unit in there if p.s.loc[unit] != before.s.loc[unit]] == []
    assert [p.s.steps[unit] for unit in there] == [before.s.steps[unit] for unit in there]
    fed = [supply.traces(p, p.s.loc[unit], side) for side in (AXIS, SOVIET) for unit in there if mine.side_of[unit] == side]
    assert sum(fed) > 0.8 * len(fed)
    rng = random.Random(4)
    while not match.over:
        match.do(match.legal_commands().sample(rng))
    assert match.play.s.turn == 3
    assert mine.check(match.play) == []
    assert "points" in match.outcome.reason if match.outcome else False


def test_its_points_are_those_that_were_asked_for(tmp_path: Path) -> None:
    mine = with_scenario(tmp_path)
    p = Match(mine, "my-minsk", seed="5").play
    found = shorts.cut(mine, "my-minsk")
    assert scenarios.objectives(p, found) == {mine.board.node("1B/3611"): 3, mine.board.node("1B/3623"): 1}
    assert found.said.victory.divisions == shorts.Divisions(0, 4)
    assert found.said.victory.levels == ((3, "Axis"), (1, "draw"), (-1000, "Soviet"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"turns": (1, 3)}, "from 2 to 19"),
        ({"turns": (4, 3)}, "from 2 to 19"),
        ({"turns": (5, 7)}, "has come to turn 2"),
        ({"area": ("nowhere",)}, "an area is a scenario"),
        ({"area": ("9Z/0101~3",)}, "an area is a scenario"),
        ({"area": ("6A/0108~0",)}, "no land"),
        ({"area": ("2A/3216~1",)}, "no railway brings supply of the axis"),
        ({"points": (("Moskva", 3),)}, "no place in the area"),
        ({"name": "frontier"}, "a name of its own"),
        ({"name": "Big Name"}, "a name of its own"),
    ],
)
def test_what_cannot_be_cut_is_said(change: dict[str, object], says: str) -> None:
    wanted = Cutting(**({name: getattr(MINE, name) for name in MINE.__struct_fields__} | change))
    with pytest.raises(GrognardError, match=says):
        game().cut(campaign(), wanted)


def test_a_game_without_short_scenarios_says_so() -> None:
    moscow = DriveOnMoscow()
    with pytest.raises(GrognardError, match="no short scenarios"):
        moscow.cut(Match(moscow), MINE)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("my-minsk.toml", "last = 3", 'last = "three"', "this is no scenario"),
        ("my-minsk.toml", "replacements = false", "replacement = false", "this is no scenario"),
        ("my-minsk.toml", "flights = []", 'flights = [{turn = 2, force = "martian", allowance = 1}]', "no air force 'martian'"),
        ("my-minsk.toml", "flights = []", 'squadrons = ["ge7pz"]', "no air unit 'ge7pz'"),
        ("my-minsk.toml", "flights = []", "rail = {soviet = 0}", "by how much its capacity is divided"),
        ("my-minsk.csv", "ge7pz,", "ge7xx,", "no unit 'ge7xx'"),
        ("my-minsk.csv", "unit,place,state,note\n", "unit,place,state,note\nge1i,9Z/0101,,\n", "no hex or box"),
        ("my-minsk.csv", "unit,place,state,note\n", "unit,place,state,note\nge1i,1B/3611,asleep,\n", "'asleep' is none of"),
    ],
)
def test_a_slip_in_a_scenario_is_found_when_it_is_read(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    with_scenario(tmp_path)
    path = tmp_path / shorts.FOLDER / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadFile, match=says):
        Match(FireInTheEast(DataFiles.of_set(DATA, None, tmp_path)), "my-minsk", seed="1")


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, f"{words}: {result.exit_code}\n{result.output}\n{result.exception!r}"
    return result.output


def test_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut, begin a match of it, save it, and find it changed if somebody changes the scenario."""
    monkeypatch.setitem(GAMES, "fire-in-the-east", GAMES["fire-in-the-east"]._replace(playable=True))
    save, mine, again = tmp_path / "game.txt", tmp_path / "mine", tmp_path / "minsk.txt"
    campaign().save(save)
    words = ("scenario", "cut", str(save), "--name", "my-minsk", "--area", "frontier", "-o", str(mine))
    assert "--scenario my-minsk" in run(*words, "--turns", "2-3", "--points", "Minsk=3", "--level", "3=Axis")
    assert "exists already" in run(*words, "--turns", "2-3", code=2)
    assert "--turns takes FIRST-LAST" in run(*words, "--turns", "soon", code=2)
    assert "--points needs a number" in run(*words, "--turns", "2-3", "--points", "Minsk=many", code=2)
    assert "NUMBER=Axis" in run(*words, "--turns", "2-3", "--level", "3=Napoleon", code=2)
    assert "axis" in run("new", "fire-in-the-east", "--data", str(mine), "--scenario", "my-minsk", "-o", str(again))
    assert "ge7pz" in run("show", str(again), "--data", str(mine))
    table = mine / "scenarios" / "my-minsk.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("ge7pz,", "ge20pz,"), encoding="utf-8")
    games._load.cache_clear()
    assert "data" in run("show", str(again), "--data", str(mine), code=2)
