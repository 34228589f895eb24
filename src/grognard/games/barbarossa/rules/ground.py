"""10.8 to 10.22 The ground: what it costs, where it bars the way, and who may not go where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ....core.errors import Illegal
from ....core.movement import is_passable_step
from ....core.paths import NEVER
from ....core.rule import rule
from ..events import Wrecked
from ..material import Costs, Material, P
from ..state import GERMAN, SOVIET, WALL
from . import supply
from .special_entries import confined, confinement

Mask = npt.NDArray[np.bool_]


def mechanized(p: P, unit: int) -> bool:
    return bool(p.game.is_mech[p.s.kind[unit]])


@rule("1.5", "1.6")
def is_national(game: Material, kind: int) -> bool:
    """Are units of this type German or of the Red Army, not allies of either?"""
    return bool({"german", "soviet"} & game.types[kind].traits)


@rule("5.13")
def dry_marsh(game: Material, turn: int, kind: int, overland: bool, target: int) -> bool:
    """On turn 1 overland-supplied German mechanized units take two marsh hexes for clear."""
    privileged = turn == 1 and overland and game.is_mech[kind] and "german" in game.types[kind].traits
    return bool(privileged and game.board.mask("turn-one-marsh")[target])


# ---------------------------------------------------------------- costs


@rule("10.12", "10.15", "10.18", "5.13", "10.7")
def costs_for(p: P, unit: int) -> Costs:
    """What the hexes around cost this unit on this turn."""
    mech, side, turn = mechanized(p, unit), p.side_of(unit), p.s.turn
    if side == SOVIET:
        return p.game.costs(mech, dry_marsh=mech and turn >= 13, sivash=not mech and turn >= 7)
    first = turn == 1 and is_national(p.game, p.s.kind[unit])
    return p.game.costs(mech, no_rivers=first, first_marsh=first and mech and _set_out_supplied(p, unit))


@rule("5.13", "7.17")
def _set_out_supplied(p: P, unit: int) -> bool:
    """Had a German mechanized unit overland supply on turn 1 when it began to move? If not, its movement was halved."""
    fixed = p.s.allowance[unit]
    return supply.has_overland(p, unit) if fixed < 0 else fixed == p.game.track[1].german_movement[0]


@rule("10.7", "10.20", "5.11")
def costs_together(p: P, units: Sequence[int]) -> Costs:
    """What the hexes cost a stack: for each hex what its dearest unit pays."""
    table = costs_for(p, units[0])
    for other in {id(found): found for found in (costs_for(p, u) for u in units[1:])}.values():
        if other is not table:
            table = np.maximum(table, other)
    if p.s.turn == 1:
        near = p.game.board.neighbours
        table = np.where(open_on_first_turn(p, p.side_of(units[0]), np.arange(len(near))[:, None], near), table, NEVER)
    return table


# ---------------------------------------------------------------- hexsides


def is_strait(game: Material, here: int, there: int) -> bool:
    return {here, there} in (game.kerch, game.sivash)


@rule("10.13", "11.19", "11.18")
def water_between(p: P, here: int, there: int) -> bool:
    """Do the hexes touch along a lake, a reservoir, a strait or the sea?"""
    direction = p.game.board.direction(here, there)
    return direction < 0 or bool(p.game.barrier[here, direction]) or bool(p.game.water[there])


@rule("11.17", "11.18", "11.19", "10.13")
def may_follow(p: P, unit: int, here: int, there: int) -> bool:
    """Could a unit retreat or advance by this step, as far as the ground goes? Where it could march, whatever it costs, but
    never over a strait."""
    return is_passable_step(p.game.board, costs_for(p, unit), here, there) and not is_strait(p.game, here, there)


@rule("11.16", "11.17", "11.18", "10.18")
def river_between(game: Material, here: int, there: int) -> bool:
    """Rivers run along hexsides; attackers across Kerch or the Sivash count as attackers across a river."""
    return bool(game.river[here, game.board.direction(here, there)]) or is_strait(game, here, there)


@rule("11.17", "11.18", "11.19", "10.15")
def strike_refusal(p: P, unit: int, here: int, target: int) -> Illegal | None:
    """Why water stops an attack from one hex into the next; infantry may attack across the straits."""
    if not water_between(p, here, target):
        return None
    handle = p.game.pieces[unit].handle
    if {here, target} == p.game.kerch:
        return Illegal("11.17", f"{handle} cannot take its vehicles across the Kerch Strait") if mechanized(p, unit) else None
    if {here, target} == p.game.sivash:
        if p.side_of(unit) == SOVIET and not mechanized(p, unit) and p.s.turn >= 7:
            return None
        return Illegal("11.18", "only Soviet infantry attacks across the Sivash, from turn 7 on")
    return Illegal("11.19", f"water lies between {p.game.board.names[here]} and {p.game.board.names[target]}")


# ---------------------------------------------------------------- who may not go where


@rule("10.22", "5.11", "8.3c", "8.3e")
def refusal(p: P, unit: int, here: int, there: int, *, retreat: bool = False) -> Illegal | None:
    """Why a unit may not go or attack from one hex into another, whatever the ground; retreats may leave the area a
    unit is confined to, but nothing else."""
    game, name = p.game, p.game.board.names[there]
    handle = game.pieces[unit].handle
    if p.side_of(unit) == GERMAN and game.is_satellite[p.s.kind[unit]] and game.north[there]:
        return Illegal("10.22", f"{handle} is a satellite army and may not go north of the logistical boundary")
    if p.s.turn == 1 and not open_on_first_turn(p, p.side_of(unit), here, there):
        return Illegal("5.11", f"{handle} may not go or attack into {name} on turn 1")
    area = None if retreat else confinement(p, unit)
    if area is not None and not game.board.mask(area[0])[there]:
        return Illegal(area[1], f"{handle} is confined to its area")
    return None


@rule("5.11")
def open_on_first_turn(p: P, side: int, here: Any, there: Any) -> Any:
    """On turn 1 nothing leaves Romania, crosses the border of Hungary, or goes into either from the Soviet side. Asked of one
    step, or of many at once."""
    romania, hungary = p.game.romania, p.game.hungary
    if side == SOVIET:
        return ~(romania[there] | hungary[there])
    return (hungary[here] == hungary[there]) & (romania[there] | ~romania[here])


@rule("10.22", "8.3c", "8.3e")
def closed_to(p: P, unit: int) -> Mask | None:
    """The hexes `refusal` forbids a unit wherever it comes from, all at once; None when there are none."""
    game = p.game
    area = confined(p, unit)
    if p.side_of(unit) == GERMAN and game.is_satellite[p.s.kind[unit]]:
        return game.north if area is None else game.north | ~area
    return None if area is None else ~area


# ---------------------------------------------------------------- fortified lines


@rule("11.21a", "11.21b", "11.21c", "10.19")
def fortified(p: P, hex: int, defender: int) -> bool:
    """Does a fortified line of the defender's own side run through the hex?"""
    if defender == SOVIET:
        return bool(p.game.soviet_line[hex])
    return bool(p.s.works[hex] & WALL)


@rule("11.21b")
def wreck_line(p: P, hex: int) -> None:
    """A German line is destroyed for good when Soviet units first occupy it after turn 4."""
    if p.s.works[hex] & WALL and p.s.turn > 4:
        p.s.raze(hex, WALL)
        p.emit(Wrecked(hex=hex, side=SOVIET, rule="11.21b"))


@rule("11.21b")
def wreck_occupied_lines(p: P) -> None:
    """Lines that Soviet units stand in when turn 5 begins."""
    for hex in ((p.s.arrays.works & WALL != 0) & (p.s.arrays.count[SOVIET] > 0)).nonzero()[0].tolist():
        wreck_line(p, hex)


# ---------------------------------------------------------------- ports


@rule("10.34a")
def coastal_ports(p: P) -> list[int]:
    """Odessa and Sevastopol, the two places of the Independent Coastal Army."""
    return [p.game.city_hex[name] for name in ("Odessa", "Sevastopol") if name in p.game.city_hex]
