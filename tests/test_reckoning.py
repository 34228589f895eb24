"""One text per factor and shift: what is changed in the rules alone changes battles, previews and the computer's estimates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

import grognard
from grognard.core.command import Command
from grognard.core.errors import Illegal
from grognard.core.match import Match
from grognard.games.assault.odds import ResultsTable, Shift
from grognard.games.assault.reckoning import Belief, Reckoning, Setting, among, likely, one_of, strength, sure
from grognard.games.barbarossa.opponent.moves import Mover as BarbarossaMover
from grognard.games.barbarossa.opponent.sight import Sight as BarbarossaSight
from grognard.games.barbarossa.rules import combat_odds as barbarossa_odds
from grognard.games.barbarossa.rules import mobile_assault as barbarossa_assault
from grognard.games.drive_on_moscow.opponent.sight import Sight as MoscowSight
from grognard.games.drive_on_moscow.rules import combat_odds as moscow_odds
from grognard.games.drive_on_moscow.state import SOVIET
from grognard.games.fire_in_the_east.opponent.sight import Sight as FireSight
from grognard.games.fire_in_the_east.position import match_from as fire_match
from grognard.games.fire_in_the_east.rules import combat as fire_combat
from grognard.games.fire_in_the_east.rules.modifiers import Modifier
from grognard.games.fire_in_the_east.rules.modifiers import modifiers as fire_modifiers
from grognard.games.typhoon_1941.opponent.sight import Sight as TyphoonSight
from grognard.games.typhoon_1941.position import match_from as typhoon_match
from grognard.games.typhoon_1941.rules import odds as typhoon_odds
from grognard.games.typhoon_1941.rules.odds import Shift as TyphoonShift
from grognard.games.what_if_1940.opponent.sight import Sight as WhatIfSight
from grognard.games.what_if_1940.position import match_from as what_if_match
from grognard.games.what_if_1940.rules import combat_odds as what_if_odds

Results = dict[str, float]


class Trial(NamedTuple):
    """A game in which an attack is at hand, its chapter on odds, and what its computer expects of attackers at their posts."""

    slug: str
    begin: Callable[[], Match]
    odds: ModuleType
    shifts: str  #: a function of the chapter that finds shifts
    house: Shift | TyphoonShift
    factors: tuple[str, str]  #: the functions that find attack and defence
    more: int  #: what a house rule may add to a factor without forbidding the attack
    expects: Callable[[Match, int, tuple[int, ...]], Results]


def moscow_expects(match: Match, target: int, units: tuple[int, ...]) -> Results:
    sight = MoscowSight(match)
    return sight.chances(target, {u: sight.at[u] for u in units})


def barbarossa_expects(match: Match, target: int, units: tuple[int, ...]) -> Results:
    sight = BarbarossaSight(match)
    return sight.game.results.chances(sight.final_column(target, [(u, sight.at(u)) for u in units]))


def typhoon_expects(match: Match, target: int, units: tuple[int, ...]) -> Results:
    sight = TyphoonSight(match)
    at_once, planned = sight.reckon((target,), units), sight.planned(target, [(u, match.play.s.loc[u]) for u in units], False)
    assert (at_once.base, at_once.shifts, at_once.groups) == (planned.base, planned.shifts, planned.groups)
    columns = [typhoon_odds.pressed_column(at_once, at_once.groups[0][1], row, 0, match.side) for row in range(1, 7)]
    results = [typhoon_odds.table_result(sight.game, column, row) for row, column in enumerate(columns, 1)]
    return {result: count / 6 for result, count in Counter(results).items()}


def what_if_expects(match: Match, target: int, units: tuple[int, ...]) -> Results:
    return WhatIfSight(match).outlook(units, target, mobile=False).chances


def opened(slug: str, order: str) -> Match:
    match = grognard.new(slug, scenario="historical", seed=4)
    match.do(f"order {order}")
    return match


def what_if_opened() -> Match:
    """Nobody stands beside the enemy at the start, so the position is written by hand."""
    units = {"5007": ["ge1 8-4/6-2", "ge2 8-4/6-2"], "5008": ["ra1 2-4 tried"]}
    return what_if_match({"seats": "two", "board": {}, "phase": "east.fight", "units": units, "dice": [1]})


_HOUSE, _FACTORS = Shift(-2, "house rule", "house.1"), ("attack_factor", "defence_factor")
TRIALS = (
    Trial("drive-on-moscow", partial(opened, "drive-on-moscow", "fight-move"),
          moscow_odds, "terrain_shifts", _HOUSE, _FACTORS, 20, moscow_expects),
    Trial("barbarossa", partial(opened, "barbarossa", "fight-move"),
          barbarossa_odds, "terrain_shifts", _HOUSE, _FACTORS, 20, barbarossa_expects),
    Trial("typhoon-1941", partial(opened, "typhoon-1941", "free"),
          typhoon_odds, "common_shifts", TyphoonShift(-2, "house rule", "house.1"),
          ("attack_factor", "defence_factors"), 3, typhoon_expects),
    Trial("what-if-1940", what_if_opened, what_if_odds, "terrain", _HOUSE, _FACTORS, 20, what_if_expects),
)  # fmt: skip


def at_hand(trial: Trial) -> tuple[Match, int, tuple[int, ...]]:
    """An attack that can be made now and is open to all eyes: two units on one."""
    match = trial.begin()
    options = match.options()
    for target in options.hexes("attack"):
        units = tuple(options.units("attack", (target,)))[:2]
        if len(units) == 2 and match.play.s.foes[match.side][target] == 1:
            return match, target, units
    raise AssertionError("no attack at hand")


def heard(match: Match, target: int, units: tuple[int, ...]) -> Any:
    """What everybody hears of the reckoning when the attack is made."""
    events = match.do(Command("attack", units, (target,)))
    while match.decision is not None and match.decision.step in ("battle.air", "battle.announced"):
        events = match.do("air 0" if match.decision.step == "battle.air" else "fight")
    return next(event for event in events if event.kind == "weighed")


@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.slug)
def test_a_shift_added_to_the_rules_is_in_previews_plans_and_battles(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    match, target, units = at_hand(trial)
    told, expected = match.odds(target, units), trial.expects(match, target, units)
    printed = getattr(trial.odds, trial.shifts)
    monkeypatch.setattr(trial.odds, trial.shifts, lambda *known: [*printed(*known), trial.house])
    match.play.s.forget()
    now = match.odds(target, units)
    assert [s.rule for s in now.shifts if s not in told.shifts] == ["house.1"]
    assert now.results != told.results
    assert_same(trial.expects(match, target, units), now.results)
    assert trial.expects(match, target, units) != expected
    assert trial.house in heard(match, target, units).shifts


@pytest.mark.parametrize("part", ["attack", "defence"])
@pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: trial.slug)
def test_a_factor_changed_in_the_rules_is_so_everywhere(trial: Trial, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, target, units = at_hand(trial)
    told, expected = match.odds(target, units), trial.expects(match, target, units)
    fought, which = heard(match.copy(), target, units), ("attack", "defence").index(part)
    printed = getattr(trial.odds, trial.factors[which])

    def more(*known: Any) -> Any:
        found = printed(*known)
        return [(unit, factor + trial.more) for unit, factor in found] if isinstance(found, list) else found + trial.more

    monkeypatch.setattr(trial.odds, trial.factors[which], more)
    match.play.s.forget()
    now = match.odds(target, units)
    added = trial.more * (2 if part == "attack" else 1)
    assert getattr(now, part) == getattr(told, part) + added
    assert_same(trial.expects(match, target, units), now.results)
    assert trial.expects(match, target, units) != expected
    assert getattr(heard(match, target, units), part) == getattr(fought, part) + added


def assert_same(expected: Results, told: Results) -> None:
    assert {result: told.get(result, 0.0) for result in expected} == pytest.approx(expected, abs=1e-3)


def test_the_computer_of_drive_on_moscow_defends_by_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    match, target, units = at_hand(TRIALS[0])
    match.play.s.air = (0, 2)
    match.do(Command("attack", units, (target,)))
    battle, sight = match.play.s.battle, MoscowSight(match)
    assert sight.side == SOVIET
    before = sight.beaten(battle, 0)
    assert sight.beaten(battle, 2) < before, "aircraft help"
    printed = moscow_odds.terrain_shifts
    monkeypatch.setattr(moscow_odds, "terrain_shifts", lambda *known: [*printed(*known), Shift(-3, "house rule", "house.1")])
    assert sight.beaten(battle, 0) < before


def test_a_modifier_of_the_die_in_fire_in_the_east_is_in_previews_plans_and_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"0304": ["g german infantry XX 8-6"], "0305": ["r soviet rifle XX 4-6"]}
    match = fire_match({"board": {}, "phase": "combat", "units": units, "dice": [3]})
    target, unit = match.game.board.node("0305"), match.game.names.unit("g")
    told, planned = match.odds(target, (unit,)), FireSight(match).forecast(target, (unit,))
    printed = fire_modifiers
    house = Modifier("house.1", "house rule", -2)
    monkeypatch.setattr(fire_combat, "modifiers", lambda *known: (*printed(*known), house))
    now, forecast = match.odds(target, (unit,)), FireSight(match).forecast(target, (unit,))
    assert [s.rule for s in now.shifts if s not in told.shifts] == ["house.1"]
    assert now.results != told.results
    assert planned is not None
    assert forecast is not None
    assert (forecast.modifier, forecast.clears < planned.clears) == (planned.modifier - 2, True)
    fought = next(event for event in match.do(Command("attack", (unit,), (target,))) if event.kind == "fought")
    assert "house.1" in [shift.rule for shift in fought.shifts]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- beliefs


HERE = Setting(0, 7, False, 1, "fight-move")


def double(setting: Setting, face: int) -> int:
    return 2 * face


def test_the_strength_of_units_known_and_believed() -> None:
    assert np.flatnonzero(strength(HERE, [sure(3), sure(4)], double)).tolist() == [14]
    unknown = among([1, 1, 2, 3])
    spread = strength(HERE, [sure(3), unknown, unknown], double)
    assert spread[6 + 4] == pytest.approx(0.25)
    assert spread[6 + 12] == pytest.approx(1 / 16)
    assert spread.sum() == pytest.approx(1.0)


def test_somebody_of_a_few_is_each_of_them_with_equal_chance() -> None:
    found = one_of([sure(1), Belief((1, 2), (0.5, 0.5))])
    assert dict(zip(found.faces, found.chances, strict=True)) == {1: 0.75, 2: 0.25}
    assert likely({1: 0.75, 2: 0.25}) == found


def test_memory_keeps_what_an_unknown_unit_adds_in_a_setting() -> None:
    asked: list[int] = []

    def factor(setting: Setting, face: int) -> int:
        asked.append(face)
        return face + setting.target

    memory: dict[Any, Any] = {}
    elsewhere = Setting(0, 8, False, 1, "fight-move")
    unknown = among([1, 2])
    for setting in (HERE, HERE, elsewhere):
        spread = strength(setting, [unknown], factor, memory, "attack")
        assert np.flatnonzero(spread).tolist() == [1 + setting.target, 2 + setting.target]
    assert len(asked) == 4


def test_chances_are_those_of_the_table() -> None:
    table = ResultsTable({"1:1": ("A",) * 6, "2:1": ("A", "A", "A", "D", "D", "D")}, below="A", above="X")
    even = Reckoning(strength(HERE, [among([4, 8])], lambda _, face: face), strength(HERE, [sure(4)], lambda _, face: face), ())
    assert even.columns() == {0: 0.5, 1: 0.5}
    assert even.chances(table) == pytest.approx({"A": 0.75, "D": 0.25, "X": 0.0})
    moved = Reckoning(even.attack, even.defence, (Shift(1, "better", "1"), Shift(-3, "worse", "2"), Shift(3, "best", "3")))
    assert moved.shift == 1
    assert moved.chances(table) == pytest.approx({"A": 0.25, "D": 0.25, "X": 0.5})


def test_units_with_the_same_divisor_are_added_before_they_are_divided() -> None:
    def half(setting: Setting, face: int) -> int:
        return 2

    def face_value(setting: Setting, face: int) -> int:
        return face

    assert np.flatnonzero(strength(HERE, [sure(3), sure(3)], face_value, divisor=half)).tolist() == [3]
    unknown = strength(HERE, [sure(1), among([1, 2])], face_value, divisor=half)
    assert unknown.tolist() == [0.0, 1.0], "two or three halved are one"


def test_the_computer_of_barbarossa_halves_as_the_rules_do() -> None:
    match, target, _ = at_hand(TRIALS[1])
    sight = BarbarossaSight(match)
    unit = match.play.foes(target, match.side)[0]
    full = sight.defence(unit)
    assert sight.foe_defence[target] == full
    sight.cut_off([target])
    assert sight.foe_defence[target] == max(1, full // 2) != full / 2


_CITY = {"major-city": {"Tula": "0503"}}
_LINE = {"line": "0403|0503", "areas": {"behind-defence-line": "0503"}}


@pytest.mark.parametrize("ground", [_CITY, _LINE])
def test_a_preview_of_typhoon_gives_hidden_pieces_what_the_ground_gives_infantry(ground: dict[str, Any]) -> None:
    units = {"0503": ["r rifle 1-6 hidden"], "0403": ["a korps 4", "b korps 4"]}
    open_ground: dict[str, Any] = {"size": "8x6", "front": 5}
    told = [
        typhoon_match({"hq": "0103", "board": board, "phase": "attack", "units": units}).odds("0503", "a+b", seat="german")
        for board in (open_ground, open_ground | ground)
    ]
    assert told[0].hidden == told[1].hidden == 1
    assert told[1].defence == told[0].defence + 1


@pytest.mark.parametrize(
    ("ground", "overrun"),
    [({}, True), ({"river": "0303|0403"}, False), ({"forest": "0403"}, False), ({"major-city": {"Tula": "0403"}}, False),
     ({"line": "0303|0403", "areas": {"behind-defence-line": "0403"}}, False)],
)  # fmt: skip
def test_the_computer_of_typhoon_expects_the_overruns_that_the_rules_make(ground: dict[str, Any], overrun: bool) -> None:
    units = {"0303": ["a panzer 6-4"], "0403": ["r rifle 1-4"]}
    position = {"hq": "0103", "board": {"size": "8x6", "front": 5} | ground, "side": "german", "phase": "attack"}
    match = typhoon_match(position | {"units": units, "rows": {1: "D3"}, "dice": [1]})
    target, post = match.game.board.node("0403"), match.game.board.node("0303")
    sight = TyphoonSight(match)
    attackers = (match.game.names.unit("a"),)
    assert sight.overruns(sight.reckon((target,), attackers), (target,), (post,)) is overrun
    match.do("attack 0403 with a")
    match.do("fight")
    assert (match.play.s.loc[match.game.names.unit("r")] != target) is overrun


def test_the_computer_of_barbarossa_plans_no_mobile_assault_that_the_rules_forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    match = opened("barbarossa", "fight-move")
    match.do("done")
    units = [u for u in match.options().units("assault") if match.options().hexes("assault", (u,))]
    at = {match.play.s.loc[u]: [v for v in units if match.play.s.loc[v] == match.play.s.loc[u]] for u in units}
    planned = [force for force in at.values() if BarbarossaMover().assault(BarbarossaSight(match), force) is not None]
    assert planned

    def refuse(*known: Any) -> None:
        raise Illegal("house.1", "no mobile assaults today")

    monkeypatch.setattr(barbarossa_assault, "check_target", refuse)
    assert all(BarbarossaMover().assault(BarbarossaSight(match), force) is None for force in planned)
