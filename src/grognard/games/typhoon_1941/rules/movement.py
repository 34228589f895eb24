"""Operational movement."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import CONTROL, OTHERS, derived, flags, places
from ....core.errors import Illegal, is_legal
from ....core.events import Moved
from ....core.flow import Countable
from ....core.march import Gait, March, RoadMarch
from ....core.movement import Hindrance, Refused
from ....core.paths import Bytes
from ....core.rule import rule
from ..events import Rested
from ..material import P
from ..state import BONUS, DISRUPTED, GERMAN, HIDDEN, MOVED, RESTING, RUSSIAN
from . import stacking
from .condition import enter, ground, has, has_units, is_held, on_map
from .supply import supplied
from .weather import active_roads, basic_movement, frozen
from .zones import Mask, zones


@rule("move.1", "move.3", "supply.6", "zoc.9", "weather.2", "weather.6")
def gait_of(p: P, unit: int) -> Gait:
    """Allowance, bonus and road step of a unit as it stands, in half hexes.

    Panzer, tank and Katyusha units pay half along a road; others have one hex more that only a road can use.
    """
    game = p.game
    bonus = game.limits["bonus"][game.sides[game.side_of[unit]]] * 2
    if not supplied(p, unit):
        return Gait(game.limits["unsupplied"] * 2, bonus)
    fast = game.is_tank[unit] or game.is_katyusha[unit]
    return Gait(basic_movement(p, unit) * 2, bonus, road=1 if fast else 2, free=0 if fast else 1)


@rule("move.3", "weather.2", "supply.6")
def roads_of(p: P, unit: int) -> Mask:
    """The hexsides over which a road helps this unit now."""
    return p.game.roads[active_roads(p) if supplied(p, unit) else "none"]


@rule("move.2", "terrain.5", "terrain.6", "weather.7")
def costs_for(p: P, unit: int) -> Bytes:
    """What it costs a unit to leave each hex in each direction, in half hexes; retreats and advances go where there is a way."""
    return p.game.cost[p.game.is_tank[unit]][int(frozen(p))]


@rule("katyusha.3", "maskirovka.4", "maskirovka.6")
def closed_hexes(p: P, unit: int) -> Mask:
    """Hexes that a unit may not enter. Enemy units close them, save Katyushas that lie open and alone.

    A dummy keeps out of enemy towns and edges, which it could not take.
    """
    return _closed(p, p.game.side_of[unit], p.game.is_dummy[unit])


@derived(places(OTHERS), flags(HIDDEN), CONTROL)
def _closed(p: P, side: int, dummy: bool) -> Mask:
    game, s = p.game, p.s
    found: Mask = s.arrays.foes[side] > 0
    for hex in {s.loc[u] for u in game.katyushas if game.side_of[u] != side and on_map(p, u)}:
        found[hex] = is_held(p, hex, side)
    if dummy:
        found |= game.prizes & (s.arrays.control == GERMAN)
    return found


@rule("zoc.5", "zoc.6", "zoc.7", "zoc.8")
def may_slip(p: P, unit: int, here: int, there: int) -> bool:
    """One hex from zone to zone: not within the zone of one enemy unit, unless a friend holds the hex or infantry
    keeps to the forest; into the zone of another unit always."""
    side = p.side_of(unit)
    if not zones(p, p.foe(side)).same(here, there):
        return True
    if has_units(p, there, side):
        return True
    return bool(p.game.is_infantry[unit] and p.game.forest[here] and p.game.forest[there])


@rule("zoc.2", "zoc.9", "move.2", "move.3", "move.4", "terrain.5", "terrain.6", "stacking.6", "supply.6")
def march_of(p: P, unit: int) -> RoadMarch:
    """How a unit can move in this phase, counted in half hexes."""
    return RoadMarch(
        p, unit, p.s.loc[unit], gait_of(p, unit), costs_for(p, unit), roads_of(p, unit),
        closed_hexes(p, unit), zones(p, p.foe(p.side_of(unit))).controlled, may_slip, why_not,
    )  # fmt: skip


@rule("move.2", "zoc.2", "zoc.5", "zoc.9", "terrain.6", "katyusha.3", "maskirovka.6")
def why_not(march: RoadMarch, refused: Refused) -> Illegal:
    """The rule against a step of a march."""
    p, names, here, there = march.p, march.p.game.board.names, refused.here, refused.there
    match refused.hindrance:
        case Hindrance.CLOSED:
            if p.foes(there, p.s.active):
                return Illegal("katyusha.3", f"{names[there]} holds enemy units")
            return Illegal("maskirovka.6", f"{names[there]} is closed to a dummy, which could not take it")
        case Hindrance.BARRED:
            return Illegal("terrain.6", f"a lake lies between {names[here]} and {names[there]}")
        case Hindrance.STOPPED:
            return Illegal("zoc.2", f"the unit must stop in {names[here]}, in an enemy zone of control")
        case Hindrance.GRIPPED:
            return Illegal("zoc.5", f"{names[here]} and {names[there]} are in the zone of control of the same unit")
        case Hindrance.POINTS:
            spent, gait, limit = refused.points, march.gait, march.limit(there)
            stopped = march.zone[there] and spent <= gait.budget + gait.bonus
            bonus = ": the bonus does not lead into an enemy zone of control" if stopped else ""
            why = f"{names[there]} would cost {spent / 2:g} hexes and the unit has {limit / 2:g}{bonus}"
            return Illegal("zoc.9" if stopped else "move.2", why)
        case Hindrance.FAR:
            return Illegal("terrain.6", f"no way leads from {names[here]} to {names[there]}")
    return Illegal("move.2", f"{names[here]} and {names[there]} do not touch")


@rule("disrupted.1", "sequence.17", "setup.5", "setup.3")
def check_mover(p: P, unit: int) -> None:
    """Who may move: a unit of the active side, on the map, not Disrupted, not moved yet; never a garrison."""
    handle = p.game.pieces[unit].handle
    if p.side_of(unit) != p.s.active or p.game.is_air[unit] or not on_map(p, unit):
        raise Illegal("sequence.17", f"{handle} is not a unit of yours on the map")
    if has(p, unit, DISRUPTED):
        raise Illegal("disrupted.1", f"{handle} is Disrupted and cannot move")
    if has(p, unit, MOVED):
        raise Illegal("sequence.17", f"{handle} has moved in this phase already")
    if p.game.is_garrison[unit]:
        raise Illegal("setup.3", f"{handle} is a garrison and stays")


def movable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may still move."""
    flags, is_garrison = p.s.arrays.flags.tolist(), p.game.is_garrison
    return [u for u in ground(p, p.s.active) if not flags[u] & (DISRUPTED | MOVED) and not is_garrison[u]]


