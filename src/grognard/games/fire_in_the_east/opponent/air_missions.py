"""Where bombers go: battles whose column they lift, objectives under attack, airbases full of enemies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from ....ai import Advice
from ....core.command import Command
from .. import queries_air
from ..air_charts import Result
from ..rules import air_limits, attack, flights
from ..rules.airbases import capacity_left
from ..rules.battle import Flight
from ..rules.bombing import printed_strength, share_of
from ..rules.combat import reckon
from ..rules.engagement import battle_of
from ..rules.flyer import Flyer
from ..rules.mission_table import BY_WORD, Mission, range_of
from ..rules.sorties import is_guards, model, nation, on_ground, weather_at
from . import attacks as battles
from .sight import Sight

SUPPORT, ESCORT, DEFENCE, STRIKE = BY_WORD["support"], BY_WORD["escort"], BY_WORD["defend"], BY_WORD["air-units"]
#: Battles that are supported in one air phase, bombers for each, and columns that are enough.
BATTLES, BOMBERS, COLUMNS = 16, 5, 2
#: Airbases that are bombed in one air phase, bombers for each; hits that must be expected, and for each loss of one's own.
BASES, STRIKERS, HITS, PRICE = 8, 4, Fraction(1, 2), 2
ESCORTS = 2


class Wings:
    """Air units that have nothing to do yet, as they are given away mission by mission."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.bombers = [unit for unit in flights.able(sight.p, SUPPORT) if not model(sight.p, unit).is_fighter]
        self.fighters = list(flights.able(sight.p, ESCORT))
        bases = {sight.p.s.loc[unit] for unit in (*self.bombers, *self.fighters)}
        #: missions that can still begin at each airbase; the position is the one of the first mission
        self.starts = {base: capacity_left(sight.p, base) for base in bases}

    def near(self, units: Sequence[int], mission: Mission, target: int, besides: Sequence[int] = ()) -> list[int]:
        """Those within range of a target, with the most bombs first, and no more than can begin a mission `besides` others."""
        p, board = self.sight.p, self.sight.board
        found = [unit for unit in units if board.distance(p.s.loc[unit], target) <= range_of(model(p, unit), mission)]
        starts = Counter(self.starts)
        starts.subtract(p.s.loc[unit] for unit in besides)
        able = []
        for unit in sorted(found, key=lambda unit: (-model(p, unit).tactical, unit)):
            starts[p.s.loc[unit]] -= 1
            if starts[p.s.loc[unit]] >= 0 and air_limits.may_operate(p, (unit,), target):
                able.append(unit)
        return able

    def send(self, word: str, force: Sequence[int], target: int, why: str, *, escorts: int = ESCORTS) -> Advice:
        """A package, with an escort where somebody could intercept it."""
        p = self.sight.p
        threat = len(queries_air.interceptors(p, target, p.foe(self.sight.side)))
        escort = self.near(self.fighters, ESCORT, target, force)[: min(escorts, threat)]
        for unit in (*force, *escort):
            self.starts[p.s.loc[unit]] -= 1
        self.bombers = [unit for unit in self.bombers if unit not in force]
        self.fighters = [unit for unit in self.fighters if unit not in escort]
        return Advice(Command("raid", (*force, *escort), (target,), word=word), why)


def missions(sight: Sight) -> Iterator[Advice]:
    """Battles first; what is left covers objectives and bombs airbases."""
    wings = Wings(sight)
    yield from supports(wings)
    if not sight.s.surprise:
        yield from _covers(wings)
    yield from strikes(wings)


# ---------------------------------------------------------------- ground support


def supports(wings: Wings) -> Iterator[Advice]:
    """Bombers go where they lift an attack to a better column, and no more of them than that takes."""
    sight = wings.sight
    for plan in _promising(sight)[:BATTLES]:
        near = wings.near(wings.bombers, SUPPORT, plan.target)
        found = lift(sight, plan, near[:BOMBERS])
        if found is not None:
            force, before, after = found
            name = sight.board.names[plan.target]
            yield wings.send("support", force, plan.target, f"bombs lift the attack on {name} from {before} to {after}")


def lift(sight: Sight, plan: battles.Plan, near: Sequence[int]) -> tuple[list[int], str, str] | None:
    """The fewest of these bombers that lift an attack by two columns, or by one; None if they change nothing."""
    p, charts = sight.p, sight.game.charts
    weather, names = weather_at(p, plan.target), charts.table.names
    battle = battle_of(p, sight.side, plan.target, plan.units, plan.origins)
    before = reckon(battle, charts).column
    support, best = list(battle.ground_support), None
    for count, unit in enumerate(near, 1):
        facts = Flyer(model(p, unit), nation(p, unit), SUPPORT.purpose, guards=is_guards(p, unit))
        support.append(Flight(Fraction(printed_strength(facts)), share_of(facts, weather)))
        after = reckon(msgspec.structs.replace(battle, ground_support=tuple(support)), charts).column
        gained = names.index(after) - names.index(before)
        if gained and (best is None or gained > best[3]):
            best = [*near[:count]], before, after, gained
        if gained >= COLUMNS:
            break
    return best and best[:3]


def _promising(sight: Sight) -> list[battles.Plan]:
    """Attacks that will be made, or could be with some help, those first that gain most."""
    p, found = sight.p, []
    for target in attack.contested(p):
        able = attack.attackers_of(p, (target,))
        plan = battles.best_force(sight, target, [(u, sight.s.loc[u]) for u in able]) if able else None
        if plan is not None and plan.forecast.clears < 0.99 and plan.value > -2:
            found.append(plan)
    return sorted(found, key=lambda plan: (-battles.ground(sight, plan.target) - plan.value, plan.target))


def _covers(wings: Wings) -> Iterator[Advice]:
    """Bombers that are left stand by over objectives that the enemy has reached."""
    sight = wings.sight
    beside = sight.widened(sight.enemies())
    held = [hex for hex in sight.objectives() if beside[hex] and sight.s.count[sight.side][hex]]
    for hex in sorted(held, key=lambda hex: (-sight.objectives()[hex], hex)):
        near = wings.near(wings.bombers, DEFENCE, hex)[:3]
        if near:
            yield wings.send("defend", near, hex, f"support for the defence of {sight.board.names[hex]}", escorts=0)


# ---------------------------------------------------------------- airbases


def strikes(wings: Wings) -> Iterator[Advice]:
    """Whoever is left bombs enemy air units where they lie thickest, if that costs less than it brings."""
    sight = wings.sight
    p, enemy = sight.p, sight.enemy
    bases = [(base.hex, len(on_ground(p, base.hex, enemy))) for base in queries_air.bases(p, enemy)]
    for node, _ in sorted(bases, key=lambda base: (-base[1], base[0]))[:BASES]:
        force = wings.near(wings.bombers, STRIKE, node)[:STRIKERS]
        if not force:
            continue
        found = queries_air.forecast(p, force, STRIKE.word, node)
        hits = sum((number * chance for number, chance in found.hits.items()), Fraction())
        lost = sum((fire.get(Result.ELIMINATED.letter, Fraction()) for fire in found.flak), Fraction())
        if hits >= HITS and hits >= PRICE * lost:
            yield wings.send(STRIKE.word, force, node, f"the airbase in {sight.board.names[node]} is full of enemies")
