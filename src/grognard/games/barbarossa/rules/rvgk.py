"""8.8 to 8.11 The Reserve of the Supreme High Command."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ..events import Deployed, Reserved, Rushed
from ..material import STACK_LIMIT, P
from ..state import GERMAN, SOVIET, WAITING
from . import instants, stacking
from .counters import name, on_map, type_of
from .occupation import enter
from .reinforcements import quota_left
from .supply import has_overland, network

CAPACITY = 5

Mask = npt.NDArray[np.bool_]


@rule("8.9", "5.2")
def begin(p: P) -> None:
    """Every RVGK phase moves up to five units into and out of the box."""
    p.pop()
    p.s.rvgk_left, p.s.rvgk_moved = CAPACITY, ()
    p.push("rvgk.moves", SOVIET)


# ---------------------------------------------------------------- out of the box


@rule("8.10b", "8.19", "8.20", "8.25")
def reserves(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The units that may leave the box now."""
    if not p.s.rvgk_left:
        return []
    return [u for u in p.units(p.game.rvgk, SOVIET) if u not in p.s.rvgk_moved and not p.s.flags[u] & WAITING]


@rule("8.10b")
def exits(p: P) -> Mask:
    """Own cities with regular overland supply, and own sources from 1000 to 2600; the enemy beside them does not matter."""
    game, s = p.game, p.s
    cities = game.city & (network(p, SOVIET) != 0)
    found: Mask = (cities | game.rvgk_exits) & (s.arrays.control == SOVIET) & (s.arrays.count[GERMAN] == 0)
    return found


