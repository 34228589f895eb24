"""Games that are too long to be played to their end in every test: how many commands of theirs are played there, and with which
scenarios. Whole campaigns are played by `tools/prove.py`."""

from __future__ import annotations

from grognard.core.match import Match
from grognard.games import load_game

#: by game, so many commands, and the scenarios
MOST = {"fire-in-the-east": (60, ("historical", "frontier"))}


def is_done(match: Match, most: int = 20_000) -> bool:
    """Is a game over, or has enough of it been played? `most` is how many commands are enough of other games."""
    return match.over or match.length >= (MOST[match.game.slug][0] if is_long(match.game.slug) else most)


def is_long(slug: str) -> bool:
    return slug in MOST


def scenarios(slug: str) -> list[str]:
    """The scenarios that are played of a game; the last is the shortest of those of a long game."""
    return [*MOST[slug][1]] if is_long(slug) else [scenario.name for scenario in load_game(slug).scenarios]
