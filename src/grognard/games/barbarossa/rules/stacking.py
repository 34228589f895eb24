"""6.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import ANY, OWN, derived, of, places
from ....core.errors import Illegal
from ....core.paths import first_above
from ....core.rule import rule
from ...assault import overstacking
from ...assault.flags import FINISHED, OVERTAKEN
from ...assault.overstacking import is_opponents_choice as is_opponents_choice
from ...assault.overstacking import spare_the_stack as spare_the_stack
from ..events import Covered
from ..material import STACK_LIMIT, P
from ..state import SOVIET
from .instants import settle
from .losses import eliminate


@rule("6.1", "6.3", "6.5")
def room(p: P, side: int, hex: int) -> int:
    """How many more units of a side a hex can take, each corps or army counting one. Markers take no room."""
    return STACK_LIMIT - p.s.count[side][hex]


@rule("6.4")
def satellites(p: P, units: Sequence[int]) -> list[int]:
    """The Bulgarian, Hungarian, Italian and Romanian armies among units."""
    is_satellite, kind = p.game.is_satellite, p.s.kind
    return [u for u in units if is_satellite.item(kind[u])]


@rule("6.3", "6.4")
def fits(p: P, units: Sequence[int], hex: int) -> bool:
    """Can these units join what their side has in the hex? Nobody always can."""
    if not units:
        return True
    side = p.side_of(units[0])
    arriving = [u for u in units if p.s.loc[u] != hex]
    if len(arriving) > room(p, side, hex):
        return False
    newcomers = satellites(p, arriving)
    if not newcomers:
        return True
    return (len(newcomers) == 1 or marching_in(p, newcomers)) and not closed_by_satellites(p, newcomers)[hex]


@rule("6.3", "6.4")
def room_for(p: P, units: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """All nodes that these units, which stand in none of them, could join."""
    side = p.side_of(units[0])
    found = p.s.arrays.count[side] <= STACK_LIMIT - len(units)
    newcomers = len(satellites(p, units))
    if newcomers:
        found &= ~shared_with_satellites(p, side) if newcomers == 1 else False
    return found  # type: ignore[no-any-return]


@rule("6.1", "6.2a", "6.3", "6.4")
def require_room(p: P, units: Sequence[int], hex: int) -> None:
    """Stacking holds at every instant: what would break it is refused, and so never penalised (6.2)."""
    if not fits(p, units, hex):
        raise no_room(p, units, hex)


@rule("6.1", "6.3", "6.4")
def no_room(p: P, units: Sequence[int], hex: int) -> Illegal:
    """Why units do not fit into a hex."""
    name = p.game.board.names[hex]
    side = p.side_of(units[0])
    if sum(p.s.loc[u] != hex for u in units) > room(p, side, hex):
        return Illegal("6.3", f"{name} holds {p.s.count[side][hex]} of at most {STACK_LIMIT} units; these do not fit")
    return Illegal("6.4", f"{name} holds a satellite army, and two of them never stack")


@rule("6.4", "8.26")
def closed_by_satellites(p: P, armies: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Nodes that these satellite armies may not enter, since another of their side stands there. To Bulgarians that march in
    those that march in with them are no obstacle."""
    side = p.side_of(armies[0])
    found = shared_with_satellites(p, side)
    if marching_in(p, armies):
        others = [u for u in p.game.satellites if p.side_of(u) == side and p.s.loc[u] >= 0 and not marching_in(p, (u,))]
        found = np.zeros_like(found)
        found[[p.s.loc[u] for u in others]] = True
    return found


@rule("8.26", "6.4")
def marching_in(p: P, armies: Sequence[int]) -> bool:
    """Are these all Bulgarian armies that have joined in this movement phase and whose first move is not over? It is over
    when another stack moves, and when the phase ends."""
    s, abroad = p.s, p.game.off[SOVIET]
    if any(s.origin[u] != abroad or s.flags[u] & (FINISHED | OVERTAKEN) for u in armies):
        return False
    return any(frame.step == "movement" for frame in s.flow)


@rule("6.4")
@derived(places(OWN), of("kind"))
def shared_with_satellites(p: P, side: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Nodes that hold a satellite army of the side."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    army = p.game.of_side[side] & p.game.is_satellite[p.s.arrays.kind] & (p.s.arrays.loc >= 0)
    found[p.s.arrays.loc[army]] = True
    return found


# ---------------------------------------------------------------- the order of a stack


@rule("11.7")
def lay_on_top(p: P, command: Command) -> None:
    """The owner chooses which unit of a stack the enemy sees, at any time but during a battle."""
    if len(command.units) != 1 or p.side_of(command.units[0]) != p.speaker:
        raise Illegal("11.7", "name one unit of your own")
    unit = command.units[0]
    if p.s.battle is not None or not 0 <= p.s.loc[unit] < p.game.board.hexes:
        raise Illegal("11.7", "stacks on the map are ordered between battles")
    p.place(unit, p.s.loc[unit])
    p.emit(Covered(units=(unit,), hex=p.s.loc[unit], side=p.speaker, rule="11.7"))


# ---------------------------------------------------------------- the penalty
# No command overstacks a hex, but a position set up by hand may hold one.


@rule("6.2b")
def overstacked(p: P) -> tuple[int, int] | None:
    """A side and a hex with too many of its units, or with two of its satellite armies."""
    crowded, together = _crowds(p)
    hexes, loc = p.game.board.hexes, p.s.loc
    if crowded >= 0:
        return divmod(crowded, hexes)
    if not together:
        return None
    armies: dict[tuple[int, int], int] = {}
    for army in p.game.satellites:
        if 0 <= loc[army] < hexes and not marching_in(p, (army,)):
            where = p.side_of(army), loc[army]
            armies[where] = armies.get(where, 0) + 1
    return next(((side, hex) for (side, hex), number in armies.items() if number > 1), None)


@rule("6.2b")
@derived(places(ANY))
def _crowds(p: P) -> tuple[int, bool]:
    """The first stack above the limit, counted hex by hex and side by side, -1 for none; and do two satellite armies stand
    together, on whichever side?"""
    hexes, loc = p.game.board.hexes, p.s.loc
    held = [loc[army] for army in p.game.satellites if 0 <= loc[army] < hexes]
    return first_above(p.s.arrays.count, hexes, STACK_LIMIT), len(set(held)) < len(held)


#: wraps the opening of a phase and the end of a player turn
inspected = overstacking.inspected(overstacked)


@rule("6.2b", "6.4")
def too_many(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The units among which the opponent chooses: all of a stack above five, else its satellite armies."""
    side, hex = p.frame.args
    units = p.units(hex, side)
    return units if len(units) > STACK_LIMIT else satellites(p, units)


@rule("6.2b")
def remove_excess(p: P, command: Command) -> None:
    """The units beyond the limit go to the dead pile, as few as needed and of the opponent's choice."""
    side, hex = p.frame.args
    able = too_many(p, ())
    excess = max(-room(p, side, hex), len(satellites(p, able)) - 1 if len(able) <= STACK_LIMIT else 0)
    overstacking.check_removal(p, command.units, able, excess, "6.2b")
    for unit in command.units:
        eliminate(p, unit, "6.2b", "overstacked")
    settle(p)
