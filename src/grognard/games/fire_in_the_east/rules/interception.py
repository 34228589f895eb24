"""Rules 20.A and 20.B: the other side's fighters rise against what flies in, or leave an airbase that is to be bombed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..events.air import Flown, Scrambled
from ..material import P
from ..state import INOPERATIVE
from . import air_limits
from .air_paths import flying_distances, way
from .airbases import capacity_left, is_friendly, landing_places, landing_refusal
from .mission_table import MISSIONS, Mission, Purpose, range_of, range_refusal
from .sorties import NIGHT, has, in_flight, model, nation, on_mission, over
from .units import name

INTERCEPTION, SCRAMBLE = MISSIONS[Purpose.INTERCEPTION], MISSIONS[Purpose.SCRAMBLE]


def prey_hexes(p: P, side: int, *, night: bool = False) -> dict[int, int]:
    """Hexes with enemy air units on missions, by day or by night, and how many there are in each."""
    found: dict[int, int] = {}
    for unit in in_flight(p, p.foe(side)):
        if on_mission(p, unit) and has(p, unit, NIGHT) == night and p.s.base[unit] >= 0:
            found[p.s.loc[unit]] = found.get(p.s.loc[unit], 0) + 1
    return found


def ready(p: P, side: int) -> list[int]:
    """Operative fighters at airbases that can still begin a mission in this air phase."""
    war, arrays, hexes = air_war(p.game), p.s.arrays, p.game.board.hexes
    fighters = war.fighters_of_side[side]
    loc = arrays.loc[fighters]
    able = (loc >= 0) & (loc < hexes) & (arrays.mission[fighters] == 0) & ((arrays.flags[fighters] & INOPERATIVE) == 0)
    return [int(unit) for unit in fighters[able] if is_friendly(p, p.s.loc[unit], side) and capacity_left(p, p.s.loc[unit]) > 0]


@rule("20.A", "17.A", "24.F.a", "24.F.b")
def check(p: P, units: Sequence[int], node: int, *, night: bool) -> None:
    """May these fighters intercept in a hex?"""
    side = p.foe(p.s.active)
    starting: dict[int, int] = {}
    for unit in units:
        if p.side_of(unit) != side or not p.game.is_air[unit] or not model(p, unit).is_fighter:
            raise Illegal("20.A", f"{name(p, unit)} is no fighter of yours")
        if p.s.flags[unit] & INOPERATIVE:
            raise Illegal("16.B.1", f"{name(p, unit)} is inoperative")
        if p.s.mission[unit]:
            raise Illegal("18", f"{name(p, unit)} is flying already")
        refused = range_refusal(model(p, unit), INTERCEPTION, extended=False, night=night)
        if refused:
            raise Illegal(*refused)
        start = p.s.loc[unit]
        if not is_friendly(p, start, side):
            raise Illegal("17", f"{name(p, unit)} is at no friendly airbase")
        if not _reaches(p, unit, node, INTERCEPTION):
            raise Illegal("20.A", f"{name(p, unit)} intercepts within half its movement rating")
        starting[start] = starting.get(start, 0) + 1
    for start, count in starting.items():
        if count > capacity_left(p, start):
            raise Illegal("17.A", f"the airbase in {p.game.board.names[start]} can begin no more missions in this air phase")
    if node not in prey_hexes(p, side, night=night):
        raise Illegal(
            "24.F.a" if node in prey_hexes(p, side, night=not night) else "20.A",
            "no enemy air units fly a mission there at that time",
        )
    air_limits.check_nation(p, units, node)


@rule("18", "32")
def _reaches(p: P, unit: int, node: int, mission: Mission) -> bool:
    """Is a hex within its range, over hexes that its nation flies over?"""
    start, most = p.s.loc[unit], range_of(model(p, unit), mission)
    if p.game.board.distance(start, node) > most:
        return False
    path = way(p, start, node, air_limits.closed_to(p, nation(p, unit)))
    return path is not None and len(path) <= most


@rule("24.F.a")
def _is_by_night(p: P, command: Command, side: int) -> bool:
    """Said, or meant since all that flies there flies at night."""
    if command.word not in (None, "night"):
        raise Illegal("20.A", f"'{command.word}' is no way to intercept; say night, or nothing")
    node = command.hexes[0]
    return command.word == "night" or (node not in prey_hexes(p, side) and node in prey_hexes(p, side, night=True))


@rule("20.A", "18")
def intercept(p: P, command: Command) -> None:
    """Fighters fly to a hex with enemy air units; nobody makes patrol attacks on them."""
    night = _is_by_night(p, command, p.foe(p.s.active))
    check(p, command.units, command.hexes[0], night=night)
    for unit in command.units:
        take_off(p, unit, command.hexes[0], Purpose.INTERCEPTION, NIGHT if night else 0)


def take_off(p: P, unit: int, node: int, purpose: Purpose, how: int = 0) -> None:
    """A fighter leaves its airbase for a hex."""
    s, start, side = p.s, p.s.loc[unit], p.side_of(unit)
    s.launched[start] += 1
    s.base[unit], s.mission[unit], s.aim[unit] = start, purpose, node if purpose is Purpose.SCRAMBLE else -1
    s.sortie[unit] |= how
    path = way(p, start, node, air_limits.closed_to(p, nation(p, unit))) or (node,)
    p.place(unit, node)
    if purpose is Purpose.SCRAMBLE:
        p.emit(Scrambled(units=(unit,), path=(start, *path), side=side, rule="20.B"), public=True)
    else:
        title = INTERCEPTION.title
        p.emit(
            Flown(units=(unit,), path=(start, *path), mission=title, how=", at night" if how else "", side=side, rule="20.A"),
            public=True,
        )


@rule("20.B")
def scramble_refusal(p: P, unit: int, node: int) -> tuple[str, str] | None:
    """Why a fighter may not scramble to an airbase."""
    side, start = p.side_of(unit), p.s.loc[unit]
    if side == p.s.active or not p.game.is_air[unit] or not model(p, unit).is_fighter:
        return "20.B", f"{name(p, unit)} is no fighter of yours"
    if p.s.mission[unit] or p.s.flags[unit] & INOPERATIVE:
        return "16.B.1", f"{name(p, unit)} is not ready to fly"
    if not is_raided(p, start, side):
        rule = "24.F.b" if is_targeted(p, start, side) else "20.B"
        return rule, f"the airbase of {name(p, unit)} is not the target of enemy air units that fly by day"
    if is_targeted(p, node, side):
        return "20.B", "a fighter does not scramble to an airbase that is itself a target"
    if not _reaches(p, unit, node, SCRAMBLE):
        return "20.B", f"{name(p, unit)} scrambles within its movement rating"
    if capacity_left(p, start) < 1:
        return "17.A", "the airbase can begin no more missions in this air phase"
    return landing_refusal(p, node, side)


def is_targeted(p: P, node: int, side: int) -> bool:
    """Do enemy air units fly a mission to a hex?"""
    return bool(over(p, node, p.foe(side)))


@rule("20.B", "24.F.a", "24.F.b")
def is_raided(p: P, node: int, side: int) -> bool:
    """Do some of them fly by day? Nobody scrambles at night."""
    return any(not has(p, unit, NIGHT) for unit in over(p, node, p.foe(side)))


@rule("20.B")
def scramble(p: P, command: Command) -> None:
    for unit in command.units:
        refused = scramble_refusal(p, unit, command.hexes[0])
        if refused:
            raise Illegal(*refused)
    starting = [p.s.loc[unit] for unit in command.units]
    for start in set(starting):
        if starting.count(start) > capacity_left(p, start):
            raise Illegal("17.A", "the airbase can begin no more missions in this air phase")
    air_limits.check_nation(p, command.units, command.hexes[0])
    air_limits.check_arctic(p, command.units, SCRAMBLE, p.foe(p.s.active))
    for unit in command.units:
        air_limits.pay_arctic(p, unit, SCRAMBLE, p.foe(p.s.active))
        take_off(p, unit, command.hexes[0], Purpose.SCRAMBLE)


# ---------------------------------------------------------------- what can be named


def interceptors(p: P, hexes: Sequence[int]) -> list[int]:
    """Fighters that could intercept somewhere, or in a hex."""
    side = p.foe(p.s.active)
    day, night = prey_hexes(p, side), prey_hexes(p, side, night=True)
    where = [node for node in (*day, *night) if not hexes or node in hexes]
    by_day = sum(not hexes or node in hexes for node in day)
    found, units = [], ready(p, side) if where else []
    apart = p.game.board.apart([p.s.loc[unit] for unit in units], where).tolist() if units else []
    for unit, row in zip(units, apart, strict=True):
        reach, seen = range_of(model(p, unit), INTERCEPTION), len(where) if model(p, unit).is_night else by_day
        near = (node for node, far in zip(where[:seen], row, strict=False) if far <= reach)
        if any(_may_meet(p, unit, node) for node in near):
            found.append(unit)
    return found


def _may_meet(p: P, unit: int, node: int) -> bool:
    """Can a fighter get to a hex, and may it be there?"""
    return _reaches(p, unit, node, INTERCEPTION) and air_limits.may_operate(p, (unit,), node)


def interception_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Where these fighters could intercept together; night fighters also where everything flies at night."""
    side = p.foe(p.s.active)
    hexes = p.game.board.hexes
    units = [unit for unit in units if p.game.is_air[unit] and model(p, unit).is_fighter and p.s.loc[unit] < hexes]
    prey = {*prey_hexes(p, side)}
    if units and all(model(p, unit).is_night for unit in units):
        prey |= {*prey_hexes(p, side, night=True)}
    together = units if len(units) > 1 else ()
    return [
        node
        for node in sorted(prey)
        if all(_may_meet(p, unit, node) for unit in units) and (not together or air_limits.may_operate(p, together, node))
    ]


def scramblers(p: P, hexes: Sequence[int]) -> list[int]:
    side = p.foe(p.s.active)
    found = [unit for unit in ready(p, side) if is_raided(p, p.s.loc[unit], side)]
    if p.s.arctic_sorties or not any(p.game.arctic[p.s.loc[unit]] for unit in found) or air_limits.arctic_points(p, side):
        return found
    return [unit for unit in found if not p.game.arctic[p.s.loc[unit]]]


def scramble_hexes(p: P, units: Sequence[int]) -> list[int]:
    side, board = p.foe(p.s.active), p.game.board
    if not units:
        return []
    found = landing_places(p, side)[: board.hexes]
    for unit in units:
        closed = air_limits.closed_to(p, nation(p, unit))
        found = found & (flying_distances(p, p.s.loc[unit], closed, range_of(model(p, unit), SCRAMBLE)) > 0)
    open_to = [int(node) for node in np.flatnonzero(found) if not is_targeted(p, int(node), side)]
    return [node for node in open_to if air_limits.may_operate(p, units, node)]


def is_needed(p: P, side: int) -> bool:
    """Is there anything that could rise?"""
    return bool(interceptors(p, ()) or scramblers(p, ()))
