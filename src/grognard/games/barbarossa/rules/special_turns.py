"""What the start of a game turn brings."""

from __future__ import annotations

from ..game import P
from ..state import GERMAN


def begin_turn(p: P) -> None:
    """Markers, checks, revelations and declarations at the very start of the game turn."""
    p.s.was_german[:] = p.s.control == GERMAN
