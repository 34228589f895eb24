"""The armies, aircraft, ships and charts of Fire in the East, held against what the book says of them."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.boards.check import data_folder
from grognard.core.board import Board

FOLDER = data_folder("fire-in-the-east")
TURNS = [f"{month} {half} {year}" for month, year, halves in (
    ("Jun", 41, ("II",)), *((m, 41, ("I", "II")) for m in ("Jul", "Aug", "Sep", "Oct", "Nov", "Dec")),
    *((m, 42, ("I", "II")) for m in ("Jan", "Feb", "Mar")),
) for half in halves]


def table(name: str) -> list[dict[str, str]]:
    """The rows of a file of the game's data."""
    with Path(FOLDER, name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(FOLDER / "board.board")


@pytest.fixture(scope="module")
def units() -> list[dict[str, str]]:
    return table("units.csv")


@pytest.fixture(scope="module")
def charts() -> dict[str, Any]:
    text: dict[str, Any] = yaml.safe_load((FOLDER / "charts.yaml").read_text(encoding="utf-8"))
    return text


def test_every_counter_has_a_name_of_its_own(units: list[dict[str, str]]) -> None:
    handles = [unit["handle"] for unit in units]
    assert len(handles) == len(set(handles)) == 1673
    assert all(handle.isalnum() and handle == handle.lower() for handle in handles)


def test_the_armies_of_june_are_complete(units: list[dict[str, str]]) -> None:
    """Counters and printed strengths of the first deployment, errata applied."""
    start = [unit for unit in units if unit["enters"] == "start"]
    assert Counter(unit["side"] for unit in start) == {"axis": 406, "soviet": 452}
    assert Counter(unit["size"] for unit in start if unit["nation"] == "german") == {"XX": 126, "III": 104, "II": 78, "": 7}
    assert Counter(unit["size"] for unit in start if unit["side"] == "soviet") == {"XX": 208, "X": 133, "III": 82, "cadre": 29}
    strengths = {side: tuple(sum(int(u[rating]) for u in start if u["side"] == side) for rating in ("attack", "defense"))
                 for side in ("axis", "soviet")}
    assert strengths == {"axis": (1477, 1467), "soviet": (1336, 1208)}


def test_every_counter_is_of_one_known_type(units: list[dict[str, str]]) -> None:
    types = table("types.csv")
    known = {(t["nation"], t["type"], t["size"], t["motorized"]) for t in types}
    assert len(known) == len(types)
    assert {(u["nation"], u["type"], u["size"], u["motorized"]) for u in units} <= known
    sizes = {("XX", "3"), ("X", "1"), ("III", "1"), ("II", "0.5"), ("I", "0.5"), ("cadre", "1"), ("HQ", "1")}
    printed = {(t["size"], t["re"]) for t in types if t["size"] in {"XX", "X", "III", "II", "I", "cadre", "HQ"}}
    assert printed == sizes, "3.D: regimental equivalents go by size alone"


def test_strengths_of_cadres_follow_the_book() -> None:
    """9.E and 34.B: a 7-6 and an 8-6 fall to 3-6, a 10-5-8 to 4-2-8."""
    cadres = {(t["nation"], t["type"]): dict(pair.split("=") for pair in t["cadre"].split(";"))
              for t in table("types.csv") if "=" in t["cadre"]}
    assert cadres["german", "infantry"]["7-6"] == cadres["german", "infantry"]["8-6"] == "3-6"
    assert cadres["soviet", "tank"]["10-5-8"] == "4-2-8"
    assert ("soviet", "rifle") not in cadres


def test_the_calendar_names_only_known_units_turns_and_totals(units: list[dict[str, str]]) -> None:
    calendar, handles = table("calendar.csv"), {unit["handle"] for unit in units}
    assert {entry["unit"] for entry in calendar if entry["unit"]} <= handles
    assert {entry["turn"] for entry in calendar} <= set(TURNS)
    count = Counter((entry["side"], entry["what"]) for entry in calendar)
    assert (count["axis", "arrive"], count["soviet", "arrive"]) == (147, 599)
    assert (count["axis", "withdraw"], count["axis", "release"], count["soviet", "pool"]) == (18, 16, 24)
    assert count["soviet", "convert-from"] == count["soviet", "convert-to"] == 41
    by_turn = Counter(entry["turn"] for entry in calendar if (entry["side"], entry["what"]) == ("soviet", "arrive"))
    assert (by_turn["Jul II 41"], by_turn["Oct II 41"], by_turn["Feb II 42"]) == (111, 41, 0)


def test_a_unit_that_was_not_there_at_the_start_comes_once_before_it_goes(units: list[dict[str, str]]) -> None:
    here = {unit["handle"] for unit in units if unit["enters"] == "start"}
    for turn in TURNS:
        for entry in (e for e in table("calendar.csv") if e["turn"] == turn and e["unit"]):
            if entry["what"] in {"arrive", "pool", "convert-to", "assemble"}:
                assert entry["unit"] not in here, entry
                here.add(entry["unit"])
            elif entry["what"] != "release":
                here.remove(entry["unit"])
    assert len(here) > 1600


def test_every_group_of_the_deployment_has_units_and_known_areas(board: Board, units: list[dict[str, str]]) -> None:
    groups = tomllib.loads((FOLDER / "deployment.toml").read_text(encoding="utf-8"))["group"]
    assert {g["name"] for g in groups} == {u["group"] for u in units if u["enters"] == "start"}
    assert {g["step"] for g in groups} == {"soviet-border", "axis", "soviet-interior"}
    for group in groups:
        for area in group.get("areas", ()):
            assert "area" not in area or area["area"] in board.areas, area
            assert "hex" not in area or board.node(area["hex"]) >= 0
            assert "place" not in area or any(place.name == area["place"] for place in board.places)


def test_the_historical_deployment_stands_where_the_orders_of_battle_allow(board: Board, units: list[dict[str, str]]) -> None:
    groups = {g["name"]: g for g in tomllib.loads((FOLDER / "deployment.toml").read_text(encoding="utf-8"))["group"]}
    re_of = {(t["nation"], t["type"], t["size"], t["motorized"]): Fraction(t["re"]) for t in table("types.csv")}
    stands = {row["unit"]: board.node(row["hex"]) for row in table("historical.csv")}
    start = [unit for unit in units if unit["enters"] == "start"]
    assert set(stands) == {unit["handle"] for unit in start}
    used: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for unit in start:
        areas = [a for a in groups[unit["group"]].get("areas", ()) if set(a) <= {"area", "most"}]
        if not areas or len(areas) < len(groups[unit["group"]]["areas"]):
            continue
        inside = [a["area"] for a in areas if stands[unit["handle"]] in board.areas[a["area"]].hexes]
        assert inside, f"{unit['name']} ({unit['group']}) stands outside its area in {board.names[stands[unit['handle']]]}"
        used[unit["group"], inside[-1]] += re_of[unit["nation"], unit["type"], unit["size"], unit["motorized"]]
    for name, group in groups.items():
        for area in group.get("areas", ()):
            assert used[name, area.get("area", "")] <= area.get("most", 10_000), (name, area)


def test_the_combat_table_only_improves_with_odds_and_die(charts: dict[str, Any]) -> None:
    """9.C, 10.C: nine results; a plus on the die and better odds never hurt the attacker."""
    crt = charts["crt"]
    order = ["AE", "AH", "AR", "NE", "EX", "HX", "DR", "DH", "DE"]
    rows = [[order.index(result) for result in crt["results"][column]] for column in crt["columns"]]
    assert all(len(row) == len(crt["rows"]) for row in rows)
    assert all(a <= b for row in rows for a, b in pairwise(row))
    assert all(a <= b for worse, better in pairwise(rows) for a, b in zip(worse, better, strict=True))
    assert {result for column in crt["results"].values() for result in column} == set(order)


def test_every_value_of_the_charts_says_how_sure_it_is(charts: dict[str, Any]) -> None:
    for name, section in charts.items():
        marks = section["marks"]
        assert "default" in marks, name
        for mark in marks.values():
            assert mark["evidence"] in {"printed", "example", "recalled", "reconstructed"}
            assert mark["confidence"] in {"high", "medium", "low"}


def test_aircraft_and_ships_are_all_rated() -> None:
    models = {row["model"] for row in table("aircraft.csv")}
    flown = {row["model"] for row in table("air_calendar.csv")} - {"any"}
    assert flown <= models
    ships = table("ships.csv")
    assert Counter(row["kind"] for row in ships) == {"ship": 14, "river-flotilla": 7}


def test_turns_run_from_june_to_march(charts: dict[str, Any]) -> None:
    assert [turn["name"] for turn in charts["turn_record"]["turns"]] == TURNS
    assert len(TURNS) == 19
    assert list(charts["weather"]["zones_b_to_d"]) == TURNS[1:], "29.B: the first turn is clear without a roll"
