"""Positions of puzzles as beginnings of matches: `puzzle:NAME` is a scenario of its game, so such a match is stored, saved, taken
back and replayed like any other.

The position is written as in a case (docs/cases.md), with the real counters on the real board; a game's `position.lay_out`
reads it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .dice import Dice
from .errors import GrognardError
from .files import read_yaml
from .game import Game
from .play import Play

PREFIX = "puzzle:"


def is_named(scenario: str) -> bool:
    """Is this the name of a position written by hand?"""
    return scenario.startswith(PREFIX)


@cache
def written(slug: str) -> dict[str, dict[str, Any]]:
    """Everything in the folder of a game's puzzles, by name, as it is written."""
    from ..games import folder_of

    files = sorted((folder_of(slug) / "puzzles").glob("*.yaml"))
    return {str(entry["name"]): entry for file in files for entry in read_yaml(file)}


def start(game: Game[Any], scenario: str, options: dict[str, str], dice: Dice) -> Play[Any, Any]:
    """A match of a puzzle before its first decision."""
    from ..games import module_of
    from .expectations import positions_of

    found = written(game.slug).get(scenario.removeprefix(PREFIX), {}).get("position")
    if found is None:
        raise GrognardError(f"{game.title} has no position {scenario!r}")
    play: Play[Any, Any] = Play(game, game.empty(), dice)
    play.s.options = game.not_default(options)
    positions_of(module_of(game.slug)).lay_out(play, found)
    play.events.clear()
    play.s.rolls = 0
    play.s.forget()
    return play
