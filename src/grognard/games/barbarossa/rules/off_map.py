"""10.21 Walking off the map."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.rule import rule
from ...assault import march
from ..material import P
from . import instants
from .counters import name
from .losses import eliminate
from .movement import check_stack, points_left, set_out, unmoved
from .special_entries import confinement


def anybody_there(p: P) -> bool:
    """Does the active side stand at the edge of the map at all?"""
    return bool(p.s.arrays.count[p.s.active][p.game.edge].any())


@rule("10.21")
def at_the_edge(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that could walk off the map now."""
    beside = march.unfinished(p) & ~p.game.inland[p.s.arrays.loc]
    return [u for u in beside.nonzero()[0].tolist() if is_legal(check, p, (u,))]


@rule("10.21", "10.3", "5.11", "8.3c", "8.3e")
def check(p: P, units: Sequence[int]) -> None:
    """From a hex at the edge, for one movement point or as the hex that every unit is sure of; and not for those who may not
    leave a country or an area."""
    check_stack(p, units)
    for unit in units:
        hex = p.s.loc[unit]
        if p.game.inland[hex]:
            raise Illegal("10.21", f"{name(p, unit)} does not stand at the edge of the map")
        if p.s.turn == 1 and (p.game.romania[hex] or p.game.hungary[hex]):
            raise Illegal("5.11", f"{name(p, unit)} may not leave its country on turn 1")
        area = confinement(p, unit)
        if area is not None:
            raise Illegal(area[1], f"{name(p, unit)} is confined to its area")
        if points_left(p, unit) < 1 and not unmoved(p, unit):
            raise Illegal("10.1", f"{name(p, unit)} has no movement point left")


@rule("10.21")
def walk_off(p: P, command: Command) -> None:
    """Whoever leaves the map, except for the Caucasus or Bulgaria, is lost."""
    check(p, command.units)
    set_out(p, command.units)
    for unit in command.units:
        eliminate(p, unit, "10.21", "left the map")
    instants.settle(p)
