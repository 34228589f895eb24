"""Rules 9.F.1, 14.H.b and 38.A: where beaten units go.

Units of a stack retreat together: they may be named one after the other, but the limit of stacking is judged on all of them, and
none of them makes a hex friendly occupied for another.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Retreated
from ....core.rule import rule
from ..events.battle import Slipped
from ..material import P
from ..state import RETREATED
from . import control, leaving, resource_points, zones
from .break_out import break_out, break_outs, may_break_out
from .casualties import lose
from .combat_steps import fight_of
from .engagement import defenders_in, fits
from .flight import choices, flight_of, is_controlled, is_friendly, is_way, others_in
from .units import face, name, on_map, where

replace = msgspec.structs.replace
BRANDENBURG = "parachute-commando"


# ---------------------------------------------------------------- the step


@rule("9.F", "9.F.1a", "9.F.1c")
def begin_retreat(p: P) -> None:
    """Those who have survived retreat; those who cannot are lost."""
    p.pop()
    fight = fight_of(p)
    left = tuple(flight for flight in fight.fleeing if on_map(p, flight.unit))
    p.s.battle = replace(fight, fleeing=left, fled=tuple(flight.unit for flight in left))
    if _go_on(p):
        p.push("battle.retreat", p.side_of(fight_of(p).fleeing[0].unit))


@rule("9.F.1a", "9.F.1c", "31.A.5c", "8.Ba")
def _go_on(p: P) -> bool:
    """Does anybody still have a choice? Whoever has no way out is lost, cadre and all."""
    if p.s.scenario:
        _leave_over_edges(p)
    while stuck := [flight for flight in fight_of(p).fleeing if not choices(p, flight)]:
        rescued = {unit for units, _ in break_outs(p) for unit in units}
        lost = [flight for flight in stuck if flight.unit not in rescued]
        if not lost:
            break
        fight = fight_of(p)
        p.s.battle = replace(fight, fleeing=tuple(flight for flight in fight.fleeing if flight not in lost))
        for flight in lost:
            first = len(flight.way) == 1
            lose(p, (flight.unit,), "9.F.1c" if first else "9.F.1a", wholly=True, why="no way to retreat")
    return bool(fight_of(p).fleeing)


@rule("34.C", "9.F.1a")
def _leave_over_edges(p: P) -> None:
    """Whoever finds no hex free of enemy zones beside an edge over which his side may leave goes over it, and is safe."""
    for flight in fight_of(p).fleeing:
        side = p.side_of(flight.unit)
        if not leaving.is_exit(p, p.s.loc[flight.unit], side):
            continue
        if all(zones.in_enemy_zone(p, hex, side) for hex in choices(p, flight)):
            fight = fight_of(p)
            p.s.battle = replace(fight, fleeing=tuple(other for other in fight.fleeing if other != flight))
            leaving.go(p, (flight.unit,))


@rule("9.F.1a", "14.F", "38.A")
def check_retreat(p: P, units: Sequence[int], hex: int) -> None:
    """May these units retreat to a hex together?"""
    if not units or len(set(units)) != len(units):
        raise Illegal("9.F.1a", "name each unit once")
    for unit in units:
        if flight_of(p, unit) is None:
            raise Illegal("9.F.1a", f"{name(p, unit)} need not retreat")
    here, side = p.s.loc[units[0]], p.side_of(units[0])
    if hex < p.game.board.hexes and zones.of_side(p, p.foe(side)).count[hex]:
        if may_break_out(p, units, hex):
            return
        raise Illegal("9.F.1c", f"{where(p, hex)} is occupied by the enemy")
    gone: list[tuple[int, int]] = []
    for unit in units:
        flight = flight_of(p, unit)
        assert flight is not None
        here = flight.way[-1]
        if hex >= p.game.board.hexes or p.game.board.direction(here, hex) < 0 or hex in flight.way:
            raise Illegal("9.F.1a", f"{name(p, unit)} retreats one hex, away from {where(p, flight.way[0])}")
        if not is_way(p, unit, here, hex):
            raise Illegal("9.F.1c", f"{name(p, unit)} cannot go to {where(p, hex)}")
        open_to_it = choices(p, flight, gone)
        if hex not in open_to_it:
            better = ", ".join(where(p, other) for other in open_to_it)
            raise Illegal("9.F.1a", f"{name(p, unit)} must retreat to a better hex: {better}")
        gone.append((unit, hex))


@rule("9.F.1a", "9.F.1b", "9.F.1d", "9.F.1e", "14.H.b", "38.A", "8.Ba")
def retreat(p: P, command: Command) -> None:
    """Beaten units go one hex, and on from it for as long as they are too many there."""
    units, (hex,) = command.units, command.hexes
    check_retreat(p, units, hex)
    side = p.side_of(units[0])
    p.pop()
    if defenders_in(p, hex, side):
        break_out(p, units, hex)
    else:
        for unit in units:
            _step(p, unit, hex)
    if _go_on(p):
        p.push("battle.retreat", side)


def _step(p: P, unit: int, hex: int) -> None:
    flight = flight_of(p, unit)
    assert flight is not None
    here, hurt = flight.way[-1], is_controlled(p, unit, hex)
    if hurt and _slips(p, unit, here, hex):
        hurt = False
    if not is_friendly(p, here, p.side_of(unit)):  # else they are in good hands where they lie
        resource_points.take_along(p, unit, here)
    control.put(p, (unit,), hex)
    resource_points.set_down(p, unit, "12.Fd")
    p.s.mark((unit,), RETREATED)
    p.emit(Retreated(units=(unit,), path=(here, hex), side=p.side_of(unit), rule="9.F.1a"))
    if hurt:
        lose(p, (unit,), "9.F.1b", why="retreats into an enemy zone of control")
    crowded = on_map(p, unit) and not fits(p, p.side_of(unit), hex, [*others_in(p, hex, unit), unit])
    fight = fight_of(p)
    left = [replace(f, way=(*f.way, hex)) if f.unit == unit else f for f in fight.fleeing if f.unit != unit or crowded]
    p.s.battle = replace(fight, fleeing=tuple(left))


@rule("14.H.b")
def _slips(p: P, unit: int, here: int, hex: int) -> bool:
    """Do Brandenburgers, or those they have led the way for, get to friends through enemy zones?"""
    commando = face(p, unit).type == BRANDENBURG
    if not commando and (here, hex) not in fight_of(p).guided:
        return False
    if not is_friendly(p, hex, p.side_of(unit)):
        return False
    task = "retreat" if commando else "help_unit_retreat"
    die = p.roll(f"{p.game.types[unit].name} tries to slip through", "14.H.b", side=p.side_of(unit))
    success = die in p.game.raw["brandenburg"]["success_on"][task]
    p.emit(Slipped(units=(unit,), hex=hex, success=success, side=p.side_of(unit), rule="14.H.b"))
    if commando and success:
        fight = fight_of(p)
        p.s.battle = replace(fight, guided=(*fight.guided, (here, hex)))
    return success


# ---------------------------------------------------------------- what may be named


def retreating(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return [flight.unit for flight in fight_of(p).fleeing]


def retreat_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that the units named may retreat to together."""
    if not units:
        return sorted({hex for flight in fight_of(p).fleeing for hex in choices(p, flight)})
    first = flight_of(p, units[0])
    return [hex for hex in p.game.board.around[first.way[-1]] if _may(p, units, hex)] if first is not None else []


def _may(p: P, units: Sequence[int], hex: int) -> bool:
    try:
        check_retreat(p, units, hex)
    except Illegal:
        return False
    return True


def list_retreats(p: P) -> Iterator[Command]:
    """Every unit to every hex open to it, and those who can overrun together."""
    for flight in fight_of(p).fleeing:
        for hex in choices(p, flight):
            yield Command("retreat", (flight.unit,), (hex,))
    for units, hex in break_outs(p):
        yield Command("retreat", units, (hex,))


def sample_retreat(p: P, rng: random.Random) -> Command | None:
    found = list(list_retreats(p))
    return found[int(rng.random() * len(found))] if found else None
