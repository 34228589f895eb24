"""10.16, 10.17 German sea movement, and 10.34 the voyages of the Independent Coastal Army."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ....core.ways import Way
from ...assault.flags import FINISHED
from ..events import Sailed
from ..material import STACK_LIMIT, P
from ..state import FOUGHT, GERMAN, SEA_MOVED, SOVIET, TRANSFERRED
from . import ground, instants
from .counters import on_map
from .ground import mechanized
from .movement import set_out, unmoved
from .occupation import enter
from .stacking import require_room


@rule("10.34a")
def ica_havens(p: P) -> list[int]:
    """Where the Independent Coastal Army may go: the other port, if it is Soviet, never fell, and has room."""
    names = p.game.board.names
    return [
        hex for hex in (way.end for way in p.game.ways.leaving(p.s.loc[p.game.ica], "ica"))
        if p.s.control[hex] == SOVIET and f"fell {names[hex]}" not in p.s.once and p.s.count[SOVIET][hex] < STACK_LIMIT
    ]  # fmt: skip


#: The seas on which the Germans have ships.
SEAS = ("black-sea", "baltic")


def in_port(p: P) -> list[int]:
    """Units of the active side that stand where ships are."""
    game = p.game
    if p.s.active == SOVIET:
        return [game.ica] if game.ica >= 0 and on_map(p, game.ica) else []
    return [u for port in game.ways.starts(*SEAS) for u in p.units(port, GERMAN)]


def sailors(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may sail now (to the given hex, if any)."""
    return [u for u in in_port(p) if (set(havens(p, (u,))) & set(hexes) if hexes else havens(p, (u,)))]


def havens(p: P, units: Sequence[int]) -> Sequence[int]:
    """Ports a unit may sail to."""
    if len(units) != 1:
        return []
    ports = sorted({way.end for way in p.game.ways.leaving(p.s.loc[units[0]], "ica", *SEAS)})
    return [hex for hex in ports if is_legal(check_voyage, p, units[0], hex)]


@rule("10.16", "10.17", "10.34a")
def check_voyage(p: P, unit: int, port: int) -> Way:
    """May the unit sail there? Tells the way."""
    here, names, handle = p.s.loc[unit], p.game.board.names, p.game.pieces[unit].handle
    if p.side_of(unit) != p.s.active:
        raise Illegal("10.1", f"{handle} belongs to the other side")
    way = p.game.ways.between(here, port, *(("ica",) if unit == p.game.ica else SEAS))
    if unit == p.game.ica:
        if way is None or not unmoved(p, unit) or port not in ica_havens(p):
            raise Illegal("10.34a", f"the Independent Coastal Army may not go to {names[port]}")
    elif way is None:
        raise Illegal("10.16", f"no German sea route joins {names[here]} and {names[port]}")
    else:
        _check_passenger(p, unit, way)
    return way


@rule("10.16", "10.17")
def _check_passenger(p: P, unit: int, way: Way) -> None:
    """One German infantry corps a phase on each sea, that does nothing else in the player turn."""
    port, rule_id = way.end, way.rule
    unit_type, handle, name = p.game.types[p.s.kind[unit]], p.game.pieces[unit].handle, p.game.board.names[port]
    corps = unit_type.kind == "infantry" and "german" in unit_type.traits and "XXXX" not in unit_type.size
    if not corps or mechanized(p, unit):
        raise Illegal(rule_id, f"{handle} is no German infantry corps")
    if way.kind in p.s.crossings:
        raise Illegal(rule_id, "a corps has sailed there in this phase already")
    if not unmoved(p, unit) or p.s.flags[unit] & (FOUGHT | TRANSFERRED):
        raise Illegal(rule_id, f"{handle} has moved or attacked in this player turn")
    for hex in (p.s.loc[unit], port):
        if p.s.control[hex] != GERMAN:
            raise Illegal(rule_id, f"{name} and the port of departure must be German-controlled")
    why = ground.refusal(p, unit, port, port)
    if why is not None:
        raise why
    require_room(p, (unit,), port)


@rule("10.16", "10.17", "10.34a")
def sail(p: P, command: Command) -> None:
    """A German infantry corps, or the Independent Coastal Army, goes from port to port."""
    if len(command.units) != 1:
        raise Illegal("10.16", "one unit sails at a time")
    unit, port = command.units[0], command.hexes[0]
    if not on_map(p, unit):
        raise Illegal("10.1", f"{p.game.pieces[unit].handle} is not on the map")
    way = check_voyage(p, unit, port)
    start = p.s.loc[unit]
    set_out(p, (unit,))
    p.s.mark((unit,), FINISHED | SEA_MOVED)
    p.s.crossings = (*p.s.crossings, way.kind)
    enter(p, (unit,), port)
    p.emit(Sailed(units=(unit,), path=(start, port), side=p.s.active, rule=way.rule))
    instants.settle(p)
