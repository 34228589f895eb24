"""Sentences agree with what they count, and games say their data in plain language."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.words import agreeing, counted
from grognard.games import GAMES

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


def test_things_are_counted_as_a_person_does() -> None:
    assert [counted(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert (counted(3, "hex"), counted(4, "more rifle army")) == ("3 hexes", "4 more rifle armies")


@pytest.mark.parametrize(
    ("one", "many"),
    [("is eliminated", "are eliminated"), ("retreats to", "retreat to"), ("goes by", "go by"), ("will never", "will never"),
     ("flies against", "fly against"), ("loses a step", "lose a step"), ("in {hex}: promoted", "in {hex}: promoted")],
)  # fmt: skip
def test_verbs_agree_with_the_number_of_units(one: str, many: str) -> None:
    assert agreeing(f"{{units}} {one}.", 1) == f"{{units}} {one}."
    assert agreeing(f"{{units}} {one}.", 2) == f"{{units}} {many}."


@pytest.mark.parametrize("slug", PLAYABLE)
def test_no_key_of_the_status_is_shown_raw(slug: str) -> None:
    match = grognard.new(slug)
    for seat in match.game.seats:
        raw = {key for key in match.view(seat)["status"] if "_" in key or len(key) < 3}
        assert raw <= set(match.game.words)
