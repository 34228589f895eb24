"""Sentences agree with what they count, and games say their data in plain language."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.core.words import agreeing, counted
from grognard.games import GAMES
from grognard.rulebook import read_rules

from .long_games import is_done, scenarios

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
def test_lines_at_a_glance_are_plain_and_cite_rules_that_exist(slug: str) -> None:
    match, rng = grognard.new(slug, scenarios(slug)[0], seed=3), random.Random(3)
    known = {str(rule["id"]) for rule in read_rules(slug)["rules"]}
    while not is_done(match, 1500):
        match.do(match.options().sample(rng))
        if match.length % 10:
            continue
        for seat in match.seats:
            status = match.view(seat).status
            lines = [*status.lines, *(status.battle.lines if status.battle else ())]
            lines += [line for box in status.track for line in box.lines]
            titles = [line.title for line in lines] + [count.title for count in (*status.points, *status.boxes)]
            assert not [title for title in titles if "_" in title or len(title) < 3 or title != title[:1].upper() + title[1:]]
            assert not [line for line in lines if line.rule and line.rule not in known]
