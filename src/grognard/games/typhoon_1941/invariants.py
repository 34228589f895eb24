"""What must hold in every position of Typhoon 1941, whoever has played and however."""

from __future__ import annotations

import numpy as np

from .game import P
from .rules.maskirovka import MOST
from .state import DISRUPTED, GERMAN, HIDDEN, RUSSIAN


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    game, s = p.game, p.s
    hexes = game.board.hexes
    found = []
    chained = sorted(u for node in range(game.board.nodes) for u in s.stack(node))
    if chained != np.nonzero(s.arrays.loc >= 0)[0].tolist() or len(chained) != len(game.pieces):
        found.append("the stacks do not hold every piece exactly once")
    for side in (GERMAN, RUSSIAN):
        counted = np.bincount(s.arrays.loc[game.of_side[side] & (s.arrays.loc >= 0)], minlength=game.board.nodes)
        if not np.array_equal(counted, s.arrays.count[side]):
            found.append(f"{game.sides[side]} pieces are miscounted")
    both = (s.arrays.count[GERMAN][:hexes] > 0) & (s.arrays.count[RUSSIAN][:hexes] > 0)
    found += [f"both sides stand in {game.board.names[h]}" for h in np.nonzero(both)[0].tolist()]
    for unit, piece in enumerate(game.pieces):
        on_map = 0 <= s.loc[unit] < hexes
        flags = s.flags[unit]
        if flags & HIDDEN and (piece.side == GERMAN or not on_map):
            found.append(f"{piece.handle} is hidden and should not be (maskirovka.1)")
        if flags & HIDDEN and flags & DISRUPTED:
            found.append(f"{piece.handle} is Disrupted and hidden (disrupted.5)")
        if on_map and game.is_dummy[unit] and not flags & HIDDEN:
            found.append(f"{piece.handle} is a dummy face up on the map (maskirovka.5)")
        if on_map and game.is_air[unit]:
            found.append(f"{piece.handle} is an air unit on the map")
    if sum(0 <= s.loc[u] < hexes for u in game.dummies) > MOST:
        found.append("more than four dummies are in use (maskirovka.2)")
    if s.flow and s.flow[-1].step.startswith("battle") and s.battle is None:
        found.append("a battle step without a battle")
    if s.infantry < 0 or s.tanks < 0:
        found.append("replacement factors below zero (replacement.2)")
    if s.winner < 0 and not s.flow:
        found.append("the game is not over and nobody has to decide")
    return found
