"""What the mission builder asks: who can fly what from where, how far, and what would come of it before anybody commits himself.

Every answer is worked out for the air units or the hex that is asked about, never for all pairs of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np

from ...core.answers import Reach, ReachedHex
from .air_charts import Result
from .air_facts import air_war
from .material import P
from .rules import air_combat, air_limits, antiaircraft, bombed_prey, bombing, flak, flights, patrols
from .rules.air_paths import flying_distances, way
from .rules.airbases import airbases, capacity, capacity_left
from .rules.flyer import Flyer, air_defence
from .rules.mission_effects import wanted
from .rules.mission_table import BY_WORD, MISSIONS, Mission, Purpose, range_of, why_not
from .rules.patrol_reckoning import patrol_chance
from .rules.sorties import is_guards, model, nation, on_ground, weather_at
from .state import INOPERATIVE


class Base(msgspec.Struct, frozen=True):
    """An airbase with air units: how many more missions can begin there, and who is there."""

    hex: int
    capacity: int
    left: int
    ready: tuple[int, ...]
    inoperative: tuple[int, ...]


class Choice(msgspec.Struct, frozen=True):
    """A mission, and the air units that could begin it now."""

    word: str
    title: str
    rule: str
    units: tuple[int, ...]


class Builder(msgspec.Struct, frozen=True):
    """What the mission builder opens with."""

    bases: tuple[Base, ...]
    missions: tuple[Choice, ...]


class Forecast(msgspec.Struct, frozen=True):
    """What a mission would come to, as exact chances: how likely each air unit gets past patrols, how antiaircraft fire ends
    for it,
    and how many hits there will be from all that come through; `adds` is what support would add, before its limit."""

    hexes: tuple[int, ...]  #: flown by each unit
    patrols: tuple[Fraction, ...]  #: chance of each to be turned back, if every patrol on its way attacks
    flak: tuple[dict[str, Fraction], ...]
    strength: Fraction
    hits: dict[int, Fraction]
    adds: Fraction


def builder(p: P, side: int) -> Builder:
    """Bases with air units, and for every mission who could begin it."""
    return Builder(tuple(bases(p, side)), tuple(choices(p)) if side == p.s.active else ())


def bases(p: P, side: int) -> list[Base]:
    war, arrays = air_war(p.game), p.s.arrays
    units = war.units_of_side[side]
    loc = arrays.loc[units]
    here = units[(loc >= 0) & (loc < p.game.board.hexes) & (arrays.mission[units] == 0)]
    found = []
    for node in sorted(set(arrays.loc[here].tolist())):
        there = on_ground(p, node, side)
        ready = tuple(unit for unit in there if not p.s.flags[unit] & INOPERATIVE)
        found.append(Base(node, capacity(p, node), capacity_left(p, node), ready, tuple(u for u in there if u not in ready)))
    return found


def choices(p: P) -> list[Choice]:
    found = []
    for mission in MISSIONS.values():
        if mission.purpose in (Purpose.NONE, Purpose.INTERCEPTION, Purpose.SCRAMBLE):
            continue
        option = flights.OPTIONS.get(mission.purpose)
        if option is None or flights.opted(p, option):
            found.append(Choice(mission.word, mission.title, mission.rule, tuple(flights.able(p, mission))))
    return found


def ring(p: P, unit: int, word: str, *, extended: bool = False) -> dict[int, int]:
    """Every hex within range of an air unit on a mission, with its distance."""
    mission = BY_WORD[word]
    reach = range_of(model(p, unit), mission, extended=extended)
    apart = flying_distances(p, p.s.loc[unit], air_limits.closed_to(p, nation(p, unit)), reach)
    return {int(node): int(apart[node]) for node in np.flatnonzero(apart >= 0)}


def reach(p: P, units: Sequence[int]) -> Reach:
    """The ring of air units on a mission of their printed movement rating: hexes that all of them can fly to, as the first
    flies."""
    names, around, first = p.game.board.names, p.game.board.around, units[0]
    if not 0 <= p.s.loc[first] < p.game.board.hexes:
        return Reach({}, rule="18", why="it is not in play")
    rings = [ring(p, unit, "support") for unit in units]
    common = {node: cost for node, cost in rings[0].items() if cost and all(node in other for other in rings[1:])}
    most = range_of(model(p, first), BY_WORD["support"])
    back = {node: next(near for near in around[node] if rings[0].get(near) == cost - 1) for node, cost in common.items()}
    danger = patrols.danger(p, p.foe(p.side_of(first)))
    hexes = {names[node]: ReachedHex(cost, names[back[node]], most - cost, bool(danger[node])) for node, cost in common.items()}
    return Reach(hexes, names[p.s.loc[first]], most)


def targets(p: P, units: Sequence[int], word: str, *, extended: bool = False) -> list[int]:
    """Hexes to which these could fly a mission together."""
    return flights.reachable(p, BY_WORD[word], units, extended=extended)


def escorts(p: P, node: int) -> list[int]:
    """Fighters of the phasing side that could escort a mission to a hex."""
    mission, side = MISSIONS[Purpose.ESCORT], p.s.active
    able = [unit for unit in flights.able(p, mission) if not why_not(model(p, unit), mission)]
    apart = p.game.board.distances(np.array([node], np.int16))[0]
    near = [unit for unit in able if apart[p.s.loc[unit]] <= range_of(model(p, unit), mission)]
    return sorted(near, key=lambda unit: (int(apart[p.s.loc[unit]]), unit)) if side == p.s.active else []


def interceptors(p: P, node: int, side: int) -> list[int]:
    """Operative fighters of a side at airbases that could intercept in a hex together, the strongest first: no more from an
    airbase than may begin missions there."""
    war, arrays = air_war(p.game), p.s.arrays
    fighters = war.fighters_of_side[side]
    loc = arrays.loc[fighters]
    ready = (loc >= 0) & (loc < p.game.board.hexes) & (arrays.mission[fighters] == 0)
    ready &= (arrays.flags[fighters] & INOPERATIVE) == 0
    apart = p.game.board.distances(np.array([node], np.int16))[0]
    at_airbase = airbases(p, side)
    found = [int(u) for u in fighters[ready] if at_airbase[p.s.loc[u]] and apart[p.s.loc[u]] <= model(p, u).movement // 2]
    left: dict[int, int] = {}
    able = []
    for unit in sorted(found, key=lambda unit: (-model(p, unit).attack, unit)):
        base = p.s.loc[unit]
        left[base] = left.get(base, capacity_left(p, base)) - 1
        if left[base] >= 0 and air_limits.may_operate(p, (unit,), node):
            able.append(unit)
    return able


def forecast(p: P, units: Sequence[int], word: str, node: int, *, extended: bool = False, night: bool = False) -> Forecast:
    """What would come of a mission of these air units to a hex, as things stand."""
    mission, side = BY_WORD[word], p.s.active
    facts = [_facts(p, unit, mission, extended=extended, night=night) for unit in units]
    weather = weather_at(p, node)
    danger = patrols.danger(p, p.foe(side), night=night)
    paths = [way(p, p.s.loc[unit], node, air_limits.closed_to(p, nation(p, unit)), danger) or () for unit in units]
    guns = _guns(p, node, mission, side)
    fire = [_fire(p, guns, one) for one in facts]
    groups = (
        bombing.best_groups(air_war(p.game).charts, facts, weather, wanted(p, node, mission.purpose)) if mission.table else ()
    )
    attacks = [bombing.attack(air_war(p.game).charts, [facts[place] for place in group], weather) for group in groups]
    strength = sum((bombing.strength_of(one, weather) for one in facts), Fraction())
    return Forecast(
        hexes=tuple(map(len, paths)),
        patrols=tuple(_turned_back(p, unit, one, path, p.foe(side)) for unit, one, path in zip(units, facts, paths, strict=True)),
        flak=tuple({result.letter: chance for result, chance in chances.items()} for chances in fire),
        strength=strength,
        hits=bombing.hits(attacks) if mission.table else {},
        adds=strength if mission.purpose in (Purpose.SUPPORT, Purpose.DEFENCE) else Fraction(),
    )


def _guns(p: P, node: int, mission: Mission, side: int) -> Fraction:
    """What would fire over a hex; of ships the first is the one bombed, as long as nobody says otherwise."""
    ships = bombed_prey.prey(p, node, Purpose.SHIP) if mission.purpose is Purpose.SHIP else []
    aim = ships[0] if ships else -1
    batteries = antiaircraft.may_fire(
        flak.batteries(p, node, p.foe(side)), mission.purpose, aim=aim, at_sea=flak.is_at_sea(p, aim), bombed=frozenset({aim})
    )
    return antiaircraft.total(batteries, surprised=p.s.surprise and side == 0)


def dogfight(p: P, interceptors: Sequence[int], escorts: Sequence[int], bombers: Sequence[int], word: str) -> dict[str, Fraction]:
    """How air combat is likely to end if each escort meets one interceptor and the others go for the mission force one by one:
    the
    average number of air units that each side has turned back, aborted and eliminated."""
    charts = air_war(p.game).charts
    hunters = [_facts(p, unit, MISSIONS[Purpose.INTERCEPTION]) for unit in interceptors]
    screen = [_facts(p, unit, MISSIONS[Purpose.ESCORT]) for unit in escorts]
    force = [_facts(p, unit, BY_WORD[word]) for unit in bombers]
    expected: dict[str, Fraction] = {}

    def count(who: str, chances: air_combat.Chances) -> None:
        for result, chance in chances.items():
            if result is not Result.NO_EFFECT:
                key = f"{who} {result.letter}"
                expected[key] = expected.get(key, Fraction()) + chance

    for hunter, escort in zip(hunters, screen, strict=False):
        single, (other,) = air_combat.expect(charts, escort, [hunter])
        count("escorts", single)
        count("interceptors", other)
    for hunter, bomber in zip(hunters[len(screen) :], force, strict=False):
        single, (other,) = air_combat.expect(charts, bomber, [hunter])
        count("bombers", single)
        count("interceptors", other)
    return expected


def _facts(p: P, unit: int, mission: Mission, *, extended: bool = False, night: bool = False) -> Flyer:
    return Flyer(model(p, unit), nation(p, unit), mission.purpose, guards=is_guards(p, unit), extended=extended, night=night)


def _fire(p: P, guns: Fraction, one: Flyer) -> air_combat.Chances:
    shot = antiaircraft.barrage(air_war(p.game).charts, guns, one) if antiaircraft.is_fired_at(one) else None
    return shot.chances if shot else {Result.NO_EFFECT: Fraction(1)}


def _turned_back(p: P, unit: int, one: Flyer, path: Sequence[int], side: int) -> Fraction:
    """At most one attack per hex, each fighter once: as many as can be matched, the best first."""
    if not path:
        return Fraction()
    left, through = set(path), Fraction(1)
    attacks: dict[int, int] = {}  #: by airbase: no more than its capacity
    apart = p.game.board.distances(np.array([path[-1]], np.int16))[0]
    fighters = patrols.patrollers(p, side, night=one.night)
    for fighter in sorted(fighters, key=lambda other: -model(p, other).attack):
        if apart[p.s.loc[fighter]] > len(path) + 9:
            continue
        covered = [node for node in path if node in left and patrols.in_zone(p, fighter, node)]
        base = p.s.loc[fighter]
        if covered and attacks.get(base, p.s.patrolled[base]) < capacity(p, base):
            attacks[base] = attacks.get(base, p.s.patrolled[base]) + 1
            left.discard(covered[-1])
            through *= 1 - patrol_chance(model(p, fighter).attack, air_defence(one))
    return 1 - through
