"""Long proof: in long series the computer beats chance, whichever side it plays."""

from __future__ import annotations

import pytest

from grognard.games import load_game
from grognard.sim import simulate

GAMES = 20


@pytest.mark.prove
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("slug", ["drive-on-moscow", "typhoon-1941", "barbarossa"])
def test_the_computer_beats_chance(slug: str, side: int) -> None:
    own, other = load_game(slug).seats[side], load_game(slug).seats[1 - side]
    reports = simulate(slug, GAMES, seed=1941, jobs=1, players={own: "standard", other: "random"})
    won = sum(report["winner"] == own for report in reports)
    assert won >= 0.9 * GAMES, f"{own} has won {won} of {GAMES}"
