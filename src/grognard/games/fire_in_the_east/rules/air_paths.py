"""Rule 18: the way of an air unit: one movement point per hex, whatever the terrain; where nobody says otherwise, the shortest
way that touches fewest enemy patrol zones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.errors import Illegal
from ....core.paths import spread
from ....core.rule import rule
from ..flight_ways import shortest
from ..material import P

Truths = npt.NDArray[np.bool_]
LONGEST = 300  #: hexes; nobody flies further


@rule("18")
def check_path(p: P, start: int, path: Sequence[int], closed: Truths) -> None:
    """A way given hex by hex."""
    board, here = p.game.board, start
    for node in path:
        if not 0 <= node < board.hexes or board.direction(here, node) < 0:
            raise Illegal("18", f"{board.names[node]} is not next to {board.names[here]}")
        if closed[node]:
            raise Illegal("32.A", f"it does not fly over {board.names[node]}")
        here = node


def steps_of_one(p: P) -> npt.NDArray[np.int16]:
    """Every hex costs an air unit one point."""
    found: npt.NDArray[np.int16] | None = p.game.kept.get("air-ones")
    if found is None:
        found = p.game.kept["air-ones"] = np.ones((p.game.board.nodes, 6), np.int16)
    return found


def nothing_closed(p: P) -> npt.NDArray[np.uint8]:
    found: npt.NDArray[np.uint8] | None = p.game.kept.get("air-open")
    if found is None:
        found = p.game.kept["air-open"] = np.zeros(p.game.board.nodes, np.uint8)
    return found


def flying_distances(p: P, start: int, closed: Truths, limit: int) -> npt.NDArray[np.int32]:
    """Hexes to every hex as an air unit flies, -1 beyond the limit; without anything closed that is the bare distance."""
    board = p.game.board
    if not closed.any():
        apart = board.distances(np.array([start], np.int16))[0]
        return np.where(apart <= limit, apart, -1)
    reached = spread(board.neighbours, steps_of_one(p), closed.astype(np.uint8), np.array([start], np.int16), min(limit, LONGEST))
    return reached[: board.hexes].astype(np.int32)  # type: ignore[no-any-return]


@rule("18")
def way(p: P, start: int, goal: int, closed: Truths, danger: Truths | None = None) -> tuple[int, ...] | None:
    """A shortest way from hex to hex, without the first; among those the one with fewest hexes in danger. None: there is none."""
    if start == goal:
        return ()
    threatened = nothing_closed(p) if danger is None else danger.view(np.uint8)
    path: list[int] = shortest(p.game.board.neighbours, closed.view(np.uint8), start, goal, threatened).tolist()
    return tuple(path) if path else None
