"""Beliefs of the staff: where hidden units usually lie. The true deal must be likelier by the table than if all were as likely;
here in some positions, in two hundred of every game that has a table by `make prove`."""

from __future__ import annotations

import random

import pytest

from grognard.ai.deployed import Deployed, Site, likely, surprise, table_of
from grognard.core.dealing import deal
from grognard.games import GAMES
from tools.deployed import positions

TYPHOON = "typhoon-1941"
TABLES = [slug for slug in GAMES if table_of(slug)]


def believed(slug: str, number: int, level: str) -> tuple[float, float, int]:
    """Minus the log-likelihood of so many true deals, by the table and evenly, and in how many the table is better."""
    by_table = evenly = 0.0
    better = found = 0
    for match, seat in positions(slug, 100, level, seed=6000):
        one, other, places = surprise(match, seat, table_of(slug))
        if places:
            by_table, evenly, better, found = by_table + one, evenly + other, better + (one < other), found + 1
            if found == number:
                break
    assert found == number
    return by_table, evenly, better


def test_true_deals_are_likelier_by_the_table() -> None:
    by_table, evenly, better = believed(TYPHOON, 12, "standard")
    assert by_table < evenly
    assert better > 6


@pytest.mark.prove
@pytest.mark.parametrize("slug", TABLES)
def test_true_deals_are_likelier_by_the_table_in_two_hundred_positions(slug: str) -> None:
    by_table, evenly, better = believed(slug, 200, "officer")
    assert by_table < evenly
    assert better > 100


def test_a_table_that_knows_nothing_changes_nothing() -> None:
    match, seat = next((match, seat) for match, seat in positions(TYPHOON, 1, "random", seed=3) if seat == 0)
    by_table, evenly, places = surprise(match, seat, {"nobody": Deployed()})
    assert places
    assert by_table == pytest.approx(evenly)


def test_a_deal_by_the_table_looks_the_same_to_the_seat() -> None:
    for k, (match, seat) in enumerate(positions(TYPHOON, 1, "standard", seed=8)):
        known = match.knowledge(seat)
        forks = [match.fork(seat, random.Random(n), likely(TYPHOON)) for n in range(2)]
        assert all(fork.knowledge(seat).encode() == known.encode() for fork in forks)
        assert not any(fork.game.check(fork.play) for fork in forks)
        if k == 4:
            break


def test_pieces_are_dealt_by_their_weights_and_only_where_they_may_lie() -> None:
    rng = random.Random(1)
    deals = [deal([1, 2, 3], ["hill", "marsh"], lambda piece, place: piece != 3 or place == "hill", rng,
                  lambda pieces, place: [20.0 if piece == 1 and place == 1 else 1.0 for piece in pieces])
             for _ in range(200)]  # fmt: skip
    assert all(found[1] != 3 for found in deals)
    assert sum(found[1] == 1 for found in deals) > 120
    assert {found[0] for found in deals} == {1, 2, 3}


def test_what_is_noted_of_a_unit() -> None:
    one = Deployed()
    one.note(4, Site("2", "1", "open"))
    one.note(7, None)
    assert (one.seen, one.unseen, one.far) == ({"3": 1}, {"6": 1}, {"2": 1})
