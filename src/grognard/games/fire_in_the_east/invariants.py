"""What must hold in every position of Fire in the East, whoever has played and however."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...core import invariants
from . import invariants_air
from .material import P
from .rules import naval, railways, stacking, zones
from .rules.points import rating
from .rules.units import ground_units
from .state import DISRUPTED, IN_TRANSIT, SIDES

_MOVING = ("movement", "exploitation")


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    ground = [*invariants.faults(p, apart=False), *_ground(p), *_stacks(p), *_points(p), *_supply(p), *_capacity(p), *_vessels(p)]
    return [*ground, *invariants_air.faults(p)]


def _ground(p: P) -> Iterator[str]:
    """No hex has ground units of both sides, but where they have dropped or landed; whoever stands in a hex controls it."""
    names, hexes = p.game.board.names, p.game.board.hexes
    axis, soviet = (zones.of_side(p, side).count[:hexes] > 0 for side in (0, 1))
    both = axis & soviet
    if p.s.phase not in ("air", "combat"):
        yield from (f"enemies stand together in {names[hex]} (6c)" for hex in both.nonzero()[0].tolist())
    control, owner = p.s.arrays.control[:hexes], p.s.arrays.owner[:hexes]
    for side, there in enumerate((axis, soviet)):
        strange = (there & ~both & (control != side) & ~p.game.neutral[:hexes]).nonzero()[0].tolist()
        wrong = [hex for hex in strange if not _is_disrupted(p, hex, side)]
        yield from (f"{SIDES[side]} units stand in {names[hex]}, which they do not control (3.Fa)" for hex in wrong)
    nobody = ((control >= 0) & (control != owner) & ~axis & ~soviet).nonzero()[0].tolist()
    yield from (f"{names[hex]} is empty and not with whom it lastingly belongs to (3.Fb)" for hex in nobody)
    for hex in (p.game.neutral[:hexes] & (axis | soviet)).nonzero()[0].tolist():
        if not all(p.s.status[unit] & IN_TRANSIT for unit in p.s.stack(hex) if p.game.is_ground[unit]):
            yield f"units stand in neutral {names[hex]} (31.Ba)"
    wet = (~p.game.land[:hexes] & (axis | soviet)).nonzero()[0].tolist()
    yield from (f"units stand in {names[hex]}, which is water (6b)" for hex in wet)


def _is_disrupted(p: P, hex: int, side: int) -> bool:
    """Do disrupted airborne units stand there, who control nothing (25.A.c)?"""
    return all(p.s.flags[unit] & DISRUPTED for unit in ground_units(p, hex, side))


def _stacks(p: P) -> Iterator[str]:
    """The limits are kept whenever nobody is moving or fighting."""
    if not p.s.turn or p.s.phase in (*_MOVING, "combat"):
        return
    for side in (0, 1):
        yield from (f"too many {SIDES[side]} units in {p.game.board.names[hex]} (8.Ba)" for hex in stacking.overfull(p, side))


def _points(p: P) -> Iterator[str]:
    """Nobody has spent more than he had, half as much again where administrative movement is used."""
    spent = p.s.arrays.spent
    if (spent < 0).any():
        yield "a unit has spent less than nothing"
    for unit in (spent > 0).nonzero()[0].tolist():
        if p.s.phase in _MOVING and p.game.is_ground[unit] and spent[unit] > rating(p, unit):
            yield f"{p.game.pieces[unit].handle} has spent more points than it has (6)"


def _supply(p: P) -> Iterator[str]:
    """Turns out of supply are counted for ground units on the map."""
    turns, loc = p.s.arrays.unsupplied, p.s.arrays.loc
    away = (loc < 0) | (loc >= p.game.board.hexes)
    lost = (away & (turns > 0)).nonzero()[0].tolist()
    yield from (f"{p.game.pieces[unit].handle} is out of supply off the map" for unit in lost)
    if (turns < 0).any():
        yield "a unit has been out of supply for less than no turn"
    if (p.s.arrays.resource < 0).any():
        yield "a hex has less than no resource points (12.F)"
    if np.isin(p.s.arrays.loc, p.game.neutral.nonzero()[0]).any() and not p.s.turn:
        yield "something stands in a neutral country"


def _capacity(p: P) -> Iterator[str]:
    """No net carries more than its capacity (7.A.4), as long as its owner moves: afterwards the enemy may take from it."""
    for net in railways.nets_of(p, p.s.active) if p.s.phase == "movement" else ():
        if p.s.rail_used[net] > railways.capacity(p, net):
            yield f"rail net {net} has carried more than its capacity (7.A.4)"


def _vessels(p: P) -> Iterator[str]:
    """Ships are in port or at sea, never inland (28.B)."""
    ashore = [ship for ship in naval.ships(p) if naval.zone_of(p.game, p.s.loc[ship]) == naval.NO_ZONE]
    yield from (f"{p.game.pieces[ship].handle} is neither in port nor at sea (28.B)" for ship in ashore)
