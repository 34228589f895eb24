"""Pictures: not empty, complete, consistent, the same every time."""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image

from grognard.core.board import Board
from grognard.core.errors import GrognardError
from grognard.draw.board_svg import board_svg
from grognard.draw.counter import Face, counter_sheet, counter_svg, symbol_name
from grognard.draw.legend import entries
from grognard.draw.raster import export, svg_to_pdf, svg_to_png
from grognard.draw.tiles import TILE, make_tiles
from grognard.draw.tokens import Style, tokens

GAMES = Path(__file__).parent.parent / "src" / "grognard" / "games"
BOARDS = sorted(GAMES.glob("*/data/*.board"))

TERRAINS = (
    "clear",
    "woods",
    "swamp",
    "rough",
    "wooded-rough",
    "hills",
    "mountain",
    "desert",
    "lake",
    "sea",
    "forest",
    "intermittent-lake",
)
SIDES = ("river", "major-river", "reservoir", "road", "track", "rail", "rail-broad", "border", "demarcation",
         "start-line", "defence-line", "impassable", "strait", "weather-line", "something-new")  # fmt: skip


def sample() -> Board:
    """Ten by ten hexes with a bit of everything."""
    lines = ["[board]", "name sample", 'title "Sample"', "scale 12 km", "grid stagger=columns", "[maps]",
             "main cols=1-10 rows=1-10", "[words]", "side something-new zone", "feature curiosity plate",
             "[hexes] @derived"]  # fmt: skip
    for column in range(1, 11):
        for row in range(1, 11):
            feature = {(4, 4): " fort", (5, 4): " fortress", (6, 4): " airfield", (7, 4): " curiosity"}.get((column, row), "")
            lines.append(f"{column:02d}{row:02d} {TERRAINS[(column + row // 3) % 12]}{feature}")
    lines += ["[places] @printed", '0202 city "Łódź"', '0203 city "Łódź"', '0505 town "Constanța" port',
              '0808 major-city "Moscow"', '0404 oil-field "Baku"', "[sides] @reconstructed"]  # fmt: skip
    for column, kind in enumerate(SIDES):
        at = 2 + column % 8
        row = 2 + 3 * (column // 8)
        lines.append(f'{at:02d}{row:02d}|{at:02d}{row + 1:02d} {kind} "Name"')
        lines.append(f"{at:02d}{row + 1:02d}|{at:02d}{row + 2:02d} {kind}")
    lines += ["[areas]", 'west-start "West": 0101 0102 0201 0202', 'soviet-supply "Soviet supply sources": 1003 1005',
              'black-sea "Black Sea": 0909', 'poland "Poland": 0303 0304 0403 0404']  # fmt: skip
    return Board.parse("\n".join(lines), "sample")


def words_of(svg: str) -> list[str]:
    return [text.strip() for text in ElementTree.fromstring(svg).itertext() if text.strip()]


@pytest.fixture(scope="module")
def board() -> Board:
    return sample()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["dry", "snow"])
def test_every_kind_is_drawn_and_named(board: Board, theme: str, ground: str) -> None:
    svg = board_svg(board, theme, ground)  # type: ignore[arg-type]
    words = words_of(svg)
    for entry, _ in entries(board):
        assert entry.title in words
    assert {entry.word for entry, _ in entries(board)} >= {*TERRAINS, *SIDES, "fort", "fortress", "curiosity", "city"}
    assert {"printed", "derived", "reconstructed"} <= {word for text in words for word in text.replace(":", " ").split()}
    assert {"ŁÓDŹ", "MOSCOW", "Constanța", "0505"} <= set(words)


def test_the_same_board_gives_the_same_picture(board: Board) -> None:
    assert board_svg(board) == board_svg(sample())


def test_what_is_not_wanted_is_left_out(board: Board) -> None:
    words = words_of(board_svg(board, numbers=False, names=False, legend=False))
    assert words == ["Sample"] or not {"0505", "MOSCOW", "Forest"} & set(words)
    part = board_svg(board, region=(2.0, 2.0, 6.0, 6.0), legend=False)
    assert len(part) < len(board_svg(board, legend=False))


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf"])
def test_exports_are_not_empty(board: Board, tmp_path: Path, suffix: str) -> None:
    path = export(board, tmp_path / f"board{suffix}", w=40.0)
    data = path.read_bytes()
    starts = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    assert data.startswith(starts[suffix])
    assert len(data) > 20_000
    if suffix == ".png":
        colours = Image.open(io.BytesIO(data)).convert("RGB").getcolors(1 << 24)
        assert len(colours or []) > 500


