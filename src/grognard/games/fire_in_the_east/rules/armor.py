"""Rule 10: armour and antitank effects, by the share of regimental equivalents that are capable of them.

Everything here is a function of what takes part in a battle, known or believed; nothing looks at a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import product

import msgspec

from ....core.rule import rule

HALF = Fraction(1, 2)
#: Below this share nothing is modified; the erratum puts it in the place of one fifth.
LEAST = Fraction(1, 7)


@rule("10.A", "10.B")
class Capability(StrEnum):
    """What a unit can do in one category."""

    FULL = "full"
    HALF = "half"
    NEUTRAL = "neutral"
    NONE = "none"


class Armored(msgspec.Struct, frozen=True):
    """A unit's size and its capability in one category."""

    size: Fraction  #: in regimental equivalents
    capability: Capability


@rule("10.B.1", "10.B.2", "10.B.3", "10.B.4", "10.C", "10.E", "10.F")
def proportion(units: Sequence[Armored]) -> Fraction:
    """The capable share of all equivalents that are not neutral, at its best: owners may call half-capable units neutral."""
    if all(unit.capability is Capability.NONE or unit.capability is Capability.NEUTRAL for unit in units):
        return Fraction()
    halves = [unit for unit in units if unit.capability is Capability.HALF]
    sizes = sorted({unit.size for unit in halves})
    counts = [sum(unit.size == size for unit in halves) for size in sizes]
    total = {capability: sum((u.size for u in units if u.capability is capability), Fraction()) for capability in Capability}
    best = Fraction()
    for neutral in product(*(range(count + 1) for count in counts)):
        aside = sum((size * number for size, number in zip(sizes, neutral, strict=True)), Fraction())
        best = max(best, _share(total, aside))
    return best


def unchosen(units: Sequence[Armored]) -> Fraction:
    """The share if no half-capable unit is called neutral."""
    total = {capability: sum((u.size for u in units if u.capability is capability), Fraction()) for capability in Capability}
    return _share(total, Fraction())


def _share(total: dict[Capability, Fraction], aside: Fraction) -> Fraction:
    """The share when so many half-capable equivalents are called neutral.

    Neutral ones beyond twice the capable ones count as incapable; for that limit a half-capable unit counts whole.
    """
    half = total[Capability.HALF] - aside
    neutral = total[Capability.NEUTRAL] + aside
    allowed = 2 * (total[Capability.FULL] + half)
    counted = total[Capability.FULL] + half + total[Capability.NONE] + max(neutral - allowed, Fraction())
    return (total[Capability.FULL] + half / 2) / counted if counted else Fraction()


@rule("10.A.1", "10.C.1", "errata.rules.10C")
def attack_modifier(share: Fraction) -> int:
    """AECA: what attacking armour adds to the die."""
    return 0 if share < LEAST else 1 if share < HALF else 2 if share < 1 else 3


@rule("10.A.2", "10.C.2")
def defence_modifier(share: Fraction) -> int:
    """AECD: what defending armour takes from the die."""
    return 0 if share < LEAST else -1 if share < HALF else -2


@rule("10.A.3", "10.C.3")
def antitank_modifier(share: Fraction) -> int:
    """ATEC: what antitank weapons take from the die."""
    return 0 if share < LEAST else -1 if share < HALF else -2 if share < 1 else -4


class Effects(msgspec.Struct, frozen=True):
    """Die modifiers by category; `used`: the share of armour with which the attacker modified the die."""

    aeca: int = 0
    aecd: int = 0
    atec: int = 0
    used: Fraction = Fraction()

    @property
    def total(self) -> int:
        """The effects add up."""
        return self.aeca + self.aecd + self.atec


@rule("10", "10.D", "10.G")
def effects(aeca: Fraction, aecd: Fraction, atec: Fraction, *, ground: bool) -> Effects:
    """What the categories do to the die. `ground`: terrain and weather let armour be used; they never hinder antitank weapons.

    Against attackers capable of one half or more, used or not, only antitank weapons count; against others only armour does.
    """
    heavy = aeca >= HALF
    return Effects(
        aeca=attack_modifier(aeca) if ground else 0,
        aecd=defence_modifier(aecd) if ground and not heavy else 0,
        atec=antitank_modifier(atec) if heavy else 0,
        used=aeca if ground else Fraction(),
    )


@rule("10.H")
def from_armor(used: Fraction, lost: Fraction) -> Fraction:
    """How much of the attacker's losses must come from units capable of at least one half AECA."""
    return lost / 2 if used >= HALF else Fraction()
