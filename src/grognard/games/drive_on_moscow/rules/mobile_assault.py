"""9.18 to 9.27 German mobile assaults."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import derived, stands
from ....core.errors import Illegal
from ....core.paths import next_to
from ....core.rule import rule
from ...assault import targets
from ...assault.events import Entered
from ...assault.flags import ASSAULTED, FINISHED, OVERTAKEN
from ..material import P
from ..state import GERMAN, SOVIET, Battle
from .movement import check_stack, costs_for, enter, pace, set_out
from .november import refuse_attacks_while_preparing
from .supply import supplied

#: Movement points a mobile assault costs beyond the entry of the hex.
EXTRA_COST = 2


@rule("5.3e", "9.18", "9.21", "9.22", "9.19b", "9.24", "7.6c", "7.3e")
def check_force(p: P, units: Sequence[int]) -> None:
    """Mechanized German units led by a panzer unit, that came to the launch hex as one stack, are in supply
    there, and have not made a mobile assault in this phase."""
    s, game = p.s, p.game
    if s.active == SOVIET:
        raise Illegal("5.3e", "Soviet units never make mobile assaults")
    refuse_attacks_while_preparing(p)
    for unit in units:
        handle = game.pieces[unit].handle
        if game.side_of[unit] != GERMAN or not game.is_mech[s.kind[unit]]:
            raise Illegal("9.18", f"{handle} is not a German mechanized unit")
        if s.flags[unit] & ASSAULTED:
            raise Illegal("9.19b", f"{handle} has made a mobile assault in this phase already")
    if len(units) > 1 and len({(s.origin[u], s.loc[u], s.trail[u]) for u in units}) > 1:
        raise Illegal("9.22", "the units have not come here as one stack")
    check_stack(p, units)
    if not any(game.is_panzer[s.kind[u]] for u in units):
        raise Illegal("9.18", "a mobile assault needs a panzer division or panzer Kampfgruppe")
    if not supplied(p, units[0]):
        raise Illegal("9.21", "the force is out of supply in its launch hex")


@rule("9.19a", "9.20", "9.14", "10.14", "9.12")
def assault_cost(p: P, units: Sequence[int], target: int) -> int:
    """Two points more than entering the hex. Marsh and reservoirs bar the way; cities, towns and forts do not."""
    game, s = p.game, p.s
    names = game.board.names
    launch = s.loc[units[0]]
    direction = game.board.direction(launch, target)
    if direction < 0:
        raise Illegal("9.19a", f"{names[target]} is not next to {names[launch]}")
    if not s.count[SOVIET][target]:
        raise Illegal("9.19a", f"there are no Soviet units in {names[target]}")
    if game.reservoir[launch][direction]:
        raise Illegal("9.20", "no mobile assault across a reservoir")
    if game.marsh[target]:
        raise Illegal("9.20", "no mobile assault into marsh")
    cost, left = costs_for(p, units).item(launch, direction) + EXTRA_COST, pace(p, units)
    if cost > left:
        raise Illegal("9.19a", f"the assault costs {cost} movement points and only {left} are left")
    return cost


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A force that may assault, and can pay for it."""
    check_force(p, units)
    assault_cost(p, units, target)


@rule("9.18", "9.19a")
def check_assault(p: P, command: Command) -> None:
    """A force that may, and can afford it."""
    check_attackers(p, command.units, command.hexes[0])


@rule("9.19a", "9.19b")
def commit(p: P, battle: Battle) -> None:
    """The assault is on: its price is paid and the force has had its one assault of the phase."""
    cost = assault_cost(p, battle.attackers, battle.target)
    set_out(p, battle.attackers)
    p.s.mark(battle.attackers, ASSAULTED)
    for unit in battle.attackers:
        p.s.spent[unit] += cost


@rule("9.23", "10.24", "10.25")
def fall_back(p: P, force: Sequence[int]) -> None:
    """The hex was not cleared: the survivors stay in their launch hex for the rest of the phase."""
    p.s.mark(force, FINISHED)


@rule("9.24", "9.19c")
def break_through(p: P, force: Sequence[int], target: int) -> None:
    """The hex is cleared: the force stands in it and may go on with the points it has left."""
    if force:
        enter(p, force, target)
        p.emit(Entered(units=tuple(force), hex=target, side=GERMAN, rule="9.24"))


# ---------------------------------------------------------------- what may be named


def leaders(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that could take part in a mobile assault from where they stand (into the given hex, if any)."""
    found = []
    for unit in _candidates(p):
        open_to_it = _targets_in_company(p, unit)
        if any(hex in hexes for hex in open_to_it) if hexes else open_to_it:
            found.append(unit)
    return found


def list_assaults(p: P) -> Iterator[Command]:
    """Assaults by each panzer unit alone and by all that could take part."""
    able: dict[int, list[int]] = {}
    for unit in _candidates(p):
        for hex in _targets_in_company(p, unit):
            able.setdefault(hex, []).append(unit)
    is_panzer, kind = p.game.is_panzer, p.s.kind
    for hex in sorted(able):
        everybody = tuple(able[hex])
        for unit in everybody:
            if is_panzer[kind[unit]]:  # others have been found in company
                yield Command("assault", (unit,), (hex,))
        if len(everybody) > 1 and hex in targets_of(p, everybody):
            yield Command("assault", everybody, (hex,))


def _candidates(p: P) -> list[int]:
    s, game = p.s, p.game
    if s.active != GERMAN:
        return []
    units = game.german_units
    fresh = s.arrays.flags[units] & (ASSAULTED | FINISHED | OVERTAKEN) == 0
    near = beside_the_soviets(p).take(s.arrays.loc[units])
    return units[fresh & near & game.arrays.is_mech.take(s.arrays.kind[units])].tolist()  # type: ignore[no-any-return]


def _targets_in_company(p: P, unit: int) -> list[int]:
    """What a unit may assault, alone if it has tanks and else with those beside it."""
    return targets_of(p, (unit,)) if p.game.is_panzer[p.s.kind[unit]] else _led_targets(p, unit)


def _led_targets(p: P, unit: int) -> list[int]:
    """Targets of a unit that needs a panzer unit beside it."""
    found: set[int] = set()
    for other in p.units(p.s.loc[unit], GERMAN):
        if other != unit and p.game.is_panzer[p.s.kind[other]]:
            found.update(targets_of(p, (other, unit)))
    return sorted(found)


def targets_of(p: P, units: Sequence[int]) -> list[int]:
    """Soviet-held hexes these units may assault together."""
    return targets.in_reach_of(p, units, check_force, assault_cost)


def assault_targets(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that may be assaulted, by the units named or by anybody."""
    if units:
        return targets_of(p, units)
    found: set[int] = set()
    for unit in _candidates(p):
        if p.game.is_panzer[p.s.kind[unit]]:
            found.update(targets_of(p, (unit,)))
    return sorted(found)


@derived(stands(SOVIET))
def beside_the_soviets(p: P) -> npt.NDArray[np.bool_]:
    """Hexes with a Soviet unit next to them."""
    return next_to(p.game.board.neighbours, p.game.on_map_side, p.s.arrays.count[SOVIET])  # type: ignore[no-any-return]


def sample_assault(p: P, rng: random.Random) -> Command | None:
    """A random assault by a panzer unit, sometimes with its whole stack."""
    game, s = p.game, p.s
    near, panzer, loc, kind = beside_the_soviets(p).data, game.is_panzer, s.loc, s.kind
    able = [u for u in game.spearheads if panzer[kind[u]] and near[loc[u]]]  # nothing off the map is beside anything
    return targets.random_assault(p, rng, able, lambda unit: True, targets_of)
