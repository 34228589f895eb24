"""Rules 9.A.1 and 9.A.2: what a side is worth in a battle, unit by unit, with every factor and its rule.

Factors multiply (3.C.2) and fractions are kept (3.C.1). Artillery beyond its company comes last: its owner chooses which units
those are, and leaves out what is worth least.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

import msgspec

from ....core.rule import rule
from ..charts import Charts
from .battle import Artillery, Battle, Engineer, Fighter, Flight

HALF = Fraction(1, 2)
TWICE = Fraction(2)
#: What all artillery beyond its company is worth together; nothing where Soviet artillery defends.
BEYOND_COMPANY = Fraction(1)
COMBAT_ENGINEERS = (Engineer.COMBAT, Engineer.ASSAULT)
STORMING = (*COMBAT_ENGINEERS, Engineer.FLAME)


class Factor(msgspec.Struct, frozen=True):
    """Why a strength is multiplied."""

    rule: str
    why: str
    times: Fraction


@rule("3.C", "3.C.1", "3.C.2")
class Strength(msgspec.Struct, frozen=True):
    """One unit's strength, before artillery is counted off."""

    unit: Fighter
    printed: Fraction
    factors: tuple[Factor, ...] = ()

    @property
    def value(self) -> Fraction:
        """Effects add up and nothing is rounded."""
        return self.printed * prod((factor.times for factor in self.factors), start=Fraction(1))


class Force(msgspec.Struct, frozen=True):
    """What a side is worth."""

    full: tuple[Strength, ...]  #: units that count for themselves
    beyond: tuple[Strength, ...]  #: artillery beyond its company
    beyond_value: Fraction  #: what that is worth in all
    air: Fraction

    @property
    def total(self) -> Fraction:
        return sum((strength.value for strength in self.full), Fraction()) + self.beyond_value + self.air


@rule("9.A.1", "more-optional.3")
def attacking(battle: Battle, charts: Charts, *, overrun: bool = False) -> Force:
    """The attackers' strength. `overrun`: by moving, not in combat; aircraft do not help in it."""
    units = battle.attackers
    strengths = [Strength(u, u.attack, tuple(_attack_factors(battle, charts, u, overrun))) for u in units]
    printed = sum((u.attack for u in _ground_units(units)), Fraction())
    air = Fraction() if overrun else supporting(battle.ground_support, printed)
    return _in_company(strengths, BEYOND_COMPANY, air)


@rule("9.A.2", "13a")
def defending(battle: Battle, *, overrun: bool = False) -> Force:
    """The defenders' strength; in an overrun aircraft do not help."""
    units = battle.holders
    strengths = [Strength(u, u.defence, tuple(_defence_factors(battle, u))) for u in units]
    printed = sum((u.defence for u in _ground_units(units)), Fraction())
    air = Fraction() if overrun and not battle.overrun_air else supporting(battle.defensive_support, printed)
    return _in_company(strengths, Fraction() if battle.axis_attacks else BEYOND_COMPANY, air)


def _attack_factors(battle: Battle, charts: Charts, unit: Fighter, overrun: bool) -> Iterator[Factor]:
    yield from _hexside(battle, charts, unit, overrun)
    if battle.ground.fortress and not (unit.is_artillery or unit.breaching or unit.engineer in STORMING):
        yield Factor("9.H", "fortress", charts.fortress_attack)
    if battle.ground.is_stronghold and unit.artillery in (Artillery.SIEGE, Artillery.RAILROAD):
        yield Factor("14.B.1", "siege artillery", TWICE)
    yield from _in_general(battle, unit, battle.attackers, STORMING)
    if unit.unsupplied:
        yield Factor("12.D.a" if unit.unsupplied == 1 else "12.D.b", "out of supply", HALF)
    if unit.landing:
        yield Factor("28.C.3b", "from the sea", HALF)


def _defence_factors(battle: Battle, unit: Fighter) -> Iterator[Factor]:
    yield from _in_general(battle, unit, battle.holders, COMBAT_ENGINEERS)
    if unit.unsupplied > 1:
        yield Factor("12.D.b", "out of supply", HALF)


