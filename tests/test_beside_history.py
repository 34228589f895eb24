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


def test_a_date_is_inside_or_it_is_said_what_keeps_it_out(cities: Path) -> None:
    falls = history.certain("typhoon-1941", cities)
    games = [game({"Orel": 2, "Klin": fell}) for fell in (3, 4, 5)] + [game({"Orel": 2, "Klin": 6}, turns=3)]
    text = "\n".join(history.groups(history.placed(falls, games, "german"), lambda _: 0, 4))
    assert "| later: the soonest tenth of the games is 1 turn late | 1 of 2 | Orel (3 Oct 41; 1: 2, 2, 2) |" in text
    assert "| inside | 1 of 2 | Klin (23 Nov 41; 4: 3, 4, later) |" in text, "a game that ended before counts as later"


@pytest.mark.parametrize(("spread", "over", "reason"), [
    ((1, 2, 3), 0, "the games are earlier"),
    ((6, 7, NEVER), 5, "half of the games or more were over before"),
    ((NEVER, NEVER, NEVER), 4, "nine of ten games never take it"),
    ((6, NEVER, NEVER), 4, "more than half of the games never take it"),
    ((6, 7, NEVER), 4, "2 turns late"),
])  # fmt: skip
def test_what_keeps_a_place_out(spread: tuple[int, int, int], over: int, reason: str, cities: Path) -> None:
    klin = history.certain("typhoon-1941", cities)[1]
    assert reason in history.why(history.Placed(klin, spread), over, 10)


def test_pace_losses_and_kampfgruppen_turn_by_turn(cities: Path) -> None:
    falls = history.certain("typhoon-1941", cities)
    rows = [*history.pace(falls, [game({"Orel": 2, "Klin": 4}, turns=4)], "german", 9)]
    assert rows[2].startswith("| 1 | 1 | 0 to 0, median 0 | 1 | 1 to 1, median 1 | 2 to 2, median 2 | 2 to 2, median 2 |")
    assert rows[-1].startswith("| 4 | 2 | 2 to 2, median 2 |")
