"""What every playable game must satisfy; a new game is tested here without a further line."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.ai import opponent
from grognard.core.errors import Illegal
from grognard.core.game import QUESTIONS
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.core.seats import eyes_of
from grognard.core.shown import UnitView
from grognard.games import GAMES, load_game

from .long_games import is_done, is_long, scenarios

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]
#: Random games a run: 300 by default, more for a soak.
RANDOM_GAMES = int(os.environ.get("GROGNARD_RANDOM_GAMES", "300"))
BATCHES = 10
#: Games of computer against computer a run: a few by default, 50 for the record (`GROGNARD_COMPUTER_GAMES=50`).
COMPUTER_GAMES = int(os.environ.get("GROGNARD_COMPUTER_GAMES", "4"))


def seatings(slug: str) -> list[str]:
    return [seating.name for seating in load_game(slug).seatings]


def speak_at_random(match: Match, rng: random.Random) -> None:
    """Any of the seats that have still to speak says something."""
    seat = rng.choice(match.waiting)
    match.do(match.options(seat).sample(rng), seat)


def play(match: Match, rng: random.Random, limit: int = 20_000) -> Match:
    while not is_done(match) and match.length < limit:
        match.do(match.options().sample(rng))
    return match


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("slug", PLAYABLE)
def test_random_games_end_and_break_no_invariant(slug: str, batch: int) -> None:
    names, tables = scenarios(slug), seatings(slug)
    for number in range(batch, RANDOM_GAMES if not is_long(slug) else min(3, RANDOM_GAMES), BATCHES):
        seating = tables[number // BATCHES % len(tables)]
        match = grognard.new(slug, scenario=names[number % len(names)], seed=number, seating=seating)
        rng = random.Random(number)
        while not is_done(match):
            match.do(match.text(match.options().sample(rng)))  # said in words, a command is checked in full
            if match.length % 10 == 0:
                assert match.game.check(match.play) == []
            assert match.length < 20_000
        assert match.game.check(match.play) == []
        assert is_long(slug) or match.outcome is not None
        assert is_long(slug) or match.reason


@pytest.mark.parametrize("number", range(COMPUTER_GAMES))
@pytest.mark.parametrize("slug", PLAYABLE)
def test_computer_games_end_and_break_no_invariant(slug: str, number: int) -> None:
    names = scenarios(slug)
    match = grognard.new(slug, scenario=names[number % len(names)], seed=f"computer {number}")
    players = [opponent(slug, None, f"{number} {seat}") for seat in match.seats]
    while not is_done(match):
        advice = players[match.seat].choose(match)
        assert advice.why
        match.do(advice.command)
        if match.length % 25 == 0:
            assert match.game.check(match.play) == []
    assert match.game.check(match.play) == []
    assert is_long(slug) or match.outcome is not None


@pytest.mark.parametrize("slug", PLAYABLE)
def test_listed_options_are_legal(slug: str) -> None:
    for name in scenarios(slug):
        match = grognard.new(slug, scenario=name, seed=2)
        rng = random.Random(2)
        seen: dict[str, int] = {}
        while not is_done(match):
            step = match.step.name
            if seen.get(step, 0) < 3:
                seen[step] = seen.get(step, 0) + 1
                listed = list(match.options())
                assert listed, f"no option listed at {step}"
                for command in rng.sample(listed, min(12, len(listed))):
                    refusal = match.check(command)
                    assert refusal is None or command.verb in ("done", "decline"), f"{step}: {match.text(command)}: {refusal}"
            match.do(match.options().sample(rng))


@pytest.mark.parametrize("slug", PLAYABLE)
def test_commands_have_a_text_and_saves_are_exact(slug: str) -> None:
    for name in scenarios(slug):
        match = play(grognard.new(slug, scenario=name, seed=11), random.Random(11))
        for _, command in match.commands:
            text = match.text(command)
            assert text == " ".join(text.split())
        assert loads(dump(match)).state == match.state


@pytest.mark.parametrize("slug", PLAYABLE)
def test_undo_returns_to_the_position_before(slug: str) -> None:
    match = grognard.new(slug, scenario=scenarios(slug)[-1], seed=6, seating=seatings(slug)[-1])
    rng = random.Random(6)
    undone = 0
    while not is_done(match):
        before = match.state.copy()
        speak_at_random(match, rng)
        try:
            trial = match.copy()
            trial.undo(alone=True)
        except Illegal:
            continue
        assert trial.state == before
        assert trial.chapters == match.chapters, "no die is taken back unasked"
        undone += 1
    assert undone > 5


@pytest.mark.parametrize("slug", PLAYABLE)
def test_nonsense_is_refused_without_a_trace(slug: str) -> None:
    match = grognard.new(slug, scenario=scenarios(slug)[-1], seed=8)
    rng = random.Random(8)
    units, hexes = match.game.names.unit_names, match.game.names.node_names
    verbs = sorted({verb for step in match.game.flow.steps.values() for verb in step.verbs})
    while not match.over and match.length < 120:
        for _ in range(4):
            data: dict[str, Any] = {"verb": rng.choice(verbs)}
            data["units"] = [rng.choice(units) for _ in range(rng.randrange(4))]
            data["hexes"] = [rng.choice(hexes) for _ in range(rng.randrange(3))]
            data["number"] = rng.choice([None, 0, 1, 7, 10**6, -1])
            data["word"] = rng.choice([None, "move-fight", "x"])
            trial, before = match.copy(), match.state.copy()
            try:
                trial.do(data)
            except Illegal:
                assert trial.state == before
            assert match.state == before
        match.do(match.options().sample(rng))


@pytest.mark.parametrize("slug", PLAYABLE)
def test_views_and_events_show_no_unit_a_seat_may_not_identify(slug: str) -> None:
    for seating in seatings(slug):
        check_secrets(grognard.new(slug, scenario=scenarios(slug)[-1], seed=13, seating=seating))


def check_secrets(match: Match) -> None:
    rng = random.Random(13)
    game = match.game
    while not is_done(match):
        events = match.do(match.options().sample(rng))
        if match.length % 7:
            continue
        for seat, name in enumerate(match.seats):
            view, eyes = match.view(name), eyes_of(match.play, seat)
            for node, stack in view.stacks.items():
                pieces = match.state.stack(game.board.node(node))
                assert stack.count == len(pieces)
                for unit in stack.units:
                    if unit.id not in game.names.unit_of:  # the back of a piece the seat may not identify
                        assert unit == UnitView(unit.id, unit.side, unit.kind, unit.size, unit.name, covered=True)
                        continue
                    index = game.names.unit(unit.id)
                    assert game.side_of[index] in eyes or game.identified(match.play, index)
                    if not game.face_known(match.play, index):
                        assert (unit.attack, unit.defence, unit.steps) == (None, None, None)
                        assert game.types[match.state.kind[index]].name not in str(unit)
        assert all(set(event.seen) <= set(event.units) for event in events)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_questions_are_answered_wherever_a_unit_stands(slug: str) -> None:
    for name in scenarios(slug):
        match, rng = grognard.new(slug, scenario=name, seed=4), random.Random(4)
        while not is_done(match):
            match.do(match.options().sample(rng))
            if match.length % 40:
                continue
            hexes, asked = set(match.game.board.names[: match.game.board.hexes]), match.game.questions
            if "network" in asked:
                assert all(set(match.network(side)) <= hexes for side in match.game.sides)
            for unit in range(0, len(match.game.pieces), 7):
                assert "supply" not in asked or match.supply(unit).why
                if "reach" in asked and 0 <= match.state.loc[unit] < match.game.board.hexes:
                    assert set(match.reach([unit]).hexes) <= hexes


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_question_without_rules_is_refused_in_a_sentence(slug: str) -> None:
    match = grognard.new(slug, seed=1)
    asking: dict[str, Callable[[], object]] = {
        "reach": lambda: match.reach([0]), "odds": lambda: match.odds(0, [0]), "supply": lambda: match.supply(0),
        "network": lambda: match.network(match.game.sides[0]), "table_odds": lambda: match.game.table_odds(1, 1, 0),
        "zones": lambda: match.zones(match.game.sides[0]), "air": lambda: match.air(0), "mission": lambda: match.mission(0, 0),
    }  # fmt: skip
    assert {*asking} == {*QUESTIONS}
    for question in {*QUESTIONS} - {*match.game.questions}:
        with pytest.raises(Illegal, match="has no rules about"):
            asking[question]()


@pytest.mark.parametrize("slug", PLAYABLE)
def test_every_seating_plays_to_the_end_and_is_saved_and_loaded(slug: str) -> None:
    for seating in seatings(slug):
        match, rng = grognard.new(slug, scenario=scenarios(slug)[-1], seed=21, seating=seating), random.Random(21)
        while not is_done(match):
            speak_at_random(match, rng)
            if match.length % 50 == 1 and not match.over:
                again = loads(dump(match))
                assert (again.state, again.seats, again.waiting) == (match.state, match.seats, match.waiting)
        assert {seat for seat, _ in match.commands} <= {*match.seats}