def exit_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Exits with room for these units, if that many may leave the box."""
    if len(units) > p.s.rvgk_left:
        return []
    found: Mask = exits(p) & (p.s.arrays.arrivals <= STACK_LIMIT - len(units))
    return (found & stacking.room_for(p, units) if units else found).nonzero()[0].tolist()


@rule("8.9", "8.10b", "8.1b", "12.22")
def deploy(p: P, command: Command) -> None:
    """From the box to the map; it costs no movement points."""
    hex = command.hexes[0]
    title = p.game.board.names[hex]
    for unit in command.units:
        require_in_box(p, unit)
        if unit in p.s.rvgk_moved:
            raise Illegal("8.9", f"{name(p, unit)} went into the box in this phase")
    _require_capacity(p, command.units)
    if not exits(p)[hex]:
        raise Illegal("8.10b", f"{title} is neither a supplied Soviet city nor a source from 1000 to 2600")
    if quota_left(p, hex) < len(command.units):
        raise Illegal("8.1b", f"{title} has taken its stack of new units this turn")
    stacking.require_room(p, command.units, hex)
    _count(p, command.units)
    p.s.arrivals[hex] += len(command.units)
    enter(p, command.units, hex)
    p.s.arrays.toll[list(command.units)] = 0
    p.emit(Deployed(units=command.units, hex=hex, side=SOVIET, rule="8.10b"))
    instants.settle(p)


def require_in_box(p: P, unit: int) -> None:
    if p.side_of(unit) != SOVIET or p.s.loc[unit] != p.game.rvgk:
        raise Illegal("8.10b", f"{name(p, unit)} is not in the RVGK box")
    if p.s.flags[unit] & WAITING:
        rule = "8.20" if type_of(p, unit).kind in ("guards", "shock") else "8.19" if type_of(p, unit).kind == "tank" else "8.25"
        raise Illegal(rule, f"{name(p, unit)} waits there for its own way into play")


def _require_capacity(p: P, units: Sequence[int]) -> None:
    if len(units) > p.s.rvgk_left:
        raise Illegal("8.9", f"only {p.s.rvgk_left} more units may go into or out of the box in this phase")


def _count(p: P, units: Sequence[int]) -> None:
    p.s.rvgk_left -= len(units)
    p.s.rvgk_moved = (*p.s.rvgk_moved, *units)


# ---------------------------------------------------------------- into the box


@rule("8.10a", "10.34a")
def may_go_in(p: P, unit: int) -> bool:
    """On the map with regular overland supply, and not the ICA."""
    coastal = type_of(p, unit).kind == "naval"
    return p.side_of(unit) == SOVIET and on_map(p, unit) and not coastal and has_overland(p, unit)


@rule("8.9", "8.10a")
def withdrawable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    if not p.s.rvgk_left:
        return []
    return [u for u in p.game.pieces_of_side[SOVIET] if u not in p.s.rvgk_moved and may_go_in(p, u)]


@rule("8.9", "8.10a", "10.34a")
def reserve(p: P, command: Command) -> None:
    """From the map to the box."""
    for unit in command.units:
        if p.side_of(unit) != SOVIET or not on_map(p, unit):
            raise Illegal("8.10a", f"{name(p, unit)} is no Soviet unit on the map")
        if type_of(p, unit).kind == "naval":
            raise Illegal("10.34a", f"{name(p, unit)} never leaves Odessa and Sevastopol")
        if unit in p.s.rvgk_moved:
            raise Illegal("8.9", f"{name(p, unit)} came out of the box in this phase")
        if not has_overland(p, unit):
            raise Illegal("8.10a", f"{name(p, unit)} has no regular overland supply")
    _require_capacity(p, command.units)
    _count(p, command.units)
    p.emit(Reserved(units=command.units, places=tuple([p.s.loc[u] for u in command.units]), side=SOVIET, rule="8.10a"))
    for unit in command.units:
        p.place(unit, p.game.rvgk)
    instants.settle(p)


def end(p: P, command: Command) -> None:
    phases.close(p)


# ---------------------------------------------------------------- 8.11 emergency


@rule("8.11")
def emergency_refusal(p: P) -> Illegal | None:
    """Why no emergency deployment can be made now, None when one can."""
    if p.s.turn < 3:
        return Illegal("8.11", "emergency deployments begin with turn 3")
    if not p.s.flow or p.s.active != GERMAN or not in_german_movement(p):
        return Illegal("8.11", "emergency deployments are made in a German movement phase")
    if p.s.emergency_used:
        return Illegal("8.11", "one emergency deployment a German movement phase")
    return None


def in_german_movement(p: P) -> bool:
    """Is the German about to move, or has he announced a mobile assault that he has not committed yet?"""
    step = p.frame.step
    return step == "movement" or (step == "battle.announced" and p.s.battle is not None and p.s.battle.mobile)


@rule("8.11")
def emergency_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Soviet-controlled cities with overland supply and room."""
    game, s = p.game, p.s
    cities = game.city & (network(p, SOVIET) != 0) & (s.arrays.control == SOVIET) & (s.arrays.count[GERMAN] == 0)
    return [h for h in np.nonzero(cities)[0].tolist() if stacking.fits(p, units, h)]


@rule("8.11")
def emergency_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units in the box, at a moment when one of them may be sent."""
    return deployable(p) if emergency_refusal(p) is None else []


def deployable(p: P) -> list[int]:
    """Units in the box that wait for nothing else."""
    return [u for u in p.units(p.game.rvgk, SOVIET) if not p.s.flags[u] & WAITING]


@rule("8.11")
def emergency(p: P, command: Command) -> None:
    """One unit from the box into a city, in the middle of the German movement."""
    if p.speaker != SOVIET:
        raise Illegal("8.11", "emergency deployments are the Soviet player's")
    refused = emergency_refusal(p)
    if refused is not None:
        raise refused
    if len(command.units) != 1:
        raise Illegal("8.11", "one unit only")
    unit, hex = command.units[0], command.hexes[0]
    require_in_box(p, unit)
    stacking.require_room(p, command.units, hex)
    if hex not in emergency_hexes(p, command.units):
        raise Illegal("8.11", f"{p.game.board.names[hex]} is no Soviet-controlled city with overland supply")
    rush(p, unit, hex)


@rule("8.11")
def rush(p: P, unit: int, hex: int) -> None:
    """The unit appears in the city, and that was the one deployment of this phase."""
    p.s.emergency_used = True
    enter(p, (unit,), hex)
    p.barrier = True
    p.emit(Rushed(units=(unit,), hex=hex, side=SOVIET, rule="8.11"))
    instants.settle(p)
