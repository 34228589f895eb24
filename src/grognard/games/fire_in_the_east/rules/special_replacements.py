"""34.B.3 Special replacements: a part of what is lost in combat comes back as infantry points."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from ..state import AXIS, ISOLATED, ONE, SOVIET
from .units import face

NATIONS = ("german", "finnish", "soviet")
DIVISORS = (4, 4, 5)


@rule("34.B.3")
def note(p: P, unit: int, points: int) -> None:
    """A unit has lost so much attack strength, in eighths, in combat or by an overrun. Called before it is removed or reduced."""
    shown = face(p, unit)
    if shown.motorized or shown.artillery != "no" or p.s.flags[unit] & ISOLATED or shown.nation not in NATIONS:
        return
    losses = list(p.s.losses)
    losses[NATIONS.index(shown.nation)] += points
    p.s.losses = (losses[0], losses[1], losses[2])


@rule("34.B.3")
def returning(p: P, side: int) -> dict[str, int]:
    """By nation, the points that come of the losses so far, in eighths: whole points, rounded down."""
    nations = NATIONS[:2] if side == AXIS else NATIONS[2:]
    return {nation: p.s.losses[k] // (DIVISORS[k] * ONE) * ONE for k, nation in enumerate(NATIONS) if nation in nations}


@rule("34.B.3")
def forget(p: P, side: int) -> None:
    """The losses of a side have been counted."""
    german, finnish, soviet = p.s.losses
    p.s.losses = (german, finnish, 0) if side == SOVIET else (0, 0, soviet)
