"""Short scenarios: units that leave the area over an edge, where the scenario lets them. They are safe, and do not come back."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.home import Withdrawn
from ..material import P
from ..state import ONE
from . import control, movement, scenarios, zones
from .points import points_left
from .units import name, on_map, where

SELDOM = 0.1  #: how often random play thinks of it


def is_open(p: P) -> bool:
    """Is there an edge over which the side that moves may leave?"""
    found = scenarios.current(p)
    return found is not None and bool(found.exits[p.s.active].any())


@rule("34.C")
def is_exit(p: P, hex: int, side: int) -> bool:
    """May a side leave from a hex?"""
    found = scenarios.current(p)
    return found is not None and 0 <= hex < p.game.board.hexes and bool(found.exits[side][hex])


@rule("34.C")
def refusal(p: P, unit: int) -> Illegal | None:
    """Why a unit does not leave from where it stands; None if it may. A step over the edge costs a movement point."""
    if p.side_of(unit) != p.s.active or not p.game.is_ground[unit] or not on_map(p, unit):
        return Illegal("34.C", f"{name(p, unit)} is no ground unit of yours on the map")
    hex = p.s.loc[unit]
    if not is_exit(p, hex, p.s.active):
        return Illegal("34.C", f"nobody leaves the area from {where(p, hex)}")
    if zones.in_enemy_zone(p, hex, p.s.active):
        return Illegal("34.C", f"{name(p, unit)} is in an enemy zone of control")
    if not movement.is_free(p, unit) or points_left(p, unit) < ONE:
        return Illegal("34.C", f"{name(p, unit)} has no movement point left")
    return None


def leavers(p: P, hexes: Sequence[int] = ()) -> list[int]:
    found = scenarios.current(p)
    if found is None:
        return []
    own = p.game.ground_of_side[p.s.active]
    loc = p.s.arrays.loc[own]
    here = own[(loc >= 0) & found.exits[p.s.active][loc]].tolist()
    return [unit for unit in here if refusal(p, unit) is None]


@rule("34.C")
def depart(p: P, command: Command) -> None:
    """`depart UNITS`: they go over the edge and are out of play."""
    for unit in command.units:
        if wrong := refusal(p, unit):
            raise wrong
    go(p, command.units)


def sample(p: P, rng: random.Random) -> Command | None:
    """Now and then one of those who may."""
    units = leavers(p) if rng.random() < SELDOM else []
    return Command("depart", (rng.choice(units),)) if units else None


def go(p: P, units: Sequence[int]) -> None:
    for unit in units:
        side = p.side_of(unit)
        p.emit(Withdrawn(units=(unit,), forfeited=0, side=side, rule="34.C"))
        control.put(p, (unit,), p.game.out_of_play[side])
