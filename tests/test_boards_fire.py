"""The board of Fire in the East: its facts, its two names for a hex, and the hand-written files behind it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.boards.check import check, data_folder
from grognard.core.board import Board
from workshop.games.fire_in_the_east import bent_canvas
from workshop.games.fire_in_the_east.lines import read_lines
from workshop.games.fire_in_the_east.places import city_cells
from workshop.games.fire_in_the_east.water import FOLDER
from workshop.lib.georeference import DATA
from workshop.lib.knowledge import record, table


@pytest.fixture(scope="module")
def board() -> Board:
    return Board.load(data_folder("fire-in-the-east") / "board.board")


def test_every_fact_of_the_book_holds() -> None:
    facts = check("fire-in-the-east")
    assert [f"{fact.rule}: {fact.says} ({fact.detail})" for fact in facts if not fact.holds] == []
    assert len(facts) >= 430


def test_a_hex_on_an_overlap_answers_to_all_its_names(board: Board) -> None:
    """2A/2633 is 1B/2601; where four maps meet a hex has four names."""
    assert board.node("2A/2633") == board.node("1B/2601")
    corner = {board.node(name) for name in ("5B/5101", "6A/5133", "1B/0101", "2A/0133")}
    assert len(corner) == 1
    assert len(board.names) == len(set(board.names))


def test_the_bent_sheet_puts_printed_places_into_their_hexes() -> None:
    canvas = bent_canvas()
    for row in table(FOLDER, "pins.csv"):
        if not row["hex2"]:
            assert canvas.hex(float(row["lat"]), float(row["lon"])) == canvas.cell(row["hex"]), row["place"]


def test_lines_and_places_know_each_other() -> None:
    """Every stop of a line is a known place, and every station serves a line."""
    stations = {row["name"] for row in table(FOLDER, "stations.csv")}
    cities = {row["name"] for row in table(FOLDER, "cities.csv")}
    lines = list(read_lines(DATA / FOLDER / "railways.txt"))
    stops = {stop for _, _, way in lines for stop in way if "/" not in stop}
    assert stops <= stations | cities
    assert stations <= stops
    assert not stations & cities
    assert len({name for _, name, _ in lines}) == len(lines)


def test_no_two_cities_share_a_hex() -> None:
    cells = list(city_cells(bent_canvas()).values())
    suburbs = record(FOLDER, "book.yaml")["suburbs"]
    assert len(set(cells)) == len(cells)
    assert set(suburbs) == {"Moskva", "Leningrad"}


def test_armies_of_one_front_do_not_overlap(board: Board) -> None:
    """Neighbouring armies deploy in rows of their own (36)."""
    north = ["setup-18th-army", "setup-4th-panzer-group", "setup-16th-army-german", "setup-3rd-panzer-group",
             "setup-9th-army-german", "setup-4th-army-german", "setup-2nd-panzer-group", "setup-6th-army-german"]  # fmt: skip
    rows = [{board.cells[hex][2] for hex in board.areas[name].hexes} for name in north]
    assert all(max(a) < min(b) for a, b in pairwise(rows))


def test_land_and_water(board: Board) -> None:
    """Only land hexes hold cities, countries and lines."""
    water = board.terrain_mask("sea", "lake")
    assert not any(water[place.hex] for place in board.places)
    for name in ("ussr", "greater-germany", "finland", "rumania"):
        assert not any(water[hex] for hex in board.areas[name].hexes)
    crossing = [side for side in board.sides if side.kind.startswith(("rail", "road"))]
    assert not any(water[hex] for side in crossing for hex in side.hexes)
