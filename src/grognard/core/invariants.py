"""What must hold in every position of every game, whoever has played and however."""

from __future__ import annotations

from typing import Any

import numpy as np

from .play import Play


def faults(p: Play[Any, Any], together: str = "", *, apart: bool = True) -> list[str]:
    """Everything wrong with stacks, counts and the sequence of play; `together` is the rule by which no hex holds two sides,
    unless they need not stand `apart`."""
    game, s, board = p.game, p.s, p.game.board
    found = []
    if sorted(u for node in range(board.nodes) for u in s.stack(node)) != (s.arrays.loc >= 0).nonzero()[0].tolist():
        found.append("the stacks do not hold every piece exactly once")
    sides = np.array(game.side_of)
    for side, name in enumerate(game.sides):
        counted = np.bincount(s.arrays.loc[(sides == side) & (s.arrays.loc >= 0)], minlength=board.nodes)
        if not np.array_equal(counted, s.arrays.count[side]):
            found.append(f"{name} pieces are miscounted")
    cited = f" ({together})" if together else ""
    both = ((s.arrays.count > 0) & (s.arrays.foes > 0))[:, : board.hexes].any(axis=0)
    found += [f"enemies stand together in {board.names[hex]}{cited}" for hex in both.nonzero()[0].tolist() if apart]
    if s.outcome is None and not s.flow:
        found.append("the game is not over and nobody has to decide")
    return found
