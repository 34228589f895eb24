"""Long proofs: in long series the computer beats chance on either side. tools/weaker.py has a player made a little weaker."""

from __future__ import annotations

import pytest

from grognard.games import load_game
from grognard.sim import simulate

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
