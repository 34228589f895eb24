"""What a position is worth: the winning chance of a side, by weights fitted to many games of the computer against itself.

One thing for both uses: the review tells how chances moved (`grognard.judge`), a general compares plans by them. The weights of a
game lie in its folder (`chances.toml`, made by tools/chances.py, with what they were made from). A game without them is weighed
by a rule of thumb, and the review says so.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..core.errors import GrognardError
from ..core.files import read_toml
from ..core.game import AnyGame
from ..core.match import Match
from ..core.play import Play
from ..facts import Outlook
from ..facts.threats import open_places
from ..games import GAMES, folder_of
from .features import FATAL, NAMES, Figures, Row, everybody, length, mover

FILE = "chances.toml"
#: The rule of thumb of a game of which nobody has played many games.
ROUGH = {
    "cities": 2.0, "towns": 1.0, "attack": 1.5, "defence": 1.5, "fed": 1.0, "stakes": 2.0, "ground": 1.0, "storm": 0.5,
    "open": -0.5, "lead": 1.0,
}  # fmt: skip
ROUGH_WORDS = "a rule of thumb: nobody has fitted winning chances to many games of this one"
FITTED_WORDS = "weights fitted to many games of the computer against itself"
#: How surely an enemy takes what he can simply walk into, and what is left of one's chances when that loses the game; where the
#: place can still be won back first, a game says more of it (`[open] left`).
TAKEN, LEFT = 0.75, 0.2
OPEN = "open"
#: A game that goes on is never quite won.
MOST = 0.98


class Weights(msgspec.Struct, frozen=True):
    """What a file of weights says."""

    rows: tuple[Row | None, ...]  #: by side; None for one that has none of its own
    left: float = LEFT


@lru_cache(maxsize=16)
def _weights(path: Path, sides: tuple[str, ...]) -> Weights:
    """The weights of a game, as far as it has any."""
    if not path.exists():
        return Weights((None,) * len(sides))
    read = read_toml(path)
    left = read.pop(OPEN, {}).get("left", LEFT)
    strange = {*read} - {*sides} | {name for rows in read.values() for name in rows} - {*NAMES}
    if strange:
        raise GrognardError(f"{path}: nobody knows {', '.join(sorted(strange))}")
    rows = (np.array([read[side].get(name, 0.0) for name in NAMES]) if side in read else None for side in sides)
    return Weights(tuple(rows), left)


class Chances:
    """Weighs positions of a match."""

    def __init__(self, p: Play[Any, Any]) -> None:
        game: AnyGame = p.game
        folder = folder_of(game.slug) if game.slug in GAMES else Path()
        found = _weights(folder / FILE, game.sides)
        self.weights, self.left = found.rows, found.left
        self.rough = all(row is None for row in self.weights)
        self.thumb = np.array([ROUGH.get(name, 0.0) for name in NAMES])
        self.turns = length(p)

    @property
    def basis(self) -> str:
        """What the chances rest on, in words."""
        return ROUGH_WORDS if self.rough else FITTED_WORDS

    def of(self, p: Play[Any, Any], side: int, moving: int) -> float:
        """The chance that a side wins; the result itself once the game is over. `moving` has the player turn."""
        outcome = p.s.outcome
        if outcome is not None:
            return 0.5 if not outcome.winners else float(side in outcome.winners)
        return self._weighed(self._figures(p, side), side, moving)

    def exposed(self, p: Play[Any, Any], side: int, moving: int) -> float:
        """The same when a side has ended its turn: what an enemy can walk into counts as mostly lost."""
        if p.s.outcome is not None or moving == side:
            return self.of(p, side, moving)
        figures, outlook, fatal = self._figures(p, side), Outlook(p, everybody(p)), False
        now = self._weighed(figures, side, moving)
        for enemy in p.enemies(side):
            for threat in open_places(outlook, side, enemy):
                fatal |= threat.fatal
                figures.without(side, FATAL if threat.fatal else 1.0)
        then = self._weighed(figures, side, moving) * (self.left if fatal else 1.0)
        return now + TAKEN * min(0.0, then - now)

    def _figures(self, p: Play[Any, Any], side: int) -> Figures:
        """The position as it looks to the side, or to the only other one where that alone has weights."""
        return Figures(p, self._fitted(side), self.turns)

    def _fitted(self, side: int) -> int:
        others = [other for other in range(len(self.weights)) if other != side]
        one_row = self.weights[side] is None and len(others) == 1 and self.weights[others[0]] is not None
        return others[0] if one_row else side

    def _weighed(self, figures: Figures, side: int, moving: int) -> float:
        """One row of weights does for two sides: what one wins the other loses."""
        weights = self.weights[figures.side]
        sum_of_all = float(figures.row(figures.side == moving) @ (self.thumb if weights is None else weights))
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, sum_of_all))))
        return chance if figures.side == side else 1.0 - chance


#: made once per game and scenario
_KNOWN: dict[tuple[AnyGame, str], Chances] = {}


def chances_of(match: Match) -> Chances:
    """Who weighs the positions of a match."""
    key = match.game, match.scenario
    if key not in _KNOWN:
        _KNOWN[key] = Chances(match.play)
    return _KNOWN[key]


def value(match: Match, seat: int) -> float:
    """What a position is worth to a seat: 1 when it has won, -1 when it has lost, between them while the game goes on. Of a
    position that may not be known to the seat, a deal of what it knows has to be given (`Match.fork`)."""
    p, sides = match.play, match.roster.sides[seat]
    if match.outcome is not None:
        won = {*match.outcome.winners}
        return 0.0 if not won else 1.0 if won & {*sides} else -1.0
    return MOST * (2 * chances_of(match).of(p, sides[0], mover(p, match.side)) - 1)


def features(match: Match, seat: int) -> dict[str, float]:
    """The figures of a position that goes on, by name."""
    p, side = match.play, match.roster.sides[seat][0]
    row = Figures(p, side).row(mover(p, match.side) == side)
    return dict(zip(NAMES, row.tolist(), strict=True))
