"""What counters are, and where they lie: the words the rules of administration are written in."""

from __future__ import annotations

from ....core.game import UnitType
from ....core.rule import rule
from ..material import P
from ..state import GERMAN, SOVIET
from . import supply


def type_of(p: P, unit: int) -> UnitType:
    return p.game.types[p.s.kind[unit]]


def name(p: P, unit: int) -> str:
    return p.game.pieces[unit].handle


def on_map(p: P, unit: int) -> bool:
    return bool(0 <= p.s.loc[unit] < p.game.board.hexes)


def on_map_in_supply(p: P, unit: int) -> bool:
    """On the map, with regular overland supply."""
    return on_map(p, unit) and supply.has_overland(p, unit)


@rule("1.5")
def is_german(p: P, unit: int) -> bool:
    """German units are the units of that army, without the Axis satellites."""
    return p.game.is_german[unit]


@rule("1.5", "8.15")
def is_axis_satellite(p: P, unit: int) -> bool:
    return p.game.is_axis_satellite[unit]


@rule("8.15")
def is_axis_romanian(p: P, unit: int) -> bool:
    return p.side_of(unit) == GERMAN and "romanian" in type_of(p, unit).traits


@rule("8.20", "8.21", "8.22")
def is_rifle_army(p: P, unit: int) -> bool:
    """A Soviet-side army of riflemen: oversized and allied ones too, but not Shock, Guards, tanks or the ICA."""
    return p.game.is_rifle_army[unit]


@rule("8.23")
def is_early_corps(p: P, unit: int) -> bool:
    """A mechanized, airborne or rifle corps of the Red Army of 1941."""
    unit_type = type_of(p, unit)
    return p.side_of(unit) == SOVIET and unit_type.size == "XXX" and unit_type.kind in ("mechanized", "airborne", "rifle")


@rule("8.22")
def is_oversized(p: P, unit: int) -> bool:
    return "oversized" in type_of(p, unit).traits


@rule("8.19", "8.20")
def enters_by_conversion(p: P, unit: int) -> bool:
    """Guards, Shock and Guards Tank armies take the place of another army."""
    unit_type = type_of(p, unit)
    return unit_type.kind in ("guards", "shock") or (unit_type.kind == "tank" and p.game.oob.partner[unit] >= 0)


@rule("8.19", "8.20", "8.23", "11.7")
def substitute(p: P, old: int, new: int, box: int) -> None:
    """One counter takes the place of another, at the same depth of its stack: what lay on top still does."""
    where = p.s.loc[old]
    stack = p.s.stack(where)
    above = stack[: stack.index(old)]
    p.place(old, box)
    for unit in (new, *reversed(above)):
        p.place(unit, where)


@rule("8.23", "10.2", "11.4", "11.29", "11.30")
def hand_over(p: P, old: int, new: int) -> None:
    """A counter that takes the place of another in the middle of a phase has done what that one has done: its points are
    spent, its attack is made, and it has its part in the battle."""
    s = p.s
    s.clear((new,), ~s.flags[old])
    s.mark((new,), s.flags[old])
    for column in (s.spent, s.origin, s.trail, s.toll, s.allowance):
        column[new] = column[old]
    s.rvgk_moved = tuple([new if unit == old else unit for unit in s.rvgk_moved])
    if s.battle is not None:
        s.battle = s.battle.with_counter(old, new)


@rule("4.17a", "4.18c")
def waits(p: P, unit: int) -> bool:
    """In the dead pile or on the track: such a corps can be called up, one on the map is there already."""
    return p.s.loc[unit] == p.game.dead[GERMAN] or p.game.calendar.waits(p, unit)
