"""What must hold in every position of Barbarossa, whoever has played and however."""

from __future__ import annotations

import numpy as np

from ..assault import invariants
from .material import STACK_LIMIT, P
from .state import GERMAN


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    game, s = p.game, p.s
    hexes = game.board.hexes
    found = invariants.faults(p, STACK_LIMIT, "6.3", "3.6b", "10.4")
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
    found = ["aircraft below zero"] if s.air < 0 else []
    step = s.flow[-1].step if s.flow else ""
    if s.battle is not None and step and not step.startswith("battle") and step != "overstacked":
        found.append("a battle that is not being fought")
    return found
