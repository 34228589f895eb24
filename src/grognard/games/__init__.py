"""The games: a folder each. `load_game` gives the static game object, loaded once a process."""

from __future__ import annotations

import hashlib
import importlib
from functools import lru_cache
from pathlib import Path
from typing import Any

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


def load_game(slug: str, data: str | Path | None = None) -> Game[Any]:
    """The game, with an owner's own data files in place of ours if he gives a folder."""
    if not GAMES.get(slug, ("", "", True))[2]:
        raise GrognardError(f"{GAMES[slug][1]} cannot be played yet; its board can be looked at and checked")
    return _load(slug, None if data is None else str(data))


@lru_cache(maxsize=8)
def _load(slug: str, data: str | None) -> Game[Any]:
    module = importlib.import_module(f"{__name__}.{module_of(slug)}")
    if data is None:
        return module.GAME()  # type: ignore[no-any-return]
    check_folder(Path(data), folder_of(slug) / "data")
    game: Game[Any] = module.GAME(Path(data))
    digest = hashlib.sha256()
    for file in sorted(Path(data).iterdir()):
        if file.suffix in (".csv", ".toml", ".board"):
            digest.update(file.name.encode() + file.read_bytes())
    game.data_digest = digest.hexdigest()[:16]
    return game
