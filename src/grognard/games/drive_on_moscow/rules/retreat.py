"""10.26 to 10.28 Retreat after combat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import CONTROL, derived
from ....core.errors import Illegal
from ....core.events import Retreated
from ....core.paths import NEVER
from ....core.rule import rule
from ...assault.battle import change_battle, surviving_attackers, the_battle
from ...assault.events import Trapped
from ...assault.flags import DEFENDED, RETREATED
from ...assault.retreat import Retreat, check_waiting, held_by_the_victors
from ...assault.retreat import waiting as waiting
from ..material import P
from . import movement
from .losses import defender_eliminated, eliminate_bystanders
from .movement import enter
from .stacking import room


@rule("10.26a", "10.26b", "10.27a", "10.18f", "9.17")
def retreat_hexes(p: P, unit: int, hex: int) -> list[int]:
    """Adjacent hexes without enemy units that the unit may enter at all: no enemy city, no reservoir to cross,
    no marsh for vehicles, nothing off the map. Points, rivers and supply do not matter."""
    game, side = p.game, p.side_of(unit)
    enemy = p.foe(side)
    steps = zip(game.board.rows[hex], movement.costs_for(p, (unit,))[hex].tolist(), strict=True)
    return [
        near for near, cost in steps
        if cost != NEVER and not held_by_the_victors(p, side, near) and not (game.city[near] and p.s.control[near] == enemy)
    ]  # fmt: skip


@rule("10.26c")
def distance_to_source(p: P, side: int, hex: int) -> int:
    """Straight distance to the nearest map-edge source the side controls (0 when it has none left)."""
    return int(_source_distances(p, side)[hex])


@derived(CONTROL)
def _source_distances(p: P, side: int) -> npt.NDArray[np.int32]:
    working = p.s.arrays.control[p.game.sources[side]] == side
    far = p.game.source_distance[side][working]
    return far.min(axis=0) if len(far) else np.zeros(p.game.board.nodes, np.int32)


@rule("10.26c", "10.27b", "10.27c")
def retreat_of(p: P) -> Retreat:
    """The choices of the beaten stack."""
    battle = the_battle(p)
    gone = dict(battle.gone)
    doors = {u: retreat_hexes(p, u, battle.target) for u in battle.defenders}
    side = p.foe(battle.side)
    hexes = {h for choices in doors.values() for h in choices}
    taken = {h: sum(x == h for x in gone.values()) for h in hexes}
    return Retreat(doors, {h: room(p, side, h) + taken[h] for h in hexes}, {h: distance_to_source(p, side, h) for h in hexes})


@rule("10.26a", "10.27c", "10.28b")
def begin_retreat(p: P) -> None:
    """All of the stack retreats, or none of it and it suffers DE instead. Forced retreats need no decision."""
    eliminate_bystanders(p)
    battle = the_battle(p)
    choices = retreat_of(p)
    whole = choices.whole()
    if len(whole) == 1:
        retreat_units(p, battle.defenders, whole[0])
    elif whole or choices.best() is not None:
        p.push("battle.retreat", p.foe(battle.side))
    else:
        p.emit(Trapped(hex=battle.target, side=p.foe(battle.side), rule="10.27c"))
        defender_eliminated(p)


@rule("10.26a", "10.28a", "9.26")
def retreat_units(p: P, units: Sequence[int], hex: int) -> None:
    """Units go back one hex. After a prepared assault they will not defend again in this phase (10.28); after a
    mobile assault they will (9.26)."""
    battle = the_battle(p)
    start = p.s.loc[units[0]]
    if not battle.mobile:
        p.s.mark(units, RETREATED | DEFENDED)
    elif hex == battle.launch:
        for unit in surviving_attackers(p):  # they change places: an empty hex takes any stack, so all of it goes there
            p.place(unit, battle.target)
    enter(p, units, hex)
    change_battle(p, gone=(*battle.gone, *((u, hex) for u in units)))
    p.emit(Retreated(units=tuple(units), path=(start, hex), side=p.foe(battle.side), rule="10.26a"))


@rule("10.26c", "10.27b")
def retreat(p: P, command: Command) -> None:
    """The owner chooses among equally good hexes, and who goes where when the stack must split."""
    battle = the_battle(p)
    units, hex = command.units, command.hexes[0]
    check_waiting(p, units, "10.26a")
    choices = retreat_of(p)
    allowed = choices.allowed(units, dict(battle.gone))
    if hex not in allowed:
        raise Illegal(*_why_not(p, choices, units, hex))
    retreat_units(p, units, hex)
    if not p.over and not waiting(p):
        p.pop()


def _why_not(p: P, choices: Retreat, units: Sequence[int], hex: int) -> tuple[str, str]:
    names = p.game.board.names
    if any(hex not in choices.doors[u] for u in units):
        return "10.27a", f"{names[hex]} is closed to this retreat"
    if choices.whole() and len(units) < len(choices.doors):
        return "10.27b", "the stack must stay together: one hex can take all of it"
    if room(p, p.side_of(units[0]), hex) < len(units):
        return "10.27b", f"{names[hex]} has no room for so many units"
    return "10.26c", f"{names[hex]} is not the nearest way to a source of supply"


def retreat_choices(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes for the units named; with nobody named, for all that wait."""
    units = units or waiting(p)
    return retreat_of(p).allowed(units, dict(the_battle(p).gone)) if units else ()


def list_retreats(p: P) -> Iterator[Command]:
    """The whole stack together where it fits, else unit by unit."""
    stack = tuple(waiting(p))
    groups = [stack] if len(stack) == 1 or retreat_choices(p, stack) else [(unit,) for unit in stack]
    yield from (Command("retreat", units, (hex,)) for units in groups for hex in retreat_choices(p, units))


def sample_retreat(p: P, rng: random.Random) -> Command:
    """The first legal retreat, whole if possible, else unit by unit."""
    stack = tuple(waiting(p))
    for units in (stack, stack[:1]):
        allowed = retreat_choices(p, units)
        if allowed:
            return Command("retreat", units, (allowed[int(rng.random() * len(allowed))],))
    raise RuntimeError("a retreat that was possible has become impossible")
