"""What must hold in every position of Drive on Moscow, whoever has played and however."""

from __future__ import annotations

import numpy as np

from .game import STACK_LIMIT, P
from .state import GERMAN, SOVIET


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    game, s = p.game, p.s
    found = []
    chained = sorted(u for node in range(game.board.nodes) for u in s.stack(node))
    if chained != np.nonzero(s.arrays.loc >= 0)[0].tolist():
        found.append("the stacks do not hold every piece exactly once")
    for side in (GERMAN, SOVIET):
        counted = np.bincount(s.arrays.loc[game.of_side[side] & (s.arrays.loc >= 0)], minlength=game.board.nodes)
        if not np.array_equal(counted, s.arrays.count[side]):
            found.append(f"{game.sides[side]} pieces are miscounted")
        crowded = np.nonzero(s.arrays.count[side][: game.board.hexes] > STACK_LIMIT)[0]
        found += [f"{game.board.names[h]} is overstacked (6.1)" for h in crowded.tolist()]
        lost = (s.arrays.count[side][: game.board.hexes] > 0) & (s.arrays.control[: game.board.hexes] != side)
        if lost.any():
            found.append(f"{game.sides[side]} units stand in hexes their side does not control (3.8b)")
    both = (s.arrays.count[GERMAN][: game.board.hexes] > 0) & (s.arrays.count[SOVIET][: game.board.hexes] > 0)
    found += [f"both sides stand in {game.board.names[h]} (9.4)" for h in np.nonzero(both)[0].tolist()]
    for unit in np.nonzero(p.on_map())[0].tolist():
        kind = game.types[s.kind[unit]]
        if not 1 <= s.steps[unit] <= kind.steps:
            found.append(f"{game.pieces[unit].handle} has {s.steps[unit]} steps (2.12a)")
        if game.marsh[s.loc[unit]] and game.shuns_marsh[s.kind[unit]]:
            found.append(f"{game.pieces[unit].handle} stands in marsh (9.12)")
    if not (s.arrays.was_german | (s.arrays.control != GERMAN))[: game.board.hexes].all():
        found.append("a German-controlled hex is not remembered as such (7.5b)")
    if min(s.air) < 0 or (s.battle is None and s.flow and s.flow[-1].step.startswith("battle")):
        found.append("a battle step without a battle, or aircraft below zero")
    if s.winner < 0 and not s.flow:
        found.append("the game is not over and nobody has to decide")
    return found
