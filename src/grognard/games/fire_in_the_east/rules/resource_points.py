"""Rule 12.F: resource points. They lie in hexes of their owner, are carried by units and trucks, and are lost with their hex.

Points that travel by themselves go by rail (`rail_movement.py`); in the Arctic attacks cost one each (30d).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import CONTROL, derived, of
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.lines import PointsCaptured, PointsDestroyed, PointsLoaded, PointsSpent, PointsUnloaded
from ..material import P
from ..state import EXTENDS, ONE, TAPPED
from ..supply_lines import FAR
from . import points, supply
from .movement import unable
from .units import face, name, on_map, where

TRUCK_LOAD = 30


@derived(of("resource"), CONTROL)
def places(p: P, side: int) -> list[int]:
    """Hexes with resource points of a side."""
    hexes, control = p.game.board.hexes, p.s.control
    return [hex for hex in p.s.arrays.resource.nonzero()[0].tolist() if hex < hexes and control[hex] == side]


@rule("12.F", "12.Fa", "12.Fb")
def change(p: P, hex: int, by: int) -> None:
    """There are so many more or fewer points in a hex; how they are shown by counters is nobody's concern."""
    p.s.set("resource", hex, p.s.resource[hex] + by)


# ---------------------------------------------------------------- carrying


def is_truck(p: P, unit: int) -> bool:
    return face(p, unit).type == points.TRUCK


@rule("12.Fc")
def most(p: P, unit: int) -> int:
    """What a unit can carry: twice its size, a truck thirty."""
    return TRUCK_LOAD if is_truck(p, unit) else face(p, unit).equivalents * 2 // ONE


def _price(p: P, unit: int, number: int) -> int:
    """What so many points more take from a unit's rating."""
    return points.load_price(p, unit, p.s.load[unit] + number) - points.load_price(p, unit, p.s.load[unit])


@rule("12.Fc", "14.I")
def load_refusal(p: P, unit: int, number: int) -> Illegal | None:
    """Why a unit cannot take so many points along."""
    hex = p.s.loc[unit]
    refused = unable(p, unit)
    if refused is not None:
        return refused
    if is_truck(p, unit) and p.s.logistics[unit] & (EXTENDS | TAPPED):
        return Illegal("12.Fc", f"{name(p, unit)} has been used for supply in this player turn")
    if not 1 <= number <= p.s.resource[hex]:
        return Illegal("12.Fc", f"there are {p.s.resource[hex]} resource points in {where(p, hex)}")
    if p.s.load[unit] + number > most(p, unit):
        return Illegal("12.Fc", f"{name(p, unit)} carries {most(p, unit)} resource points at most")
    if points.points_left(p, unit) < _price(p, unit, number):
        return Illegal("12.Fc", f"{name(p, unit)} has not the movement points to carry so much")
    return None


def check_load(p: P, command: Command) -> None:
    if len(command.units) != 1:
        raise Illegal("12.Fc", "name one unit")
    refused = load_refusal(p, command.units[0], command.number or 0)
    if refused is not None:
        raise refused


@rule("12.Fc")
def load(p: P, command: Command) -> None:
    """A unit takes points along in this phase."""
    unit, number = command.units[0], command.number or 0
    hex = p.s.loc[unit]
    points.pay(p, unit, _price(p, unit, number))
    p.s.load[unit] += number
    change(p, hex, -number)
    p.emit(PointsLoaded(units=(unit,), hex=hex, points=number, side=p.s.active, rule="12.Fc"))


def loaded(p: P, hexes: Sequence[int]) -> list[int]:
    """Units that carry something."""
    if not p.s.arrays.load.any():
        return []
    found = np.flatnonzero(p.s.arrays.load).tolist()
    return [unit for unit in found if p.side_of(unit) == p.s.active and (not hexes or p.s.loc[unit] == hexes[0])]


def loadable(p: P, hexes: Sequence[int]) -> list[int]:
    """Units in hexes with resource points that can take one."""
    where_points = places(p, p.s.active)
    found = [unit for hex in where_points for unit in p.units(hex, p.s.active) if p.game.is_ground[unit]]
    return [unit for unit in found if (not hexes or p.s.loc[unit] == hexes[0]) and load_refusal(p, unit, 1) is None]


@rule("12.Fc")
def unload(p: P, command: Command) -> None:
    """Units put down what they carry."""
    for unit in command.units:
        if not p.s.load[unit] or p.side_of(unit) != p.s.active:
            raise Illegal("12.Fc", f"{name(p, unit)} carries nothing")
        set_down(p, unit)


