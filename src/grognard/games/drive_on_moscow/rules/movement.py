"""9.0 Movement (9.1 to 9.17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import OTHERS, OWN, answer, derived, places, stands, table_of
from ....core.errors import Illegal
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import reach_alone
from ....core.rule import rule
from ...assault import march as stacks
from ...assault import phases
from ...assault.flags import FINISHED, OVERTAKEN, PHASE_FLAGS
from ..material import STACK_LIMIT, P
from ..state import GERMAN, SOVIET
from .november import movement_change
from .stacking import no_room
from .supply import acting_from, can_act
from .victory import take_control

_DONE = FINISHED | OVERTAKEN

Hexes = npt.NDArray[np.int16]
_UNKNOWN: Hexes = np.empty(0, np.int16)
Start = tuple[int, int, bool]  #: where a unit sets out, with how many points, and whether on wheels


@rule("2.9a", "2.9b", "2.11b", "9.1a", "11.2b", "11.3b")
def factor_of(p: P, side: int, mechanized: bool) -> int:
    """The turn track gives one factor to all mechanized units (cavalry included) and one to all others."""
    turn = p.game.track[p.s.turn or 1]  # while setting up one asks about the first turn
    factor = turn.mf_mech if mechanized else turn.mf_nonmech
    return max(0, factor + movement_change(p, side, mechanized))


def movement_factor(p: P, unit: int) -> int:
    """Movement points of a unit at the start of a phase."""
    return factor_of(p, p.game.side_of[unit], p.game.is_mech[p.s.kind[unit]])


@rule("9.2a", "9.3", "7.6b", "9.6")
def points_of(p: P, units: Sequence[int], side: int) -> list[int]:
    """Movement points that units of a side may still spend in this phase. Nothing is saved, lent or guaranteed.

    A German unit's supply is looked at when its move starts, and only then (7.6).
    """
    s, is_mech, fed = p.s, p.game.is_mech, acting_from(p, side)
    flags, trail, factors = s.flags, s.trail, [-1, -1]
    found = []
    for unit in units:
        if flags[unit] & _DONE or (fed is not None and trail[unit] == 0 and not fed.item(s.loc[unit])):
            found.append(0)
            continue
        mechanized = is_mech[s.kind[unit]]
        factor = factors[mechanized]
        if factor < 0:
            factor = factors[mechanized] = factor_of(p, side, mechanized)
        found.append(factor - s.spent[unit])
    return found


def points_left(p: P, unit: int) -> int:
    """Movement points a unit may still spend in this phase."""
    return points_of(p, (unit,), p.game.side_of[unit])[0]


def unspent(p: P, unit: int) -> int:
    """Movement points of a unit of which it is known that it may still move."""
    return movement_factor(p, unit) - p.s.spent[unit]


@rule("9.1b", "9.2a", "9.25")
def begin_movement(p: P) -> None:
    """Every unit of the active side starts the phase fresh, where it stands, whether or not it has fought before."""
    stacks.begin(p.s, PHASE_FLAGS)


@rule("9.12", "9.14", "9.17", "9.10", "9.11", "9.13", "9.15", "9.16", "2.11a", "9.8", "9.9")
def costs_for(p: P, units: Sequence[int]) -> npt.NDArray[np.uint8]:
    """What it costs the units to leave each hex in each direction: one point per hex whatever the terrain, one more across
    a river; marsh is closed to vehicles, reservoirs to all, and there is nothing beyond the map."""
    game, kind = p.game, p.s.kind
    for unit in units:
        if game.shuns_marsh[kind[unit]]:
            return game.cost_wheels
    return game.cost_foot


@rule("9.12")
def require_passable(p: P, units: Sequence[int], hex: int) -> None:
    """Marsh is closed to vehicles however they would get there: placed, entering play, moving."""
    if p.game.marsh[hex]:
        for unit in units:
            if p.game.shuns_marsh[p.s.kind[unit]]:
                raise Illegal("9.12", f"{p.game.pieces[unit].handle} cannot stand in the marsh of {p.game.board.names[hex]}")


@rule("9.3", "9.4", "9.7", "6.2a")
def march_of(p: P, units: Sequence[int], *, start: int | None = None, points: int | None = None) -> Movement:
    """How units move together, from where they stand with what they have unless something else is asked. Hexes with enemy
    units are closed, and so are hexes where so many more friendly units would be too many."""
    s, side = p.s, p.game.side_of[units[0]]
    return Movement(
        p, units, s.loc[units[0]] if start is None else start, pace(p, units) if points is None else points,
        costs_for(p, units), s.arrays.foes[side], why_not, s.arrays.count[side], STACK_LIMIT - len(units),
    )  # fmt: skip


def somebody_of(p: P, side: int, start: int, points: int) -> Movement:
    """How a unit of a side that nobody knows could move, if it goes on foot and nobody is in its way."""
    return Movement(p, (), start, points, p.game.cost_foot, p.s.arrays.foes[side], why_not)


@derived(places(OWN), steady=True)
def full(p: P, side: int) -> bytes:
    """The hexes in which a side has no room for one more unit."""
    return bytes((p.s.arrays.count[side] >= STACK_LIMIT).tobytes())


@rule("9.3", "9.4", "6.2a")
@derived(answer(full), stands(OTHERS))
def reached(p: P, side: int, start: int, points: int, wheels: bool) -> Hexes:
    """Where any one unit of a side gets from a hex with so many points: the same for all of its kind (`march_of`) until an enemy
    moves or a stack becomes full."""
    march = somebody_of(p, side, start, points).but(crowd=p.s.arrays.count[side], most=STACK_LIMIT - 1)
    return (march.but(cost=p.game.cost_wheels) if wheels else march).reach().nodes[1:]


def reached_by_all(p: P, side: int, asked: Iterable[Start]) -> dict[Start, Hexes]:
    """The same for many at once."""
    s, known = p.s.arrays, table_of(reached, p, side)
    found: dict[Start, Hexes] = {who: known.get((side, *who), _UNKNOWN) for who in asked}
    for wheels, cost in ((False, p.game.cost_foot), (True, p.game.cost_wheels)):
        new = [who for who, hexes in found.items() if hexes is _UNKNOWN and who[2] == wheels]
        if new:
            starts, points, _ = np.array(new, np.int16).T.copy()
            ends, hexes = reach_alone(p.game.board.neighbours, cost, s.foes[side], s.count[side], STACK_LIMIT - 1, starts, points)
            last = ends.tolist()
            for who, first, end in zip(new, last, last[1:], strict=False):
                found[who] = known[side, *who] = hexes[first:end]
    return found


@rule("9.1a", "9.3", "9.4", "9.12", "9.14", "9.16", "9.17", "5.3e", "6.2a", "7.8")
def why_not(march: Movement, refused: Refused) -> Illegal:
    """The rule against a step of a march."""
    game, names = march.p.game, march.p.game.board.names
    here, there = refused.here, refused.there
    side = game.side_of[march.units[0]]
    held = Illegal("5.3e" if side == SOVIET else "9.4", f"{names[there]} holds enemy units")
    match refused.hindrance:
        case Hindrance.CLOSED:
            return held
        case Hindrance.BARRED if game.reservoir[here][game.board.direction(here, there)]:
            return Illegal("9.14", f"a reservoir lies between {names[here]} and {names[there]}")
        case Hindrance.BARRED:
            return Illegal("9.12", f"{names[there]} is marsh, closed to mechanized units other than cavalry")
        case Hindrance.POINTS:
            wanted, left = refused.points, march.budget
            return Illegal("9.3", f"{names[there]} would cost {wanted} movement points and only {left} are left")
        case Hindrance.FULL:
            return no_room(march.p, side, there, len(march.units))
        case Hindrance.FAR:
            return Illegal("9.12", f"no way that is open to the units leads from {names[here]} to {names[there]}")
    return Illegal("9.1a", f"{names[here]} and {names[there]} do not touch")


@rule("9.7")
def pace(p: P, units: Sequence[int]) -> int:
    """The points units have left together: those of the slowest."""
    return min(points_of(p, units, p.game.side_of[units[0]]))


# ---------------------------------------------------------------- who moves, and how a hex is entered


def movable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the active side that can still move."""
    return [unit for unit, _ in movable_with(p)]


