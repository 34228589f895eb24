"""The games: a folder each. `load_game` gives the static game object, loaded once per process.

A game is found by its `about.toml` (title, and its place in lists); it can be played when its folder is a package, which then has
the class of the game as `GAME`, unless `playable = false` says that its rules are not all there. A game from elsewhere is a
package that announces itself as an entry point of the group `grognard.games`, or is added with `register`.
"""

from __future__ import annotations

import hashlib
import importlib
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ..core.data import DataFiles, newest_set
from ..core.errors import GrognardError
from ..core.game import Game
from ..core.owner import SUFFIXES, check_folder

FOLDER = Path(__file__).parent


class Entry(NamedTuple):
    """A game on the shelf."""

    module: str  #: its package
    title: str
    playable: bool


GAMES: dict[str, Entry] = {}
_FOLDERS: dict[str, Path] = {}


def register(slug: str, module: str, folder: Path) -> None:
    """Put a game on the shelf: the short name it goes by, its package, and where its data lie."""
    about = tomllib.loads((folder / "about.toml").read_text(encoding="utf-8"))
    whole = about.get("playable", True) and (folder / "__init__.py").exists()
    GAMES[slug] = Entry(module, about["title"], whole)
    _FOLDERS[slug] = folder


def _ours() -> Iterator[Path]:
    """The folders of the games that come with the package, in their order."""
    abouts = FOLDER.glob("*/about.toml")
    return (path.parent for path in sorted(abouts, key=lambda path: tomllib.loads(path.read_text(encoding="utf-8"))["order"]))


def _find_games() -> None:
    for folder in _ours():
        register(folder.name.replace("_", "-"), f"{__name__}.{folder.name}", folder)
    for point in entry_points(group="grognard.games"):
        found = find_spec(point.module)
        if found is not None and found.origin is not None:
            register(point.name, point.module, Path(found.origin).parent)


_find_games()


def module_of(slug: str) -> str:
    """The package of a game; a clear error for an unknown one."""
    if slug not in GAMES:
        raise GrognardError(f"there is no game {slug!r}; there are: {', '.join(GAMES)}")
    return GAMES[slug].module


def folder_of(slug: str) -> Path:
    """Where the data of a game lie."""
    module_of(slug)
    return _FOLDERS[slug]


def load_game(slug: str, data: str | Path | None = None, data_set: int | None = None) -> Game[Any]:
    """The game with a set of our data, the newest where none is named, and an owner's own files in their place if he gives
    a folder."""
    module_of(slug)
    if not GAMES[slug].playable:
        raise GrognardError(f"{GAMES[slug].title} cannot be played yet; its board can be looked at and checked")
    number = _newest_set(_FOLDERS[slug]) if data_set is None else data_set
    return _load(slug, None if data is None else str(data), number)


@cache
def _newest_set(folder: Path) -> int:
    """The newest data set of a game: looked for once, since matches begin often."""
    return newest_set(folder / "data")


@lru_cache(maxsize=24)  # every game with all its sets, and some owners' own
def _load(slug: str, data: str | None, data_set: int) -> Game[Any]:
    module, ours = importlib.import_module(module_of(slug)), folder_of(slug) / "data"
    if data is not None:
        check_folder(Path(data), ours)
    files = DataFiles.of_set(ours, data_set, None if data is None else Path(data))
    game: Game[Any] = module.GAME(files)
    game.data_set = data_set
    if data is not None:
        digest = hashlib.sha256()
        for file in sorted(path for path in Path(data).rglob("*") if path.suffix in SUFFIXES):
            digest.update(file.name.encode() + file.read_bytes())
        game.data_digest = digest.hexdigest()[:16]
    return game
