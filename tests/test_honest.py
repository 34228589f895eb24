"""Computer players of every level decide alike in positions that their seat cannot tell apart: equal views, log, seed and number
of trials, equal decisions. Here some positions of every game; two hundred are tried by `make prove`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard import ai
from grognard.ai import Advice, Computer, imagined, opponent, planner
from grognard.core.match import Match
from grognard.games.barbarossa.opponent.sight import Sight
from grognard.games.barbarossa.state import GERMAN, SOVIET

from .alike import BARBAROSSA, DRIVE, TYPHOON, WHAT_IF, exchanged, positions

GAMES = (DRIVE, TYPHOON, BARBAROSSA, WHAT_IF)
#: in Fire in the East hardly anything is hidden, and in the Fords of Wend what a game says of itself is taken at its word
SMALL = "fords"


def twins(slug: str, number: int, seed: int = 7) -> Iterator[tuple[Match, Match]]:
    """So many positions in which something is hidden from the seat that must decide, and the same with that exchanged."""
    rng = random.Random(f"honest {slug} {seed}")
    found = 0
    for match in positions(slug, 20 * number, seed=seed):
        other = None if match.seat < 0 else exchanged(match, match.seats[match.seat], rng)
        if other is not None:
            yield match, other[0]
            found += 1
            if found == number:
                return
    raise AssertionError(f"only {found} positions of {slug} hide something from whoever decides")


def decided(match: Match, level: str, seed: str) -> tuple[str, str]:
    advice = opponent(match.game.slug, level, seed).choose(match)
    return match.text(advice.command), advice.why


def decide_alike(slug: str, number: int, level: str) -> None:
    battles = 0
    for k, (match, other) in enumerate(twins(slug, number)):
        assert decided(match, level, str(k)) == decided(other, level, str(k)), f"{match.step.name} after {match.length} commands"
        battles += match.step.name.startswith(("battle", "air"))
    assert battles, "no battle was among them"


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_what_is_hidden_changes_no_decision(slug: str, level: str) -> None:
    decide_alike(slug, 12, level)


def test_a_general_with_so_many_trials_decides_alike() -> None:
    moved = 0
    for k, (match, other) in enumerate(twins(TYPHOON, 8)):
        moved += match.step.name == "movement"
        assert decided(match, "general@5", str(k)) == decided(other, "general@5", str(k))
    assert moved, "a search was among them"


def test_a_steady_player_decides_as_one_to_whom_everything_is_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as it is shown nothing it goes on with the match it thought about, which looks to its seat like the other."""
    dealt: list[int] = []

    def counted(*args: Any) -> Match:
        dealt.append(args[1].length)
        return imagined(*args)

    monkeypatch.setattr(ai, "imagined", counted)
    match = grognard.new(DRIVE, scenario="historical", seed=3)
    steady, other = (Computer(planner(DRIVE, "standard"), 1, one_deal=one_deal) for one_deal in (True, False))
    for _ in range(80):
        seat, before = match.seat, len(dealt)
        advice = steady.choose(match)
        assert len(dealt) == before + 1 or not match.last.barrier, "what a die or a look has shown must be known"
        assert steady.last is not None
        views = [one.knowledge(seat).encode() for one in (match, steady.last)]
        assert views[0] == views[1]
        assert other.choose(match) == advice
        match.do(advice.command)
    assert len(dealt) < 80 + 40, "half of the commands at least showed nothing"


def test_in_a_game_whose_secrets_are_its_own_affair() -> None:
    for k, (match, other) in enumerate(twins(SMALL, 10)):
        assert decided(match, "recruit", str(k)) == decided(other, "recruit", str(k))


class Peeping:
    """A planner that lets its decision depend on everything in the match it is shown."""

    def choose(self, match: Match) -> Advice:
        return Advice(match.legal_commands().sample(random.Random(match.digest)), "")


def test_a_planner_that_was_shown_the_match_itself_would_be_found_out() -> None:
    """The comparison can fail; and a computer player keeps even such a planner honest."""
    told = 0
    for match, other in twins(TYPHOON, 12):
        bare = [Peeping().choose(m.copy()).command for m in (match, other)]
        told += bare[0] != bare[1]
        kept = [Computer(Peeping(), 1).choose(m).command for m in (match, other)]
        assert kept[0] == kept[1]
    assert told > 3


def test_the_german_of_barbarossa_does_not_look_into_the_reserve() -> None:
    """8.11: what lies in the closed box of the reserve changed his guess at covered units once."""
    changed = compared = 0
    for match, other in twins(BARBAROSSA, 25, seed=3):
        if match.seat == GERMAN:
            game: Any = match.game
            changed += {*match.play.units(game.rvgk, SOVIET)} != {*other.play.units(game.rvgk, SOVIET)}
            assert Sight(match).guess == Sight(other).guess
            compared += 1
    assert compared > 5
    assert changed, "nothing was exchanged with the box"


@pytest.mark.prove
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("level", ["recruit", "officer"])
def test_what_is_hidden_changes_no_decision_in_two_hundred_positions(slug: str, level: str) -> None:
    decide_alike(slug, 200, level)
