"""Steps of supply, cities, victory and special operations."""

from __future__ import annotations

from ....core.flow import Flow, Verb

#: verbs a seat may use at any time
ANYTIME: dict[str, Verb] = {}
#: verbs that belong to the movement phase
MOVEMENT_VERBS: list[Verb] = []
#: what can be said at one moment only, and the rule that says so
MOMENTS: dict[str, str] = {}


def register(flow: Flow) -> None:
    """Register the steps of these chapters; each automatic step pops its own frame."""
    for name in ("soviet.markers", "german.close", "soviet.close", "turn.victory"):
        flow.auto(name)(lambda p: p.pop())