def movable_with(p: P) -> list[tuple[int, int]]:
    """Units of the active side that can still move, with the points of each."""
    units = stacks.unfinished(p).nonzero()[0].tolist()
    return [found for found in zip(units, points_of(p, units, p.s.active), strict=True) if found[1] > 0]


@rule("9.1b", "9.5", "9.6", "9.7", "9.2b")
def check_stack(p: P, units: Sequence[int]) -> None:
    """Units move together only if they began the phase together; the slowest sets the pace (`march_of`)."""
    s, game = p.s, p.game
    stacks.check_together(p, units, "9.5")
    for unit in units:
        handle, flags = game.pieces[unit].handle, s.flags[unit]
        if game.side_of[unit] != s.active:
            raise Illegal("9.1b", f"{handle} belongs to the other side; only the active side moves")
        if not 0 <= s.loc[unit] < game.board.hexes:
            raise Illegal("9.1a", f"{handle} is not on the map")
        if flags & FINISHED:
            raise Illegal("9.23", f"{handle} has finished moving for this phase")
        if flags & OVERTAKEN:
            raise Illegal("9.6", f"{handle} has moved, and another stack has moved since")
        if s.trail[unit] == 0 and not can_act(p, unit):
            raise Illegal("7.6a", f"{handle} is out of supply and cannot move")


@rule("9.2b", "9.5", "9.6", "9.22")
def set_out(p: P, units: Sequence[int]) -> None:
    """The units now moving become the parent stack. Those that came to a hex separately are never again one force for
    a mobile assault: they have no common trail (9.22)."""
    stacks.set_out(p.s, units)


@rule("3.8b", "9.1a")
def enter(p: P, units: Sequence[int], hex: int, cost: int = 0) -> None:
    """Units enter a hex: it becomes theirs at once. The order of the stack is kept."""
    stacks.put(p, units, hex)
    for unit in units if cost else ():
        p.s.spent[unit] += cost
    side = p.game.side_of[units[0]]
    if side == GERMAN or p.s.control[hex] != side:
        take_control(p, hex, side)


@rule("9.2a")
def end_movement(p: P, command: Command) -> None:
    """The phase ends when its player says so; points not used are lost."""
    phases.close(p)
