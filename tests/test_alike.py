"""Positions equal to a seat's eyes and log give equal answers, whatever it asks: nothing hidden leaks.

Here some positions of every game; all two hundred are asked by `make prove`.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from .alike import BARBAROSSA, DRIVE, TYPHOON, differences, exchanged, positions, probe

GAMES = (DRIVE, TYPHOON, BARBAROSSA)


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


@pytest.mark.prove
@pytest.mark.parametrize("slug", GAMES)
def test_what_is_hidden_changes_no_answer_in_two_hundred_positions(slug: str) -> None:
    ask_everything(slug, 200, dear=1.0)
