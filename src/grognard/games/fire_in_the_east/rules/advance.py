"""Rule 9.F.2: victorious attackers may occupy the hex that they have cleared; so may those who have overrun it (13b)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Advanced
from ....core.rule import rule
from ..counters import FIXED, RAIL
from ..material import P
from . import axis_allies, control, points
from .combat_steps import fight_of
from .engagement import defenders_in, fits, may_enter
from .units import face, ground_units, name, on_map, where

replace = msgspec.structs.replace


@rule("9.F.2", "14.B.2", "14.F", "9.Ga")
def check_victor(p: P, unit: int) -> None:
    """Those who attacked from the next hex and still stand there may advance; rail-only units may not."""
    fight = fight_of(p)
    if unit not in fight.attackers or not on_map(p, unit) or not p.game.is_ground[unit]:
        raise Illegal("9.F.2", f"{name(p, unit)} cannot advance after this battle")
    origin = fight.origins[fight.attackers.index(unit)]
    if p.s.loc[unit] != origin or origin == fight.target:
        raise Illegal("9.F.2", f"{name(p, unit)} cannot advance any more")
    if p.game.board.direction(origin, fight.target) < 0:
        raise Illegal("14.B.2", f"{name(p, unit)} has fired from a distance and does not advance")
    if face(p, unit).moves_as in (RAIL, FIXED):
        raise Illegal("14.F", f"{name(p, unit)} does not advance after combat")
    refused = axis_allies.why_not_there(p, unit, fight.target)
    if refused is not None:
        raise refused
    if not may_enter(p, unit, origin, fight.target):
        raise Illegal("9.F.2", f"{where(p, fight.target)} is closed to {name(p, unit)}")


@rule("9.F.2", "8.Ba")
def check_advance(p: P, units: Sequence[int]) -> None:
    """May these units go in together?"""
    if not units or len(set(units)) != len(units):
        raise Illegal("9.F.2", "name each unit once")
    for unit in units:
        check_victor(p, unit)
    fight = fight_of(p)
    if not fits(p, fight.side, fight.target, [*ground_units(p, fight.target, fight.side), *units]):
        raise Illegal("9.F.2", f"no more units may advance than can stack in {where(p, fight.target)}")


def victors(p: P, hexes: Sequence[int] = ()) -> Sequence[int]:
    """Units that may advance now."""
    found = []
    for unit in fight_of(p).attackers:
        try:
            check_advance(p, (unit,))
        except Illegal:
            continue
        found.append(unit)
    return found


@rule("9.F.2")
def begin_advance(p: P) -> None:
    """Only a hex that is clear of defenders is occupied, and at once."""
    p.pop()
    fight = fight_of(p)
    if not defenders_in(p, fight.target, fight.side) and victors(p):
        p.push("battle.advance", fight.side)


@rule("9.F.2", "13b")
def advance(p: P, command: Command) -> None:
    """Attackers occupy the hex, up to the limit of stacking."""
    check_advance(p, command.units)
    fight = fight_of(p)
    p.pop()
    for unit in command.units:
        start = p.s.loc[unit]
        control.put(p, (unit,), fight.target)
        if fight.overrun:
            points.enter_the_arctic(p, unit, start, fight.target)
        p.emit(Advanced(units=(unit,), path=(start, fight.target), side=fight.side, rule="13b" if fight.overrun else "9.F.2"))
    p.s.battle = replace(fight, advanced=(*fight.advanced, *command.units))
    if victors(p):
        p.push("battle.advance", fight.side)


@rule("9.F.2")
def stay(p: P, command: Command) -> None:
    """Nobody else advances."""
    p.pop()
