"""Steps of set-up, administration, strategic movement and RVGK."""

from __future__ import annotations

from ....core.flow import Flow, Verb

#: verbs a seat may use at any time
ANYTIME: dict[str, Verb] = {}


def register(flow: Flow) -> None:
    """Register the steps of these chapters; each automatic step pops its own frame."""
    for name in ("admin.german", "admin.soviet", "german.start", "strategic", "rvgk", "turn.close"):
        flow.auto(name)(lambda p: p.pop())
