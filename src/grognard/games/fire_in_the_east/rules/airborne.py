"""Rule 25: airborne operations: planned one turn ahead, dropped, disrupted; and what may come of it on the ground."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Eliminated
from ....core.rule import rule
from ..events.air import DropCancelled, Dropped, DropPlanned, Unloaded
from ..material import P
from ..state import ATTACKED, DISRUPTED, IDLE, LANDED, ONE, SOVIET, Drop, Load
from . import air_supply, control, zones
from .air_fates import Jump, landing
from .air_targets import target_refusal, targets
from .airbases import entered
from .mission_table import BY_WORD
from .sorties import model, weather_at
from .units import face, ground_units, name

if TYPE_CHECKING:
    from .flights import Order

AIRBORNE = frozenset({"parachute", "parachute-commando", "air landing"})
AIR_LANDING, PARACHUTE_INFANTRY = "air landing", "para-infantry"
OPTION = "parachute-infantry"
VOID = 0  #: the turn of an operation that will not be carried out


def _opted(p: P) -> bool:
    return (p.s.options.get(OPTION) or p.game.defaults.get(OPTION)) == "on"


@rule("25", "more-optional.2")
def is_airborne(p: P, unit: int) -> bool:
    """Parachute, parachute-commando and air landing units; parachute infantry by option alone."""
    shown = face(p, unit)
    return shown.type in AIRBORNE or (shown.type == PARACHUTE_INFANTRY and shown.nation == "soviet" and _opted(p))


# ---------------------------------------------------------------- plans


def plans(p: P) -> tuple[Drop, ...]:
    """All operations that are planned, of both sides."""
    return (*p.s.axis_drops, *p.s.soviet_drops)


def _keep(p: P, side: int, drops: tuple[Drop, ...]) -> None:
    if side == SOVIET:
        p.s.soviet_drops = drops
    else:
        p.s.axis_drops = drops


def _of_side(p: P, side: int) -> tuple[Drop, ...]:
    return p.s.soviet_drops if side == SOVIET else p.s.axis_drops


@rule("25", "25.D.a", "25.D.b", "25.F", "31.G", "20.E.2a")
def plan_refusal(p: P, unit: int, node: int, side: int) -> tuple[str, str] | None:
    """Why no drop may be planned for a unit into a hex."""
    if not p.game.is_ground[unit] or p.side_of(unit) != side:
        return "25", f"{name(p, unit)} is no ground unit of yours"
    if not is_airborne(p, unit):
        return "25", f"{name(p, unit)} is no airborne unit"
    if side == SOVIET and p.s.turn == 1:
        return "31.G", "the Soviet player plans no airborne operations on Jun II 41"
    at = p.s.loc[unit]
    if 0 <= at < p.game.board.hexes and zones.in_enemy_zone(p, at, side):
        return "25.D.b", f"{name(p, unit)} is in an enemy zone of control"
    if side == SOVIET and not (p.game.ussr[node] or p.game.board.mask("finland")[node]):
        return "25.F", "Soviet drops are made in the USSR and Finland alone"
    return target_refusal(p, BY_WORD["drop"], side, node)


@rule("25.D", "25.D.a")
def plan(p: P, command: Command) -> None:
    """`plan UNIT HEX` in the initial phase: an operation for the next turn; it takes the place of one planned before."""
    side = p.s.active
    for unit in command.units:
        refused = plan_refusal(p, unit, command.hexes[0], side)
        if refused:
            raise Illegal(*refused)
        if not _is_at_hand(p, unit):
            raise Illegal("25.D.a", f"{name(p, unit)} is neither in play nor due next turn")
    for unit in command.units:
        note_plan(p, Drop(unit, command.hexes[0], p.s.turn + 1))


def note_plan(p: P, drop: Drop) -> None:
    side = p.side_of(drop.unit)
    kept = [other for other in _of_side(p, side) if other.unit != drop.unit]
    _keep(p, side, (*kept, drop))
    p.emit(DropPlanned(planned=(drop.unit,), target=drop.hex, side=p.side_of(drop.unit), rule="25.D.a"))


@rule("25.D.a")
def cancel(p: P, command: Command) -> None:
    side = p.s.active
    for unit in command.units:
        if not any(drop.unit == unit for drop in plans(p)) or p.side_of(unit) != side:
            raise Illegal("25.D.a", f"no operation is planned for {name(p, unit)}")
    for unit in command.units:
        call_off(p, unit)


def call_off(p: P, unit: int) -> None:
    side = p.side_of(unit)
    _keep(p, side, tuple(drop for drop in _of_side(p, side) if drop.unit != unit))
    p.emit(DropCancelled(planned=(unit,), side=p.side_of(unit), rule="25.D.b"))


@rule("25.D.b")
def review(p: P) -> None:
    """Operations of units that have attacked, been attacked or come into an enemy zone of control are called off, and so are
    those
    whose turn is over."""
    for drop in plans(p):
        at = p.s.loc[drop.unit]
        on_map = 0 <= at < p.game.board.hexes
        disturbed = on_map and (p.s.flags[drop.unit] & ATTACKED or zones.in_enemy_zone(p, at, p.side_of(drop.unit)))
        if disturbed or drop.turn < p.s.turn:
            call_off(p, drop.unit)


@rule("25.D.b")
def disturb(p: P, units: Sequence[int], way: Sequence[int]) -> None:
    """Units that march through an enemy zone of control do not jump, though they have left it again. The plan is void at once and
    called off at the next review: said on the spot it would tell the enemy for whom there was one."""
    for drop in plans(p):
        if drop.unit in units and any(zones.in_enemy_zone(p, node, p.side_of(drop.unit)) for node in way[1:]):
            side = p.side_of(drop.unit)
            kept = (msgspec.structs.replace(one, turn=VOID) if one.unit == drop.unit else one for one in _of_side(p, side))
            _keep(p, side, tuple(kept))


def plannable(p: P) -> list[int]:
    """Units of the phasing side for which something might be planned: on the map, or due next turn."""
    side = p.s.active
    return [unit for unit in _airborne(p, side) if _is_at_hand(p, unit)]


def _airborne(p: P, side: int) -> list[int]:
    """Units of a side that may come from the air."""
    own, key = p.game.ground_of_side[side], ("airborne", side)
    if _opted(p):
        return [unit for unit in own.tolist() if _kind(p, unit)]
    if key not in p.game.kept:
        p.game.kept[key] = [unit for unit in own.tolist() if _kind(p, unit)]
    found: list[int] = p.game.kept[key]
    return found


def awaits(p: P, hex: int) -> bool:
    """Is a unit in a hex to be dropped in this turn or the next?"""
    return any(p.s.loc[drop.unit] == hex for drop in plans(p))


def planned(p: P, hexes: Sequence[int]) -> list[int]:
    """Units of the phasing side for which an operation is planned."""
    return [drop.unit for drop in plans(p) if p.side_of(drop.unit) == p.s.active]


def plan_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Where these could be dropped."""
    side = p.s.active
    if not units or any(_is_hindered(p, unit, side) for unit in units):
        return []
    return drop_zones(p, side)


