"""Rule 20.E: transports and gliders: what they carry, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ....core.errors import Illegal
from ....core.rule import rule
from ..events.air import GliderExpended, Unloaded
from ..material import P
from ..state import ONE, Load
from . import air_supply, airborne, axis_allies, control, stacking
from .air_fates import glider_breaks
from .air_limits import spend_resource
from .air_losses import come_down
from .air_targets import target_refusal
from .mission_table import Purpose
from .sorties import EXTENDED, OUT, has, in_flight, model
from .units import face, ground_units, has_heavy_equipment, name, where

if TYPE_CHECKING:
    from .flights import Order

#: What one transport or glider carries, in eighths of an equivalent: on regular transport, and dropped.
UNITS, SUPPLY = ONE, 2 * ONE
DROPPED_UNITS, DROPPED_SUPPLY = ONE // 2, ONE


@rule("20.E.1", "20.E.2a", "20.E.2b", "24.B", "24.D")
def room(order: Order, *, supply: bool) -> int:
    """What transports and gliders carry together, in eighths of an equivalent."""
    if order.mission.purpose is Purpose.DROP:
        each = DROPPED_SUPPLY if supply else DROPPED_UNITS
    else:
        each = SUPPLY if supply else UNITS
    return each * (len(order.flyers) + len(order.gliders)) // (2 if order.how & EXTENDED else 1)


@rule("20.E", "20.Ea", "20.E.1", "20.E.2a", "20.E.2b", "30e")
def check(p: P, order: Order) -> None:
    """May this be carried there?"""
    side, drop = p.s.active, order.mission.purpose is Purpose.DROP
    bases = {p.s.loc[unit] for unit in order.flyers}
    if not (order.cargo or order.points or order.supply):
        raise Illegal("20.E.2" if drop else "20.Ea", "name what the transports carry: units, resource points or supply")
    if order.points and drop:
        raise Illegal("20.E.2b", "resource points are not dropped")
    if order.supply and (order.cargo or order.points):
        raise Illegal("20.E.1", "supply is carried instead of units and resource points, not beside them")
    weight = sum(face(p, unit).equivalents for unit in order.cargo) + order.points * ONE
    most = room(order, supply=False)
    for unit in order.cargo:
        _check_unit(p, unit, bases, side)
    if weight > most:
        raise Illegal(
            "20.E.2a" if drop else "24.B" if order.how & EXTENDED else "20.E.1", "that is more than the transports carry"
        )
    if order.primed and (not p.game.arctic[order.target] or len(bases) > 1 or not p.s.resource[min(bases)]):
        raise Illegal("30e", "a resource point of their airbase lets those attack who are dropped in the Arctic")
    if order.points and (len(bases) > 1 or p.s.resource[min(bases)] < order.points):
        raise Illegal("20.Ea", "the resource points must be at the airbase of the transports")
    if order.supply and any(not air_supply.has_line(p, base, side) for base in bases):
        raise Illegal("20.Ea", "supply is loaded only where a line leads to a regular source of supply")
    if not 0 <= order.target < p.game.board.hexes:
        raise Illegal(order.mission.rule, "air units fly to hexes")
    if drop and order.cargo:
        airborne.check_drop(p, order)
    _check_goal(p, order)
    if drop and order.supply:
        return  # any hex
    refused = target_refusal(p, order.mission, side, order.target)
    if refused:
        raise Illegal(*refused)


@rule("32", "8.Ba")
def _check_goal(p: P, order: Order) -> None:
    """Where cargo comes down its nation must operate, and there must be room beside those who are there or on their way."""
    node, cargo = order.target, order.cargo
    for unit in cargo:
        refused = axis_allies.why_not_there(p, unit, node)
        if refused is not None:
            raise refused
    if cargo and (refused := axis_allies.entry_refused(p, cargo, node)) is not None:
        raise refused
    coming = [unit for load in p.s.loads if p.s.loc[load.transports[0]] == node for unit in load.units]
    crowd = dict.fromkeys((*ground_units(p, node, p.s.active), *coming, *cargo))
    if cargo and stacking.excess(p, p.s.active, node, list(crowd)) > 0:
        raise Illegal("8.Ba", f"there is no room for them in {where(p, node)}")


@rule("20.Ea")
def _check_unit(p: P, unit: int, bases: set[int], side: int) -> None:
    if not p.game.is_ground[unit] or p.side_of(unit) != side:
        raise Illegal("20.Ea", f"{name(p, unit)} is no ground unit of yours")
    if {p.s.loc[unit]} != bases:
        raise Illegal("20.Ea", f"{name(p, unit)} is not at the airbase of its transports")
    if has_heavy_equipment(p, unit):
        raise Illegal("20.Ea", f"{name(p, unit)} has heavy equipment")
    if any(unit in load.units for load in p.s.loads):
        raise Illegal("20.Ea", f"{name(p, unit)} is in the air already")


@rule("20.Ea", "30e")
def load(p: P, order: Order) -> None:
    """Take it aboard, and pay for an attack where that was said; units leave their hex only when they come down elsewhere."""
    for _ in range(order.points + order.primed):
        spend_resource(p, p.s.loc[order.flyers[0]])
    if order.primed:
        p.s.primed = (*p.s.primed, *order.cargo)
    p.s.loads = (*p.s.loads, *_shares(p, order))


@rule("20.Ea", "20.Eb", "24.D")
def _shares(p: P, order: Order) -> list[Load]:
    """Who carries what, so that the fate of one is not that of another's cargo: supply is shared out, units and resource points
    go where there is most room, the largest first; only what no transport carries alone has several."""
    towed, counters = tow_pairs(p, order), (*order.flyers, *order.gliders)
    crews = [(unit, towed[unit]) if unit in towed else (unit,) for unit in order.flyers]
    if order.supply:
        share = room(order, supply=True) // len(counters)
        return [Load(crew, supply=share * len(crew)) for crew in crews]
    left = dict.fromkeys(counters, room(order, supply=False) // len(counters))
    sizes = {unit: face(p, unit).equivalents for unit in order.cargo}
    gliding = {unit for unit in order.cargo if order.mission.purpose is Purpose.DROP and airborne.needs_glider(p, unit)}
    boarded: dict[int, tuple[int, ...]] = {}
    for unit in sorted(order.cargo, key=lambda unit: (unit not in gliding, -sizes[unit])):
        able = [(glider,) for glider in order.gliders] if unit in gliding else crews
        boarded[unit] = _board(left, able, sizes[unit])
    held = dict[tuple[int, ...], Load]()
    for unit in order.cargo:
        load = held.get(boarded[unit]) or Load(boarded[unit])
        held[boarded[unit]] = replace(load, units=(*load.units, unit))
    for _ in range(order.points):
        carriers = _board(left, crews, ONE)
        load = held.get(carriers) or Load(carriers)
        held[carriers] = replace(load, points=load.points + 1)
    return list(held.values())


def _board(left: dict[int, int], crews: Sequence[tuple[int, ...]], size: int) -> tuple[int, ...]:
    """Takes the room from the crew that has most of it, and from others if it is not enough; who carries it then."""
    carriers = []
    for crew in sorted(crews, key=lambda crew: -sum(left[one] for one in crew)):
        for one in crew:
            if taken := min(size, left[one]):
                left[one], size = left[one] - taken, size - taken
                carriers.append(one)
    return tuple(carriers)


def tow_pairs(p: P, order: Order) -> dict[int, int]:
    """Which transport tows which glider."""
    tugs, pairs = [unit for unit in order.flyers if model(p, unit).is_transport], {}
    for glider in order.gliders:
        tug = next(unit for unit in tugs if p.s.loc[unit] == p.s.loc[glider])
        tugs.remove(tug)
        pairs[tug] = glider
    return pairs


@rule("20.Eb", "24.D")
def is_prevented(p: P, load: Load) -> bool:
    """Has one of its transports been turned back or aborted? A glider shares the fate of its tug."""
    return any(has(p, unit, OUT) for unit in load.transports)


@rule("20.E.1", "12.E.2")
def unload(p: P, load: Load, node: int) -> None:
    """At an airbase: units stand there, resource points lie there, supply can be drawn."""
    side = p.side_of(load.transports[0])
    p.s.loads = tuple(other for other in p.s.loads if other != load)
    if load.units:
        control.put(p, load.units, node)
    if load.points:
        add_resource(p, node, load.points)
    if load.supply:
        air_supply.bring(p, side, node, load.supply)
    p.emit(Unloaded(units=load.units, hex=node, points=load.points, supply=load.supply, side=side, rule="20.E.1"), public=True)


def add_resource(p: P, node: int, points: int) -> None:
    if "resource" in p.s.WATCHED:
        p.s.set("resource", node, p.s.resource[node] + points)
    else:
        p.s.resource[node] += points


@rule("20.E.1", "20.E.2", "25", "20.Eb", "24.D")
def resolve(p: P) -> None:
    """The mission resolution step: deliveries are unloaded and drops made, unless a transport was stopped; gliders land."""
    used = dict[int, None]()
    for load in p.s.loads:
        if load not in p.s.loads or is_prevented(p, load):
            continue
        purpose, node = p.s.mission[load.transports[0]], p.s.loc[load.transports[0]]
        if purpose == Purpose.DELIVERY:
            unload(p, load, node)
        elif purpose == Purpose.DROP:
            p.s.loads = tuple(other for other in p.s.loads if other != load)
            airborne.jump(p, load, node)
            used |= {unit: None for unit in load.transports if model(p, unit).is_glider}
    expend(p, list(used))
    for unit in in_flight(p, p.s.active):
        if p.s.mission[unit] == Purpose.DELIVERY and p.s.tug[unit] >= 0 and not has(p, unit, OUT):
            land_glider(p, unit)


@rule("24.D")
def expend(p: P, gliders: list[int]) -> None:
    """Gliders that have landed for good."""
    for glider in gliders:
        p.emit(GliderExpended(units=(glider,), side=p.side_of(glider), rule="24.D"), public=True)
        come_down(p, glider)
        p.place(glider, p.game.out_of_play[p.side_of(glider)])


@rule("24.D")
def land_glider(p: P, glider: int) -> None:
    """Each time it lands on a regular transport mission: on 5 or 6 it is expended."""
    if glider_breaks(p.roll("glider", "24.D", side=p.side_of(glider))):
        expend(p, [glider])


@rule("20.Eb", "20.E.1")
def brings_back(p: P, crew: Sequence[int]) -> list[Load]:
    """What a transport and its glider that are about to land have with them: their cargo, but not where another that carries it
    as well was turned back."""
    carried = [load for load in p.s.loads if {*crew} & {*load.transports}]
    return [load for load in carried if has(p, crew[0], OUT) or not is_prevented(p, load)]
