"""Rules 20.F.2.a and 20.F.2.h: pieces that are bombed: air units at airbases, ships and flotillas."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from .mission_table import Purpose
from .sorties import in_flight, on_ground, on_mission

AT_PIECES = (Purpose.AIR_UNITS, Purpose.SHIP)


@rule("20.F.2.a", "20.F.2.h")
def prey(p: P, node: int, purpose: Purpose) -> list[int]:
    """Pieces that may be bombed in a hex: air units at its airbase, not those in flight; or ships and flotillas."""
    enemy = p.foe(p.s.active)
    if purpose is Purpose.AIR_UNITS:
        return sorted(on_ground(p, node, enemy))
    return sorted(unit for unit in p.units(node, enemy) if p.game.is_ship[unit])


@rule("22.B.3", "20.F.2.h")
def choose(p: P) -> None:
    """Before antiaircraft fires: whoever bombs ships and has not been told which bombs the first."""
    for unit in in_flight(p, p.s.active):
        if p.s.mission[unit] == Purpose.SHIP and p.s.aim[unit] < 0 and on_mission(p, unit):
            ships = prey(p, p.s.loc[unit], Purpose.SHIP)
            p.s.aim[unit] = ships[0] if ships else -1
