"""8.26 A Soviet unit fetches the Bulgarians."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Exited, Joined
from ..material import STACK_LIMIT, P
from ..state import GERMAN, SOVIET
from .allies import TURNING_POINT, approached, has_happened, remember
from .counters import name
from .instants import settle
from .movement import points_left, set_out
from .occupation import enter


@rule("8.26")
def may_leave(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Soviet units on a Bulgarian edge hex with a movement point left."""
    if p.s.active != SOVIET or has_happened(p, "bulgarian"):
        return []
    return [u for h in _gates(p) for u in p.units(h, SOVIET) if points_left(p, u) >= 1]


def _gates(p: P) -> tuple[int, ...]:
    area = p.game.board.areas.get("bulgarian-exits")
    return area.hexes if area else ()


@rule("8.26")
def leave(p: P, command: Command) -> None:
    """One unit goes off the map to fetch the Bulgarians."""
    if len(command.units) != 1:
        raise Illegal("8.26", "one unit goes to fetch the Bulgarians")
    unit = command.units[0]
    if has_happened(p, "bulgarian"):
        raise Illegal("8.26", "the Bulgarians have been called already")
    if p.side_of(unit) != SOVIET or p.s.loc[unit] not in _gates(p):
        raise Illegal("8.26", f"{name(p, unit)} does not stand on a south edge hex of Bulgaria")
    if points_left(p, unit) < 1:
        raise Illegal("8.26", f"{name(p, unit)} has no movement point left")
    remember(p, "bulgarian")
    hex = p.s.loc[unit]
    set_out(p, (unit,))
    p.s.exited = unit
    p.place(unit, p.game.off[SOVIET])
    if p.s.turn <= TURNING_POINT:
        for ally in bulgarians(p):
            p.game.calendar.schedule(p, ally, TURNING_POINT + 1)
    remember(p, f"bulgarian-{p.s.turn}")
    p.emit(Exited(units=(unit,), hex=hex, side=SOVIET, rule="8.26"), public=True)
    settle(p)


def bulgarians(p: P) -> list[int]:
    """The Bulgarian armies that have not entered yet."""
    return [u for h in ("1b", "2b", "4b") if (u := p.game.oob.unit(h)) >= 0 and p.s.loc[u] in (-1, p.game.off[SOVIET])]


@rule("8.26")
def returning(p: P) -> tuple[int, ...]:
    """Who comes back from Bulgaria in this movement phase: the unit that left, and the three armies with it."""
    if p.s.exited < 0 or p.s.active != SOVIET or has_happened(p, f"bulgarian-{p.s.turn}"):
        return ()
    return (p.s.exited, *bulgarians(p))


@rule("8.26", "6.4")
def gates_open(p: P, units: Sequence[int]) -> Sequence[int]:
    """Border hexes free of the enemy with room for all; only the limit on satellites is waived."""
    group = returning(p)
    if not group:
        return []
    return [h for h in _gates(p) if not p.s.count[GERMAN][h] and p.s.count[SOVIET][h] + len(group) <= STACK_LIMIT]


@rule("8.26")
def join(p: P, command: Command) -> None:
    """All come in together and pay for the hex; by the end of their first move they must be stacked like everybody else."""
    hex, group = command.hexes[0], returning(p)
    if not group:
        raise Illegal("8.26", "nobody waits in Bulgaria for this movement phase")
    if hex not in gates_open(p, ()):
        raise Illegal("8.26", f"{p.game.board.names[hex]} is no open border hex of Bulgaria with room for all")
    p.s.exited = -1
    for unit in group:
        p.s.spent[unit] = 2 if p.game.rough[hex] and p.game.is_mech[p.s.kind[unit]] else 1
        p.s.origin[unit] = p.game.off[SOVIET]  # that is where they began, and with nobody else
        enter(p, (unit,), hex)
    p.emit(Joined(units=group, hex=hex, side=SOVIET, rule="8.26"), public=True)
    approached(p, group, hex)
    settle(p)
