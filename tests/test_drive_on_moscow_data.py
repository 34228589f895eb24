"""What the rulebook of Drive on Moscow says about its counters, tables and set-up; every test names the rule."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.core.board import PROVENANCE, Board

GAMES = Path(__file__).parents[1] / "src" / "grognard" / "games"
DATA = GAMES / "drive_on_moscow" / "data"
Row = dict[str, str]

RESULTS = ["AL1", "AS", "DR", "DE"]  # worst to best for the attacker
COLUMNS = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1"]
CODES = {"CD", "MRB", "MRD", "RB", "RD", "TB"}
GUARDS = {"GRD": 8, "GCD": 2, "GTB": 4}
FORWARD = {"CD": 9, "MRB": 8, "MRD": 4, "RB": 17, "RD": 78, "TB": 9}


def read(name: str) -> list[Row]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


UNITS = read("units.csv")
TABLES: dict[str, Any] = tomllib.loads((DATA / "tables.toml").read_text(encoding="utf-8"))
TURNS: list[dict[str, Any]] = TABLES["turn"]
CRT: dict[str, list[str]] = {column["odds"]: column["results"] for column in TABLES["crt"]["column"]}
SETUP = read("historical.csv")
BY_HANDLE = {unit["handle"]: unit for unit in UNITS}

by_handle = pytest.mark.parametrize("unit", UNITS, ids=[unit["handle"] for unit in UNITS])
by_turn = pytest.mark.parametrize("turn", TURNS, ids=[turn["name"] for turn in TURNS])


@lru_cache(maxsize=1)
def board() -> Board:
    return Board.load(DATA / "board.board")


def having(**facts: str) -> list[Row]:
    return [unit for unit in UNITS if all(unit[key] == value for key, value in facts.items())]


def factors(text: str) -> tuple[int, int]:
    attack, defence = text.split("-")
    return int(attack), int(defence)


def untried(unit: Row) -> bool:
    return unit["group"] in CODES


# ---------------------------------------------------------------- counters


def test_352_counters_rule_2_1() -> None:
    assert len(UNITS) == 352


def test_handles_are_unique_and_typeable() -> None:
    assert len(BY_HANDLE) == len(UNITS)
    assert all(re.fullmatch(r"[a-z0-9]*[a-z][a-z0-9]*", handle) for handle in BY_HANDLE)


def test_designations_are_unique() -> None:
    assert len({(unit["side"], unit["designation"]) for unit in UNITS}) == len(UNITS)


@by_handle
def test_counter_is_well_formed(unit: Row) -> None:
    types = {
        "german": {"panzer", "panzergrenadier", "cavalry", "infantry", "marker"},
        "soviet": {"tank", "motorized-rifle", "cavalry", "rifle"},
        "none": {"marker"},
    }
    assert unit["type"] in types[unit["side"]], "2.9"
    sizes = {"german": {"XX", "X", "III", "KG", "-"}, "soviet": {"XX", "X"}, "none": {"-"}}
    assert unit["size"] in sizes[unit["side"]], "2.8"
    assert unit["provenance"] in PROVENANCE
    assert unit["evidence"]
    assert bool(unit["lat"]) == bool(unit["lon"])


@by_handle
def test_factors_are_sound(unit: Row) -> None:
    if unit["type"] == "marker":
        assert not unit["full"]
        assert not unit["reduced"]
        return
    attack, defence = factors(unit["full"])
    assert attack >= 0
    assert defence >= 1
    if unit["reduced"] and unit["group"] != "kg":
        low = factors(unit["reduced"])
        assert low[0] <= attack, "2.12: the reduced side is the weaker"
        assert low[1] <= defence, "2.12: the reduced side is the weaker"
        assert low != (attack, defence)
        assert low[1] >= 1


@by_handle
def test_steps_rules_2_12_and_2_14(unit: Row) -> None:
    if unit["group"] in GUARDS or unit["group"] in ("start", "reinforcement"):
        assert unit["reduced"], "Guards (3.3) and German divisions have two steps"
    if untried(unit):
        assert not unit["reduced"], "2.14: nothing is printed on the back"


def test_ten_kampfgruppen_rule_2_13() -> None:
    faces = [(kg["full"], kg["reduced"], kg["size"], kg["type"]) for kg in having(group="kg")]
    assert faces == [("2-1", "1-2", "KG", "panzer")] * 10


def test_markers_rules_2_15_and_10_20() -> None:
    assert {unit["handle"]: unit["side"] for unit in having(type="marker")} == {
        "turn": "none", "air1": "german", "air2": "german",
    }  # fmt: skip


def test_soviet_units_known_from_the_text() -> None:
    start = Counter(FORWARD) + Counter({"GRD": 6, "MRD": 1, "RD": 4, "RB": 4})
    pool = Counter({"GCD": 2, "GRD": 2, "GTB": 4})
    first = Counter({"RD": 7, "RB": 4, "CD": 2, "TB": 1})
    assert (start.total(), pool.total(), first.total()) == (140, 8, 14)
    known = start + pool + first
    mix = Counter(unit["group"] for unit in having(side="soviet"))
    assert mix >= known


def test_177_counters_are_german_or_later_soviet() -> None:
    later = sum(sum(turn["reinforcements"].values()) for turn in TURNS[1:])
    german = len(having(group="start")) + len(having(group="reinforcement"))
    assert german + later == 177


@pytest.mark.parametrize(("group", "count"), GUARDS.items())
def test_guards_rules_3_3_and_3_5(group: str, count: int) -> None:
    assert len(having(group=group)) == count


def test_first_guards_rifle_division_opens_the_sheet_rule_2_5() -> None:
    assert UNITS[0]["designation"] == "1st Guards Rifle Division"
    assert (UNITS[0]["group"], UNITS[0]["type"], UNITS[0]["size"]) == ("GRD", "rifle", "XX")


def test_five_motorized_divisions_one_of_them_tanks_rule_3_2() -> None:
    assert Counter(unit["type"] for unit in having(group="MRD")) == {"motorized-rifle": 4, "tank": 1}
    assert len(having(side="soviet", type="tank", size="XX")) == 1


@pytest.mark.parametrize(
    ("group", "type", "size"),
    [
        ("RD", "rifle", "XX"), ("RB", "rifle", "X"), ("CD", "cavalry", "XX"), ("TB", "tank", "X"),
        ("MRB", "motorized-rifle", "X"), ("GRD", "rifle", "XX"), ("GCD", "cavalry", "XX"), ("GTB", "tank", "X"),
    ],
)  # fmt: skip
def test_a_group_is_one_type_and_size_rule_3_2(group: str, type: str, size: str) -> None:
    assert {(unit["type"], unit["size"]) for unit in having(group=group)} == {(type, size)}


@pytest.mark.parametrize("group", sorted(CODES))
def test_hidden_strengths_vary_rule_2_14(group: str) -> None:
    assert len({unit["full"] for unit in having(group=group)}) >= 3


@pytest.mark.parametrize("group", sorted(CODES))
def test_every_untried_counter_has_one_entry_rule_3_6(group: str) -> None:
    reserve = {"MRD": 1, "RD": 4, "RB": 4}
    entries = FORWARD[group] + reserve.get(group, 0) + sum(turn["reinforcements"].get(group, 0) for turn in TURNS)
    assert len(having(group=group)) == entries


def test_infantry_classes_rule_8_5() -> None:
    infantry = having(side="german", type="infantry")
    classes = Counter((unit["full"], unit["reduced"]) for unit in infantry)
    assert set(classes) == {("4-8", "2-4"), ("3-7", "1-3")}
    assert classes["4-8", "2-4"] >= 3


@pytest.mark.parametrize("handle", ["5i", "8i", "28i"])
def test_the_divisions_sent_to_france_are_strong_ones_rule_8_5(handle: str) -> None:
    assert BY_HANDLE[handle]["full"] == "4-8"


def test_the_212th_is_the_only_german_reinforcement_rule_3_2() -> None:
    entering = [unit for unit in UNITS if unit["entry"]]
    assert entering == having(group="reinforcement") == [BY_HANDLE["212i"]]
    assert entering[0]["entry"] == "3"
    assert entering[0]["type"] == "infantry"


def test_one_german_cavalry_division_rule_8_5() -> None:
    assert [unit["size"] for unit in having(side="german", type="cavalry")] == ["XX"]


def test_one_brigade_and_one_regiment_rule_10_31() -> None:
    assert [unit["handle"] for unit in having(side="german", size="X")] == ["lehr"]
    assert [unit["handle"] for unit in having(side="german", size="III")] == ["gd"]


def test_every_german_type_has_divisions_rule_2_9() -> None:
    assert {unit["type"] for unit in having(side="german", size="XX")} == {
        "panzer", "panzergrenadier", "cavalry", "infantry",
    }  # fmt: skip


def test_a_reduced_mobile_division_outranks_its_kampfgruppe_rule_10_31() -> None:
    for unit in having(group="start", size="XX"):
        if unit["type"] in ("panzer", "panzergrenadier"):
            remnant = (2, 1) if unit["type"] == "panzer" else (1, 2)
            assert all(a >= b for a, b in zip(factors(unit["reduced"]), remnant, strict=True))
            assert factors(unit["reduced"]) != remnant


def test_letter_m_occurs_rule_2_7() -> None:
    assert any("Moscow" in unit["designation"] for unit in UNITS)


# ---------------------------------------------------------------- combat results table


def test_columns_rule_10_10() -> None:
    assert list(CRT) == COLUMNS
    assert all(len(results) == 6 for results in CRT.values())


def test_all_four_results_and_no_other_rules_10_24_to_10_30() -> None:
    assert {result for results in CRT.values() for result in results} == set(RESULTS)
    assert {result["code"] for result in TABLES["crt"]["result"]} == set(RESULTS)


def test_five_at_even_odds_stalls_rule_10_22() -> None:
    assert CRT["1:1"][5 - 1] == "AS"
    for known in TABLES["crt"]["known"]:
        assert CRT[known["odds"]][known["die"] - 1] == known["result"]


def test_automatic_results_rule_10_10() -> None:
    assert TABLES["crt"]["below"]["result"] == "AL1"
    assert TABLES["crt"]["above"]["result"] == "DE"


@pytest.mark.parametrize("odds", COLUMNS)
def test_a_higher_roll_is_never_worse(odds: str) -> None:
    ranks = [RESULTS.index(result) for result in CRT[odds]]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(("lower", "higher"), [*pairwise(["below", *COLUMNS, "above"])])
def test_a_shift_is_always_worth_something_rule_10_8(lower: str, higher: str) -> None:
    ends = {end: [TABLES["crt"][end]["result"]] * 6 for end in ("below", "above")}
    steps = [
        RESULTS.index(b) - RESULTS.index(a) for a, b in zip((CRT | ends)[lower], (CRT | ends)[higher], strict=True)
    ]
    assert min(steps) >= 0
    assert max(steps) > 0


# ---------------------------------------------------------------- turn record track


def test_nine_turns_rule_4_4() -> None:
    assert [turn["number"] for turn in TURNS] == list(range(1, 10))
    assert [turn["name"] for turn in TURNS] == [
        "Oct I", "Oct II", "Oct III", "Oct IV", "Nov I", "Nov II", "Nov III", "Nov IV", "Dec I",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "movement", "rule"), [(1, (10, 6), "2.11"), (5, (3, 3), "11.2"), (7, (6, 4), "11.3")]
)
def test_known_movement_factors(number: int, movement: tuple[int, int], rule: str) -> None:
    turn = TURNS[number - 1]
    assert (turn["mf_mech"], turn["mf_nonmech"]) == movement, rule


@by_turn
def test_movement_factors_rules_2_11_and_11_2(turn: dict[str, Any]) -> None:
    assert turn["mf_mech"] >= turn["mf_nonmech"] >= 1
    if turn["november_declaration"]:
        assert turn["mf_mech"] - 2 >= 0, "11.2: two less for mechanized units"
        assert turn["mf_nonmech"] - 1 >= 0, "11.2: one less for the others"


def test_movement_varies_greatly_rule_2_11() -> None:
    mechanized = [turn["mf_mech"] for turn in TURNS]
    assert max(mechanized) >= 2 * min(mechanized)


@by_turn
def test_aircraft_rule_10_20(turn: dict[str, Any]) -> None:
    assert 0 <= turn["air_german"] <= 2
    assert 0 <= turn["air_soviet"] <= 1
    assert not (turn["air_german"] and turn["air_soviet"])


def test_both_sides_have_aircraft_at_some_time_rule_10_20() -> None:
    assert any(turn["air_german"] for turn in TURNS)
    assert any(turn["air_soviet"] for turn in TURNS)


def test_first_reinforcements_rule_3_2() -> None:
    assert TURNS[0]["reinforcements"] == {"RD": 7, "RB": 4, "CD": 2, "TB": 1}


@by_turn
def test_reinforcement_codes_rule_3_2(turn: dict[str, Any]) -> None:
    assert set(turn["reinforcements"]) <= CODES - {"MRD"}, "all five MRD are set up at start"
    assert all(count > 0 for count in turn["reinforcements"].values())
    assert sum(turn["reinforcements"].values()) <= 6 * 5, "8.3: six sources, five units per hex"


@by_turn
def test_guards_draw_rule_8_6(turn: dict[str, Any]) -> None:
    assert turn["guards_draw"] == (turn["number"] <= 8)


@by_turn
def test_withdrawals_rule_8_5(turn: dict[str, Any]) -> None:
    due = {5: ["infantry"], 6: ["infantry"], 7: ["infantry", "cavalry"]}
    assert turn["german_withdrawals"] == due.get(turn["number"], [])


@by_turn
def test_the_212th_waits_in_the_third_box_rule_3_7(turn: dict[str, Any]) -> None:
    assert turn.get("german_reinforcements", []) == (["212i"] if turn["number"] == 3 else [])


@by_turn
def test_november_declaration_rule_11_1(turn: dict[str, Any]) -> None:
    assert turn["november_declaration"] == (4 <= turn["number"] <= 7)


@by_turn
def test_every_line_of_a_box_has_provenance(turn: dict[str, Any]) -> None:
    for line in ("name", "mf", "air", "reinforcements", "ground"):
        assert turn[f"{line}_provenance"] in PROVENANCE
        assert turn[f"{line}_evidence"]


# ---------------------------------------------------------------- terrain effects chart


def test_terrain_rows_rule_12_1() -> None:
    assert [row["name"] for row in TABLES["terrain"]] == [
        "clear", "forest", "marsh", "river", "reservoir", "city", "town", "fortification",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "cost", "mobile", "prepared", "defenders"),
    [
        ("clear", 1, 0, 0, None),  # 9.10, 10.12
        ("forest", 1, -1, 0, "soviet"),  # 9.11, 10.13
        ("marsh", 1, 0, 0, None),  # 9.12, 10.14
        ("river", 1, -1, -1, "both"),  # 9.13, 10.15
        ("reservoir", None, 0, 0, None),  # 9.14, 10.16
        ("city", 0, -2, -2, "both"),  # 9.10, 10.18
        ("town", 0, 0, 0, None),  # 9.10, 10.17
        ("fortification", 0, -1, -1, "soviet"),  # 9.15, 10.19
    ],
)
def test_terrain_effects(name: str, cost: int | None, mobile: int, prepared: int, defenders: str | None) -> None:
    row = next(row for row in TABLES["terrain"] if row["name"] == name)
    assert (row.get("cost"), row["shift_ma"], row["shift_pa"], row.get("shift_for")) == (
        cost, mobile, prepared, defenders,
    )  # fmt: skip
    assert row["provenance"] in PROVENANCE


def test_where_no_assault_is_allowed_rules_9_20_and_10_16() -> None:
    assert {row["name"] for row in TABLES["terrain"] if not row.get("ma_allowed", True)} == {"marsh", "reservoir"}
    assert {row["name"] for row in TABLES["terrain"] if not row.get("pa_allowed", True)} == {"reservoir"}


# ---------------------------------------------------------------- historical set-up


def stacks(zone: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for row in SETUP:
        if row["zone"] == zone:
            found.setdefault(board().node(row["hex"]), []).append(row["piece"])
    return found


def pieces(zone: str) -> Counter[str]:
    return Counter(row["piece"] for row in SETUP if row["zone"] == zone)


def kind(piece: str) -> str:
    return BY_HANDLE[piece]["type"] if piece in BY_HANDLE else having(group=piece)[0]["type"]


@pytest.mark.parametrize(
    ("zone", "area"), [("german", "german-start"), ("forward", "forward-zone"), ("reserve", "reserve-front")]
)
def test_everybody_stands_in_his_zone_rules_3_3_3_4_3_7(zone: str, area: str) -> None:
    assert set(stacks(zone)) <= set(board().areas[area].hexes)


@pytest.mark.parametrize("zone", ["german", "forward", "reserve"])
def test_stacking_rule_6_1(zone: str) -> None:
    assert max(len(stack) for stack in stacks(zone).values()) <= 5


def test_forward_zone_numbers_rule_3_4() -> None:
    assert pieces("forward") == FORWARD


def test_every_front_line_hex_has_a_rifle_division_rule_3_4() -> None:
    forward = stacks("forward")
    assert [board().names[h] for h in board().areas["front-line"].hexes if "RD" not in forward.get(h, [])] == []


def test_front_line_can_be_manned_rule_3_4() -> None:
    assert len(board().areas["front-line"].hexes) <= FORWARD["RD"]
    assert len(board().areas["forward-zone"].hexes) * 5 >= sum(FORWARD.values())
    assert len(board().areas["reserve-front"].hexes) >= 15


def test_reserve_front_numbers_rule_3_3() -> None:
    placed = pieces("reserve")
    guards = {piece for piece in placed if piece in BY_HANDLE}
    assert len(guards) == 6
    assert {BY_HANDLE[handle]["group"] for handle in guards} == {"GRD"}
    assert {group: count for group, count in placed.items() if group not in guards} == {"MRD": 1, "RD": 4, "RB": 4}


def test_reserve_front_stands_one_a_hex_rule_3_3() -> None:
    assert {len(stack) for stack in stacks("reserve").values()} == {1}


def test_all_germans_but_the_212th_start_rule_3_7() -> None:
    assert pieces("german") == Counter(unit["handle"] for unit in having(group="start"))


@pytest.mark.parametrize("zone", ["german", "forward", "reserve"])
def test_no_vehicles_in_marshes_rule_9_12(zone: str) -> None:
    marsh = board().terrain_mask("marsh")
    stuck = {piece for hex, stack in stacks(zone).items() if marsh[hex] for piece in stack}
    assert {kind(piece) for piece in stuck} <= {"rifle", "infantry", "cavalry"}


@pytest.mark.parametrize(
    "corps",
    [
        "1pz 36mot lehr", "6pz 7pz 14mot", "2pz 10pz", "5pz 11pz", "20pz 3mot reich", "3pz 4pz 10mot",
        "17pz 18pz 29mot", "9pz 16mot 25mot gd",
    ],
)  # fmt: skip
def test_panzer_corps_start_stacked_so_that_they_can_assault_together_rule_9_22(corps: str) -> None:
    assert len({row["hex"] for row in SETUP if row["piece"] in corps.split()}) == 1


# ---------------------------------------------------------------- rule texts


@pytest.mark.parametrize("game", ["drive_on_moscow", "typhoon_1941", "barbarossa", "what_if_1940", "fire_in_the_east"])
def test_rule_texts_are_complete(game: str) -> None:
    texts = yaml.load((GAMES / game / "rules.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    ids = [rule["id"] for rule in texts["rules"]]
    assert len(ids) == len(set(ids))
    assert all(rule["title"] and rule["text"] and rule["kind"] for rule in texts["rules"])
    assert all(isinstance(rule["refs"], list) and isinstance(rule["checks"], list) for rule in texts["rules"])
    numbers = [ruling["id"] for ruling in texts["rulings"]]
    assert len(numbers) == len(set(numbers))
    assert all(ruling["problem"] and ruling["ruling"] for ruling in texts["rulings"])


def test_cited_rules_exist() -> None:
    texts = yaml.load((GAMES / "drive_on_moscow" / "rules.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    ids = {rule["id"] for rule in texts["rules"]}
    cited = {ref for entry in texts["rules"] + texts["rulings"] for ref in entry["refs"]}
    assert cited <= ids
