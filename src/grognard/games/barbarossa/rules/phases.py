"""5.1 A phase that is over is over."""

from __future__ import annotations

from ....core.rule import rule
from ..game import P


@rule("5.1")
def close(p: P) -> None:
    """Nothing forgotten or done badly can be mended once a phase is closed, unless the opponent agrees to it."""
    p.barrier = True
    p.pop()
