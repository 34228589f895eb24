"""Boards, units and data files of positions written by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.data import DataFiles
from grognard.core.errors import BadCase, Illegal, is_legal, refusal
from grognard.core.match import Match
from grognard.core.positions import Drawing, hexes, is_drawn, tables
from grognard.games import load_game
from grognard.games.barbarossa.case_board import draw

LETTERS = {".": "clear", "f": "forest"}


def test_runs_of_hexes_are_written_with_a_dash() -> None:
    assert hexes("0101 0203-0205") == ["0101", "0203", "0204", "0205"]
    assert hexes(["0101", 203]) == ["0101", "0203"]
    assert hexes("") == []


def test_a_drawing_is_read_from_the_west_and_short_rows_end_clear() -> None:
    drawing = Drawing({"draw": ". f -\nf"}, (), LETTERS, "9x9")
    assert (drawing.columns, drawing.depth) == (3, 2)
    assert list(drawing.letters()) == [(1, 1, "."), (2, 1, "f"), (1, 2, "f"), (2, 2, "."), (3, 2, ".")]


def test_hexsides_are_named_one_by_one_or_along_a_way() -> None:
    drawing = Drawing({"river": "0101|0201", "road": "0101-0201-0301"}, ("river", "road"), LETTERS, "3x1")
    assert list(drawing.sides({"river": "river", "road": "road"})) == ["0101|0201 river", "0101|0201 road", "0201|0301 road"]


@pytest.mark.parametrize("data", [{"draw": "x"}, {"rivr": "0101|0201"}])
def test_a_drawing_with_a_strange_letter_or_key_is_refused(data: dict[str, str]) -> None:
    with pytest.raises(BadCase):
        Drawing(data, ("river",), LETTERS, "3x1")


def test_a_board_is_drawn_or_the_real_one() -> None:
    assert is_drawn({})
    assert not is_drawn("standard")
    with pytest.raises(BadCase):
        is_drawn("mine")


def test_column_one_of_barbarossa_lies_in_the_east() -> None:
    board = draw({"draw": "s . r\n. . ."})
    assert [board.terrains[board.terrain[board.node(hex)]] for hex in ("0101", "0103")] == ["rough", "sea"]


def test_a_case_changes_turns_and_columns_of_the_tables() -> None:
    ours = {"turn": [{"number": 3, "air": 1}], "crt": {"column": [{"odds": "2:1", "results": ["DR"] * 6}]}}
    found = tables(ours, {"track": {3: {"air": 0}}, "crt": {"2:1": "AS AS AS DR DR DE"}})
    assert found["turn"][0]["air"] == 0
    assert found["crt"]["column"][0]["results"][-1] == "DE"


def test_a_file_of_the_owner_hides_ours(tmp_path: Path) -> None:
    own, ours = tmp_path / "own", tmp_path / "ours"
    own.mkdir()
    ours.mkdir()
    (ours / "units.csv").write_text("# a remark\nhandle,side\n1pz,german\n", encoding="utf-8")
    files = DataFiles(own, ours)
    assert files.csv("units.csv") == [{"handle": "1pz", "side": "german"}]
    (own / "units.csv").write_text("handle\n2pz\n", encoding="utf-8")
    assert files.csv("units.csv") == [{"handle": "2pz"}]


def test_a_refusal_can_be_asked_for() -> None:
    def check(number: int) -> None:
        if number > 1:
            raise Illegal("1.1", "too many")

    assert is_legal(check, 1)
    assert not is_legal(check, 2)
    assert refusal(check, 1) is None
    why = refusal(check, 2)
    assert why is not None
    assert why.rule == "1.1"


@pytest.mark.parametrize("slug", ["drive-on-moscow", "barbarossa", "typhoon-1941"])
def test_a_position_out_of_order_is_found_out(slug: str) -> None:
    game = load_game(slug)
    match = Match(game, game.scenarios[-1].name, seed=1)
    assert not game.check(match.play)
    match.state.arrays.count[0][0] += 1
    assert any("miscounted" in fault for fault in game.check(match.play))
