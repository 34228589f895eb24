"""What must hold of the air war in every position."""

from __future__ import annotations

from collections.abc import Iterator

from .air_facts import air_war
from .aircraft import FORCES
from .material import P
from .rules import air_replacement, airbases
from .rules.mission_table import Purpose
from .rules.sorties import model

_PENDING = ("air.escape", "air.seized", "air.stranded")


def faults(p: P) -> Iterator[str]:
    """Nobody is lost on the way from box to box, and nobody flies or stands where he cannot."""
    yield from _places(p)
    yield from _flights(p)
    yield from _limits(p)


def _places(p: P) -> Iterator[str]:
    """Whoever is not in flight is at a friendly airbase or in a box of his own side."""
    s, board = p.s, p.game.board
    pending = any(frame.step in _PENDING for frame in s.flow)
    for side in (0, 1):
        strange = {*air_war(p.game).box[p.foe(side)].values(), p.game.out_of_play[p.foe(side)]}
        for unit in air_war(p.game).units_of_side[side].tolist():
            node, handle = s.loc[unit], p.game.pieces[unit].handle
            if node < 0:
                continue
            if node >= board.hexes:
                if node in strange:
                    yield f"{handle} lies in a box of the enemy (26.A)"
                if s.mission[unit]:
                    yield f"{handle} flies in a box (18)"
            elif not s.mission[unit] and not pending and not airbases.is_friendly(p, node, side):
                yield f"{handle} is in {board.names[node]} without a friendly airbase (17)"


def _flights(p: P) -> Iterator[str]:
    """Whoever flies came from somewhere; gliders go where their tugs go; cargo has transports in the air."""
    s = p.s
    for side in (0, 1):
        units = air_war(p.game).units_of_side[side]
        for unit in units[s.arrays.mission[units] != 0].tolist():
            handle = p.game.pieces[unit].handle
            if s.mission[unit] not in Purpose.__members__.values():
                yield f"{handle} flies a mission there is not (20)"
            if s.base[unit] < 0:
                yield f"{handle} flies and came from nowhere (17.A)"
            tug = s.tug[unit]
            if tug >= 0 and (s.loc[tug] != s.loc[unit] or s.mission[tug] != s.mission[unit]):
                yield f"{handle} is not where its tug is (24.D)"
            if model(p, unit).is_glider and tug < 0:
                yield f"{handle} flies without a tug (24.D)"
    for load in s.loads:
        if all(not s.mission[unit] for unit in load.transports):
            yield "cargo is in the air without its transport (20.Eb)"


def _limits(p: P) -> Iterator[str]:
    """Capacities and allowances are kept."""
    s = p.s
    for node in (s.arrays.damage > 0).nonzero()[0].tolist():
        if s.damage[node] > airbases.full_capacity(p, node) + 1:  # a temporary airfield holds one less in bad weather
            yield f"{p.game.board.names[node]} has more hits than capacity (17.D)"
    if s.phase in ("movement", "air", "combat", "exploitation") and any(s.allowance) and not s.surprise:
        for force in air_replacement.forces_of(s.active):
            if air_replacement.active(p, force) > air_replacement.allowance(p, force):
                yield f"{FORCES[force]}: more air units are active than the allowance permits (26.B)"
