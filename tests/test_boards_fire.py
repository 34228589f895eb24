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


#: Area -> country, the country beyond the border, hexes from it, and both ends of the stretch, as printed.
STRETCHES = {
    "setup-18th-army": ("greater-germany", "ussr", 5, "1B/2224", "1B/2424"),
    "setup-4th-panzer-group": ("greater-germany", "ussr", 5, "1B/2524", "1B/2623"),
    "setup-16th-army-german": ("greater-germany", "ussr", 5, "1B/2723", "1B/2923"),
    "setup-3rd-panzer-group": ("greater-germany", "ussr", 5, "1B/3023", "1B/3122"),
    "setup-9th-army-german": ("greater-germany", "ussr", 5, "1B/3221", "1B/3327"),
    "setup-4th-army-german": ("greater-germany", "ussr", 5, "1B/3427", "1B/3926"),
    "setup-2nd-panzer-group": ("greater-germany", "ussr", 5, "1B/4025", "1B/4325"),
    "setup-6th-army-german": ("greater-germany", "ussr", 5, "1B/4425", "1B/4625"),
    "setup-1st-panzer-group": ("greater-germany", "ussr", 5, "1B/4725", "1B/4826"),
    "setup-17th-army-german": ("greater-germany", "ussr", 5, "1B/4827", "3B/0231"),
    "setup-11th-army-german": ("rumania", "ussr", 3, "3B/1420", "3B/2018"),
    "setup-rumanian-3rd-army": ("rumania", "ussr", 3, "3B/1326", "3B/1421"),
    "setup-rumanian-4th-army": ("rumania", "ussr", 3, "3B/2118", "3B/2819"),
    "setup-rumanian-4th-army-danube": ("rumania", "ussr", 3, "3B/2919", "3B/3115"),
    "setup-14th-army": ("ussr", "finland", 5, "6A/1219", "6A/3126"),
    "setup-7th-army": ("ussr", "finland", 5, "6A/3226", "6A/5029"),
    "setup-8th-army": ("ussr", "greater-germany", 5, "1B/2125", "1B/2523"),
    "setup-11th-army": ("ussr", "greater-germany", 5, "1B/2622", "1B/3021"),
    "setup-3rd-army": ("ussr", "greater-germany", 5, "1B/3121", "1B/3325"),
    "setup-10th-army": ("ussr", "greater-germany", 5, "1B/3425", "1B/3825"),
    "setup-4th-army": ("ussr", "greater-germany", 5, "1B/3925", "1B/4324"),
    "setup-5th-army": ("ussr", "greater-germany", 5, "1B/4424", "1B/4824"),
    "setup-6th-army": ("ussr", "greater-germany", 5, "1B/4925", "1B/5028"),
}
#: Area -> the hex that it lies around, and how far, all of it in one country.
CIRCLES = {
    "setup-16th-army": ("2A/4621", 5, "ussr"), "setup-19th-army": ("3B/0909", 3, "ussr"),
    "setup-21st-army": ("1B/4604", 3, "ussr"),
    "setup-22nd-army": ("1B/2601", 5, "ussr"), "setup-41st-rifle-corps": ("1B/1705", 2, "ussr"),
    "setup-9th-rifle-corps": ("3B/3502", 5, "ussr"), "setup-western-3515": ("1B/3515", 3, "ussr"),
    "setup-western-minsk": ("1B/3611", 7, "ussr"), "setup-army-norway-finland": ("5B/2502", 3, "finland"),
}  # fmt: skip
#: What has to be added to the rows of a map, so that they count on from north to south.
NORTH = {"5B": -50, "6A": -50, "1B": 0, "2A": 0, "3B": 50, "4A": 50}


def row_of(name: str) -> int:
    return int(name[3:5]) + NORTH[name[:2]]


@pytest.mark.parametrize("area", STRETCHES)
def test_an_army_deploys_along_its_own_stretch_of_the_border(board: Board, area: str) -> None:
    """In its country, in the rows of the stretch, and so near to it; the hexes on the border are the first (36c)."""
    country, beyond, far, *ends = STRETCHES[area]
    own, others = ({*board.areas[name].hexes} for name in (country, beyond))
    first, last = sorted(map(row_of, ends))
    ground = [hex for hex in own if first <= row_of(board.names[hex]) <= last]
    border = [hex for hex in ground if others & {*board.around[hex]}]
    assert {board.node(end) for end in ends} <= {*border}
    assert {*board.areas[area].hexes} == {hex for hex in ground if min(board.distance(hex, post) for post in border) < far}


@pytest.mark.parametrize("area", CIRCLES)
def test_reserves_deploy_around_their_place(board: Board, area: str) -> None:
    centre, far, country = CIRCLES[area]
    hexes = {hex for hex in board.areas[country].hexes if board.distance(hex, board.node(centre)) <= far}
    assert {*board.areas[area].hexes} == hexes


def test_land_and_water(board: Board) -> None:
    """Only land hexes hold cities, countries and lines."""
    water = board.terrain_mask("sea", "lake")
    assert not any(water[place.hex] for place in board.places)
    for name in ("ussr", "greater-germany", "finland", "rumania"):
        assert not any(water[hex] for hex in board.areas[name].hexes)
    crossing = [side for side in board.sides if side.kind.startswith(("rail", "road"))]
    assert not any(water[hex] for side in crossing for hex in side.hexes)
