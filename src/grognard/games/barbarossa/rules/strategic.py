"""8.6, 8.7 German strategic movement."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import next_to
from ....core.rule import rule
from ...assault import phases
from ..events import Transferred
from ..material import STACK_LIMIT, P
from ..state import ENTRAINED, GERMAN, SOVIET, TRANSFERRED
from . import instants, road_back, special_entries, stacking
from .counters import is_axis_satellite, name, on_map
from .ground import mechanized
from .occupation import enter
from .supply import network

FIRST_TURN, LAST_TURN = 9, 29
ALLOWANCE = 8

_FAR = 400  #: longer than any way on the board

Mask = npt.NDArray[np.bool_]


@rule("8.6", "8.7c")
def begin(p: P) -> None:
    """From turn 9 to turn 29 the German may shift units over any distance."""
    p.pop()
    p.s.strategic_left = ALLOWANCE if FIRST_TURN <= p.s.turn <= LAST_TURN else 0
    p.s.arrays.origin[:] = p.s.arrays.loc
    if p.s.strategic_left:
        p.s.mark((depots(p)[p.s.arrays.loc] & p.on_map() & p.game.of_side[GERMAN]).nonzero()[0].tolist(), ENTRAINED)
    if ready(p, ()):
        p.push("strategic.moves", GERMAN)
    else:
        p.s.clear_all(ENTRAINED)


@rule("8.7c")
def weight(p: P, unit: int) -> int:
    """A satellite army counts four units, a mechanized unit two."""
    return 4 if is_axis_satellite(p, unit) else 2 if mechanized(p, unit) else 1


@rule("8.7a")
def depots(p: P) -> Mask:
    """German-controlled cities with overland supply: where units must be when the phase begins."""
    return p.game.city & (p.s.arrays.control == GERMAN) & (network(p, GERMAN) != 0)  # type: ignore[no-any-return]


@rule("8.7a", "12.7a")
def refusal(p: P, unit: int) -> Illegal | None:
    """Why a unit may not move strategically, None when it may."""
    if p.side_of(unit) != GERMAN or not on_map(p, unit):
        return Illegal("8.7a", f"{name(p, unit)} is no unit of the German side on the map")
    if p.s.flags[unit] & TRANSFERRED:
        return Illegal("8.7a", f"{name(p, unit)} has made its strategic move")
    if not p.s.flags[unit] & ENTRAINED:
        return Illegal("8.7a", f"{name(p, unit)} did not begin the phase in a German-controlled city with overland supply")
    if road_back.stands_fast(p, unit):
        return Illegal("12.7a", f"{name(p, unit)} stands fast in Stalingrad this turn")
    return None


@rule("8.7a", "8.7c")
def ready(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The units that may move strategically within what is left of the allowance."""
    if not p.s.strategic_left:
        return []
    waiting = (p.s.arrays.flags & ENTRAINED).nonzero()[0].tolist()
    return [u for u in waiting if weight(p, u) <= p.s.strategic_left and refusal(p, u) is None]


@rule("8.7b", "6.4", "10.4", "10.13", "10.14", "10.22", "8.3c", "8.3e")
def closed_hexes(p: P, units: Sequence[int]) -> Mask:
    """Hexes the units may not enter: the enemy's, water, and what is barred to satellites and confined units."""
    closed: Mask = (p.s.arrays.count[SOVIET] > 0) | p.game.water
    for unit in units:
        if is_axis_satellite(p, unit):
            closed |= p.game.north | stacking.shared_with_satellites(p, GERMAN)
        area = special_entries.confined(p, unit)
        if area is not None:
            closed |= ~area
    if len(stacking.satellites(p, units)) > 1:  # two of them never stack, not even on the way
        closed[:] = True
    return closed


@rule("8.7b")
def beside_the_enemy(p: P) -> Mask:
    """Hexes in which a strategic move may begin or end, but through which it may not go."""
    return next_to(p.game.board.neighbours, p.game.on_map_side, p.s.arrays.count[SOVIET] > 0)  # type: ignore[no-any-return]


