"""10.23 to 10.33 Mobile assaults."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import march, targets
from ...assault.battle import change_battle
from ...assault.events import Entered
from ...assault.flags import ASSAULTED, FINISHED
from ..material import P
from ..state import FOUGHT, GERMAN, SOVIET, Battle
from . import allies, fortified_area, ground, hero_cities, instants, supply
from .movement import check_stack, march_of, set_out
from .occupation import enter
from .prepared_assault import unable
from .sequence import pausing, single_month

#: Movement points a mobile assault costs beyond the entry of the hex, in the open and into a city or fortified line.
OPEN_SURCHARGE, STRONG_SURCHARGE = 2, 3


@rule("10.23", "5.10a")
def season_refusal(p: P) -> Illegal | None:
    """The Germans assault in single-month turns, the Soviets in all turns from the 25th on."""
    if p.s.active == SOVIET:
        return None if p.s.turn >= 25 else Illegal("10.23", "Soviet mobile assaults begin on turn 25")
    if pausing(p):
        return Illegal("5.10a", "nobody attacks during the Paulus Pause")
    return None if single_month(p) else Illegal("10.23", "German mobile assaults need a single-month turn")


@rule("10.23", "10.24b", "10.26", "10.27", "11.12b")
def check_force(p: P, units: Sequence[int]) -> None:
    """Mechanized units that began the phase stacked together and are in supply in their launch hex; a Soviet unit
    makes one assault a phase."""
    why = season_refusal(p)
    if why is not None:
        raise why
    for unit in units:
        handle = p.game.pieces[unit].handle
        if p.side_of(unit) == p.s.active and not ground.mechanized(p, unit):
            raise Illegal("10.23", f"{handle} is not mechanized")
        if p.s.active == SOVIET and p.s.flags[unit] & ASSAULTED:
            raise Illegal("10.24b", f"{handle} has made its mobile assault of this phase")
    if units and len({p.s.origin[u] for u in units}) > 1:
        raise Illegal("10.27", "the units did not begin the phase stacked together")
    check_stack(p, units)
    for unit in units:
        why = unable(p, unit)
        if why is not None:
            raise why
        if not supply.may_assault(p, unit):
            raise Illegal("10.26", f"{p.game.pieces[unit].handle} lacks the supply for a mobile assault in its launch hex")


@rule("10.25", "5.13", "8.18b", "9.6")
def check_ground(p: P, units: Sequence[int], target: int) -> None:
    """Only clear hexes, with or without a city or fortified line, across nothing wetter than a river."""
    game, launch = p.game, p.s.loc[units[0]]
    names = game.board.names
    if target >= game.board.hexes or game.board.direction(launch, target) < 0:
        raise Illegal("10.24a", f"{names[target]} is not next to {names[launch]}")
    if not p.s.foes[p.s.active][target]:
        raise Illegal("10.24a", f"there are no enemy units in {names[target]}")
    if ground.water_between(p, launch, target):
        raise Illegal("10.25", "no mobile assault across water other than a river")
    check_target(p, units, target)
    for unit in units:
        why = ground.refusal(p, unit, launch, target)
        if why is not None:
            raise why


@rule("10.25", "5.13", "8.18b")
def check_target(p: P, units: Sequence[int], target: int) -> None:
    """The hex itself, wherever the assault is launched from."""
    game, names = p.game, p.game.board.names
    if game.board.terrains[game.board.terrain[target]] != "clear" and not all(_dry(p, u, target) for u in units):
        raise Illegal("10.25", f"{names[target]} is not clear terrain")
    if hero_cities.stronghold(p, target):
        raise Illegal("10.25", f"{names[target]} is a hero or fortress city")
    if p.s.active == GERMAN and fortified_area.covers(p, target):
        raise Illegal("10.25", f"{names[target]} belongs to the fortified area")


def _dry(p: P, unit: int, target: int) -> bool:
    return ground.dry_marsh(p.game, p.s.turn, p.s.kind[unit], supply.has_overland(p, unit), target)


@rule("10.24a", "10.19", "10.25")
def surcharge(p: P, target: int) -> int:
    """What an assault costs beside hex and hexside: two points, three into a city or fortified line."""
    strong = p.game.city[target] or ground.fortified(p, target, p.foe(p.s.active))
    return STRONG_SURCHARGE if strong else OPEN_SURCHARGE


@rule("10.24a", "10.19", "10.25", "10.3")
def assault_cost(p: P, units: Sequence[int], target: int) -> int:
    """The cost of hex and hexside, and the surcharge; nothing is guaranteed."""
    check_ground(p, units, target)
    march = march_of(p, units)
    cost = march.step(march.start, target) + surcharge(p, target)
    if cost > march.budget:
        raise Illegal("10.24a", f"the assault costs {cost} movement points and only {march.budget} are left")
    return cost


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A force that may assault, and can pay for it."""
    check_force(p, units)
    assault_cost(p, units, target)


