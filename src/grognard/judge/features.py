"""A position in a few figures: what a side holds, how strong it is, who is fed, how near it stands to what decides the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.game import AnyGame
from ..core.play import Play
from ..facts import Outlook

Row = npt.NDArray[np.float64]

#: What is counted, each as that of a side less that of its enemies, as a share of both together; then the same figures grown with
#: the clock, since what is worth little in June may decide in December.
COUNTED = ("ground", "places", "strength", "supply", "stakes", "pressure")
NAMES = ("even", "clock", "moving", *COUNTED, *(f"late {name}" for name in COUNTED))
#: A town is worth one, any other named place this much.
CITY = 3.0
#: A place whose loss loses the game counts for so many others.
FATAL = 3.0
#: Whoever stands so near to a place that decides the game counts there.
NEAR = 4
#: Where a game has no track of turns it is taken to last so long.
USUAL_LENGTH = 10


@lru_cache(maxsize=16)
def _factors(game: AnyGame) -> Row:
    """By type and steps left, the first two ratings together (attack and defence)."""
    most = max(unit_type.steps for unit_type in game.types) + 1
    table = np.zeros((len(game.types), most))
    for number, unit_type in enumerate(game.types):
        for left, ratings in enumerate(unit_type.ratings, 1):
            table[number, left] = sum(ratings[:2])
    return table


@lru_cache(maxsize=16)
def _places(game: AnyGame) -> Row:
    """What each hex is worth for the places in it."""
    worth = np.zeros(game.board.nodes)
    for place in game.board.places:
        if place.name:
            worth[place.hex] = max(worth[place.hex], 1.0 if place.kind == "town" else CITY)
    return worth


@lru_cache(maxsize=16)
def _planes(game: AnyGame) -> npt.NDArray[np.int64]:
    """The plane of every hex: distances between two of them have no meaning."""
    names = sorted({str(game.board.spots[hex][0]) for hex in range(game.board.hexes)})
    return np.array([names.index(str(game.board.spots[hex][0])) for hex in range(game.board.hexes)])


def everybody(p: Play[Any, Any]) -> tuple[int, ...]:
    """The eyes of the referee, who sees everything."""
    return tuple(range(len(p.game.sides)))


def length(p: Play[Any, Any]) -> int:
    track = p.game.status(p, everybody(p)).track
    return max((box.turn for box in track), default=USUAL_LENGTH)


class Sums:
    """What each side has, in a position. Asked once per position and answered for every side."""

    def __init__(self, p: Play[Any, Any], turns: int = 0) -> None:
        game, arrays, sides = p.game, p.s.arrays, len(p.game.sides)
        self.p, self.sides = p, sides
        self.clock = min(1.0, game.turn(p)[0] / max(1, turns or length(p)))
        hexes = game.board.hexes
        side_of = np.array(game.side_of)
        here = p.on_map().nonzero()[0]
        steps = np.minimum(arrays.steps[here], _factors(game).shape[1] - 1)
        strength = _factors(game)[arrays.kind[here], np.maximum(steps, 0)] + 0.5
        loc, own = arrays.loc[here], side_of[here]
        control = arrays.control[:hexes]
        self.table = np.zeros((len(COUNTED), sides))
        self.table[0] = [(control == side).sum() for side in range(sides)]
        self.table[1] = [_places(game)[:hexes][control == side].sum() for side in range(sides)]
        self.table[2] = np.bincount(own, strength, sides)
        outlook = Outlook(p, everybody(p))
        for side in range(sides):
            mine = own == side
            fed = outlook.net(side)[loc[mine]] > 0
            self.table[3, side] = strength[mine][fed].sum() / max(1.0, float(strength[mine].sum())) if mine.any() else 0.0
        near = np.zeros((sides, sides))
        for stake in game.foresight.stakes(p):
            self.table[4, stake.side] += FATAL if stake.fatal else 1.0
            if stake.fatal and not stake.cut and len(stake.hexes) <= NEAR:
                close = self._near(stake.hexes, loc)
                near[stake.side] += np.bincount(own[close], strength[close], sides)
        for side in range(sides):  # my strength near what the enemy must not lose, less his own there
            enemies = [*p.enemies(side)]
            self.table[5, side] = near[enemies, side].sum() - near[np.ix_(enemies, enemies)].sum()

    def _near(self, hexes: Sequence[int], loc: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Which of the units in these places stand near to one of some hexes?"""
        board, planes = self.p.game.board, _planes(self.p.game)
        found = np.zeros(len(loc), np.bool_)
        for hex in hexes:
            same = (planes[loc] == planes[hex]).nonzero()[0]
            found[same] |= board.apart([hex], loc[same])[0] <= NEAR
        return found

    def row(self, side: int, moving: bool) -> Row:
        """The figures of a side."""
        enemies = [*self.p.enemies(side)] or [other for other in range(self.sides) if other != side]
        friends = [*self.p.friends(side)] or [side]
        mine, theirs = self.table[:, friends].sum(axis=1), self.table[:, enemies].sum(axis=1)
        whole = np.abs(mine) + np.abs(theirs)
        counted = np.where(whole > 0, (mine - theirs) / np.maximum(whole, 1e-9), 0.0)
        counted[5] = (mine[5] - theirs[5]) / (1.0 + self.table[2].sum())
        return np.concatenate(([1.0, self.clock, float(moving)], counted, self.clock * counted))
