"""Sides divided among fronts: nobody moves another's units, a phase ends when all have said so, the computer keeps to its part."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.core.seats import voice
from grognard.games import load_game

SLUG = "barbarossa"
GERMANS = ("german-north", "german-centre", "german-south")
SOVIETS = ("soviet-north", "soviet-centre", "soviet-south")


def begun(seating: str | None = "fronts", *said: str) -> Match:
    match = grognard.new(SLUG, scenario="historical", seed=1941, seating=seating)
    for command in said:
        match.do(command)
    return match


def marching() -> Match:
    """The first movement of the Germans."""
    return begun("fronts", "order fight-move", "done", "done", "done")


def mover(match: Match, seat: str) -> str:
    """A march of one unit that a seat commands, as it would say it."""
    options = match.legal_commands(seat)
    command = next(command for command in options if command.verb == "move")
    return match.text(command)


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
    game = load_game(SLUG)
    assert game.front[game.board.node(place)] == front


def test_the_centre_decides_for_the_side() -> None:
    match = begun("fronts")
    assert match.step.name == "order"
    assert [match.seats[k] for k in match.deciding] == ["german-centre"]
    with pytest.raises(Illegal, match="it is german-centre's decision, not german-north's"):
        match.do("order fight-move", "german-north")
    match.do("order fight-move", "german-centre")
    assert [match.seats[k] for k in match.deciding] == [*GERMANS]


def test_nobody_moves_anothers_units() -> None:
    match = marching()
    texts = {seat: mover(match, seat) for seat in GERMANS}
    for seat, text in texts.items():
        for other in GERMANS:
            if other != seat:
                before = match.state.to_dict()
                with pytest.raises(Illegal, match=f"is under the command of {seat}") as refused:
                    match.do(text, other)
                assert refused.value.rule == "5.1"
                assert match.state.to_dict() == before
    for seat in reversed(GERMANS):
        match.do(texts[seat], seat)


def test_a_seat_is_offered_the_units_of_its_front_only() -> None:
    match = marching()
    offered = [{*match.legal_commands(seat).units("move")} for seat in GERMANS]
    assert all(offered)
    assert sum(map(len, offered)) == len({*offered[0], *offered[1], *offered[2]}), "nobody is offered twice"
    for front, units in enumerate(offered):
        assert {match.game.front[match.state.loc[unit]] for unit in units} == {front}


def test_the_phase_ends_when_all_have_said_so() -> None:
    match = marching()
    match.do("done", "german-south")
    match.do("done", "german-centre")
    assert match.step.name == "movement"
    assert [match.seats[k] for k in match.waiting] == ["german-north"]
    match.do(mover(match, "german-south"), "german-south")  # whoever goes on is not through
    match.do("done", "german-north")
    assert match.step.name == "movement"
    match.do("done", "german-south")
    assert match.side == 1


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


@pytest.mark.parametrize("scenario", ["campaign", "historical", "road-back"])
@pytest.mark.parametrize("seating", ["fronts", "german-fronts", "soviet-fronts"])
def test_random_games_go_on_and_are_saved(scenario: str, seating: str) -> None:
    match, rng = grognard.new(SLUG, scenario=scenario, seed=7, seating=seating), random.Random(7)
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
        if match.state.turn > 1:
            break
        match.do(match.legal_commands().sample(rng))
    assert match.state.turn > 1


def test_the_computer_keeps_to_its_part() -> None:
    match = begun("fronts")
    players = {seat: opponent(SLUG, "officer", seed=4) for seat in range(6)}
    moved, fell_back = dict.fromkeys(range(6), 0), 0
    for _ in range(3000):
        if match.over or match.state.turn > 2:
            break
        seat = match.seat
        advice = players[seat].choose(match)
        fell_back += advice.why == "the first thing that is legal"
        assert match.check(advice.command, seat) is None
        moved[seat] += match.step.name == "movement" and advice.command.verb == "move"
        match.do(advice.command, seat)
    assert match.over or match.state.turn > 2, "two turns are played"
    assert all(count >= 3 for count in moved.values()), moved
    assert fell_back <= 5
