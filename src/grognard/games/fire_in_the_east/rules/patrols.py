"""Rule 19 in a position: patrol zones, and patrol attacks on air units that fly through them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..events.air import Patrolled
from ..flight_ways import covered
from ..material import P
from ..state import INOPERATIVE
from . import air_limits
from .airbases import free_at
from .flyer import air_defence
from .patrol_reckoning import patrol_chance, patrol_range, turns_back_on
from .sorties import NIGHT, OUT, PATROLLED, TURNED_BACK, flyer, has, model, nation, note

Truths = npt.NDArray[np.bool_]


@rule("19a", "19d", "16.B.1")
def patrollers(p: P, side: int, *, night: bool = False) -> list[int]:
    """Operative fighters at airbases that may still make a patrol attack; at night night fighters alone (24.F.d)."""
    s, war = p.s, air_war(p.game)
    fighters = war.fighters_of_side[side]
    arrays, hexes = s.arrays, p.game.board.hexes
    loc = arrays.loc[fighters]
    ready = (loc >= 0) & (loc < hexes) & (arrays.mission[fighters] == 0)
    ready &= (arrays.flags[fighters] & INOPERATIVE) == 0
    ready &= (arrays.sortie[fighters] & PATROLLED) == 0
    ready &= (arrays.control[loc] == side) & free_at(p, loc, arrays.patrolled)
    found: list[int] = fighters[ready].tolist()
    return [unit for unit in found if model(p, unit).is_night] if night else found


@rule("19a", "24.F.d")
def in_zone(p: P, fighter: int, node: int) -> bool:
    """Does a fighter's patrol zone cover a hex?"""
    near = p.game.board.distance(p.s.loc[fighter], node) <= patrol_range(model(p, fighter), nation(p, fighter))
    return near and air_limits.may_patrol(p, fighter, node)


def _ranges(p: P, fighters: Sequence[int]) -> npt.NDArray[np.int16]:
    """How far each of some fighters patrols. What is printed is looked up once for all; an Me 110D lies in another's place."""
    kept = p.game.kept
    if "patrol ranges" not in kept:
        war = air_war(p.game)
        printed = np.zeros(len(p.game.pieces), np.int16)
        for unit in (unit for side in war.fighters_of_side for unit in side.tolist()):
            printed[unit] = patrol_range(war.model(unit), war.nation[unit])
        kept["patrol ranges"] = printed
    found: npt.NDArray[np.int16] = kept["patrol ranges"][list(fighters)]
    if p.s.night_fighter in fighters:
        at = fighters.index(p.s.night_fighter)
        found[at] = patrol_range(model(p, fighters[at]), nation(p, fighters[at]))
    return found


def danger(p: P, side: int, *, night: bool = False) -> Truths:
    """Hexes in patrol zones of a side, each nation's within its area."""
    found: dict[str, list[int]] = {}
    for unit in patrollers(p, side, night=night):
        found.setdefault(nation(p, unit), []).append(unit)
    threatened = np.zeros(p.game.board.nodes, np.bool_)
    for force, units in found.items():
        zone: Truths = covered(p.game.board.neighbours, p.s.arrays.loc[units].astype(np.int16), _ranges(p, units))
        threatened |= zone & ~air_limits.closed_to(p, force)
    return threatened


def chances(p: P, unit: int, path: Sequence[int], side: int) -> list[tuple[int, int]]:
    """(fighter, hex) of all patrol attacks that a side could make on an air unit along its way."""
    fighters = patrollers(p, side, night=has(p, unit, NIGHT))
    near = p.game.board.apart(p.s.arrays.loc[fighters], [*path])
    found = [(fighters[row], path[column]) for row, column in np.argwhere(near <= _ranges(p, fighters)[:, None]).tolist()]
    return [(fighter, node) for fighter, node in found if air_limits.may_patrol(p, fighter, node)]


@rule("19", "19b", "19c", "19d", "24.F.d")
def attack(p: P, command: Command) -> None:
    """`patrol FIGHTER HEX`: one attack on the air unit that is flying past, in a hex further on its way than any before."""
    frame = p.frame
    unit, first, *path = frame.args
    side = p.foe(p.side_of(unit))
    if len(command.units) != 1:
        raise Illegal("19d", "one fighter makes a patrol attack")
    fighter, node = command.units[0], command.hexes[0]
    if fighter not in patrollers(p, side, night=has(p, unit, NIGHT)):
        raise Illegal(*_why_not(p, fighter, unit, side))
    if node not in path[first:]:
        raise Illegal("19d", "an air unit suffers one patrol attack in each hex it enters, in the order of its way")
    if not in_zone(p, fighter, node):
        raise Illegal("19a", "the hex is not in the fighter's patrol zone")
    at = path.index(node, first)
    note(p, fighter, PATROLLED)
    p.s.patrolled[p.s.loc[fighter]] += 1
    strength, defence = model(p, fighter).attack, air_defence(flyer(p, unit))
    die = p.roll("patrol attack", "19b", side=side)
    success = die >= turns_back_on(strength, defence)
    p.emit(Patrolled(units=(fighter, unit), hex=node, die=die, success=success, side=side, rule="19b"), public=True)
    p.pop()
    if success:
        turn_back(p, unit, node)
    elif at + 1 < len(path):
        p.push("air.passing", -1, unit, at + 1, *path)


@rule("19b")
def turn_back(p: P, unit: int, node: int) -> None:
    """It goes no further and returns to base in the return step, with what it tows or carries."""
    note(p, unit, TURNED_BACK)
    p.place(unit, node)
    for towed in air_war(p.game).units_of_side[p.side_of(unit)].tolist():
        if p.s.tug[towed] == unit:
            note(p, towed, TURNED_BACK)
            p.place(towed, node)


@rule("19d", "16.B.1", "24.F.d", "19c")
def _why_not(p: P, fighter: int, unit: int, side: int) -> tuple[str, str]:
    if p.side_of(fighter) != side or not p.game.is_air[fighter] or not model(p, fighter).is_fighter:
        return "19a", "only fighters of the other side make patrol attacks"
    if p.s.flags[fighter] & INOPERATIVE:
        return "16.B.1", "it is inoperative"
    if has(p, fighter, PATROLLED):
        return "19d", "a fighter makes one patrol attack per air phase"
    if has(p, unit, NIGHT) and not model(p, fighter).is_night:
        return "24.F.d", "at night only night fighters make patrol attacks"
    if p.s.mission[fighter]:
        return "19a", "it is flying a mission"
    return "19d", "its airbase has made as many patrol attacks as its capacity"


def options(p: P) -> list[tuple[int, int]]:
    """What the deciding side may do at the present patrol decision."""
    unit, first, *path = p.frame.args
    return chances(p, unit, path[first:], p.foe(p.side_of(unit)))


def chance(p: P, fighter: int, unit: int) -> float:
    """How likely a patrol attack turns an air unit back."""
    return float(patrol_chance(model(p, fighter).attack, air_defence(flyer(p, unit))))


def is_out(p: P, unit: int) -> bool:
    return has(p, unit, OUT)
