"""Fire in the East, rules 9 to 14: every worked example of the book about a battle, and what lies between them.

Units are those of the game's data, with printed strengths as the examples give them.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from grognard.games import folder_of
from grognard.games.fire_in_the_east.charts import read_charts
from grognard.games.fire_in_the_east.rules import combat, modifiers, strength
from grognard.games.fire_in_the_east.rules.armor import Capability
from grognard.games.fire_in_the_east.rules.battle import (
    Artillery,
    Battle,
    City,
    Engineer,
    Fighter,
    Flight,
    Ground,
    Hexside,
    unprepared,
)
from grognard.games.fire_in_the_east.rules.combat import barred, column, overrun, reckon
from grognard.games.fire_in_the_east.rules.losses import Demand, Demands, credited, demands, must_retreat, shares
from grognard.rulebook import read_rules

DATA = folder_of("fire-in-the-east") / "data"
CHARTS = read_charts(DATA / "charts.yaml")
with (DATA / "types.csv").open(encoding="utf-8") as file:
    TYPES = {(row["nation"], row["type"], row["size"]): row for row in csv.DictReader(file)}
RIVER, MAJOR = Hexside("river"), Hexside("major-river")
PLAIN, FORTRESS, FORT, MAJOR_CITY = Ground(), Ground(fortress=True), Ground(fort=True), Ground(city=City.PARTIAL)
HALF = Fraction(1, 2)


def unit(name: str, printed: str, **facts: Any) -> Fighter:
    """`german infantry XX`, `8-6` or `10-5-8`: a unit of this type; the last number is its movement."""
    nation, kind = name.split(" ", 1)
    kind, size = kind.rsplit(" ", 1)
    row = TYPES[nation, kind, size]
    numbers = [Fraction(number) for number in printed.split("-")[:-1]]
    able = {key: None if row[key] == "excluded" else Capability(row[key]) for key in ("aeca", "aecd", "atec")}
    values = {
        "size": Fraction(row["re"]) if row["supported"] != "not applicable" else Fraction(),
        "artillery": Artillery(row["artillery"]),
        "engineer": Engineer(row["engineer"]),
        "supported": row["supported"] == "yes",
        "supports": row["gives_support"] == "yes",
        "mountain": row["mountain"] == "yes",
        "finnish": nation == "finnish",
        "fortified": kind == "fortified area",
        **able,
    }
    return Fighter(attack=numbers[0], defence=numbers[-1], **{**values, **facts})


def fight(
    attackers: Sequence[Fighter], defenders: Sequence[Fighter], ground: Ground = PLAIN, *, axis: bool = True, **more: Any
) -> Battle:
    return Battle(attackers, defenders, axis, ground, **more)


def attack(attackers: Sequence[Fighter], ground: Ground = PLAIN, **more: Any) -> Fraction:
    return strength.attacking(fight(attackers, [RIFLES], ground, **more), CHARTS).total


def defence(defenders: Sequence[Fighter], ground: Ground = PLAIN, **more: Any) -> Fraction:
    return strength.defending(fight([INFANTRY], defenders, ground, **more)).total


def added(battle: Battle) -> dict[str, int]:
    """Die modifiers by rule."""
    return {modifier.rule: modifier.value for modifier in reckon(battle, CHARTS).modifiers}


INFANTRY = unit("german infantry XX", "8-6")
PANZER = unit("german panzer XX", "12-10")
MOTORIZED = unit("german motorized XX", "9-10")
REGIMENT = unit("german infantry III", "2-6")
GUNS = unit("german artillery III", "2-3-8")
PIONEERS = unit("german engineer III", "2-6")
STORMERS = unit("german assault engineer II", "1-10")
RIFLES = unit("soviet rifle XX", "4-6")
TANKS = unit("soviet tank XX", "10-5-8")
SOVIET_GUNS = unit("soviet artillery X", "3-2-6")


# ---------------------------------------------------------------- strengths


def test_fractions_are_kept_and_effects_add_up() -> None:
    """3.C.1, 3.C.2: half of seven is three and a half; halved twice is a quarter (9.A.1: out of supply and across a river)."""
    assert attack([unit("german infantry XX", "7-6", unsupplied=1)]) == Fraction(7, 2)
    twice = unit("german infantry XX", "7-6", unsupplied=1, across=RIVER)
    assert attack([twice]) == Fraction(7, 4)
    factors = strength.attacking(fight([twice], [RIFLES]), CHARTS).full[0].factors
    assert [factor.rule for factor in factors] == ["9.H", "12.D.a"]


def test_artillery_beyond_its_company_defends_with_one_in_all() -> None:
    """14.B: three 2-3-8 artillery regiments and a 2-6 infantry regiment defend with 6."""
    assert defence([GUNS, GUNS, GUNS, REGIMENT], axis=False) == 6


def test_artillery_beyond_its_company_is_the_least_of_it() -> None:
    assert defence([SOVIET_GUNS, SOVIET_GUNS, SOVIET_GUNS, unit("soviet rifle X", "2-6")]) == 4, (
        "14.B: Soviet excess defends with 0"
    )
    assert attack([GUNS, unit("german artillery III", "4-3-8"), REGIMENT]) == 4 + 1 + 2, "14.B: the owner keeps his best guns"
    assert attack([SOVIET_GUNS, SOVIET_GUNS, unit("soviet rifle X", "2-6")], axis=False) == 3 + 1 + 2, (
        "14.B: Soviet attackers, too"
    )
    assert defence([GUNS, GUNS], axis=False) == 1, "14.B: alone"
    assert defence([GUNS, unit("german truck ", "0-12")], axis=False) == 1, "a truck is no company"
    assert defence([GUNS, unit("soviet fortified area counter", "0-2-0")], axis=False) == 5, "a fortified area is"
    weak = unit("german artillery III", "1-1-8", unsupplied=2)
    assert defence([weak], axis=False) == HALF, "excess is never worth more than itself"


def test_which_guns_fit_is_chosen_by_size_and_strength() -> None:
    """14.B: one equivalent of company; two battalions of 2 are worth more than a regiment of 3, and equal in size."""
    battalion = unit("german artillery II", "2-1-6")
    force = strength.attacking(fight([unit("german artillery III", "3-3-6"), battalion, battalion, REGIMENT], [RIFLES]), CHARTS)
    assert [part.printed for part in force.beyond] == [3]
    assert force.total == 2 + 2 + 2 + 1


def test_assault_engineers_are_doubled_in_strength_and_size() -> None:
    """14.A.3: a 1-10 battalion attacks a fortress with 2 and is one equivalent among engineers; a fort changes neither."""
    battle = fight([STORMERS, unit("german infantry X", "3-6"), unit("german infantry X", "3-6")], [RIFLES], FORTRESS)
    assert strength.attacking(battle, CHARTS).full[0].value == 2
    assert modifiers.engineer_share(battle) == Fraction(1, 3)
    assert attack([STORMERS], FORT) == 1
    assert modifiers.engineer_share(fight(battle.attackers, [RIFLES], FORT)) == Fraction(1, 5)
    assert defence([STORMERS], MAJOR_CITY, axis=False) == 2, "it defends so as well"
    assert attack([STORMERS]) == HALF, "11: unsupported in the open"


def test_a_flotilla_halves_what_the_river_has_halved() -> None:
    """28.E: Axis troops attack at quarter strength; guns do not care for either."""
    held = Hexside("river", flotilla=True)
    assert attack([unit("german infantry XX", "8-6", across=held)]) == 2
    assert attack([unit("german infantry XX", "8-6", across=held), unit("german artillery III", "2-3-8", across=held)]) == 4
    assert attack([unit("soviet rifle XX", "4-6", across=held)], axis=False) == 2, "it stops nobody but the Axis"


@pytest.mark.parametrize(
    ("across", "share"),
    [
        (Hexside(), 1),
        (RIVER, Fraction(1, 2)),
        (MAJOR, Fraction(1, 4)),
        (Hexside("river", frozen=True), 1),
        (Hexside("major-river", frozen=True), Fraction(1, 2)),
        (Hexside("lake", frozen=True), Fraction(1, 2)),
        (Hexside("strait-baltic"), Fraction(1, 4)),
    ],
)
def test_what_hexsides_leave_of_an_attack(across: Hexside, share: Fraction) -> None:
    """9.H, 29.D.2: only those behind the hexside are affected."""
    assert attack([INFANTRY, unit("german infantry XX", "8-6", across=across)]) == 8 + 8 * share


def test_support_comes_from_the_same_hex_and_the_same_attack() -> None:
    """11: divisions, headquarters and artillery give it; cadres do not, nor does anybody in the next hex."""
    assert attack([REGIMENT]) == 1
    assert attack([REGIMENT, INFANTRY]) == 10
    assert attack([REGIMENT, unit("german infantry XX", "8-6", place=1)]) == 9
    assert defence([REGIMENT, unit("german infantry cadre", "3-6")], axis=False) == 4
    assert defence([REGIMENT, GUNS], axis=False) == 5
    assert defence([unit("soviet fortified area counter", "0-2-0"), unit("soviet militia rifle III", "2-4")]) == 3, "31.A.5c"


def test_engineers_are_supported_where_they_belong() -> None:
    """14.A.2, 14.C: in attack and defence of strongholds; they support nobody; flammpanzers are like them in attack alone."""
    flames = unit("german flammpanzer II", "2-8")
    assert [attack([PIONEERS], ground) for ground in (FORT, FORTRESS, MAJOR_CITY, Ground())] == [2, 2, 2, 1]
    assert defence([PIONEERS], FORT, axis=False) == 2
    assert attack([PIONEERS, REGIMENT], MAJOR_CITY) == 3
    assert attack([flames], FORT) == 2
    assert defence([flames], FORT, axis=False) == 1


def test_lack_of_supply_halves_attack_first_and_defence_later() -> None:
    """12.D; 30: an attack in the Arctic paid for with a resource point is halved as well."""
    first, second = unit("german infantry XX", "7-6", unsupplied=1), unit("german infantry XX", "7-6", unsupplied=2)
    assert [attack([first]), defence([first], axis=False)] == [Fraction(7, 2), 7]
    assert (attack([second]), defence([second], axis=False)) == (Fraction(7, 2), Fraction(7, 2))


def test_fortresses_halve_most_and_siege_guns_like_them() -> None:
    """9.H, 14.B.1, 14.B.2."""
    siege, rail = unit("german siege artillery III", "2-1-6"), unit("german railroad artillery I", "4-1-8", distance=2)
    assert attack([INFANTRY], FORTRESS) == 4
    assert [attack([siege, INFANTRY], ground) for ground in (FORTRESS, MAJOR_CITY, FORT)] == [4 + 4, 4 + 8, 2 + 8]
    assert attack([rail, INFANTRY], MAJOR_CITY) == 8 + 8


def test_landings_and_drops_halve() -> None:
    """28.C, 25.A."""
    assert attack([unit("soviet rifle XX", "4-6", landing=True)], axis=False) == 2
    dropped = unit("german parachute XX", "6-6", disrupted=True)
    assert [attack([dropped]), defence([dropped], axis=False)] == [3, 3]


def test_aircraft_add_no_more_than_those_they_support_and_ships_are_guns() -> None:
    """20.F.2: the limit is set on printed points, weather halves afterwards, rivers do not. 28.B.2: half of a ship's guns."""
    wet = unit("german panzer XX", "12-10", across=RIVER)
    assert attack([wet], ground_support=[Flight(Fraction(15))]) == 6 + 12
    assert attack([wet], ground_support=[Flight(Fraction(15), HALF)]) == 6 + 6
    assert attack([wet], ground_support=[Flight(Fraction(9), HALF), Flight(Fraction(6))]) == 6 + 6 + 3, "the best first"
    assert defence([RIFLES], defensive_support=[Flight(Fraction(9))]) == 8
    ship = Fighter(Fraction(10), Fraction(10), Fraction(1), artillery=Artillery.SHIP, supports=True, place=9)
    assert defence([unit("soviet militia rifle III", "2-4"), ship, ship]) == 1 + 5, (
        "the second is beyond its company, and neither supports"
    )
    assert defence([RIFLES, ship], defensive_support=[Flight(Fraction(9))]) == 4 + 5 + 4, "ships do not raise the limit"


