"""Draw the maps of all boards ahead of time: `python -m grognard.server.draw_tiles`. What is drawn already is left alone."""

from __future__ import annotations

import multiprocessing
import os
import sys
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path

from ..draw.tokens import Theme
from ..games import GAMES
from .settings import Settings
from .tiles import THEMES, Tiles, board_file, draw_block, write_index

#: How wide the bar is.
_MOST = 61  #: processes that Windows lets one wait for
WIDTH = 40


def missing(tiles: Tiles) -> list[tuple[str, Theme, Path]]:
    """The tile sets that are not known to be whole."""
    boards = [slug for slug in GAMES if board_file(slug).exists()]
    sets = [(slug, theme, tiles.place(slug, theme)) for slug in boards for theme in THEMES]
    return [(slug, theme, folder) for slug, theme, folder in sets if not (folder / "whole").exists()]


def bar(done: int, of: int) -> str:
    """How far it has come."""
    filled = WIDTH * done // max(1, of)
    return f"maps [{'#' * filled}{'.' * (WIDTH - filled)}] {done} of {of}"


def draw(cache: Path, workers: int | None = None) -> int:
    """Draw all that is missing, with a bar on a terminal; how many parts there were to draw."""
    tiles = Tiles(cache)
    wanted = missing(tiles)
    if not wanted:
        return 0
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers or os.cpu_count() or 1, _MOST), mp_context=context) as pool:
        blocks = [(one, pool.submit(write_index, *one)) for one in wanted]
        parts: list[Future[None]] = []
        for (slug, theme, folder), found in blocks:
            left = [block for block in found.result() if not all((folder / tile).exists() for tile in block.tiles)]
            parts += [pool.submit(draw_block, slug, theme, block, folder) for block in left]
        for done, part in enumerate(as_completed(parts), 1):
            part.result()
            if sys.stderr.isatty() or done in (1, len(parts)):
                print(f"\r{bar(done, len(parts))}", end="", file=sys.stderr, flush=True)
        if parts:
            print(file=sys.stderr)
    for _, _, folder in wanted:
        (folder / "whole").touch()
    return len(parts)


if __name__ == "__main__":
    draw(Settings().cache)
