"""Rule 28.D, 28.Ek and 28.F: supply over water in the initial phase, and repairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ..counters import FLOTILLA, SHIP
from ..events.lines import Provisioned, Refitted, Relaunched
from ..material import P
from ..state import AT_SEA, AXIS, ONE, PROVISIONS, PUT_IN, REFITTED, SAILED, SOVIET
from ..supply_lines import FAR
from . import flotillas, naval, ships, supply, zones
from .naval import is_flotilla, is_port, is_ship, mark
from .sea_transport import german_room
from .units import name, where

LASTS = 2  #: initial phases: the one of delivery and the next
BALTIC = 1
NEAR = 3  #: hexes: an enemy so near to a port may cut it off


# ---------------------------------------------------------------- delivery


def _landed_at(p: P, side: int, hex: int) -> int:
    return sum(amount for owner, at, amount, left, _ in p.s.landed if owner == side and at == hex and left == LASTS)


def _bring(p: P, side: int, hex: int, amount: int, *, regular: bool) -> None:
    p.s.landed = (*p.s.landed, (side, hex, amount, LASTS, regular))


@rule("28.C.1", "28.D.a", "28.D.b")
def port_share(p: P, amount: int) -> int:
    """Eighths of a port's capacity that supplies take up: one equivalent for every five or part of them."""
    per = int(p.game.raw["naval"]["port_supply_per_capacity_re"])
    return -(-amount // (per * ONE)) * ONE


@rule("28.D", "28.D.a", "28.D.d", "28.Ek")
def check_provision(p: P, command: Command) -> None:
    """A ship or a flotilla brings supply to a hex."""
    unit, hex = command.units[0], command.hexes[0]
    if len(command.units) != 1 or not p.game.is_ship[unit]:
        raise Illegal("28.D.a", "name one ship or river flotilla")
    if p.s.afloat[unit] & PROVISIONS:
        raise Illegal("28.D.a", f"{name(p, unit)} carries supply already")
    if hex >= p.game.board.hexes or p.s.control[hex] != SOVIET:
        raise Illegal("28.D.a", f"{where(p, hex)} is not yours")
    if is_flotilla(p, unit):
        _check_by_flotilla(p, unit, hex)
    else:
        _check_by_ship(p, unit, hex)


@rule("28.D.a", "28.D.d")
def _check_by_ship(p: P, ship: int, hex: int) -> None:
    refused = ships.refusal(p, ship)
    if refused is not None:
        raise refused
    found = ships.sea_reach(p, p.s.loc[ship])
    if not (found.nodes == hex).any():
        raise Illegal("28.A", f"{name(p, ship)} cannot sail to {where(p, hex)}")
    stores = [port for port in naval.ports_among(p, found.nodes) if p.s.control[port] == SOVIET]
    if not any(supply.rail_line(p, port, SOVIET) for port in stores):
        raise Illegal("28.D.a", "no port of the sea zone has a railway to a source of supply")
    if is_port(p, hex):
        refused = naval.port_refusal(p, hex, SOVIET, max(ONE, port_share(p, amount_of(p, ship, hex))))
        if refused is not None:
            raise refused
    elif _landed_at(p, SOVIET, hex):
        raise Illegal("28.D.d", f"no more supply can be landed in {where(p, hex)}")


@rule("28.Ek")
def _check_by_flotilla(p: P, unit: int, hex: int) -> None:
    refused = flotillas.refusal(p, unit)
    if refused is not None:
        raise refused
    if _voyage_cost(p, unit, hex) < 0:
        raise Illegal("28.Ek", f"{name(p, unit)} cannot take supply aboard and get to {where(p, hex)}")


def _voyage_cost(p: P, unit: int, hex: int) -> int:
    """Hexes to a place with supply and on to another one, -1 if that is more than a flotilla can go."""
    start = p.s.loc[unit]
    most = int(p.game.raw["naval"]["flotilla"]["movement"]) * ONE
    out = flotillas.voyage_of(p, unit, most).reach().as_dict()
    best = -1
    for pick, cost in out.items():
        if p.s.control[pick] == SOVIET and supply.rail_line(p, pick, SOVIET):
            on = flotillas.voyage_of(p, unit, most - cost).but(start=pick).reach().as_dict()
            if hex in on and (best < 0 or cost + on[hex] < best):
                best = cost + on[hex]
                if best <= most and pick == start:
                    break
    return best


@rule("28.D.a", "28.D.d", "28.Ek")
def amount_of(p: P, unit: int, hex: int) -> int:
    """Eighths of equivalents that a vessel lands: less on an open coast, and no more than the port can still take."""
    chart = p.game.raw["naval"]
    if is_flotilla(p, unit):
        return int(chart["flotilla"]["supply_re"]) * ONE
    if not is_port(p, hex):
        return int(chart["ship"]["beach_supply_re"]) * ONE
    room = naval.port_capacity(p, hex) // ONE * int(chart["port_supply_per_capacity_re"])
    return min(int(chart["ship"]["supply_re"]), room) * ONE


@rule("28.D.a", "28.D.c", "28.D.d", "28.Ek")
def provision(p: P, command: Command) -> None:
    unit, hex = command.units[0], command.hexes[0]
    amount = amount_of(p, unit, hex)
    regular = is_flotilla(p, unit) or is_port(p, hex)
    if is_ship(p, unit):
        ships.pass_mines(p, unit, ships.sea_reach(p, p.s.loc[unit]).path(hex))
        if not naval.is_here(p, unit):
            return
    p.place(unit, hex)
    mark(p, unit, PROVISIONS | PUT_IN | (AT_SEA if is_ship(p, unit) else SAILED))
    if is_port(p, hex) and is_ship(p, unit):
        naval.use_port(p, hex, port_share(p, amount))
    _bring(p, SOVIET, hex, amount, regular=regular)
    p.emit(Provisioned(units=(unit,), hex=hex, amount=amount / ONE, side=SOVIET, rule="28.D.a"))


@rule("28.D.b", "28.C.2c", "28.B.5a")
def check_provide(p: P, command: Command) -> None:
    """German transport brings supply to a port of the Baltic, five equivalents for one."""
    number, hex = command.number or 0, command.hexes[0]
    if not 1 <= number <= german_room(p) // ONE:
        raise Illegal("28.C.2c", f"{german_room(p) / ONE:g} regimental equivalents of German naval transport are left")
    if hex >= p.game.board.hexes or naval.zone_of(p.game, hex) != BALTIC:
        raise Illegal("28.D.b", "German supply goes to ports of the Baltic alone")
    amount = number * int(p.game.raw["naval"]["german_supply_per_re"]) * ONE
    refused = naval.port_refusal(p, hex, AXIS, port_share(p, amount))
    if refused is not None:
        raise refused


@rule("28.D.b")
def provide(p: P, command: Command) -> None:
    number, hex = command.number or 0, command.hexes[0]
    amount = number * int(p.game.raw["naval"]["german_supply_per_re"]) * ONE
    p.s.german_sea += number * ONE
    naval.use_port(p, hex, port_share(p, amount))
    _bring(p, AXIS, hex, amount, regular=True)
    p.emit(Provisioned(units=(), hex=hex, amount=amount / ONE, side=AXIS, rule="28.D.b"))


def carriers(p: P, hexes: Sequence[int]) -> list[int]:
    """Vessels that could bring supply."""
    if p.s.active != SOVIET:
        return []
    able = [ship for ship in naval.ships(p) if ships.refusal(p, ship) is None]
    able += [unit for unit in naval.flotillas(p) if flotillas.refusal(p, unit) is None]
    return [unit for unit in able if not hexes or p.s.loc[unit] == hexes[0]]


@rule("28.D", "28.D.c")
def is_needed(p: P, side: int) -> bool:
    """Is anybody of a side cut off, or could he be before the next initial phase, which supplies that come now outlast?"""
    units = p.game.ground_of_side[side]
    hexes = p.s.arrays.loc[units]
    here = hexes[(hexes >= 0) & (hexes < p.game.board.hexes)]
    if (supply.lines(p, side, supply.COMMON).overland[here] != FAR).all() and not _is_port_threatened(p, side):
        return False
    return bool(carriers(p, ())) if side == SOVIET else bool(german_supply_ports(p))


def _is_port_threatened(p: P, side: int) -> bool:
    """Is an enemy near a port with units of a side, in the land of the Soviets?"""
    own, enemy = p.s.arrays.count[side], p.s.arrays.count[p.foe(side)]
    ports = np.flatnonzero(supply.tagged(p.game, "port") & p.game.ussr & (own > 0) & (p.s.arrays.control == side))
    foes = np.flatnonzero(enemy[: p.game.board.hexes] > 0)
    if not ports.size or not foes.size:
        return False
    return bool((p.game.board.apart(ports, foes) <= NEAR).any())


def german_supply_ports(p: P) -> list[int]:
    ports = np.flatnonzero(supply.tagged(p.game, "port") & supply.area(p.game, "baltic-sea")).tolist()
    return [hex for hex in ports if naval.port_refusal(p, hex, AXIS, ONE) is None]


def deliveries(p: P, units: Sequence[int]) -> list[int]:
    """Hexes that a vessel can supply."""
    if not units:
        return []
    if is_ship(p, units[0]):
        hexes = ships.sea_reach(p, p.s.loc[units[0]]).nodes.tolist()
    else:
        hexes = flotillas.voyage_of(p, units[0]).reach().nodes.tolist()
    return [hex for hex in hexes if is_legal(check_provision, p, Command("provision", (units[0],), (hex,)))]


# ---------------------------------------------------------------- repairs


@rule("28.F", "28.F.a")
def receive(p: P) -> None:
    """Repair points come by the order of battle, and are kept until they are spent."""
    title = p.game.turn_names.get(p.s.turn, "")
    more = sum(int(row["amount"]) for row in p.game.assets if row["kind"] == "repair-point" and row["turn"] == title)
    if more:
        p.s.repair_points += more


@rule("28.F.b", "28.F.c")
def check_refit(p: P, command: Command) -> None:
    """One point repairs a hit of a ship in port, or two hits of flotillas in cities."""
    units = command.units
    if p.s.repair_points < 1:
        raise Illegal("28.F.a", "there are no repair points")
    if len(set(units)) != len(units) or len(units) > 2 or (len(units) == 2 and not all(is_flotilla(p, unit) for unit in units)):
        raise Illegal("28.F.b", "one ship, or one or two flotillas")
    for unit in units:
        hex = p.s.loc[unit]
        if not p.game.is_ship[unit] or not naval.is_here(p, unit) or not p.s.ship_hits[unit]:
            raise Illegal("28.F.b", f"{name(p, unit)} has no damage to repair")
        if is_ship(p, unit) and (naval.is_at_sea(p, unit) or not ships.is_friendly_port(p, hex)):
            raise Illegal("28.F.b", f"{name(p, unit)} is not in port")
        if is_flotilla(p, unit) and (p.s.control[hex] != SOVIET or not p.game.board.places_at(hex)):
            raise Illegal("28.F.c", f"{name(p, unit)} is in no Soviet city")


@rule("28.F.b", "28.F.c")
def refit(p: P, command: Command) -> None:
    p.s.repair_points -= 1
    worth = int(p.game.raw["naval"]["repair"]["flotilla_hits_per_point"])
    for unit in command.units:
        fixed = 1 if is_ship(p, unit) or len(command.units) == 2 else min(worth, p.s.ship_hits[unit])
        p.s.ship_hits[unit] -= fixed
        mark(p, unit, REFITTED)
        p.emit(Refitted(units=(unit,), hex=p.s.loc[unit], side=SOVIET, rule="28.F.b" if is_ship(p, unit) else "28.F.c"))


@rule("28.F.b", "28.F.c")
def check_relaunch(p: P, command: Command) -> None:
    """A lost flotilla, or the destroyer flotilla, is replaced; no other ship is."""
    unit, hex = command.units[0], command.hexes[0]
    if len(command.units) != 1 or not p.game.is_ship[unit] or p.s.loc[unit] != p.game.out_of_play[SOVIET]:
        raise Illegal("28.F.b", "name one vessel that is lost")
    chart = p.game.raw["naval"]["repair"]
    destroyers = p.game.rows[unit].get("type") == "DD"
    if is_ship(p, unit) and not destroyers:
        raise Illegal("28.F.b", f"{name(p, unit)} cannot be replaced")
    cost = int(chart["replace_destroyer_flotilla" if destroyers else "replace_flotilla"])
    if p.s.repair_points < cost:
        raise Illegal("28.F.a", f"{cost} repair points are needed")
    if hex not in relaunch_hexes(p, (unit,)):
        raise Illegal("28.F.b" if destroyers else "28.F.c", f"{name(p, unit)} does not appear in {where(p, hex)}")


@rule("28.F.b", "28.F.c")
def relaunch_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Soviet ports of the Arctic for destroyers; major cities of the USSR beside a river or lake for flotillas."""
    if not units:
        return []
    if is_ship(p, units[0]):
        ports = supply.tagged(p.game, "port") & supply.area(p.game, "arctic-ocean")
        return [hex for hex in np.flatnonzero(ports).tolist() if p.s.control[hex] == SOVIET]
    board = p.game.board
    wet = np.logical_or.reduce([board.side_mask(hexside) for hexside in ("river", "major-river", "lake")]).any(axis=1)
    wet |= board.feature_mask("lakeshore")
    enemy = zones.of_side(p, AXIS).count
    cities = np.flatnonzero(p.game.big_city & p.game.ussr & wet).tolist()
    return [hex for hex in cities if p.s.control[hex] == SOVIET and not enemy[hex]]


@rule("28.F.b", "28.F.c")
def relaunch(p: P, command: Command) -> None:
    unit, hex = command.units[0], command.hexes[0]
    chart = p.game.raw["naval"]["repair"]
    p.s.repair_points -= int(chart["replace_destroyer_flotilla" if is_ship(p, unit) else "replace_flotilla"])
    p.s.ship_hits[unit] = 0
    p.s.afloat[unit] = 0
    p.place(unit, hex)
    p.emit(Relaunched(units=(unit,), hex=hex, side=SOVIET, rule="28.F.b" if is_ship(p, unit) else "28.F.c"))


def damaged(p: P, hexes: Sequence[int]) -> list[int]:
    vessels = (*naval.ships(p), *naval.flotillas(p)) if p.s.repair_points else ()
    return [unit for unit in vessels if is_legal(check_refit, p, Command("refit", (unit,)))]


def lost(p: P, hexes: Sequence[int]) -> list[int]:
    box, game = p.game.out_of_play[SOVIET], p.game
    destroyers = [unit for unit in naval.of_role(game, SHIP) if game.rows[unit].get("type") == "DD"]
    known = [*naval.of_role(game, FLOTILLA), *destroyers]
    return [unit for unit in known if p.s.loc[unit] == box] if p.s.repair_points else []


def can_repair(p: P, side: int) -> bool:
    return side == SOVIET and bool(damaged(p, ()) or lost(p, ()))
