"""What a seat knows: the same bytes for positions it cannot tell apart, and enough to deal a position from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import copy

import pytest

import grognard
from grognard.core.dealing import deal
from grognard.core.knowledge import Knowledge
from grognard.core.match import Match
from grognard.games import GAMES

from .long_games import is_done, scenarios

PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]
#: Games in which every piece lies open.
OPEN = {"fire-in-the-east"}


def positions(slug: str, seed: int, each: float = 0.04) -> Iterator[Match]:
    """Positions of random games, one game per scenario, battles and set-ups among them."""
    rng = random.Random(seed)
    for scenario in scenarios(slug):
        match = grognard.new(slug, scenario=scenario, seed=seed)
        while not is_done(match, 900):
            match.do(match.options().sample(rng))
            if rng.random() < each and not match.over:
                yield match


def seats(match: Match) -> list[int | None]:
    return [*range(len(match.seats)), None]


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_fork_looks_like_the_match_and_is_sound(slug: str) -> None:
    rng, dealt_anew = random.Random(1), 0
    for match in positions(slug, 1):
        for seat in seats(match):
            known = match.knowledge(seat)
            fork = match.fork(seat, rng)
            assert fork.view(seat) == match.view(seat)
            assert fork.knowledge(seat).encode() == known.encode()
            assert fork.game.check(fork.play) == match.game.check(match.play) == []
            assert (fork.length, fork.waiting, fork.scenario) == (match.length, match.waiting, match.scenario)
            dealt_anew += bool((fork.state.arrays.loc != match.state.arrays.loc).any())
    if slug in OPEN:
        assert not dealt_anew, "what lies open is dealt anew"
    else:
        assert dealt_anew > 5, "nothing was hidden in any of these positions"


@pytest.mark.parametrize("slug", PLAYABLE)
def test_a_fork_can_be_played_on(slug: str) -> None:
    rng, played = random.Random(2), 0
    for match in positions(slug, 2, each=0.03):
        fork = match.fork(match.seat, rng)
        while not fork.over and fork.length < match.length + 60:
            fork.do(fork.options().sample(rng))
            played += 1
        assert fork.game.check(fork.play) == []
    assert played > 25


@pytest.mark.parametrize("slug", PLAYABLE)
def test_the_same_knowledge_gives_the_same_fork(slug: str) -> None:
    for match in positions(slug, 3, each=0.01):
        known = match.knowledge(match.seat)
        again = Knowledge.decode(known.encode(), match.game)
        assert again == known
        for rng in (random.Random(5), None):
            one, other = (Match.from_knowledge(match.game, k, copy(rng)) for k in (known, again))
            assert one.state == other.state


def test_dice_to_come_are_others_and_the_seed_is_gone() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed="a secret")
    forks = [match.fork("german", random.Random(k)) for k in range(8)]
    rolls = [tuple(fork.play.roll("try") for _ in range(8)) for fork in forks]
    assert len(set(rolls)) == len(rolls)
    assert tuple(match.play.roll("try") for _ in range(8)) not in rolls
    assert all(fork.seed == "" for fork in forks)
    assert b"secret" not in match.knowledge("german").encode()


def test_untried_strengths_are_dealt_to_their_owner_too() -> None:
    match = grognard.new("drive-on-moscow", scenario="historical", seed=1)
    kinds = {tuple(match.fork("soviet", random.Random(k)).state.kind) for k in range(5)}
    assert len(kinds) == 5
    assert {tuple(sorted(found)) for found in kinds} == {tuple(sorted(match.state.kind))}


def test_secrets_of_others_are_left_out() -> None:
    match = grognard.new("barbarossa", scenario="road-back", seed=1)
    before = match.knowledge("german").encode(), match.knowledge("soviet").encode()
    ordered = match.copy()
    ordered.do("standby 2g 1606", seat="soviet")
    assert ordered.play.s.standing
    assert (ordered.at(0).knowledge("german").encode(), ordered.at(0).knowledge("soviet").encode()) == before
    assert ordered.knowledge("german").values == match.knowledge("german").values
    assert ordered.knowledge("soviet").values != match.knowledge("soviet").values
    assert ordered.fork("german").play.s.standing == ()
    assert ordered.fork("soviet").play.s.standing == ordered.play.s.standing


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_keeps_to_what_may_lie_where(seed: int) -> None:
    """Where some deal exists it is found, however narrow the choice."""
    rng = random.Random(seed)
    truth = rng.sample(range(30), 25)
    allowed = {(piece, place) for place, piece in enumerate(truth)} | {(rng.randrange(30), rng.randrange(25)) for _ in range(40)}
    dealt = deal(range(30), range(25), lambda piece, place: (piece, place) in allowed, rng)
    assert len(set(dealt)) == 25
    assert all((piece, place) in allowed for place, piece in enumerate(dealt))


def test_a_deal_that_cannot_be_is_as_good_as_it_can_be() -> None:
    dealt = deal([1, 2], ["marsh", "hill"], lambda piece, place: place == "hill", random.Random(1))
    assert sorted(dealt) == [1, 2]
