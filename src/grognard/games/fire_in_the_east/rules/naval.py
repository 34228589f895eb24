"""Rule 28.A to 28.C.1: sea zones, ports, and the ways of ships; what other chapters ask of the navy."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ....core.board import Mask
from ....core.errors import Illegal
from ....core.events import Eliminated
from ....core.paths import NEVER, Bytes, Ints
from ....core.rule import rule
from ..counters import FLOTILLA, SHIP
from ..material import Material, P
from ..rails import OPPOSITE
from ..state import AT_SEA, AXIS, FIRED, HUNGRY, ONE, PROVISIONS, REFITTED, SOVIET
from . import supply, weather
from .units import where

ZONES = ("arctic-ocean", "baltic-sea", "black-sea")
NO_ZONE = -1
NO_GUNS = Fraction(0)
STRAITS = ("strait-kerch", "strait-baltic", "strait-kronshtadt")


# ---------------------------------------------------------------- pieces


def of_role(game: Material, role: str) -> list[int]:
    """All ships, or all river flotillas."""
    if ("role", role) not in game.kept:
        game.kept["role", role] = [unit for unit, faces in enumerate(game.printed_faces) if faces[0].role == role]
    found: list[int] = game.kept["role", role]
    return found


def is_here(p: P, unit: int) -> bool:
    return 0 <= p.s.loc[unit] < p.game.board.hexes


def ships(p: P) -> list[int]:
    """Ships in play."""
    return [unit for unit in of_role(p.game, SHIP) if is_here(p, unit)]


def flotillas(p: P) -> list[int]:
    """River flotillas in play."""
    return [unit for unit in of_role(p.game, FLOTILLA) if is_here(p, unit)]


def has_any(p: P) -> bool:
    """Is any ship or flotilla in play?"""
    return any(is_here(p, unit) for role in (SHIP, FLOTILLA) for unit in of_role(p.game, role))


def is_ship(p: P, unit: int) -> bool:
    return p.game.printed_faces[unit][0].role == SHIP


def is_flotilla(p: P, unit: int) -> bool:
    return p.game.printed_faces[unit][0].role == FLOTILLA


@rule("28.B.1")
def is_operational(p: P, unit: int) -> bool:
    """A ship whose type stands in parentheses never moves."""
    return p.game.rows[unit].get("operational", "yes") == "yes"


def mark(p: P, unit: int, bits: int) -> None:
    p.s.afloat[unit] |= bits


def clear(p: P, unit: int, bits: int) -> None:
    p.s.afloat[unit] &= ~bits & 255


@rule("28.Ba")
def is_at_sea(p: P, unit: int) -> bool:
    """A ship is in port or at sea, also in the hex of a port."""
    return bool(p.s.afloat[unit] & AT_SEA)


@rule("28.B.4")
def scuttle(p: P, unit: int, cause: str) -> None:
    """A ship or flotilla is destroyed by its own crew."""
    here = p.s.loc[unit]
    p.place(unit, p.game.out_of_play[SOVIET])
    p.emit(Eliminated(units=(unit,), hex=here, why="scuttled", side=SOVIET, rule=cause))


# ---------------------------------------------------------------- sea zones


@rule("28", "28.A")
def zone_of(game: Material, hex: int) -> int:
    """The sea zone in which a hex lies, or whose coast it is."""
    for number, name in enumerate(ZONES):
        if supply.area(game, name)[hex]:
            return number
    return NO_ZONE


@rule("28.A", "28.B.1", "39.E")
def sea_ways(p: P) -> Bytes:
    """`cost[hex, direction]` for ships: 1 where water joins two hexes of one sea zone. Where all-sea hexes do not reach, inlets
    hang on to one hex of the coast each, so that no ship crosses an isthmus; a land barrier is passed by nobody."""
    sivash = p.option("sivash") == "on"
    key = ("sea ways", sivash)
    if key not in p.game.kept:
        p.game.kept[key] = _sea_ways(p.game, sivash=sivash)
    found: Bytes = p.game.kept[key]
    return found


def _sea_ways(game: Material, *, sivash: bool) -> Bytes:
    board = game.board
    sea, barrier = board.terrain_mask("sea"), board.feature_mask("land-barrier")
    open_sides = np.logical_or.reduce([board.side_mask(hexside) for hexside in ("sea", *STRAITS)])
    joined: Mask = np.zeros((board.nodes, 6), np.bool_)
    shut = board.mask("sivash") if sivash else np.zeros(board.nodes, np.bool_)
    for name in ZONES:
        zone = board.mask(name) & ~shut
        for hex in np.flatnonzero(zone).tolist():
            for direction, near in enumerate(board.rows[hex]):
                if near >= 0 and zone[near]:
                    wet = bool(sea[hex] or sea[near] or open_sides[hex, direction])
                    joined[hex, direction] = wet and (sea[hex] or sea[near] or not (barrier[hex] or barrier[near]))
        _join_inlets(game, zone, joined, barrier)
    return np.where(joined, 1, NEVER).astype(np.uint8)


def _join_inlets(game: Material, zone: Mask, joined: Mask, barrier: Mask) -> None:
    """Coastal hexes that no all-sea hexside reaches are joined to one neighbour each, from the open sea inwards."""
    board = game.board
    lost = {hex for hex in np.flatnonzero(zone).tolist() if not joined[hex].any() and not barrier[hex]}
    again = True
    while again:
        again = False
        for hex in sorted(lost):
            parents = [near for near in board.around[hex] if zone[near] and near not in lost and not barrier[near]]
            if parents:
                direction = board.direction(hex, parents[0])
                joined[hex, direction] = joined[parents[0], OPPOSITE[direction]] = True
                lost.discard(hex)
                again = True


# ---------------------------------------------------------------- ports


@rule("28.C.1")
def is_port(p: P, hex: int) -> bool:
    """Cities and fortresses on the coast are ports."""
    return bool(0 <= hex < p.game.board.hexes and supply.tagged(p.game, "port")[hex])


def ports_among(p: P, hexes: Ints) -> list[int]:
    """Those of some hexes that are ports."""
    found: list[int] = hexes[supply.tagged(p.game, "port")[hexes]].tolist()
    return found


@rule("28.C.1")
def port_capacity(p: P, hex: int) -> int:
    """Eighths of equivalents that can still pass through a port in this player turn."""
    chart = p.game.raw["naval"]
    whole = max(0, int(chart["port_capacity"]) - p.s.port_hits[hex]) * ONE
    return max(0, whole - dict(p.s.port_used).get(hex, 0))


def use_port(p: P, hex: int, size: int) -> None:
    used = dict(p.s.port_used)
    p.s.port_used = tuple(sorted((used | {hex: used.get(hex, 0) + size}).items()))


@rule("28.C.2a", "29.D.3b", "28.B.5a", "31.Ba")
def port_refusal(p: P, hex: int, side: int, size: int) -> Illegal | None:
    """Why a side cannot embark or land so much in a port."""
    if not is_port(p, hex) or p.s.control[hex] != side:
        return Illegal("28.C.2a", f"{where(p, hex)} is no port of yours")
    if p.game.neutral[hex]:
        return Illegal("31.Ba", f"{where(p, hex)} is neutral")
    if weather.ice_bound(p, hex):
        return Illegal("29.D.3b", f"{where(p, hex)} is ice-bound")
    if side == AXIS and p.s.safe_zone and supply.area(p.game, "kronshtadt-safe-zone")[hex]:
        return Illegal("28.B.5a", f"{where(p, hex)} lies in the safe zone of Kronshtadt")
    if size > port_capacity(p, hex):
        return Illegal("28.C.1", f"{where(p, hex)} has a capacity of {port_capacity(p, hex) / ONE:g} left")
    return None


@rule("28.B.5a")
def taken(p: P, hex: int, side: int) -> None:
    """The safe zone is gone for good once the Axis controls all ports in it."""
    if not p.s.safe_zone or side != AXIS:
        return
    zone = supply.area(p.game, "kronshtadt-safe-zone") & supply.tagged(p.game, "port")
    if zone[hex] and all(p.s.control[port] == AXIS for port in np.flatnonzero(zone).tolist()):
        p.s.safe_zone = False


# ---------------------------------------------------------------- gunfire, as battles ask for it


@rule("28.B.2a", "28.B.3", "28.B.2b")
def gunfire(p: P, ship: int, hex: int) -> Fraction:
    """What a ship's guns add to a combat in a hex: half of the strengths that reach it, half of that if it is unsupplied."""
    if not is_ship(p, ship) or not is_here(p, ship) or p.s.afloat[ship] & (PROVISIONS | REFITTED):
        return NO_GUNS
    row, away = p.game.rows[ship], p.game.board.distance(p.s.loc[ship], hex)
    chart = p.game.raw["naval"]["ship"]
    if away > max(chart["primary_range"], chart["other_range"]):
        return NO_GUNS
    total = int(row["gunnery_primary"]) if away <= chart["primary_range"] else 0
    if away <= chart["other_range"]:
        total += int(row["gunnery_intermediate"]) + int(row["gunnery_secondary"])
    share = Fraction(1, 4) if p.s.afloat[ship] & HUNGRY else Fraction(1, 2)
    return total * share


@rule("28.B.2b", "28.B.2c")
def may_fire(p: P, ship: int, hex: int) -> bool:
    """May a ship support an attack on a hex, or in the German combat phase the defence of one that it was assigned to?"""
    if not gunfire(p, ship, hex) or p.s.afloat[ship] & FIRED:
        return False
    return p.s.active == SOVIET or (ship, hex) in p.s.assigned


@rule("28.B.2c")
def defending(p: P, hex: int) -> list[int]:
    """Ships that support the defence of a hex."""
    return [ship for ship, target in p.s.assigned if target == hex and may_fire(p, ship, hex)]


def fire(p: P, fired: list[int]) -> None:
    """These ships have supported a combat: no other in this phase."""
    for ship in fired:
        mark(p, ship, FIRED)


# ---------------------------------------------------------------- rivers and lakes, as movement and battles ask for them


@rule("28.Ee", "28.Ed", "28.Ef", "28.Eh", "29.D.2c")
def flotilla_holds(p: P, here: int, there: int) -> bool:
    """Is this a river hexside of a hex with a river flotilla that ice does not hold?"""
    sides, direction = supply.flotilla_sides(p), p.game.board.direction(here, there)
    return sides is not None and direction >= 0 and bool(sides[here, direction])
