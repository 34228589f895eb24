"""Ways beside the hex grid: what a file of them means, and how far they lead."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.core.board import Board
from grognard.core.errors import GrognardError
from grognard.core.ways import Way, Ways
from grognard.games import folder_of
from grognard.games.barbarossa.material import OWN_FILES

HEAD = ("start", "end", "kind", "both", "cost")
#: Transfers of 1940: What If? between its boxes.
TRANSFERS = (
    "reserve-arrived,reserve-eligible,german,,", "reserve-eligible,romania,german,,", "romania,reserve-arrived,german,,",
    "southwest-arrived,southwest-eligible,soviet,,", "southwest-eligible,romania,soviet,,", "arctic,turn,soviet,yes,2",
    "southwest-eligible,turn,soviet,,", "far-east,turn,soviet,,3",
)  # fmt: skip


def rows(*lines: str) -> list[dict[str, str]]:
    return [dict(zip(HEAD, line.split(","), strict=True)) for line in lines]


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(folder_of("what-if-1940") / "data" / "board.board")


@pytest.fixture(scope="module")
def transfers(board: Board) -> Ways:
    return Ways(board, rows(*TRANSFERS))


def names(board: Board, nodes: dict[int, int]) -> dict[str, int]:
    return {board.names[node]: cost for node, cost in nodes.items()}


def test_ways_lead_one_way_or_back_as_well(board: Board, transfers: Ways) -> None:
    arctic, third = board.node("arctic"), board.node("turn-3")
    assert transfers.between(arctic, third, "soviet") == Way(arctic, third, "soviet", 2)
    assert transfers.between(third, arctic, "soviet") == Way(third, arctic, "soviet", 2)
    far = board.node("far-east")
    assert transfers.between(far, third, "soviet")
    assert transfers.between(third, far, "soviet") is None
    assert transfers.between(arctic, third, "german") is None


def test_a_tag_is_every_box_that_has_it_and_an_area_every_hex(board: Board) -> None:
    ways = Ways(board, rows("far-east,turn,rail,,", "belgium,belgium,march,,", "nowhere,turn,rail,,"))
    assert len(ways.leaving(board.node("far-east"), "rail")) == sum("turn" in box.tags for box in board.boxes) == 11
    hexes = board.areas["belgium"].hexes
    assert ways.starts("march") == sorted(hexes)
    assert {way.end for way in ways.leaving(hexes[0], "march")} == set(hexes[1:])
    assert ways.starts("rail") == [board.node("far-east")]


def test_reach_adds_costs_within_a_budget_over_ways_that_may_be_taken(board: Board, transfers: Ways) -> None:
    start = board.node("southwest-arrived")
    found = names(board, transfers.reach(start, 2, ("soviet",), lambda way: "turn" not in board.names[way.end]))
    assert found == {"southwest-arrived": 0, "southwest-eligible": 1, "romania": 2}
    both = names(board, transfers.reach(start, 4, ("soviet", "german"), lambda way: "turn" not in board.names[way.end]))
    assert both == found | {"reserve-arrived": 3, "reserve-eligible": 4}


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 3)), max_size=14), st.integers(0, 7))
def test_reach_agrees_with_trying_every_path(steps: list[tuple[int, int, int]], budget: int) -> None:
    board = grognard.new("fords", seed=1).game.board
    ways = Ways(board, rows(*(f"{board.names[a]},{board.names[b]},road,,{cost}" for a, b, cost in steps)))
    best = {0: 0}
    for path in itertools.chain.from_iterable(itertools.permutations((1, 2, 3, 4), length) for length in (1, 2, 3, 4)):
        pairs = itertools.pairwise((0, *path))
        price = sum(min((cost for a, b, cost in steps if (a, b) == pair), default=99) for pair in pairs)
        if price <= budget:
            best[path[-1]] = min(best.get(path[-1], 99), price)
    assert ways.reach(0, budget, ("road",), lambda way: True) == best


def test_a_cost_that_is_no_number_is_refused_in_a_sentence(board: Board) -> None:
    with pytest.raises(GrognardError, match="from arctic to turn-1 costs 'dear', which is no number"):
        Ways(board, rows("arctic,turn-1,rail,,dear"))


def test_every_way_of_barbarossa_leads_somewhere_on_its_board() -> None:
    board = Board.load(OWN_FILES.path("board.board"))
    for row in OWN_FILES.csv("ways.csv"):
        assert len(Ways(board, [row]).starts(row["kind"])) >= 2, row
