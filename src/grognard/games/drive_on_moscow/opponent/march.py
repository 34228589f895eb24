"""Marching orders: who goes where and why, given out one command at a time as the road becomes free."""

from __future__ import annotations

from typing import NamedTuple

from ....ai import Advice
from ....core.command import Command
from ....core.errors import Illegal
from ....core.match import Match
from ..rules.movement import check_stack, march_of
from ..rules.spoiling_attacks import march_leaves_enough


class Order(NamedTuple):
    """Units of one hex that shall march to another."""

    units: tuple[int, ...]
    target: int
    why: str


def gather(orders: list[Order], at: dict[int, int]) -> list[Order]:
    """Join orders from the same hex to the same hex for the same reason, so that stacks march together."""
    together: dict[tuple[int, int, str], list[int]] = {}
    for order in orders:
        for unit in order.units:
            if at[unit] != order.target:
                together.setdefault((at[unit], order.target, order.why), []).append(unit)
    return [Order(tuple(units), target, why) for (_, target, why), units in together.items()]


class March:
    """Orders that are still to be carried out."""

    def __init__(self, orders: list[Order]) -> None:
        self.orders = orders

    def next(self, match: Match) -> Advice | None:
        """The first order that can be carried out now; an order that is stuck goes as far as the road is free."""
        blocked: list[Order] = []
        while self.orders:
            order = self.orders.pop(0)
            path = _path(match, order)
            if path:
                self.orders = blocked + self.orders
                return Advice(Command("move", order.units, tuple(path)), order.why)
            if path is None and len(order.units) > 1:  # slower or hindered together: let them go one by one
                self.orders = [Order((u,), order.target, order.why) for u in order.units] + self.orders
            elif path is None:
                blocked.append(order)
        for order in blocked:
            path = _part_way(match, order)
            if path:
                self.orders = [other for other in blocked if other is not order]
                return Advice(Command("move", order.units, tuple(path)), order.why)
        return None


def _path(match: Match, order: Order) -> list[int] | None:
    """The way to the target; empty when there is nothing to do, None when there is no way now."""
    p = match.play
    here = p.s.loc[order.units[0]]
    if here == order.target:
        return []
    try:
        check_stack(p, order.units)
    except Illegal:
        return [] if len(order.units) == 1 else None
    found = march_of(p, order.units).reach()
    path = found.path(order.target)
    if path and not _permitted(match, order, path):
        return [] if len(order.units) == 1 else None
    return path or None


def _permitted(match: Match, order: Order, path: list[int]) -> bool:
    """Units that Stalin wants to attack (11.2) may not march away."""
    return march_leaves_enough(match.play, order.units, path, march_of(match.play, order.units).costs(path))


def _part_way(match: Match, order: Order) -> list[int]:
    """As near to the target as the road is free."""
    p = match.play
    found = march_of(p, order.units).reach()
    board = p.game.board
    best = min(found.nodes.tolist(), key=lambda h: board.distance(h, order.target))
    path = found.path(best)
    return path if _permitted(match, order, path) else []