@rule("12.Fc", "12.Fd", "28.C.2c")
def set_down(p: P, unit: int, cause: str = "12.Fc") -> None:
    """A unit puts down what it carries where it stands: on the map, or in the port off the map; who is lost loses it."""
    number, node = p.s.load[unit], p.s.loc[unit]
    if not number:
        return
    p.s.load[unit] = 0
    if on_map(p, unit) or node == p.game.box["off-map-port"]:
        change(p, node, number)
        p.emit(PointsUnloaded(units=(unit,), hex=node, points=number, side=p.side_of(unit), rule=cause))


@rule("12.Fc")
def unload_all(p: P) -> None:
    """At the end of a phase everything is put down."""
    p.pop()
    for unit in np.flatnonzero(p.s.arrays.load).tolist():
        set_down(p, unit)


@rule("12.Fd", "12.Fc")
def take_along(p: P, unit: int, here: int) -> None:
    """A beaten unit takes along what it can carry, as long as there are points where it stood."""
    if not (is_truck(p, unit) and p.s.logistics[unit] & (EXTENDS | TAPPED)):
        number = min(most(p, unit), p.s.resource[here])
        p.s.load[unit] = number
        change(p, here, -number)


# ---------------------------------------------------------------- loss


@rule("12.Fb", "39.B")
def taken(p: P, hex: int, side: int) -> None:
    """Points in a hex that falls to the enemy are destroyed; by agreement half of them, rounded down, are captured."""
    number = p.s.resource[hex]
    if not number:
        return
    kept = number // 2 if p.option("capture-resources") == "on" else 0
    p.s.set("resource", hex, kept)
    if kept:
        p.emit(PointsCaptured(hex=hex, points=kept, side=side, rule="39.B"))
    p.emit(PointsDestroyed(hex=hex, points=number - kept, side=p.foe(side), rule="39.B" if kept else "12.Fb"))


@rule("12.Fb", "39.B")
def destroy(p: P, command: Command) -> None:
    """The owner destroys points of his own, at any time; by agreement in his own player turn alone."""
    side, hex, number = p.speaker, command.hexes[0], command.number or 0
    if p.option("capture-resources") == "on" and side != p.s.active:
        raise Illegal("39.B", "resource points are destroyed in their owner's player turn alone")
    if hex >= p.game.board.hexes or p.s.control[hex] != side or not 1 <= number <= p.s.resource[hex]:
        raise Illegal("12.Fb", f"there are not {number} resource points of yours in {where(p, hex)}")
    change(p, hex, -number)
    p.emit(PointsDestroyed(hex=hex, points=number, side=side, rule="12.Fb"))


# ---------------------------------------------------------------- spending


@rule("14.A.1d", "30d")
def nearest(p: P, side: int, hexes: Sequence[int]) -> int:
    """The hex with points of a side to which an overland supply line leads from all of these; -1 if there is none."""
    best, found = FAR, -1
    most, board = int(supply.ground(p, False).limits[supply.OVERLAND].max()), p.game.board
    for place in places(p, side):
        if board.distance(place, hexes[0]) > most:  # no line is shorter than the hexes between its ends
            continue
        lengths = supply.overland_to(p, side, [place])
        longest = max(int(lengths[hex]) for hex in hexes)
        if longest < best:
            best, found = longest, place
    return found


def spend(p: P, hex: int, side: int, cause: str) -> None:
    """One point is spent."""
    change(p, hex, -1)
    p.emit(PointsSpent(hex=hex, points=1, side=side, rule=cause))


@rule("30d", "30e")
def arctic_source(p: P, units: Sequence[int]) -> int:
    """Where the point for an attack in the Arctic lies, -1 if there is none; none is needed by units that brought one ashore."""
    needing = [unit for unit in units if unit not in p.s.primed]
    if not needing:
        return p.game.board.nodes
    return nearest(p, p.side_of(needing[0]), sorted({p.s.loc[unit] for unit in needing}))


@rule("30d", "30e")
def attack_refusal(p: P, units: Sequence[int], target: int) -> Illegal | None:
    """An attack on a hex in the Arctic takes one resource point, traced to by all attackers."""
    if p.game.arctic[target] and arctic_source(p, units) < 0:
        return Illegal("30d", "no resource point can be traced to by all attackers")
    return None


@rule("30d", "30e")
def pay_for_attack(p: P, units: Sequence[int], target: int) -> None:
    """The point is spent as the attack is resolved; supply is not changed by it."""
    if p.game.arctic[target]:
        source = arctic_source(p, units)
        if 0 <= source < p.game.board.hexes:
            spend(p, source, p.side_of(units[0]), "30d")
