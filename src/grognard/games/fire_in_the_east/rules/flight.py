"""Rule 9.F.1 for one unit: where it can go, and which hexes come first."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ..counters import FIXED, RAIL
from ..material import P
from ..state import Fleeing
from . import axis_allies, rail_movement, zones
from .combat_steps import fight_of
from .engagement import fits, may_enter
from .units import face, ground_units

FREE, CROWDED, CONTROLLED = 1, 2, 3  #: priorities of 9.F.1a


@rule("9.F.1c", "14.F", "22.A.3a", "31.A.5c", "6", "32")
def is_way(p: P, unit: int, here: int, there: int) -> bool:
    """Could a unit go there, if no enemy hindered it? Rail-only units go by rail, others not where ground forbids it,
    and nobody out of the area in which his nation operates."""
    shown = face(p, unit)
    if axis_allies.closed(p, unit)[there]:
        return False
    if shown.moves_as == RAIL:
        return shown.stacks_as != "not counted" and rail_movement.may_retreat(p, unit, here, there)
    return shown.moves_as != FIXED and shown.movement > 0 and may_enter(p, unit, here, there)


@rule("9.F.1e", "14.H.b")
def is_friendly(p: P, hex: int, side: int) -> bool:
    """Is a hex occupied by friends who do not retreat from this battle themselves?"""
    return any(unit not in fight_of(p).fled for unit in ground_units(p, hex, side))


@rule("9.F.1a", "9.F.1b", "9.F.1e", "5b")
def is_controlled(p: P, unit: int, hex: int) -> bool:
    """Does an enemy zone in a hex hurt a unit that retreats there? German motorized units ignore it beside friends."""
    side = p.side_of(unit)
    if not zones.in_enemy_zone(p, hex, side):
        return False
    shown = face(p, unit)
    return not (shown.nation == "german" and shown.motorized and is_friendly(p, hex, side))


@rule("9.F.1a")
def priority(p: P, unit: int, hex: int, beside: Sequence[int] = ()) -> int:
    """The priority of a hex for a unit, if others (`beside`) go there too."""
    if is_controlled(p, unit, hex):
        return CONTROLLED
    return FREE if fits(p, p.side_of(unit), hex, [*others_in(p, hex, unit), *beside, unit]) else CROWDED


def others_in(p: P, hex: int, unit: int) -> list[int]:
    return [other for other in ground_units(p, hex, p.side_of(unit)) if other != unit]


@rule("9.F.1a", "9.F.1c")
def choices(p: P, flight: Fleeing, beside: Sequence[tuple[int, int]] = ()) -> list[int]:
    """Hexes of the best priority. `beside`: others who are on their way, and where to."""
    unit = flight.unit
    here, side = flight.way[-1], p.side_of(unit)
    enemy = zones.of_side(p, p.foe(side)).count
    found: dict[int, int] = {}
    for hex in p.game.board.around[here]:
        if hex not in flight.way and not enemy[hex] and is_way(p, unit, here, hex):
            found[hex] = priority(p, unit, hex, [other for other, to in beside if to == hex])
    best = min(found.values(), default=0)
    return [hex for hex, rank in found.items() if rank == best]


def flight_of(p: P, unit: int) -> Fleeing | None:
    return next((flight for flight in fight_of(p).fleeing if flight.unit == unit), None)
