"""A fingerprint of what a match is played with: code of the rules, data, and the layout of positions and events.

What is kept of a match beside its commands (positions in between, events) is a cache that holds for one fingerprint.
A match that was last played with another one is replayed once and compared (`grognard.core.recall`).
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

from .game import Game

_CORE = Path(__file__).parent
_GAMES = _CORE.parent / "games"
_SUFFIXES = (".py", ".toml", ".csv", ".board")
_NO_RULES = ("opponent", "cases", "__pycache__")  #: folders that do not change what a command does


def fingerprint(game: Game[Any]) -> str:
    """The same as long as code, data and layout are the same."""
    known: str | None = game.__dict__.get("_fingerprint")
    if known is None:
        parts = [layout(game), game.data_digest, str(game.data_set), *(_sources(place) for place in _places(game))]
        known = game.__dict__["_fingerprint"] = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    return known


def layout(game: Game[Any]) -> str:
    """How positions and events of a game are kept."""
    state = game.state_type(len(game.pieces), game.board.nodes, len(game.sides))
    arrays = sorted((name, str(array.dtype), array.shape) for name, array in state.arrays.__dict__.items())
    values = sorted((name, repr(value)) for name, value in state.values().items())
    return repr((game.slug, arrays, values, sorted(state.fills().items()), game.kinds.layout()))


def _places(game: Game[Any]) -> list[Path]:
    """The kernel, and the folders (or files) the classes of a game come from."""
    found = {_CORE}
    for cls in type(game).__mro__:
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        if file is not None and cls.__module__.startswith("grognard.games."):
            found.add(_GAMES / Path(file).relative_to(_GAMES).parts[0])
        elif file is not None and issubclass(cls, Game) and cls is not Game:
            package = (Path(file).parent / "__init__.py").exists()
            found.add(Path(file).parent if package else Path(file))
    return sorted(found)


@cache
def _sources(place: Path) -> str:
    """A hash of the code and the data of a folder."""
    found = hashlib.sha256()
    for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
        inside = file.relative_to(place).parts
        if file.suffix in _SUFFIXES and not set(_NO_RULES) & set(inside[:-1]):
            found.update("/".join(inside).encode() + b"\0" + file.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()
