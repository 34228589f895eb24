"""Battles: what an attack is worth by the rules' own reckoning, whom to send, and which one comes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from ....ai import Advice
from ....core.command import Command
from ..rules import attack
from ..rules.engagement import defenders_in
from ..state import AXIS, ONE, SOVIET
from .sight import Forecast, Sight

#: What a point of one's own strength is worth against one of the enemy's: the attacker in 1941 can afford a little more.
OWN = {AXIS: 1.0, SOVIET: 0.8}
#: An attack must be worth so much, and clear the hex so often.
WORTHWHILE = {AXIS: 0.8, SOVIET: 1.5}
CLEARED = {AXIS: 0.45, SOVIET: 0.4}
#: Printed odds with which a force is worth reckoning, and beyond which more units add nothing.
LEAST, ENOUGH = 2.0, 9.5
#: What a point of strength could do elsewhere.
BOUND = 0.12
GROUND, CITY, OBJECTIVE = 1.0, 2.0, 5.0


class Plan(msgspec.Struct, frozen=True):
    """An attack that could be made, and from where."""

    target: int
    units: tuple[int, ...]
    origins: tuple[int, ...]
    value: float
    forecast: Forecast


def ground(sight: Sight, hex: int) -> float:
    """What taking a hex is worth, whoever defends it."""
    city = sight.front.city_at.get(hex)
    worth = GROUND
    if city is not None:
        worth += CITY + OBJECTIVE * sight.front.charts.objectives.get(city.name, 0)
    return worth


def value(sight: Sight, target: int, forecast: Forecast) -> float:
    """Ground and enemies gained, less what it costs."""
    return forecast.clears * ground(sight, target) + forecast.killed - OWN[sight.side] * forecast.lost


def is_good(sight: Sight, plan: Plan) -> bool:
    return plan.value >= WORTHWHILE[sight.side] and plan.forecast.clears >= CLEARED[sight.side]


def best_force(sight: Sight, target: int, able: Sequence[tuple[int, int]], *, cap: int = 14) -> Plan | None:
    """Of units and the hexes they would attack from those that are worth most: one after the other, the strongest first, armour
    first in a second try, since it changes the die."""
    defence = sum(sight.value("defence", unit) for unit in defenders_in(sight.p, target, sight.side)) or 1
    best: Plan | None = None
    strongest = sorted(able, key=lambda pair: (-sight.value("attack", pair[0]), pair[0]))
    armour = sorted(strongest, key=lambda pair: not _is_armour(sight, pair[0]))
    for order in (strongest, *([armour] if armour != strongest else [])):
        best = _grown(sight, target, order, defence, best, cap)
    return best


def _grown(sight: Sight, target: int, order: Sequence[tuple[int, int]], defence: int, best: Plan | None, cap: int) -> Plan | None:
    groups: dict[int, list[int]] = defaultdict(list)
    chosen: list[tuple[int, int]] = []
    total, bound = 0, sum(sight.value("attack", unit) for unit in best.units) / ONE if best is not None else 0.0
    for unit, origin in order:
        if len(chosen) >= cap:
            break
        if not sight.fits(target, [*groups[origin], unit]):
            continue
        groups[origin].append(unit)
        chosen.append((unit, origin))
        total += sight.value("attack", unit)
        if total < LEAST * defence:
            continue
        units, origins = tuple(u for u, _ in chosen), tuple(o for _, o in chosen)
        forecast = sight.forecast(target, units, origins)
        if forecast is None:
            continue
        plan = Plan(target, units, origins, value(sight, target, forecast), forecast)
        if best is None or plan.value - BOUND * total / ONE > best.value - BOUND * bound:
            best, bound = plan, total / ONE
        if total >= ENOUGH * defence and forecast.clears > 0.95:
            break
    return best


def _is_armour(sight: Sight, unit: int) -> bool:
    shown = sight.game.printed_faces[unit][sight.s.steps[unit]]
    return shown.aeca in ("full", "half") or shown.engineer in ("combat", "assault")


# ---------------------------------------------------------------- the combat phase


class Fighter:
    """Attacks of a combat phase, one after the other, the best first; what has been reckoned is kept as long as it holds."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[int, ...], Plan | None]] = {}

    def choose(self, sight: Sight) -> Advice:
        p = sight.p
        plans = []
        for target in attack.contested(p):
            able = tuple(attack.attackers_of(p, (target,)))
            key = (*able, *defenders_in(p, target, sight.side))
            if self._known.get(target, ((), None))[0] != key:
                plan = best_force(sight, target, [(u, sight.s.loc[u]) for u in able]) if able else None
                self._known[target] = key, plan
            plans.append(self._known[target][1])
        must = attack.trapped(p)
        for plan in sorted(filter(None, plans), key=lambda plan: (-plan.value, plan.target)):
            forced = any(sight.s.loc[unit] == plan.target for unit in must)
            if (forced or is_good(sight, plan)) and attack.is_legal(p, plan.target, plan.units):
                odds = f"{plan.forecast.column} with {plan.forecast.modifier:+d}"
                return Advice(Command("attack", plan.units, (plan.target,)), f"{odds} promises most here")
        return Advice(Command("done"), "no attack promises enough")