def test_ships_are_not_counted_among_troops() -> None:
    """28.B.2: like artillery for support and company, and for nothing else."""
    ship = Fighter(Fraction(10), Fraction(10), Fraction(1), artillery=Artillery.SHIP)
    assert added(fight([PANZER], [unit("soviet antitank X", "2-6"), ship])) == {"10.C.1": 3, "10.C.3": -4}
    winter = Ground(weather="snow", first_winter=True)
    clad = unit("soviet rifle X", "2-6", winterized=True)
    assert added(fight([INFANTRY], [clad, ship, ship], winter))["29.D.1.b"] == -2
    assert reckon(fight([INFANTRY], [unit("soviet construction X", "0-5"), ship]), CHARTS).automatic, "9.Gb: a ship is no company"


def test_units_that_have_just_retreated_in_lend_nothing() -> None:
    """9.F.1d: no strength, no company, no support, no armour; they share the result."""
    fled = unit("soviet tank XX", "10-5-8", arrived=True)
    battle = fight([PANZER], [unit("soviet militia rifle III", "2-4"), fled])
    found = reckon(battle, CHARTS)
    assert [found.defence.total, found.armor.atec] == [1, 0]
    assert demands("EX", battle).defender == Demand(Fraction(2), everything=True, retreat=True)


