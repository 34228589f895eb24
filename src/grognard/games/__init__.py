"""The games: a folder each. `load_game` gives the static game object, loaded once a process."""

from __future__ import annotations

import hashlib
import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..core.data import DataFiles, newest_set
from ..core.errors import GrognardError
from ..core.game import Game
from ..core.owner import check_folder

#: slug -> (module, title, can it be played)
GAMES: dict[str, tuple[str, str, bool]] = {
    "drive-on-moscow": ("drive_on_moscow", "Drive on Moscow", True),
    "typhoon-1941": ("typhoon_1941", "Typhoon 1941", True),
    "barbarossa": ("barbarossa", "Barbarossa 1941-45", True),
    "what-if-1940": ("what_if_1940", "1940: What If?", False),
    "fire-in-the-east": ("fire_in_the_east", "Fire in the East", False),
}

FOLDER = Path(__file__).parent


def module_of(slug: str) -> str:
    """The folder of a game; a clear error for an unknown one."""
    if slug not in GAMES:
        raise GrognardError(f"there is no game {slug!r}; there are: {', '.join(GAMES)}")
    return GAMES[slug][0]


def folder_of(slug: str) -> Path:
    """Where the data of a game lie."""
    return FOLDER / module_of(slug)


def load_game(slug: str, data: str | Path | None = None, data_set: int | None = None) -> Game[Any]:
    """The game with a set of our data, the newest where none is named, and an owner's own files in their place if he gives
    a folder."""
    if not GAMES.get(slug, ("", "", True))[2]:
        raise GrognardError(f"{GAMES[slug][1]} cannot be played yet; its board can be looked at and checked")
    number = newest_set(folder_of(slug) / "data") if data_set is None else data_set
    return _load(slug, None if data is None else str(data), number)


@lru_cache(maxsize=8)
def _load(slug: str, data: str | None, data_set: int) -> Game[Any]:
    module, ours = importlib.import_module(f"{__name__}.{module_of(slug)}"), folder_of(slug) / "data"
    if data is not None:
        check_folder(Path(data), ours)
    files = DataFiles.of_set(ours, data_set, None if data is None else Path(data))
    game: Game[Any] = module.GAME(files)
    game.data_set = data_set
    if data is not None:
        digest = hashlib.sha256()
        for file in sorted(Path(data).iterdir()):
            if file.suffix in (".csv", ".toml", ".board"):
                digest.update(file.name.encode() + file.read_bytes())
        game.data_digest = digest.hexdigest()[:16]
    return game
