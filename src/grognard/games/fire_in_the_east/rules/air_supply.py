"""What the air war asks of supply: lines to regular sources, isolation; and supply that has come by air (12.E.2)."""

from __future__ import annotations

from ....core.rule import rule
from ..material import P
from . import supply


def is_isolated(p: P, node: int, side: int) -> bool:
    """Is a hex of a side isolated (3.I)?"""
    return supply.isolated_at(p, node, side)


def has_line(p: P, node: int, side: int) -> bool:
    """Can a line be traced from a hex to a regular source of supply?"""
    return supply.traces(p, node, side)


@rule("12.E.2")
def bring(p: P, side: int, node: int, equivalents: int) -> None:
    """Supply comes down in a hex, in eighths of an equivalent."""
    before = {(one, hex): amount for one, hex, amount in p.s.flown_supply}
    before[side, node] = before.get((side, node), 0) + equivalents
    p.s.flown_supply = tuple((one, hex, amount) for (one, hex), amount in sorted(before.items()))


@rule("12.E.2")
def forget(p: P, side: int) -> None:
    """At the start of its next friendly air phase what is left is gone."""
    p.s.flown_supply = tuple(entry for entry in p.s.flown_supply if entry[0] != side)


def brought(p: P, side: int, node: int) -> int:
    """Equivalents of supply in a hex, in eighths."""
    return sum(amount for one, hex, amount in p.s.flown_supply if one == side and hex == node)


def has_rail_line(p: P, node: int, side: int) -> bool:
    """Does a railway lead from a hex to a source of supply of a side?"""
    return supply.rail_line(p, node, side)
