"""11.11 and 11.12 Retreat after combat, and displacement of friends who are in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import CONTROL, derived
from ....core.errors import Illegal
from ....core.events import Retreated
from ....core.rule import rule
from ...assault.battle import change_battle, the_battle
from ...assault.flags import DEFENDED, RETREATED
from ...assault.retreat import Retreat, check_waiting, held_by_the_victors
from ...assault.retreat import waiting as defenders_left
from ..events import Displaced
from ..material import P
from ..state import ALLIED, BELGIAN, DUTCH, GERMAN
from . import control, movement, neutrals, stacking
from .counters import eliminate, lose_step, name, nation, static
from .players import commander

# ---------------------------------------------------------------- where one hex further leads


@rule("11.11a", "10.11c", "3.9d", "10.10a", "12.9c")
def open_hexes(p: P, unit: int, start: int) -> list[int]:
    """Hexes next door that are not closed to a unit: no enemy unit or live garrison, no water to cross, no ground that is not for
    its nation, and never the hex that was lost. Points and supply do not matter; stacking comes later."""
    lost = the_battle(p).target
    near = [hex for hex in p.game.board.adjacent(start) if hex != lost and movement.crossable(p, start, hex)]
    return [hex for hex in near if not _closed(p, unit, start, hex)]


def _closed(p: P, unit: int, start: int, hex: int) -> bool:
    side = p.side_of(unit)
    if held_by_the_victors(p, side, hex) or (hex == the_battle(p).launch and _somebody_stays(p)):
        return True
    if control.hostile_garrison(p, side, hex) or neutrals.barred(p, unit, hex) or neutrals.neutral_ground(p, hex):
        return True
    aside = any(p.s.count[other][hex] for other in (BELGIAN, DUTCH) if other != side and neutrals.inert(p, other))
    return aside or neutrals.back_to_red_row(p, unit, start, hex) or _foreign(p, unit, hex)


@rule("7.4b", "11.12a")
def _foreign(p: P, unit: int, hex: int) -> bool:
    """Do so many units of another nation rest in a hex that they could not make room, one for each unit that comes?"""
    able = [other for other in _friends_in(p, unit, hex) if other != unit and not static(p, other)]
    return len(able) > 1 and not any(_makes_room(p, unit, hex, other) for other in able)


def _friends_in(p: P, unit: int, hex: int) -> list[int]:
    return [u for side in p.friends(p.side_of(unit)) for u in p.units(hex, side)]


@rule("7.4b", "11.12a")
def _makes_room(p: P, unit: int, hex: int, other: int) -> bool:
    """Would there be room for a unit once another has left? Two units of a nation displace two of another one after the other;
    between them the nations are together, which only the end of the battle forbids."""
    if stacking.fits(p, (unit,), hex, without=other):
        return True
    strangers = [u for u in _friends_in(p, unit, hex) if u not in (unit, other) and nation(p, u) != nation(p, unit)]
    behind = [u for u in waiting(p) if u != unit and nation(p, u) == nation(p, unit)] if unit in waiting(p) else []
    return 0 < len(strangers) <= len(behind) and stacking.room(p, (unit,), hex, without=other)


def _somebody_stays(p: P) -> bool:
    """A static unit that holds the hex throws a mobile assault back to its launch hex, which is not open to others then."""
    return any(static(p, unit) for unit in the_battle(p).defenders)


@rule("11.11c", "6.4a", "6.4c", "6.5a", "6.5e")
def distance(p: P, unit: int, hex: int) -> int:
    """Straight distance to the nearest source that is still in the hands of its owner; the Dutch have none and go where they
    like."""
    side = p.side_of(unit)
    if side == GERMAN and p.game.west[hex]:
        return int(_to_the_ruhr(p)[hex])
    return int(_to_the_edge(p, side)[hex])


@derived(CONTROL)
def _to_the_edge(p: P, side: int) -> npt.NDArray[np.int32]:
    return _nearest(p, ALLIED if side == BELGIAN else side, p.game.edge_sources[side])


@derived(CONTROL)
def _to_the_ruhr(p: P) -> npt.NDArray[np.int32]:
    return _nearest(p, GERMAN, p.game.ruhr.nonzero()[0])


def _nearest(p: P, owner: int, sources: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    working = [hex for hex in sources.tolist() if p.s.control[hex] == owner]
    if not working:
        return np.zeros(p.game.board.nodes, np.int32)
    found: npt.NDArray[np.int32] = p.game.board.distances(np.array(working, np.int16)).min(axis=0)
    return found


def _nearest_of(p: P, unit: int, hexes: Sequence[int]) -> list[int]:
    least = min((distance(p, unit, hex) for hex in hexes), default=0)
    return [hex for hex in hexes if distance(p, unit, hex) == least]


# ---------------------------------------------------------------- where a beaten stack may go


def waiting(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Defenders that have still to retreat."""
    return [u for u in defenders_left(p) if u not in the_battle(p).stayed]


