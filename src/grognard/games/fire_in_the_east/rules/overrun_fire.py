"""Rule 38.B.1, for play without the erratum to rule 13: antiaircraft drives off defensive support before an overrun."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from ..state import FINISHED
from .combat import overrun as reckon_overrun
from .engagement import battle_of
from .flak import fire_at_defence, supporters
from .mission_table import Purpose
from .overrun import check_overrun, overrun

ERRATUM, ADVANCED = "overruns-ignore-aircraft", "antiaircraft"


def is_in_force(p: P) -> bool:
    """Is defensive air support ignored in overruns, as the erratum says?"""
    return (p.s.options.get(ERRATUM) or p.game.defaults.get(ERRATUM, "on")) == "on"


@rule("38.B.1", "errata.rules.13")
def drive_off(p: P, command: Command) -> None:
    """`drive-off HEX with UNITS`: they could overrun the hex but for aircraft over it. They fire; if it can be done then it must
    be, else they do nothing more in this phase."""
    target, units = command.hexes[0], command.units
    if is_in_force(p):
        raise Illegal("38.B.1", "aircraft do not count in overruns")
    if p.option(ADVANCED) != "on":
        raise Illegal("38.B.1", "this advanced rule is not in use")
    if not supporters(p, target, p.foe(p.s.active), Purpose.DEFENCE):
        raise Illegal("38.B.1", "no aircraft support the defence of that hex")
    if is_possible(p, target, units):
        raise Illegal("38.B.1", "the overrun is possible as it is")
    bare = msgspec.structs.replace(battle_of(p, p.s.active, target, units), defensive_support=())
    if reckon_overrun(bare, p.game.charts).cost is None:
        raise Illegal("38.B.1", "they are too weak to overrun the hex even without aircraft over it")
    fire_at_defence(p, target, units, [p.s.loc[unit] for unit in units])
    if is_possible(p, target, units):
        overrun(p, Command("overrun", tuple(units), (target,)))
    else:
        p.s.mark(units, FINISHED)


def is_possible(p: P, target: int, units: Sequence[int]) -> bool:
    try:
        check_overrun(p, target, units)
    except Illegal:
        return False
    return True


def is_open(p: P) -> bool:
    return not is_in_force(p) and p.option(ADVANCED) == "on"
