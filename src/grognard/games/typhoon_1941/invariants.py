"""What must hold in every position of Typhoon 1941, whoever has played and however."""

from __future__ import annotations

from ...core import invariants
from .material import P
from .rules.maskirovka import MOST
from .state import DISRUPTED, GERMAN, HIDDEN


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    game, s = p.game, p.s
    hexes = game.board.hexes
    found = invariants.faults(p)
    if s.flow and s.flow[-1].step.startswith("battle") and s.battle is None:
        found.append("a battle step without a battle")
    if (s.arrays.loc < 0).any():
        found.append("a piece is nowhere")
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
    if s.infantry < 0 or s.tanks < 0:
        found.append("replacement factors below zero (replacement.2)")
    return found
