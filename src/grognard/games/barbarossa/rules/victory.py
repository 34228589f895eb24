"""4.0 How to win."""

from __future__ import annotations

from ....core.rule import rule
from ..game import P


def take_control(p: P, hex: int, side: int) -> None:
    """A ground unit of the side has entered the hex."""
    p.control(hex, side)


def score(p: P, points: int, rule: str, why: str) -> None:
    """Raise (or with a negative number lower) the German victory points."""
    if points:
        p.s.vp += points
        p.emit("scored", number=points, data=(why, p.s.vp), rule=rule)


def at_once(p: P) -> None:
    """What victory points change and games end the instant something comes true; called after every change of place."""


@rule("4.14a")
def concede(p: P) -> None:
    """Either player may give up at any time."""
    p.win(1 - p.speaker, f"{p.game.sides[p.speaker]} concedes", "4.14a")
