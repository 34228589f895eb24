"""The calendar of comings and goings: what is printed, and what lies on the track."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.board import Board
from grognard.core.calendar import Calendar, Entry, read_entries
from grognard.core.data import DataFiles
from grognard.core.errors import GrognardError
from grognard.core.match import Match
from grognard.games import folder_of
from grognard.games.barbarossa.rules import withdrawals
from grognard.games.barbarossa.state import GERMAN, SOVIET

HEAD = ("turn", "what", "side", "unit", "kind", "count", "unless", "rule")


def rows(*lines: str) -> list[dict[str, str]]:
    return [dict(zip(HEAD, line.split(","), strict=True)) for line in lines]


@pytest.fixture
def match() -> Match:
    return grognard.new("barbarossa", seed=1)


def test_a_table_names_a_unit_or_a_number_of_a_kind(match: Match) -> None:
    lines = rows("25,withdraw,german,2sspz,,1,gambit,8.17", "6,withdraw,soviet,,rifle army,2,,8.21", "9,arrive,german,nobody,,,,")
    assert read_entries(lines, match.game.board, ("german", "soviet"), {"2sspz": 7}) == [
        Entry(25, "withdraw", 0, 7, unless="gambit", rule="8.17"),
        Entry(6, "withdraw", 1, kind="rifle army", count=2, rule="8.21"),
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [("1,arrive,martian,,,,,", "'martian', none of german"), ("99,arrive,german,,,,,", "'99', for which there is no box")],
)
def test_what_a_game_has_not_is_refused_in_a_sentence(line: str, why: str, match: Match) -> None:
    with pytest.raises(GrognardError, match=why):
        read_entries(rows(line), match.game.board, ("german", "soviet"), {})


def test_the_calendar_of_fire_in_the_east_fits() -> None:
    """Some eight hundred entries, by the names of turns, each with a unit and a place."""
    files = DataFiles.of_set(folder_of("fire-in-the-east") / "data")
    board = Board.load(files.path("board.board"))
    units = {row["handle"]: number for number, row in enumerate(files.csv("units.csv"))}
    lines = files.csv("calendar.csv")
    calendar = Calendar(board, read_entries(lines, board, ("axis", "soviet"), units))
    assert len(calendar.entries) == len(lines) > 800
    assert len(calendar.on(2, "arrive", 0)) == 40, "Jul I 41, as the book's totals have it"
    back = units["ge113i"]
    assert [calendar.first("arrive", back), calendar.first("withdraw", back), calendar.after(1, "arrive", back)] == [1, 10, 14]


def test_what_falls_due_is_found_by_turn_by_kind_and_by_unit(match: Match) -> None:
    entries = [Entry(4, "arrive", 1, kind="RD", count=3), Entry(2, "arrive", 1, kind="TB", count=1), Entry(4, "arrive", 1, 9),
               Entry(7, "arrive", 1, 9), Entry(4, "withdraw", 1, 9)]  # fmt: skip
    calendar = Calendar(match.game.board, entries)
    assert [entry.turn for entry in calendar.entries] == [2, 4, 4, 4, 7]
    assert calendar.kinds(4, "arrive", 1) == {"RD": 3}
    assert not calendar.on(4, "arrive", 0)
    assert (calendar.first("arrive", 9), calendar.after(4, "arrive", 9), calendar.after(7, "arrive", 9)) == (4, 7, 0)
    assert calendar.first("arrive", 8) == 0


def test_units_wait_in_boxes_and_are_late_in_later_ones(match: Match) -> None:
    p, calendar = match.play, match.game.calendar  # type: ignore[attr-defined]
    unit = match.game.names.unit("27i")
    p.s.turn = 4
    assert unit in calendar.due(p, GERMAN)
    calendar.postpone(p, [unit])
    assert unit not in calendar.due(p, GERMAN)
    assert calendar.waits(p, unit)
    assert calendar.turn_of[p.s.loc[unit]] == 5
    assert not calendar.schedule(p, unit, 33)
    p.s.turn = 32
    calendar.postpone(p, [unit])
    assert calendar.turn_of[p.s.loc[unit]] == 5


def test_an_entry_is_waived_by_what_it_says(match: Match) -> None:
    p = match.play
    p.s.turn = 19
    assert [entry.rule for entry in withdrawals.called(p, GERMAN)] == ["8.17a"]
    p.s.gambit = True
    assert not withdrawals.called(p, GERMAN)
    p.s.turn = 7
    assert len(withdrawals.called(p, SOVIET)) == 1
    p.s.scenario = "road-back"
    assert not withdrawals.called(p, SOVIET)


def test_the_page_is_told_who_leaves(match: Match) -> None:
    track = match.game.status(match.play, (GERMAN,)).track
    leaving = {box.turn: line.value for box in track for line in box.lines if line.title == "Withdrawals"}
    assert leaving == {6: "rifle army", 7: "rifle army", 8: "rifle army", 19: "2sspz", 25: "2sspz"}


def test_the_track_of_drive_on_moscow_is_dealt_as_printed() -> None:
    match = grognard.new("drive-on-moscow", seed=1)
    game = match.game
    for turn, box in game.calendar.boxes.items():  # type: ignore[attr-defined]
        assert match.state.count[1][box] == game.calendar.kinds(turn, "arrive", 1).total()  # type: ignore[attr-defined]
    assert sum(match.state.count[1][box] for box in game.calendar.boxes.values()) > 50  # type: ignore[attr-defined]
