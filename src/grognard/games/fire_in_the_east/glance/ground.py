"""What a player wants to know at a glance of the sequence and the ground."""

from __future__ import annotations

from ....core.seats import Eyes
from ....core.shown import Line
from ..material import P
from ..rules import stacking
from ..rules.points import points_left
from ..state import ONE

_MOVING = ("movement", "exploitation")


def lines(p: P, eyes: Eyes) -> list[Line]:
    """Lines of the status: hexes that must be brought into order, and markers with what lies under them."""
    found = []
    names = p.game.board.names
    if p.s.phase in _MOVING:
        full = stacking.overfull(p, p.s.active)
        if full:
            found.append(Line("Too many in one hex", str(len(full)), "8.Ba", [names[hex] for hex in full]))
    for hex in p.s.arrays.marker.nonzero()[0].tolist():
        below = ", ".join(p.game.pieces[unit].handle for unit in p.s.stack(hex))
        found.append(Line(f"Marker {p.s.marker[hex]}", below, "8.C", [names[hex]]))
    return found


def words(p: P, unit: int) -> list[str]:
    """Words for the state of a unit on the map."""
    found = []
    if p.s.phase in _MOVING and p.s.spent[unit]:
        found.append(f"{points_left(p, unit) / ONE:g} points left")
    if 0 <= p.s.loc[unit] < p.game.board.hexes and p.s.marker[p.s.loc[unit]]:
        found.append(f"marker {p.s.marker[p.s.loc[unit]]}")
    turns = p.s.unsupplied[unit]
    return [*found, f"out of supply for {turns} turn{'s' * (turns > 1)}"] if turns else found
