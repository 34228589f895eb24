"""The board of Barbarossa: every fact of its rulebook, and the front of November 1942."""

from __future__ import annotations

import csv
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.boards.check import check, data_folder
from grognard.core.board import Board
from workshop.games.barbarossa import bent_canvas
from workshop.lib.knowledge import table

FOLDER = data_folder("barbarossa")
WATER = ("sea", "lake")


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(FOLDER / "board.board")


def road_back() -> list[dict[str, str]]:
    with (FOLDER / "road_back.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def test_every_fact_of_the_rulebook_holds() -> None:
    failures = [fact for fact in check("barbarossa") if not fact.holds]
    assert failures == []


def test_the_facts_cover_the_book() -> None:
    assert len(check("barbarossa")) >= 275


def test_the_road_back_has_the_printed_number_of_units() -> None:
    units = road_back()
    on_map = Counter(row["side"] for row in units if row["place"].isdigit())
    assert on_map == {"soviet": 54, "german": 46}
    assert Counter(row["place"] for row in units if not row["place"].isdigit()) == {
        "caucasus": 7, "soviet-dead": 4, "turn-27": 3, "rvgk": 2,
    }  # fmt: skip


def test_the_road_back_stands_on_legal_hexes(board: Board) -> None:
    stacks: dict[str, set[str]] = {}
    sizes: Counter[str] = Counter()
    for row in road_back():
        node = board.node(row["place"])
        if node < board.hexes:
            assert board.terrains[board.terrain[node]] not in WATER
            stacks.setdefault(row["place"], set()).add(row["side"])
            sizes[row["place"]] += 1
    assert all(len(sides) == 1 for sides in stacks.values())
    assert max(sizes.values()) <= 5


def test_the_book_counts_fourteen_and_thirty_three_points(board: Board) -> None:
    prizes = {place.hex: place.name for place in board.places if "vp" in place.tags}
    start = sum(1 for hex in prizes if hex in board.areas["german-start"].hexes)
    taken = [name for hex, name in prizes.items() if hex in board.areas["german-1942-gains"].hexes]
    heroes = sum(1 for name in taken if name in ("Sevastopol", "Stalingrad"))
    assert start == 14
    assert start + len(taken) + heroes == 33


def test_every_hex_and_place_says_where_it_comes_from(board: Board) -> None:
    assert {"printed", "derived", "reconstructed"} == set(board.hex_provenance)
    assert all(place.latlon is not None for place in board.places)
    printed = {place.name for place in board.places if place.provenance == "printed"}
    assert {"Moscow", "Kiev", "Rostov", "Ploesti", "Riga"} <= printed
    assert "Berlin" not in printed


@given(lat=st.floats(43.5, 60.0), lon=st.floats(13.0, 46.0))
def test_the_bent_sheet_leads_there_and_back(lat: float, lon: float) -> None:
    canvas = bent_canvas()
    assert canvas.latlon(canvas.point(lat, lon)) == pytest.approx((lat, lon), abs=1e-6)


def test_pinned_places_fall_into_their_hexes() -> None:
    canvas = bent_canvas()
    for pin in table("barbarossa", "pins.csv"):
        cell = canvas.hex(float(pin["lat"]), float(pin["lon"]))
        assert cell is not None
        assert canvas.number(cell) in (pin["hex"], pin["hex2"]), pin["place"]