def drop_zones(p: P, side: int) -> list[int]:
    """Hexes that units of a side may be dropped into at all."""
    return [int(node) for node in np.flatnonzero(targets(p, BY_WORD["drop"], side)[: p.game.board.hexes])]


def _is_hindered(p: P, unit: int, side: int) -> bool:
    at = p.s.loc[unit]
    return (side == SOVIET and p.s.turn == 1) or (0 <= at < p.game.board.hexes and zones.in_enemy_zone(p, at, side))


def _kind(p: P, unit: int) -> bool:
    return p.game.printed_faces[unit][0].type in AIRBORNE or (_opted(p) and is_airborne(p, unit))


@rule("25.D.b")
def _is_at_hand(p: P, unit: int) -> bool:
    at = p.s.loc[unit]
    return 0 <= at < p.game.board.hexes or at == p.game.box.get(f"turn-{p.s.turn + 1}", -2)


# ---------------------------------------------------------------- the drop


@rule("25.D.a", "25.D.b", "25.E", "errata.rules.36", "36e")
def check_drop(p: P, order: Order) -> None:
    """Only as planned; air landing units only from gliders."""
    for unit in order.cargo:
        if not is_airborne(p, unit):
            raise Illegal("25", f"{name(p, unit)} is no airborne unit")
        planned = [drop for drop in plans(p) if drop.unit == unit and drop.turn == p.s.turn]
        if not planned:
            raise Illegal("25.D.a", f"no drop of {name(p, unit)} has been planned for this turn")
        if all(drop.hex != order.target for drop in planned):
            raise Illegal("25.D.a", f"the drop of {name(p, unit)} is planned for another hex")
        if zones.in_enemy_zone(p, p.s.loc[unit], p.side_of(unit)):
            raise Illegal("25.D.b", f"{name(p, unit)} is in an enemy zone of control")
    needed = sum(face(p, unit).equivalents for unit in order.cargo if needs_glider(p, unit))
    if needed > len(order.gliders) * ONE // 2:
        raise Illegal("25.E", "an air landing unit is dropped from gliders alone")


