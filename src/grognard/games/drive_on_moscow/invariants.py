"""What must hold in every position of Drive on Moscow, whoever has played and however."""

from __future__ import annotations

from ..assault import invariants
from .material import STACK_LIMIT, P
from .state import GERMAN


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    game, s = p.game, p.s
    found = invariants.faults(p, STACK_LIMIT, "6.1", "3.8b", "9.4")
    for unit in p.on_map().nonzero()[0].tolist():
        unit_type = game.types[s.kind[unit]]
        if not 1 <= s.steps[unit] <= unit_type.steps:
            found.append(f"{game.pieces[unit].handle} has {s.steps[unit]} steps (2.12a)")
        if game.marsh[s.loc[unit]] and game.shuns_marsh[s.kind[unit]]:
            found.append(f"{game.pieces[unit].handle} stands in marsh (9.12)")
    if not (s.arrays.was_german | (s.arrays.control != GERMAN))[: game.board.hexes].all():
        found.append("a German-controlled hex is not remembered as such (7.5b)")
    if min(s.air) < 0:
        found.append("aircraft below zero")
    return found
