"""Rule 18: air units go home: in the return steps of the air phase, after combat, and at the start of the next friendly
initial phase."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.air import ReturnedToBase
from ..material import P
from ..state import INOPERATIVE
from . import air_limits, air_transport
from .air_losses import come_down, land_at_night, lose_in_flight
from .air_paths import flying_distances
from .airbases import landing_places, landing_refusal
from .mission_table import Home, Purpose, return_range
from .sorties import ABORTED, EXTENDED, JETTISONED, OUT, flyer, glider_of, has, in_flight, mission_of, model, nation
from .units import name

#: Who returns at which step of the sequence of play.
STEPS = {
    "air.return.phasing": Home.AIR,
    "air.return.other": Home.AIR,
    "air.return.combat": Home.COMBAT,
    "air.return.late": Home.INITIAL,
    "air.return.search": Home.MOVEMENT,
}
#: Missions that end where they have flown to.
AT_GOAL = frozenset({Purpose.TRANSFER, Purpose.SCRAMBLE, Purpose.TRANSPORT})


@rule("18", "20.F.2.c", "20.F.2.d", "20.F.2.e")
def due(p: P, side: int, home: Home) -> list[int]:
    """Air units of a side that return now. Whoever is turned back, aborted or without bombs goes home with the first."""
    found = []
    for unit in in_flight(p, side):
        if p.s.tug[unit] >= 0:
            continue
        early = has(p, unit, OUT | JETTISONED)
        if mission_of(p, unit).home is home or (early and home in (Home.AIR, Home.INITIAL)):
            found.append(unit)
    return found


@rule("18", "17", "24.B")
def homes(p: P, unit: int) -> list[int]:
    """Airbases that an air unit may land at now, the nearest first."""
    start, side = p.s.loc[unit], p.side_of(unit)
    reach = return_range(model(p, unit), mission_of(p, unit), extended=has(p, unit, EXTENDED))
    apart = flying_distances(p, start, air_limits.closed_to(p, nation(p, unit)), reach)
    usable = landing_places(p, side)[: len(apart)] & (apart >= 0)
    found = np.flatnonzero(usable)
    return air_limits.where_may_operate(p, (unit,), found[np.argsort(apart[found], kind="stable")])


@rule("18", "20.B", "20.D.1", "20.E.1")
def home_of(p: P, unit: int) -> int:
    """Where an air unit lands if nobody says otherwise: at the goal of its flight, where it came from, or as near as possible."""
    goal = p.s.loc[unit]
    if p.s.mission[unit] in AT_GOAL and not has(p, unit, OUT) and not landing_refusal(p, goal, p.side_of(unit)):
        return goal
    open_to = homes(p, unit)
    if p.s.base[unit] in open_to:
        return p.s.base[unit]
    return open_to[0] if open_to else -1


@rule("18")
def land(p: P, command: Command) -> None:
    """`land UNITS HEX`: these return to that airbase; it need not be the one they came from."""
    home, side = STEPS[p.frame.step], p.frame.side
    waiting = due(p, side, home)
    for unit in command.units:
        if unit not in waiting:
            raise Illegal("18", f"{name(p, unit)} does not return now")
        refused = landing_refusal(p, command.hexes[0], side)
        if refused:
            raise Illegal(*refused)
        if p.s.mission[unit] in AT_GOAL and not has(p, unit, OUT) and command.hexes[0] != p.s.loc[unit]:
            raise Illegal(mission_of(p, unit).rule, f"{name(p, unit)} lands where it has flown to")
        if command.hexes[0] not in homes(p, unit):
            raise Illegal("18", f"{name(p, unit)} cannot reach that airbase")
    for unit in command.units:
        come_home(p, unit, command.hexes[0])
    if not due(p, side, home):
        p.pop()


def land_all(p: P, command: Command | None = None) -> None:
    """All others return to where they came from, or as near as possible."""
    frame = p.pop()
    return_all(p, frame.side, STEPS[frame.step])


def return_all(p: P, side: int, home: Home) -> None:
    for unit in due(p, side, home):
        if p.s.mission[unit]:
            come_home(p, unit, home_of(p, unit))


@rule("18", "21.B.1", "24.F.c", "24.D", "20.Eb")
def come_home(p: P, unit: int, node: int) -> None:
    """Land, with glider and cargo; aborted air units are inoperative, and day crews may crash at night. Nowhere to land: lost."""
    s, side = p.s, p.side_of(unit)
    if node < 0:
        lose_in_flight(p, unit, "18")
        return
    facts = flyer(p, unit)
    purpose, aborted, out = Purpose(s.mission[unit]), has(p, unit, ABORTED), has(p, unit, OUT)
    towed, start = glider_of(p, unit), s.loc[unit]
    both = (unit,) if towed < 0 else (unit, towed)
    carried = air_transport.brings_back(p, both)
    for one in both:
        come_down(p, one)
        p.place(one, node)
        if aborted:
            s.mark((one,), INOPERATIVE)
    p.emit(ReturnedToBase(units=both, path=(start, node) if start != node else (node,), side=side, rule="18"), public=True)
    for load in carried:
        air_transport.unload(p, load, node)
    land_at_night(p, unit, facts)
    if towed >= 0 and purpose in (Purpose.TRANSPORT, Purpose.DELIVERY) and not out:
        air_transport.land_glider(p, towed)


def waiting(p: P, hexes: Sequence[int]) -> list[int]:
    """Who may be named at the present return step."""
    return due(p, p.frame.side, STEPS[p.frame.step])


def open_homes(p: P, units: Sequence[int]) -> list[int]:
    if not units:
        return []
    found = set(homes(p, units[0])) if not _is_at_goal(p, units[0]) else {p.s.loc[units[0]]}
    for unit in units[1:]:
        found &= set(homes(p, unit)) if not _is_at_goal(p, unit) else {p.s.loc[unit]}
    return sorted(found)


def _is_at_goal(p: P, unit: int) -> bool:
    return p.s.mission[unit] in AT_GOAL and not has(p, unit, OUT)
