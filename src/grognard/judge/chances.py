"""Winning chances: a position weighed by weights that were fitted to many games of the computer against itself.

The weights of a game lie in its folder (`chances.toml`, made by tools/chances.py, with what they were made from). A game without
them is weighed by a rule of thumb, and the review says so.
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
from ..core.play import Play
from ..facts import Outlook
from ..facts.threats import open_places
from ..games import GAMES, folder_of
from .features import CITY, FATAL, NAMES, Row, Sums, everybody, length

FILE = "chances.toml"
#: The rule of thumb of a game of which nobody has played many games.
ROUGH = {"places": 3.0, "strength": 3.0, "supply": 1.0, "stakes": 2.0, "ground": 1.0}
ROUGH_WORDS = "a rule of thumb: nobody has fitted winning chances to many games of this one"
FITTED_WORDS = "weights fitted to many games of the computer against itself"
#: How surely an enemy takes what he can simply walk into, and what is left of one's chances when that loses the game; where the
#: place can still be won back first, a game says more of it (`[open] left`).
TAKEN, LEFT = 0.75, 0.2
OPEN = "open"


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
        return self._weighed(Sums(p, self.turns), side, moving)

    def exposed(self, p: Play[Any, Any], side: int, moving: int) -> float:
        """The same when a side has ended its turn: what an enemy can walk into counts as mostly lost."""
        if p.s.outcome is not None or moving == side:
            return self.of(p, side, moving)
        sums, outlook, fatal = Sums(p, self.turns), Outlook(p, everybody(p)), False
        now = self._weighed(sums, side, moving)
        for enemy in p.enemies(side):
            for threat in open_places(outlook, side, enemy):
                fatal |= threat.fatal
                worth = FATAL if threat.fatal else 1.0
                sums.table[4, side] -= worth
                sums.table[1, side] -= min(CITY, sums.table[1, side])
                sums.table[1, enemy] += CITY
        then = self._weighed(sums, side, moving) * (self.left if fatal else 1.0)
        return now + TAKEN * min(0.0, then - now)

    def _weighed(self, sums: Sums, side: int, moving: int) -> float:
        weights = self.weights[side]
        others = [other for other in range(len(self.weights)) if other != side]
        if weights is None and len(others) == 1 and self.weights[others[0]] is not None:
            return 1.0 - self._weighed(sums, others[0], moving)  # one row does for two sides: what one wins the other loses
        row = sums.row(side, side == moving)
        return 1 / (1 + math.exp(-float(row @ (self.thumb if weights is None else weights))))
