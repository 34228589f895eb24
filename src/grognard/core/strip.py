"""Where in its turn a side is: the phases done, the one under way and those to come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .play import Play
from .shown import PhaseView

Phase = tuple[str, str]  #: its title, and the step that lies in the flow for as long as it has not begun


def strip(p: Play[Any, Any], phases: Sequence[Phase]) -> list[PhaseView]:
    """Phases in the order in which they are played, with the one under way: as many of the last ones are to come as their steps
    still wait in the flow. A step may begin several of them."""
    steps = {step for _, step in phases}
    to_come = sum(frame.step in steps for frame in p.s.flow[:-1])
    now = len(phases) - to_come - 1
    return [PhaseView(title, number == now) for number, (title, _) in enumerate(phases)]


def waiting(p: Play[Any, Any]) -> list[PhaseView]:
    """For a game that tells no phases: the present decision and those of the same side that wait right behind it."""
    flow = p.s.flow
    found: list[PhaseView] = []
    for frame in reversed(flow):
        step = p.game.flow.steps[frame.step]
        if step.run is not None or (frame.side, frame.posts) != (flow[-1].side, flow[-1].posts):
            break
        found.append(PhaseView(step.title, not found))
    return found
