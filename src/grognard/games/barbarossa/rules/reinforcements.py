"""8.1 Reinforcements: when and where new units of both sides enter play."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ...assault.events import Arrived, Forfeited
from ..events import Delayed
from ..material import STACK_LIMIT, P
from ..state import GERMAN, SOVIET, WAITING
from . import instants, manstein, occupation, special_entries, stacking
from .counters import enters_by_conversion, is_axis_satellite, name
from .ground import mechanized
from .supply import network

Mask = npt.NDArray[np.bool_]


# ---------------------------------------------------------------- where


@rule("8.1c", "7.3", "7.9a")
def doors(p: P, side: int) -> Mask:
    """Own sources on the map edge, and own cities with regular overland supply at this instant."""
    game, s = p.game, p.s
    supplied = game.city & (network(p, side) != 0)
    found: Mask = (game.source_mask[side] | supplied) & (s.arrays.control == side) & (s.arrays.foes[side] == 0)
    return found


@rule("8.1c", "8.13", "10.22")
def open_to(p: P, unit: int) -> Mask:
    """Where a new unit may enter, but for room: general rules, or the limits its counter shows."""
    own = special_entries.hexes_for(p, unit)
    if own is not None:
        return own
    general = doors(p, p.side_of(unit))
    return general & ~p.game.north if is_axis_satellite(p, unit) else general


@rule("8.1b")
def quota_left(p: P, hex: int) -> int:
    """A hex takes no more than one full stack of new units per game turn, whatever becomes of them."""
    return STACK_LIMIT - p.s.arrivals[hex]


def entry_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that could take all of these new units now."""
    if not units:
        return []
    found = open_to(p, units[0]).copy()
    for unit in units[1:]:
        found &= open_to(p, unit)
    found &= (p.s.arrays.arrivals <= STACK_LIMIT - len(units)) & stacking.room_for(p, units)
    able = found.nonzero()[0].tolist()
    return able if len(units) == 1 else [hex for hex in able if special_entries.in_place(p, units, hex) <= 1]


@rule("8.1b", "8.1c", "8.2a", "8.2b", "8.3a", "8.13", "6.3", "10.22")
def require_entry(p: P, units: Sequence[int], hex: int) -> None:
    """Refuse a hex that is no entry hex of these units, is full, or has taken its stack this turn."""
    title = p.game.board.names[hex]
    for unit in units:
        if not open_to(p, unit)[hex]:
            rule, why = special_entries.refusal(p, unit, hex) or _refusal(p, unit, hex)
            raise Illegal(rule, f"{name(p, unit)} cannot enter at {title}: {why}")
    if len(units) > 1 and special_entries.in_place(p, units, hex) > 1:
        raise Illegal("8.2a", f"{title} takes one such unit per turn")
    if quota_left(p, hex) < len(units):
        raise Illegal("8.1b", f"{title} has taken its stack of new units this turn")
    stacking.require_room(p, units, hex)


def _refusal(p: P, unit: int, hex: int) -> tuple[str, str]:
    game, side = p.game, p.side_of(unit)
    if is_axis_satellite(p, unit) and game.north[hex]:
        return "10.22", "Axis satellites stay south of the logistical boundary"
    if p.s.control[hex] != side or p.s.foes[side][hex]:
        return "8.1c", "it is not in friendly hands"
    if game.city[hex]:
        return "8.1c", "the city has no regular overland supply"
    return "8.1c", "it is neither a source on the map edge nor a city"


# ---------------------------------------------------------------- how


@rule("8.1b", "8.1d", "8.8")
def place_new(p: P, units: Sequence[int], hex: int) -> None:
    """Put new units into a hex or the RVGK box. At the map edge they owe the cost of the hex; a city costs nothing."""
    if hex == p.game.rvgk:
        for unit in units:
            p.place(unit, hex)
        return
    special_entries.note(p, units, hex)
    p.s.arrivals[hex] += len(units)
    p.s.clear(units, WAITING)
    for unit in units:
        occupation.enter(p, (unit,), hex)
        if comes_over_the_edge(p, unit, hex):
            p.s.toll[unit] = entry_cost(p, unit, hex)
    instants.settle(p)


