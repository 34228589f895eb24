"""What the rulebook of 1940: What If? says about its counters and tables; every test names the rule."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from grognard.core.board import PROVENANCE, Board
from grognard.core.data import DataFiles

GAME = Path(__file__).parents[1] / "src" / "grognard" / "games" / "what_if_1940"
FILES = DataFiles(GAME / "data")
Row = dict[str, str]

UNITS = FILES.csv("units.csv")
TABLES: dict[str, Any] = FILES.toml("tables.toml")
TURNS: list[dict[str, Any]] = TABLES["turn"]
CRT: dict[str, list[str]] = {column["odds"]: column["results"] for column in TABLES["crt"]["column"]}
TERRAIN: dict[str, dict[str, Any]] = {entry["name"]: entry for entry in TABLES["terrain"]}
GROUND = [unit for unit in UNITS if unit["type"] not in ("aircraft", "marker")]
WORST_TO_BEST = ["AL1", "AS", "DR", "BB", "DE"]

by_handle = pytest.mark.parametrize("unit", GROUND, ids=[unit["handle"] for unit in GROUND])


@lru_cache(maxsize=1)
def board() -> Board:
    return Board.load(FILES.path("board.board"))


def having(**facts: str) -> list[Row]:
    return [unit for unit in UNITS if all(unit[key] == value for key, value in facts.items())]


def one(handle: str) -> Row:
    (found,) = having(handle=handle)
    return found


def faces(unit: Row) -> list[tuple[int, int]]:
    """Attack and defence with all steps, then with fewer."""
    pairs = [step.split("-") for step in unit["factors"].split("/")]
    return [(int(attack), int(defence)) for attack, defence in pairs]


def undotted() -> list[Row]:
    return having(colour="red on white", dot="")


# ---------------------------------------------------------------- counters


def test_there_are_176_counters_rule_2_1() -> None:
    assert len(UNITS) == 176


def test_handles_are_unique_and_typeable() -> None:
    handles = {unit["handle"] for unit in UNITS}
    assert len(handles) == len(UNITS)
    assert all(re.fullmatch(r"[a-z][a-z0-9]*", handle) for handle in handles)


def test_names_are_nation_and_designation_because_designations_repeat() -> None:
    open_units = [unit for unit in GROUND if not unit["untried"] and unit["type"] != "tank"]
    repeated = [text for text, times in Counter(unit["designation"] for unit in open_units).items() if times > 1]
    assert "1" in repeated
    short = {"german": "ge", "soviet": "so", "french": "fr", "british": "br", "belgian": "be", "dutch": "du"}
    for unit in open_units:
        assert unit["handle"] == short[unit["nation"]] + unit["designation"].lower().replace(" ", "")


def test_the_name_of_an_untried_unit_tells_nothing_of_it_rule_2_12() -> None:
    untried = having(untried="1")
    assert all(re.fullmatch(r"(ju|ra)\d+", unit["handle"]) for unit in untried)
    for kind, size in (("ju", 9), ("ra", 56)):
        numbers = sorted(int(unit["handle"][2:]) for unit in untried if unit["handle"].startswith(kind))
        assert numbers == list(range(1, size + 1))


def test_untried_are_juggernauts_and_regular_reinforcements_and_nobody_else_rule_2_12() -> None:
    colours = {unit["colour"] for unit in having(untried="1")}
    assert colours == {"white on scarlet", "red on white"}
    assert not any(unit["untried"] for unit in UNITS if unit["colour"] not in colours)


@by_handle
def test_a_counter_is_well_formed(unit: Row) -> None:
    assert unit["size"] == ("XXXX" if unit["nation"] == "soviet" else "XXX"), "1.2, 2.8"
    classes = {
        "panzer": "mech", "tank": "mech", "infantry": "foot", "cavalry": "foot", "mountain": "foot", "shock": "foot",
        "garrison": "static", "paratroop": "static",
    }  # fmt: skip
    assert unit["class"] == classes[unit["type"]], "2.7"
    assert {unit["provenance"], unit["factors_provenance"]} <= set(PROVENANCE)
    assert unit["evidence"]
    assert unit["start"]


@by_handle
def test_the_reduced_side_is_the_weaker_rule_2_11(unit: Row) -> None:
    full, *reduced = faces(unit)
    assert full[1] >= 1
    for low in reduced:
        assert low != full
        assert low[0] <= full[0]
        assert 1 <= low[1] <= full[1]
    assert len(reduced) <= 1


@by_handle
def test_steps_rules_9_9_9_10_and_9_11(unit: Row) -> None:
    wanted = {"soviet": 1, "german": 2, "french": 2, "british": 2}
    assert len(faces(unit)) == wanted.get(unit["nation"], len(faces(unit)))


@by_handle
def test_colours_rule_2_5(unit: Row) -> None:
    by_nation = {
        "french": "black on light blue", "british": "black on tan", "belgian": "black on yellow", "dutch": "black on orange",
    }  # fmt: skip
    german = {"mech": "white on black", "foot": "black on field gray", "static": "black on Confederate gray"}
    if unit["nation"] == "german":
        assert unit["colour"] == german[unit["class"]]
    elif unit["nation"] in by_nation:
        assert unit["colour"] == by_nation[unit["nation"]]
    else:
        assert unit["colour"] in ("white on scarlet", "red on white", "black on scarlet", "red on pink", "black on brown")


def test_the_german_army_rule_3_3() -> None:
    ground = [unit for unit in GROUND if unit["nation"] == "german"]
    assert len(ground) == 42
    assert Counter(unit["class"] for unit in ground) == {"mech": 7, "foot": 34, "static": 1}
    assert len(having(nation="german", type="aircraft")) == 4
    assert {unit["start"] for unit in ground if unit["class"] == "mech"} == {"east"}, "3.9: panzers never go west"
    assert one("ge7fl")["start"] == "reserve-eligible"


def test_the_flieger_corps_rules_2_10_and_8_7() -> None:
    assert faces(one("ge7fl")) == [(0, 8), (0, 7)]
    assert one("ge7fl")["class"] == "static"
    assert [unit["handle"] for unit in having(nation="german", **{"class": "static"})] == ["ge7fl"]


def test_the_moscow_garrison_rules_2_10_and_3_2() -> None:
    assert faces(one("somg")) == [(0, 8)]
    assert one("somg")["start"] == "4624"
    assert [unit["handle"] for unit in having(nation="soviet", **{"class": "static"})] == ["somg"]


def test_nine_juggernauts_with_a_dotted_counterpart_each_rules_3_2_and_9_6() -> None:
    juggernauts, dotted = having(colour="white on scarlet"), having(dot="1")
    assert len(juggernauts) == len(dotted) == 9
    assert {unit["designation"] for unit in juggernauts} == {unit["designation"] for unit in dotted}
    assert {unit["colour"] for unit in dotted} == {"red on white"}
    assert {unit["start"] for unit in dotted} == {"soviet-aside"}
    assert {unit["type"] for unit in juggernauts} == {"shock"}


def test_the_sample_unit_rule_2_4() -> None:
    (third,) = having(colour="white on scarlet", designation="3")
    assert faces(third) == [(6, 7)]
    assert third["factors_provenance"] == "printed"


def test_far_east_and_shock_rules_2_6_and_3_2() -> None:
    assert {unit["designation"] for unit in having(colour="black on scarlet")} == {"1C", "2IRB", "15"}
    assert {unit["start"] for unit in having(colour="black on scarlet")} == {"far-east"}
    assert one("so1s")["start"] == "turn-10"


def test_every_undotted_army_has_its_place_on_the_track_or_in_the_arctic_rule_3_2() -> None:
    assert {unit["start"] for unit in undotted()} == {"track"}
    assert len(undotted()) == 2 + sum(turn["reinforcements"] for turn in TURNS)
    assert len(undotted()) >= 20


@pytest.mark.parametrize(("nation", "designation"), [("british", "1 Tk"), ("french", "21 Tk")])
def test_tank_corps_have_three_variants_rules_3_5_and_9_3(nation: str, designation: str) -> None:
    variants = having(nation=nation, type="tank")
    assert [faces(unit)[0] for unit in sorted(variants, key=lambda unit: unit["handle"])] == [(2, 2), (6, 6), (8, 4)]
    assert {unit["designation"] for unit in variants} == {designation}
    assert {unit["start"] for unit in variants} == {"anglo-french-aside"}


def test_aircraft_rules_3_2_3_3_and_3_5() -> None:
    found = Counter(unit["nation"] for unit in having(type="aircraft"))
    assert found == {"german": 4, "soviet": 1, "british": 1, "french": 1}


def test_french_and_belgian_cavalry_exists_rule_10_10() -> None:
    nations = {unit["nation"] for unit in having(type="cavalry") if unit["nation"] != "soviet"}
    assert nations == {"french", "belgian"}


def test_markers_rules_2_13_and_9_8() -> None:
    markers = having(type="marker")
    assert [unit["start"] for unit in markers if unit["handle"] == "turn"] == ["turn-1"]
    forts = [unit for unit in markers if unit["handle"].startswith("fort")]
    assert len(forts) == len(markers) - 1
    assert len(forts) >= 5, "a die may allow five at once (9.8)"


def test_the_named_counters_leave_97_for_the_rest() -> None:
    german = [unit for unit in UNITS if unit["nation"] == "german"]
    named = [unit for unit in UNITS if unit["nation"] == "soviet" and unit["start"] != "track" and unit["type"] != "marker"]
    allied = having(type="tank") + having(type="aircraft", nation="british") + having(type="aircraft", nation="french")
    assert (len(german), len(named), len(allied)) == (46, 24, 8)
    assert 176 - 46 - 24 - 8 - 1 == 97 == len(UNITS) - len(german) - len(named) - len(allied) - 1


def test_everybody_finds_room_rules_3_4_and_3_5() -> None:
    areas = {name: set(area.hexes) for name, area in board().areas.items()}
    built_up = {place.hex for place in board().places} & areas["belgium"]
    assert len(having(start="belgium")) <= 2 * len(built_up)
    assert len(having(start="holland")) <= len(areas["holland"])
    assert len(having(start="france")) <= 2 * len(areas["france"]) - 1


def test_a_start_that_is_no_country_is_a_hex_or_a_box_of_the_board() -> None:
    words = {"east", "german", "juggernaut", "track", "france", "belgium", "holland"}
    assert {unit["start"] for unit in UNITS} - words <= set(board().names)


# ---------------------------------------------------------------- boxes


def test_the_holding_boxes_rules_3_3_12_5_12_6_and_12_7() -> None:
    boxes = set(board().names[board().hexes :])
    assert {"reserve-arrived", "reserve-eligible", "southwest-arrived", "southwest-eligible", "romania"} <= boxes
    assert {name for name in boxes if name.startswith("arctic")} == {"arctic"}, "one space without portions"
    assert {name for name in boxes if name.startswith("far-east")} == {"far-east"}


# ---------------------------------------------------------------- combat results


def test_the_columns_run_from_1_3_to_5_1_rules_11_3_and_11_14() -> None:
    assert list(CRT) == ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"]
    assert all(len(results) == 6 for results in CRT.values())
    assert TABLES["crt"]["below"]["result"] == "AL1"
    assert TABLES["crt"]["above"]["column"] == "5:1"


def test_results_are_those_of_the_text_rules_11_15_to_11_20() -> None:
    assert {result for results in CRT.values() for result in results} == set(WORST_TO_BEST)


def test_a_higher_die_and_better_odds_never_hurt_the_attacker() -> None:
    ranks = [[WORST_TO_BEST.index(result) for result in results] for results in CRT.values()]
    for column in ranks:
        assert column == sorted(column)
    for worse, better in pairwise(ranks):
        assert all(low <= high for low, high in zip(worse, better, strict=True))
        assert worse != better


# ---------------------------------------------------------------- terrain


def test_the_chart_has_the_rows_of_the_text_rules_10_9_and_10_12() -> None:
    assert set(TERRAIN) == {
        "clear", "forest", "hills", "ardennes", "marsh", "river", "major-river", "lake", "sea",
        "town", "city", "ruhr-city", "fortification", "semi-permanent-fort",
    }  # fmt: skip


def costs(name: str) -> tuple[int, int]:
    return TERRAIN[name]["foot"], TERRAIN[name]["mech"]


def test_movement_costs_rules_10_9_10_11_10_12_and_10_14() -> None:
    assert costs("forest") == (1, 2)
    assert costs("hills")[1] == 3
    assert costs("river") == (1, 2)
    assert costs("major-river") == (2, 3)
    assert costs("hills")[1] + costs("major-river")[1] == 6, "the example of 10.12"
    assert costs("city") == costs("ruhr-city") == (1, 1)
    assert costs("ardennes") == costs("forest"), "10.10"
    for free in ("fortification", "semi-permanent-fort", "town", "lake", "sea"):
        assert "foot" not in TERRAIN[free], "10.11, 10.13, 10.14"


def test_combat_effects_rules_9_8_10_23_11_8_and_11_19() -> None:
    shift = {name: entry.get("shift", 0) for name, entry in TERRAIN.items()}
    assert shift["hills"] == -2
    assert shift["river"] == -1
    assert shift["semi-permanent-fort"] == -1
    assert shift["major-river"] < 0, "a bonus exists (8.7)"
    assert shift["ardennes"] == shift["forest"], "10.10"
    assert shift["city"] == shift["ruhr-city"], "10.14"
    assert {name for name, entry in TERRAIN.items() if entry.get("converts_dr")} == {"city", "ruhr-city", "fortification"}
    assert {name for name, entry in TERRAIN.items() if entry.get("concentric") is False} == {"city", "ruhr-city"}
    assert [TERRAIN[name]["cancels"] for name in ("city", "ruhr-city")] == [["river"]] * 2


def test_where_no_mobile_assault_goes_and_nobody_lands_rules_8_7_9_8_10_16_and_10_23() -> None:
    closed = {name for name, entry in TERRAIN.items() if entry.get("ma") is False}
    assert closed == {"marsh", "major-river", "lake", "sea", "semi-permanent-fort"}
    assert {name for name, entry in TERRAIN.items() if entry.get("aa") is False} == {"hills", "marsh"}
    assert TERRAIN["fortification"]["ma_extra"] == 1, "10.22"
    assert 2 * costs("forest")[1] + TERRAIN["fortification"]["ma_extra"] == 5, "the example of 10.22"


# ---------------------------------------------------------------- turn track


def test_eleven_turns_by_half_months_rule_5_1() -> None:
    assert [turn["number"] for turn in TURNS] == list(range(1, 12))
    assert [turn["name"] for turn in TURNS] == [
        "Jun II", "Jul I", "Jul II", "Aug I", "Aug II", "Sep I", "Sep II", "Oct I", "Oct II", "Nov I", "Nov II",
    ]  # fmt: skip
    titles = dict(zip(board().names[board().hexes :], (box.title for box in board().boxes), strict=True))
    assert all(titles[f"turn-{turn['number']}"] == f"{turn['number']}: {turn['name']}" for turn in TURNS)


def test_what_the_text_says_of_the_first_boxes_rules_2_10_3_2_and_9_10() -> None:
    assert TURNS[0]["gemmf"] == [12, 6]
    assert [turn["reinforcements"] for turn in TURNS[:2]] == [11, 7]
    assert [turn["replacements"] for turn in TURNS[:3]] == [0, 0, 0]
    assert all(turn["replacements"] > 0 for turn in TURNS[3:])


def test_vehicles_are_never_slower_than_men_and_all_can_move_rule_2_10() -> None:
    for turn in TURNS:
        mech, foot = turn["gemmf"]
        assert mech >= foot >= 1


# ---------------------------------------------------------------- tables of single events


def effect(table: str, modified: int) -> str:
    """What a modified die gives: the ends of a table hold for everything beyond them."""
    results: list[str] = TABLES[table]["results"]
    if modified < 1 and "below" in TABLES[table]:
        return str(TABLES[table]["below"])
    return results[min(max(modified, 1), 6) - 1]


def modifiers(table: str) -> dict[str, int]:
    return {entry["when"]: entry["add"] for entry in TABLES[table]["modifier"]}


def test_moscow_falls_rules_4_3_6_10_12_5_and_12_6() -> None:
    add = modifiers("moscow_falls")
    assert len(add) == len(TABLES["moscow_falls"]["modifier"]) == 4
    assert add["finland"] + add["leningrad"] == 2
    assert min(add["finland"], add["leningrad"], add["japan"]) > 0 > add["ploesti"]
    chances = [sum(effect("moscow_falls", die + m) == "falls" for die in range(1, 7)) for m in range(-1, 4)]
    assert chances == [1, 2, 3, 4, 5]


def test_surprise_rule_5_5() -> None:
    results = TABLES["surprise"]["result"]
    assert [entry["die"] for entry in results] == [1, 2, 3, 4, 5, 6]
    assert any(entry["redeploy"] for entry in results)
    assert any(entry["june"] for entry in results)
    assert any(entry["ignore_rivers"] for entry in results)
    assert all(entry["june"] <= TURNS[0]["reinforcements"] for entry in results)
    assert not any(entry["ignore_rivers"] and (entry["redeploy"] or entry["june"]) for entry in results)


def test_attenuated_supply_rules_6_10_and_6_11() -> None:
    assert TABLES["attenuated_supply"]["from_turn"] == 6
    results = TABLES["attenuated_supply"]["results"]
    assert "cancelled" in results
    assert all(int(result) <= 0 for result in results if result != "cancelled")
    assert modifiers("attenuated_supply")["ploesti"] < 0
    assert effect("attenuated_supply", 0) == "cancelled"


def test_landing_rule_8_7() -> None:
    add = modifiers("landing")
    worst = sum(value for value in add.values() if value < 0)
    found = {effect("landing", die + more) for die in range(1, 7) for more in range(worst, max(add.values()) + 1)}
    assert found == {"intact", "reduced", "eliminated"}


@pytest.mark.parametrize(("table", "most"), [("japan", 2), ("finland", 2)])
def test_one_modifier_by_the_armies_left_rules_12_5_and_12_6(table: str, most: int) -> None:
    add = {entry["left"]: entry["add"] for entry in TABLES[table]["modifier"]}
    assert sorted(add) == list(range(most + 1))
    chances = [sum(effect(table, die + add[left]) == "war" for die in range(1, 7)) for left in sorted(add)]
    assert chances == sorted(chances, reverse=True), "fewer armies tempt more"
    assert min(chances) > 0
    assert max(chances) < 6
    assert TABLES["finland"]["most"] == 2


def test_forts_and_replacements_rules_9_8_9_9_and_9_11() -> None:
    assert TABLES["forts"]["results"] == [die - 1 for die in range(1, 7)]
    assert (TABLES["forts"]["from_turn"], TABLES["forts"]["range"]) == (5, 5)
    assert board().distance(board().node("4624"), board().node("4519")) == 5
    german, allied = TABLES["replacements"]["german"], TABLES["replacements"]["anglo_french"]
    assert (german["infantry"], german["panzer"], german["from_turn"]) == (1, 1, 1)
    assert (allied["french"], allied["british"], allied["from_turn"]) == (1, 1, 1)


def entries(found: object) -> list[dict[str, Any]]:
    """Every table within tables that says where its values come from."""
    if isinstance(found, list):
        return [entry for each in found for entry in entries(each)]
    if isinstance(found, dict):
        inner = [entry for value in found.values() for entry in entries(value)]
        return [found, *inner] if any(key.endswith("provenance") for key in found) else inner
    return []


def test_every_entry_says_where_it_comes_from() -> None:
    found = entries(TABLES)
    assert len(found) > 60
    for entry in found:
        assert {value for key, value in entry.items() if key.endswith("provenance")} <= set(PROVENANCE)
        assert any(key.endswith(("evidence", "rule")) for key in entry)


def test_examples_of_the_board_rules_2_2_and_9_8() -> None:
    assert {place.name: board().names[place.hex] for place in board().places if place.name in ("Aachen", "Vyazma")} == {
        "Aachen": "1905", "Vyazma": "4519",
    }  # fmt: skip
