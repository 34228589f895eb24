"""Steps of combat."""

from __future__ import annotations

from ....core.flow import Flow, Verb

ANYTIME: dict[str, Verb] = {}


def register(flow: Flow) -> None:
    """Register the steps of this chapter."""
    flow.auto("combat.begin", "Prepared assault phase", "11.1")(lambda p: p.pop())
