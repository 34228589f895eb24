"""Prepared assaults, and everything a battle asks of both sides."""

from __future__ import annotations

from collections.abc import Sequence

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ...assault.battle import the_battle
from ..material import STACK_LIMIT
from ..rules import advance, combat_results, prepared_assault, retreat
from ..state import GERMAN, SOVIET
from . import operations, sieges
from .pockets import leaves_gap
from .sight import Sight

#: An attack must promise so many factors.
WORTH_WHILE = {GERMAN: 0.4, SOVIET: 0.3}
#: What every factor in an attack must add: it could fight elsewhere.
EFFORT = {GERMAN: 0.04, SOVIET: 0.06}
#: What an aircraft must add to a battle.
_AIR = 0.6


def best_attack(sight: Sight) -> tuple[float, int, tuple[int, ...]] | None:
    """The most promising attack with units that stand beside their target, by the fewest that do it almost as well."""
    best: tuple[float, int, tuple[int, ...]] | None = None
    for target in prepared_assault.attackable_hexes(sight.p, ()):
        found = attack_on(sight, target)
        if found is not None and (best is None or found[0] > best[0]):
            best = found[0], target, found[1]
    return best


def attack_on(
    sight: Sight, target: int, order: str | None = None, free: set[int] | None = None
) -> tuple[float, tuple[int, ...]] | None:
    """The best choice of attackers of one hex and what it promises; `order` of the phases if it is not decided yet."""
    able = [u for u in prepared_assault.attackers_of(sight.p, (target,)) if free is None or u in free]
    bound = prepared_assault.obliged_to(sight.p, target)
    best: tuple[float, tuple[int, ...]] | None = None
    for row in _rows(sight, able):
        ordered = [*bound, *(u for u in row if u not in bound)]
        for count in range(max(1, len(bound)), len(ordered) + 1):
            units = tuple(ordered[:count])
            effort = EFFORT[sight.side] * sum(sight.attack(u) for u in units)
            worth = sight.worth(target, [(u, sight.at(u)) for u in units], order=order) - effort
            if best is None or worth > best[0]:
                best = worth, units
    return best


def _rows(sight: Sight, able: Sequence[int]) -> list[list[int]]:
    """By strength, and one from every side first: that surrounds the target."""
    strong = sorted(able, key=lambda u: (-sight.attack(u), u))
    rank: dict[int, int] = {}
    seen: dict[int, int] = {}
    for unit in strong:
        rank[unit] = seen.get(sight.at(unit), 0)
        seen[sight.at(unit)] = rank[unit] + 1
    around = sorted(strong, key=lambda u: rank[u])
    return [strong] if around == strong else [strong, around]


def fight(match: Match, *, clock: bool = False, besieges: bool = False) -> Advice:
    """The best attack, as long as one is worth while; then those that must be made, at the best odds there are."""
    sight = Sight(match, clock=clock, besieges=besieges)
    found = best_attack(sight)
    if found is not None and found[0] >= WORTH_WHILE[sight.side]:
        return Advice(Command("attack", found[2], (found[1],)), sight.expected(found[1], [(u, sight.at(u)) for u in found[2]]))
    bait = sieges.bait(sight)
    if bait is not None:
        return Advice(
            Command("attack", (bait[1],), (bait[0],)), "this brings the transport aircraft now, not when the storm begins"
        )
    bound = prepared_assault.obliged_units(sight.p)
    if not bound:
        return Advice(Command("done"), "no more attacks worth while")
    choices = {t: attack_on(sight, t) for t in prepared_assault.open_targets(sight.p, bound[0])}
    target, (_, units) = max(((t, c) for t, c in choices.items() if c is not None), key=lambda pair: pair[1][0])
    units = units if bound[0] in units else (*units, bound[0])
    return Advice(Command("attack", units, (target,)), "Stalin wants an attack")


def announced(match: Match) -> Advice:
    return Advice(Command("fight"), "as planned")


