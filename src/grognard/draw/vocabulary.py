"""How the areas of a board are drawn, and what its words are called in a legend.

Which mark stands for a word of terrain, hexsides, places and features is the table of `grognard.core.marks`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ..core.board import Area, Board

WATER = ("sea", "lake")
RIVERS = ("river", "canal", "major-river", "reservoir")

#: Areas that carry their name on the map.
COUNTRIES = frozenset({
    "austria", "belgium", "britain", "bulgaria", "czechoslovakia", "denmark", "east-prussia", "england", "finland",
    "france", "general-government", "germany", "great-britain", "greater-germany", "greece", "holland", "hungary",
    "iran", "italy", "luxembourg", "netherlands", "norway", "persia", "poland", "romania", "rumania", "slovakia",
    "soviet-union", "sweden", "switzerland", "turkey", "ussr", "yugoslavia",
})  # fmt: skip
REGIONS = frozenset({
    "ardennes", "belorussia", "bessarabia", "caucasus", "crimea", "estonia", "karelia", "latvia", "lithuania",
    "moldavia", "ruhr", "saar", "ukraine",
})  # fmt: skip

_AREAS = (
    ("district", "district"), ("weather", "weather"), ("logistic", "logistics"), ("supply", "supply-area"),
    ("start", "start-line"), ("zone", "zone"), ("front", "zone"),
)  # fmt: skip


def _match(word: str, table: tuple[tuple[str, str], ...], fallback: str) -> str:
    lower = word.lower()
    exact = [mark for part, mark in table if part == lower]
    return exact[0] if exact else next((mark for part, mark in table if part in lower), fallback)


def area_mark(board: Board, area: Area) -> str | None:
    """The line around an area, or nothing: most areas are for rules, not for the eye."""
    if area.name == "front-line":  # the hexes along a start line that is drawn already
        return None
    mark = _match(area.name, _AREAS, "") or ("supply-area" if "supply area" in area.title.lower() else None)
    on_the_rim = all((board.neighbours[hex] < 0).any() for hex in area.hexes)
    return "source" if mark == "supply-area" and on_the_rim else mark


def title(word: str) -> str:
    """A word of a board file as a person writes it."""
    return word.replace("-", " ").replace("_", " ").capitalize()


class Entry(msgspec.Struct, frozen=True):
    """One line of a legend."""

    sort: Literal["terrain", "feature", "side", "place", "area"]
    word: str
    mark: str

    @property
    def title(self) -> str:
        if self.sort == "side" and self.word in WATER:
            return f"{title(self.word)} hexside"
        return title(self.word)