# ---------------------------------------------------------------- odds and the die


@pytest.mark.parametrize(
    ("strengths", "odds"),
    [
        (("34", "9"), "3:1"),  # the book's
        (("39/2", "10"), "3:2"),
        (("20", "10"), "2:1"),
        (("3", "2"), "3:2"),
        (("149/100", "1"), "1:1"),
        (("7/2", "1"), "3:1"),
        (("99", "100"), "1:2"),
        (("1", "9"), "1:4"),
        (("100", "3"), "9:1"),
        (("1", "0"), "9:1"),
    ],
)
def test_odds_are_rounded_down(strengths: tuple[str, str], odds: str) -> None:
    """9.A.3."""
    assert CHARTS.table.names[column(CHARTS.table, Fraction(strengths[0]), Fraction(strengths[1]))] == odds


def test_rows_beyond_the_table_are_its_ends() -> None:
    table = CHARTS.table
    at = table.names.index("3:1")
    assert [table.result(at, row) for row in (-9, -4, -1, 1, 6, 99)] == ["AE", "AE", "AH", "NE", "DH", "DE"]


def test_armour_in_whole_battles() -> None:
    """10.C, 10.F: the examples of proportions, with everybody who takes part."""
    first = fight([PANZER, INFANTRY, INFANTRY, GUNS, GUNS, GUNS], [RIFLES])
    assert (reckon(first, CHARTS).armor.used, added(first)) == (Fraction(1, 3), {"10.C.1": 1})
    cadres = [unit("soviet light tank cadre cadre", "2-8"), unit("german infantry cadre", "2-6")]
    assert added(fight([INFANTRY], cadres)) == {"10.C.2": -1}
    limited = fight([PANZER, MOTORIZED, MOTORIZED, *[GUNS] * 6], [RIFLES])
    assert reckon(limited, CHARTS).armor.used == Fraction(1, 3)
    assert reckon(fight([PANZER, INFANTRY, INFANTRY], [RIFLES]), CHARTS).armor.used == Fraction(1, 3)


