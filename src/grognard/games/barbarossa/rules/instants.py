"""What is looked at the instant the position changes, whoever changed it."""

from __future__ import annotations

from ..material import P
from . import fortified_area, reorganisation, road_back, victory, withdrawals

AT_ONCE = tuple([chapter.at_once for chapter in (victory, fortified_area, withdrawals, reorganisation, road_back)])


def settle(p: P) -> None:
    """Called whenever units have come to stand in a hex, on the march as well as at its end, and when some have left the map.
    What one chapter does may be what another waits for."""
    told = -1
    while told != len(p.events) and p.s.outcome is None:
        told = len(p.events)
        for look in AT_ONCE:
            look(p)
