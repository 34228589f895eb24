"""10.1 to 10.14 Regular movement."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.events import Moved
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import NEVER
from ....core.rule import rule
from ...assault import march, phases
from ...assault.flags import FINISHED, OVERTAKEN, PHASE_FLAGS
from ..material import Mask, Material, P
from ..state import ALLIED, BELGIAN, DUTCH, GERMAN, SOVIET
from . import airpower, control, neutrals, stacking, supply
from .counters import mechanized, movement_factor, name, on_map, static

Costs = npt.NDArray[np.uint8]

#: Said of a phase by whoever looks ahead: the German acts on both maps in it.
BOTH_MAPS = "both maps"
#: The sides that move in a movement phase, by its player.
MOVERS = {GERMAN: (GERMAN, DUTCH), SOVIET: (SOVIET,), ALLIED: (ALLIED, BELGIAN)}


@rule("10.1", "10.2a")
def begin(p: P) -> None:
    """Every unit starts the phase fresh, where it stands; nothing is saved from the last one."""
    march.begin(p.s, PHASE_FLAGS)
    p.s.arrays.allowance.fill(-1)


# ---------------------------------------------------------------- points


@rule("6.7bis-a", "6.7bis-b", "10.1")
def allowance(p: P, unit: int) -> int:
    """Movement points of the phase: fixed when the unit begins to move, halved if it is out of supply then."""
    fixed = p.s.allowance[unit]
    return int(fixed) if fixed >= 0 else supply.worth(p, unit, movement_factor(p, unit))


@rule("10.2a", "10.5")
def points_left(p: P, unit: int) -> int:
    if p.s.flags[unit] & (FINISHED | OVERTAKEN):
        return 0
    return max(0, allowance(p, unit) - p.s.spent[unit])


@rule("10.3")
def unmoved(p: P, unit: int) -> bool:
    """May the unit still claim its one hex per phase?"""
    s = p.s
    return not s.flags[unit] & (FINISHED | OVERTAKEN) and not s.spent[unit] and s.loc[unit] == s.origin[unit]


# ---------------------------------------------------------------- costs


@rule("10.2b", "10.2c", "10.9", "10.11a", "10.11b", "10.12", "10.13", "10.14", "6.5f")
def plain_costs(game: Material, mech: bool, soviet: bool) -> tuple[Costs, Costs]:
    """Points for the hex entered, and on top of them for the hexside crossed, in every direction.

    Soviets pay one per hex and cross water like men on foot. Cities cost one and cancel rivers around them, major rivers not;
    works and Rollbahnen change nothing.
    """
    board = game.board
    price = game.charts.costs[mech and not soviet]
    entry = np.ones(board.nodes, np.uint8)
    for terrain, points in price.items():
        if terrain in board.terrains and not soviet:
            entry[board.terrain_mask(terrain)] = points
    entry[game.city] = price["city"]
    near = board.neighbours
    quiet = game.city[:, None] | game.city[near]
    water = (board.side_mask("river") & ~quiet) * np.uint8(price["river"])
    major = board.side_mask("major-river")
    water = np.where(major, np.uint8(price["major-river"]), water).astype(np.uint8)
    return entry[near], water


@rule("10.11c", "12.9c")
def no_way(game: Material, soviet: bool) -> Mask:
    """Hexsides that nobody crosses: water, the edge of the map, and for Soviets the way back to the red row."""
    found = game.kept.get(("no way", soviet))
    if found is None:
        near = game.board.neighbours
        found = (near < 0) | ~game.land[near] | game.board.side_mask("lake") | game.board.side_mask("sea")
        if soviet:
            found |= game.red_row[near] & ~game.red_row[:, None]
        game.kept["no way", soviet] = found
    return found


def crossable(p: P, here: int, there: int) -> bool:
    """May ground units go or attack from a hex to the next, as far as water and the edge of the map go?"""
    direction = p.game.board.direction(here, there)
    return direction >= 0 and not no_way(p.game, soviet=False).item(here, direction)


@rule("8.3a")
def costs(p: P, unit: int) -> Costs:
    """What a unit pays now: doubled in and around hexes with enemy aircraft."""
    mech, soviet = mechanized(p, unit), p.side_of(unit) == SOVIET
    if p.s.interdicted and p.s.interdictor not in p.friends(p.side_of(unit)):
        return _table(p.game, mech, soviet, airpower.interdiction_zone(p))
    found = p.game.kept.get((mech, soviet))
    if found is None:
        found = p.game.kept[mech, soviet] = _table(p.game, mech, soviet, np.zeros(p.game.board.nodes, np.bool_))
    return found


def _table(game: Material, mech: bool, soviet: bool, zone: Mask) -> Costs:
    near = game.board.neighbours
    entry, water = plain_costs(game, mech, soviet)
    entry = np.where(zone[near], entry * 2, entry)
    water = np.where(zone[near] | zone[:, None], water * 2, water)
    return np.where(no_way(game, soviet), NEVER, entry + water).astype(np.uint8)


@rule("3.6a", "3.6c", "3.6e", "3.6f", "3.7", "3.9a", "10.7", "10.10a")
def closed(p: P, unit: int) -> Mask:
    """Hexes a unit may not enter: enemies, live garrisons that are or would become hostile, armies that stand aside, and ground
    that is not for its nation."""
    side, s = p.side_of(unit), p.s
    enemies = s.arrays.foes[side] > 0
    hostile = [s.arrays.control == enemy for enemy in s.enemies[side]]
    garrisons = s.arrays.garrison & np.logical_or.reduce([*hostile, (s.arrays.control < 0) & (side == ALLIED)])
    aside = [s.arrays.count[other] > 0 for other in (BELGIAN, DUTCH) if other != side and neutrals.inert(p, other)]
    shut = neutrals.closed_ground(p.game, neutrals.class_of(p, unit))
    found: Mask = np.logical_or.reduce([enemies, garrisons, shut, *aside])
    return found


@rule("7.2a", "7.6")
def crowd(p: P, unit: int) -> npt.NDArray[np.int16]:
    """How full every hex is for a unit: friends but static ones, and more of them where there is room for fewer."""
    friends = p.friends(p.side_of(unit))
    found: npt.NDArray[np.int16] = p.s.arrays.count[list(friends)].sum(axis=0).astype(np.int16)
    for alone in (p.game.flieger, p.game.garrison_mg):
        if on_map(p, alone) and p.side_of(alone) in friends:
            found[p.s.loc[alone]] -= 1
    found += p.game.less_room
    return found


# ---------------------------------------------------------------- where units can go


@rule("10.6")
def stack_points(p: P, units: Sequence[int]) -> int:
    """What a stack can still spend: the factor of its slowest unit, less what the unit that has paid most has paid, whether it
    marches at one go or by stages."""
    left = min(points_left(p, unit) for unit in units)
    if len(units) == 1:
        return left
    slowest = min(allowance(p, unit) for unit in units)
    return max(0, min(left, slowest - max(p.s.spent[unit] for unit in units)))


@rule("10.3", "10.6", "10.7")
def march_of(p: P, units: Sequence[int]) -> Movement:
    """How units move together: with the points of the slowest, each hex at the price of the dearest. There are no zones of
    control. Whoever has not moved yet gets one hex for all his points."""
    table = np.maximum.reduce([costs(p, unit) for unit in units])
    barred: Mask = np.logical_or.reduce([closed(p, unit) for unit in units])
    fresh = all(unmoved(p, unit) for unit in units)
    first = max(points_left(p, unit) for unit in units) if fresh else -1
    return Movement(
        p, units, p.s.loc[units[0]], stack_points(p, units), table, barred.view(np.uint8), why_not, crowd(p, units[0]),
        p.game.highest_stack - len(units), first=first,
    )  # fmt: skip


@rule("10.2b", "10.7", "10.11c", "12.9c")
def why_not(march: Movement, refused: Refused) -> Illegal:
    """The rule against a step of a march."""
    p, unit, there = march.p, march.units[0], refused.there
    where = p.game.board.names[there]
    if refused.hindrance is Hindrance.APART:
        return Illegal("10.2b", f"{p.game.board.names[refused.here]} and {where} do not touch")
    for each in march.units:
        cite = neutrals.barred(p, each, there)
        if cite:
            return Illegal(cite, f"{where} is closed to {name(p, each)}")
    if p.s.foes[p.side_of(unit)][there] or (refused.hindrance is Hindrance.CLOSED and p.s.garrison[there]):
        return Illegal("10.7", f"{where} is held by the enemy")
    if refused.hindrance is Hindrance.CLOSED:
        return Illegal("3.6a", f"an army that takes no part in the war stands in {where}")
    if neutrals.back_to_red_row(p, unit, refused.here, there):
        return Illegal("12.9c", f"nobody returns to the red row in {where}")
    if refused.hindrance is Hindrance.BARRED:
        return Illegal("10.11c", f"water bars the way to {where}")
    if refused.hindrance is Hindrance.FULL:
        return Illegal("7.2a", f"there is no room in {where}")
    if refused.hindrance is Hindrance.POINTS:
        return Illegal("10.1", f"{where} would cost {refused.points} movement points and only {march.budget} are left")
    return Illegal("10.11c", f"no way by land leads from {p.game.board.names[refused.here]} to {where}")


# ---------------------------------------------------------------- the command


@rule("2.10c", "2.10e", "3.4c", "10.2a", "10.2d", "10.5")
def unmoving(p: P, unit: int) -> Illegal | None:
    """Why a unit does not move now; None if it may."""
    if not acts_now(p, unit):
        return Illegal("10.2d", f"{name(p, unit)} does not move in this phase")
    if neutrals.inert(p, p.side_of(unit)):
        return Illegal("3.4c", f"{name(p, unit)} takes no part in the war")
    if static(p, unit):
        return Illegal("2.10e" if p.side_of(unit) == GERMAN else "2.10c", f"{name(p, unit)} never moves")
    if p.s.flags[unit] & FINISHED:
        return Illegal("10.2a", f"{name(p, unit)} has finished moving for this phase")
    if p.s.flags[unit] & OVERTAKEN:
        return Illegal("10.5", f"{name(p, unit)} has moved, and another stack has moved since")
    return None


@rule("10.4")
def check_stack(p: P, units: Sequence[int]) -> None:
    """Units of this phase that began it together and have not been overtaken."""
    for unit in units:
        why = unmoving(p, unit)
        if why is not None:
            raise why
    march.check_together(p, units, "10.4")


@rule("5.1", "5.3c", "10.2d")
def acts_now(p: P, unit: int) -> bool:
    """Does this phase belong to a unit on the map? The Germans move and fight on one map at a time."""
    if p.side_of(unit) not in MOVERS[p.s.active] or not on_map(p, unit):
        return False
    if p.s.active != GERMAN or BOTH_MAPS in p.frame.args:
        return True
    return bool(p.game.west[p.s.loc[unit]]) == _western(p)


def _western(p: P) -> bool:
    """Is this a German phase of the west map, or a battle in one?"""
    steps = [frame.step for frame in reversed(p.s.flow) if frame.step.endswith((".move", ".fight"))]
    return bool(steps) and steps[0].startswith("west")


def movable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    own = [u for side in MOVERS[p.s.active] if not neutrals.inert(p, side) for u in p.game.pieces_of_side[side] if on_map(p, u)]
    return [u for u in own if unmoving(p, u) is None and (points_left(p, u) or unmoved(p, u))]


@rule("7.4b")
def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes the units can reach together and stay in."""
    if not units or not is_legal(check_stack, p, units):
        return ()
    return [hex for hex in march_of(p, units).hexes() if stacking.fits(p, units, hex)]