def test_values_of_armour() -> None:
    """10.B: a tank division is capable in full, two assault gun battalions in half, a motorized division is not counted."""
    assert reckon(fight([TANKS, RIFLES], [INFANTRY], axis=False), CHARTS).armor.used == HALF
    assault_guns = [unit("german assault gun II", "2-8")] * 2
    assert reckon(fight([RIFLES], [*assault_guns, REGIMENT], axis=False), CHARTS).armor.aecd == -1, "a half of two"
    motorized = unit("soviet motorized XX", "6-8")
    assert reckon(fight([PANZER], [motorized, unit("soviet antitank X", "2-6")]), CHARTS).armor.atec == -2, (
        "10.F: two of its three"
    )
    assert reckon(fight([PANZER], [motorized, *[unit("soviet antitank X", "2-6")] * 2]), CHARTS).armor.atec == -4


def test_full_armour_against_full_antitank_weapons() -> None:
    """10.D: 3 and -4 are -1, so that a 4 is read as 3 (9.A.4)."""
    found = reckon(fight([PANZER], [unit("soviet antitank X", "2-6")]), CHARTS)
    assert found.modifier == -1
    assert found.results[4 - 1] == CHARTS.table.result(CHARTS.table.names.index(found.column), 3)


def test_antitank_weapons_in_a_dot_city() -> None:
    """10.G: a tank brigade attacks heavy AA, which counts in full though the tanks cannot use their armour."""
    battle = fight([unit("soviet tank X", "4-8")], [unit("german heavy AA II", "1-10")], Ground(city=City.DOT), axis=False)
    assert added(battle) == {"10.C.3": -4}
    assert reckon(battle, CHARTS).column == "4:1", "both sides unsupported: 2 against 1/2"


