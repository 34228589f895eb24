"""Games beside history: which dates count, where the middle of games lies, and the tables of docs/history.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.sim.dates import NEVER, middle
from grognard.sim.records import Report, SideRow, TurnRow
from tools import history

HEAD = "place,start_owner,typhoon_1941_hex,fell,confidence\n"
ROWS = (
    "Orel,soviet,1,1941-10-03,high",
    "Kaluga,soviet,1,1941-10-13,medium",
    "Smolensk,soviet,1,1941-07-16,high",
    "Atlantis,soviet,1,1941-10-20,high",
    "Klin,soviet,1,1941-11-23,high",
)


@pytest.fixture
def cities(tmp_path: Path) -> Path:
    (tmp_path / "cities.csv").write_text(HEAD + "\n".join(ROWS) + "\n")
    return tmp_path


def game(falls: dict[str, int], turns: int = 8) -> Report:
    """A game in which the German takes places at the end of some turns."""
    rows = []
    for turn in range(1, turns + 1):
        held = {place: "german" if fell <= turn else "russian" for place, fell in falls.items()}
        sides = [SideRow("german", 1, 1, 1, turn, 1, 0, {"KG": 2}), SideRow("russian", 1, 1, 1, 2 * turn, 1)]
        rows.append(TurnRow(turn, f"turn {turn}", sides, {}, held, ""))
    return Report("typhoon-1941", "1", "draw", [], "", "", turns, 1, {}, "", rows, {})


def test_places_that_fell_while_the_game_lasts_by_dates_that_are_certain(cities: Path) -> None:
    assert [(fall.place, fall.turn) for fall in history.certain("typhoon-1941", cities)] == [("Orel", 1), ("Klin", 4)]


def test_the_middle_of_games_leaves_out_a_tenth_on_either_side() -> None:
    assert middle([*range(1, 12)]) == (2, 6, 10)
    assert middle([5]) == (5, 5, 5)
    assert middle([1, NEVER]) == (1, 1, NEVER)


def test_a_date_is_inside_or_it_is_said_on_which_side_games_lie(cities: Path) -> None:
    falls = history.certain("typhoon-1941", cities)
    games = [game({"Orel": 2, "Klin": fell}) for fell in (3, 4, 5)] + [game({"Orel": 2, "Klin": 6}, turns=3)]
    text = "\n".join(history.places(falls, games, "german"))
    assert "| Orel | 1941-10-03 | 1 | 2, 2, 2 | 4 | games later |" in text
    assert "| Klin | 1941-11-23 | 4 | 3, 4, later | 3 | inside |" in text, "a game that ended before counts as later"
    assert "Inside the middle 80%: 1 of 2." in text


def test_pace_losses_and_kampfgruppen_turn_by_turn(cities: Path) -> None:
    falls = history.certain("typhoon-1941", cities)
    rows = [*history.pace(falls, [game({"Orel": 2, "Klin": 4}, turns=4)], "german", 9)]
    assert rows[2].startswith("| 1 | 1 | 0 to 0, median 0 | 1 | 1 to 1, median 1 | 2 to 2, median 2 | 2 to 2, median 2 |")
    assert rows[-1].startswith("| 4 | 2 | 2 to 2, median 2 |")
