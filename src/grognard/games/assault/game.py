"""What the games of the assault family share of their material."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

from ...core.game import Game
from ...core.play import Play
from .odds import ResultsTable
from .state import AssaultState

S = TypeVar("S", bound=AssaultState)


class AssaultGame(Game[S]):
    """A game in which units move or fight. Its rules are typed by its material; which questions it answers is its own affair."""

    results: ResultsTable
    track: Mapping[int, object]  #: turn -> what its box on the turn record track says

    def finish(self) -> None:
        super().finish()
        sides = range(len(self.sides))
        self.of_side = [np.array(self.side_of) == k for k in sides]
        self.pieces_of_side = [[u for u, side in enumerate(self.side_of) if side == k] for k in sides]
        self.on_map_side = (self.board.neighbours >= 0).astype(np.uint8)  #: by hex and direction: is there another hex?


AnyAssaultGame = AssaultGame[Any]
P = Play[AssaultState, AnyAssaultGame]  #: what the rules of the family are written for
