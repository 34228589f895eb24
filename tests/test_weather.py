"""Weather by zones and tables: what a table says, how it passes from zone to zone, and what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.board import Board
from grognard.core.errors import GrognardError
from grognard.core.weather import Climate, Weather
from grognard.games import folder_of
from grognard.games.typhoon_1941.rules.weather import forecast

#: The shape of Fire in the East: one zone alone, three that pass the weather on to each other.
FOUR_ZONES: dict[str, Any] = {
    "conditions": ["clear", "mud", "frost", "snow"],
    "table": [
        {"zones": ["zone-a"], "turn": [{"number": 2, "die": ["clear", "mud", "mud", "frost", "frost", "snow"]}]},
        {
            "zones": ["zone-b", "zone-c", "zone-d"],
            "turn": [{"number": 2, "die": ["clear", "no-change", "mud", "mud", "frost", "snow"]}],
        },
    ],
    "effects": {"clear": {"cost": 1}, "mud": {"cost": 2}, "frost": {"cost": 1}, "snow": {"cost": 2}, "first-snow": {"cost": 3}},
}


class Cost(msgspec.Struct, frozen=True):
    cost: int


@pytest.fixture(scope="module")
def east() -> Board:
    return Board.load(folder_of("fire-in-the-east") / "data" / "board.board")


@pytest.fixture(scope="module")
def climate(east: Board) -> Climate[Cost]:
    return Climate(FOUR_ZONES, Cost, east)


def dice(*numbers: int) -> Callable[[str], int]:
    rest = list(numbers)
    return lambda _: rest.pop(0)


def after(climate: Climate[Cost], before: str, last: str, worsening: bool, rolled: int) -> tuple[tuple[str, ...], bool]:
    """The weather of zones B to D, and the trend, when their table is thrown."""
    now = Weather(("clear", *before.split()), ("clear", last), (False, worsening))
    found = climate.next(now, 2, {}, dice(1, rolled))
    return found.zones[1:], found.worsening[1]


def test_worsening_weather_comes_from_the_north(climate: Climate[Cost]) -> None:
    assert after(climate, "snow frost mud", "frost", True, 6) == (("snow", "snow", "frost"), True)


def test_improving_weather_comes_from_the_south(climate: Climate[Cost]) -> None:
    assert after(climate, "snow frost mud", "snow", True, 5) == (("frost", "mud", "frost"), False)


@pytest.mark.parametrize("worsening", [False, True])
def test_a_table_that_repeats_itself_keeps_its_trend(climate: Climate[Cost], worsening: bool) -> None:
    expected = ("mud", "mud", "clear") if worsening else ("clear", "mud", "mud")
    assert after(climate, "mud clear mud", "mud", worsening, 3) == (expected, worsening)


def test_no_change_repeats_the_last_result_of_the_same_table(climate: Climate[Cost]) -> None:
    assert after(climate, "clear clear clear", "frost", True, 2)[0] == ("frost", "clear", "clear")


def test_a_zone_with_a_table_of_its_own_stands_alone(climate: Climate[Cost]) -> None:
    now = Weather(("clear",) * 4, ("clear", "clear"))
    found = climate.next(now, 2, {}, dice(6, 1))
    assert found == Weather(("snow", "clear", "clear", "clear"), ("snow", "clear"), (True, False))


def test_one_die_per_table(climate: Climate[Cost]) -> None:
    said: list[str] = []
    climate.next(Weather(("clear",) * 4, ("clear", "clear")), 2, {}, lambda why: said.append(why) or 1)  # type: ignore[func-returns-value]
    assert said == [
        "weather of turn 2 (1 Clear, 2-3 Mud, 4-5 Frost)", "weather of turn 2 (1 Clear, 2 No-Change, 3-4 Mud, 5 Frost)",
    ]  # fmt: skip


def test_every_hex_lies_in_a_zone_and_a_hexside_in_the_northern_one(climate: Climate[Cost], east: Board) -> None:
    assert set(climate.zone_of[: east.hexes].tolist()) == {0, 1, 2, 3}
    assert set(climate.zone_of[east.hexes :].tolist()) == {-1}
    sides = climate.hexside_zones(east)
    for zone in (0, 1, 2):
        border = [(h, d) for h in range(east.hexes) for d, n in enumerate(east.rows[h])
                  if n >= 0 and {climate.zone_of[h], climate.zone_of[n]} == {zone, zone + 1}]  # fmt: skip
        assert border
        assert all(sides[h, d] == zone for h, d in border)


def test_the_first_turn_of_a_condition_may_differ(climate: Climate[Cost]) -> None:
    assert [climate.effects["snow", first].cost for first in (True, False)] == [3, 2]
    assert [climate.effects["mud", first].cost for first in (True, False)] == [2, 2]


@pytest.mark.parametrize(
    ("change", "why"),
    [({"effects": {"clear": {"cost": "much"}}}, "Expected `int`"), ({"table": [{"zones": []}]}, "missing required field"),
     ({"effects": {"clear": {"cost": 1}}}, "no effects of 'mud'"),
     ({"table": [{"zones": ["zone-a"], "turn": [{"number": 2, "weather": "fog"}]}]}, "'fog'")],
)  # fmt: skip
def test_tables_that_make_no_sense_are_refused_in_a_sentence(change: dict[str, Any], why: str, east: Board) -> None:
    with pytest.raises(GrognardError, match=why):
        Climate(FOUR_ZONES | change, Cost, east)


# ---------------------------------------------------------------- Typhoon 1941


def test_typhoon_has_two_courses_and_forecasts_what_follows_from_the_past() -> None:
    p = grognard.new("typhoon-1941", seed=1).play
    good, *snow = "good", "snow", "snow", "snow", "snow"
    assert sorted(p.game.climate.courses()) == [
        (good, "good", "mud", "snow", *snow), (good, "mud", "mud", "hard-frost", *snow),
    ]  # fmt: skip
    assert [forecast(p, n) for n in (1, 2, 3, 4, 5)] == ["good", "mud or good", "mud", "hard-frost or snow", "snow"]
    p.s.turn, p.s.weather, p.s.muds = 3, "mud", 1
    assert [forecast(p, n) for n in (1, 2, 3, 4, 5)] == ["good", "good", "mud", "snow", "snow"]
    p.s.muds = 2
    assert [forecast(p, n) for n in (1, 2, 3, 4, 5)] == ["good", "mud", "mud", "hard-frost", "snow"]