def air(match: Match) -> Advice:
    """Aircraft go where a column changes most."""
    sight = Sight(match)
    battle = the_battle(sight.p)
    lift = operations.airlift(sight, battle)
    if lift is not None:
        return lift
    if sight.s.air <= 0 or battle.air > 0:
        return Advice(Command("air", number=0), "no aircraft to spare")
    posts = [(u, sight.at(u)) for u in battle.attackers]
    if battle.side == sight.side:
        without, with_air = (sight.worth(battle.target, posts, mobile=battle.mobile, air=air) for air in (0, 1))
        return _say(with_air - without > _AIR, "they add a column where it counts")
    strength = sum(sight.defence(u) for u in battle.defenders) + 4 * bool(sight.points[battle.target])
    return _say(strength >= 12, "the stack must be held")


def _say(flies: bool, why: str) -> Advice:
    return Advice(Command("air", number=1), why) if flies else Advice(Command("air", number=0), "kept for a better use")


def convert(match: Match) -> Advice:
    """A bloodbath when the enemy loses more by it."""
    sight = Sight(match)
    battle = the_battle(sight.p)
    posts = [(u, sight.at(u)) for u in battle.attackers]
    defence = float(sum(sight.defence(u) for u in battle.defenders))
    if not sight.exits(battle.target, posts) or 0.65 * defence < sight.price * defence:
        return Advice(Command("result", word="dr"), "let them run")
    return Advice(Command("result", word="bb"), "they are worth the blood")


def losses(match: Match) -> Advice:
    """The cheapest units that settle the bill, foot before armour."""
    sight = Sight(match)

    def price(command: Command) -> float:
        return sum(sight.attack(u) + sight.defence(u) + 2 * sight.mech(u) for u in command.units)

    return Advice(min(combat_results.possible_losses(sight.p), key=price), "the least that pays")


def retreats(match: Match) -> Advice:
    """Together, into supply, towns and company, away from the enemy."""
    sight = Sight(match)

    def call(command: Command) -> float:
        hex = command.hexes[0]
        company = sight.s.count[sight.side][hex]
        return (
            3.0 * bool(sight.fed[hex]) + 1.5 * bool(sight.game.city[hex]) + 0.3 * min(company, 3) + len(command.units)
            - 0.05 * float(sight.threat[hex])
        )  # fmt: skip

    return Advice(max(retreat.possible_retreats(sight.p), key=call), "towards supply and friends")


def advances(match: Match, *, besieges: bool = False) -> Advice:
    """Into the hex that was won: armour first, and strongly; garrisons of one's own places stay."""
    sight = Sight(match, besieges=besieges)
    p = sight.p
    battle = the_battle(p)
    further = advance.exploiting(p)
    for unit in further:
        here = battle.target
        hexes = [h for h in advance.exploit_hexes(p, (unit,)) if sight.fed[h] and sight.s.control[h] != sight.side]
        towns = [h for h in hexes if sight.points[h]]
        if towns and sight.s.count[sight.side][here] > 1:
            return Advice(Command("exploit", (unit,), (towns[0],)), "the town lies open")
    able = [u for u in advance.advancing(p) if not keeps_guard(sight, u) and not leaves_gap(sight, u)]
    able.sort(key=lambda u: (not sight.mech(u), -sight.defence(u), u))
    wanted = 3 if sight.points[battle.target] else 2
    if sight.siege is not None and battle.target in sight.board.adjacent(sight.siege.target):
        wanted = STACK_LIMIT
    there = sight.s.count[sight.side][battle.target]
    if able and there < wanted:
        return Advice(Command("advance", (able[0],)), "the hex is ours")
    return Advice(Command("stay"), "far enough")


def keeps_guard(sight: Sight, unit: int) -> bool:
    """Is the unit the last in a place that brings points, with enemies about?"""
    here = sight.at(unit)
    return bool(sight.points[here]) and sight.s.count[sight.side][here] <= 2 and sight.to_enemy[here] <= 3
