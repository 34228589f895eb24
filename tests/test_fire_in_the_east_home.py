"""The home front of Fire in the East: set-ups, prices, short scenarios, and what random play makes of them."""

from __future__ import annotations

import random
from functools import cache

import pytest

from grognard.core.match import Match
from grognard.games.fire_in_the_east import FireInTheEast
from grognard.games.fire_in_the_east import short_scenarios as shorts
from grognard.games.fire_in_the_east.counters import Counters
from grognard.games.fire_in_the_east.home_front import home
from grognard.games.fire_in_the_east.material import OWN_FILES
from grognard.games.fire_in_the_east.rules import control, replacement_costs, scenarios, setup, setup_areas, supply
from grognard.games.fire_in_the_east.rules.units import on_map
from grognard.games.fire_in_the_east.state import AXIS, SOVIET

SPLIT = {"armor": "armor", "infantry": "infantry", "armor+infantry": "both", "none": "none"}


@cache
def game() -> FireInTheEast:
    return FireInTheEast()


def deployed(how: str, scenario: str = "campaign") -> Match:
    """A match in which both sides have been set up."""
    match = Match(game(), scenario, seed="1")
    while match.play.frame.step in setup_areas.STAGES:
        match.do(how)
        assert list(setup.faults(match.play)) == []
        match.do("done")
    return match


@pytest.mark.parametrize("how", ["historical", "automatic"])
def test_every_unit_of_the_first_deployment_gets_a_legal_place(how: str) -> None:
    p = deployed(how).play
    start = [unit for unit, row in enumerate(game().rows) if row.get("enters") == "start"]
    groups = home(game()).groups
    assert len(start) == 858
    for unit in start:
        assert p.s.loc[unit] in groups[p.s.group[unit]].hexes, game().pieces[unit].handle
    assert game().check(p) == []


def test_what_the_referee_has_set_up_by_hand_is_kept() -> None:
    match = Match(game(), "campaign", seed="1")
    match.do("place so14r 6A/1219")
    match.do("automatic")
    assert match.play.s.loc[game().handles["so14r"]] == game().board.node("6A/1219")


def test_army_norway_may_wait_where_finland_stays_neutral() -> None:
    """39.Cg: with the two Army Norway need not be deployed and comes as reinforcements on Jul I 41; with other cards it must."""
    match = Match(game(), "campaign", {"finnish-war-effort": "on"}, seed="1")
    p = match.play
    match.do("historical")
    match.do("done")
    p.s.card = 5
    assert setup_areas.withholdable(p) == []
    p.s.card = 0
    units = setup_areas.withholdable(p)
    assert units
    match.do("withhold " + "+".join(game().pieces[unit].handle for unit in units))
    match.do("automatic")
    match.do("done")
    assert {p.s.loc[unit] for unit in units} == {game().calendar.boxes[2]}


def test_points_that_replace_a_unit_are_those_of_the_chart_of_types() -> None:
    """34.B.1 and 34.B.2 in code, held against the column of the data."""
    rows = OWN_FILES.csv("types.csv")
    counters = Counters(rows)
    wrong = []
    for row in rows:
        factors = {"attack": "4", "defense": "4", "movement": "6"}
        service = "militia" if "militia" in row["type"] else "regular"
        unit = {**dict.fromkeys(("handle", "name", "supported"), ""), **row, **factors, "service": service}
        face = counters.face(unit)
        fragile = row["nation"] == "soviet" and "fragile" in row["rp_cost"]
        if replacement_costs.currency(face, fragile) != SPLIT[row["rp_kind"]] and row["type"] != "truck":
            wrong.append((row["nation"], row["type"], row["size"], row["rp_kind"]))
    assert wrong == []


@pytest.mark.parametrize("name", shorts.names())
def test_a_short_scenario_plays_to_its_verdict(name: str) -> None:
    """At random, from the historical deployment: nobody leaves the area, and nothing is out of order."""
    match = deployed("historical", name)
    area = shorts.cut(game(), name).area
    rng = random.Random(7)
    for _ in range(20_000):
        if match.play.over:
            break
        match.do(match.legal_commands().sample(rng))
    assert match.play.over
    assert game().check(match.play) == []
    loc = match.play.s.loc
    units = [unit for unit in range(len(game().pieces)) if 0 <= loc[unit] < game().board.hexes]
    assert any(game().is_ground[unit] for unit in units)
    assert all(area[loc[unit]] for unit in units if game().is_ground[unit] or game().is_air[unit])
    assert match.play.s.turn == shorts.read(name).last


@pytest.mark.parametrize("name", [name for name in shorts.names() if shorts.read(name).start])
def test_a_starting_position_is_sound(name: str) -> None:
    """Everybody has room, stands in his own ground within the area, and has a line of supply; every place that counts is held."""
    p = Match(game(), name, seed="1").play
    assert p.s.turn == shorts.read(name).first
    assert game().check(p) == []
    for side in (AXIS, SOVIET):
        own = [unit for unit in game().ground_of_side[side].tolist() if on_map(p, unit)]
        assert len(own) > 100
        assert [game().pieces[unit].handle for unit in own if not supply.traces(p, p.s.loc[unit], side)] == []
    goals = scenarios.objectives(p, shorts.cut(game(), name))
    assert [game().board.names[hex] for hex in goals if p.s.control[hex] == SOVIET and not p.s.count[SOVIET][hex]] == []
    assert scenarios.points(p) == 0


def test_divisions_cease_to_count_and_places_count_twice() -> None:
    """Typhoon: pockets count until the end of Oct II 41, places at the end of Dec I 41 and at the end."""
    p = Match(game(), "typhoon", seed="1").play
    soviets = [unit for unit in game().divisions if game().side_of[unit] == SOVIET and on_map(p, unit)]

    def judged(turn: int, dead: list[int]) -> tuple[int, int]:
        p.s.turn = turn
        for unit in dead:
            p.place(unit, game().pool[SOVIET])
        scenarios.judge(p)
        tally: tuple[int, int] = p.s.tally
        return tally

    assert judged(8, soviets[:8]) == (0, -1)
    assert judged(9, soviets[8:16]) == (0, 16)
    assert judged(10, soviets[16:40]) == (0, 16)
    assert scenarios.points(p) == 4
    control.hold_all(p, [game().board.node("2A/2720")], AXIS)
    assert judged(12, []) == (2, 16)
    assert scenarios.points(p) == 8


def test_a_short_scenario_says_that_it_is_ours_and_what_counts() -> None:
    match = Match(game(), "kiev", seed="1")
    status = match.view("axis").status
    said = {line.title: line.value for line in status.lines}
    assert said["Scenario"] == "our own, not in the book; it ends after Sep II 41"
    assert said["Victory"] == "German decisive from 44, German from 37, draw from 29, else Soviet"
    assert [(place.name, place.side) for place in status.places[:2]] == [("Kiev (4)", "soviet"), ("Kharkov (3)", "soviet")]
    assert len(status.places) == 20
    assert all("of our own" in scenario.text for scenario in game().scenarios if scenario.name in shorts.names())

