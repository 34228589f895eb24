"""The boards of 1940: What If?: every fact of its rulebook, on two maps that never touch."""

from __future__ import annotations

import pytest

from grognard.boards.check import check, data_folder
from grognard.core.board import Board
from grognard.core.marks import BoardError

FOLDER = data_folder("what-if-1940")


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(FOLDER / "board.board")


def test_every_fact_of_the_rulebook_holds() -> None:
    failures = [fact for fact in check("what-if-1940") if not fact.holds]
    assert failures == []


def test_the_two_maps_lie_on_different_planes(board: Board) -> None:
    assert {sheet.plane for sheet in board.maps} == {"west", "east"}
    with pytest.raises(BoardError):
        board.distance(board.node("1905"), board.node("4624"))


def test_no_hex_of_one_map_touches_the_other(board: Board) -> None:
    for hex in range(board.hexes):
        assert all(board.plane[other] == board.plane[hex] for other in board.adjacent(hex))


def test_a_rollbahn_can_be_followed_hex_by_hex_to_5005(board: Board) -> None:
    road = board.side_mask("rollbahn")
    head = board.node("5005")
    reached, todo = {head}, [head]
    while todo:
        here = todo.pop()
        for direction, there in enumerate(board.neighbours[here].tolist()):
            if there >= 0 and road[here, direction] and there not in reached:
                reached.add(there)
                todo.append(there)
    assert reached == set(board.areas["rollbahn"].hexes)
    assert {board.node("4624"), board.node("5917")} <= reached


def test_garrisoned_cities_are_those_the_book_names(board: Board) -> None:
    soviet = set(board.areas["soviet-start"].hexes)
    cities = {place.name for place in board.places if place.kind == "city" and place.hex in soviet}
    assert {"Moscow", "Leningrad", "Minsk", "Smolensk", "Riga"} <= cities


def test_every_place_carries_its_true_position(board: Board) -> None:
    assert all(place.latlon is not None for place in board.places)
