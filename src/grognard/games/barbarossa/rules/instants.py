"""What is looked at the instant the position changes, whoever changed it."""

from __future__ import annotations

from ..game import P
from . import fortified_area, reorganisation, road_back, victory, withdrawals


def settle(p: P) -> None:
    """Called when a move, a retreat or advance, a removal or an arrival is complete."""
    for chapter in (victory, fortified_area, withdrawals, reorganisation, road_back):
        if not p.over:
            chapter.at_once(p)
