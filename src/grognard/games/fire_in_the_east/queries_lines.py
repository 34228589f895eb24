"""Questions about supply that the table asks: is a unit supplied, why, and along which hexes."""

from __future__ import annotations

from ...core.answers import Supply
from .material import P
from .rules import supply as rules
from .rules import supply_status
from .state import REGULAR, SPECIAL
from .supply_lines import FAR


def supply(p: P, unit: int) -> Supply:
    """The status of a unit in this player turn, and the line it could trace now, as far as the railway or its source."""
    hex = p.s.loc[unit]
    if not 0 <= hex < p.game.board.hexes or not p.game.is_ground[unit]:
        return Supply(True, "needs no supply where it is")
    path = [p.game.board.names[each] for each in line(p, unit)]
    turns, bits = p.s.unsupplied[unit], p.s.logistics[unit]
    if turns:
        return Supply(False, f"out of supply, turn {turns} of it", "12.D", path, "none")
    if bits & SPECIAL and not bits & REGULAR:
        return Supply(True, "draws from a special source in this player turn", "12.Ea", path, "special")
    why = f"traces to {path[-1]}" if path else "was in supply when the player turn began"
    return Supply(True, why, "12.B", path, "regular")


def line(p: P, unit: int) -> list[int]:
    """The overland and road elements of a unit's line, hex by hex from the unit; empty if it has none now."""
    side, board = p.side_of(unit), p.game.board
    found = rules.lines(p, side, rules.nation_of(p, unit))
    here = p.s.loc[unit]
    way = [here]
    for lengths, cost in ((found.overland, rules.ground_of(p, side).overland), (found.road, rules.ground_of(p, side).along)):
        while lengths[here] not in (0, FAR):
            back = [
                near for near in board.around[here]
                if lengths[near] != FAR and int(lengths[near]) + int(cost[near, board.direction(near, here)]) == lengths[here]
            ]  # fmt: skip
            if not back:
                return way
            here = back[0]
            way.append(here)
    return way if found.overland[p.s.loc[unit]] != FAR else []


def network(p: P, side: int) -> list[int]:
    """Hexes from which a unit of a side could trace a supply line now."""
    lengths = rules.lines(p, side, rules.COMMON).overland[: p.game.board.hexes]
    if supply_status.is_free_of_supply(p):
        return [*range(p.game.board.hexes)]
    found: list[int] = (lengths != FAR).nonzero()[0].tolist()
    return found
