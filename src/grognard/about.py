"""What a game says of itself on the shelf (`about.toml` in its folder): dates, length, what it teaches, all of it on one page."""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from .core.errors import GrognardError
from .games import folder_of


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph of the game on one page, with the rules it rests on."""

    title: str
    text: str
    rules: list[str] = []


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shelf mark of a game. Whatever it leaves out is not shown."""

    title: str
    order: int = 99
    playable: bool = True
    dates: str = ""
    teaches: str = ""  #: what one learns by it, in a sentence
    length: str = ""
    complexity: int = 0  #: 1 to 5
    turns_end: list[str] = []  #: the last day of every turn
    sets: list[str] = []  #: what each set of its data is, from set 1 on; nothing while there is one
    summary: list[Point] = []


@cache
def about(slug: str) -> About:
    """What a game says of itself."""
    text = (folder_of(slug) / "about.toml").read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), About)
    except msgspec.ValidationError as error:
        raise GrognardError(f"about.toml of {slug}: {error}") from None
