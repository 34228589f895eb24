"""Fire in the East, rule 10: the book's examples of armour and antitank effects, and what lies between them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.fire_in_the_east.rules.armor import (
    Armored,
    Capability,
    antitank_modifier,
    attack_modifier,
    defence_modifier,
    effects,
    from_armor,
    proportion,
)


def force(*units: tuple[str, str]) -> list[Armored]:
    """Units as (size, capability)."""
    return [Armored(Fraction(size), Capability(capability)) for size, capability in units]


DIVISION, REGIMENT, BATTALION = "3", "1", "1/2"


@pytest.mark.parametrize(
    ("units", "share"),
    [
        # 10.C, first example: a panzer division, two infantry divisions, three neutral artillery regiments
        ([(DIVISION, "full"), (DIVISION, "none"), (DIVISION, "none"), *[(REGIMENT, "neutral")] * 3], Fraction(1, 3)),
        # 10.C, second example: a light tank cadre beside an infantry cadre
        ([(REGIMENT, "half"), (REGIMENT, "none")], Fraction(1, 4)),
        # 10.F: neutral beyond twice the capable counts as none
        ([(DIVISION, "full"), *[(DIVISION, "neutral")] * 2, *[(REGIMENT, "neutral")] * 6], Fraction(1, 3)),
        # 10.F: all equivalents of a half-capable unit count for the limit
        ([(REGIMENT, "half"), (REGIMENT, "neutral"), (REGIMENT, "neutral")], Fraction(1, 2)),
        # 10.B.2: two assault gun battalions alone
        ([(BATTALION, "half")] * 2, Fraction(1, 2)),
        # 10.E: a half-capable unit called neutral beside a capable one
        ([(REGIMENT, "full"), (REGIMENT, "half")], Fraction(1)),
        # 10.E and 10.F: of three half-capable equivalents only two can be neutral beside one capable one
        ([(REGIMENT, "full"), *[(REGIMENT, "half")] * 3], Fraction(3, 4)),
        ([(REGIMENT, "full"), *[(REGIMENT, "half")] * 3, *[(REGIMENT, "neutral")] * 6], Fraction(5, 8)),
        # 10.F: nobody capable, nobody neutral
        ([(REGIMENT, "neutral"), (DIVISION, "neutral")], Fraction(0)),
        ([], Fraction(0)),
    ],
)
def test_the_share_of_armour(units: list[tuple[str, str]], share: Fraction) -> None:
    assert proportion(force(*units)) == share


@pytest.mark.parametrize(
    ("share", "aeca", "aecd", "atec"),
    [
        (Fraction(1, 8), 0, 0, 0),
        (Fraction(1, 7), 1, -1, -1),
        (Fraction(1, 6), 1, -1, -1),
        (Fraction(49, 100), 1, -1, -1),
        (Fraction(1, 2), 2, -2, -2),
        (Fraction(99, 100), 2, -2, -2),
        (Fraction(1), 3, -2, -4),
    ],
)
def test_the_steps_of_each_category(share: Fraction, aeca: int, aecd: int, atec: int) -> None:
    assert (attack_modifier(share), defence_modifier(share), antitank_modifier(share)) == (aeca, aecd, atec)


def test_armour_against_armour_and_against_antitank_weapons() -> None:
    full, third = Fraction(1), Fraction(1, 3)
    assert effects(full, full, full, ground=True).total == -1, "10.D: +3 and -4; defending armour does not count as well"
    assert effects(third, Fraction(1, 4), full, ground=True).total == 0, "10.D: +1 and -1; antitank weapons do not count"


def test_ground_that_forbids_armour_does_not_forbid_antitank_weapons() -> None:
    """10.G: a tank brigade attacks heavy antiaircraft guns in a dot city."""
    found = effects(Fraction(1), Fraction(0), Fraction(1), ground=False)
    assert (found.aeca, found.aecd, found.atec, found.used) == (0, 0, -4, Fraction(0))


def test_losses_fall_on_armour_that_was_used() -> None:
    """10.H: half of twenty points; nothing with a third, nothing where the ground denied it."""
    assert from_armor(effects(Fraction(1), Fraction(0), Fraction(0), ground=True).used, Fraction(20)) == 10
    assert from_armor(effects(Fraction(1, 3), Fraction(0), Fraction(0), ground=True).used, Fraction(20)) == 0
    assert from_armor(effects(Fraction(1), Fraction(0), Fraction(0), ground=False).used, Fraction(20)) == 0
