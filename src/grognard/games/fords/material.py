"""The Fords of Wend: its position, and what lies in its box, read from data files; the rules are typed by it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np

from ...core.board import Board
from ...core.data import DataFiles
from ...core.game import Game
from ...core.play import Play
from ...core.state import State

OWN_FILES = DataFiles(Path(__file__).parent / "data")
BLUE, RED, GREEN = range(3)


class FordsState(State):
    VALUES: ClassVar[dict[str, object]] = {"turn": 1, "active": BLUE}
    turn: int
    active: int  #: the side that marches and fights


class Material(Game[FordsState]):
    def __init__(self, files: DataFiles = OWN_FILES) -> None:
        self.board = board = Board.load(files.path("board.board"))
        self.read_units(rows := files.csv("units.csv"))
        self.homes = [board.node(row["hex"]) for row in rows]
        self.finish()
        self.wet = board.side_mask("river") & ~board.side_mask("bridge")
        price = 1 + board.terrain_mask("forest") + 2 * board.terrain_mask("marsh")
        self.cost, self.towns = (price[board.neighbours] + self.wet).astype(np.uint8), [place.hex for place in board.places]


P = Play[FordsState, Material]
