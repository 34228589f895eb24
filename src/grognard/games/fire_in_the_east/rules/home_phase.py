"""The initial phase of the home front: what falls due by itself, what is decided, what the referee settles at its end."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..home_front import home
from ..material import P
from ..state import ARRIVED, AXIS, CONVERTED, FROM_THE_EAST, IN_TRANSIT, ONE, SOVIET
from . import (
    axis_allies,
    axis_replacements,
    conversions,
    factories,
    garrisons,
    government,
    lend_lease,
    neutrals,
    reinforcements,
    scenarios,
    soviet_replacements,
    supply,
    withdrawals,
)
from .units import where


@rule("esp.initial.1", "31.Da", "33.b")
def open_phase(p: P) -> None:
    """At the start: marks of the last phase go; the Germans see what has fallen, the Soviets check garrisons."""
    p.pop()
    neutrals.expel(p)
    own = p.game.pieces_of_side[p.s.active]
    p.s.arrays.status[own] &= ~(ARRIVED | CONVERTED | IN_TRANSIT | FROM_THE_EAST) & 0xFF
    if p.s.active == AXIS:
        factories.destroy(p)
        axis_allies.invaded(p)
        axis_allies.raise_german_limit(p)
    elif scenarios.has_home_front(p):
        garrisons.check(p)


@rule("esp.initial.3", "34", "34.A", "34.A.1", "34.A.2", "34.B", "34.B.1", "34.E", "35")
def fall_due(p: P) -> None:
    """Replacement points, lend-lease, resource points, releases; who is far away, and who must go."""
    p.pop()
    p.s.used = (0, 0, 0)
    if scenarios.has_home_front(p):
        _receive(p)
    withdrawals.fall_due(p)
    reinforcements.bring_the_distant(p)


def _receive(p: P) -> None:
    side = p.s.active
    if side == AXIS:
        axis_replacements.receive(p)
        axis_allies.release_due(p)
    else:
        soviet_replacements.receive(p)
        lend_lease.receive(p)
    stores = list(p.s.stores)
    stores[side] += home(p.game).resource_points.get((p.s.turn, side), 0)
    p.s.stores = (stores[0], stores[1])


def is_needed(p: P, side: int) -> bool:
    """Is there anything to decide?"""
    if reinforcements.due(p) or p.s.stores[side] or withdrawals.withdrawable(p):
        return True
    if side == AXIS:
        return any(points > 0 for points in p.s.axis_points) or bool(conversions.sources_for(p))
    return True


@rule("31.Eb", "34.A.2c", "34.C")
def close(p: P) -> None:
    """At the end: what nobody has decided is settled by the referee."""
    p.pop()
    withdrawals.settle(p)
    reinforcements.close(p)
    if p.s.active == SOVIET:
        soviet_replacements.allot_rest(p)
        if government.is_homeless(p):
            found = government.seats(p)
            government.move(p, Command("capital", hexes=(found[0],)))
    _store_rest(p)


def require_done(p: P, command: Command) -> None:
    """What must be decided before the phase ends."""
    government.require_seat(p)


# ---------------------------------------------------------------- resource points


@rule("34.A", "34.A.1a", "34.A.2e", "35c")
def store_hexes(p: P, units: Sequence[int] = ()) -> list[int]:
    """Where resource points that have arrived may be placed: German ones on the west edge or in the ports off the map."""
    side = p.s.active
    if side == AXIS:
        edges = [edge for edge in reinforcements.EDGES if edge != "west-edge-hungary" or axis_allies.hungary_at_war(p)]
        areas = p.game.board.areas
        hexes = [hex for edge in edges if edge in areas for hex in areas[edge].hexes if p.game.land[hex]]
        found = [hex for hex in hexes if p.s.control[hex] == side]
        return [*found, p.game.box[reinforcements.SEA]] if p.s.stores[side] else []
    cities = [hex for city in home(p.game).soviet_major for hex in city.hexes]
    hexes = [hex for hex in cities if not supply.isolated_at(p, hex, SOVIET)] if p.s.stores[side] > p.s.southern else []
    return [hex for hex in (*hexes, *_southern_entry(p)) if p.s.control[hex] == side]


@rule("35c")
def _southern_entry(p: P) -> list[int]:
    """Where points of the southern route enter, if there are any."""
    areas = p.game.board.areas
    if not p.s.southern or "transcaucasus-entry" not in areas:
        return []
    return [hex for hex in areas["transcaucasus-entry"].hexes if p.game.land[hex]]


@rule("34.A", "35c")
def most_for(p: P, hex: int) -> int:
    """How many of the points that have arrived may be placed in a hex: those of the southern route at its end, no others."""
    if p.s.active == AXIS:
        return p.s.stores[AXIS]
    return p.s.southern if hex in _southern_entry(p) else p.s.stores[SOVIET] - p.s.southern


@rule("34.A")
def store(p: P, command: Command) -> None:
    """Place resource points."""
    hex, side = command.hexes[0], p.s.active
    if hex not in store_hexes(p):
        south = side == SOVIET and p.s.southern == p.s.stores[side] > 0
        raise Illegal("35c" if south else "34.A", f"resource points do not arrive in {where(p, hex)}")
    number = command.number or most_for(p, hex)
    if number > most_for(p, hex):
        raise Illegal("34.A", f"there are {most_for(p, hex)} resource points to place there, not {number}")
    put_store(p, hex, number)


def put_store(p: P, hex: int, number: int) -> None:
    stores = list(p.s.stores)
    stores[p.s.active] -= number
    if p.s.active == SOVIET and hex in _southern_entry(p):
        p.s.southern -= number
    p.s.stores = (stores[0], stores[1])
    p.s.set("resource", hex, p.s.resource[hex] + number)


def _store_rest(p: P) -> None:
    while p.s.stores[p.s.active] and (hexes := store_hexes(p)):
        hex = max(hexes, key=lambda hex: (hex in home(p.game).city_at, hex < p.game.board.hexes, -hex))
        put_store(p, hex, most_for(p, hex))


def shown(eighths: int) -> str:
    """Points as people write them."""
    return f"{eighths / ONE:g}"
