"""Who fights whom, and how the counts of foes follow pieces and alliances about."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.core.alliances import NEUTRAL, relations
from grognard.core.errors import GrognardError
from grognard.core.shown import OutcomeView
from grognard.core.state import Outcome, State

NODES, PIECES = 7, 12


def test_friends_share_an_alliance_and_neutrals_fight_nobody() -> None:
    found = relations((0, 1, 0, NEUTRAL), 4)
    assert found.enemies == ((1,), (0, 2), (1,), ())
    assert found.friends == ((0, 2), (1,), (0, 2), (3,))


def test_nothing_said_means_everybody_for_himself() -> None:
    assert relations((), 3).enemies == ((1, 2), (0, 2), (0, 1))
    assert relations((), 2) == relations((0, 1), 2)


def foes_of(state: State) -> list[list[int]]:
    enemies = relations(state.alliances, state.sizes[2]).enemies
    return [state.arrays.count[list(of_side)].sum(axis=0).tolist() for of_side in enemies]


@given(
    st.integers(2, 4),
    st.lists(st.tuples(st.sampled_from("pa"), st.integers(0, PIECES - 1), st.integers(-1, NODES - 1)), max_size=40),
)
def test_foes_are_counted_through_every_move_and_change_of_alliance(sides: int, steps: list[tuple[str, int, int]]) -> None:
    state = State(PIECES, NODES, sides)
    for what, piece, node in steps:
        side = piece % sides
        if what == "p":
            state.put(piece, node, side)
        elif sides > 2:
            state.ally(side, node % (sides + 1) - 1)
    for one in (state, state.copy(), copy.deepcopy(state), State.from_dict(state.to_dict())):
        assert [row.tolist() for row in one.foes] == foes_of(one)
        assert np.asarray(one.arrays.foes).tolist() == foes_of(one)
        assert one == state


def test_two_sides_are_always_enemies() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    play = match.play
    assert [play.foe(side) for side in (0, 1)] == [1, 0]
    assert play.hostile(0, 1)
    assert play.friends(1) == (1,)
    with pytest.raises(GrognardError, match="always enemies"):
        play.ally(0, 1, "peace")


def test_enemies_on_a_hex_are_those_of_the_other_side() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    rng = random.Random(1)
    for _ in range(60):
        match.do(match.options().sample(rng))
    play = match.play
    for hex in range(match.game.board.hexes):
        assert play.foes(hex, 0) == play.units(hex, 1)
        assert play.foes(hex, 1) == play.units(hex, 0)


def test_the_outcome_names_who_has_won_by_which_rule_and_why() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    assert match.outcome is None
    assert match.verdict == ""
    assert match.view().outcome is None
    match.do("concede", "german")
    assert match.outcome == Outcome((1,), "1.1b", "german concedes")
    assert (match.winner, match.reason, match.verdict) == ("soviet", "1.1b", "soviet has won [1.1b]")
    assert match.view("german").outcome == OutcomeView(["soviet"], "1.1b", "german concedes", None)


def test_a_draw_has_no_winner() -> None:
    match = grognard.new("typhoon-1941", scenario="historical", seed=1)
    match.play.draw("both are exhausted", "victory.1")
    assert match.over
    assert (match.winner, match.verdict) == ("draw", "the game is drawn [victory.1]")
    match.play.win(0, "too late", "victory.2")
    assert match.winner == "draw"
