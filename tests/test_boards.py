"""Every board in the house: its schema, its facts, its place on the earth; the example of the manual; new boards."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.boards.check import Claim, check, check_board, data_folder
from grognard.boards.earth import Earth, cell_at, earth, projection
from grognard.boards.new import new_board
from grognard.core.board import PROVENANCE, Board
from grognard.core.errors import GrognardError

GAMES = sorted(path.parent.parent.name for path in data_folder("x").parent.parent.glob("*/data/board.board"))
MANUAL = Path(__file__).parent.parent / "docs" / "boards.md"


@cache
def board(game: str) -> Board:
    return Board.load(data_folder(game) / "board.board")


def example() -> Board:
    """The ten-hex board of the manual."""
    found = re.search(r"```board\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return Board.parse(found[1], "manual")


def test_boards_are_there() -> None:
    assert {"drive_on_moscow", "typhoon_1941"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_schema(game: str) -> None:
    b = board(game)
    assert b.name == game.replace("_", "-")
    assert b.hexes > 0
    assert set(b.hex_provenance) <= set(PROVENANCE)
    assert all(place.provenance in PROVENANCE and place.name for place in b.places)
    assert all(side.provenance in PROVENANCE for side in b.sides)
    assert all(area.provenance in PROVENANCE and area.title for area in b.areas.values())
    assert len({box.name for box in b.boxes}) == len(b.boxes)
    assert len({(s.kind, *sorted(s.hexes)) for s in b.sides}) == len(b.sides), "a side is listed twice"
    assert all(len(set(area.hexes)) == len(area.hexes) for area in b.areas.values())


@pytest.mark.parametrize("game", GAMES)
def test_facts_hold(game: str) -> None:
    facts = check(game)
    assert [f"{fact.rule}: {fact.says} ({fact.detail})" for fact in facts if not fact.holds] == []
    assert all(fact.says and fact.rule for fact in facts)


@pytest.mark.parametrize("game", GAMES)
def test_every_hex_finds_itself_on_the_earth(game: str) -> None:
    b = board(game)
    for hex in range(0, b.hexes, 7):
        plane, column, row = b.cells[hex]
        globe = earth(b, plane)
        assert globe is not None
        lat, lon = globe.latlon(*b.centre(hex))
        assert cell_at(b.grid, *globe.page(lat, lon)) == (column, row)


@pytest.mark.parametrize("game", GAMES)
@given(lat=st.floats(42, 70), lon=st.floats(4, 60))
def test_earth_round_trip(game: str, lat: float, lon: float) -> None:
    b = board(game)
    for sheet in b.maps:
        globe = earth(b, sheet.plane)
        assert globe is not None
        assert globe.latlon(*globe.page(lat, lon)) == pytest.approx((lat, lon), abs=1e-7)


@given(lat=st.floats(-70, 70), lon=st.floats(-80, 80))
def test_azimuthal_round_trip(lat: float, lon: float) -> None:
    there = projection("+proj=laea +lat_0=35 +lon_0=22.5")
    assert there.inverse(*there.forward(lat, lon)) == pytest.approx((lat, lon), abs=1e-7)


def test_manual_example() -> None:
    b = example()
    assert (b.hexes, len(b.places), len(b.boxes)) == (10, 2, 3)
    bridge = b.node("0202"), b.node("0302")
    towards = b.direction(*bridge)
    assert b.side_mask("river")[bridge[0], towards]
    assert b.side_mask("road")[bridge[0], towards]
    assert len(b.areas["attacker-start"].hexes) == 5
    assert [fact.detail for fact in check_board(b, []) if not fact.holds] == []


@pytest.mark.parametrize(
    ("kind", "args", "holds"),
    [
        ("terrain", {"hexes": "0101 0201", "is": "forest"}, True),
        ("terrain", {"hexes": "0102", "is": "forest"}, False),
        ("place", {"name": "Fordham", "kind": "town", "hexes": "0302"}, True),
        ("place", {"name": "Fordham", "hexes": "0301"}, False),
        ("place", {"name": "Nowhere"}, False),
        ("adjacent", {"a": "0202", "b": "0302"}, True),
        ("adjacent", {"a": "0101", "b": "0302"}, False),
        ("distance", {"a": "Westerby", "b": "Fordham", "is": 2}, True),
        ("direction", {"a": "0101", "b": "0102", "towards": "S"}, True),
        ("direction", {"a": "0101", "b": "0201", "towards": "N"}, False),
        ("side", {"a": "0202", "b": "0302", "kind": "river"}, True),
        ("side", {"a": "0101", "b": "0102", "kind": "river"}, False),
        ("side", {"a": "0101", "b": "0102", "kind": "river", "is": False}, True),
        ("crossing", {"kind": "road", "over": "river", "is": 1}, True),
        ("linked", {"a": "Westerby", "b": "0401", "kind": "road"}, True),
        ("linked", {"a": "Westerby", "b": "0401", "kind": "rail"}, False),
        ("only", {"terrains": "clear forest marsh"}, True),
        ("only", {"terrains": "clear forest"}, False),
        ("absent", {"hexes": "0203"}, True),
        ("exists", {"boxes": "turn1 turn3"}, False),
        ("partition", {"areas": ["attacker-start", "defender-start"]}, True),
        ("partition", {"areas": ["attacker-start"]}, False),
        ("area-room", {"area": "attacker-start", "units": 11, "stacking": 2}, False),
        ("edge", {"area": "0101 0102 0103", "edges": "west", "all": True}, True),
        ("edge", {"area": "0202", "edges": "west"}, False),
        ("connected", {"area": "attacker-start"}, True),
        ("connected", {"area": ["0101", "0103"]}, False),
        ("path", {"a": "0101", "b": "0402", "blocked_by": "river"}, False),
        ("hex-count", {"feature": "fort", "is": 1}, True),
        ("feature", {"hexes": "0202", "feature": "fort"}, True),
        ("no such kind", {}, False),
    ],
)
def test_kinds_of_facts(kind: str, args: dict[str, object], holds: bool) -> None:
    fact = check_board(example(), [Claim("it", "1", kind, "says", args)])[0]
    assert fact.holds is holds
    assert bool(fact.detail) is not holds


def test_flaws_are_found() -> None:
    """A river that ends nowhere, a road in two pieces, a hex cut off and a place far from home."""
    text = new_board("flawed", (30.0, 53.0, 33.0, 55.0), hex_km=25.0)
    text = text.replace("[places] @reconstructed", '[places]\n0101 town "Lost" lat=53.2 lon=32.8')
    sides = '0303|0404 river "Dead"\n0202|0303 road "A"\n0505|0605 road "B"\n'
    sides += "".join(f"0303|{n} reservoir\n" for n in ("0302", "0304", "0202", "0203", "0402", "0403"))
    text = text.replace("[sides] @reconstructed", "[sides]\n" + sides.replace("0303|0404", "0404|0405"))
    failed = {fact.says: fact.detail for fact in check_board(Board.parse(text), []) if not fact.holds}
    assert "Dead" in " ".join(failed.values())
    assert "road falls into 2 nets" in failed.values()
    assert "cut off: 0303" in failed.values()
    assert any("Lost stands" in detail for detail in failed.values())


def test_new_board_covers_its_box() -> None:
    box = (30.0, 53.0, 33.0, 55.0)
    b = Board.parse(new_board("mine", box, hex_km=20.0, title="Mine"))
    globe = earth(b, "main")
    assert globe is not None
    for lat, lon in ((53.0, 30.0), (53.0, 33.0), (55.0, 30.0), (55.0, 33.0), (54.0, 31.5)):
        assert b.grid.name(*cell_at(b.grid, *globe.page(lat, lon))) in b.index
    assert all(fact.holds for fact in check_board(b, []))


def test_new_board_says_what_is_wrong() -> None:
    with pytest.raises(GrognardError, match="from south to north"):
        new_board("bad", (33.0, 53.0, 30.0, 55.0))
    with pytest.raises(GrognardError, match="larger hexes"):
        new_board("bad", (0.0, 40.0, 60.0, 70.0), hex_km=5.0)


def test_earth_line_reads_back() -> None:
    globe = Earth.read("+proj=lcc +lat_1=52 +lat_2=56 +lat_0=54 +lon_0=35; 8e-05 0 10; 0 -8e-05 20")
    assert globe.page(54.0, 35.0) == pytest.approx((10.0, 20.0))
