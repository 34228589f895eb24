"""Hex lists as people write them: `1517 2200-2202` is 1517 and the stretch 2200, 2201, 2202."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def numbers(text: Any) -> list[str]:
    """The printed numbers of a list with stretches; a stretch stays within one row (or column) of the first pair."""
    found: list[str] = []
    for word in str(text).split():
        first, dash, last = word.partition("-")
        if not dash:
            found.append(first)
            continue
        if first[:2] != last[:2] or int(first) > int(last):
            raise ValueError(f"{word} is not a stretch within one row")
        found += [f"{number:04d}" for number in range(int(first), int(last) + 1)]
    return found


def edges(text: Any) -> list[tuple[str, str]]:
    """`2907|3008 3105|3106` as pairs of numbers."""
    return [(a, b) for a, _, b in (word.partition("|") for word in str(text).split())]


def joined(lists: Iterable[Any]) -> list[str]:
    """Several lists one after the other, every number once."""
    return list(dict.fromkeys(number for text in lists for number in numbers(text)))
