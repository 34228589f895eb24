"""Sets of data corrected by evidence: what is printed stays, and nothing else changes than what the evidence is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.about import about
from grognard.core.cases import run
from grognard.core.data import DataFiles, newest_set
from grognard.core.errors import GrognardError
from grognard.games import GAMES, folder_of, load_game
from grognard.sim import simulate
from grognard.sim.duel import duel

#: By game: the set that was weighed, the one before it, and the columns of the counters that may differ.
WEIGHED = {
    "drive-on-moscow": (3, 2, {"full", "reduced", "evidence"}),
    "barbarossa": (2, 1, {"factors", "evidence"}),
    "typhoon-1941": (3, 2, {"attack", "defence", "evidence"}),
}
Row = Mapping[str, str]


def files(slug: str, number: int) -> DataFiles:
    return DataFiles.of_set(folder_of(slug) / "data", number)


def weighed(slug: str) -> DataFiles:
    return files(slug, WEIGHED[slug][0])


def worth(text: str) -> tuple[int, int]:
    attack, _, defence = text.partition("-")
    return int(attack), int(defence or attack)


def climbs(table: dict[str, Any], order: Sequence[str]) -> None:
    """Along a column and along a row no result gets worse for the attacker; cells that are printed are kept."""
    grid = [[order.index(result) for result in column["results"]] for column in table["column"]]
    assert all(low <= high for column in grid for low, high in pairwise(column))
    assert all(low <= high for left, right in pairwise(grid) for low, high in zip(left, right, strict=True))
    assert all(left != right for left, right in pairwise(grid))
    for cell in table["known"]:
        column = next(column for column in table["column"] if column["odds"] == cell["odds"])
        assert column["results"][cell["die"] - 1] == cell["result"]


@pytest.mark.parametrize("slug", sorted(WEIGHED))
def test_the_newest_set_is_the_one_that_was_weighed(slug: str) -> None:
    new, before, columns = WEIGHED[slug]
    assert newest_set(folder_of(slug) / "data") == new
    assert grognard.new(slug, seed=1).game.data_set == new
    old_rows, new_rows = files(slug, before).csv("units.csv"), files(slug, new).csv("units.csv")
    assert len(old_rows) == len(new_rows)
    changed: Counter[str] = Counter()
    for old, now in zip(old_rows, new_rows, strict=True):
        differing = {name for name in old if old[name] != now[name]}
        assert differing <= columns
        assert not differing or now["evidence"].startswith(old["evidence"]), "evidence is added to, never lost"
        assert not differing or now["evidence"] != old["evidence"], "what changes says why"
        assert not differing or "printed" not in (now.get("factors_provenance") or now["provenance"]), "printed counters stay"
        changed.update(differing)
    assert changed


@pytest.mark.parametrize("slug", sorted(slug for slug, entry in GAMES.items() if entry.playable))
def test_every_set_of_a_game_says_what_it_is(slug: str) -> None:
    sets = newest_set(folder_of(slug) / "data")
    assert len(about(slug).sets) == (sets if sets > 1 else 0)


# ---------------------------------------------------------------- what is printed


def test_drive_on_moscow_keeps_what_is_printed() -> None:
    units, tables = weighed("drive-on-moscow").csv("units.csv"), weighed("drive-on-moscow").toml("tables.toml")
    groups = Counter(row["group"] for row in units)
    assert [groups[name] for name in ("GRD", "GCD", "GTB", "MRD", "MRB", "kg")] == [8, 2, 4, 5, 8, 10]
    assert {f"{row['full']}/{row['reduced']}" for row in units if row["type"] == "infantry"} == {"4-8/2-4", "3-7/1-3"}
    assert {f"{row['full']}/{row['reduced']}" for row in units if row["group"] == "kg"} == {"2-1/1-2"}
    guards = ("GRD", "GCD", "GTB")
    assert all(bool(row["reduced"]) == (row["group"] in guards) for row in units if row["side"] == "soviet")
    for group in ("RD", "RB", "CD", "TB", "MRB", "MRD"):
        assert len({row["full"] for row in units if row["group"] == group}) > 2, "hiding must have a purpose (2.14)"
    climbs(tables["crt"], ["AL1", "AS", "DR", "DE"])
    turns = {turn["number"]: (turn["mf_mech"], turn["mf_nonmech"]) for turn in tables["turn"]}
    assert [turns[number] for number in (1, 5, 7)] == [(10, 6), (3, 3), (6, 4)]
    assert [turns[number] for number in (2, 3)] == [(10, 6), (6, 4)], "26 points in three turns: Kalinin"
    divisions = [worth(row["full"]) for row in units if row["group"] == "RD"]
    assert sum(defence for _, defence in divisions) / len(divisions) == pytest.approx(3.05, abs=0.01)


def test_barbarossa_keeps_what_is_printed() -> None:
    units, tables = weighed("barbarossa").csv("units.csv"), weighed("barbarossa").toml("tables.toml")
    armies = [row for row in units if row["side"] == row["nation"] == "soviet" and row["size"] == "XXXX" and not row["dot"]]
    assert {row["factors"] for row in armies if row["type"] in ("rifle", "shock")} == {"3"}
    assert any(row["designation"] == "6" and row["factors"] == "6" and row["dot"] for row in units)
    climbs(tables["crt"], ["AE", "AS", "DR", "BB", "DE"])
    turns = {turn["number"]: turn for turn in tables["turn"]}
    assert turns[30]["german_movement"][0] == 5
    assert turns[30]["german_replacements"] == [0, 2]
    assert [turns[number]["german_movement"] for number in range(1, 6)] == [[6, 3], [10, 5], [10, 5], [10, 5], [7, 4]]
    checks = {check["turn"]: (check["german"], check["soviet"]) for check in tables["victory_check"]}
    assert (checks[3], checks[4][0], checks[6][1]) == ((22, 13), 23, 20)


def test_typhoon_keeps_what_is_printed() -> None:
    units = {row["handle"]: row for row in weighed("typhoon-1941").csv("units.csv")}
    printed = {name: (units[name]["attack"], units[name]["defence"]) for name in ("2pd", "4pd", "5pd", "7pd", "2ss")}
    assert printed == dict.fromkeys(("2pd", "4pd", "5pd", "7pd"), ("2", "1")) | {"2ss": ("1", "1")}
    armies = [row for row in units.values() if row["side"] == "russian" and row["kind"] == "infantry" and row["size"] == "XXXX"]
    assert all(row["attack"] == row["defence"] for row in armies), "one factor serves both (unit.3)"
    assert sum(int(row["attack"]) for row in armies) == 50


# ---------------------------------------------------------------- naming a set


@pytest.mark.parametrize(("number", "points"), [(1, 8), (2, 8), (3, 10), (None, 8)])
def test_a_case_names_its_set_and_keeps_its_meaning_without(number: int | None, points: int) -> None:
    case: dict[str, Any] = {
        "game": "drive-on-moscow", "name": "the spearhead", "rules": ["9.1"], "board": {"size": "5x4", "front": 3}, "turn": 2,
        "phase": "movement", "units": {"0202": ["1pz panzer 8-4/4-2"]}, "expect": {"points": {"1pz": points}},
    }  # fmt: skip
    assert run(Path("x.yaml"), case | ({} if number is None else {"set": number})).faults == ()


@pytest.mark.parametrize(("said", "why"), [(9, "data sets 1 to 3, not 9"), ("two", "set is a number"), (0, "data sets 1 to 3")])
def test_a_set_that_is_not_there_is_a_sentence(said: Any, why: str) -> None:
    cases: tuple[dict[str, Any], ...] = ({"units": {}}, {"start": "historical"})
    for case in cases:
        found = run(Path("x.yaml"), {"game": "drive-on-moscow", "name": "no such set", "set": said, **case})
        assert any(why in fault for fault in found.faults), found.faults
    with pytest.raises(GrognardError, match="data sets 1 to 3"):
        grognard.new("drive-on-moscow", data_set=9)


def test_simulations_and_duels_play_with_the_set_they_are_told() -> None:
    players = {"german": "random", "soviet": "random"}
    turns = {number: simulate("drive-on-moscow", 1, 5, players=players, data_set=number)[0] for number in (1, 3, None)}
    assert turns[3] == turns[None] or turns[3].commands == turns[None].commands
    assert turns[1].commands != turns[3].commands
    by_set = [duel("typhoon-1941", "random", "random", most=1, seed=5, data_set=number) for number in (1, 3)]
    assert by_set[0].pairs[0].games[0].commands != by_set[1].pairs[0].games[0].commands
    with pytest.raises(GrognardError, match="data sets 1 to 2"):
        simulate("barbarossa", 1, data_set=3)


def test_the_charts_of_a_game_are_those_of_its_set() -> None:
    shown = {number: load_game("drive-on-moscow", data_set=number).aids() for number in (1, 2, 3)}
    assert shown[1] == shown[2]
    assert shown[2] != shown[3]
