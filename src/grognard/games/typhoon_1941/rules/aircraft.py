"""Air units: which are ready, from where and how far they fly, who flies together, and how a mission is announced."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.air import Mission
from ....core.derived import answer, derived, places
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Downed, Launched
from ..material import P
from ..state import DISRUPTED, FLOWN, GERMAN, RUSSIAN
from .condition import ground, has
from .supply import SUPPLY, russian_network, supplied, working_armies
from .zones import Mask


def is_ready(p: P, unit: int) -> bool:
    return p.s.loc[unit] == p.game.homes.get(unit) and not p.s.flags[unit] & (DISRUPTED | FLOWN)


@rule("air.5", "air.4", "air.9", "withdrawal.1")
def check_ready(p: P, unit: int) -> None:
    """An air unit that is there, not Disrupted, and not used in this attack phase."""
    handle = p.game.pieces[unit].handle
    if not p.game.is_air[unit] or p.s.loc[unit] != p.game.homes[unit]:
        raise Illegal("air.9", f"{handle} is not available")
    if has(p, unit, DISRUPTED):
        raise Illegal("air.4", f"{handle} is Disrupted for the rest of the turn")
    if has(p, unit, FLOWN):
        raise Illegal("air.5", f"{handle} has flown in this attack phase already")


@rule("air.12", "army.3", "army.2")
def airfields(p: P, side: int) -> list[int]:
    """Armies in supply, from which air units fly."""
    return working_armies(p) if side == GERMAN else _russian_armies(p)


@derived(places(RUSSIAN), answer(russian_network), steady=True)
def _russian_armies(p: P) -> list[int]:
    return [u for u in ground(p, RUSSIAN) if p.game.is_army[u] and supplied(p, u)]


@rule("air.13")
def needed_by_others(p: P, unit: int) -> frozenset[int]:
    """Armies that the front aviations which have flown in this phase cannot spare, if each is to have one to itself.

    Nobody says which army an aviation flies from: it may be any in range, as the armies stand now.
    """
    if p.game.side_of[unit] == GERMAN:
        return frozenset()
    sortie = p.s.sortie
    flown = tuple([sortie[other] - 1 for other in p.game.air_of[RUSSIAN] if sortie[other] and other != unit])
    return _needed_for(p, flown) if flown else frozenset()


@derived(places(RUSSIAN), answer(russian_network))
def _needed_for(p: P, flown: tuple[int, ...]) -> frozenset[int]:
    bases = [bases_for(p, RUSSIAN, target) for target in flown]
    served = _served(bases)
    return frozenset([army for army in frozenset().union(*bases) if _served([choice - {army} for choice in bases]) < served])


def _served(bases: list[frozenset[int]]) -> int:
    """How many air units can have an army of their own, at most, of those each can choose from."""
    if not bases:
        return 0
    first, *others = bases
    return max([_served(others), *(1 + _served([choice - {army} for choice in others]) for army in first)])


def bases_for(p: P, side: int, target: int) -> frozenset[int]:
    """The armies from which air units of a side reach a hex."""
    game, far, loc = p.game, p.game.far[target], p.s.loc
    reach = game.limits["range"][game.sides[side]]
    return frozenset([army for army in airfields(p, side) if far[loc[army]] <= reach])


@rule("air.3", "air.12", "air.13", "army.3")
def range_of(p: P, unit: int, mission: str) -> Mask:
    """The hexes an air unit reaches. The fighters of Moscow only intercept, and only near it."""
    game = p.game
    if game.is_fighter[unit]:
        return game.over_moscow if mission == "intercept" and p.s.control[game.moscow] == RUSSIAN else game.nowhere
    return _range(p, game.side_of[unit], needed_by_others(p, unit))


@derived(*SUPPLY)
def _range(p: P, side: int, taken: frozenset[int]) -> Mask:
    """The hexes in reach of an army that is not taken."""
    fields = [p.s.loc[army] for army in airfields(p, side) if army not in taken]
    return near_any(p, fields, p.game.limits["range"][p.game.sides[side]])


def near_any(p: P, hexes: Sequence[int], distance: int) -> Mask:
    """The hexes no farther than a distance from one of these."""
    return np.asarray((p.game.apart[list(hexes)] <= distance).any(axis=0))


@rule("air.3", "air.12", "air.13", "army.3")
def check_range(p: P, unit: int, target: int, mission: str) -> None:
    """Is the hex within range?"""
    if range_of(p, unit, mission)[target]:
        return
    game, handle = p.game, p.game.pieces[unit].handle
    if game.is_fighter[unit]:
        only = "intercepts only within 2 hexes of Moscow" if mission == "intercept" else "only intercepts"
        raise Illegal("air.3", f"{handle} {only}")
    side = p.side_of(unit)
    reach = game.limits["range"][game.sides[side]]
    rule_id = "air.13" if bases_for(p, side, target) else "air.12" if side == RUSSIAN else "army.3"
    raise Illegal(rule_id, f"{handle} has no army in supply to fly from within {reach} hexes of {game.board.names[target]}")


def can_fly(p: P, unit: int, target: int, mission: str) -> bool:
    return is_ready(p, unit) and range_of(p, unit, mission).item(target)


@rule("air.2")
def check_together(p: P, units: Sequence[int]) -> None:
    """Luftwaffe units combine freely; of the front aviations only one flies, with or without the fighters of Moscow."""
    if len(set(units)) != len(units) or not units:
        raise Illegal("air.2", "name each air unit once")
    if sum(is_front(p, u) for u in units) > 1:
        raise Illegal("air.2", "front aviation units do not combine with each other")


def is_front(p: P, unit: int) -> bool:
    """Is this the aviation of a front, neither Luftwaffe nor the fighters of Moscow?"""
    return p.game.side_of[unit] == RUSSIAN and not p.game.is_fighter[unit]


@rule("air.5", "air.13")
def launch(p: P, mission: Mission) -> None:
    """The mission is announced; whoever can may intercept it."""
    for unit in mission.flyers:
        use(p, unit, mission)
    p.s.mission = mission
    p.emit(Launched(units=mission.flyers, hex=mission.target, mission=mission.kind, side=mission.side, rule="air.5"), public=True)
    p.push("air.resolve")
    if may_answer(p, mission):
        p.push("air.intercept", p.foe(mission.side))


def may_answer(p: P, mission: Mission) -> bool:
    """Is the other side asked? A Russian with any air unit at hand is, so that silence does not tell where armies hide."""
    if mission.side == RUSSIAN:
        return bool(interceptors(p, ()))
    return any(is_ready(p, u) for u in p.game.air_of[RUSSIAN])


def interceptors(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Air units that can meet the mission under way."""
    mission = p.s.mission
    assert mission is not None
    return [u for u in p.game.air_of[p.foe(mission.side)] if can_fly(p, u, mission.target, "intercept")]


def use(p: P, unit: int, mission: Mission) -> None:
    """An air unit flies; a paradrop needs no army to fly from."""
    p.s.mark((unit,), FLOWN)
    if is_front(p, unit) and mission.kind != "drop":
        p.s.sortie[unit] = mission.target + 1


@rule("air.9")
def shoot_down(p: P, unit: int) -> None:
    """Out of the game until two turns later."""
    p.place(unit, p.game.board.node("shot-down"))
    p.s.back[unit] = p.s.turn + 2
    p.s.clear((unit,), DISRUPTED)
    p.emit(Downed(units=(unit,), back=p.s.turn + 2, side=p.side_of(unit), rule="air.9"), public=True)