def test_an_unknown_suffix_is_refused(board: Board, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="drawn as"):
        export(board, tmp_path / "board.doc")


def test_tiles_fit_their_index(board: Board, tmp_path: Path) -> None:
    index = json.loads(make_tiles(board, tmp_path, "dark", (24, 96)).read_text())
    plane = index["planes"]["main"]
    left, top, right, bottom = plane["bounds"]
    assert plane["origin"] == [left, top]
    for hex in range(board.hexes):
        x, y = board.centre(hex)
        assert left < x < right
        assert top < y < bottom
    for level in plane["zooms"]:
        assert abs(level["width"] - (right - left) * level["w"]) <= 8
        found = {path.name for path in (tmp_path / level["folder"]).iterdir()}
        assert found == {f"{x}_{y}.webp" for x in range(level["columns"]) for y in range(level["rows"])}
        area = 0
        for path in (tmp_path / level["folder"]).iterdir():
            width, height = Image.open(path).size
            assert max(width, height) <= TILE
            area += width * height
        assert area == level["width"] * level["height"]
    names = json.loads((tmp_path / plane["names"]).read_text())
    assert {"Constanța", "Moscow"} <= {name["name"] for name in names}
    assert all(left < name["x"] < right and top < name["y"] < bottom for name in names)


@pytest.mark.parametrize("symbol", [*tokens()["symbols"], *tokens()["aircraft"]])
def test_every_symbol_is_drawn(symbol: str) -> None:
    face = Face("tan", "soviet", symbol, "XX", "101", "3-6", (1, 2), corner="4", left="5", right="23")
    picture = Image.open(io.BytesIO(svg_to_png(counter_svg(face)))).convert("RGBA")
    assert len(picture.getcolors(1 << 16) or []) > 30


@pytest.mark.parametrize("card", tokens()["cards"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_card_holds_every_state(card: str, theme: str) -> None:
    states = ("moved", "fought", "moved-fought", "oos", "disrupted", "halved", "entrained", "air")
    faces = [Face(card, "axis", "infantry", "XX", "7", "4-8", (2, 2), states=(state,)) for state in states]  # type: ignore[arg-type]
    words = words_of(counter_sheet([("States", faces)], "Sheet", theme))  # type: ignore[arg-type]
    assert words.count("4-8") == len(states)
    assert {"D", "½"} <= set(words)


def test_an_untried_counter_tells_nothing() -> None:
    words = words_of(counter_svg(Face("orange", "soviet", "rifle", "XX", "316", "3-6", (2, 2), untried=True)))
    assert "?" in words
    assert not {"316", "3-6"} & set(words)
    hidden = words_of(counter_svg(Face("tan", "soviet", "rifle", "XX", "316", "3-6", hidden=True)))
    assert "?" in hidden
    assert not {"316", "3-6", "XX"} & set(hidden)


def test_unit_types_find_their_symbol() -> None:
    assert [symbol_name(word) for word in ("panzer", "Rifle division", "motorised", "flak", "", "cavalry")] == [
        "armor", "infantry", "motorized", "antiaircraft", "", "cavalry"
    ]  # fmt: skip


def test_every_game_has_known_cards() -> None:
    for cards in tokens()["game-cards"].values():
        assert set(cards.values()) <= set(tokens()["cards"])


def test_both_themes_have_the_same_words() -> None:
    light, dark = tokens()["themes"]["light"], tokens()["themes"]["dark"]
    assert light.keys() == dark.keys()
    for part in ("interface", "terrain", "line", "label", "overlay"):
        assert light[part].keys() == dark[part].keys()
    assert Style("light", "snow").fill("forest") != Style("light").fill("forest")


def test_a_page_of_print() -> None:
    pdf = svg_to_pdf(counter_svg(Face("black", "axis", "armor", "XXX", "24", "9")), 20)
    assert pdf.startswith(b"%PDF")


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.parent.parent.name)
def test_the_boards_of_the_games(path: Path) -> None:
    board = Board.load(path)
    svg = board_svg(board, w=10.0)
    words = words_of(svg)
    for entry, _ in entries(board):
        assert entry.title in words
    png = Image.open(io.BytesIO(svg_to_png(svg, 400)))
    assert png.width == 400
