"""10.16, 10.17 German sea movement, and 10.34 the voyages of the Independent Coastal Army."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ...assault.flags import FINISHED
from ..game import STACK_LIMIT, P
from ..state import FOUGHT, GERMAN, SEA_MOVED, SOVIET, TRANSFERRED
from . import ground, instants
from .counters import on_map
from .ground import coastal_ports, mechanized
from .movement import set_out, unmoved
from .occupation import enter
from .stacking import require_room


@rule("10.34a")
def ica_havens(p: P) -> list[int]:
    """Where the Independent Coastal Army may go: the other port, if it is Soviet, never fell, and has room."""
    here = p.s.loc[p.game.ica]
    names = p.game.board.names
    return [
        hex for hex in coastal_ports(p)
        if hex != here and p.s.control[hex] == SOVIET and f"fell {names[hex]}" not in p.s.once
        and p.s.count[SOVIET][hex] < STACK_LIMIT
    ]  # fmt: skip


#: sea -> the area of its ports, and the rule
SEAS = {"black-sea": ("black-sea-ports", "10.16"), "baltic": ("baltic-ports", "10.17")}


def in_port(p: P) -> list[int]:
    """Units of the active side that stand where ships are."""
    game = p.game
    if p.s.active == SOVIET:
        return [game.ica] if game.ica >= 0 and on_map(p, game.ica) else []
    areas = (game.board.areas[area].hexes for area, _ in SEAS.values() if area in game.board.areas)
    return [u for port in sorted({hex for area in areas for hex in area}) for u in p.units(port, GERMAN)]


def sailors(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may sail now (to the given hex, if any)."""
    return [u for u in in_port(p) if (set(havens(p, (u,))) & set(hexes) if hexes else havens(p, (u,)))]


def havens(p: P, units: Sequence[int]) -> Sequence[int]:
    """Ports a unit may sail to."""
    areas = [p.game.board.areas[area].hexes for area, _ in SEAS.values() if area in p.game.board.areas]
    ports = sorted({*coastal_ports(p), *(h for area in areas for h in area)}) if len(units) == 1 else ()
    return [hex for hex in ports if is_legal(check_voyage, p, units[0], hex)]


@rule("10.16", "10.17", "10.34a")
def check_voyage(p: P, unit: int, port: int) -> str:
    """May the unit sail there? Tells the sea."""
    here, names, handle = p.s.loc[unit], p.game.board.names, p.game.pieces[unit].handle
    if p.side_of(unit) != p.s.active:
        raise Illegal("10.1", f"{handle} belongs to the other side")
    if unit == p.game.ica:
        if not unmoved(p, unit) or port not in ica_havens(p):
            raise Illegal("10.34a", f"the Independent Coastal Army may not go to {names[port]}")
        return "ica"
    for sea, (area, rule_id) in SEAS.items():
        ports = p.game.board.areas[area].hexes if area in p.game.board.areas else ()
        if here in ports and port in ports and here != port:
            _check_passenger(p, unit, port, sea, rule_id)
            return sea
    raise Illegal("10.16", f"no German sea route joins {names[here]} and {names[port]}")


@rule("10.16", "10.17")
def _check_passenger(p: P, unit: int, port: int, sea: str, rule_id: str) -> None:
    """One German infantry corps a phase on each sea, that does nothing else in the player turn."""
    kind, handle, name = p.game.types[p.s.kind[unit]], p.game.pieces[unit].handle, p.game.board.names[port]
    corps = kind.kind == "infantry" and "german" in kind.traits and "XXXX" not in kind.size
    if not corps or mechanized(p, unit):
        raise Illegal(rule_id, f"{handle} is no German infantry corps")
    if sea in p.s.crossings:
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
    sea = check_voyage(p, unit, port)
    start = p.s.loc[unit]
    set_out(p, (unit,))
    p.s.mark((unit,), FINISHED | SEA_MOVED)
    p.s.crossings = (*p.s.crossings, sea)
    enter(p, (unit,), port)
    p.emit("sailed", side=p.s.active, units=(unit,), hexes=(start, port), rule="10.34a" if sea == "ica" else SEAS[sea][1])
    instants.settle(p)
