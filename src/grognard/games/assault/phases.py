"""A phase that is over is over."""

from __future__ import annotations

from typing import Any

from ...core.rule import concept


@concept("closed phases")
def close(p: Any) -> None:
    """Nothing forgotten or done badly can be mended once a phase is closed, unless the opponent agrees to it."""
    p.barrier = True
    p.pop()
