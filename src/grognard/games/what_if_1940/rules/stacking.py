"""7.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from .counters import eliminate, name, nation, static


@rule("7.1", "7.4a", "7.5", "7.6", "7.7")
def excess(p: P, units: Sequence[int], node: int) -> int:
    """How many are too many: two stay in a hex of the west, three in the east, static ones besides; boxes hold any number."""
    return p.game.stacking.excess(p.side_of(units[0]), node, [p.s.kind[unit] for unit in units]) if units else 0


def crowd_at(p: P, node: int) -> int:
    """How many units there are in a hex or box, whosever they are."""
    return len(p.s.stack(node))


@rule("7.4b")
def mixed(p: P, units: Sequence[int], node: int) -> bool:
    """On the west map nations do not rest in one hex, but for the two tank corps once they form an army."""
    if node >= p.game.board.hexes or not p.game.west[node] or len({nation(p, unit) for unit in units}) < 2:
        return False
    return not (p.s.tank_army and all(p.game.rung[p.s.kind[unit]] for unit in units))


def _together(p: P, units: Sequence[int], node: int, without: int = -1) -> list[int]:
    """The units of a node and those that would join them, without enemies, whose stacks do not count against ours."""
    side = p.side_of(units[0])
    there = [u for u in p.s.stack(node) if p.side_of(u) not in p.s.enemies[side] and u not in units and u != without]
    return [*there, *units]


@rule("7.2a", "7.4a", "7.5")
def room(p: P, units: Sequence[int], node: int, without: int = -1) -> bool:
    """Could the units be here for a moment, on their way through, once somebody has left?"""
    return not excess(p, _together(p, units, node, without), node)


@rule("7.4a", "7.4b", "7.5", "7.6", "7.7")
def fits(p: P, units: Sequence[int], node: int, without: int = -1) -> bool:
    """Could the units rest here, once somebody has left: within the limit, and nations apart?"""
    together = _together(p, units, node, without)
    return not excess(p, together, node) and not mixed(p, together, node)


def space(p: P, unit: int, node: int) -> int:
    """How many units of a unit's nation could come here."""
    if not fits(p, (unit,), node):
        return 0
    most = p.game.stacking.most(p.side_of(unit), node, "units")
    return most - sum(not static(p, other) for other in _together(p, (unit,), node)) + 1


@rule("3.1", "12.3d")
def require(p: P, units: Sequence[int], node: int, rule_id: str) -> None:
    """Refuse to overstack a hex."""
    if not room(p, units, node):
        most = p.game.stacking.most(p.side_of(units[0]), node, "units")
        raise Illegal(rule_id, f"{p.game.board.names[node]} would hold more than {most} units")
    if not fits(p, units, node):
        raise Illegal("7.4b", f"units of different nations cannot stay in {p.game.board.names[node]} together")


@rule("7.2b")
def faulty(p: P) -> Iterator[tuple[int, int]]:
    """Every side and hex with too high or too mixed a stack, as found at the start or end of a phase or combat."""
    counted = p.s.arrays.count[:, : p.game.board.hexes]
    for side, hex in zip(*(part.tolist() for part in (counted > 1).nonzero()), strict=True):
        if not _sound(p, p.units(hex, side), hex):
            yield side, hex


def _sound(p: P, units: Sequence[int], hex: int) -> bool:
    return not excess(p, units, hex) and not mixed(p, units, hex)


@rule("7.2b")
def remove_excess(p: P, command: Command) -> None:
    """The owner gives up units of his choice, as few as will do."""
    side, hex = p.frame.args
    there = p.units(hex, side)
    for unit in command.units:
        if unit not in there:
            raise Illegal("7.2b", f"{name(p, unit)} is not in {p.game.board.names[hex]}")
    left = [u for u in there if u not in command.units]
    if not _sound(p, left, hex):
        raise Illegal("7.2b", f"{p.game.board.names[hex]} would still be overstacked")
    if any(_sound(p, [*left, unit], hex) for unit in command.units):
        raise Illegal("7.2b", "no more units go than must")
    for unit in command.units:
        eliminate(p, unit, "overstacked", "7.2b")
    p.pop()


@rule("1.3a", "7.2b")
def inspect(p: P) -> bool:
    """Put the first faulty stack before its owner; true when there was one."""
    found = next(faulty(p), None)
    if found is not None:
        side, hex = found
        post = p.game.post_at(p, hex, side)
        p.push("overstacked", side, side, hex, posts=(post,) if post >= 0 else ())
    return found is not None
