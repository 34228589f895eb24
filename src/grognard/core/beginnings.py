"""How matches begin. Where no die falls before the first decision, every match of a scenario begins alike: the position is laid
out once and copied from then on."""

from __future__ import annotations

from typing import Any

from .dice import Dice
from .game import Game
from .play import Play


def start(game: Game[Any], scenario: str, options: dict[str, str], dice: Dice) -> Play[Any, Any]:
    """A match of a scenario before its first decision."""
    key: tuple[str | tuple[str, str], ...] = (scenario, *game.not_default(options).items())
    known = game.beginnings.get(key)
    if known is not None:
        play: Play[Any, Any] = Play(game, known[0].copy(), dice)
        play.events, play.barrier = [*known[1]], known[2]
        return play
    play = game.start(scenario, options, dice)
    if not play.s.rolls:
        game.beginnings[key] = play.s.copy(), (*play.events,), play.barrier
    return play
