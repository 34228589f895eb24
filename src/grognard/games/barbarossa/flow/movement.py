"""Steps of movement."""

from __future__ import annotations

from ....core.flow import Flow, Verb

ANYTIME: dict[str, Verb] = {}


def register(flow: Flow) -> None:
    """Register the steps of this chapter."""
    flow.auto("movement.begin", "Movement phase", "10.1")(lambda p: p.pop())
