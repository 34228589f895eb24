"""Operations: begun once, kept over turns, given up for a reason that is told."""

import pytest

import grognard
from grognard.ai import Computer, opponent
from grognard.ai.missions import is_movement
from grognard.ai.operations import PARTY, Memory, Order, expedition, watch
from grognard.core.match import Match


@pytest.fixture(scope="module")
def second_turn() -> Match:
    """The German is about to move in October's second half."""
    match = grognard.new("typhoon-1941", scenario="historical", seed="operations", data_set=1)
    players = [opponent("typhoon-1941", "standard", seat) for seat in match.seats]
    assert isinstance(players[0], Computer)
    while not (match.play.s.turn == 2 and match.side == 0 and is_movement(match)):
        match.do(players[match.seat].choose(match).command)
    return match


def test_an_expedition_goes_to_what_the_enemy_must_keep(second_turn: Match) -> None:
    match, memory, board = second_turn, Memory(), second_turn.play.game.board
    goal = match.play.game.places["Voronezh"]
    errands = list(expedition(match, memory))
    assert [unit for unit, _, _ in errands] == list(memory.orders["expedition", goal].units)
    assert len(errands) == PARTY
    for unit, hex, why in errands:
        assert board.distance(hex, goal) < board.distance(match.state.loc[unit], goal)
        assert "Voronezh" in why


def test_whoever_has_been_sent_goes_on(second_turn: Match) -> None:
    match, game = second_turn, second_turn.play.game
    board, goal = game.board, game.places["Voronezh"]
    soonest = [unit for unit, _, _ in expedition(match, Memory())]
    farthest = max(
        (u for u in game.ground_of[0] if u not in soonest and not game.is_army[u] and match.state.loc[u] >= 0),
        key=lambda u: board.distance(match.state.loc[u], goal) if match.state.loc[u] < board.hexes else 0,
    )
    memory = Memory({("expedition", goal): Order((farthest,), 1)})
    assert next(expedition(match, memory))[0] == farthest
    assert memory.orders["expedition", goal].since == 1


def test_an_expedition_is_called_off_when_nothing_depends_on_its_place(second_turn: Match) -> None:
    match, memory = second_turn.copy(), Memory()
    list(expedition(match, memory))
    match.play.s.held = False  # the Russian has lost what he could only win by keeping it
    assert not list(expedition(match, memory))
    assert not memory.orders
    assert memory.dropped == ["expedition to Voronezh: nothing depends on it any more"]


def test_others_go_when_whoever_was_sent_has_been_lost(second_turn: Match) -> None:
    match, game = second_turn.copy(), second_turn.play.game
    goal, memory = game.places["Voronezh"], Memory()
    lost = next(expedition(match, memory))[0]
    match.play.place(lost, game.lost[0])
    assert next(expedition(match, memory))[0] != lost
    assert memory.dropped == ["expedition to Voronezh: whoever was sent has been lost"]
    assert lost not in memory.orders["expedition", goal].units


def test_a_trial_changes_nothing_of_what_has_been_begun() -> None:
    memory = Memory({("expedition", 7): Order((1,), 2)})
    other = memory.copy()
    other.orders["expedition", 7].units = (2,)
    other.drop(("expedition", 7), "tried")
    assert memory.orders["expedition", 7].units == (1,)
    assert not memory.dropped


def test_nobody_watches_a_place_that_no_enemy_is_near(second_turn: Match) -> None:
    match = second_turn.copy()
    players = [opponent("typhoon-1941", "standard", seat) for seat in match.seats]
    while not (match.side == 1 and is_movement(match)):
        match.do(players[match.seat].choose(match).command)
    memory, goal = Memory(), match.play.game.places["Voronezh"]
    assert not list(watch(match, memory))
    near = match.play.game.board.adjacent(match.play.game.board.adjacent(goal)[0])
    raider = next(u for u in match.play.game.ground_of[0] if not match.play.game.is_army[u] and match.state.loc[u] >= 0)
    match.play.place(raider, next(h for h in near if h != goal))
    errands = list(watch(match, memory))
    assert len(errands) == 1
    assert memory.orders["watch", goal].units == (errands[0][0],)
    assert list(watch(match, memory)) == errands
