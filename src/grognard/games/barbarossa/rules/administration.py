"""5.3 The Mutual Administrative Phase: what each segment consists of."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from ..state import GERMAN, SOVIET
from . import allies, instants, reinforcements, replacements, road_back, withdrawals


@rule("5.3", "8.1b", "12.7a")
def begin_german_segment(p: P) -> None:
    """East Wall, then replacements and reinforcements, then the withdrawal."""
    p.pop()
    p.s.in_situ = ()
    road_back.begin_turn(p)
    allies.begin_turn(p)
    withdrawals.begin_turn(p)
    instants.settle(p)
    p.queue(("german.east-wall",), ("german.arrive",), ("german.withdraw",))


@rule("5.3", "8.1b")
def begin_soviet_segment(p: P) -> None:
    """Fortified area, then replacements and reinforcements, then conversions, then the withdrawal."""
    p.pop()
    p.queue(("soviet.fortify",), ("soviet.arrive",), ("soviet.conversions",), ("soviet.withdraw",))


@rule("5.3", "8.12a")
def open_german_arrivals(p: P) -> None:
    p.pop()
    _open(p, GERMAN, "german.arrivals")


@rule("5.3", "8.12a")
def open_soviet_arrivals(p: P) -> None:
    p.pop()
    _open(p, SOVIET, "soviet.arrivals")


def _open(p: P, side: int, step: str) -> None:
    """Ask only when there is something to enter or to reclaim."""
    replacements.allot(p, side)
    p.push(step, side)
    if not reinforcements.arriving(p, ()) and not replacements.reclaimable(p, ()):
        p.pop()
        p.s.replacements = (0, 0)
