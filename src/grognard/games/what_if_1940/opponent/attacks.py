"""Battles: which attacks are worth making, with whom, and with how many aircraft."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import airborne, mobile_assault, prepared_assault
from ..state import ALLIED, GERMAN
from . import goals
from .sight import Outlook, Sight

#: What a step of one's own is worth; the Anglo-French lose their victory with the first corps (4.4).
OWN_STEP, DEAR_STEP = 1.0, 1.6
#: What a step of the enemy is worth.
ENEMY_STEP = 0.8
#: An attack must promise so much.
WORTHWHILE = 0.25
#: The chance to clear the hex that a mobile assault must have.
BREAK_IN = 0.5


class Attack(msgspec.Struct, frozen=True):
    """An attack that could be made."""

    target: int
    units: tuple[int, ...]
    value: float
    column: int


def value(sight: Sight, units: Sequence[int], target: int, outlook: Outlook, *, airborne: bool = False) -> float:
    """What an attack is worth: ground and enemies gained, less what it costs."""
    gain, theirs = goals.worth(sight, target), sight.enemy_steps(target)
    own = DEAR_STEP if sight.side == ALLIED else OWN_STEP
    mine = sight.steps(units) + (2 if airborne else 0)
    weak = bool(sight.p.foes(target, sight.side)) and any(sight.s.steps[u] > 1 for u in sight.p.foes(target, sight.side))
    blood = gain * (mine > theirs) + min(mine, theirs) * (ENEMY_STEP - own)
    hard = sight.game.city[target] or sight.game.works[target]
    push = max(blood, -own) if hard else gain + 0.2
    dead = theirs * ENEMY_STEP * (0.5 if weak else 1.0) + gain * (0.3 if weak else 1.0)
    return outlook.of("DE") * dead + outlook.of("DR") * push + outlook.of("BB") * blood - outlook.of("AL1") * own


def best_force(sight: Sight, able: Sequence[int], target: int, *, mobile: bool = False) -> Attack | None:
    """The strongest units first, no more than the table rewards."""
    chosen: list[int] = []
    best: Attack | None = None
    for unit in sorted(able, key=lambda u: (-sight.attack_of(u), u)):
        chosen.append(unit)
        outlook = sight.outlook(chosen, target, mobile)
        found = Attack(target, tuple(chosen), value(sight, chosen, target, outlook), outlook.column)
        if best is None or found.value > best.value + 0.01:
            best = found
        if outlook.column >= sight.game.results.last and len(chosen) > 1:
            break
    return best


def prepared(match: Match) -> Advice:
    """The best attack left in a combat phase; the 7th Flieger Corps comes down on Moscow."""
    sight = Sight(match)
    drop = _drop_on_moscow(sight)
    if drop is not None:
        return drop
    found = [best_force(sight, able, target) for target in prepared_assault.open_targets(sight.p)
             for able in (sound(sight, prepared_assault.attackers_of(sight.p, (target,))),) if able]  # fmt: skip
    good = [attack for attack in found if attack is not None and attack.value > WORTHWHILE]
    if not good:
        return Advice(Command("done"), "no attack promises enough")
    best = max(good, key=lambda attack: (attack.value, -attack.target))
    return Advice(Command("attack", best.units, (best.target,)), "the attack that promises most")


def sound(sight: Sight, units: Sequence[int]) -> list[int]:
    """The Anglo-French keep worn corps out of battle."""
    return [u for u in units if sight.side != ALLIED or sight.s.steps[u] == 2]


def _drop_on_moscow(sight: Sight) -> Advice | None:
    p, moscow = sight.p, sight.game.moscow
    if sight.side != GERMAN or "drop" not in sight.match.step.verbs or not airborne.may_drop(p) or not sight.defended(moscow):
        return None
    friends = tuple(airborne.company(p, (moscow,)))
    if not friends or not p.game.east[p.s.loc[friends[0]]]:
        return None
    outlook = sight.outlook(friends, moscow, False, airborne=True)
    if value(sight, friends, moscow, outlook, airborne=True) < WORTHWHILE:
        return None
    return Advice(Command("drop", friends, (moscow,)), "paratroops and ground troops together against Moscow")


def mobile(sight: Sight) -> Advice | None:
    """A mobile assault with good odds on whatever is worth it or bars the way."""
    p, best = sight.p, None
    for unit in mobile_assault.leaders(p, ()):
        friends = [u for u in p.units(p.s.loc[unit], sight.side) if u in mobile_assault.leaders(p, ())]
        for target in mobile_assault.targets_of(p, (unit,)):
            together = [u for u in friends if target in mobile_assault.targets_of(p, (unit, *[f for f in (u,) if f != unit]))]
            found = best_force(sight, sound(sight, together or [unit]), target, mobile=True)
            if found is None or found.value < WORTHWHILE or target not in mobile_assault.targets_of(p, found.units):
                continue
            outlook = sight.outlook(found.units, target, True)
            if outlook.of("DE", "DR", "BB") >= BREAK_IN and (best is None or found.value > best.value):
                best = found
    if best is None:
        return None
    return Advice(Command("assault", best.units, (best.target,)), "the way must be opened")
