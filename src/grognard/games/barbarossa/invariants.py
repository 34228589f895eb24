"""What must hold in every position of Barbarossa, whoever has played and however."""

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
    hexes = game.board.hexes
    for side in (GERMAN, SOVIET):
        counted = np.bincount(s.arrays.loc[game.of_side[side] & (s.arrays.loc >= 0)], minlength=game.board.nodes)
        if not np.array_equal(counted, s.arrays.count[side]):
            found.append(f"{game.sides[side]} pieces are miscounted")
        crowded = np.nonzero(s.arrays.count[side][:hexes] > STACK_LIMIT)[0]
        judged = p.s.flow and p.s.flow[-1].step == "overstacked"
        found += [f"{game.board.names[h]} is overstacked (6.3)" for h in crowded.tolist() if not judged]
        lost = (s.arrays.count[side][:hexes] > 0) & (s.arrays.control[:hexes] != side)
        name = game.sides[side]
        found += [f"{name} units stand in {game.board.names[h]} without controlling it (3.6b)" for h in np.nonzero(lost)[0]]
    both = (s.arrays.count[GERMAN][:hexes] > 0) & (s.arrays.count[SOVIET][:hexes] > 0)
    found += [f"both sides stand in {game.board.names[h]} (10.4)" for h in np.nonzero(both)[0].tolist()]
    wet = game.water[:hexes] & (s.arrays.count[:, :hexes].sum(axis=0) > 0)
    found += [f"units stand in the water of {game.board.names[h]} (10.13)" for h in np.nonzero(wet)[0].tolist()]
    return found + _armies(p) + _flow(p)


def _armies(p: P) -> list[str]:
    game, s = p.game, p.s
    found = []
    for unit in np.nonzero(p.on_map())[0].tolist():
        hex, handle = s.loc[unit], game.pieces[unit].handle
        if s.steps[unit] != 1:
            found.append(f"{handle} has {s.steps[unit]} steps (2.12b)")
        if game.is_satellite[s.kind[unit]] and game.side_of[unit] == GERMAN and game.north[hex]:
            found.append(f"{handle} stands north of the logistical boundary (10.22)")
        if unit == game.ica and game.board.names[hex] not in ("2911", "3108") and game.standard_board:
            found.append("the Independent Coastal Army has left its ports (10.34a)")
    return found


def _flow(p: P) -> list[str]:
    s = p.s
    found = []
    step = s.flow[-1].step if s.flow else ""
    if s.air < 0 or (s.battle is None and step.startswith("battle")):
        found.append("a battle step without a battle, or aircraft below zero")
    if s.battle is not None and s.flow and not step.startswith("battle") and step != "overstacked":
        found.append("a battle that is not being fought")
    if s.winner < 0 and not s.flow:
        found.append("the game is not over and nobody has to decide")
    return found