def expand(p: P, command: Command) -> Command:
    """A destination alone means the cheapest way to it."""
    if len(command.hexes) != 1 or command.hexes[0] >= p.game.board.hexes:
        return command
    check_stack(p, command.units)
    return Command(command.verb, command.units, tuple(march_of(p, command.units).way(command.hexes[0])))


@rule("3.6a", "3.12c", "6.9", "7.4b", "10.2b", "10.5", "10.6")
def move(p: P, command: Command) -> None:
    """Move units along a path; neutrality is violated as they set out, and hexes change hands as they are entered."""
    units, path = command.units, command.hexes
    check_stack(p, units)
    if not path:
        raise Illegal("10.2b", "name the hexes to be entered")
    march_of(p, units).price(path)
    stacking.require(p, units, path[-1], "7.2a")
    tables = {unit: costs(p, unit) for unit in units}
    for unit in units:
        p.s.allowance[unit] = allowance(p, unit)
    neutrals.announce(p, p.side_of(units[0]), path)
    march.set_out(p.s, units)
    way = [p.s.loc[units[0]]]
    for hex in path:
        direction = p.game.board.direction(way[-1], hex)
        for unit in units:
            pay(p, unit, tables[unit].item(way[-1], direction))
        march.put(p, units, hex)
        way.append(hex)
        control.enter(p, units[0], hex)
        if p.over:
            break
    p.emit(Moved(units=units, path=tuple(way), side=p.side_of(units[0]), rule="10.1"))


@rule("10.3", "10.6")
def pay(p: P, unit: int, cost: int) -> None:
    """Every unit of a stack has an account of its own; one that claims its guaranteed hex pays all it has."""
    p.s.spent[unit] += min(cost, max(0, allowance(p, unit) - p.s.spent[unit]))


@rule("8.3a", "10.2a")
def end(p: P, command: Command) -> None:
    """The phase ends when its player says so, and interdiction with it."""
    airpower.end_interdiction(p)
    phases.close(p)


def sample_move(p: P, rng: random.Random) -> Command | None:
    """A random move of a single unit."""
    units = movable(p, ())
    for _ in range(3 if units else 0):
        unit = units[int(rng.random() * len(units))]
        found = march_of(p, (unit,))
        path = found.drawn(rng)
        if path and stacking.fits(p, (unit,), path[-1]):
            return Command("move", (unit,), tuple(path))
    return None
