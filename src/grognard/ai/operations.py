"""Operations: missions that take several turns. Who has been sent goes on until he is there; he is called back for a reason only.

| operation | what it does |
|---|---|
| `expedition` | a few units march on a place that the enemy must not lose and that is weakly held, and stay in it |
| `watch` | somebody stands in each place of ours that must not be lost in the end while an enemy is on his way to it |

A `Memory` holds what has been begun. It is a player's own, made from what his seat was shown and nothing else.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
import numpy as np

from ..core.board import Board
from ..core.foresight import Lines, Stake
from ..core.match import Match
from ..facts import Outlook
from ..facts.beliefs import ATTACK
from .exploiters import Errand
from .missions import enemies_of, outlook_of, own_sides, reachable, stakes_of

#: So many units go on an expedition, and somebody within so many hexes of a place is on his way to it.
PARTY, WARNING = 1, 7
#: What a hex beside an enemy counts more on a march than any other.
WARY = 3
#: An expedition begins in this turn: the first has better things to do.
FIRST_TURN = 2


class Order(msgspec.Struct):
    """Units under way to a place, and since when."""

    units: tuple[int, ...]
    since: int


class Memory(msgspec.Struct):
    """What somebody has begun, by place; and why he gave up what he gave up."""

    orders: dict[tuple[str, int], Order] = {}
    dropped: list[str] = []

    def copy(self) -> Memory:
        return Memory({place: Order(order.units, order.since) for place, order in self.orders.items()}, [*self.dropped])

    def drop(self, place: tuple[str, int], why: str) -> None:
        if self.orders.pop(place, None) is not None:
            self.dropped.append(why)


Operation = Callable[[Match, Memory], Iterator[Errand]]


def expedition(match: Match, memory: Memory) -> Iterator[Errand]:
    """The enemy must keep these places to win: whoever is soonest there goes, and stays."""
    p, board, turn = match.play, match.game.board, match.game.turn(match.play)[0]
    own = own_sides(match)
    aims = {s.hexes[0]: s for s in stakes_of(p, enemies_of(match)) if not s.fatal and len(s.hexes) == 1}
    _called_off(match, memory, "expedition", {*aims})
    if not aims or turn < FIRST_TURN:
        return
    outlook = outlook_of(match)
    able = reachable(match, outlook)
    for goal, stake in aims.items():
        far = _ways(outlook, goal, own)
        going = _left(match, memory, ("expedition", goal))
        order = memory.orders.get(("expedition", goal))
        free = [u for u in able if u not in going and _is_free(match, u)]
        going += sorted(free, key=lambda u: (_turns(board, far, p.s.loc[u], able[u]), outlook.beliefs.mean(u, ATTACK), u))[
            : PARTY - len(going)
        ]
        memory.orders["expedition", goal] = Order(tuple(going), order.since if order else turn)
        for unit in going:
            yield unit, _nearest(outlook, unit, goal, far, able), f"on the way to {stake.name}: to lose it {stake.outcome}"


def watch(match: Match, memory: Memory) -> Iterator[Errand]:
    """A garrison for what need not be lost at once to be lost in the end, sent in time and left there."""
    p, board = match.play, match.game.board
    own = own_sides(match)
    ours = [s for s in stakes_of(p, own) if not s.fatal and len(s.hexes) == 1 and p.s.control[s.hexes[0]] in own]
    foes = [h for side in enemies_of(match) for h in np.nonzero(p.s.arrays.count[side][: board.hexes])[0].tolist()]
    near = {s.hexes[0]: s for s in ours if any(board.distance(h, s.hexes[0]) <= WARNING for h in foes)}
    _called_off(match, memory, "watch", {*near})
    if not near:
        return
    outlook = outlook_of(match)
    able = reachable(match, outlook)
    for goal, stake in near.items():
        far = _ways(outlook, goal, own)
        going = _left(match, memory, ("watch", goal))
        order = memory.orders.get(("watch", goal))
        if not going:
            ready = [u for u in able if _is_free(match, u)]
            ready += [u for side in own for u in p.units(goal, side)]
            going = sorted(ready, key=lambda u: (_turns(board, far, p.s.loc[u], able.get(u, set())), p.s.loc[u], u))[:1]
        if going:
            memory.orders["watch", goal] = Order(tuple(going), order.since if order else match.game.turn(p)[0])
            yield going[0], _nearest(outlook, going[0], goal, far, able), f"holds {stake.name}: to lose it {stake.outcome}"


OPERATIONS: Mapping[str, Operation] = {"expedition": expedition, "watch": watch}


def _left(match: Match, memory: Memory, place: tuple[str, int]) -> list[int]:
    """Who of those who were sent is still on the map; it is noted when nobody is."""
    order, board, loc = memory.orders.get(place), match.game.board, match.state.loc
    left = [unit for unit in order.units if 0 <= loc[unit] < board.hexes] if order else []
    if order and order.units and not left:
        memory.drop(place, f"{place[0]} to {board.place_name(place[1])}: whoever was sent has been lost")
    return left


def _called_off(match: Match, memory: Memory, kind: str, aims: set[int]) -> None:
    """Orders of a kind whose place is no aim any more."""
    for place in [place for place in memory.orders if place[0] == kind and place[1] not in aims]:
        memory.drop(place, f"{kind} to {match.game.board.place_name(place[1])}: nothing depends on it any more")


def _is_free(match: Match, unit: int) -> bool:
    """May a unit be sent away: does it stand in nothing that must not be lost?"""
    p = match.play
    kept: set[int] = {h for stake in stakes_of(p, own_sides(match)) if _is_kept(stake) for h in stake.hexes}
    return p.s.loc[unit] not in kept


def _is_kept(stake: Stake) -> bool:
    return stake.fatal and len(stake.hexes) == 1


def _turns(board: Board, far: list[float], here: int, hexes: set[int]) -> float:
    """About how many turns a unit needs for the way that is left after this one."""
    pace = max((board.distance(here, hex) for hex in hexes), default=1)
    return min((far[hex] for hex in (*hexes, here) if 0 <= hex < board.hexes), default=99.0) / max(pace, 1)


def _nearest(outlook: Outlook, unit: int, goal: int, far: list[float], able: Mapping[int, set[int]]) -> int:
    """Where the unit comes nearest to its goal this time, where supply reaches if that is all the same."""
    p = outlook.p
    here: int = p.s.loc[unit]
    net = outlook.net(p.game.side_of[unit])
    if here == goal:
        return here
    room = [h for h in able.get(unit, ()) if h < p.game.board.hexes and len(p.s.stack(h)) < p.game.foresight.stack]
    return min([here, *room], key=lambda h: (far[h], not net[h], h))


def _ways(outlook: Outlook, goal: int, own: Sequence[int]) -> list[float]:
    """Hexes from everywhere to a place as these sides would march: past enemies, and not gladly beside them."""
    p, board = outlook.p, outlook.p.game.board
    lines = next((found for side in own if isinstance(found := outlook.lines(side), Lines)), None)
    open_to = board.neighbours >= 0 if lines is None else lines.passable
    held = p.s.arrays.foes[own[0]][: board.hexes] > 0
    beside = {near for hex in np.nonzero(held)[0].tolist() for near in board.adjacent(hex)}
    far, heap = [99.0] * board.hexes, [(0.0, goal)]
    far[goal] = 0.0
    while heap:
        gone, hex = heapq.heappop(heap)
        if gone > far[hex]:
            continue
        for way, near in enumerate(board.rows[hex]):
            if not 0 <= near < board.hexes or not open_to[hex, way]:
                continue
            step = gone + 1 + (WARY if near in beside else 0) + (2 * WARY if held[near] else 0)
            if step < far[near]:
                far[near] = step
                heapq.heappush(heap, (step, near))
    return far
