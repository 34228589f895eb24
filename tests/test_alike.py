"""Positions equal to a seat's eyes and log give equal answers, whatever it asks: nothing hidden leaks.

Here some positions of every game; all two hundred are asked by `make prove`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from .alike import BARBAROSSA, DRIVE, TYPHOON, WHAT_IF, differences, exchanged, overheard, positions, probe

GAMES = (DRIVE, TYPHOON, BARBAROSSA, WHAT_IF)


def ask_everything(slug: str, number: int, dear: float) -> None:
    """Exchange what is hidden in so many positions and compare every answer; `dear` is the share that is asked what takes
    long."""
    rng = random.Random(f"{slug} {number}")
    compared: Counter[str | None] = Counter()
    battles = 0
    for match in positions(slug, number):
        for seat in (*match.seats, None):
            found = exchanged(match, seat, rng)
            if found is not None:
                told = differences(match, found[0], seat, probe(match, seat, rng), dear=rng.random() < dear)
                assert not told, f"{seat} at {match.step.name} after {match.length} commands: {told}"
                compared[seat] += 1
                battles += match.step.name.startswith(("battle", "air"))
    assert compared["german"] > number / 2, "too little was hidden from the German to prove anything"
    assert compared[None] > number / 2
    assert battles > number / 5


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_changes_no_answer(slug: str) -> None:
    ask_everything(slug, 30, dear=0.1)


def overhear(slug: str, number: int) -> None:
    """Commands of others, given in positions that look alike: where a seat hears the same it reads the same reason."""
    rng = random.Random(f"{slug} heard")
    alike = reasons = 0
    for match in positions(slug, number, seed=2):
        for seat in (*match.seats, None):
            found = None if match.seats[match.seat] == seat else exchanged(match, seat, rng)
            heard = found and overheard(match, *found, seat, rng)
            if heard and heard[0][0] == heard[1][0]:  # differently when something is laid open
                assert heard[0] == heard[1]
                alike += 1
                reasons += bool(heard[0][1])
    assert alike > number / 2
    assert reasons > number / 20


@pytest.mark.parametrize("slug", GAMES)
def test_reasons_of_others_tell_what_can_be_seen(slug: str) -> None:
    overhear(slug, 60)


@pytest.mark.prove
@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_changes_no_answer_in_two_hundred_positions(slug: str) -> None:
    ask_everything(slug, 200, dear=1.0)
    overhear(slug, 200)
