"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....core.errors import Illegal
from ....core.rule import rule
from ..game import STACK_LIMIT, P


@rule("6.1", "6.3")
def room(p: P, side: int, hex: int) -> int:
    """How many more units of a side a hex can take. Aircraft are no units and take no room (6.3)."""
    return STACK_LIMIT - p.s.count.item(side, hex)


@rule("6.1", "6.2a", "6.2b")
def require_room(p: P, units: Sequence[int], hex: int) -> None:
    """Stacking holds at every instant: what would break it is refused, and so never penalised (6.2)."""
    side = p.side_of(units[0])
    arriving = sum(1 for u in units if p.s.loc.item(u) != hex)
    if arriving > room(p, side, hex):
        there = p.s.count.item(side, hex)
        raise Illegal("6.1", f"{p.game.board.names[hex]} holds {there} of at most {STACK_LIMIT} units, {arriving} more do not fit")


@rule("6.2b", "10.31a")
def remove_excess(p: P, hex: int, removed: Iterable[int]) -> None:
    """The opponent takes away the units that stand beyond the limit, as few as needed and of his choice."""
    from .combat_results import eliminate

    removed = list(removed)
    side = p.side_of(removed[0])
    excess = -room(p, side, hex)
    if excess <= 0 or len(removed) != excess:
        raise Illegal("6.2b", f"exactly {max(excess, 0)} units may be removed from {p.game.board.names[hex]}")
    for unit in removed:
        eliminate(p, unit, kampfgruppe=False)  # a Kampfgruppe would leave the hex overstacked