@rule("11.11b", "11.11c")
def retreat_of(p: P) -> Retreat:
    """The choices of the beaten stack, as long as there is room for all of it."""
    battle = the_battle(p)
    gone = dict(battle.gone)
    doors = {u: open_hexes(p, u, battle.target) for u in (*gone, *waiting(p))}
    one = (waiting(p) or [*gone])[0]  # who has gone stands in one of the hexes, and would not count himself there
    hexes = {hex for choices in doors.values() for hex in choices}
    taken = {hex: sum(there == hex for there in gone.values()) for hex in hexes}
    room = {hex: stacking.space(p, one, hex) + taken[hex] for hex in hexes}
    return Retreat(doors, room, {hex: distance(p, one, hex) for hex in hexes})


@rule("11.11b", "11.11c", "11.12a")
def choices(p: P, units: Sequence[int]) -> list[int]:
    """The hexes into which these units may go now: together where a hex takes them all; when there is no room for all, one by
    one, into a full hex only if no other is open."""
    if not units:
        return []
    found = retreat_of(p)
    if found.possible():
        return found.allowed(units, dict(the_battle(p).gone))
    return ways_of_one(p, units[0], the_battle(p).target) if len(units) == 1 else []


@rule("11.11c", "11.12a")
def ways_of_one(p: P, unit: int, start: int) -> list[int]:
    """The nearest hexes with room for a unit; if there are none, the nearest out of which somebody can be displaced."""
    doors = [hex for hex in open_hexes(p, unit, start) if hex not in _chain(p)]
    roomy = [hex for hex in doors if stacking.fits(p, (unit,), hex)]
    return _nearest_of(p, unit, roomy or [hex for hex in doors if _can_be_emptied(p, unit, hex, {*_chain(p), hex})])


def _chain(p: P) -> set[int]:
    """Full hexes in which somebody is being displaced just now."""
    return {frame.args[1] for frame in p.s.flow if frame.step == "battle.displace"}


@rule("11.12a", "11.12b")
def in_the_way(p: P, unit: int, hex: int) -> list[int]:
    """Friends of whom one, displaced, would leave room for a unit; never a static one, nor one that has just come there."""
    came = {u for u, _ in the_battle(p).gone}
    able = [u for u in _friends_in(p, unit, hex) if not static(p, u) and u not in came]
    return [u for u in able if _makes_room(p, unit, hex, u)]


@rule("11.12b")
def _can_be_emptied(p: P, unit: int, hex: int, passed: set[int]) -> bool:
    """Can somebody leave a full hex for the unit, perhaps by displacing others in turn?"""
    for other in in_the_way(p, unit, hex):
        doors = [near for near in open_hexes(p, other, hex) if near not in passed]
        if any(stacking.fits(p, (other,), near) for near in doors):
            return True
        for near in doors:
            passed.add(near)
            if _can_be_emptied(p, other, near, passed):
                return True
    return False


# ---------------------------------------------------------------- retreating


@rule("11.11a", "11.18")
def begin(p: P) -> None:
    """Whoever has no open hex, static units among them, suffers DE in place; the others go. A garrison alone cannot."""
    battle = the_battle(p)
    blocked = [u for u in waiting(p) if static(p, u) or not open_hexes(p, u, battle.target)]
    change_battle(p, stayed=tuple(blocked))
    for unit in blocked:
        lose_step(p, unit, "cannot retreat", "11.11a")
    proceed(p)


@rule("11.11c", "11.12b")
def proceed(p: P) -> None:
    """The next of the beaten units go. Who could only displace somebody who has nowhere to go is lost."""
    while not p.over and waiting(p):
        stack = waiting(p)
        whole = choices(p, stack)
        if len(whole) == 1 and (len(stack) > 1 or stacking.fits(p, stack, whole[0])):
            go(p, stack, whole[0])
            continue
        stuck = [] if whole else [u for u in stack if not choices(p, (u,))]
        if len(stuck) < len(stack):
            side = p.side_of(stack[0])
            p.push("battle.retreat", side, posts=commander(p, side, the_battle(p).target))
            return
        eliminate(p, stuck[0], "no room to retreat", "11.12b")


