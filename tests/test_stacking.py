"""Stacking limits as data: by place and side, in whatever a game counts."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.core.board import Board
from grognard.core.errors import GrognardError
from grognard.core.marks import BoardError
from grognard.core.stacking import Stacking
from grognard.games import folder_of

#: Fire in the East (8.A): artillery may join beyond the others, so others alone and all together have a limit each.
EUROPA: list[dict[str, Any]] = [
    {"area": "zone-a", "most": [{"divisions": 1, "others": 1, "units": 2}, {"divisions": 0, "others": 2, "units": 3}]},
    {"terrain": "mountain", "most": [{"divisions": 2, "others": 4, "units": 5}]},
    {"most": [{"divisions": 3, "others": 6, "units": 8}]},
]
DIVISION, REGIMENT, ARTILLERY, TRUCK = range(4)
MEASURES = {"units": (1, 1, 1, 0), "others": (1, 1, 0, 0), "divisions": (1, 0, 0, 0), "half equivalents": (6, 2, 2, 0)}


@pytest.fixture(scope="module")
def east() -> Board:
    return Board.load(folder_of("fire-in-the-east") / "data" / "board.board")


@pytest.fixture(scope="module")
def europa(east: Board) -> Stacking:
    return Stacking(EUROPA, east, ("axis", "soviet"), MEASURES)


def place(east: Board, kind: str) -> int:
    arctic, mountain = east.mask("zone-a"), east.terrain_mask("mountain")
    wanted = arctic if "arctic" in kind else ~arctic
    return int((wanted & (mountain if "mountain" in kind else ~mountain)).argmax())


@pytest.mark.parametrize(
    ("where", "divisions", "regiments", "artillery", "excess"),
    [
        ("plain", 3, 3, 2, 0), ("plain", 2, 4, 2, 0), ("plain", 2, 2, 4, 0), ("plain", 0, 7, 0, 1), ("plain", 4, 0, 0, 1),
        ("plain", 3, 3, 4, 2), ("mountain", 2, 2, 1, 0), ("mountain", 3, 0, 0, 1), ("arctic", 1, 0, 1, 0), ("arctic", 1, 1, 0, 1),
        ("arctic", 0, 2, 1, 0), ("arctic", 0, 3, 0, 1), ("arctic", 0, 0, 3, 0), ("arctic mountain", 2, 0, 0, 1),
    ],
)  # fmt: skip
def test_limits_of_fire_in_the_east(
    where: str, divisions: int, regiments: int, artillery: int, excess: int, europa: Stacking, east: Board
) -> None:
    there = [DIVISION] * divisions + [REGIMENT] * regiments + [ARTILLERY] * artillery + [TRUCK] * 9
    assert europa.excess(1, place(east, where), there) == excess


def test_a_box_holds_any_number_and_nobody_is_never_too_many(europa: Stacking, east: Board) -> None:
    assert europa.excess(0, east.node("urals"), [DIVISION] * 50) == 0
    assert europa.excess(0, place(east, "arctic"), []) == 0
    assert [europa.most(0, place(east, kind), "divisions") for kind in ("plain", "mountain", "arctic")] == [3, 2, 1]


def test_equivalents_are_counted_like_everything_else(east: Board) -> None:
    halves = Stacking([{"side": "axis", "most": [{"half equivalents": 10}]}, {"most": [{}]}], east, ("axis", "soviet"), MEASURES)
    assert halves.excess(0, 0, [DIVISION, REGIMENT, REGIMENT]) == 0
    assert halves.excess(0, 0, [DIVISION, DIVISION]) == 2
    assert halves.excess(1, 0, [DIVISION, DIVISION]) == 0


@pytest.mark.parametrize(
    ("limits", "error", "why"),
    [([{"most": [{"guns": 1}]}], GrognardError, "count 'guns', the game counts units"),
     ([{"most": 3}], GrognardError, "Expected"),
     ([{"area": "zone-a", "most": [{}]}], GrognardError, "no limit of stacking holds for axis"),
     ([{"terrain": "cheese", "most": [{}]}], BoardError, "cheese")],
)  # fmt: skip
def test_limits_that_make_no_sense_are_refused_in_a_sentence(
    limits: list[dict[str, Any]], error: type[Exception], why: str, east: Board
) -> None:
    with pytest.raises(error, match=why):
        Stacking(limits, east, ("axis", "soviet"), MEASURES)


# ---------------------------------------------------------------- Typhoon 1941


@given(st.data())
def test_typhoon_counts_as_its_rulebook_does(data: st.DataObject) -> None:
    """Two units, three if one of them is small, one German army or two Russian ones; some count nowhere."""
    game: Any = grognard.new("typhoon-1941", seed=1).game
    side = data.draw(st.sampled_from([0, 1]))
    units = data.draw(st.lists(st.sampled_from([*chain(game.ground_of[side])]), unique=True, max_size=7))
    counted = [u for u in units if not game.is_free_of_stacking[u]]
    limit = 3 if any(game.is_small[u] for u in counted) else 2
    armies = sum(game.is_army[u] for u in counted)
    assert game.stacking.excess(side, 5, units) == max(len(counted) - limit, armies - (1 if side == 0 else 2), 0)
