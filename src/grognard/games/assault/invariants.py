"""What must hold in every position of the family."""

from __future__ import annotations

from ...core import invariants
from .game import P


def faults(p: P, limit: int, stacking: str, control: str, together: str) -> list[str]:
    """Everything wrong with where units stand: no more than `limit` to a hex, in hexes of their side, without enemies; then
    come the rules that say so. What is above the limit may stand for as long as somebody decides who goes."""
    s, board = p.s, p.game.board
    found = invariants.faults(p, together)
    if s.flow and s.flow[-1].step.startswith("battle") and s.battle is None:
        found.append("a battle step without a battle")
    judged = s.flow and s.flow[-1].step == "overstacked"
    for side, name in enumerate(p.game.sides):
        count = s.arrays.count[side][: board.hexes]
        crowded = () if judged else (count > limit).nonzero()[0].tolist()
        found += [f"{board.names[hex]} is overstacked ({stacking})" for hex in crowded]
        lost = ((count > 0) & (s.arrays.control[: board.hexes] != side)).nonzero()[0].tolist()
        found += [f"{name} units stand in {board.names[hex]} without controlling it ({control})" for hex in lost]
    return found