def test_armour_long_out_of_supply_and_in_mud() -> None:
    """12.D.b: no capability rather than neutral. 29.C: neither side uses armour in mud."""
    assert added(fight([PANZER], [unit("soviet tank XX", "10-5-8", unsupplied=3)])) == {"10.C.1": 3}
    assert added(fight([unit("german panzer XX", "12-10", unsupplied=2), PANZER], [RIFLES])) == {"10.C.1": 2}
    assert added(fight([PANZER], [TANKS], Ground(weather="mud"))) == {"9.H": -1, "10.C.3": -4}
    assert added(fight([PANZER], [RIFLES, unit("soviet fortified area counter", "0-2-0")])) == {"9.H": -1, "10.C.1": 3}


def test_engineers_help_against_strongholds() -> None:
    """14.A.2b: one fifth is enough, artillery left out; less is not, nor is any number in the open."""
    four = [unit("german infantry XX", "8-6"), unit("german infantry X", "3-6")]
    battle = fight([*four, PIONEERS, *[GUNS] * 5], [RIFLES], FORTRESS)
    assert modifiers.engineer_share(battle) == Fraction(1, 5)
    assert added(battle)["14.A.2b"] == 1
    assert "14.A.2b" not in added(fight([*four, REGIMENT, PIONEERS], [RIFLES], FORTRESS))
    assert "14.A.2b" not in added(fight([PIONEERS], [RIFLES]))
    assert "14.A.2b" not in added(fight(battle.attackers, [RIFLES], FORTRESS, use_engineers=False))
    assert "14.A.2b" in added(fight([PIONEERS], [unit("soviet fortified area counter", "0-2-0")])), "31.A.5c: as a fort"