def needs_glider(p: P, unit: int) -> bool:
    return face(p, unit).type == AIR_LANDING


def jump_of(p: P, unit: int | None, load: Load, node: int) -> Jump:
    """The facts that a drop is judged by; `unit` None for supply."""
    side = p.side_of(load.transports[0])
    board = p.game.board
    return Jump(
        soviet=side == SOVIET,
        enemy=bool(ground_units(p, node, p.foe(side))) or zones.in_enemy_zone(p, node, side),
        clear=board.terrains[board.terrain[node]] == "clear",
        weather=weather_at(p, node),
        glider=unit is not None and any(model(p, carrier).is_glider for carrier in load.transports),
        infantry=unit is not None and face(p, unit).type == PARACHUTE_INFANTRY,
        option=_opted(p),
    )


@rule("25.A", "25.A.a", "25.A.b", "25.A.c", "25.A.d", "25.Cb")
def jump(p: P, load: Load, node: int) -> None:
    """Units come down, each with a die of its own; supply comes down equivalent by equivalent."""
    side = p.side_of(load.transports[0])
    among = bool(ground_units(p, node, p.foe(side)))
    for unit in load.units:
        facts = jump_of(p, unit, load, node)
        die = p.roll("drop", "25.A.a", side=side)
        came = landing(die, facts, among_enemies=among)
        call_off(p, unit)
        if came.lost:
            control.put(p, (unit,), p.game.pool[side])
            p.emit(Eliminated(units=(unit,), hex=node, why="the drop", side=side, rule="25.A.b"))
            continue
        come_to_ground(p, unit, node, disrupted=came.disrupted, idle=came.idle)
        p.emit(
            Dropped(units=(unit,), hex=node, die=die, roll=came.roll, disrupted=came.disrupted, side=side, rule="25.A.a"),
            public=True,
        )
    if load.supply:
        usable = 0
        for _ in range(load.supply // ONE):
            die = p.roll("dropped supply", "25.A.d", side=side)
            usable += 0 if landing(die, jump_of(p, None, load, node), among_enemies=False).disrupted else ONE
        if usable:
            air_supply.bring(p, side, node, usable)
        p.emit(Unloaded(units=(), hex=node, supply=usable, side=side, rule="25.A.d"))


@rule("25.A.b", "25.A.c", "25.B", "17.B")
def come_to_ground(p: P, unit: int, node: int, *, disrupted: bool, idle: bool) -> None:
    """A disrupted unit gains no control of its hex; an airbase it comes down on is entered all the same."""
    side = p.side_of(unit)
    p.s.mark((unit,), LANDED | (DISRUPTED if disrupted else 0) | (IDLE if idle else 0))
    if disrupted or ground_units(p, node, p.foe(side)):
        left = p.s.loc[unit]
        p.place(unit, node)
        if 0 <= left < p.game.board.hexes:
            control.leave(p, left, side)
        entered(p, node, side)
    else:
        control.put(p, (unit,), node)


@rule("25.A.b")
def recover(p: P, side: int) -> None:
    """At the start of the next friendly initial phase units are disrupted no longer and hold the hexes they are in."""
    mine = [unit for unit in p.game.ground_of_side[side].tolist() if p.s.flags[unit] & DISRUPTED]
    if mine:
        p.s.clear(mine, DISRUPTED)
        for unit in mine:
            if 0 <= p.s.loc[unit] < p.game.board.hexes and not ground_units(p, p.s.loc[unit], p.foe(side)):
                control.enter(p, (unit,), p.s.loc[unit])
    p.s.clear_all(IDLE)
