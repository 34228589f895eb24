"""Who fights whom. A side is an army as its pieces carry it and never changes; its alliance may change in play.

A state keeps the number of each side's alliance (`State.alliances`). Sides of one alliance are friends, sides of two are enemies;
a neutral side is nobody's enemy and its own friend only. Nothing said (an empty tuple) means that every side stands alone, so a
game of two sides need not speak of alliances at all.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

NEUTRAL = -1


class Relations(msgspec.Struct, frozen=True):
    """By side: the sides it fights, and those it does not fight with but beside, itself among them."""

    enemies: tuple[tuple[int, ...], ...]
    friends: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=256)
def relations(alliances: tuple[int, ...], sides: int) -> Relations:
    """What follows from the alliances of so many sides."""
    of = alliances or tuple(range(sides))
    everybody = range(sides)
    enemies = [tuple(b for b in everybody if NEUTRAL not in (of[a], of[b]) and of[a] != of[b]) for a in everybody]
    friends = [tuple(b for b in everybody if a == b or of[a] == of[b] != NEUTRAL) for a in everybody]
    return Relations(tuple(enemies), tuple(friends))