@rule("8.7b", "6.2a")
def transfer_of(p: P, units: Sequence[int]) -> Movement:
    """How units move strategically together: over any distance, every passable hexside alike."""
    return Movement(
        p, units, p.s.loc[units[0]], _FAR, p.game.steps, closed_hexes(p, units).view(np.uint8), why_not,
        p.s.arrays.count[GERMAN], STACK_LIMIT - len(units), stop=beside_the_enemy(p).view(np.uint8),
    )  # fmt: skip


@rule("8.7b", "10.14", "10.22", "6.2a")
def why_not(transfer: Movement, refused: Refused) -> Illegal:
    """The rule against a step of a strategic move."""
    p, here, there = transfer.p, refused.here, refused.there
    names = p.game.board.names
    match refused.hindrance:
        case Hindrance.BARRED:
            strait = {here, there} == p.game.kerch
            return Illegal("10.14" if strait else "8.7b", f"no strategic move goes from {names[here]} to {names[there]}")
        case Hindrance.CLOSED:
            if not p.s.count[SOVIET][there] and not stacking.fits(p, transfer.units, there):
                return stacking.no_room(p, transfer.units, there)
            return Illegal(_why_closed(p, transfer.units, there), f"{names[there]} is closed to these units")
        case Hindrance.STOPPED:
            return Illegal("8.7b", f"{names[here]} is next to an enemy unit; only the first and the last hex may be")
        case Hindrance.FULL:
            return stacking.no_room(p, transfer.units, there)
        case Hindrance.FAR:
            return Illegal("8.7b", f"no strategic move leads to {names[there]}")
    return Illegal("8.7b", f"{names[here]} and {names[there]} do not touch")


def destinations(p: P, units: Sequence[int]) -> Sequence[int]:
    """Where the units can go; they start from one hex."""
    if not units or len({p.s.loc[u] for u in units}) > 1 or sum(weight(p, u) for u in units) > p.s.strategic_left:
        return []
    return transfer_of(p, units).hexes()


def sample_transfer(p: P, rng: random.Random) -> Command | None:
    """A random strategic move of a random unit, with its way."""
    units = ready(p, ())
    if not units:
        return None
    unit = units[int(rng.random() * len(units))]
    path = transfer_of(p, (unit,)).drawn(rng)
    return Command("strategic", (unit,), tuple(path)) if path else None


def expand(p: P, command: Command) -> Command:
    """A destination alone means the shortest way."""
    if len(command.hexes) != 1 or not on_map(p, command.units[0]):
        return command
    found = transfer_of(p, command.units).reach().path(command.hexes[0])
    return Command(command.verb, command.units, tuple(found)) if found else command


@rule("8.7a", "8.7b", "8.7c", "10.14")
def check_transfer(p: P, command: Command) -> None:
    """Units that may move strategically, together, within what is left of the allowance, along a way that is open to them."""
    units, way = command.units, command.hexes
    for unit in units:
        refused = refusal(p, unit)
        if refused is not None:
            raise refused
    if len({p.s.loc[u] for u in units}) > 1:
        raise Illegal("8.7a", "units that move together start from one city")
    price = sum(weight(p, u) for u in units)
    if price > p.s.strategic_left:
        raise Illegal("8.7c", f"this counts {price} units, and {p.s.strategic_left} are left")
    transfer_of(p, units).price(way)


@rule("8.7a", "8.7b", "8.7c")
def move(p: P, command: Command) -> None:
    """Move units that stand in one city along a way of any length."""
    units, way = command.units, command.hexes
    p.s.strategic_left -= sum(weight(p, u) for u in units)
    passed = [p.s.loc[units[0]]]
    for hex in way:
        enter(p, units, hex)
        passed.append(hex)
        instants.settle(p)
        if p.over:
            break
    p.s.mark(units, TRANSFERRED)
    p.emit(Transferred(units=units, path=tuple(passed), side=GERMAN, rule="8.7a"))


def _why_closed(p: P, units: Sequence[int], hex: int) -> str:
    if any(is_axis_satellite(p, u) for u in units) and p.game.north[hex]:
        return "10.22"
    for unit in units:
        area = special_entries.confinement(p, unit)
        if area and not p.game.board.mask(area[0])[hex]:
            return area[1]
    return "8.7b"


@rule("8.7a")
def end(p: P, command: Command) -> None:
    """Who has not gone by now stays."""
    p.s.clear_all(ENTRAINED)
    phases.close(p)
