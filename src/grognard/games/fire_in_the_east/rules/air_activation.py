"""Rules 27.D and 27.E: active air units are taken off, available ones come into play within the group allowance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import AVAILABLE, REMNANTS, air_war
from ..aircraft import FORCES
from ..events.air import Activated
from ..material import P
from . import air_limits
from .air_replacement import TAKEN_OFF, active, allowance, forces_of, in_box, record, to_box
from .air_supply import is_isolated
from .airbases import airbases, capacity, has_capacity, is_friendly
from .sorties import ROYAL, has, model
from .units import name


@rule("27.D", "27.F.3")
def deactivate(p: P, command: Command) -> None:
    """Active air units go from the map to the remnants, but not from isolated airbases."""
    side = p.s.active
    for unit in command.units:
        node = p.s.loc[unit]
        if p.side_of(unit) != side or not p.game.is_air[unit] or not 0 <= node < p.game.board.hexes:
            raise Illegal("27.D", f"{name(p, unit)} is no active air unit of yours")
        if is_isolated(p, node, side):
            raise Illegal("27.D", f"the airbase of {name(p, unit)} is isolated")
    record(p, command.units, REMNANTS, TAKEN_OFF)
    for unit in command.units:
        to_box(p, unit, REMNANTS, "27.D")


@rule("27.F.3", "26.B")
def check_done(p: P, side: int) -> None:
    """Nobody goes on with more active air units than his allowance, as long as some are not at isolated airbases."""
    for force in forces_of(side):
        excess = active(p, force) - allowance(p, force)
        if excess > 0 and any(_counts(p, unit, force) for unit in deactivable(p, ())):
            raise Illegal(
                "27.F.3",
                f"{FORCES[force].capitalize()}: de-activate {excess} air units, the group allowance is {allowance(p, force)}",
            )


def _counts(p: P, unit: int, force: int) -> bool:
    """Does an air unit count against the allowance of a force?"""
    return air_war(p.game).force[unit] == force and not model(p, unit).is_glider and not has(p, unit, ROYAL)


def deactivable(p: P, hexes: Sequence[int]) -> list[int]:
    side, board = p.s.active, p.game.board
    units = air_war(p.game).units_of_side[side]
    loc = p.s.arrays.loc[units]
    found = units[(loc >= 0) & (loc < board.hexes)].tolist()
    cut = {node for node in {p.s.loc[unit] for unit in found} if is_isolated(p, node, side)}
    return [unit for unit in found if p.s.loc[unit] not in cut]


def activation_refusal(p: P, units: Sequence[int], node: int, side: int) -> tuple[str, str] | None:
    return _unit_refusal(p, units, side) or _place_refusal(p, units, node, side) or _allowance_refusal(p, units)


@rule("27.E")
def _unit_refusal(p: P, units: Sequence[int], side: int) -> tuple[str, str] | None:
    for unit in units:
        if p.side_of(unit) != side or not p.game.is_air[unit] or p.s.loc[unit] != air_war(p.game).box[side][AVAILABLE]:
            return "27.E", f"{name(p, unit)} is not in the available box"
    return None


@rule("27.E", "26.E")
def _place_refusal(p: P, units: Sequence[int], node: int, side: int) -> tuple[str, str] | None:
    war = air_war(p.game)
    for unit in units:
        if not war.home[war.nation[unit]][node]:
            return "27.E", f"{name(p, unit)} comes into play at an airbase of its home country"
    if not is_friendly(p, node, side) or capacity(p, node) == 0:
        return "27.E", "there is no friendly-controlled airbase"
    if is_isolated(p, node, side):
        return "27.E", "the airbase is isolated"
    return None


@rule("26.B", "27.F.2", "35d")
def _allowance_refusal(p: P, units: Sequence[int]) -> tuple[str, str] | None:
    war = air_war(p.game)
    for force in {war.force[unit] for unit in units}:
        coming = [
            unit for unit in units if war.force[unit] == force and not war.model(unit).is_glider and not has(p, unit, ROYAL)
        ]
        if len(coming) > allowance(p, force) - active(p, force):
            full = f"the group allowance is {allowance(p, force)}, and {active(p, force)} air units are active"
            return "26.B", f"{FORCES[force].capitalize()}: {full}"
    return None


@rule("27.E")
def activate(p: P, command: Command) -> None:
    """Available air units come into play."""
    side, node = p.s.active, command.hexes[0]
    refused = activation_refusal(p, command.units, node, side)
    if refused:
        raise Illegal(*refused)
    air_limits.check_nation(p, command.units, node)
    for unit in command.units:
        place_active(p, unit, node)


def place_active(p: P, unit: int, node: int) -> None:
    p.place(unit, node)
    p.emit(Activated(units=(unit,), hex=node, side=p.side_of(unit), rule="27.E"), public=True)


def activable(p: P, hexes: Sequence[int]) -> list[int]:
    """Available air units whose force has allowance left, gliders always."""
    found = []
    for force in forces_of(p.s.active):
        room = allowance(p, force) - active(p, force) > 0
        found += [unit for unit in in_box(p, force, AVAILABLE) if room or model(p, unit).is_glider or has(p, unit, ROYAL)]
    return found


def activation_hexes(p: P, units: Sequence[int]) -> list[int]:
    side, war = p.s.active, air_war(p.game)
    if not units or _unit_refusal(p, units, side) or _allowance_refusal(p, units):
        return []
    found = airbases(p, side)
    for unit in units:
        found = found & war.home[war.nation[unit]]
    nodes = air_limits.where_may_operate(p, units, np.flatnonzero(found & has_capacity(p)))
    return [node for node in nodes if not is_isolated(p, node, side)]