@rule("8.1d", "8.2a", "8.3f", "8.27")
def comes_over_the_edge(p: P, unit: int, hex: int) -> bool:
    """Does a new unit enter the map here? Those formed in place do not, and a city costs nothing."""
    if p.game.city[hex] or special_entries.forms_in_place(p, unit):
        return False
    edge = special_entries.own_edge(p, unit) or f"{p.game.sides[p.side_of(unit)]}-supply"
    return bool(p.game.board.mask(edge)[hex])


@rule("8.1d", "10.11", "10.12")
def entry_cost(p: P, unit: int, hex: int) -> int:
    """What a unit that comes in at the map edge pays for its hex of entry when it moves."""
    if not mechanized(p, unit):
        return 1
    if p.game.rough[hex]:
        return 2
    dry = p.side_of(unit) == SOVIET and p.s.turn >= 13  # 10.12
    return 3 if p.game.marsh[hex] and not dry else 1


@rule("8.1a", "8.3a", "3.3a")
def arriving(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """The new units of the deciding side: those of this turn's box, and Romanians who wait for Bucharest."""
    side = p.frame.side
    units = [u for u in p.game.calendar.due(p, side) if not enters_by_conversion(p, u)]
    if side == SOVIET:
        units += [u for u in p.units(p.game.rvgk, SOVIET) if waits_for_its_place(p, u) and open_to(p, u).any()]
    return units


@rule("8.25", "8.8")
def waits_for_its_place(p: P, unit: int) -> bool:
    """Lies among the reserves only because the one place where it may enter was closed."""
    return bool(p.s.flags[unit] & WAITING) and not enters_by_conversion(p, unit)


@rule("8.1a", "8.1b", "8.1c", "8.2a", "8.2b", "8.3a")
def enter(p: P, command: Command) -> None:
    """Place reinforcements, hex by hex as the player likes."""
    side, hex = p.frame.side, command.hexes[0]
    for unit in command.units:
        if unit not in arriving(p, ()):
            raise Illegal("8.1a", _not_due(p, unit))
    require_entry(p, command.units, hex)
    place_new(p, command.units, hex)
    p.emit(Arrived(units=command.units, hex=hex, side=side, rule="8.1c"))


def _not_due(p: P, unit: int) -> str:
    if p.game.calendar.waits(p, unit):
        return f"{name(p, unit)} waits in the box {p.game.board.names[p.s.loc[unit]]}; nobody may come early"
    return f"{name(p, unit)} is no reinforcement of this turn"


# ---------------------------------------------------------------- the end of a segment


@rule("8.1a", "8.2b", "8.3a", "8.12a")
def end_german_arrivals(p: P, command: Command) -> None:
    """German reinforcements that have not entered are lost, and so are replacement steps."""
    lost = [u for u in p.game.calendar.due(p, GERMAN) if not manstein.awaits_drop(p, u)]
    phases.close(p)
    p.s.replacements = (0, 0)
    for unit in lost:
        p.place(unit, p.game.gone[GERMAN])
    if lost:
        p.emit(Forfeited(units=tuple(lost), side=GERMAN, rule="8.1a"), public=True)


@rule("8.1a", "8.8", "8.12a", "8.25")
def end_soviet_arrivals(p: P, command: Command) -> None:
    """Soviet reinforcements that have not entered are held in the RVGK box."""
    delayed = [u for u in p.game.calendar.due(p, SOVIET) if not enters_by_conversion(p, u)]
    phases.close(p)
    p.s.replacements = (0, 0)
    for unit in delayed:
        p.place(unit, p.game.rvgk)
        if special_entries.is_bound_to_a_place(p, unit):
            p.s.mark((unit,), WAITING)
    if delayed:
        p.emit(Delayed(units=tuple(delayed), side=SOVIET, rule="8.8"))
