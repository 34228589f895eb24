"""A phase that is over is over."""

from __future__ import annotations

from ...core.rule import concept
from .game import P


@concept("closed phases")
def close(p: P) -> None:
    """Nothing forgotten or done badly can be mended once a phase is closed, unless the opponent agrees to it."""
    p.bind()
    p.pop()
