"""The workshop: its georeference, its snapping and the board files it writes."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from pyproj import Proj

from grognard.boards.check import check_board
from grognard.boards.earth import projection
from grognard.core.board import Board
from workshop.lib.canvas import Canvas, side
from workshop.lib.draft import Draft
from workshop.lib.georeference import DATA, georeference
from workshop.lib.snap import Rivers, flood, line_across, pairs, snap_to_hexes, snap_to_sides

GAMES = sorted(json.loads((DATA / "georeference.json").read_text(encoding="utf-8"))["games"])
MOSCOW = Canvas(georeference("drive-on-moscow"))
TYPHOON = Canvas(georeference("typhoon-1941"))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_georeference_round_trip(game: str, data: st.DataObject) -> None:
    """Hex to latitude and longitude and back; any point to its hex, which is the nearest."""
    found = georeference(game)
    canvas = Canvas(found, data.draw(st.sampled_from(sorted(found.planes))))
    cell = canvas.cells[data.draw(st.integers(0, len(canvas.cells) - 1))]
    lat, lon = canvas.latlon(canvas.centre(cell))
    assert canvas.hex(lat, lon) == cell
    assert canvas.point(lat, lon) == pytest.approx(canvas.centre(cell), abs=1e-6)
    assert canvas.cell(canvas.number(cell)) == cell


@pytest.mark.parametrize("game", GAMES)
@given(lat=st.floats(43, 69), lon=st.floats(5, 58))
def test_projections_agree_with_proj(game: str, lat: float, lon: float) -> None:
    for plane in georeference(game).planes.values():
        ours, theirs = projection(plane.projection).forward(lat, lon), Proj(plane.projection)(lon, lat)
        assert ours == pytest.approx(theirs, abs=1e-3)


def test_known_places() -> None:
    assert MOSCOW.number(MOSCOW.hex(54.782, 32.045) or MOSCOW.cells[0]) == "0623"
    east = Canvas(georeference("fire-in-the-east"))
    assert east.number(east.hex(55.755, 37.617) or east.cells[0]) == "2A/3317"


def test_a_line_becomes_a_chain_of_sides() -> None:
    line = TYPHOON.line([(56.0, 33.0), (55.0, 35.0), (54.0, 36.0)])
    chain = snap_to_sides(TYPHOON, line)
    ends = [set(TYPHOON.sides[edge]) for edge in chain]
    assert all(a & b for a, b in pairwise(ends))
    assert all(line.distance(shapely.Point(TYPHOON.corner_point(c))) < 1.0 for pair in ends for c in pair)


def test_a_front_parts_the_board() -> None:
    line = TYPHOON.line([(57.6, 34.0), (54.0, 34.5), (50.9, 34.0)])
    chain = line_across(TYPHOON, line)
    west = flood(TYPHOON, [TYPHOON.cell("0101")], chain)
    assert TYPHOON.cell("0312") in west
    assert TYPHOON.cell("1908") not in west
    assert 0 < len(west) < len(TYPHOON.cells)


def test_a_tributary_ends_on_its_river() -> None:
    net = Rivers(TYPHOON)
    net.add("Great", [TYPHOON.line([(54.5, 30.0), (54.5, 41.0)])])
    net.add("Small", [TYPHOON.line([(55.8, 35.0), (54.6, 35.2)])])
    great = {corner for edge in net.courses["Great"] for corner in TYPHOON.sides[edge]}
    small = {corner for edge in net.courses["Small"] for corner in TYPHOON.sides[edge]}
    assert great & small


def test_a_railway_runs_to_the_rim() -> None:
    chain = snap_to_hexes(TYPHOON, [(55.752, 37.618), (54.778, 32.051), (54.5, 28.0)])
    assert chain[0] == TYPHOON.cell("1908")
    assert chain[-1][1] == 1
    assert all(TYPHOON.distance(a, b) == 1 for a, b in pairs(chain))


def sample() -> Draft:
    """A small draft with one of everything."""
    draft = Draft("sample", "Sample", TYPHOON)
    draft.set_terrain(TYPHOON.cells, "clear")
    draft.set_terrain(TYPHOON.cell("0203"), "forest", "printed", "1.1")
    draft.add_feature(TYPHOON.cell("0203"), "fort")
    smolensk = TYPHOON.cell("0312")
    draft.add_place(smolensk, "city", "Smolensk", "rail-head", latlon=(54.778, 32.051), provenance="printed")
    net = Rivers(TYPHOON)
    net.add("Dnepr", [TYPHOON.line([(56.0, 33.7), (54.9, 33.3), (54.7, 31.0)])])
    draft.add_sides(net.courses["Dnepr"], "river", "Dnepr")
    draft.add_area("all", "Everything", TYPHOON.cells, "reconstructed", "a note")
    draft.add_box("turn1", "Turn 1", "track")
    return draft


def test_board_file_round_trip(tmp_path: Path) -> None:
    """The same draft gives the same bytes, and the reader gets back what went in."""
    text = sample().text()
    assert text == sample().text()
    (tmp_path / "board.board").write_text(text, encoding="utf-8")
    board = Board.load(tmp_path / "board.board")
    draft = sample()
    assert board.hexes == len(TYPHOON.cells)
    assert board.hex_provenance[board.node("0203")] == "printed"
    assert board.feature_mask("fort")[board.node("0203")]
    assert {(board.names[a], board.names[b]) for a, b in (s.hexes for s in board.sides)} == {
        (draft.number(a), draft.number(b)) for _, (a, b) in draft.sides
    }
    assert board.areas["all"].note == "a note"
    assert len(board.areas["all"].hexes) == board.hexes
    assert board.places[0].latlon == (54.778, 32.051)
    assert board.places[0].tags == ("rail-head",)
    assert [fact.detail for fact in check_board(board, []) if not fact.holds] == []


def test_overrides_win(tmp_path: Path) -> None:
    draft = sample()
    a, b = next(iter(draft.sides))[1]
    path = tmp_path / "overrides.yaml"
    path.write_text(
        f"provenance: printed\nterrain: {{forest: '0101 0102'}}\nfeatures: {{fort: '0101'}}\n"
        f"remove: {{river: '{draft.number(a)}|{draft.number(b)}'}}\nadd: {{road: {{Lane: '0101|0102'}}}}\n"
        f"move: {{Smolensk: '0311'}}\nareas: {{corner: {{title: Corner, hexes: '0101 0102'}}}}\n"
    )
    draft.override(path)
    one, two = draft.cell("0101"), draft.cell("0102")
    assert draft.terrain[one] == draft.terrain[two] == "forest"
    assert draft.hex_facts[one].provenance == "printed"
    assert not draft.has_side("river", a, b)
    assert draft.sides["road", side(one, two)][0] == "Lane"
    assert draft.places[0].cell == draft.cell("0311")
    assert draft.areas["corner"][1] == [one, two]
