"""Rule 14.H.a: Brandenburgers slip through enemy zones of control."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ..material import P
from ..state import ADMINISTRATIVE, FINISHED
from . import movement, points, zones
from .units import face, name, on_map, where

BRANDENBURGER = "brandenburger"


@rule("14.H")
def is_brandenburger(p: P, unit: int) -> bool:
    return face(p, unit).service == BRANDENBURGER


def succeeds(p: P, task: str, why: str, rule_id: str, side: int) -> bool:
    """The success table: `leave_zoc`, `retreat`, `help_unit_retreat`, `seize_bridge`."""
    return p.roll(why, rule_id, side=side) in p.game.raw["brandenburg"]["success_on"][task]


@rule("14.H.a")
def check_slip(p: P, command: Command) -> None:
    """One Brandenburg unit in an enemy zone, and a neighbouring hex it could enter if nobody held it."""
    units, path = command.units, command.hexes
    if len(units) != 1 or not is_brandenburger(p, units[0]):
        raise Illegal("14.H.a", "a Brandenburg unit slips through alone")
    if len(path) != 1:
        raise Illegal("14.H.a", "it slips into one hex at a time")
    unit, side = units[0], p.side_of(units[0])
    movement.check_group(p, units)
    if p.s.flags[unit] & ADMINISTRATIVE:
        raise Illegal("6.B", "units that use administrative movement do nothing else in this phase")
    if not zones.of_side(p, p.foe(side)).grip[p.s.loc[unit]]:
        raise Illegal("14.H.a", f"{where(p, p.s.loc[unit])} is in no enemy zone of control")
    movement.march_of(p, units).but(zone=None, first=-1).price(path)
    movement.require_room(p, units, path[-1])


@rule("14.H.a")
def slip(p: P, command: Command) -> None:
    """Try to leave a hex without paying for the zone. Failing, the unit pays; if it cannot, it goes no further in this phase."""
    unit, path = command.units[0], command.hexes
    march = movement.march_of(p, (unit,))
    free, paid = march.but(zone=None).costs(path), march.costs(path)
    points.set_out(p, unit)
    hex = where(p, path[0])
    if succeeds(p, "leave_zoc", f"{name(p, unit)} slips into {hex}", "14.H.a", p.side_of(unit)):
        movement.go(p, (unit,), path, free)
    elif sum(paid) <= march.budget:
        movement.go(p, (unit,), path, paid)
    else:
        p.s.mark((unit,), FINISHED)


def _all(p: P) -> list[int]:
    """The Brandenburg units of the side that moves."""
    if "brandenburgers" not in p.game.kept:
        p.game.kept["brandenburgers"] = [
            [unit for unit in p.game.pieces_of_side[side] if p.game.printed_faces[unit][0].service == BRANDENBURGER]
            for side in (0, 1)
        ]  # fmt: skip
    return list(p.game.kept["brandenburgers"][p.s.active])


def able(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Brandenburg units in enemy zones that may still move."""
    grip = zones.of_side(p, p.foe(p.s.active)).grip
    return [unit for unit in _all(p) if on_map(p, unit) and grip[p.s.loc[unit]] and movement.is_free(p, unit)]


def targets(p: P, units: Sequence[int]) -> Sequence[int]:
    if len(units) != 1:
        return ()
    beside = p.game.board.around[p.s.loc[units[0]]]
    return [hex for hex in beside if is_legal(check_slip, p, Command("slip", tuple(units), (hex,)))]


def sample(p: P, rng: random.Random) -> Command | None:
    """A random attempt."""
    units = able(p, ())
    for unit in rng.sample(units, len(units)):
        hexes = targets(p, (unit,))
        if hexes:
            return Command("slip", (unit,), (hexes[int(rng.random() * len(hexes))],))
    return None


def available(p: P) -> bool:
    return any(on_map(p, unit) for unit in _all(p))
