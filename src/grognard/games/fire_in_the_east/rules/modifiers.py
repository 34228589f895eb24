"""Rule 9.A.4: what is added to the die of a battle and taken from it, each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..charts import Charts, Effect
from .armor import Armored, Capability, Effects, effects, proportion
from .battle import Artillery, Battle, City, Engineer, Fighter
from .strength import STORMING

HALF = Fraction(1, 2)
#: The share of engineers that tells, and the first level of winterization. The erratum to rule 10 does not change it.
FIFTH = Fraction(1, 5)
#: Ground on which mountain units know their way.
HIGH_GROUND = ("rough", "wooded-rough", "mountain")


class Modifier(msgspec.Struct, frozen=True):
    """Why the die is modified, and by how much."""

    rule: str
    why: str
    value: int


@rule("9.A.4", "9.H")
def modifiers(battle: Battle, charts: Charts, armor: Effects) -> tuple[Modifier, ...]:
    """Everything that modifies the die."""
    found = [
        *((Modifier("9.H", name, effect.die) for name, effect in _features(battle, charts))),
        Modifier("14.E", "mountain units", _mountain_units(battle, charts)),
        Modifier("10.C.1", "attacking armour", armor.aeca),
        Modifier("10.C.2", "defending armour", armor.aecd),
        Modifier("10.C.3", "antitank weapons", armor.atec),
        Modifier("14.A.2b", "engineers", int(engineers_used(battle))),
        *_first_winter(battle, charts),
    ]
    return tuple(modifier for modifier in found if modifier.value)


def _features(battle: Battle, charts: Charts) -> Iterator[tuple[str, Effect]]:
    """What is in the attacked hex; a city that fills it stands in the place of its terrain."""
    ground = battle.ground
    if ground.city is not City.FULL:
        frozen = ground.frozen and ground.terrain in charts.frozen
        yield ground.terrain, (charts.frozen if frozen else charts.terrain)[ground.terrain]
    if ground.city is not City.NONE:
        yield ground.city.value, charts.cities[ground.city.value]
    if ground.fortress:
        yield "fortress", charts.fortress
    if battle.has_fort:
        yield "fort", charts.fort
    yield ground.weather, charts.weather[ground.weather]


@rule("14.E")
def _mountain_units(battle: Battle, charts: Charts) -> int:
    """Where half of the attackers are mountain units, broken ground is one better for them, though never good."""
    ground = battle.ground
    troops = _troops(battle.attackers)
    if ground.terrain not in HIGH_GROUND or ground.city is City.FULL or share(troops, lambda unit: unit.mountain) < HALF:
        return 0
    return min(1, -charts.terrain[ground.terrain].die)


def share(units: Sequence[Fighter], what: Callable[[Fighter], bool]) -> Fraction:
    """The part of all equivalents that something is true of."""
    total = sum((unit.size for unit in units), Fraction())
    return sum((unit.size for unit in units if what(unit)), Fraction()) / total if total else Fraction()


def _troops(units: Sequence[Fighter]) -> list[Fighter]:
    return [unit for unit in units if not unit.is_artillery]


@rule("10.G", "29.C", "12.D.b", "9.H")
def armor_effects(battle: Battle, charts: Charts) -> Effects:
    """Rule 10 in this battle: units out of supply for long have no capability, ground and weather may forbid armour."""
    ground = all(effect.armor for _, effect in _features(battle, charts))
    aeca = proportion(armored(battle.attackers, lambda unit: unit.aeca))
    aecd = proportion(armored(battle.holders, lambda unit: unit.aecd))
    atec = proportion(armored(battle.holders, lambda unit: unit.atec))
    return effects(aeca, aecd, atec, ground=ground)


def armored(units: Sequence[Fighter], capability: Callable[[Fighter], Capability | None]) -> list[Armored]:
    found = []
    for unit in units:
        able = capability(unit)
        if able is not None and unit.artillery is not Artillery.SHIP:
            found.append(Armored(unit.size, Capability.NONE if unit.unsupplied > 1 else able))
    return found


@rule("14.A.2", "14.A.2b", "14.A.3", "14.C")
def engineer_share(battle: Battle) -> Fraction:
    """The engineers' part of all attackers but artillery; assault engineers count twice in major cities and fortresses."""
    troops = [
        msgspec.structs.replace(unit, size=2 * unit.size)
        if unit.engineer is Engineer.ASSAULT and battle.ground.is_stronghold
        else unit
        for unit in _troops(battle.attackers)
    ]
    return share(troops, lambda unit: unit.engineer in STORMING)


@rule("14.A.2b")
def engineers_used(battle: Battle) -> bool:
    """Do engineers help the attack, so that losses fall on them?"""
    return battle.use_engineers and battle.suits_engineers and engineer_share(battle) >= FIFTH


@rule("29.D.1", "29.D.1.a", "29.D.1.b")
def _first_winter(battle: Battle, charts: Charts) -> Iterator[Modifier]:
    """Axis attacks suffer unless only Finns make them; in the open it matters who is dressed for it."""
    ground = battle.ground
    if not ground.first_winter:
        return
    if battle.axis_attacks and not all(unit.finnish for unit in battle.attackers):
        yield Modifier("29.D.1.a", "first winter", -1)
    if ground.city is City.NONE and not ground.fortress:
        value = charts.winter[_level(battle.attackers)][_level(battle.holders)]
        yield Modifier("29.D.1.b", "winterization", value)


@rule("29.D.1.b")
def _level(units: Sequence[Fighter]) -> int:
    """0: less than a fifth is winterized; 1: less than half; 2: half or more."""
    part = share([unit for unit in units if unit.artillery is not Artillery.SHIP], lambda unit: unit.winterized)
    return (part >= FIFTH) + (part >= HALF)
