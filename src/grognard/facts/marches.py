"""Marches that take more than one turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from ..core.foresight import Phase
from ..core.march import Gait, RoadMarch
from ..core.movement import Movement
from ..core.play import Play
from .answers import Route
from .outlook import Outlook

#: Points enough for the longest way.
_PLENTY = 2000


def route(outlook: Outlook, units: Sequence[int], goal: int) -> Route:
    """The way of units that march together to a hex, as the slowest of them goes it past the enemies that are known, and in which
    turn from now on it comes to each hex. What happens on the way is not foreseen."""
    side = outlook.p.game.side_of[units[0]]
    p = outlook.ahead(side, Phase.MOVE)
    if p is None:
        return Route(why="there is no movement phase any more")
    marches = [march for unit in units if (march := outlook.p.game.foresight.march(p, unit)) is not None]
    if len(marches) < len(units):
        return Route(why="how long a march takes cannot be told in this game")
    slowest = min(marches, key=_budget)
    path = _way(slowest, goal)
    if not path:
        return Route(why="no way leads there")
    if _budget(slowest) <= 0:
        return Route(why="they cannot march now")
    names = outlook.p.game.board.names
    return Route([names[hex] for hex in path], _turns(_steps(slowest, path), _budget(slowest)))


def _budget(march: Movement | RoadMarch) -> int:
    return march.budget if isinstance(march, Movement) else march.gait.budget


def _way(march: Movement | RoadMarch, goal: int) -> list[int]:
    if isinstance(march, Movement):
        return march.but(budget=_PLENTY, crowd=None, stop=None, first=-1).reach().path(goal)
    far = msgspec.structs.replace(march, gait=Gait(_PLENTY, road=march.gait.road), zone=np.zeros_like(march.zone))
    return far.reach().path(goal)


def _steps(march: Movement | RoadMarch, path: Sequence[int]) -> list[int]:
    """What each step of a way costs."""
    if isinstance(march, Movement):
        return march.costs(path)
    board = _play(march).game.board
    found = []
    for here, hex in pairwise((march.start, *path)):
        direction = board.direction(here, hex)
        saved = 2 - march.gait.road if march.road[here, direction] else 0
        found.append(int(march.cost[here, direction]) - saved)
    return found


def _play(march: RoadMarch) -> Play[Any, Any]:
    play: Play[Any, Any] = march.p
    return play


def _turns(costs: Sequence[int], budget: int) -> list[int]:
    """In which turn each step is made, the first being 0. A hex that costs more than all points takes a turn of its own."""
    turn, spent, found = 0, 0, []
    for cost in costs:
        if spent and spent + cost > budget:
            turn, spent = turn + 1, 0
        spent += cost
        found.append(turn)
    return found
