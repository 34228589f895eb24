"""Map tiles: drawn by `grognard.draw` on first use, from afar to near, and kept in the user's cache folder under the hash
of what they show. Nobody waits for a whole map: what is not drawn yet is asked for again."""

from __future__ import annotations

import functools
import hashlib
import logging
import multiprocessing
import shutil
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from .. import draw
from ..core.board import Board
from ..draw.tokens import Theme
from ..games import folder_of
from .access import Denied
from .thinking import begin_process

if TYPE_CHECKING:
    from ..draw.tiles import Block, TileSet

log = logging.getLogger("grognard.server")

THEMES: tuple[Theme, ...] = get_args(Theme)
#: Seconds a request waits for a tile that is being drawn: a browser has few connections to spare.
PATIENCE = 2.0


def board_file(slug: str) -> Path:
    """The board of a game; games that cannot be played yet may have one too."""
    return folder_of(slug) / "data" / "board.board"


class InTheMaking(Exception):
    """A part of the map that is being drawn: it can be asked for again in a moment."""


class Drawing:
    """A tile set being drawn in a process of its own, block by block."""

    def __init__(self, slug: str, theme: Theme, folder: Path) -> None:
        log.info("drawing the %s map of %s", theme, slug)
        #: once the index is written: what every tile is waiting for
        self.tiles: Future[dict[str, Future[None]]] = Future()
        threading.Thread(target=self._run, args=(slug, theme, folder), name=f"{slug} tiles", daemon=True).start()

    def _run(self, slug: str, theme: Theme, folder: Path) -> None:
        try:
            with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=begin_process) as process:
                tiles: dict[str, Future[None]] = {}
                for block in process.submit(write_index, slug, theme, folder).result():
                    if not all((folder / tile).exists() for tile in block.tiles):
                        tiles |= dict.fromkeys(block.tiles, process.submit(draw_block, slug, theme, block, folder))
                self.tiles.set_result(tiles)
        except Exception as error:
            log.exception("the %s map of %s cannot be drawn", theme, slug)
            if not self.tiles.done():
                self.tiles.set_exception(error)

    def wait_for(self, path: str, seconds: float | None) -> None:
        """Until a file is there; `TimeoutError` when it takes longer."""
        tiles = self.tiles.result(seconds)
        if path in tiles:
            tiles[path].result(seconds)

    def finish(self) -> None:
        """Until everything is drawn."""
        for tile in self.tiles.result().values():
            tile.result()


LONGEST_PATH = 200  #: no file of ours has a longer one, and no system allows much more


def inside(folder: Path, path: str) -> Path | None:
    """A file of a folder, there or not; None for what cannot be one, or lies elsewhere."""
    if len(path) > LONGEST_PATH or "\0" in path:
        return None
    wanted = (folder / path.lstrip("/")).resolve()
    return wanted if wanted.is_relative_to(folder.resolve()) else None


class Tiles:
    """The tiles of all boards."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache / "tiles"
        self._lock = threading.Lock()
        self._drawings: dict[Path, Drawing] = {}
        self._digests: dict[str, str] = {}

    def file(self, slug: str, theme: str, path: str) -> Path:
        """A file of a tile set; the set is drawn when it is not there yet."""
        if theme not in THEMES:
            raise Denied(404, f"the themes are {', '.join(THEMES)}")
        if not board_file(slug).exists():
            raise Denied(404, "this game has no board yet")
        folder = self.place(slug, theme)
        wanted = path.lstrip("/")
        found = inside(folder, wanted)
        if found is None:
            raise Denied(404, "there is no such tile")
        if not found.is_file():
            self._wait(slug, theme, folder, wanted)
        if not found.is_file():
            raise Denied(404, "there is no such tile")
        return found

    def folder(self, slug: str, theme: Theme) -> Path:
        """The folder of a finished tile set."""
        folder = self.place(slug, theme)
        self._drawing(slug, theme, folder).finish()
        return folder

    def place(self, slug: str, theme: Theme) -> Path:
        """Where a tile set is kept, drawn or not."""
        return self.cache / f"{slug}-{theme}-{self._digest(slug)}"

    def _wait(self, slug: str, theme: Theme, folder: Path, wanted: str) -> None:
        """Wait for a file a little. The first answer of a set, its index, is worth more patience."""
        try:
            self._drawing(slug, theme, folder).wait_for(wanted, None if wanted == "index.json" else PATIENCE)
        except TimeoutError:
            raise InTheMaking from None
        except Exception as error:  # of whatever kind: it happened in another process, and is in the log
            self._drawings.pop(folder, None)
            raise Denied(503, "the map could not be drawn") from error

    def _drawing(self, slug: str, theme: Theme, folder: Path) -> Drawing:
        """The drawing of a set: begun once, and taken up again if an earlier server was stopped in the middle of it."""
        with self._lock:
            if folder not in self._drawings:
                self.cache.mkdir(parents=True, exist_ok=True)
                for old in self.cache.glob(f"{slug}-{theme}-*"):
                    if old != folder:
                        shutil.rmtree(old, ignore_errors=True)
                self._drawings[folder] = Drawing(slug, theme, folder)
            return self._drawings[folder]

    def _digest(self, slug: str) -> str:
        """Changes when the board or the way of drawing changes."""
        if slug not in self._digests:
            digest = hashlib.sha256(board_file(slug).read_bytes())
            source = Path(draw.__file__).parent
            for path in sorted(p for p in source.rglob("*") if p.suffix != ".pyc" and p.is_file()):
                digest.update(path.read_bytes())
            self._digests[slug] = digest.hexdigest()[:16]
        return self._digests[slug]


# ---------------------------------------------------------------- in the process that draws


@functools.cache
def tile_set(slug: str, theme: Theme) -> TileSet:
    """The tiles of a board."""
    from ..draw.tiles import TileSet  # a good deal of drawing machinery, needed once per board

    return TileSet(Board.load(board_file(slug)), theme)


def write_index(slug: str, theme: Theme, folder: Path) -> list[Block]:
    """Write the index, and tell what is to be drawn."""
    tiles = tile_set(slug, theme)
    tiles.write_index(folder)
    return tiles.blocks()


def draw_block(slug: str, theme: Theme, block: Block, folder: Path) -> None:
    """Draw some tiles."""
    tile_set(slug, theme).draw(block, folder)
