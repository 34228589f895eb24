"""Grognard: table, referee and opponent for hex-and-counter wargames.

>>> import grognard
>>> match = grognard.new("drive-on-moscow", scenario="historical", seed=1941)
>>> match.decision.title
'Order of phases'
>>> match.do("order move-fight")[0].kind
'ordered'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from .core.match import Match

__version__ = "0.1.0"


def new(
    game: str, scenario: str | None = None, options: dict[str, str] | None = None, seed: str | int | None = None,
    *, seating: str | None = None, data: str | Path | None = None, data_set: int | None = None,
) -> Match:  # fmt: skip
    """Begin a match. `seating` is one of those the game offers; `data` a folder of override files (see `grognard data init`);
    `data_set` the number of a set of our data, the newest without it."""
    from .core.match import Match
    from .games import load_game

    return Match(load_game(game, data, data_set), scenario, options, seed, seating=seating)


def load(path: str | Path, *, data: str | Path | None = None) -> Match:
    """Load a saved match."""
    from .core.save import load as load_save

    return load_save(path, data=data)


def __getattr__(name: str) -> Any:
    """`grognard.Illegal` and `grognard.Match`, imported when first asked for."""
    if name == "Illegal":
        from .core.errors import Illegal

        return Illegal
    if name == "Match":
        from .core.match import Match

        return Match
    raise AttributeError(name)
