"""Tools around the Fire in the East campaign: orders that are given together, and campaigns beside history."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from grognard.core.command import Command
from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.sim import play as simulated
from grognard.sim.records import Report, SideRow, TurnRow
from tools import beside_history as beside
from tools import computer_games
from tools import german_turn as turn

SLUG = "fire-in-the-east"

CITIES = """place,start_owner,fire_in_the_east_basis,fell,retaken,fell_2,retaken_2
Minsk,soviet,board,1941-06-28,1944-07-03,,
Moskva,soviet,board,,,,
Rostov,soviet,board,1941-11-21,1941-11-29,1942-07-23,
Stockholm,neutral,board,,,,
Elsewhere,soviet,predicted,1941-06-28,,,
"""
LOSSES = """kind,date_to,german_killed_missing,soviet_irrecoverable
month,1941-06-30,11000,380000
month,1941-07-31,47200,610000
quarter,1941-07-31,1,1
month,1941-08-31,48900,470000
"""
COMPARE = """
def compare(rows, first, last):
    return {"fronts": [{"signed_km": -7.0}, {"signed_km": float(len(rows))}]}
"""


@pytest.fixture
def history(tmp_path: Path) -> Path:
    for name, text in (("cities.csv", CITIES), ("losses.csv", LOSSES), ("compare.py", COMPARE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def game_of(holders: dict[str, str], gone: int) -> Report:
    sides = [SideRow("axis", 1, 1, 1, gone, 1), SideRow("soviet", 1, 1, 1, 10 * gone, 1)]
    rows = [TurnRow(3, "Jul II 41", sides, {}, holders, "")]
    return Report("fire-in-the-east", "1", None, [], "", "", 3, 9, {}, "historical", rows, {})


def test_history_says_who_held_what(history: Path) -> None:
    assert beside.holders(history, date(1941, 6, 27)) == {"Minsk": "soviet", "Moskva": "soviet", "Rostov": "soviet"}
    assert beside.holders(history, date(1941, 11, 25)) == {"Minsk": "axis", "Moskva": "soviet", "Rostov": "axis"}
    assert beside.holders(history, date(1941, 12, 5))["Rostov"] == "soviet"
    assert beside.men_lost(history, date(1941, 8, 15)) == (58, 990)


def test_the_tables_lay_games_beside_it(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "turns_end", lambda slug: [date(1941, 6, 30), date(1941, 7, 15), date(1941, 7, 31)])
    games = [
        game_of({"Minsk": "axis", "Moskva": "axis", "Rostov": "soviet", "Riga": "axis"}, 4),
        game_of({"Minsk": "soviet", "Moskva": "soviet", "Rostov": "soviet", "Riga": ""}, 8),
    ]
    ground = beside.tables(games, history, [3, 7])[2]
    shown = ["2", "+4 (+3 to +4)", "2 (2 to 2) of 3", "0 (0 to 1)", "0 (0 to 1)", "6 (4 to 8)", "60 (40 to 80)", "58, 990 |"]
    assert ground.split(" | ")[1:] == shown
    cities = beside.tables(games, history, [3])[-1]
    assert "| Jul II 41 | 1 of 2; history: yes | 1 of 2 |" in cities


def test_a_folder_without_a_run_is_a_sentence(history: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert beside.main([str(history), "--history", str(history)]) == 2
    assert "holds no run" in capsys.readouterr().err


def test_a_stack_that_marches_is_one_order() -> None:
    """Foot and fast troops of a hex by themselves; arrivals are one word; battles stay as they are."""
    game = FireInTheEast()
    match, unit = Match(game, "historical", seed="1"), game.handles
    here, there, else_ = (game.board.node(hex) for hex in ("1B/2424", "1B/2323", "1B/2324"))
    orders = [
        turn.Order("initial.third", Command("arrive", (unit["ge110i"],), (here,))),
        turn.Order("initial.third", Command("arrive", (unit["ge113i"],), (here,))),
        turn.Order("movement", Command("move", (unit["ge1i"],), (here, there))),
        turn.Order("movement", Command("move", (unit["ge1pz"],), (here, else_))),
        turn.Order("movement", Command("move", (unit["ge11i"],), (here, else_))),
        turn.Order("combat", Command("attack", (unit["ge1i"],), (there,))),
    ]
    found = [order.command for order in turn.together(match, orders)]
    assert [command.verb for command in found] == ["muster", "move", "move", "attack"]
    assert found[1] == Command("move", (unit["ge1i"], unit["ge11i"]), (here, there))
    assert turn.minutes(["attack x", "move y", "done"]) == pytest.approx(44 / 60)


# ---------------------------------------------------------------- computer games


def test_computer_games_go_on_where_they_were_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def at_random(scenario: str, number: int) -> Report:
        asked.append(number)
        return simulated(SLUG, f"{number}", {"axis": "random", "soviet": "random"}, scenario)

    monkeypatch.setattr(computer_games, "play", at_random)
    for games in (1, 3):
        assert computer_games.main(["frontier", str(games), "--out", str(tmp_path)]) == 0
    assert asked == [0, 1, 2]
    lines = computer_games.table(tmp_path)
    assert len(lines) == 3
    assert lines[-1].startswith("| `frontier` | 3 | ")
    assert "Soviet 3" in lines[-1]


def test_a_computer_game_in_which_something_does_not_hold_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(computer_games, "EVERY", 5)
    monkeypatch.setattr(FireInTheEast, "check", lambda game, p: ["nothing holds"])
    assert computer_games.main(["frontier", "1", "--out", str(tmp_path)]) == 1
    assert "command 5: ['nothing holds']" in capsys.readouterr().err
