"""One table of words and marks: prints, page and terminal show a new terrain without a further line, and refuse unknown words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.segment import Segment

import grognard
from grognard import games
from grognard.core.board import Board
from grognard.core.lines import line_mask
from grognard.core.marks import BoardError, Words, ground, require_mark, table
from grognard.core.view import badges_of
from grognard.draw.board_svg import board_svg
from grognard.draw.glyphs import stamps
from grognard.draw.terrain import is_land
from grognard.draw.tokens import tokens
from grognard.server import catalogue
from grognard.terminal.map import MapPicture
from grognard.terminal.session import Session

TEXT = """[board]
name try
grid digits=CCRR stagger=columns shifted=even columns=east rows=south
[maps]
main cols=1-2 rows=1-2
{words}[hexes]
0101 {terrain} {feature}
0102 clear
0201 clear
0202 clear
[places]
0102 {place} "Tver"
[sides]
0101|0102 {side}
"""


def board(words: str = "", terrain: str = "forest", feature: str = "fort", place: str = "town", side: str = "river") -> Board:
    return Board.parse(TEXT.format(words=words, terrain=terrain, feature=feature, place=place, side=side))


def test_every_word_has_a_mark_and_every_mark_can_be_drawn() -> None:
    shared = table()
    for words, sort in ((shared.terrain, "terrain"), (shared.side, "side"), (shared.place, "place"), (shared.feature, "feature")):
        for mark in words.values():
            require_mark(sort, mark)  # type: ignore[arg-type]
    for theme in ("light", "dark"):
        palette = tokens()["themes"][theme]
        for mark in shared.ground:
            assert "fill" in palette["terrain"][mark]
            if is_land(mark):
                assert all(ink in palette["terrain"][mark] for stamp in stamps(mark) for ink in stamp.inks)
        assert all(line.colour in palette["line"] for line in shared.line.values() if line.colour)
    assert all(len(look.letters) == 3 for look in shared.ground.values())


@pytest.mark.parametrize("sort", ["terrain", "feature", "place", "side"])
def test_a_word_nobody_knows_is_refused_with_its_line(sort: str) -> None:
    with pytest.raises(BoardError, match=r"board, line \d+: no \w+ is called 'tundra'"):
        board(**{sort: "tundra"})
    with pytest.raises(BoardError, match="is 'forest' meant"):
        board(terrain="forrest")


def test_masks_refuse_a_word_nobody_knows() -> None:
    here = board()
    assert not here.terrain_mask("marsh").any()  # known, and not on this board
    for ask in (here.terrain_mask, here.feature_mask, here.place_mask, here.side_mask, lambda word: line_mask(here, word)):
        with pytest.raises(BoardError, match="is called 'typo'"):
            ask("typo")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("terrain swamp-forest", "reads: terrain"), ("hex swamp-forest marsh", "reads: terrain"),
        ("terrain swamp-forest forest+tundra", "no terrain is drawn as 'tundra'"),
        ("side wall stone", "no hexside is drawn as 'stone'"),
        ("place inn bed", "no place is drawn as 'bed'"), ("feature pit hole", "no feature is drawn as 'hole'"),
    ],
)  # fmt: skip
def test_words_of_a_board_are_checked(line: str, why: str) -> None:
    with pytest.raises(BoardError, match=f"board, line 7: .*{why}"):
        board(f"[words]\n{line}\n")


def test_words_come_before_hexes() -> None:
    with pytest.raises(BoardError, match="come before the hexes"):
        board(side="river\n[words]\nside wall river")


def test_the_terminal_joins_the_letters_of_a_combination() -> None:
    assert ground("forest+marsh").letters == "♣≈ "
    assert ground("forest+marsh").paper == ground("forest").paper


def test_words_of_one_board_are_unknown_to_another() -> None:
    assert board("[words]\nterrain swamp-forest forest+marsh\n", terrain="swamp-forest").words.mark("terrain", "swamp-forest")
    with pytest.raises(BoardError):
        Words().mark("terrain", "swamp-forest")


# ---------------------------------------------------------------- a game of one's own with a terrain of its own


@pytest.fixture
def wetlands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The Fords of Wend as a package of somebody else's, with swamp forest in 0303, a cart track and an inn."""
    folder = tmp_path / "wetlands"
    shutil.copytree(games.folder_of("fords"), folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.glob("*.py"):
        text = file.read_text(encoding="utf-8").replace("from ...core", "from grognard.core").replace('"fords"', '"wetlands"')
        file.write_text(text, encoding="utf-8")
    drawn = folder / "data" / "board.board"
    text = drawn.read_text(encoding="utf-8").replace("0303 clear\n", "0303 swamp-forest\n")
    words = "[words]\nterrain swamp-forest forest+marsh\nside cart-track track\nplace inn village\n\n[hexes]"
    text = text.replace("[hexes]", words, 1).replace("[sides]", "[sides]\n0303|0302 cart-track", 1)
    drawn.write_text(text.replace("[places]", '[places]\n0302 inn "The Otter"', 1), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "GAMES", games.GAMES)
    games.register("wetlands", "wetlands", folder)
    yield "wetlands"
    del games.GAMES["wetlands"]


def test_a_new_terrain_is_drawn_served_and_printed(wetlands: str) -> None:
    match = grognard.new(wetlands, seed=1)
    here = match.game.board
    hex = here.node("0303")
    plain = Board.load(games.folder_of("fords") / "data" / "board.board")

    signs = {stamp.glyph for stamp in stamps("forest+marsh")}
    assert signs == {"crown", "reed"}
    for theme in ("light", "dark"):
        drawn, before = (board_svg(which, theme, w=48.0) for which in (here, plain))
        assert drawn != before
        assert "Swamp forest" in drawn
        assert "Cart track" in drawn

    sent = msgspec.json.decode(catalogue.board(wetlands).data)
    assert sent["hexes"][hex]["terrain"] == "swamp-forest"
    assert sent["grounds"]["swamp-forest"] == "forest"
    assert sent["lines"]["cart-track"] == {"across": True, "colour": "road-minor"}

    picture = MapPicture(here)
    _, line = picture.at[hex]
    shown = "".join(segment.text for segment in picture.line(line, match.view(), -1, {}) if isinstance(segment, Segment))
    assert "♣≈" in shown
    assert any("swamp-forest" in text for text in Session(match).say("show 0303"))
    assert np.flatnonzero(here.terrain_mask("swamp-forest")).tolist() == [hex]


def test_states_of_units_are_marks_too() -> None:
    assert badges_of(["moved", "attacked", "out of supply for 2 turns"]) == ["moved-fought", "oos"]
    assert badges_of(["finished"]) == ["moved"]
    assert badges_of([]) == []