@pytest.mark.parametrize(
    ("ground", "modifier"),
    [
        (Ground("woods"), 0),
        (Ground("forest"), -1),
        (Ground("swamp"), -1),
        (Ground("swamp", frozen=True), 0),
        (Ground("forest", frozen=True), -1),
        (Ground("forest", city=City.PARTIAL), -2),
        (Ground("forest", city=City.FULL), -2),
        (Ground("rough", fort=True, weather="mud"), -3),
        (unprepared(Ground("forest", city=City.FULL)), 0),
        (unprepared(Ground("forest")), -1),
    ],
)
def test_ground_and_the_die(ground: Ground, modifier: int) -> None:
    """9.H; 31.G: on the first turn a Soviet major city is a dot city in the open."""
    assert reckon(fight([INFANTRY], [RIFLES], ground), CHARTS).modifier == modifier


def test_mountain_units_improve_broken_ground() -> None:
    """14.E: half of them are enough; the open stays as it is."""
    gebirgsjaeger = unit("german mountain XX", "7-6")
    assert reckon(fight([gebirgsjaeger, INFANTRY], [RIFLES], Ground("mountain")), CHARTS).modifier == -1
    assert reckon(fight([gebirgsjaeger, INFANTRY, REGIMENT], [RIFLES], Ground("mountain")), CHARTS).modifier == -2
    assert reckon(fight([gebirgsjaeger], [RIFLES]), CHARTS).modifier == 0
    full = Ground("mountain", city=City.FULL)
    assert reckon(fight([gebirgsjaeger], [RIFLES], full), CHARTS).modifier == -2, "a city has taken the place of the mountains"


def test_the_first_winter() -> None:
    """29.D.1: Axis attacks but Finnish ones; clothing in the open alone."""
    winter, city = Ground(weather="snow", first_winter=True), Ground(weather="snow", first_winter=True, city=City.REFERENCE)
    siberians = unit("soviet rifle XX", "4-6", winterized=True)
    finns = unit("finnish rifle XX", "5-6", winterized=True)
    assert added(fight([INFANTRY], [siberians], winter)) == {"29.D.1.a": -1, "29.D.1.b": -2}
    assert added(fight([INFANTRY], [siberians], city)) == {"29.D.1.a": -1}
    fortress = Ground(weather="snow", first_winter=True, fortress=True)
    assert "29.D.1.b" not in added(fight([INFANTRY], [siberians], fortress))
    assert added(fight([finns], [RIFLES], winter)) == {"29.D.1.b": 2}
    assert added(fight([finns, INFANTRY, INFANTRY], [RIFLES], winter)) == {"29.D.1.a": -1, "29.D.1.b": 1}
    assert added(fight([siberians], [INFANTRY], winter, axis=False)) == {"29.D.1.b": 2}
    assert added(fight([INFANTRY], [siberians], Ground(weather="snow"))) == {}


def test_chances_are_those_of_the_die() -> None:
    found = reckon(fight([INFANTRY], [RIFLES]), CHARTS)
    assert (found.column, found.results) == ("2:1", ("AR", "NE", "NE", "EX", "HX", "DR"))
    assert found.chances == {"NE": Fraction(1, 3), **{code: Fraction(1, 6) for code in ("AR", "EX", "HX", "DR")}}


def test_units_without_strength() -> None:
    """9.G: they do not attack by themselves and are gone when attacked by themselves; guns alone are no such units."""
    builders, headquarters = unit("soviet construction X", "0-5"), unit("german infantry HQ", "0-6")
    assert reckon(fight([REGIMENT], [builders, builders]), CHARTS).chances == {"DE": 1}
    assert not reckon(fight([REGIMENT], [builders, RIFLES]), CHARTS).automatic
    alone = reckon(fight([INFANTRY], [SOVIET_GUNS]), CHARTS)
    assert (alone.automatic, alone.column) == (False, "9:1")
    joined = reckon(fight([REGIMENT], [builders, unit("soviet tank XX", "10-5-8", arrived=True)]), CHARTS)
    assert (joined.automatic, joined.column) == (False, "9:1"), "9.F.1d: with company, though it lends nothing"
    assert barred(fight([headquarters, REGIMENT], [RIFLES]), CHARTS) is None


