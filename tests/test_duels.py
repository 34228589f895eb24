"""Long proofs: in long series the computer beats chance on either side, and a player made a little weaker is found out."""

from __future__ import annotations

import pytest

from grognard.games import load_game
from grognard.sim import simulate
from grognard.sim.duel import duel

GAMES = 20


@pytest.mark.prove
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("slug", ["drive-on-moscow", "typhoon-1941", "barbarossa", "what-if-1940"])
def test_the_computer_beats_chance(slug: str, side: int) -> None:
    game = load_game(slug)
    own, other = game.seats[side], game.seats[1 - side]
    mine = {game.sides[army] for army in game.rosters[0].sides[side]}
    reports = simulate(slug, GAMES, seed=1941, jobs=1, players={own: "standard", other: "random"})
    won = sum(bool(mine & {*str(report["winner"]).split(" and ")}) for report in reports)
    assert won >= 0.9 * GAMES, f"{own} has won {won} of {GAMES}"


#: Trials, and how many of them must find the weaker player.
TRIALS, FOUND = 10, 9


@pytest.mark.prove
def test_a_player_made_five_in_a_hundred_weaker_is_found_within_400_pairs() -> None:
    """Real games of real players; tests/test_duel.py has the same for drawn results."""
    found = [duel("what-if-1940", "officer", "officer~5", most=400, seed=seed, jobs=2) for seed in range(TRIALS)]
    verdicts = [one.strength.verdict for one in found]
    assert verdicts.count("first") >= FOUND, [(one.strength.pairs, one.strength.share) for one in found]
