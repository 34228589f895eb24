"""The board file: reading, compiling, and clear complaints."""

from __future__ import annotations

import pytest

from grognard.core.board import Board, Box
from grognard.core.marks import BoardError

HEAD = """[board]
name tiny
title "A tiny board"
grid digits=CCRR stagger=columns shifted=even columns=east rows=south
[maps]
main cols=1-3 rows=1-3
[hexes] @derived
0101 clear
0102 forest fort
0201 marsh @reconstructed a bog
0202 clear
"""

REST = """[places]
0101 city "Two Words" port lat=55.5 lon=37.5 @printed 4.2
[sides]
0101|0102 river "Little River"
0101|0201 road @reconstructed
[areas]
west "The west": 0101 0102
west: 0201
[boxes]
dead "Dead pile"
"""


def test_everything_is_read() -> None:
    board = Board.parse(HEAD + REST, boxes=(Box("dead", "x"), Box("pool", "Pool")))
    assert (board.hexes, board.nodes) == (4, 6)
    assert board.names == ["0101", "0102", "0201", "0202", "dead", "pool"]
    assert board.terrain_mask("forest").tolist() == [False, True, False, False, False, False]
    assert board.feature_mask("fort")[1]
    place = board.places[0]
    assert (place.name, place.kind, place.tags, place.latlon, place.provenance, place.note) == (
        "Two Words", "city", ("port",), (55.5, 37.5), "printed", "4.2",
    )  # fmt: skip
    assert board.hex_provenance == ["derived", "derived", "reconstructed", "derived"]
    assert board.hex_notes == {2: "a bog"}
    river = board.side_mask("river")
    assert river[0, board.direction(0, 1)]
    assert river[1, board.direction(1, 0)]
    assert river.sum() == 2
    assert board.mask("west")[:4].tolist() == [True, True, True, False]
    assert board.node("main/0102") == 1


def test_joined_maps_share_their_overlap() -> None:
    text = """[board]
name joined
grid digits=RRCC stagger=rows shifted=even columns=west rows=south
[maps]
1B cols=1-3 rows=1-2 at=2,0
2A cols=1-3 rows=1-2
[hexes]
1B/0101 clear
2A/0102 clear
"""
    board = Board.parse(text)
    assert board.node("2A/0103") == board.node("1B/0101") == 0
    assert board.distance(0, 1) == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("[hexes]\n0101 clear", "listed twice"),
        ("[hexes]\n0909 clear", "lies on no map"),
        ("[hexes]\n0103", "HEX TERRAIN"),
        ("[places]\n0303 city X", "not listed"),
        ("[sides]\n0101 river", r"HEX\|HEX"),
        ("[sides]\n0102|0201 river", "do not touch"),
        ("[areas]\nnothing", "NAME"),
        ("[nonsense]", "unknown section"),
        ("[hexes] @guess", "provenance"),
        ("[hexes]\n0303 clear @rumour", "provenance"),
    ],
)
def test_complaints_name_file_and_reason(line: str, why: str) -> None:
    if "0102|0201" in line:  # these two touch on this grid; take a pair that does not
        line = "[hexes]\n0303 clear\n[sides]\n0101|0303 river"
    with pytest.raises(BoardError, match=why) as caught:
        Board.parse(HEAD + line, "tiny.board")
    assert "tiny.board, line" in str(caught.value)


def test_an_unknown_hex_is_a_clear_error() -> None:
    with pytest.raises(BoardError, match="no hex or box '4711'"):
        Board.parse(HEAD).node("4711")
