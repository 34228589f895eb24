"""10.1 to 10.18 Regular movement."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import OTHERS, derived, stands
from ....core.errors import Illegal, is_legal
from ....core.flow import Countable
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import Bytes, Ints
from ....core.rule import rule
from ...assault import march, phases
from ...assault.flags import FINISHED, OVERTAKEN
from ..events import Moved
from ..material import STACK_LIMIT, Costs, P
from ..state import CUT_OFF, GERMAN, PHASE_FLAGS
from . import allies, ground, instants, oder, standing_orders, supply, worn_out
from .counters import on_map
from .ground import mechanized
from .occupation import enter
from .reorganisation import left_of
from .road_back import stands_fast
from .stacking import closed_by_satellites, fits, marching_in, no_room, require_room, satellites

# ---------------------------------------------------------------- movement factors


@rule("2.11", "10.1", "E8")
def movement_factor(p: P, unit: int) -> int:
    """The turn track gives each side one factor for mechanized units and one for all others."""
    turn = p.game.track[max(p.s.turn, 1)]
    mech, other = turn.german_movement if p.side_of(unit) == GERMAN else turn.soviet_movement
    if not mechanized(p, unit):
        return other
    return oder.german_mech_movement(p, mech) if p.side_of(unit) == GERMAN else mech


@rule("7.16", "7.17", "1.3a")
def allowance(p: P, unit: int) -> int:
    """Movement points for the phase: fixed when the unit begins to move, halved without supply at that moment."""
    fixed = p.s.allowance[unit]
    if fixed >= 0:
        return int(fixed)
    factor = movement_factor(p, unit)
    return factor if supply.moves_freely(p, unit) else factor // 2


@rule("10.2", "10.6", "12.7a", "5.10c")
def points_left(p: P, unit: int) -> int:
    """Movement points a unit may still spend in this phase. Nothing is saved or lent."""
    s = p.s
    if s.flags[unit] & (FINISHED | OVERTAKEN) or stands_fast(p, unit) or worn_out.needs_roll(p, unit):
        return 0
    return max(0, allowance(p, unit) - s.spent[unit])


@rule("10.3")
def unmoved(p: P, unit: int) -> bool:
    """May the unit still claim its one hex a phase?"""
    s = p.s
    stopped = s.flags[unit] & (FINISHED | OVERTAKEN) or stands_fast(p, unit) or worn_out.needs_roll(p, unit)
    return not stopped and s.spent[unit] <= s.toll[unit] and s.loc[unit] == s.origin[unit]


@rule("10.1", "10.2", "10.30", "8.1d")
def begin_movement(p: P) -> None:
    """Every unit of the active side starts the phase fresh, where it stands, whether or not it has fought before;
    only those that came in over the edge of the map pay for their hex of entry."""
    march.begin(p.s, PHASE_FLAGS)
    p.s.arrays.allowance.fill(-1)
    p.s.crossings = ()
    p.s.arrays.spent[:] = p.s.arrays.toll


# ---------------------------------------------------------------- where units can go


@rule("10.3", "10.4", "10.7", "10.13", "10.14", "6.2a", "6.4", "1.7b")
def march_of(p: P, units: Sequence[int]) -> Movement:
    """How units move together with the points they have, each hex at the price of the dearest of them.

    Enemy units close a hex and friendly ones fill it; being next to the enemy means nothing. Units that have not
    moved can always get one hex further than they can pay for, and across the Kerch Strait.
    """
    side, start = p.side_of(units[0]), p.s.loc[units[0]]
    points = [points_left(p, u) for u in units]
    fresh = all(unmoved(p, u) for u in units)
    across = tuple(p.game.kerch - {start}) if fresh and start in p.game.kerch and may_cross_kerch(p, units) else ()
    return Movement(
        p, units, start, min(points), ground.costs_together(p, units), _closed(p, units, side), why_not,
        p.s.arrays.count[side], STACK_LIMIT - len(units), first=max(points) if fresh else -1, across=across,
    )  # fmt: skip


@derived(stands(OTHERS))
def _held_by_enemies(p: P, side: int) -> Bytes:
    return (p.s.arrays.foes[side] > 0).view(np.uint8)  # type: ignore[no-any-return]


def _closed(p: P, units: Sequence[int], side: int) -> Bytes:
    closed = _held_by_enemies(p, side)
    for mask in {id(found): found for found in (ground.closed_to(p, u) for u in units)}.values():
        if mask is not None:
            closed = closed | mask
    armies = satellites(p, units)
    if armies:
        closed = closed | (closed_by_satellites(p, armies) if len(armies) == 1 or marching_in(p, armies) else True)
    return closed


@rule("10.1", "10.4", "10.13", "10.14", "10.15", "10.20", "10.21", "6.2a", "7.18")
def why_not(march: Movement, refused: Refused) -> Illegal:
    """The rule against a step of a march."""
    p, units, here, there = march.p, march.units, refused.here, refused.there
    names = p.game.board.names
    if refused.hindrance is Hindrance.APART:
        return Illegal("10.1", f"{names[here]} and {names[there]} do not touch")
    if p.s.foes[p.side_of(units[0])][there]:
        return Illegal("10.4", f"{names[there]} holds enemy units")
    far = refused.hindrance is Hindrance.FAR
    found = (_wet_feet(p, here, there, far), *(ground.refusal(p, unit, here, there) for unit in units))
    for why in found:
        if why is not None:
            return why
    if far:
        return Illegal("10.13", f"no way by land leads from {names[here]} to {names[there]}")
    if refused.hindrance is Hindrance.POINTS:
        wanted, left = refused.points, march.budget
        return Illegal("10.1", f"{names[there]} would cost {wanted} movement points and only {left} are left")
    return no_room(p, units, there)


@rule("10.13", "10.14", "10.15")
def _wet_feet(p: P, here: int, there: int, far: bool) -> Illegal | None:
    """Water that keeps units from a hex."""
    names = p.game.board.names
    if far:
        return Illegal("10.13", f"{names[there]} is water") if p.game.water[there] else None
    if not ground.water_between(p, here, there):
        return None
    if {here, there} == p.game.sivash:
        return Illegal("10.15", "only Soviet infantry crosses the Sivash, from turn 7 on")
    if {here, there} == p.game.kerch:
        return Illegal("10.14", "the Kerch Strait is crossed as a whole move from the hex beside it")
    return Illegal("10.13", f"water bars the way from {names[here]} to {names[there]}")


# ---------------------------------------------------------------- the command


def movable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the active side that can still move."""
    units = march.unfinished(p).nonzero()[0].tolist()
    return [u for u in units if u != p.game.ica and (points_left(p, u) > 0 or unmoved(p, u))]


