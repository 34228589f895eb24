"""The palette and the metrics of everything drawn, read from tokens.json.

The browser reads the same file, so page, print and tiles look alike. Map sizes are multiples of W, the
distance between two opposite hexsides; a `Style` turns them into pixels for one theme and one W.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from ..core.errors import GrognardError

Theme = Literal["light", "dark"]
Ground = Literal["dry", "mud", "frost", "snow"]

FOLDER = Path(__file__).parent
SERIF = "'Source Serif 4',serif"
SANS = "'Sofia Sans Condensed','Sofia Table',sans-serif"
SLIM = "'Sofia Sans Extra Condensed','Sofia Table Slim',sans-serif"


@cache
def tokens() -> dict[str, Any]:
    """The whole of tokens.json."""
    loaded: dict[str, Any] = json.loads((FOLDER / "tokens.json").read_text(encoding="utf-8"))
    return loaded


class Style(msgspec.Struct, frozen=True):
    """One theme and one weather at one scale."""

    theme: Theme = "light"
    ground: Ground = "dry"
    w: float = 96.0  #: pixels between two opposite hexsides

    def palette(self, group: str) -> dict[str, Any]:
        """A group of colours of the theme: terrain, line, label, interface ..."""
        found: dict[str, Any] = tokens()["themes"][self.theme][group]
        return found

    def fill(self, terrain: str) -> str:
        """The ground colour of a terrain in this weather."""
        base = terrain.partition("+")[0]
        weather = self.palette("ground").get(self.ground, {})
        return str(weather[base]) if base in weather else self.terrain(base, "fill")

    def terrain(self, terrain: str, part: str) -> str:
        """A colour of a terrain: fill, glyph, edge, line, block ...; of a combination that of its first mark."""
        base = terrain.partition("+")[0]
        try:
            return str(self.palette("terrain")[base][part])
        except KeyError:
            raise GrognardError(f"draw/tokens.json has no colour {part!r} for {base!r} in the {self.theme} theme") from None

    def line(self, kind: str, part: str = "line") -> str:
        """A colour of a line kind: line, casing, core, bank, band ..."""
        return str(self.palette("line")[kind][part])

    def label(self, kind: str) -> str:
        """The colour of a kind of name."""
        return str(self.palette("label")[kind])

    def ink(self, name: str) -> str:
        """A colour of the page around the map."""
        return str(self.palette("interface")[name])

    def size(self, metric: str, at_least: float = 0.0) -> float:
        """A map metric in pixels, never thinner than `at_least`."""
        return max(float(tokens()["map"][metric]) * self.w, at_least)

    def dash(self, metric: str) -> str:
        """A dash pattern in pixels."""
        return " ".join(f"{max(length * self.w, 0.6):.2f}" for length in tokens()["map"][metric])

    @property
    def near(self) -> bool:
        """Close enough for hex numbers."""
        return bool(self.w >= tokens()["zoom"]["near"][0])

    @property
    def far(self) -> bool:
        """Too far for marks and towns."""
        return bool(self.w < tokens()["zoom"]["middle"][0])
