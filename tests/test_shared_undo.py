"""What may be taken back without asking where several people share a side, and over the end of a phase in every game."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.errors import Illegal
from grognard.core.match import Match


def announced() -> Match:
    """A front of Barbarossa has announced an attack and may still call it off; nothing was rolled or seen."""
    match, rng = grognard.new("barbarossa", "historical", seed=0, seating="fronts"), random.Random(0)
    while match.step.name != "battle.announced":
        match.do(match.options().sample(rng))
    return match


def test_who_has_announced_an_attack_takes_it_back_himself() -> None:
    match = announced()
    seat, before = match.seats[match.last.seat], match.length - 1
    assert match.deciding == (match.last.seat,)
    match.undo(seat)
    assert (match.length, match.step.name, len(match.deciding)) == (before, "combat", 3)


def test_who_has_called_it_off_takes_that_back_too() -> None:
    match = announced()
    seat = match.seats[match.seat]
    match.do("cancel", seat)
    assert match.can_undo(seat)
    match.undo(seat)
    assert match.step.name == "battle.announced"


def test_what_was_put_to_another_seat_stays_with_it() -> None:
    """Of a friend or of an enemy: what he is asked now cannot be taken back from under him."""
    match, rng = grognard.new("fire-in-the-east", "historical", seed=0, seating="fronts"), random.Random(0)
    passed = 0
    while passed < 3:
        match.do(match.options().sample(rng))
        if match.last.seat not in match.deciding:
            assert not match.can_undo(match.last.seat)
            passed += 1


@pytest.mark.parametrize("slug", ["drive-on-moscow", "typhoon-1941", "barbarossa", "what-if-1940", "fire-in-the-east", "fords"])
def test_the_end_of_a_phase_is_taken_back_by_whoever_plays_alone(slug: str) -> None:
    """Wherever a phase of one side ends, no die falls and nothing is seen, and the same side goes on."""
    match, rng, found = grognard.new(slug, seed=3), random.Random(3), 0
    for _ in range(1500):
        if match.over or found == 3:
            break
        step, seat, rolls, before = match.step, match.seat, match.play.s.rolls, match.length
        command = match.options().sample(rng)
        match.do(command)
        same = not match.over and match.seat == seat and match.play.s.rolls == rolls
        if not same or not step.verbs[command.verb].ends or match.step is step or match.last.courtesy is not True:
            continue
        with pytest.raises(Illegal):
            match.copy().undo(seat)
        again = match.copy()
        again.undo(seat, alone=True)
        assert (again.length, again.step.name) == (before, step.name)
        found += 1
    assert found or slug in ("fords", "typhoon-1941")
