"""10.15 to 10.24 Mobile assaults."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.paths import NEVER
from ....core.rule import rule
from ...assault import march, targets
from ...assault.flags import ASSAULTED, FINISHED, OVERTAKEN
from ..material import P
from ..state import GERMAN, Battle
from . import combat, movement, neutrals, stacking, supply
from .counters import TOP_RUNG, mechanized, movement_factor, name, on_map
from .prepared_assault import awakened, defended

#: Added to the doubled price of a hex with printed works (10.22).
WORKS_SURCHARGE = 1


@rule("9.3b", "10.15a")
def able(p: P, unit: int) -> bool:
    """German panzer corps, and tank corps of the top rung."""
    if p.side_of(unit) == GERMAN:
        return mechanized(p, unit)
    return p.game.rung[p.s.kind[unit]] == TOP_RUNG


@rule("6.7bis-b", "6.10", "9.3b", "10.15a", "10.15c", "10.15d", "10.17", "10.18")
def check_force(p: P, units: Sequence[int]) -> None:
    """Units that began the phase together, in overland supply now and not halved at the start, each once per phase, out of a hex
    that is not overstacked."""
    for unit in units:
        if p.side_of(unit) == GERMAN and p.s.ploesti:
            raise Illegal("6.10", "without Ploesti there are no German mobile assaults")
        if not able(p, unit):
            raise Illegal("10.15a", f"{name(p, unit)} makes no mobile assaults")
        if p.s.flags[unit] & ASSAULTED:
            raise Illegal("10.15c", f"{name(p, unit)} has made its mobile assault of this phase")
    if len({p.s.origin[unit] for unit in units}) > 1:
        raise Illegal("10.18", "the units did not begin the phase stacked together")
    movement.check_stack(p, units)
    for unit in units:
        if not supply.may_assault(p, unit):
            raise Illegal("10.17", f"{name(p, unit)} has no overland supply in its launch hex")
        if movement.allowance(p, unit) < movement_factor(p, unit):
            raise Illegal("6.7bis-b", f"{name(p, unit)} was out of supply when it began to move")
    if not stacking.fits(p, units, p.s.loc[units[0]]):
        raise Illegal("10.15d", f"{p.game.board.names[p.s.loc[units[0]]]} is overstacked")


@rule("9.8g", "10.10a", "10.11c", "10.15a", "10.16a", "10.23")
def check_ground(p: P, units: Sequence[int], target: int) -> None:
    """Any hex with an enemy but marshes, closed Ardennes and semi-permanent forts, across anything but major rivers, lakes and
    seas. A mobile assault goes into the hex, so it needs more than leave to attack."""
    board, launch = p.game.board, p.s.loc[units[0]]
    where = board.names[target]
    direction = board.direction(launch, target) if target < board.hexes else -1
    if direction < 0:
        raise Illegal("10.15a", f"{where} is not next to {board.names[launch]}")
    if not defended(p, target):
        raise neutrals.nobody_to_fight(p, target, "10.15a")
    if not movement.crossable(p, launch, target):
        raise Illegal("10.11c", f"water bars the way to {where}")
    if board.terrain_mask("marsh")[target]:
        raise Illegal("10.16a", f"{where} is a marsh")
    if p.s.fort[target]:
        raise Illegal("9.8g", f"there is a fortification in {where}")
    if board.side_mask("major-river")[launch, direction]:
        raise Illegal("10.23", f"a major river bars the way to {where}")
    for unit in units:
        closed = neutrals.barred(p, unit, target)
        if closed:
            raise Illegal(closed, f"{name(p, unit)} may not go into {where}")


@rule("10.15b", "10.16c", "10.22a", "8.3a")
def assault_cost(p: P, units: Sequence[int], target: int) -> int:
    """Twice what entering costs, hexside and interdiction counted, and one more for printed works; no hex is guaranteed."""
    check_ground(p, units, target)
    plan = movement.march_of(p, units)
    step = plan.step(plan.start, target)
    cost = 2 * step + WORKS_SURCHARGE * bool(p.game.works[target])
    if step >= NEVER or cost > plan.budget:
        raise Illegal("10.16c", f"the assault costs {cost} movement points and only {plan.budget} are left")
    return cost


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A force that may assault, and can pay for it."""
    if not units:
        raise Illegal("10.15a", "name the units that assault")
    check_force(p, units)
    assault_cost(p, units, target)


def battle_of(p: P, units: Sequence[int], target: int, *, airborne: bool = False) -> Battle:
    """The battle that an assault would be. Whoever is in the hex defends it with all his strength."""
    launch = p.s.loc[units[0]] if units else -1
    return Battle(True, p.s.active, target, tuple(units), tuple(p.foes(target, p.s.active)), launch=launch, airborne=airborne)


@rule("10.15a", "10.15b", "10.15c", "10.21", "11.11d")
def assault(p: P, command: Command) -> None:
    """A force breaks into a hex. Until it is cleared the force counts as standing in its launch hex."""
    check_attackers(p, command.units, command.hexes[0])
    storm(p, command.units, command.hexes[0])


def storm(p: P, units: Sequence[int], target: int, *, airborne: bool = False) -> None:
    """The price is paid and the battle begins."""
    if units:
        pay(p, units, assault_cost(p, units, target))
    if awakened(p, target):
        neutrals.announce(p, p.s.active, (target,))
    combat.commit(p, battle_of(p, units, target, airborne=airborne))


def pay(p: P, units: Sequence[int], cost: int) -> None:
    for unit in units:
        p.s.allowance[unit] = movement.allowance(p, unit)
    march.set_out(p.s, units)
    p.s.mark(units, ASSAULTED)
    for unit in units:
        movement.pay(p, unit, cost)


# ---------------------------------------------------------------- what may be named


def _candidates(p: P) -> list[int]:
    """Units that could make an assault, wherever they stand."""
    own = [u for side in movement.MOVERS[p.s.active] for u in p.game.pieces_of_side[side] if able(p, u)]
    spent = FINISHED | OVERTAKEN | ASSAULTED
    return [u for u in own if on_map(p, u) and movement.acts_now(p, u) and not p.s.flags[u] & spent]


def leaders(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that could make a mobile assault from where they stand, into the given hex if any."""
    return [u for u in _candidates(p) if (set(targets_of(p, (u,))) & set(hexes) if hexes else targets_of(p, (u,)))]


def targets_of(p: P, units: Sequence[int]) -> list[int]:
    """Enemy-held hexes these units may assault together."""
    return targets.in_reach_of(p, units, check_force, assault_cost, defended) if units else []


def assault_targets(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that may be assaulted, by the units named or by anybody."""
    if units:
        return targets_of(p, units)
    return sorted({hex for unit in _candidates(p) for hex in targets_of(p, (unit,))})


def sample_assault(p: P, rng: random.Random) -> Command | None:
    """A random assault, sometimes by a whole stack."""
    return targets.random_assault(p, rng, _candidates(p), lambda unit: able(p, unit), targets_of)