def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes the units can reach together."""
    return march_of(p, units).hexes() if is_legal(check_stack, p, units) else ()


def all_destinations(p: P) -> tuple[Sequence[int], Sequence[Countable]]:
    """Every unit that can still move, and the hexes it can reach alone: units that stand together and move alike share them."""
    units, found = movable(p, ()), []
    known: dict[tuple[object, ...], tuple[Ints, Movement]] = {}  # whoever is kept here keeps its tables, and they their identity
    for unit in units:
        move = march_of(p, (unit,))
        alike = move.start, move.budget, id(move.cost), id(move.closed), move.first, move.across
        if alike not in known:
            known[alike] = move.reach().nodes[1:], move
        found.append(known[alike][0])
    return units, found


@rule("10.1", "10.2", "10.5", "10.6", "12.7a", "10.34a")
def check_stack(p: P, units: Sequence[int]) -> None:
    """Units move together only if they began the phase together; the slowest sets the pace (`march_of`)."""
    s, game = p.s, p.game
    for unit in units:
        handle = game.pieces[unit].handle
        if game.side_of[unit] != s.active:
            raise Illegal("10.1", f"{handle} belongs to the other side; only the active side moves")
        if not on_map(p, unit):
            raise Illegal("10.1", f"{handle} is not on the map")
        if unit == game.ica:
            raise Illegal("10.34a", "the Independent Coastal Army only sails between Odessa and Sevastopol")
        if s.flags[unit] & FINISHED:
            raise Illegal("10.2", f"{handle} has finished moving for this phase")
        if s.flags[unit] & OVERTAKEN:
            raise Illegal("10.6", f"{handle} has moved, and another stack has moved since")
        if stands_fast(p, unit):
            raise Illegal("12.7a", f"{handle} must stand fast")
        if worn_out.needs_roll(p, unit):
            raise Illegal("5.10c", f"roll for the panzers in {game.board.names[s.loc[unit]]} first")
    march.check_together(p, units, "10.5")


def expand(p: P, command: Command) -> Command:
    """A destination alone means the cheapest way to it; the far shore of the Kerch Strait means the crossing."""
    units, hexes = command.units, command.hexes
    if len(hexes) != 1 or hexes[0] >= p.game.board.hexes or _is_affordable_step(p, units, hexes[0]):
        return command
    check_stack(p, units)
    return Command(command.verb, units, tuple(march_of(p, units).way(hexes[0])))


def _is_affordable_step(p: P, units: Sequence[int], hex: int) -> bool:
    """Is this a neighbouring hex for which the points suffice? Then there is no way to look for."""
    here, board = p.s.loc[units[0]], p.game.board
    direction = board.direction(here, hex) if 0 <= here < board.hexes else -1
    return direction >= 0 and ground.costs_together(p, units).item(here, direction) <= min([points_left(p, u) for u in units])


@rule("10.1", "10.2", "10.5", "10.6", "10.7", "7.17", "7.18")
def move(p: P, command: Command) -> None:
    """Move a unit or stack along a path, hex by hex; it may go on later until another stack moves."""
    units: Sequence[int] = command.units
    path = command.hexes
    check_stack(p, units)
    if not path:
        raise Illegal("10.1", "name the hexes to be entered")
    start = p.s.loc[units[0]]
    if len(path) == 1 and {start, path[0]} == p.game.kerch:
        cross_kerch(p, units, path[0])
        return
    costs = march_of(p, units).price(path)
    tables = {unit: ground.costs_for(p, unit) for unit in units}
    waiting = any(p.s.flags[u] & CUT_OFF for u in units)
    set_out(p, units)
    way, told, quiet = [start], 0, len(p.events)
    for hex in path:
        if len(p.events) > quiet and not _is_open(p, units, hex):
            break
        _step(p, units, hex, tables)
        way.append(hex)
        if waiting:  # they may be about to go: first it is told how they came here
            _tell(p, units, way[told:], costs[told : len(way) - 1])
            told = len(way) - 1
        instants.settle(p)
        if waiting:
            units = left_of(p, units, hex)
            tables = {unit: ground.costs_for(p, unit) for unit in units}
        if not units or p.over:
            break
    if told < len(way) - 1:
        _tell(p, units, way[told:], costs[told : len(way) - 1])


@rule("8.11", "8.24", "6.2a")
def _is_open(p: P, units: Sequence[int], hex: int) -> bool:
    """Is the way on still what it was, now that something has happened? An emergency deployment bars it, an army that has
    just appeared may fill it; then they may go on another way."""
    return not p.s.foes[p.side_of(units[0])][hex] and fits(p, units, hex)


@rule("10.7", "3.6b", "8.11", "8.24", "8.25")
def _step(p: P, units: Sequence[int], hex: int, tables: Mapping[int, Costs]) -> None:
    """One hex of a march, and all that it brings about at once."""
    here = p.s.loc[units[0]]
    direction = p.game.board.direction(here, hex)
    for unit in units:
        pay(p, unit, tables[unit].item(here, direction))
    enter(p, units, hex)
    if not p.over:
        allies.approached(p, units, hex)
        standing_orders.watch(p, hex)


def _tell(p: P, units: Sequence[int], way: Sequence[int], costs: Sequence[int]) -> None:
    p.emit(Moved(units=tuple(units), path=tuple(way), cost=sum(costs), side=p.s.active))


@rule("7.17", "10.6")
def set_out(p: P, units: Sequence[int]) -> None:
    """Units begin to move, or go on: their supply is looked at when they begin, and only then."""
    for unit in units:
        p.s.allowance[unit] = allowance(p, unit)
    march.set_out(p.s, units)


@rule("10.3", "10.7", "10.11", "10.12", "10.18")
def pay(p: P, unit: int, cost: int) -> None:
    """Every unit of a stack pays its own price for a hex; one that claims its guaranteed hex pays all it has."""
    p.s.spent[unit] += min(cost, max(0, allowance(p, unit) - p.s.spent[unit]))


# ---------------------------------------------------------------- the Kerch Strait


@rule("10.14")
def may_cross_kerch(p: P, units: Sequence[int]) -> bool:
    """Has nobody crossed in this phase, and have these units done nothing else?"""
    return "kerch" not in p.s.crossings and all(unmoved(p, u) for u in units)


@rule("10.14")
def cross_kerch(p: P, units: Sequence[int], hex: int) -> None:
    """One stack a movement phase crosses, from the hex beside the strait where it began, and stops on the other side."""
    start = p.s.loc[units[0]]
    if "kerch" in p.s.crossings:
        raise Illegal("10.14", "a stack has crossed the Kerch Strait in this phase already")
    if not all(unmoved(p, u) for u in units):
        raise Illegal("10.14", "the stack must begin the phase beside the strait and do nothing else")
    if p.s.foes[p.s.active][hex]:
        raise Illegal("10.4", f"{p.game.board.names[hex]} holds enemy units")
    for unit in units:
        why = ground.refusal(p, unit, start, hex)
        if why is not None:
            raise why
    require_room(p, units, hex)
    set_out(p, units)
    p.s.crossings = (*p.s.crossings, "kerch")
    p.s.mark(units, FINISHED)
    enter(p, units, hex)
    allies.approached(p, units, hex)
    p.emit(Moved(units=tuple(units), path=(start, hex), cost=0, side=p.s.active, rule="10.14"))
    instants.settle(p)


# ---------------------------------------------------------------- end of the phase


@rule("10.2")
def end_movement(p: P, command: Command) -> None:
    """The phase ends when its player says so; points not used are lost."""
    phases.close(p)


def sample_move(p: P, rng: random.Random) -> Command | None:
    """A random move of a unit or its stack, found without listing all units."""
    s = p.s
    for unit in march.random_units(p, rng, 10):
        units: tuple[int, ...] = (unit,)
        if rng.random() < 0.3:
            units = tuple(u for u in p.units(s.loc[unit], s.active) if s.origin[u] == s.origin[unit])
        path = march_of(p, units).drawn(rng) if is_legal(check_stack, p, units) else []
        if path:
            return Command("move", units, tuple(path))
    return None