@pytest.mark.parametrize(
    ("attackers", "rule"),
    [
        ([unit("german infantry HQ", "0-6")], "9.Ga"),
        ([unit("german railroad artillery I", "4-1-8", distance=2)], "14.B.2"),
        ([unit("german railroad artillery I", "4-1-8", distance=2), unit("german infantry HQ", "0-6")], "9.Ga"),
        ([unit("german infantry XX", "8-6", across=Hexside("lake"))], "9"),
        ([unit("german artillery III", "2-3-8", across=Hexside("strait-kerch")), INFANTRY], "9"),
        ([unit("soviet fortified area counter", "2-2-0")], "31.A.5c"),
    ],
)
def test_attacks_that_may_not_be_made(attackers: list[Fighter], rule: str) -> None:
    found = barred(fight(attackers, [RIFLES]), CHARTS)
    assert found is not None
    assert found.rule == rule


# ---------------------------------------------------------------- what results demand


def test_exchanges() -> None:
    """9.C: ten points lost by the weaker side are paid with five in a half exchange, with ten in a full one; equal is weaker."""
    battle = fight([PANZER], [TANKS, TANKS])
    assert demands("HX", battle) == Demands(Demand(Fraction(5)), Demand(Fraction(10), everything=True, retreat=True))
    assert demands("EX", battle).attacker == Demand(Fraction(10))
    even = fight([unit("german infantry X", "4-6")], [RIFLES])
    assert demands("EX", even) == Demands(Demand(Fraction(4)), Demand(Fraction(4), everything=True, retreat=True))
    weak = fight([REGIMENT], [RIFLES])
    assert demands("EX", weak) == Demands(Demand(Fraction(2), everything=True, retreat=True), Demand(Fraction(2)))


def test_losses_are_printed_strength() -> None:
    """9.D, 14.B.2: no supply, rivers, ships or distant guns. 9.E: an 8 point division is 8 points, whatever its cadre is."""
    far = unit("german railroad artillery I", "4-1-8", distance=2)
    near = unit("german railroad artillery I", "4-1-8")
    poor = unit("german infantry XX", "8-6", unsupplied=2, across=RIVER)
    assert demands("AH", fight([poor, far], [RIFLES])).attacker == Demand(Fraction(4), retreat=True)
    assert demands("AH", fight([poor, near], [RIFLES])).attacker.least == 6
    assert demands("DH", fight([poor], [TANKS])).defender.least == Fraction(5, 2)
    assert credited(Fraction(8)) == 8
    assert credited(Fraction(8), Fraction(3)) == 11, "its cadre lost as well"
    assert not must_retreat(demands("AE", fight([poor, far], [RIFLES])).attacker, far)


def test_losses_fall_on_those_who_were_used() -> None:
    """10.H: half of twenty on full armour; 14.A.2b: half on engineers, where they were used."""
    assert shares(reckon(fight([PANZER], [TANKS] * 4), CHARTS), Fraction(20)).armor == 10
    stormed = shares(reckon(fight([PIONEERS, REGIMENT], [RIFLES], FORT), CHARTS), Fraction(3))
    assert [stormed.armor, stormed.engineers] == [0, Fraction(3, 2)]
    assert shares(reckon(fight([PIONEERS, REGIMENT], [RIFLES]), CHARTS), Fraction(3)).engineers == 0


def test_beside_the_nkvd_nobody_retreats() -> None:
    """14.G: survivors of a DH stay, AR is nothing to those attackers, and DR is an exchange."""
    held = unit("soviet rifle XX", "4-6", steadfast=True)
    battle = fight([INFANTRY], [held])
    assert not must_retreat(demands("DH", battle).defender, held)
    assert must_retreat(demands("DH", battle).defender, RIFLES)
    assert reckon(battle, CHARTS).results == ("AR", "NE", "NE", "EX", "HX", "EX")
    back = demands("AR", fight([held, RIFLES], [INFANTRY], axis=False)).attacker
    assert [must_retreat(back, unit) for unit in (held, RIFLES)] == [False, True]


