"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.derived import ANY, continued, places
from ....core.errors import Illegal
from ....core.paths import first_above
from ....core.rule import rule
from ...assault import overstacking
from ...assault.overstacking import is_opponents_choice as is_opponents_choice
from ...assault.overstacking import spare_the_stack as spare_the_stack
from ..material import STACK_LIMIT, P
from .losses import eliminate


@rule("6.1", "6.3")
def room(p: P, side: int, hex: int) -> int:
    """How many more units of a side a hex can take. Aircraft are no units and take no room (6.3)."""
    return STACK_LIMIT - p.s.count[side][hex]


@rule("6.1", "6.2a", "6.2b")
def require_room(p: P, units: Sequence[int], hex: int) -> None:
    """Stacking holds at every instant: what would break it is refused, and so never penalised (6.2)."""
    side = p.game.side_of[units[0]]
    if p.s.count[side][hex] + len(units) <= STACK_LIMIT:
        return
    arriving = sum(1 for u in units if p.s.loc[u] != hex)
    if arriving > room(p, side, hex):
        raise no_room(p, side, hex, arriving)


@rule("6.1", "6.2a")
def no_room(p: P, side: int, hex: int, arriving: int) -> Illegal:
    """So many units more would be too many."""
    there = p.s.count[side][hex]
    return Illegal("6.1", f"{p.game.board.names[hex]} holds {there} of at most {STACK_LIMIT} units, {arriving} more do not fit")


# ---------------------------------------------------------------- the penalty
# No command can overstack a hex, but a position set up by hand may hold one.


@rule("6.2b")
@continued(places(ANY), since=())
def overstacked(p: P, nowhere: bool | None) -> tuple[tuple[int, int] | None, bool]:
    """The first side and hex with too many units. Where there is none there never will be: stacking holds at every instant."""
    if nowhere:
        return None, True
    hexes = p.game.board.hexes
    found = first_above(p.s.arrays.count, hexes, STACK_LIMIT)
    return (None, True) if found < 0 else (divmod(found, hexes), False)


#: wraps the opening of a phase
inspected = overstacking.inspected(overstacked)


def too_many(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The units of the overstacked hex."""
    side, hex = p.frame.args
    return p.units(hex, side)


@rule("6.2b", "10.31a")
def remove_excess(p: P, command: Command) -> None:
    """The units beyond the limit go, as few as needed and of the opponent's choice."""
    side, hex = p.frame.args
    excess = -room(p, side, hex)
    overstacking.check_removal(p, command.units, too_many(p, ()), excess, "6.2b")
    for unit in command.units:
        eliminate(p, unit, kampfgruppe=False, rule="6.2b", why="overstacked")  # a Kampfgruppe would fill the hex again
