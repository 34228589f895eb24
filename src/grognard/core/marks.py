"""Words of board files and the marks that stand for them, from one table (marks.toml) for prints, page and terminal."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from .errors import GrognardError
from .files import read_toml

Sort = Literal["terrain", "side", "place", "feature"]


class BoardError(GrognardError):
    """A board that cannot be read, or is asked for something it cannot have; the message names file and line, or the word."""


class Ground(msgspec.Struct, frozen=True):
    """A ground in the terminal: three letters, their colour and the colour under them."""

    letters: str
    ink: str
    paper: str


class Line(msgspec.Struct, frozen=True):
    """A line: from hex to hex, or along the side between them; its colour on the plain map of the page, if it is drawn there."""

    across: bool
    colour: str = ""


class _Known(msgspec.Struct, frozen=True):
    known: list[str]


class _Table(msgspec.Struct, frozen=True, rename={"place_mark": "place-mark", "feature_mark": "feature-mark"}):
    terrain: dict[str, str]
    side: dict[str, str]
    place: dict[str, str]
    feature: dict[str, str]
    ground: dict[str, Ground]
    line: dict[str, Line]
    place_mark: _Known
    feature_mark: _Known


@cache
def table() -> _Table:
    """The table that all boards share."""
    return msgspec.convert(read_toml(Path(__file__).with_name("marks.toml")), _Table)


class Words:
    """The words that a board may use: those of the shared table, and its own."""

    def __init__(self, own: Mapping[tuple[Sort, str], str] | None = None) -> None:
        shared = table()
        self._marks: dict[Sort, Mapping[str, str]] = {
            "terrain": shared.terrain, "side": shared.side, "place": shared.place, "feature": shared.feature,
        }  # fmt: skip
        for (sort, word), mark in (own or {}).items():
            require_mark(sort, mark)
            self._marks[sort] = {**self._marks[sort], word: mark}

    def mark(self, sort: Sort, word: str) -> str:
        """The mark of a word; a sentence for a word nobody knows."""
        try:
            return self._marks[sort][word]
        except KeyError:
            near = get_close_matches(word, self._marks[sort], 1)
            meant = f" (is {near[0]!r} meant?)" if near else ""
            raise BoardError(f"no {_NAMES[sort]} is called {word!r}{meant}; a board adds its own words under [words]") from None

    def require(self, sort: Sort, *words: str) -> None:
        """Refuse words that nobody knows."""
        known = self._marks[sort]
        for word in words:
            if word not in known:
                self.mark(sort, word)


def require_mark(sort: Sort, mark: str) -> None:
    """Refuse a mark that nobody can draw."""
    shared = table()
    marks: dict[Sort, list[str]] = {
        "terrain": list(shared.ground), "side": list(shared.line), "place": shared.place_mark.known,
        "feature": shared.feature_mark.known,
    }  # fmt: skip
    for part in mark.split("+") if sort == "terrain" else [mark]:
        if part not in marks[sort]:
            raise BoardError(f"no {_NAMES[sort]} is drawn as {part!r}; there are {', '.join(marks[sort])}")


def ground(mark: str) -> Ground:
    """How a terrain looks in the terminal: of two marks the ground of the first and a letter of each."""
    first, *others = (table().ground[part] for part in mark.split("+"))
    if not others:
        return first
    return Ground("".join(part.letters.strip()[:1] for part in (first, *others))[:2].ljust(3), first.ink, first.paper)


_NAMES: dict[Sort, str] = {"terrain": "terrain", "side": "hexside", "place": "place", "feature": "feature"}
