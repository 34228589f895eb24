"""11.27 to 11.29 Retreat after combat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Retreated
from ....core.rule import rule
from ...assault.battle import change_battle, the_battle
from ...assault.events import Trapped
from ...assault.flags import DEFENDED, RETREATED
from ...assault.retreat import check_waiting
from ...assault.retreat import waiting as waiting
from ..material import P
from ..state import GERMAN, HERO, SOVIET
from . import allies, ground, instants
from .losses import eliminate
from .occupation import enter
from .sea import ica_havens
from .stacking import fits

# ---------------------------------------------------------------- where one hex further leads


@rule("11.27", "11.28", "10.31(A)", "11.17", "11.18", "11.19", "10.21", "10.22", "5.11")
def open_hexes(p: P, units: Sequence[int], hex: int, passed: Sequence[int] = ()) -> list[int]:
    """Adjacent hexes without enemy units that all of these units may enter: no water to cross, nothing off the map,
    no hex the attack came from and none they have passed. Points and supply do not matter."""
    battle = the_battle(p)
    found = []
    for near in p.game.board.adjacent(hex):
        if p.s.count[battle.side][near] or near in battle.origins or near in passed or near == battle.target:
            continue
        if all(ground.may_follow(p, u, hex, near) and ground.refusal(p, u, hex, near, retreat=True) is None for u in units):
            found.append(near)
    return found


@rule("11.27 revised", "1.4")
def preferred(p: P, units: Sequence[int], hex: int, passed: Sequence[int] = ()) -> list[int]:
    """West, south-west or north-west for the German side, the three easterly ones for the Soviet; the other
    directions only if none of these is open."""
    homeward_is_east = p.side_of(units[0]) == SOVIET
    choices = open_hexes(p, units, hex, passed)
    homeward = [h for h in choices if (p.game.board.direction(hex, h) in p.game.east_side) == homeward_is_east]
    return homeward or choices


@rule("11.27", "11.28")
def ways_out(p: P, units: Sequence[int], hex: int, passed: tuple[int, ...] = ()) -> list[int]:
    """Where these units go as one: into a hex next door, or as long as there is no place for any of them, on and on by the
    same preference. Nobody passes a place he could take: where there are fewer than units, they cannot go on as one."""
    ahead = preferred(p, units, hex, passed)
    if any(fits(p, (u,), h) for u in units for h in ahead):
        return [h for h in ahead if fits(p, units, h)]
    found: set[int] = set()
    for near in ahead:
        found.update(ways_out(p, units, near, (*passed, near)))
    return sorted(found)


# ---------------------------------------------------------------- where a beaten stack may go


@rule("11.27", "11.28", "11.28/A", "10.34b")
def choices(p: P, units: Sequence[int]) -> list[int]:
    """The hexes these units may retreat to together, given those that have gone.

    A stack stays together if some hex it comes to has room for all of it. Only stacking splits it, and then the owner
    chooses who takes which place. The Independent Coastal Army goes by sea.
    """
    if not units:
        return []
    battle, ica = the_battle(p), p.game.ica
    if ica in units:
        return sea_retreat(p) if len(units) == 1 else []
    stack = [u for u in waiting(p) if u != ica]
    split = any(unit != ica for unit, _ in battle.gone)
    whole = [] if split else ways_out(p, stack, battle.target)
    if whole:
        return whole if len(units) == len(stack) else []
    return ways_out(p, units, battle.target)


@rule("10.34b")
def sea_retreat(p: P) -> list[int]:
    """The other port, unless this one is a hero city."""
    return [] if p.s.works[the_battle(p).target] & HERO else ica_havens(p)


@rule("11.26e", "11.27", "11.28/A")
def begin_retreat(p: P) -> None:
    """The beaten units go back. A retreat without a choice needs no decision; who cannot go is eliminated."""
    if p.over:
        return
    if p.game.ica in waiting(p):
        sail_away(p)
    by_land = waiting(p)
    whole = choices(p, by_land)
    if len(whole) == 1:
        go(p, by_land, whole[0])
    elif whole or any(choices(p, (u,)) for u in by_land):
        p.push("battle.retreat", p.foe(the_battle(p).side))
    else:
        give_up(p)


@rule("10.34b", "10.34a")
def sail_away(p: P) -> None:
    """The Independent Coastal Army leaves for its other port or is lost; the troops beside it stay behind."""
    port = sea_retreat(p)
    if port:
        go(p, [p.game.ica], port[0])
    else:
        eliminate(p, p.game.ica, "10.34b", "no port to go to")


@rule("11.28/A")
def give_up(p: P) -> None:
    """Units that cannot retreat stay where they are and are eliminated."""
    lost = waiting(p)
    if lost:
        p.emit(Trapped(hex=the_battle(p).target, side=p.foe(the_battle(p).side), rule="11.28/A"))
    for unit in lost:
        eliminate(p, unit, "11.28/A", "no way to retreat")


@rule("11.27", "11.29", "10.31", "3.6b")
def go(p: P, units: Sequence[int], hex: int) -> None:
    """Units go back. After a prepared assault they will not defend again in this phase; after a mobile one they will."""
    battle = the_battle(p)
    start = p.s.loc[units[0]]
    if not battle.mobile:
        p.s.mark(units, RETREATED | DEFENDED)
    enter(p, units, hex)
    if p.over:
        return
    change_battle(p, gone=(*battle.gone, *((u, hex) for u in units)))
    p.emit(Retreated(units=tuple(units), path=(start, hex), side=p.foe(battle.side), rule="11.27"))
    allies.approached(p, units, hex)
    instants.settle(p)


@rule("11.27 revised", "11.28", "11.28/A")
def retreat(p: P, command: Command) -> None:
    """The owner chooses among equally good hexes, and who goes where when the stack must split."""
    units, hex = command.units, command.hexes[0]
    check_waiting(p, units, "11.27")
    if hex not in choices(p, units):
        raise _why_not(p, units, hex)
    p.pop()
    go(p, units, hex)
    if not p.over and waiting(p):
        if any(choices(p, (u,)) for u in waiting(p)):
            p.push("battle.retreat", p.foe(the_battle(p).side))
        else:
            give_up(p)


def _why_not(p: P, units: Sequence[int], hex: int) -> Illegal:
    battle, names = the_battle(p), p.game.board.names
    if hex in battle.origins:
        return Illegal("10.31(A)" if battle.mobile else "11.27 revised", f"the attack came from {names[hex]}")
    if p.game.board.direction(battle.target, hex) >= 0 and ground.water_between(p, battle.target, hex):
        return Illegal("11.28", f"water bars the way to {names[hex]}")
    if p.s.count[battle.side][hex]:
        return Illegal("11.27", f"{names[hex]} holds enemy units")
    for unit in units:
        why = ground.refusal(p, unit, battle.target, hex, retreat=True)
        if why is not None:
            return why
    if hex in open_hexes(p, units, battle.target) and hex not in preferred(p, units, battle.target):
        side = "west" if p.side_of(units[0]) == GERMAN else "east"
        return Illegal("11.27 revised", f"a hex to the {side} is open")
    if hex in preferred(p, units, battle.target) and fits(p, units, hex):
        return Illegal("11.27", "the stack must stay together: one hex can take all of it")
    return Illegal("11.28", f"{names[hex]} is closed to this retreat")


def retreat_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes for the units named; with nobody named, for all that wait."""
    return choices(p, units or waiting(p))


def possible_retreats(p: P) -> Iterator[Command]:
    """The whole stack, if it can stay together, else unit by unit."""
    stack = tuple(waiting(p))
    for units in (stack, *((u,) for u in stack if len(stack) > 1)):
        for hex in choices(p, units):
            yield Command("retreat", units, (hex,))
