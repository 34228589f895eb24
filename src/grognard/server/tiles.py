"""Map tiles: drawn by `grognard.draw` on first use, kept in the user's cache folder under the hash of what they show."""

from __future__ import annotations

import hashlib
import logging
import multiprocessing
import shutil
import tempfile
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import get_args

from .. import draw
from ..core.board import Board
from ..draw.tokens import Theme
from ..games import folder_of
from .access import Denied
from .thinking import begin_process

log = logging.getLogger("grognard.server")

THEMES: tuple[Theme, ...] = get_args(Theme)


def board_file(slug: str) -> Path:
    """The board of a game; games that cannot be played yet may have one too."""
    return folder_of(slug) / "data" / "board.board"


class Tiles:
    """The tiles of all boards."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache / "tiles"
        self._locks: dict[tuple[str, str], threading.Lock] = {}
        self._lock = threading.Lock()
        self._digests: dict[str, str] = {}

    def file(self, slug: str, theme: str, path: str) -> Path:
        """A file of a tile set; the whole set is drawn when it is not there yet."""
        if theme not in THEMES:
            raise Denied(404, f"the themes are {', '.join(THEMES)}")
        if not board_file(slug).exists():
            raise Denied(404, "this game has no board yet")
        folder = self.folder(slug, theme)
        found = (folder / path.lstrip("/")).resolve()
        if not found.is_relative_to(folder.resolve()) or not found.is_file():
            raise Denied(404, "there is no such tile")
        return found

    def folder(self, slug: str, theme: Theme) -> Path:
        """The folder of a finished tile set."""
        with self._lock:
            lock = self._locks.setdefault((slug, theme), threading.Lock())
        with lock:
            folder = self.cache / f"{slug}-{theme}-{self._digest(slug)}"
            if not (folder / "index.json").exists():
                self._draw(slug, theme, folder)
        return folder

    def _draw(self, slug: str, theme: Theme, folder: Path) -> None:
        """Draw in another process, so that matches go on; only a whole set gets its final name."""
        self.cache.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=self.cache, prefix="draft-"))
        log.info("drawing the %s map of %s", theme, slug)
        try:
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=begin_process) as process:
                process.submit(draw_tiles, slug, theme, draft).result()
            for old in self.cache.glob(f"{slug}-{theme}-*"):
                shutil.rmtree(old, ignore_errors=True)
            draft.rename(folder)
        except OSError:
            if not (folder / "index.json").exists():  # somebody else may have drawn it meanwhile
                raise
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def _digest(self, slug: str) -> str:
        """Changes when the board or the way of drawing changes."""
        if slug not in self._digests:
            digest = hashlib.sha256(board_file(slug).read_bytes())
            source = Path(draw.__file__).parent
            for path in sorted(p for p in source.rglob("*") if p.suffix != ".pyc" and p.is_file()):
                digest.update(path.read_bytes())
            self._digests[slug] = digest.hexdigest()[:16]
        return self._digests[slug]


def draw_tiles(slug: str, theme: Theme, folder: Path) -> None:
    """Draw all tiles of a board."""
    from ..draw.tiles import make_tiles  # a good deal of drawing machinery, needed once a board

    make_tiles(Board.load(board_file(slug)), folder, theme)
