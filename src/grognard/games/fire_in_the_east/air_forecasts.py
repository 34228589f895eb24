"""What a mission or an interception would come to, as exact chances: who comes through patrols and antiaircraft fire, what those
then do, and how an air combat is likely to end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm
from typing import TypeVar

import msgspec

from .air_charts import AirCharts, Result
from .air_facts import air_war
from .material import P
from .rules import air_combat, attack, bombed_prey, bombing
from .rules.battle import Flight
from .rules.combat import reckon
from .rules.engagement import battle_of, defenders_in
from .rules.flyer import Flyer
from .rules.mission_effects import wanted
from .rules.mission_table import Purpose
from .rules.sorties import weather_at

T = TypeVar("T", bound=Hashable)
Chances = air_combat.Chances
Force = tuple[Flyer, ...]
SAFE: Chances = {Result.NO_EFFECT: Fraction(1)}


def come_through(flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> Iterator[tuple[tuple[Flyer, ...], Fraction]]:
    """Everybody who may be left of a force, with how likely that is; who is alike is counted, not listed."""
    alike: dict[tuple[Flyer, Fraction], int] = {}
    for one in zip(flyers, chances, strict=True):
        alike[one] = alike.get(one, 0) + 1
    for left in product(*(range(count + 1) for count in alike.values())):
        share, force = Fraction(1), list[Flyer]()
        for ((flyer, chance), count), many in zip(alike.items(), left, strict=True):
            share *= comb(count, many) * chance**many * (1 - chance) ** (count - many)
            force += [flyer] * many
        if share:
            yield tuple(force), share


def outcomes(
    flyers: Sequence[Flyer], chances: Sequence[Fraction], of: Callable[[tuple[Flyer, ...]], dict[T, Fraction]]
) -> dict[T, Fraction]:
    """The distribution of what a force does, over everybody who may be left of it."""
    found: dict[T, Fraction] = {}
    for force, share in come_through(flyers, chances):
        for what, chance in of(force).items():
            found[what] = found.get(what, Fraction()) + share * chance
    return found


def hits(p: P, node: int, purpose: Purpose, flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> dict[int, Fraction]:
    """Hits on the bombing table, grouped as it promises most."""
    if purpose is Purpose.AIR_UNITS:
        return ground_hits(p, node, flyers, chances)
    charts, weather, most = air_war(p.game).charts, weather_at(p, node), wanted(p, node, purpose)

    def bombs(force: tuple[Flyer, ...]) -> dict[int, Fraction]:
        groups = bombing.best_groups(charts, force, weather, most) if force else ()
        return bombing.hits([bombing.attack(charts, [force[place] for place in group], weather) for group in groups])

    return outcomes(flyers, chances, bombs)


class Raiders(msgspec.Struct, frozen=True):
    """A force over an airbase. Chances are whole numbers of equal parts: exact, and much cheaper than fractions, of which there
    would be thousands."""

    left: dict[Force, int]  #: everybody who may be left of it, in its order
    parts: int  #: what those add up to
    hits: dict[Force, dict[int, int]]  #: of those who bomb one air unit together
    bombs: int  #: what the hits of a group add up to


def _raiders(p: P, node: int, flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> Raiders:
    """Targets are taken one after the other, as for whoever does not aim himself."""
    charts, weather = air_war(p.game).charts, weather_at(p, node)
    most, parts = wanted(p, node, Purpose.AIR_UNITS), 1
    forces: dict[Force, int] = {(): 1}
    for flyer, chance in zip(flyers, chances, strict=True):
        after: dict[Force, int] = {}
        for force, share in forces.items():
            for left, part in (((*force, flyer), chance.numerator), (force, chance.denominator - chance.numerator)):
                if part:
                    after[left] = after.get(left, 0) + share * part
        forces, parts = after, parts * chance.denominator
    spreads: dict[Force, dict[int, Fraction]] = {}
    for together in {group for force in forces for group in _groups(p, node, force)}:
        groups = bombing.best_groups(charts, together, weather, most)
        spreads[together] = bombing.hits(
            [bombing.attack(charts, [together[place] for place in group], weather) for group in groups]
        )
    bombs = lcm(*(chance.denominator for spread in spreads.values() for chance in spread.values()))
    hits = {group: {many: int(chance * bombs) for many, chance in spread.items()} for group, spread in spreads.items()}
    return Raiders(forces, parts, hits, bombs)


def _groups(p: P, node: int, force: Force) -> list[Force]:
    """Those of a force who bomb the same air unit, target by target."""
    targets = len(bombed_prey.prey(p, node, Purpose.AIR_UNITS))
    return [force[place::targets] for place in range(min(targets, len(force)))]


def ground_hits(p: P, node: int, flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> dict[int, Fraction]:
    """Hits on air units at an airbase, over all that are aimed at."""
    raid = _raiders(p, node, flyers, chances)
    sums: dict[tuple[Force, ...], dict[int, int]] = {(): {0: 1}}

    def total(groups: tuple[Force, ...]) -> dict[int, int]:
        """The hits of some groups together; of those alike in their first groups only once."""
        if groups not in sums:
            found: dict[int, int] = {}
            for (so_far, weight), (more, part) in product(total(groups[:-1]).items(), raid.hits[groups[-1]].items()):
                found[so_far + more] = found.get(so_far + more, 0) + weight * part
            sums[groups] = found
        return sums[groups]

    hits: dict[int, int] = {}
    for force, share in raid.left.items():
        groups = tuple(_groups(p, node, force))
        rest = share * raid.bombs ** (len(flyers) - len(groups))
        for number, weight in total(groups).items():
            hits[number] = hits.get(number, 0) + rest * weight
    whole = raid.parts * raid.bombs ** len(flyers)
    return {number: Fraction(weight, whole) for number, weight in hits.items()}


def struck(p: P, node: int, flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> Fraction:
    """How many air units at an airbase are hit on average, once or more often."""
    raid = _raiders(p, node, flyers, chances)
    struck_by = {group: raid.bombs - spread.get(0, 0) for group, spread in raid.hits.items()}
    weight = sum(share * struck_by[group] for force, share in raid.left.items() for group in _groups(p, node, force))
    return Fraction(weight, raid.parts * raid.bombs)


def harassment(p: P, node: int, flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> dict[int, Fraction]:
    """Movement points more for whoever leaves the hex."""
    weather = weather_at(p, node)

    def cost(force: tuple[Flyer, ...]) -> dict[int, Fraction]:
        points = sum((bombing.strength_of(one, weather) for one in force), Fraction())
        return {bombing.harassment_cost(points): Fraction(1)}

    return outcomes(flyers, chances, cost)


def columns(p: P, node: int, flyers: Sequence[Flyer], chances: Sequence[Fraction]) -> tuple[str, dict[str, Fraction]]:
    """The column of an attack by everybody who could attack the hex now, as it is and with support; empty where nobody could."""
    side, weather = p.s.active, weather_at(p, node)
    units = attack.attackers_of(p, (node,)) if defenders_in(p, node, side) else ()
    if not units:
        return "", {}
    battle = battle_of(p, side, node, units)
    support = battle.ground_support

    def column(force: tuple[Flyer, ...]) -> dict[str, Fraction]:
        new = tuple(Flight(Fraction(bombing.printed_strength(one)), bombing.share_of(one, weather)) for one in force)
        return {reckon(msgspec.structs.replace(battle, ground_support=(*support, *new)), p.game.charts).column: Fraction(1)}

    spread = outcomes(flyers, chances, column)
    order = p.game.charts.table.names
    return next(iter(column(()))), {name: spread[name] for name in sorted(spread, key=order.index)}


class Melee(msgspec.Struct, frozen=True):
    """What an air combat does to each of those in it."""

    hunters: tuple[Chances, ...]
    screen: tuple[Chances, ...]
    force: tuple[Chances, ...]


def melee(charts: AirCharts, hunters: Sequence[Flyer], screen: Sequence[Flyer], force: Sequence[Flyer]) -> Melee:
    """Each escort meets one interceptor, the others go for the mission force, evenly."""
    fates = [dict(SAFE) for _ in hunters]
    screened = [dict(SAFE) for _ in screen]
    bombed = [dict(SAFE) for _ in force]
    for place, (hunter, escort) in enumerate(zip(hunters, screen, strict=False)):
        screened[place], (fates[place],) = air_combat.expect(charts, escort, [hunter])
    rest = range(min(len(screen), len(hunters)), len(hunters))
    for place, target in enumerate(force):
        against = [number for at, number in enumerate(rest) if at % len(force) == place]
        if against:
            bombed[place], others = air_combat.expect(charts, target, [hunters[number] for number in against])
            for number, fate in zip(against, others, strict=True):
                fates[number] = fate
    return Melee(tuple(fates), tuple(screened), tuple(bombed))


def expected(fates: Sequence[Chances], *results: Result) -> Fraction:
    """How many of these suffer one of these results, on average."""
    return sum((fate.get(result, Fraction()) for fate in fates for result in results), Fraction())


def unharmed(fates: Sequence[Chances]) -> dict[int, Fraction]:
    """The distribution of how many go on with their mission."""
    found = {0: Fraction(1)}
    for fate in fates:
        safe, after = fate.get(Result.NO_EFFECT, Fraction()), dict[int, Fraction]()
        for number, chance in found.items():
            for more, share in ((1, safe), (0, 1 - safe)):
                if share:
                    after[number + more] = after.get(number + more, Fraction()) + chance * share
        found = after
    return found
