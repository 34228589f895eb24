"""3.6 Units come to stand in a hex, however they got there."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ...assault import march
from ..material import P
from ..state import GERMAN, SOVIET
from . import ground, victory


@rule("3.6b", "10.1", "11.21b", "10.34a")
def enter(p: P, units: Sequence[int], hex: int) -> None:
    """Units enter a hex: it becomes theirs at once. The order of the stack is kept."""
    march.put(p, units, hex)
    side = p.side_of(units[0])
    if p.s.control[hex] != side:
        if side == GERMAN and hex in ground.coastal_ports(p):
            p.s.once = (*p.s.once, f"fell {p.game.board.names[hex]}")
        victory.take_control(p, hex, side)
    if side == SOVIET and not p.over:
        ground.wreck_line(p, hex)