# ---------------------------------------------------------------- overruns


def test_tank_divisions_break_out_over_a_battalion() -> None:
    """38.A: two 10-5-8 divisions overrun a supported 1-10 battalion, their 4-2-8 cadres cannot."""
    battalion = [unit("german motorized II", "1-10", supported=True)]
    assert overrun(fight([TANKS, TANKS], battalion, axis=False), CHARTS).cost == CHARTS.overrun_costs[12]
    cadre = unit("soviet tank XX", "4-2-8")
    weak = overrun(fight([cadre, cadre], battalion, axis=False), CHARTS)
    assert (weak.odds, weak.cost) == (8, None)


def test_odds_of_overruns() -> None:
    """13: rivers count, aircraft and the die do not; against no defence any strength is enough, and none is not."""
    one = [unit("soviet militia rifle III", "2-4")]
    twelve = unit("german panzer XX", "12-10", across=RIVER)
    assert overrun(fight([PANZER], one, Ground("forest"), defensive_support=[Flight(Fraction(2))]), CHARTS).odds == 12
    assert overrun(fight([twelve], one), CHARTS).odds == 6
    assert overrun(fight([unit("german infantry XX", "21/2-6")], one), CHARTS).odds == 10
    assert overrun(fight([unit("german infantry XX", "39/4-6")], one), CHARTS).cost is None
    nothing = [unit("soviet construction X", "0-5")]
    assert overrun(fight([STORMERS], nothing), CHARTS).odds == 12
    assert overrun(fight([STORMERS], [SOVIET_GUNS]), CHARTS).odds == 12, "guns alone have no defence left"
    assert overrun(fight([unit("german infantry HQ", "0-6")], nothing), CHARTS).cost is None
    narrow = unit("german panzer XX", "48-10", across=Hexside("strait-kerch"))
    assert overrun(fight([narrow], one), CHARTS).odds == 12, "31.A.2: as a major river"
    assert overrun(fight([unit("german panzer XX", "48-10", across=Hexside("lake"))], one), CHARTS).cost is None


# ---------------------------------------------------------------- charts


def test_the_columns_of_the_chart_are_in_order() -> None:
    table = CHARTS.table
    assert list(table.ratios) == sorted(set(table.ratios))
    assert len({len(entries) for entries in table.results}) == 1
    codes = {code for entries in table.results for code in entries}
    assert codes == {"AE", "AH", "AR", "NE", "HX", "EX", "DR", "DH", "DE"}, "9.C"
    assert sorted(CHARTS.overrun_costs) == list(range(combat.LEAST_OVERRUN, combat.BEST_OVERRUN + 1))


def test_every_reason_cites_a_rule_of_the_book() -> None:
    ids = {entry["id"] for entry in read_rules("fire-in-the-east")["rules"]}
    soaked = unit(
        "german infantry III", "2-6", across=Hexside("river", flotilla=True), unsupplied=1, landing=True, disrupted=True
    )
    winter = Ground("forest", weather="mud", fortress=True, first_winter=True)
    attackers = [soaked, STORMERS, PIONEERS, PANZER, unit("german siege artillery III", "2-1-6")]
    ship = Fighter(Fraction(4), Fraction(4), Fraction(1), artillery=Artillery.SHIP)
    found = reckon(fight(attackers, [RIFLES, TANKS, ship], winter), CHARTS)
    units = (*found.attack.full, *found.attack.beyond, *found.defence.full)
    cited = {factor.rule for unit in units for factor in unit.factors} | {modifier.rule for modifier in found.modifiers}
    assert cited <= ids
    assert len(cited) >= 9
