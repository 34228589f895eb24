"""All elementary commands at once are those that come one after the other, and every one of them is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.core.match import Match
from grognard.games import GAMES

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


def positions(slug: str, every: int) -> Iterator[Match]:
    """Decisions of random games, some of them reached by marching much, so that lists are brought up to date often."""
    seeds, commands = {"fire-in-the-east": (1, 90), "what-if-1940": (2, 200)}.get(slug, (6, 300))
    for seed in range(seeds):
        match, rng = grognard.new(slug, seed=seed), random.Random(seed)
        while not match.over and match.length < commands:
            if match.length % every == 0:
                yield match
            match.do(match.legal_commands().sample(rng))
            if seed % 2 and not match.over and len(found := match.legal_commands().listed()):
                command = found[int(rng.random() * len(found))]
                if match.check(command) is None:
                    match.do(command)


@pytest.mark.parametrize("slug", PLAYABLE)
def test_listed_at_once_is_one_after_the_other(slug: str) -> None:
    rng = random.Random(slug)
    for match in positions(slug, 40 if slug == "fire-in-the-east" else 5):
        legal = match.legal_commands()
        listed, one_by_one = legal.listed(), list(legal)
        assert list(listed) == one_by_one
        assert list(listed) == list(match.at(match.length).legal_commands().listed()), "as a fresh look has it"
        assert len(listed) == len(one_by_one)
        for _ in range(min(20, len(listed))):
            at = rng.randrange(-len(listed), len(listed))
            assert listed[at] == one_by_one[at]
        assert listed[3:40:5] == one_by_one[3:40:5]
        for at in (len(listed), -len(listed) - 1):
            with pytest.raises(IndexError):
                listed[at]


@pytest.mark.parametrize("slug", ["drive-on-moscow", "typhoon-1941", "barbarossa"])
def test_what_is_listed_is_legal(slug: str) -> None:
    rng, tried = random.Random(slug), 0
    for match in positions(slug, 20):
        listed = match.legal_commands().listed()
        for _ in range(min(3, len(listed))):
            command = listed[rng.randrange(len(listed))]
            assert match.check(command) is None, f"{match.text(command)} after {match.length} commands"
            tried += 1
    assert tried > 100