@rule("8.11", "9.1", "10.25")
def still_possible(p: P, battle: Battle) -> None:
    """Between announcement and commitment the city may have become a hero city."""
    assault_cost(p, battle.attackers, battle.target)


@rule("10.24a", "10.24b", "10.31", "8.11")
def pay(p: P, battle: Battle) -> Battle:
    """The assault is on: its price is paid. Whoever is in the hex now defends it, also units that retreated there in
    this phase or were rushed in."""
    cost = assault_cost(p, battle.attackers, battle.target)
    set_out(p, battle.attackers)
    p.s.mark(battle.attackers, ASSAULTED | FOUGHT)
    for unit in battle.attackers:
        p.s.spent[unit] += cost
    return change_battle(p, defenders=tuple(p.foes(battle.target, battle.side)))


@rule("10.28a", "10.28b")
def fall_back(p: P, force: Sequence[int]) -> None:
    """The hex was not cleared: Soviet survivors stay in their launch hex for the rest of the phase, Germans go on
    from there with the points they have left."""
    p.s.mark([u for u in force if p.side_of(u) == SOVIET], FINISHED)


@rule("10.29", "3.6b")
def break_through(p: P, force: Sequence[int], target: int) -> None:
    """The hex is cleared: the force stands in it and may go on with the points it has left."""
    if force:
        enter(p, force, target)
        p.emit(Entered(units=tuple(force), hex=target, side=p.side_of(force[0]), rule="10.29"))
        allies.approached(p, force, target)
        instants.settle(p)


# ---------------------------------------------------------------- what may be named


def leaders(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that could make a mobile assault from where they stand (into the given hex, if any)."""
    return [u for u in _candidates(p) if (set(targets_of(p, (u,))) & set(hexes) if hexes else targets_of(p, (u,)))]


def _candidates(p: P) -> list[int]:
    if season_refusal(p) is not None:
        return []
    return (march.unfinished(p) & p.game.is_mech[p.s.arrays.kind]).nonzero()[0].tolist()


def targets_of(p: P, units: Sequence[int]) -> list[int]:
    """Enemy-held hexes these units may assault together."""
    return targets.in_reach_of(p, units, check_force, assault_cost) if units else []


def assault_targets(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that may be assaulted, by the units named or by anybody."""
    if units:
        return targets_of(p, units)
    return sorted({hex for unit in _candidates(p) for hex in targets_of(p, (unit,))})


def list_assaults(p: P) -> Iterator[Command]:
    """Assaults by each unit alone and by all that could make one into the same hex."""
    able: dict[int, list[int]] = {}
    for unit in _candidates(p):
        for hex in targets_of(p, (unit,)):
            able.setdefault(hex, []).append(unit)
    for hex in sorted(able):
        yield from (Command("assault", (unit,), (hex,)) for unit in able[hex])
        everybody = tuple(able[hex])
        if len(everybody) > 1 and hex in targets_of(p, everybody):
            yield Command("assault", everybody, (hex,))


def sample_assault(p: P, rng: random.Random) -> Command | None:
    """A random assault, sometimes by a whole stack."""
    return targets.random_assault(p, rng, _candidates(p), lambda unit: ground.mechanized(p, unit), targets_of)
