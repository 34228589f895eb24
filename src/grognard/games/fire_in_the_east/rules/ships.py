"""Rule 28.B: ships. Sailing, replenishment, mines in the Baltic, escape from ports, and gunfire promised to hexes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.paths import Reach, reach
from ....core.rule import rule
from ..events.lines import Assigned, MinesStruck, PutToSea, Sailed, Unreplenished
from ..material import P
from ..state import (
    AT_SEA,
    AXIS,
    CARRIED,
    FIRED,
    HUNGRY,
    PROVISIONS,
    PUT_IN,
    REFITTED,
    SAILED,
    SOVIET,
)  # fmt: skip
from . import bombed_targets, naval, supply, weather, zones
from .naval import clear, is_at_sea, is_port, is_ship, mark, ships
from .units import name, where

#: Who hears of ships that have sailed: (p, ships, way).
SAILS: list[Callable[[P, Sequence[int], Sequence[int]], None]] = []
#: Who hears of what a ship has landed: (p, ship, units, resource points, hex).
LANDS: list[Callable[[P, int, Sequence[int], int, int], None]] = []
AT_LARGE = "sea"  #: the word for staying at sea in the hex of a port
BALTIC = 1


# ---------------------------------------------------------------- sailing


@rule("28.B.1", "28.D.a", "28.F.b", "29.D.3b", "28.C.2b")
def refusal(p: P, ship: int) -> Illegal | None:
    """Why a ship cannot sail now."""
    if not is_ship(p, ship) or not naval.is_here(p, ship):
        return Illegal("28.B.1", f"{name(p, ship)} is no ship in play")
    if not naval.is_operational(p, ship):
        return Illegal("28.B.1", f"{name(p, ship)} is not fully operational and never moves")
    if p.s.afloat[ship] & PROVISIONS:
        return Illegal("28.D.a", f"{name(p, ship)} has carried supply")
    if p.s.afloat[ship] & REFITTED:
        return Illegal("28.F.b", f"{name(p, ship)} is being repaired")
    if p.s.afloat[ship] & CARRIED:
        return Illegal("28.C.2b", f"{name(p, ship)} stays where it has landed its cargo")
    here = p.s.loc[ship]
    if not is_at_sea(p, ship) and weather.ice_bound(p, here):
        return Illegal("29.D.3b", f"{where(p, here)} is ice-bound")
    return None


def sea_reach(p: P, start: int) -> Reach:
    """All hexes of the sea zone that a ship can get to."""
    return reach(p.game.board.neighbours, naval.sea_ways(p), p.game.space.none, start, 250, p.game.space)


@rule("28.B.1", "28.A", "28.Bc", "39.E", "29.D.3b")
def check(p: P, units: Sequence[int], path: Sequence[int]) -> None:
    """May these ships take this way?"""
    for ship in units:
        refused = refusal(p, ship)
        if refused is not None:
            raise refused
    if len({p.s.loc[ship] for ship in units}) > 1:
        raise Illegal("28.B.1", "ships that sail together are in one hex")
    here, ways = p.s.loc[units[0]], naval.sea_ways(p)
    for hex in path:
        direction = p.game.board.direction(here, hex) if hex < p.game.board.hexes else -1
        if direction < 0 or ways[here, direction] != 1:
            sivash = p.option("sivash") == "on" and supply.area(p.game, "sivash")[hex]
            raise Illegal("39.E" if sivash else "28.B.1", f"no ship sails from {where(p, here)} to {where(p, hex)}")
        here = hex


@rule("28.B.1", "28.B.3", "28.Ba")
def sail(p: P, units: Sequence[int], path: Sequence[int], word: str | None = None) -> None:
    """Ships sail; a port of theirs on the way replenishes them, and at its end they are in it unless they stay at sea."""
    start = p.s.loc[units[0]]
    for ship in units:
        _note_port(p, ship, start)
        mark(p, ship, SAILED)
        for hex in path:
            _go(p, ship, hex)
            if not naval.is_here(p, ship):
                break
    afloat = [ship for ship in units if naval.is_here(p, ship)]
    for ship in afloat:
        in_port = is_friendly_port(p, path[-1]) and word != AT_LARGE
        clear(p, ship, AT_SEA) if in_port else mark(p, ship, AT_SEA)
    p.emit(Sailed(units=tuple(units), path=(start, *path), side=SOVIET, rule="28.B.1"))
    for heard in SAILS:
        heard(p, afloat, path)


@rule("28.B.5b", "28.D.a")
def pass_mines(p: P, ship: int, path: Sequence[int]) -> None:
    """A ship that brings supply in the initial phase: it sails like any other, and is checked if it comes into the safe zone."""
    for hex in path:
        if naval.is_here(p, ship):
            _go(p, ship, hex)


def _go(p: P, ship: int, hex: int) -> None:
    was_outside = is_outside(p, p.s.loc[ship])
    p.place(ship, hex)
    _note_port(p, ship, hex)
    if is_outside(p, hex):
        p.s.outside[ship] += 1
    elif was_outside:
        _strike_mines(p, ship)


@rule("28.B.3")
def _note_port(p: P, ship: int, hex: int) -> None:
    """Soviet ports in the USSR replenish, isolated or not; one closed by ice only those who put in for good."""
    if is_friendly_port(p, hex) and p.game.ussr[hex] and not (weather.ice_bound(p, hex) and is_at_sea(p, ship)):
        mark(p, ship, PUT_IN)


def is_friendly_port(p: P, hex: int) -> bool:
    return is_port(p, hex) and p.s.control[hex] == SOVIET


# ---------------------------------------------------------------- mines in the Baltic


@rule("28.B.5", "28.B.5a", "28.B.5b")
def is_outside(p: P, hex: int) -> bool:
    """Is this a hex of the Baltic outside the safe zone?"""
    if naval.zone_of(p.game, hex) != BALTIC:
        return False
    return not (p.s.safe_zone and supply.area(p.game, "kronshtadt-safe-zone")[hex])


@rule("28.B.5b")
def mine_hits(p: P, die: int, hexes: int) -> int:
    """Hits of mines and submarines: the die less four, one more for every ten hexes outside or part of them."""
    chart = p.game.raw["naval"]["mines"]
    return max(0, die - int(chart["die_minus"]) + -(-hexes // 10) * int(chart["per_10_hexes"]))


@rule("28.B.5b", "28.Bb")
def _strike_mines(p: P, ship: int) -> None:

    die = p.roll("mines", "28.B.5b", side=SOVIET)
    hits, hex = mine_hits(p, die, p.s.outside[ship]), p.s.loc[ship]
    p.s.outside[ship] = 0
    p.emit(MinesStruck(units=(ship,), hex=hex, hits=hits, side=SOVIET, rule="28.B.5b"))
    if hits:
        bombed_targets.damage_ship(p, ship, hits)


# ---------------------------------------------------------------- the end of the Soviet movement phase


@rule("28.B.3", "28.B.5b")
def end_of_movement(p: P) -> None:
    """Whoever has not put in to port does so now, where there is one; then mines, and the unsupplied."""
    p.pop()
    if p.s.active != SOVIET:
        return
    for ship in ships(p):
        if not p.s.afloat[ship] & (PUT_IN | PROVISIONS) and not _is_provided(p, ship):
            _put_in(p, ship)
    for ship in ships(p):
        stayed_in_port = not p.s.afloat[ship] & SAILED and not is_at_sea(p, ship)
        if is_outside(p, p.s.loc[ship]) and not stayed_in_port:
            _strike_mines(p, ship)
    for ship in ships(p):
        _feed(p, ship)
        clear(p, ship, PUT_IN | SAILED)
        p.s.outside[ship] = 0


def _is_provided(p: P, ship: int) -> bool:
    """In a port that replenishes it: one of the USSR."""
    return not is_at_sea(p, ship) and is_friendly_port(p, p.s.loc[ship]) and bool(p.game.ussr[p.s.loc[ship]])


@rule("28.B.3")
def _put_in(p: P, ship: int) -> None:
    """A ship must be replenished if there is a port for it: it goes to the nearest that is open."""
    if refusal(p, ship) is not None:
        return
    found = sea_reach(p, p.s.loc[ship])
    harbours = [hex for hex in found.nodes.tolist() if is_friendly_port(p, hex) and p.game.ussr[hex]]
    if not harbours:
        return
    costs = found.as_dict()
    goal = min(harbours, key=lambda hex: (weather.ice_bound(p, hex), costs[hex], hex))
    clear(p, ship, AT_SEA)
    path = found.path(goal)
    if path:
        sail(p, (ship,), path)
    else:
        mark(p, ship, PUT_IN)


@rule("28.B.3")
def _feed(p: P, ship: int) -> None:
    fed = p.s.afloat[ship] & (PUT_IN | PROVISIONS) or _is_provided(p, ship)
    if fed:
        clear(p, ship, HUNGRY)
    elif p.s.afloat[ship] & HUNGRY:
        naval.scuttle(p, ship, "28.B.3")
    else:
        mark(p, ship, HUNGRY)
        p.emit(Unreplenished(units=(ship,), hex=p.s.loc[ship], side=SOVIET, rule="28.B.3"))


def begin_movement(p: P) -> None:
    """The Soviet movement phase begins: ships in port are replenished by that."""
    for ship in ships(p):
        clear(p, ship, PUT_IN | SAILED)
        if _is_provided(p, ship):
            mark(p, ship, PUT_IN)


# ---------------------------------------------------------------- a port falls


@rule("28.B.4", "29.D.3b")
def taken(p: P, hex: int, side: int) -> None:
    """Ships in a port that the enemy takes try to escape to sea; unfinished ones and those held by ice cannot."""
    if side != AXIS or not is_port(p, hex):
        return
    for ship in [unit for unit in p.units(hex, SOVIET) if is_ship(p, unit) and not is_at_sea(p, unit)]:
        if not naval.is_operational(p, ship) or weather.ice_bound(p, hex):
            naval.scuttle(p, ship, "28.B.4")
        elif p.roll("escape from port", "28.B.4", side=SOVIET) <= p.game.raw["naval"]["escape_from_port_on_or_below"]:
            mark(p, ship, AT_SEA)
            p.emit(PutToSea(units=(ship,), hex=hex, side=SOVIET, rule="28.B.4"))
        else:
            naval.scuttle(p, ship, "28.B.4")


# ---------------------------------------------------------------- gunfire


@rule("28.B.2c")
def targets(p: P, units: Sequence[int]) -> list[int]:
    """Hexes with Soviet ground units that all these ships reach."""
    if not units:
        return []
    far = p.game.board.distances(np.array([p.s.loc[units[0]]], np.int16))[0]
    held = p.s.arrays.count[SOVIET][: far.size] > 0
    near: list[int] = np.flatnonzero(held & (far <= p.game.raw["naval"]["ship"]["primary_range"])).tolist()
    return [hex for hex in near if all(naval.gunfire(p, ship, hex) for ship in units) and _holds(p, hex)]


def _holds(p: P, hex: int) -> bool:
    return any(p.game.is_ground[unit] for unit in p.units(hex, SOVIET))


def guns(p: P, hexes: Sequence[int]) -> list[int]:
    """Ships that can be assigned to hexes now."""
    taken_up = {ship for ship, _ in p.s.assigned}
    return [ship for ship in ships(p) if ship not in taken_up and targets(p, (ship,))]


@rule("28.B.2c", "28.B.2b")
def assign(p: P, command: Command) -> None:
    """Before the German attacks it is said which hex each ship supports."""
    hex = command.hexes[0]
    able = guns(p, ())
    for ship in command.units:
        if ship not in able:
            raise Illegal("28.B.2b", f"{name(p, ship)} cannot support anybody, or is assigned already")
        if hex not in targets(p, (ship,)):
            raise Illegal("28.B.2a", f"{name(p, ship)} does not reach Soviet units in {where(p, hex)}")
    p.s.assigned = (*p.s.assigned, *((ship, hex) for ship in command.units))
    p.emit(Assigned(units=command.units, hex=hex, side=SOVIET, rule="28.B.2c"))


def has_guns(p: P, side: int) -> bool:
    """Is there a ship that could help, with an enemy near enough to matter?"""
    enemy = zones.of_side(p, AXIS).count
    around = p.game.board.around
    hexes = {hex for ship in guns(p, ()) for hex in targets(p, (ship,))}
    return any(enemy[near] for hex in hexes for near in (hex, *around[hex]))


def forget_fire(p: P) -> None:
    """A combat phase is over."""
    if p.s.assigned:
        p.s.assigned = ()
    for ship in ships(p):
        clear(p, ship, FIRED)


def forget_provisions(p: P) -> None:
    """The Soviet player turn begins: ships that carried supply are free again."""
    for unit in (*ships(p), *naval.flotillas(p)):
        clear(p, unit, PROVISIONS)


def forget_work(p: P) -> None:
    """The Soviet player turn is over: nobody is being repaired or has just carried anything."""
    for unit in p.s.arrays.afloat.nonzero()[0].tolist():  # units that have landed are marked as well
        clear(p, unit, REFITTED | CARRIED | SAILED | FIRED)


# ---------------------------------------------------------------- what may be named


def movable(p: P, hexes: Sequence[int]) -> list[int]:
    found = ships(p) if p.s.active == SOVIET else []
    return [ship for ship in found if refusal(p, ship) is None and (not hexes or p.s.loc[ship] == hexes[0])]


def sample(p: P, rng: random.Random) -> Command | None:
    known = ships(p)
    ship = known[int(rng.random() * len(known))] if known else -1
    if ship < 0 or refusal(p, ship) is not None:
        return None
    found = sea_reach(p, p.s.loc[ship])
    harbours = [hex for hex in naval.ports_among(p, found.nodes[1:]) if is_friendly_port(p, hex)]
    if not harbours:
        return None
    command = Command("sail", (ship,), tuple(found.path(rng.choice(harbours))))
    return command if is_legal(check, p, command.units, command.hexes) else None
