"""Sides divided among fronts: each moves its own units, a phase ends when all have said so, the computer keeps to its part."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, cast

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.command import Command
from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.core.seats import voice
from grognard.games import load_game
from grognard.games.fire_in_the_east.rules import stacking

SLUG, FIRE = "barbarossa", "fire-in-the-east"
GAMES = (SLUG, FIRE)
GERMANS = ("german-north", "german-centre", "german-south")
AXIS = ("axis-north", "axis-centre", "axis-south")


def begun(seating: str | None = "fronts", *said: str) -> Match:
    match = grognard.new(SLUG, scenario="historical", seed=1941, seating=seating)
    for command in said:
        match.do(command)
    return match


def marching(slug: str = SLUG) -> tuple[Match, tuple[str, ...]]:
    """The first movement of those who attack, and their seats."""
    if slug == FIRE:
        return grognard.new(FIRE, scenario="historical", seed=1941, seating="fronts"), AXIS
    return begun("fronts", "order fight-move", "done", "done", "done"), GERMANS


def mover(match: Match, seat: str) -> str:
    """A march of one unit that a seat commands, as it would say it."""
    options = match.legal_commands(seat)
    for unit in options.units("move"):
        for hex in options.hexes("move", (unit,)):
            if hex != match.state.loc[unit] and match.check(command := Command("move", (unit,), (hex,)), seat) is None:
                return match.text(command)
    raise AssertionError(f"{seat} cannot move")


def test_the_usual_seating_is_as_it_was() -> None:
    game = load_game(SLUG)
    assert game.seats == ("german", "soviet")
    assert [seating.name for seating in game.seatings] == ["standard", "fronts", "german-fronts", "soviet-fronts"]
    assert [len(seating.seats) for seating in game.seatings] == [2, 6, 4, 4]
    assert "seating" not in dump(begun(None))
    assert not any(frame.posts for frame in begun(None, "order fight-move").state.flow)


@pytest.mark.parametrize(
    ("place", "front"),
    [("1011", 0), ("1715", 0), ("1415", 0), ("1606", 1), ("1507", 1), ("2115", 1), ("1913", 1), ("2311", 2), ("2216", 2),
     ("2501", 2), ("rvgk", 1)],
)  # fmt: skip
def test_the_map_lies_in_three_bands(place: str, front: int) -> None:
    game: Any = load_game(SLUG)
    assert game.front[game.board.node(place)] == front


def test_the_centre_decides_for_the_side() -> None:
    match = begun("fronts")
    assert match.step.name == "order"
    assert [match.seats[k] for k in match.deciding] == ["german-centre"]
    with pytest.raises(Illegal, match="it is german-centre's decision, not german-north's"):
        match.do("order fight-move", "german-north")
    match.do("order fight-move", "german-centre")
    assert [match.seats[k] for k in match.deciding] == [*GERMANS]


@pytest.mark.parametrize("slug", GAMES)
def test_nobody_moves_anothers_units(slug: str) -> None:
    match, seats = marching(slug)
    texts = {seat: mover(match, seat) for seat in seats}
    for seat, text in texts.items():
        for other in seats:
            if other != seat:
                before = match.state.to_dict()
                with pytest.raises(Illegal, match=f"is under the command of {seat}") as refused:
                    match.do(text, other)
                assert refused.value.rule == match.game.own_command != ""
                assert match.state.to_dict() == before
    for seat in reversed(seats):
        match.do(texts[seat], seat)


@pytest.mark.parametrize("slug", GAMES)
def test_a_seat_is_offered_the_units_of_its_front_only(slug: str) -> None:
    match, seats = marching(slug)
    offered = [{*match.legal_commands(seat).units("move")} for seat in seats]
    assert all(offered)
    assert sum(map(len, offered)) == len({*offered[0], *offered[1], *offered[2]}), "nobody is offered twice"
    game: Any = match.game
    for front, units in enumerate(offered):
        assert {game.front[match.state.loc[unit]] for unit in units} == {front}


@pytest.mark.parametrize("slug", GAMES)
def test_the_phase_ends_when_all_have_said_so(slug: str) -> None:
    match, (north, centre, south) = marching(slug)
    match.do("done", south)
    match.do("done", centre)
    assert match.step.name == "movement"
    assert [match.seats[k] for k in match.waiting] == [north]
    match.do(mover(match, south), south)  # whoever goes on is not through
    match.do("done", north)
    assert match.step.name == "movement"
    assert [match.seats[k] for k in match.waiting] == [south]
    match.do("done", south)
    assert match.step.name != "movement"


def test_a_battle_is_for_those_whose_units_fight() -> None:
    match = begun("fronts", "order fight-move")
    options = match.legal_commands("german-south")
    attack = next(command for command in options if command.verb == "attack")
    with pytest.raises(Illegal, match="under the command of german-south"):
        match.do(attack, "german-north")
    match.do(attack, "german-south")
    seen = set()
    for _ in range(40):
        if not match.step.name.startswith("battle"):
            break
        assert len(match.deciding) == 1
        seen.add(match.seats[match.seat])
        match.do(match.legal_commands().sample(random.Random(1)))
    assert match.step.name == "combat"
    assert seen <= {"german-south", "soviet-south", "soviet-centre"}
    assert "german-south" in seen


@pytest.mark.parametrize(
    ("slug", "scenario", "seating"),
    [*product([SLUG], ["campaign", "historical", "road-back"], ["fronts", "german-fronts", "soviet-fronts"]),
     *product([FIRE], ["historical", "frontier"], ["fronts", "axis-fronts"])],
)  # fmt: skip
def test_random_games_go_on_and_are_saved(slug: str, scenario: str, seating: str) -> None:
    match, rng = grognard.new(slug, scenario=scenario, seed=7, seating=seating), random.Random(7)
    for number in range(700):
        if match.over:
            break
        seat = rng.choice(match.waiting)
        command = match.legal_commands(seat).sample(rng)
        mine = voice(match.play, seat)
        assert mine is None or mine.allows(command)
        before = match.copy()
        match.do(command, seat)
        if number % 50 == 0:
            assert match.game.check(match.play) == []
            for each in match.seats:
                match.view(each)
            if match.can_undo(seat):
                trial = match.copy()
                trial.undo(seat)
                assert trial.state.to_dict() == before.state.to_dict()
    again = loads(dump(match))
    assert again.state.to_dict() == match.state.to_dict()
    assert again.seating == seating


def test_what_others_must_still_attack_with_holds_nobody_up() -> None:
    """5.12 binds Soviet units of all fronts at once: any Soviet commander may order those attacks, and the phase ends."""
    match = begun("soviet-fronts", "order fight-move")
    rng = random.Random(3)
    for _ in range(900):
        if match.play.s.turn > 1:
            break
        match.do(match.legal_commands().sample(rng))
    assert match.play.s.turn > 1


def test_who_has_to_mend_something_is_not_through() -> None:
    """8.Ba: a hex of the north is overfull after the north has said that it is through; the others can end their part, the
    phase goes on until the north has brought it into order."""
    match, (north, centre, south) = marching(FIRE)
    state, game = match.state, cast(Any, match.game)
    full = next(
        hex for hex in range(game.board.hexes)
        if game.front[hex] == 0 and state.count[0][hex] >= 2 and any(game.front[n] == 0 for n in game.board.adjacent(hex))
    )  # fmt: skip
    match.do("done", north)
    for unit in match.legal_commands(north).units("move"):
        if state.loc[unit] != full:
            match.play.place(unit, full)
        if stacking.overfull(match.play, 0):
            break
    match.do("done", south)
    match.do("done", centre)
    assert match.step.name == "movement"
    assert [match.seats[k] for k in match.waiting] == [north]
    with pytest.raises(Illegal, match="too many units") as refused:
        match.do("done", north)
    assert refused.value.rule == "8.Ba"
    rng = random.Random(1)
    for _ in range(400):
        if match.step.name != "movement":
            break
        match.do(match.legal_commands().sample(rng))
    assert match.step.name != "movement"


@pytest.mark.parametrize(("slug", "scenario", "some"), [(SLUG, "historical", 3), (FIRE, "frontier", 0)])
def test_the_computer_keeps_to_its_part(slug: str, scenario: str, some: int) -> None:
    match = grognard.new(slug, scenario=scenario, seed=4, seating="fronts")
    players = {seat: opponent(slug, "officer", seed=4) for seat in range(6)}
    moved, fell_back = dict.fromkeys(range(6), 0), 0
    for _ in range(3000):
        if match.over or match.play.s.turn > 2:
            break
        seat = match.seat
        advice = players[seat].choose(match)
        fell_back += advice.why == "the first thing that is legal"
        assert match.check(advice.command, seat) is None
        moved[seat] += advice.command.verb == "move"
        match.do(advice.command, seat)
    assert match.over or match.play.s.turn > 2, "two turns are played"
    assert all(count >= some for count in moved.values()), moved
    assert sum(moved.values()) > 60
    assert fell_back <= 5
