"""The stacking limit."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from .condition import eliminate


@rule("stacking.2", "stacking.3", "stacking.4", "stacking.5")
def excess(p: P, hex: int, side: int, units: Sequence[int]) -> int:
    """How many of these units are too many in a hex: two may stack, three if one of them is small."""
    return p.game.stacking.excess(side, hex, units)


def crowded(p: P, hex: int, side: int) -> int:
    return excess(p, hex, side, p.units(hex, side))


def may_join(p: P, unit: int, there: Sequence[int], hex: int) -> bool:
    """Could a unit end its movement beside these without a penalty?"""
    side = p.side_of(unit)
    return not there or excess(p, hex, side, [*there, unit]) <= excess(p, hex, side, there)


def has_room(p: P, unit: int, hex: int) -> bool:
    """Could this unit end its movement in a hex without a penalty?"""
    return may_join(p, unit, [u for u in p.units(hex, p.side_of(unit)) if u != unit], hex)


@rule("stacking.1", "stacking.6")
def enforce(p: P, side: int, hexes: Sequence[int]) -> None:
    """Movement has ended in these hexes: excess units go, as their owner chooses."""
    for hex in hexes:
        if crowded(p, hex, side):
            p.push("overstacked", side, hex)


def shared(p: P, side: int) -> list[int]:
    """Hexes with several pieces of a side, the fullest last to be looked at."""
    held = p.s.arrays.count[side][: p.game.board.hexes]
    return (held > 2).nonzero()[0].tolist() + (held == 2).nonzero()[0].tolist()  # type: ignore[no-any-return]


def too_many(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the overstacked hex whose removal helps."""
    hex, side = p.frame.args[0], p.frame.side
    there = p.units(hex, side)
    now = excess(p, hex, side, there)
    able = [u for u in there if now and not p.game.is_free_of_stacking[u]]
    helping = [u for u in able if excess(p, hex, side, [v for v in there if v != u]) < now]
    return helping or able


@rule("stacking.1")
def remove_excess(p: P, command: Command) -> None:
    hex, side = p.frame.args[0], p.frame.side
    for unit in command.units:
        if unit not in too_many(p, ()):
            raise Illegal("stacking.1", f"{p.game.pieces[unit].handle} is not too many in {p.game.board.names[hex]}")
        eliminate(p, (unit,), "stacking.1")
    if not crowded(p, hex, side):
        p.pop()
