"""What a commander may do beside marching and fighting: the Caucasus, the seas, the air, and the reserve on call."""

from __future__ import annotations

from collections.abc import Sequence

from ....ai import Advice
from ....core.command import Command
from ..rules import aerial_supply, caucasus, crimea, expedition, hero_cities, rvgk, sea, supply
from ..state import GERMAN, SOVIET, Battle
from .sight import Sight

#: Last turn on which it pays to send three corps for the oil.
_OIL_UNTIL = 22
#: Defence factors worth the transport aircraft, and a place that brings points counts as so many.
_LIFT, _LIFT_PLACE = 9, 6
#: Factors that threaten a place for each that holds it, from which on the Coastal Army takes ship.
_LEAVE_PORT = 3.0
#: Units of the box kept on call for endangered cities, and how many hold a city well enough.
ON_CALL, _THIN = 2, 3


def before_moving(sight: Sight) -> Advice | None:
    """Operations that come before the marches of a movement phase."""
    if sight.side == GERMAN:
        return _draw_crimea_supply(sight) or _expedition(sight) or _passage(sight)
    return _leave_caucasus(sight) or _coastal_army(sight)


# ---------------------------------------------------------------- the Caucasus


def _expedition(sight: Sight) -> Advice | None:
    """Two panzer corps and one of foot leave for the oil as soon as they can reach the exits together."""
    launch = next(caucasus.possible_launches(sight.p), None) if expedition_wanted(sight) else None
    return Advice(launch, "the oil of the Caucasus, or four armies drawn off to guard it") if launch is not None else None


def expedition_wanted(sight: Sight) -> bool:
    """Is the base secure, and nobody on the way yet?"""
    return sight.side == GERMAN and caucasus.may_launch(sight.p) and sight.s.turn <= _OIL_UNTIL


def role(sight: Sight, unit: int) -> str:
    """What a German corps can be in the expedition: armour, foot, or nothing."""
    unit_type = sight.game.types[sight.s.kind[unit]]
    if unit_type.size != "XXX" or "satellite" in unit_type.traits:
        return ""
    return "armour" if sight.mech(unit) else "foot" if unit_type.kind in ("infantry", "mountain") else ""


def gate(sight: Sight, hex: int) -> bool:
    """Is this a way out of the Caucasus that Soviet units would close? In all of them together they end the expedition."""
    exits = expedition.exits(sight.p)
    if sight.side != SOVIET or hex not in exits or expedition.in_the_box(sight.p) is None:
        return False
    return not any(sight.s.count[GERMAN][h] for h in exits)


def _leave_caucasus(sight: Sight) -> Advice | None:
    """The armies that answered an expedition come back when it is over."""
    for unit in caucasus.may_leave(sight.p):
        hexes = [h for h in caucasus.leave_to(sight.p, (unit,)) if h < sight.hexes]
        if hexes:
            return Advice(Command("return", (unit,), (hexes[0],)), "nobody is left to guard against")
    return None


# ---------------------------------------------------------------- the seas


def _draw_crimea_supply(sight: Sight) -> Advice | None:
    """Sevastopol feeds those in the Crimea who have no other line."""
    p = sight.p
    if sight.s.crimea:
        return None
    needy = [u for u in crimea.can_draw(p) if not supply.has_overland(p, u)]
    if not needy or len(needy) > crimea.MOST:
        return None
    return Advice(Command("crimea", tuple(needy)), "Sevastopol can feed them")


def _passage(sight: Sight) -> Advice | None:
    """A corps in a quiet port sails to one that the enemy threatens."""
    for unit in sea.sailors(sight.p, ()):
        here = sight.at(unit)
        if sight.to_enemy[here] <= 4 or sight.s.count[GERMAN][here] < 2:
            continue
        ports = [h for h in sea.havens(sight.p, (unit,)) if sight.to_enemy[h] <= 2 and sight.s.count[GERMAN][h] < 3]
        if ports:
            best = max(ports, key=lambda h: (float(sight.threat[h]), h))
            return Advice(Command("sail", (unit,), (best,)), "the port must be held")
    return None


def _coastal_army(sight: Sight) -> Advice | None:
    """It stays while its port can be held and leaves before it falls."""
    p, ica = sight.p, sight.game.ica
    if ica not in sea.sailors(p, ()):
        return None
    here, havens = sight.at(ica), list(sea.havens(p, (ica,)))
    held = sum(sight.defence(u) for u in p.units(here, SOVIET))
    if sight.threat[here] < _LEAVE_PORT * held or hero_cities.stronghold(p, here):
        return None
    safer = [h for h in havens if sight.threat[h] < sight.threat[here]]
    return Advice(Command("sail", (ica,), (safer[0],)), "before the port falls") if safer else None


# ---------------------------------------------------------------- the air


def airlift(sight: Sight, battle: Battle) -> Advice | None:
    """Transport aircraft double a stack without supply that is being attacked, if it is worth them."""
    p = sight.p
    if sight.side != GERMAN or not aerial_supply.wants_moment(p, battle):
        return None
    starving = sum(sight.defence(u) for u in battle.defenders if supply.state_of(p, u) == supply.NONE)
    if starving + _LIFT_PLACE * bool(sight.points[battle.target]) < _LIFT:
        return None
    return Advice(Command("airlift", hexes=(battle.target,)), "supplied from the air they count in full")


# ---------------------------------------------------------------- the reserve on call


def on_call(sight: Sight) -> Advice | None:
    """Units of the box are told off for the cities that a German column could reach and few hold."""
    ordered = {unit for unit, _ in sight.s.standing}
    promised = {city for _, city in sight.s.standing}
    free = [u for u in rvgk.deployable(sight.p) if u not in ordered]
    cities = [h for h in endangered(sight) if h not in promised]
    if not free or not cities or len(ordered) >= ON_CALL:
        return None
    unit = max(free, key=lambda u: (sight.defence(u), -u))
    return Advice(Command("standby", (unit,), (cities[0],)), f"{sight.board.names[cities[0]]} is thinly held")


def endangered(sight: Sight) -> Sequence[int]:
    """Own cities in supply within reach of the enemy, the weakest for what they are worth first."""
    ours = [h for h in range(sight.hexes) if sight.game.city[h] and sight.s.control[h] == SOVIET and sight.fed[h]]
    near = [h for h in ours if sight.exposed[h] and sight.s.count[SOVIET][h] < _THIN]
    return sorted(near, key=lambda h: (sight.s.count[SOVIET][h] - sight.points_of(h), h))
