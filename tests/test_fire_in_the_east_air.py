"""Fire in the East, rules 19 to 24: the air war reckoned from facts, every worked example of the book among them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest

from grognard.games import folder_of
from grognard.games.fire_in_the_east.air_charts import Result, read_air_charts
from grognard.games.fire_in_the_east.aircraft import Aircraft, Category, category_of, read_aircraft
from grognard.games.fire_in_the_east.rules import air_combat, air_fates, antiaircraft, bombing
from grognard.games.fire_in_the_east.rules.antiaircraft import Battery, Gun
from grognard.games.fire_in_the_east.rules.flyer import Flyer, air_attack, air_defence
from grognard.games.fire_in_the_east.rules.mission_table import (
    BY_WORD,
    MISSIONS,
    Purpose,
    range_of,
    range_refusal,
    return_range,
    why_not,
)
from grognard.games.fire_in_the_east.rules.patrol_reckoning import patrol_range, turns_back_on

DATA = folder_of("fire-in-the-east") / "data"
CHARTS = read_air_charts(DATA / "charts.yaml")
MODELS = read_aircraft(DATA / "aircraft.csv")
NONE, BACK, ABORT, LOST = Result


def flyer(model: str, mission: Purpose = Purpose.ESCORT, nation: str = "", **facts: object) -> Flyer:
    guess = "soviet" if model in ("LaGG-3", "MiG-3", "I-16", "Il-4", "Pe-2") else "german"
    return Flyer(MODELS[model], nation or guess, mission, **facts)  # type: ignore[arg-type]


def dice(*rolls: int) -> Callable[[], int]:
    left = iter(rolls)
    return lambda: next(left)


def plain(attack: int, defence: int, code: str = "F", **more: int) -> Aircraft:
    return Aircraft("test", code, attack, defence, more.get("movement", 10), more.get("tactical", 0), more.get("strategic", 0))


def test_every_code_has_one_category() -> None:
    assert {code: category_of(code) for code in ("F", "NF", "B", "NB", "D", "A", "H", "T", "GT")} == {
        **dict.fromkeys(("F", "NF"), Category.FIGHTER),
        **dict.fromkeys(("B", "NB", "D", "A", "H"), Category.BOMBER),
        **dict.fromkeys(("T", "GT"), Category.TRANSPORT),
    }
    assert {model.category for model in MODELS.values()} == set(Category)


def test_patrols() -> None:
    assert patrol_range(MODELS["Me 109E"], "german") == 3
    assert patrol_range(MODELS["MiG-3"], "soviet") == patrol_range(MODELS["I-16"], "soviet") == 2
    assert [turns_back_on(attack, 3) for attack in (2, 3, 4, 5, 6, 7)] == [6, 6, 5, 5, 4, 4]


def test_differentials_of_the_example() -> None:
    fighter, bomber = flyer("MiG-3", Purpose.INTERCEPTION), flyer("Ju 87B", Purpose.SUPPORT)
    assert air_combat.shot(CHARTS, fighter, bomber).differential == 2
    assert air_combat.shot(CHARTS, bomber, fighter).differential == -3


def test_the_air_combat_of_the_book() -> None:
    """Two LaGG-3 meet an SM.79 with two PZL.24: steps b, c and d with the dice of the book."""
    escort, bomber = flyer("PZL 24", nation="rumanian"), flyer("SM.79", Purpose.SUPPORT, "rumanian")
    hunter = flyer("LaGG-3", Purpose.INTERCEPTION)
    engaged = air_combat.fight(CHARTS, escort, [hunter], dice(5, 9))
    assert (engaged.single, engaged.several) == (ABORT, (NONE,))
    assert [one[2].differential for one in engaged.fire] == [1, 0]
    passing = air_combat.fight(CHARTS, hunter, [escort], dice(7), single_fires=False)
    assert passing.single is NONE
    assert passing.fire[0][2].differential == 0
    bombed = air_combat.fight(CHARTS, bomber, [hunter], dice(4, 7))
    assert (bombed.single, bombed.several) == (LOST, (NONE,))
    assert [(one[2].differential, one[2].modifier) for one in bombed.fire] == [(2, -1), (-3, 1)]


def test_a_series_of_exchanges_as_in_the_book() -> None:
    """The first interceptor aborts the escort and is turned back; the second meets no fire and aborts it again: lost."""
    escort, hunter = flyer("PZL 24", nation="rumanian"), flyer("LaGG-3", Purpose.INTERCEPTION)
    fought = air_combat.fight(CHARTS, escort, [hunter, hunter], dice(5, 6, 5))
    assert (fought.single, fought.several) == (LOST, (BACK, NONE))
    assert len(fought.fire) == 3


def test_a_unit_turned_back_fights_its_series_to_the_end() -> None:
    escort, hunter = flyer("PZL 24", nation="rumanian"), flyer("LaGG-3", Purpose.INTERCEPTION)
    fought = air_combat.fight(CHARTS, escort, [hunter, hunter], dice(7, 12, 12, 2))
    assert (fought.single, fought.several) == (BACK, (NONE, LOST))


def test_a_loss_ends_a_series_at_once() -> None:
    escort, hunter = flyer("PZL 24", nation="rumanian"), flyer("LaGG-3", Purpose.INTERCEPTION)
    fought = air_combat.fight(CHARTS, escort, [hunter, hunter], dice(2, 2))
    assert (fought.single, fought.several) == (LOST, (LOST, NONE))


def test_escorts_fire_at_those_who_pass_and_are_not_fired_at() -> None:
    """Three try to pass, two escorts attack one each: one is turned back, two get through."""
    escort, hunter = flyer("Me 109E"), flyer("LaGG-3", Purpose.INTERCEPTION)
    results = [air_combat.fight(CHARTS, hunter, [escort], dice(roll), single_fires=False).single for roll in (8, 12)]
    assert results == [BACK, NONE]


@pytest.mark.parametrize(("single", "several"), [("PZL 24", 1), ("PZL 24", 3), ("Me 109E", 2), ("Ju 87B", 2)])
@pytest.mark.parametrize("silent", [False, True])
def test_chances_are_those_of_the_dice(single: str, several: int, silent: bool) -> None:
    """The exact distribution against counting all rolls, one exchange after the other."""
    one, others = flyer(single, nation="rumanian"), [flyer("LaGG-3", Purpose.INTERCEPTION)] * several
    expected, dealt = air_combat.expect(CHARTS, one, others, silent=silent)
    assert sum(expected.values()) == 1
    assert all(sum(chances.values()) == 1 for chances in dealt)
    rng, count = random.Random(5), 20_000
    seen: dict[Result, int] = {}
    for _ in range(count):
        outcome = air_combat.fight(CHARTS, one, others, lambda: rng.randint(1, 6) + rng.randint(1, 6), silent=silent)
        seen[outcome.single] = seen.get(outcome.single, 0) + 1
    for result, chance in expected.items():
        assert seen.get(result, 0) / count == pytest.approx(float(chance), abs=0.015)


def test_bombing_fighters_and_those_that_jettison() -> None:
    bombing_fighter = flyer("Me 109E", Purpose.SUPPORT)
    assert (air_attack(bombing_fighter), air_defence(bombing_fighter)) == (5, 3)
    weak = Flyer(plain(3, 2, tactical=1), "soviet", Purpose.SUPPORT)
    assert (air_attack(weak), air_defence(weak)) == (1, 1)
    free = flyer("Me 109E", Purpose.SUPPORT, jettisoned=True)
    assert (air_attack(free), air_defence(free)) == (7, 5)
    assert not antiaircraft.is_fired_at(free)
    assert air_combat.screen_and_force([bombing_fighter, free, flyer("Ju 87B", Purpose.SUPPORT)]) == ((1,), (0, 2))


def test_extended_range() -> None:
    escort = flyer("Me 109E", extended=True)
    assert (air_attack(escort), air_defence(escort)) == (5, 3)
    far = Flyer(plain(2, 4, "B", tactical=6), "german", Purpose.RAIL, extended=True)
    assert bombing.strength_of(far, "clear") == 2
    assert bombing.strength_of(far, "mud") == 1
    assert range_refusal(MODELS["Me 109E"], BY_WORD["railway"], extended=True, night=False) == (
        "24.B",
        "fighters do not bomb at extended range",
    )
    assert range_of(MODELS["He 111H"], BY_WORD["yard"], extended=True) == 44
    assert return_range(MODELS["He 111H"], BY_WORD["yard"], extended=True) == 44
    assert range_refusal(MODELS["Ju 52"], BY_WORD["drop"], extended=True, night=False) is not None


def test_ranges() -> None:
    transport = plain(1, 2, "T", movement=10)
    assert range_of(transport, BY_WORD["transport"]) == 20
    assert range_of(transport, BY_WORD["deliver"]) == 10
    assert range_of(transport, BY_WORD["transport"], extended=True) == 30
    assert range_of(transport, BY_WORD["transfer"]) == 30
    assert range_of(MODELS["Me 109E"], BY_WORD["intercept"]) == 3
    assert range_of(MODELS["Me 109E"], BY_WORD["escort"]) == 7


@pytest.mark.parametrize(
    ("firer", "target", "modifier"),
    [
        (flyer("Me 109E"), flyer("Il-4", Purpose.SUPPORT), -2),
        (flyer("Me 109E"), flyer("MiG-3"), -1),
        (flyer("Me 109E"), flyer("MiG-3", guards=True), 0),
        (flyer("PZL 24", nation="rumanian"), flyer("MiG-3"), 0),
        (flyer("MC.200", nation="italian"), flyer("MiG-3"), -1),
        (flyer("D.XXI", nation="finnish"), flyer("MiG-3"), -1),
        (flyer("He 111H", Purpose.SUPPORT), flyer("MiG-3"), 1),
        (flyer("MiG-3"), flyer("Me 109E"), 0),
    ],
)
def test_pilots_and_level_bombers(firer: Flyer, target: Flyer, modifier: int) -> None:
    assert air_combat.shot(CHARTS, firer, target).modifier == modifier


def test_a_glider_in_tow() -> None:
    assert air_defence(flyer("Ju 52", Purpose.DROP, glider=MODELS["DFS 230"])) == 1


def test_night() -> None:
    assert antiaircraft.barrage(CHARTS, Fraction(3), flyer("He 111H", Purpose.YARD, night=True)).modifier == 2  # type: ignore[union-attr]
    assert bombing.strength_of(flyer("He 111H", Purpose.YARD, night=True), "clear") == 2
    assert bombing.strength_of(flyer("Pe-8", Purpose.YARD, "soviet", night=True), "clear") == 8
    assert range_refusal(MODELS["He 111H"], BY_WORD["railway"], extended=False, night=True) == (
        "24.F.b",
        "bombing of a railway is not flown at night",
    )
    assert range_refusal(MODELS["Me 109E"], BY_WORD["intercept"], extended=False, night=True) is not None
    assert range_refusal(MODELS["Me 110D"], BY_WORD["intercept"], extended=False, night=True) is None
    assert [mission.word for mission in MISSIONS.values() if mission.night] == [
        "intercept",
        "transfer",
        "stage",
        "port",
        "factory",
        "city",
        "yard",
    ]


def test_antiaircraft_against_defensive_support() -> None:
    """3, 1 and 2 points in three hexes: an attack of strength 2 on each air unit."""
    assert antiaircraft.shared([Fraction(3), Fraction(1), Fraction(2)]) == 2


def batteries() -> list[Battery]:
    return [
        Battery(Gun.INTRINSIC, Fraction(1), 1),
        Battery(Gun.COMBAT, Fraction(2), 2),
        Battery(Gun.POSITION, Fraction(3), 3),
        Battery(Gun.FLOTILLA, Fraction(1), 4),
        Battery(Gun.SHIP, Fraction(3), 5),
        Battery(Gun.SHIP, Fraction(2), 6),
        Battery(Gun.SHIP, Fraction(1), 7),
    ]


def names(found: Iterable[Battery]) -> list[int]:
    return sorted(battery.unit for battery in found)


def test_who_fires_at_whom() -> None:
    assert names(antiaircraft.may_fire(batteries(), Purpose.AIRBASE)) == [1, 2, 3, 4]
    assert names(antiaircraft.may_fire(batteries(), Purpose.SHIP, aim=5)) == [2, 3, 5]
    ships = [battery for battery in batteries() if battery.gun is Gun.SHIP]
    assert names(antiaircraft.may_fire(ships, Purpose.SHIP, aim=7, at_sea=True, bombed=frozenset({7}))) == [5, 7]
    assert names(antiaircraft.may_fire(ships, Purpose.SHIP, aim=7, at_sea=True, bombed=frozenset({5, 7}))) == [6, 7]
    assert not antiaircraft.is_fired_at(flyer("Me 109E"))
    assert antiaircraft.is_fired_at(flyer("Ju 52", Purpose.DROP))
    assert not antiaircraft.is_fired_at(flyer("Ju 87B", Purpose.DEFENCE))


def test_strength_of_antiaircraft() -> None:
    assert antiaircraft.total([Battery(Gun.POSITION, Fraction(3))], surprised=True) == Fraction(3, 2)
    assert antiaircraft.intrinsic("german", "", motorized=True, cadre=True) == 1
    assert antiaircraft.intrinsic("soviet", "", motorized=True, cadre=True) == 0
    assert antiaircraft.intrinsic("soviet", "division", motorized=True, cadre=False) == 1
    assert antiaircraft.intrinsic("german", "division", motorized=False, cadre=False) == 0
    assert antiaircraft.barrage(CHARTS, Fraction(), flyer("Ju 87B", Purpose.RAIL)) is None
    fire = antiaircraft.barrage(CHARTS, Fraction(3), flyer("Ju 87B", Purpose.RAIL))
    assert fire is not None
    assert sum(fire.chances.values()) == 1


def test_bombs() -> None:
    assert bombing.printed_strength(flyer("Me 109F", Purpose.AIR_UNITS)) == 1
    assert bombing.printed_strength(flyer("Me 109F", Purpose.RAIL)) == 0
    bomber = Flyer(plain(2, 4, "B", tactical=6), "german", Purpose.RAIL)
    assert [bombing.strength_of(bomber, weather) for weather in ("clear", "frost", "mud", "snow")] == [6, 6, 3, 3]
    harassing = Flyer(plain(0, 1, "H", tactical=2), "soviet", Purpose.HARASSMENT)
    assert bombing.strength_of(harassing, "clear") == 4
    assert bombing.harassment_cost(Fraction(5)) == 2


def test_dive_bombers() -> None:
    dive, level = flyer("Ju 87B", Purpose.RAIL), flyer("He 111H", Purpose.RAIL)
    assert bombing.attack(CHARTS, [dive, dive], "clear").modifier == 1
    assert bombing.attack(CHARTS, [dive, level], "clear").modifier == 0
    assert bombing.attack(CHARTS, [dive], "clear").chance == Fraction(4, 6)
    assert bombing.attack(CHARTS, [level], "clear").chance == Fraction(2, 6)


def test_the_spread_of_hits() -> None:
    single = bombing.attack(CHARTS, [flyer("Ju 87B", Purpose.RAIL)], "clear")
    assert bombing.hits([single, single]) == {0: Fraction(1, 9), 1: Fraction(4, 9), 2: Fraction(4, 9)}
    weak = Flyer(plain(2, 4, "B", tactical=1), "german", Purpose.RAIL, extended=True)
    assert bombing.best_groups(CHARTS, [weak] * 3, "clear") == ((0, 1, 2),)
    assert bombing.best_groups(CHARTS, [flyer("Ju 87B", Purpose.RAIL)] * 3, "clear") == ((0,), (1,), (2,))
    assert bombing.best_groups(CHARTS, [], "clear") == ()


def test_who_may_fly_what() -> None:
    assert why_not(MODELS["Ju 52"], BY_WORD["escort"]) == ("20.C", "only fighters fly escort")
    assert why_not(MODELS["Su-2"], BY_WORD["factory"]) == ("20.F.1", "Su-2 has no strategic bombing strength")
    assert why_not(MODELS["MiG-3"], BY_WORD["air-units"]) is None
    assert why_not(MODELS["MiG-3"], BY_WORD["railway"]) is not None
    assert why_not(MODELS["Ju 87B"], BY_WORD["transport"]) is not None
    assert all(why_not(model, BY_WORD["transfer"]) is None for model in MODELS.values())


def test_allocations() -> None:
    assert air_combat.matches(4, 2) == [(0, 0), (1, 1), (2, 0), (3, 1)]
    assert air_combat.allocation_refusal([(0, 0), (1, 1), (2, 0), (3, 0)], 4, 2) is None
    assert air_combat.allocation_refusal([(0, 0), (1, 0), (2, 0), (3, 0)], 4, 2) is not None
    assert air_combat.allocation_refusal([(0, 0)], 2, 2) is not None


def numbered(*models: str) -> list[tuple[int, Aircraft]]:
    return [(number, MODELS[model]) for number, model in enumerate(models)]


def test_groups_of_the_book() -> None:
    """Five type F, three type B and one type A: two groups of four, one fighter stays."""
    box = numbered("I-16", "I-16", "I-16", "LaGG-3", "MiG-3", "SB-2", "SB-2", "Il-4", "Il-2")
    found = air_fates.groups(box, 4, 2, 2, mixed=False)
    assert [len(group.units) for group in found] == [4, 4]
    assert set(found[1].units) == {5, 6, 7, 8}
    assert not air_fates.groups(numbered("I-16", "I-16", "I-16"), 4, 2, 2, mixed=False)
    assert air_fates.groups(numbered("I-16", "I-16", "SB-2"), 3, 1, 1, mixed=False) == []
    assert len(air_fates.groups(numbered("D.XXI", "Glad", "Blen 1"), 3, 1, 1, mixed=True)) == 1
    assert len(air_fates.groups(numbered("Il-4", "Il-4", "Pe-8"), 3, 1, 1, mixed=False)[0].units) == 3


def test_the_surprise_attack_of_the_book() -> None:
    assert air_fates.surprise_losses(72, 200) == (72, 14, 7, 36)
    assert air_fates.surprise_losses(9, 200) == (9, 1, 0, 4)
    assert air_fates.surprise_losses(75, 200)[3] == 37


def test_culling() -> None:
    assert [air_fates.culled(count) for count in (10, 11, 12, 25)] == [0, 1, 1, 2]


@pytest.mark.parametrize(
    ("nation", "facts", "repaired"),
    [
        ("german", {"guards": False, "temporary": False, "weather": "clear"}, 3),
        ("german", {"guards": False, "temporary": True, "weather": "snow"}, 1),
        ("soviet", {"guards": True, "temporary": False, "weather": "clear"}, 3),
        ("rumanian", {"guards": False, "temporary": False, "weather": "clear"}, 2),
        ("soviet", {"guards": False, "temporary": True, "weather": "snow"}, 1),
    ],
)
def test_repair(nation: str, facts: dict[str, Any], repaired: int) -> None:
    modifiers = tuple(air_fates.repair_modifiers(nation, **facts))
    assert [die for die in range(1, 7) if air_fates.is_repaired(die, nation, modifiers)] == list(range(1, repaired + 1))


def test_disruption() -> None:
    plain_jump = air_fates.Jump()
    assert [air_fates.landing(die, plain_jump, among_enemies=False).disrupted for die in (1, 2)] == [True, False]
    hard = air_fates.Jump(soviet=True, enemy=True, weather="snow")
    assert air_fates.landing(3, hard, among_enemies=True) == air_fates.Landing(-1, True, True, True)
    assert air_fates.landing(3, hard, among_enemies=False).lost is False
    infantry = air_fates.Jump(soviet=True, infantry=True, option=True)
    assert sum(modifier.value for modifier in air_fates.jump_modifiers(infantry)) == -5
    assert air_fates.landing(2, infantry, among_enemies=False).lost


def test_crash_landings() -> None:
    assert air_fates.crashes(5, flyer("Il-4", Purpose.YARD, night=True))
    assert not air_fates.crashes(5, flyer("Il-4", Purpose.YARD, night=True, guards=True))
    assert air_fates.crashes(6, flyer("He 111H", Purpose.YARD, night=True))
    assert not air_fates.crashes(6, flyer("Pe-8", Purpose.YARD, "soviet", night=True))
    assert not air_fates.crashes(6, flyer("He 111H", Purpose.YARD))