@rule("11.11a", "11.11d", "3.12c")
def go(p: P, units: Sequence[int], hex: int) -> None:
    """Units go back one hex. After a prepared assault they add no strength to another defence in this phase."""
    battle = the_battle(p)
    start, side = p.s.loc[units[0]], p.side_of(units[0])
    if not battle.mobile:
        p.s.mark(units, RETREATED | DEFENDED)
    elif hex == battle.launch:
        for unit in battle.attackers:  # they change places
            if p.s.loc[unit] == hex:
                p.place(unit, battle.target)
    for unit in units:
        p.place(unit, hex)
    change_battle(p, gone=(*battle.gone, *((u, hex) for u in units)))
    p.emit(Retreated(units=tuple(units), path=(start, hex), side=side, rule="11.11a"))
    control.enter(p, units[0], hex)


@rule("11.11b", "11.11c", "11.12a")
def retreat(p: P, command: Command) -> None:
    """The owner chooses among equally good hexes, and who goes where when the stack must split."""
    units, hex = command.units, command.hexes[0]
    check_waiting(p, units, "11.11a")
    if hex not in choices(p, units):
        raise _why_not(p, units, hex)
    p.pop()
    if stacking.fits(p, units, hex):
        go(p, units, hex)
        proceed(p)
    else:
        p.push("battle.displace", p.side_of(units[0]), units[0], hex, posts=commander(p, p.side_of(units[0]), hex))


def _why_not(p: P, units: Sequence[int], hex: int) -> Illegal:
    where, target = p.game.board.names[hex], the_battle(p).target
    if any(hex not in open_hexes(p, unit, target) for unit in units):
        return Illegal("11.11a", f"{where} is closed to this retreat")
    if len(units) < len(waiting(p)) and choices(p, waiting(p)):
        return Illegal("11.11b", "the stack must stay together: one hex can take all of it")
    if not stacking.fits(p, units, hex):
        return Illegal("11.12a", f"there is no room in {where}, and elsewhere there is")
    return Illegal("11.11c", f"{where} is not the nearest way to a source of supply")


def retreat_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes for the units named; with nobody named, for all that wait."""
    return choices(p, units or waiting(p))


def possible_retreats(p: P) -> Iterator[Command]:
    """The whole stack, if it can stay together, else unit by unit."""
    stack = tuple(waiting(p))
    whole = [Command("retreat", stack, (hex,)) for hex in choices(p, stack)]
    yield from whole or (Command("retreat", (unit,), (hex,)) for unit in stack for hex in choices(p, (unit,)))


# ---------------------------------------------------------------- displacement


def displaceable(p: P, hexes: Sequence[int]) -> list[int]:
    """Friends in the full hex that have somewhere to go."""
    unit, hex = p.frame.args
    return [u for u in in_the_way(p, unit, hex) if ways_of_one(p, u, hex)]


def displacement_hexes(p: P, units: Sequence[int]) -> list[int]:
    if len(units) != 1:
        return sorted({hex for unit in displaceable(p, ()) for hex in ways_of_one(p, unit, p.frame.args[1])})
    return ways_of_one(p, units[0], p.frame.args[1])


@rule("11.12a", "11.12b")
def displace(p: P, command: Command) -> None:
    """A friend makes room as if retreating; where he finds none himself he displaces another in his turn."""
    if len(command.units) != 1 or command.units[0] not in displaceable(p, ()):
        raise Illegal("11.12a", f"name one unit in {p.game.board.names[p.frame.args[1]]} that can make room")
    unit, hex, start = command.units[0], command.hexes[0], p.frame.args[1]
    if hex not in ways_of_one(p, unit, start):
        raise Illegal("11.12a", f"{name(p, unit)} is not displaced to {p.game.board.names[hex]}")
    if not stacking.fits(p, (unit,), hex):
        p.push("battle.displace", p.side_of(unit), unit, hex, posts=commander(p, p.side_of(unit), hex))
        return
    move_aside(p, unit, hex)
    while p.s.flow and p.frame.step == "battle.displace":
        unit, hex = p.pop().args
        if unit in the_battle(p).defenders:
            go(p, (unit,), hex)
            proceed(p)
            return
        move_aside(p, unit, hex)


def move_aside(p: P, unit: int, hex: int) -> None:
    start = p.s.loc[unit]
    p.place(unit, hex)
    p.emit(Displaced(units=(unit,), path=(start, hex), side=p.side_of(unit), rule="11.12a"))
    control.enter(p, unit, hex)
