"""3.0 Set-up and 12.0 The Road Back."""

from __future__ import annotations

from ..game import P
from ..state import GERMAN, SOVIET


def lay_out(p: P, scenario: str) -> None:
    """Everything where it is before the first decision, and the first frames of the sequence of play."""
    p.s.scenario = "road-back" if scenario == "road-back" else "campaign"
    initial_control(p)
    p.push("turn.begin")


def initial_control(p: P) -> None:
    p.s.control[p.game.board.mask("german-start")] = GERMAN
    p.s.control[p.game.board.mask("soviet-start")] = SOVIET