@rule("9.H")
def _hexside(battle: Battle, charts: Charts, unit: Fighter, overrun: bool) -> Iterator[Factor]:
    """Only what is between this unit and the defender counts; one that may not be crossed is refused elsewhere."""
    times = passing(charts, unit, overrun=overrun)
    if times is not None and times != 1:
        yield Factor("9.H", unit.across.kind, times)
    if unit.across.flotilla and battle.axis_attacks and not unit.is_artillery:
        yield Factor("28.Ee", "river flotilla", charts.flotilla)


def passing(charts: Charts, unit: Fighter, *, overrun: bool = False) -> Fraction | None:
    """What the hexside leaves of a unit's attack; None: it may not attack across it."""
    if not unit.across.kind:
        return Fraction(1)
    side = charts.hexsides[unit.across.kind]
    share = side.frozen if unit.across.frozen else side.overrun if overrun else side.attack
    return side.artillery if share is not None and unit.is_artillery else share


def _in_general(battle: Battle, unit: Fighter, own: Sequence[Fighter], storming: Sequence[Engineer]) -> Iterator[Factor]:
    """Factors of attack and defence alike."""
    if unit.artillery is Artillery.SHIP:
        yield Factor("28.B.2a", "guns of a ship", HALF)
    if battle.ground.is_stronghold and unit.engineer is Engineer.ASSAULT:
        yield Factor("14.A.3", "assault engineers", TWICE)
    if not is_supported(unit, own, storms=battle.suits_engineers and unit.engineer in storming):
        yield Factor("11", "unsupported", HALF)
    if unit.disrupted:
        yield Factor("25.A.b", "disrupted", HALF)


@rule("11", "11a", "11b", "14.A.2a", "14.C")
def is_supported(unit: Fighter, own: Sequence[Fighter], *, storms: bool) -> bool:
    """By its own arms, by somebody in its hex who takes part as well, or as an engineer where engineers belong."""
    return unit.supported or storms or any(other.supports and other.place == unit.place for other in own)


def _ground_units(units: Sequence[Fighter]) -> list[Fighter]:
    return [unit for unit in units if unit.artillery is not Artillery.SHIP]


def supporting(flights: Sequence[Flight], limit: Fraction) -> Fraction:
    """What aircraft add: no more printed points than those they support have, the best first, each with what is left of it."""
    added = Fraction()
    for flight in sorted(flights, key=lambda flight: flight.share, reverse=True):
        used = min(flight.printed, limit)
        limit -= used
        added += used * flight.share
    return added


@rule("14.B", "14.B.1", "14.B.2")
def _in_company(strengths: Sequence[Strength], beyond: Fraction, air: Fraction) -> Force:
    """Artillery counts fully up to the equivalents of other troops; the rest is worth `beyond` in all, never more than itself."""
    guns = [strength for strength in strengths if strength.unit.is_artillery]
    others = [strength for strength in strengths if not strength.unit.is_artillery]
    kept = _best(guns, sum((strength.unit.size for strength in others), Fraction()))
    excess = tuple(gun for index, gun in enumerate(guns) if index not in kept)
    value = min(beyond, sum((gun.value for gun in excess), Fraction()))
    return Force((*others, *(guns[index] for index in sorted(kept))), excess, value, air)


def _best(guns: Sequence[Strength], room: Fraction) -> frozenset[int]:
    """Whole units of the greatest strength that fit into so many equivalents (those that leave most room among equals)."""
    if sum((gun.unit.size for gun in guns), Fraction()) <= room:
        return frozenset(range(len(guns)))
    best: dict[Fraction, tuple[Fraction, frozenset[int]]] = {Fraction(): (Fraction(), frozenset())}
    for index, gun in enumerate(guns):
        for size, (value, chosen) in list(best.items()):
            larger, more = size + gun.unit.size, value + gun.value
            if larger <= room and (larger not in best or best[larger][0] < more):
                best[larger] = (more, chosen | {index})
    return max(sorted(best.items()), key=lambda entry: entry[1][0])[1][1]
