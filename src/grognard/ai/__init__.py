"""Computer opponents. They see what their seat may see, speak only commands, and say why.

>>> import grognard
>>> from grognard.ai import opponent
>>> match = grognard.new("drive-on-moscow", scenario="historical", seed=1941)
>>> advice = opponent("drive-on-moscow").choose(match)
>>> match.text(advice.command)
'order fight-move'

`random` plays any game; the other levels of a game are found in the `opponent` module of its folder, which
offers `LEVELS`, a table from the name of a level to what makes such an opponent from a seed. An opponent keeps
its plan for the phase in hand, so use one object for one seat of one match.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from typing import Protocol

import msgspec

from ..core.command import Command
from ..core.errors import GrognardError
from ..core.match import Match
from ..games import GAMES, folder_of, module_of


class Advice(msgspec.Struct, frozen=True):
    """What an opponent wants to say, and why, in a short sentence."""

    command: Command
    why: str


class Opponent(Protocol):
    """Decides for whichever seat must decide next."""

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat. The match is not changed."""
        ...


class RandomOpponent:
    """Any legal command, evenly among the verbs: a yardstick, and a test of the rules."""

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, match: Match) -> Advice:
        rng = random.Random(f"{self.seed} {match.seat} {match.length}")
        return Advice(match.options().sample(rng), "chosen at random")


Maker = Callable[[int | str], Opponent]


def levels(slug: str) -> dict[str, Maker]:
    """The opponents a game offers, by name."""
    found: dict[str, Maker] = {"random": RandomOpponent}
    folder = folder_of(slug)
    if (folder / "opponent").is_dir() or (folder / "opponent.py").exists():
        found |= importlib.import_module(f"{module_of(slug)}.opponent").LEVELS
    return found


def usual(slug: str) -> str:
    """The level of a game's computer player where nobody asks for another: `standard`, or the strongest there is."""
    known = levels(slug)
    return "standard" if "standard" in known else [*known][-1]


def opponent(slug: str, level: str | None = None, seed: int | str = 0) -> Opponent:
    """An opponent for one seat of one match."""
    known, level = levels(slug), level or usual(slug)
    if level not in known:
        raise GrognardError(f"{GAMES[slug][1]} has the opponents {', '.join(known)}, not {level!r}")
    return known[level](seed)
