"""When turns took place: `turns_end` in a game's `about.toml` has the last day of every turn, where it has a date at all; and
what history did by then (`cities.csv` of a folder of yardsticks)."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec

from ..about import about
from ..core.errors import GrognardError
from .records import Report


def turns_end(slug: str) -> list[date]:
    """The last day of every turn; empty for a game without dates."""
    return [date.fromisoformat(day) for day in about(slug).turns_end]


class Fall(msgspec.Struct, frozen=True):
    """A place that fell, and in which turn."""

    place: str
    day: date
    turn: int
    confidence: str


#: The turn of what never happened, or not before the game was over.
NEVER = 10_000


def taken(report: Report, place: str, side: str) -> int:
    """The turn at whose end a side held a place for the first time."""
    return next((turn.turn for turn in report.turns if turn.places.get(place) == side), NEVER)


def middle(numbers: Sequence[int]) -> tuple[int, int, int]:
    """From where to where the middle 80 in a hundred lie, and the median: low, median, high."""
    row = sorted(numbers)
    low, half, high = (row[int(share * (len(row) - 1) + more)] for share, more in ((0.1, 0.0), (0.5, 0.0), (0.9, 0.999)))
    return low, half, high


def history(slug: str, folder: Path) -> list[Fall]:
    """Places of a game's board that the attacker took while the game lasts, by the turn."""
    days = turns_end(slug)
    path = folder / "cities.csv"
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))
    except OSError as error:
        raise GrognardError(f"{path} cannot be read: {error.strerror or error}") from None
    column = f"{slug.replace('-', '_')}_hex"
    found = []
    for row in rows:
        if column not in row or "fell" not in row:
            raise GrognardError(f"{path} has no columns {column} and fell")
        if row[column] and row["fell"] and days:
            day = date.fromisoformat(row["fell"])
            turn = next((n for n, last in enumerate(days, 1) if day <= last), 0)
            if turn and row["start_owner"] == "soviet":
                found.append(Fall(row["place"], day, turn, row["confidence"]))
    return found
