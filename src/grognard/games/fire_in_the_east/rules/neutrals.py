"""31.B Neutrals: Turkey and Sweden are closed, but for one division that passes through Sweden by rail."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from ..state import AXIS, IN_TRANSIT
from . import casualties, rail_movement
from .units import name, on_map


def _in_sweden(p: P) -> list[int]:
    """Units on their way through Sweden."""
    if p.s.turn > 2 or p.s.active != AXIS or not (p.s.arrays.status & IN_TRANSIT).any():
        return []
    sweden = p.game.board.mask("sweden")
    units = ((p.s.arrays.status & IN_TRANSIT) > 0).nonzero()[0].tolist()
    return [unit for unit in units if on_map(p, unit) and sweden[p.s.loc[unit]]]


@rule("31.Bb")
def require_transit(p: P) -> None:
    """Whoever can still leave Sweden must."""
    for unit in _in_sweden(p):
        if _way_out(p, unit):
            raise Illegal("31.Bb", f"{name(p, unit)} must leave Sweden for Finland by strategic rail movement")


def _way_out(p: P, unit: int) -> list[int]:
    """Hexes of Finland that it can reach by strategic rail movement."""
    finland = p.game.board.mask("finland")
    return [hex for hex in rail_movement.destinations("strategic", p, (unit,)) if finland[hex]]


@rule("31.Bb")
def expel(p: P) -> None:
    """Nobody remains in Sweden."""
    for unit in _in_sweden(p):
        casualties.lose(p, (unit,), "31.Bb", wholly=True, why="it may not remain in Sweden", fought=False)


def transit(p: P) -> Command | None:
    """The journey that somebody in Sweden must make, for random play."""
    for unit in _in_sweden(p):
        if hexes := _way_out(p, unit):
            return rail_movement.expand(p, Command("strategic", (unit,), (hexes[0],)))
    return None
