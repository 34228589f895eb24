"""Maps drawn ahead of time."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.server import draw_tiles
from grognard.server.tiles import Tiles


def test_what_is_drawn_ahead_is_whole_and_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_tiles, "GAMES", {"fords": None})
    tiles = Tiles(tmp_path)
    assert {(slug, theme) for slug, theme, _ in draw_tiles.missing(tiles)} == {("fords", "light"), ("fords", "dark")}
    assert draw_tiles.draw(tmp_path, workers=1) > 0
    assert draw_tiles.missing(tiles) == []
    assert draw_tiles.draw(tmp_path, workers=1) == 0
    assert tiles.file("fords", "light", "main/12/0_0.webp").stat().st_size > 0, "the server finds it at once"


def test_the_bar_fills() -> None:
    assert draw_tiles.bar(0, 8).count("#") == 0
    assert draw_tiles.bar(4, 8).count("#") == draw_tiles.WIDTH // 2
    assert draw_tiles.bar(8, 8).count(".") == 0
