"""What is looked at the instant the position changes, whoever changed it."""

from __future__ import annotations

from ..game import P
from . import allies, victory


def settle(p: P) -> None:
    """Called when a move, a retreat or advance, a removal or an arrival is complete."""
    if p.s.winner < 0:
        victory.at_once(p)
    if p.s.winner < 0:
        allies.at_once(p)
