"""Which mark stands for which word of a board file.

Five games name the same thing differently (woods and forest, swamp and marsh). A board keeps the words of
its rulebook; this module says which mark of the common vocabulary draws them, and how to call them in a
legend. A word nobody has foreseen still gets a mark.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from ..core.board import Area, Board

WATER = ("sea", "lake")

_TERRAIN = (
    ("wooded-rough", "wooded-rough"), ("wooded rough", "wooded-rough"), ("forest-rough", "wooded-rough"),
    ("desert", "desert-steppe"), ("steppe", "desert-steppe"), ("arid", "desert-steppe"),
    ("mountain", "mountain"), ("alpine", "mountain"), ("hill", "hills"), ("rough", "rough"), ("broken", "rough"),
    ("forest", "forest"), ("wood", "woods"), ("ardennes", "forest"),
    ("marsh", "marsh"), ("swamp", "marsh"), ("bog", "marsh"), ("polder", "marsh"), ("flood", "marsh"),
    ("lagoon", "lake"), ("intermittent", "ponds"), ("pond", "ponds"),
    ("sea", "sea"), ("ocean", "sea"), ("lake", "lake"), ("salt", "desert-steppe"), ("water", "lake"),
    ("off", "void"), ("void", "void"), ("neutral", "void"), ("out-of-play", "void"), ("prohibited", "void"),
)  # fmt: skip

_SIDES: tuple[tuple[str, str], ...] = (
    ("major-river", "major-river"), ("great-river", "major-river"), ("river", "river"), ("stream", "river"),
    ("canal", "canal"), ("reservoir", "reservoir"), ("dam", "reservoir"), ("sivash", "reservoir"),
    ("strait", "strait"), ("ferry", "strait"), ("crossing", "strait"), ("narrows", "strait"), ("causeway", "strait"),
    ("coast", "coast"), ("lake", "reservoir"), ("sea", "reservoir"),
    ("bridge", "bridge"),
    ("track", "track"), ("minor-road", "track"), ("secondary", "track"), ("trail", "track"),
    ("road", "road"), ("highway", "road"), ("rollbahn", "road"), ("autobahn", "road"),
    ("impassable", "impassable"), ("blocked", "impassable"), ("prohibited", "impassable"),
    ("demarcation", "demarcation"), ("partition", "demarcation"), ("1941", "demarcation"), ("1939", "border"),
    ("weather", "weather"), ("logistic", "logistics"), ("supply", "supply-area"),
    ("district", "district"), ("republic", "district"), ("border", "border"), ("frontier", "border"),
    ("boundary", "district"),
    ("maginot", "defence-line"), ("defen", "defence-line"), ("fort", "defence-line"), ("line", "start-line"),
    ("front", "start-line"), ("start", "start-line"), ("stop", "start-line"), ("edge", "start-line"),
)  # fmt: skip

#: Marks that run from hex centre to hex centre; all others lie along the hexside.
ACROSS = ("road", "track", "rail-broad", "rail-standard", "rail-planned", "strait", "bridge")
RIVERS = ("river", "canal", "major-river", "reservoir")

_PLACES = (
    ("fortress", "fortress"), ("reference", "village"),
    ("oil", "oil"), ("industr", "industry"), ("factory", "industry"), ("resource", "industry"), ("mine", "industry"),
    ("major", "major-city"), ("capital", "major-city"), ("dot", "town"), ("town", "town"), ("village", "village"),
    ("point", "town"), ("port", "town"), ("city", "city"), ("objective", "city"),
)  # fmt: skip

_FEATURES = (
    ("coast", "shore"), ("shore", "shore"),
    ("fortress", "fortress"), ("fort", "fort"), ("defen", "fort"), ("maginot", "fort"), ("bunker", "fort"),
    ("airfield", "airfield"), ("airbase", "airfield"), ("port", "port"), ("supply", "supply"), ("source", "supply"),
    ("major-city", "major-city"), ("city", "city"), ("town", "town"),
)  # fmt: skip

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


def _match(word: str, table: tuple[tuple[str, str], ...], otherwise: str) -> str:
    lower = word.lower()
    exact = [mark for part, mark in table if part == lower]
    return exact[0] if exact else next((mark for part, mark in table if part in lower), otherwise)


@cache
def terrain_mark(word: str) -> str:
    """The ground that draws a terrain; unknown ground is left clear."""
    lower = word.lower()
    if "rough" in lower and ("wood" in lower or "forest" in lower):
        return "wooded-rough"
    return _match(word, _TERRAIN, "clear")


@cache
def side_mark(word: str) -> str:
    """The line that draws a hexside feature."""
    lower = word.lower()
    if "rail" in lower and "plan" in lower:
        return "rail-planned"
    if "rail" in lower:
        return "rail-broad" if "broad" in lower or "russian" in lower or "soviet" in lower else "rail-standard"
    return _match(word, _SIDES, "zone")


@cache
def place_mark(word: str) -> str:
    """The symbol of a kind of place."""
    return _match(word, _PLACES, "town")


@cache
def feature_mark(word: str) -> str:
    """The mark of a hex feature; an unknown one becomes a lettered plate."""
    return _match(word, _FEATURES, "plate")


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
