"""Raids: armies that slip through the front to places behind it in which nobody stands.

There are no zones of control, and a line of supply is open as long as no enemy stands in it: a single army behind the front takes
what lies open, turn after turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ....core.paths import spread

if TYPE_CHECKING:
    from .sight import Sight

#: Movement points within which a place is raided, and raids under way at a time.
_FAR, MOST = 36, 20
#: What a place is worth in movement points for each point it brings, and what an enemy beside a hex on the way costs.
_POINT, _DANGER = 4.0, 0.15


class Raid(NamedTuple):
    """An army, the place it is sent to, and how far it gets now."""

    unit: int
    place: int
    hex: int


def raids(sight: Sight, free: Iterable[int], reach: Mapping[int, list[int]]) -> Iterator[Raid]:
    """The best raids of those who are free, vehicles before foot: for every open place whoever comes there first."""
    closed = (sight.s.arrays.count[sight.enemy] > 0).astype(np.uint8)
    able = [u for u in sorted(free) if sight.fed[sight.at(u)]]
    rows: list[tuple[float, int, int]] = []
    ways = {}
    for place in (h for h in sight.goals if not sight.s.count[sight.enemy][h]):
        for mech in (True, False):
            way = spread(sight.board.neighbours, sight.game.costs(mech), closed, np.array([place], np.int16), _FAR)
            ways[place, mech] = way
            rows += [
                (way[sight.at(u)] + (0 if mech else 4) - _POINT * sight.points_of(place), u, place)
                for u in able if sight.mech(u) == mech and way[sight.at(u)] >= 0
            ]  # fmt: skip
    sent: set[int] = set()
    for _, unit, place in sorted(rows):
        if len(sent) >= 2 * MOST:
            return
        if unit in sent or place in sent:
            continue
        way = ways[place, sight.mech(unit)]
        hexes = [h for h in reach[unit] if way[h] >= 0 and sight.fed[h]]
        hex = min(hexes, key=lambda h: (way[h] + _DANGER * float(sight.threat[h]), h), default=-1)
        if hex >= 0 and way[hex] < way[sight.at(unit)]:
            sent |= {unit, place}
            yield Raid(unit, place, hex)
