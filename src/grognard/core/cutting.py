"""What somebody wants of a scenario that is cut from a saved match."""

from __future__ import annotations

import msgspec


class Cutting(msgspec.Struct, frozen=True):
    """Name, area, turns and conditions, as they were said."""

    name: str
    area: tuple[str, ...]
    turns: tuple[int, int]
    title: str = ""
    points: tuple[tuple[str, int], ...] = ()  #: places and their worth
    levels: tuple[tuple[int, str], ...] = ()  #: from so many points upwards, the best first
    divisions: int = 0  #: a point for so many enemy divisions lost; 0 for none
