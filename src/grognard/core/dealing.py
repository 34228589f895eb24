"""Dealing pieces to places at random where not every piece may lie everywhere.

>>> import random
>>> from grognard.core.dealing import deal
>>> deal([7, 8], ["hill", "marsh"], lambda piece, place: piece == 8 or place == "hill", random.Random(1))
[7, 8]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

P = TypeVar("P")


def deal(
    pieces: Sequence[int], places: Sequence[P], may_lie: Callable[[int, P], bool], rng: random.Random,
    weights: Callable[[Sequence[int], int], Sequence[float]] | None = None,
) -> list[int]:  # fmt: skip
    """A different piece for every place. If no deal satisfies `may_lie`, as few as possible lie where they may not. All pieces
    are as likely, or as likely as `weights` of pieces for the number of a place say."""
    free = list(pieces)
    rng.shuffle(free)
    dealt: list[int] = [-1] * len(places)
    order = list(range(len(places)))
    rng.shuffle(order)
    left = []
    for place in order:
        if weights is not None:
            at = places[place]
            rows = zip(free, weights(free, place), strict=True)
            _put_last(free, [weight if may_lie(piece, at) else 0.0 for piece, weight in rows], rng)
        if not _take(place, free, dealt, places, may_lie, set()):
            left.append(place)
    for place in left:
        dealt[place] = free.pop()
    return dealt


def _put_last(free: list[int], weights: list[float], rng: random.Random) -> None:
    """Draw one of the pieces by their weights, and put it where it is taken from first."""
    if sum(weights) > 0:
        at = rng.choices(range(len(free)), weights)[0]
        free.append(free.pop(at))


def _take(
    place: int, free: list[int], dealt: list[int], places: Sequence[P], may_lie: Callable[[int, P], bool], tried: set[int]
) -> bool:
    """Find a piece for a place; if need be another place gives up its own and takes one that is left (augmenting path)."""
    tried.add(place)
    for at in range(len(free) - 1, -1, -1):
        if may_lie(free[at], places[place]):
            dealt[place] = free.pop(at)
            return True
    for other, piece in enumerate(dealt):
        parts_with_it = piece >= 0 and other not in tried and may_lie(piece, places[place])
        if parts_with_it and _take(other, free, dealt, places, may_lie, tried):
            dealt[place] = piece
            return True
    return False
