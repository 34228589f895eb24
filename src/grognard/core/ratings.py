"""The ratings on counters: those that a game declares, kept exactly.

A rating is stored as a whole number of its smallest parts (halves, quarters), so sums and comparisons are exact and plain arrays
hold them; fractions appear where something is read or shown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from .errors import GrognardError

_PRINTED = re.compile(r"[0-9]+(\.[0-9]+|/[1-9][0-9]*)?")
#: Ratings that stand below the symbol of a counter, in this order; all others are told beside it.
FACTORS = ("attack", "defence", "movement")


class Rating(msgspec.Struct, frozen=True):
    """Something that counters are rated in."""

    name: str
    parts: int = 1  #: the smallest parts of one that occur: 2 for halves, 4 for quarters

    def read(self, text: str) -> int:
        """A number as it is printed (`3`, `0.5`, `1/2`), in smallest parts."""
        if not _PRINTED.fullmatch(text):
            raise GrognardError(f"{self.name}: {text!r} is no number")
        stored = Fraction(text) * self.parts
        if stored.denominator != 1:
            raise GrognardError(f"{self.name}: {text!r} cannot be kept in parts of 1/{self.parts}")
        return int(stored)

    def exact(self, stored: int) -> Fraction:
        return Fraction(stored, self.parts)

    def show(self, stored: int) -> float:
        """As people write it: 3, or 1.5."""
        return stored / self.parts if stored % self.parts else stored // self.parts


def read_ratings(ratings: Sequence[Rating], text: str) -> tuple[int, ...]:
    """All ratings of one face of a counter, `4-5`; one number alone is all of them."""
    words = text.split("-")
    if len(words) == 1:
        words *= len(ratings)
    if len(words) != len(ratings):
        raise GrognardError(f"{text!r} should be {'-'.join(rating.name for rating in ratings)}")
    return tuple(rating.read(word) for rating, word in zip(ratings, words, strict=True))


def read_faces(ratings: Sequence[Rating], text: str) -> tuple[tuple[int, ...], ...]:
    """A counter with all its steps, then with fewer, `8-4/4-2`: its ratings by steps, the last step first."""
    return tuple(read_ratings(ratings, face) for face in reversed(text.split("/")))