def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that all the units can reach."""
    if not units or not all(is_legal(check_mover, p, u) for u in units):
        return ()
    if len(units) == 1:
        return sorted(march_of(p, units[0]).hexes()[0].tolist())
    marches = [march_of(p, u).reach() for u in units]
    common = sorted(set.intersection(*(set(m.ends) for m in marches)))
    return [hex for hex in common if _way_for_all(p, units, marches, hex)]


def all_destinations(p: P) -> tuple[Sequence[int], Sequence[Countable]]:
    """All units that may still move, and the hexes that each can reach."""
    units = movable(p, ())
    return units, [np.sort(march_of(p, unit).hexes()[0]) for unit in units]


def _way_for_all(p: P, units: Sequence[int], marches: Sequence[March], hex: int) -> tuple[int, ...]:
    """The cheapest way of one of the units that all of them can afford; empty if there is none."""
    for found in marches:
        path = found.path(hex)
        if path and all(is_legal(march_of(p, unit).price, path) for unit in units):
            return tuple(path)
    return ()


def expand(p: P, command: Command) -> Command:
    """A destination alone becomes the cheapest way there."""
    if len(command.hexes) != 1 or not command.units or not on_map(p, command.units[0]):
        return command
    for unit in command.units:
        check_mover(p, unit)
    if command.hexes[0] >= p.game.board.hexes:
        return command
    target = command.hexes[0]
    path = _way_for_all(p, command.units, [march_of(p, unit).reach() for unit in command.units], target)
    if path:
        return Command(command.verb, command.units, path)
    if p.game.board.direction(p.s.loc[command.units[0]], target) < 0:
        raise _why_far(p, command.units, target)
    return command


def _why_far(p: P, units: Sequence[int], target: int) -> Illegal:
    """Why units do not get to a hex: one of them cannot, or no way is open to them together."""
    for unit in units:
        march = march_of(p, unit)
        if target not in march.reach().ends:
            return march.why_far(target)
    return Illegal("move.2", f"no way to {p.game.board.names[target]} is open to all of the units together")


@rule("sequence.17", "zoc.9", "maskirovka.6", "stacking.6")
def move(p: P, command: Command) -> None:
    """Move units of one hex along a path. A unit moves once per phase, so the whole way is named at once."""
    units, path = command.units, command.hexes
    if len(set(units)) != len(units) or len({p.s.loc[u] for u in units}) != 1:
        raise Illegal("sequence.17", "name each unit once, all from one hex")
    for unit in units:
        check_mover(p, unit)
    marches = [march_of(p, unit) for unit in units]
    costs = [march.price(path) for march in marches]
    start = p.s.loc[units[0]]
    for hex in path:
        enter(p, units, hex)
    p.s.mark(units, MOVED)
    p.s.mark([march.unit for march, cost in zip(marches, costs, strict=True) if cost > march.gait.budget], BONUS)
    p.emit(Moved(units=units, path=(start, *path), side=p.s.active))


@rule("stacking.1")
def end_movement(p: P, command: Command) -> None:
    """The phase ends when its player says so; then all his hexes must be within the limit."""
    p.pop()
    stacking.enforce(p, p.s.active, stacking.shared(p, p.s.active))


def sample_move(p: P, rng: random.Random) -> Command | None:
    """A random move of a random unit."""
    units = movable(p, ())
    for _ in range(4):
        if not units:
            return None
        unit = units[int(rng.random() * len(units))]
        path = march_of(p, unit).drawn(rng)
        if path:
            return Command("move", (unit,), tuple(path))
    return None


# ---------------------------------------------------------------- German armies that touch


@rule("army.2")
def rest(p: P, command: Command) -> None:
    """Of German armies next to each other their owner says which is inactive."""
    for unit in command.units:
        if unit not in can_rest(p, ()):
            raise Illegal("army.2", f"{p.game.pieces[unit].handle} is no army next to another that works")
    p.s.clear(p.game.armies, RESTING)
    p.s.mark(command.units, RESTING)
    p.emit(Rested(units=command.units, side=GERMAN, rule="army.2"))


def can_rest(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Armies that are not resting and have another army next to them."""
    board = p.game.board
    armies = [u for u in p.game.armies if on_map(p, u)]
    return [
        u for u in armies
        if p.s.active != RUSSIAN and not has(p, u, RESTING)
        and any(v != u and board.distance(p.s.loc[u], p.s.loc[v]) <= 1 for v in armies)
    ]  # fmt: skip
