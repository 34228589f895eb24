"""Where in its turn a side is: done, under way, to come; the same on the page and in the terminal, for every game."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.games import GAMES

from .long_games import is_long, scenarios

PLAYABLE = [slug for slug, about in GAMES.items() if about.playable]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_phases_follow_one_another(slug: str) -> None:
    scenario = next((name for name in scenarios(slug)[::-1] if name in ("historical", "frontier")), None)
    match, rng = grognard.new(slug, scenario, seed=2), random.Random(3)
    last: tuple[object, int] = ((0, ""), -1)
    seen: set[str] = set()
    for _ in range(150 if is_long(slug) else 900):
        if match.over:
            break
        status = match.view(match.seats[0]).status
        now = [number for number, phase in enumerate(status.phases) if phase.now]
        assert len(now) <= 1
        assert len(status.phases) <= 9, "no more than there is room for"
        turn = (match.game.turn(match.play), status.active)
        if now and len(status.phases) > 2:
            assert turn != last[0] or now[0] >= last[1], [phase.title for phase in status.phases]
            last = turn, now[0]
            seen.add(status.phases[now[0]].title)
        ends = [
            verb.plain for verb in match.legal_commands().verbs if verb.ends and verb.plain and match.check(verb.plain) is None
        ]
        match.do(ends[0] if ends and rng.random() < 0.3 else match.legal_commands().sample(rng))
    assert len(seen) > 2 or slug == "fords"


def test_the_two_attacks_of_a_typhoon_turn_are_told_apart() -> None:
    match = grognard.new("typhoon-1941", "historical", seed=2)
    match.do(next(iter(match.legal_commands())))
    phases = match.view("german").status.phases
    assert [(phase.title, phase.now) for phase in phases][:4] == [
        ("Orders", False), ("Attack before movement", True), ("Movement", False), ("Attack after movement", False),
    ]  # fmt: skip
