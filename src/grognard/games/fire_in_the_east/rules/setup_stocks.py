"""36c: forts, airfields and resource points of the set-up, by the stocks of the orders of battle."""

from __future__ import annotations

import msgspec

from ....core.errors import Illegal
from ....core.rule import rule
from ..deployment import Stock
from ..home_front import home
from ..material import P
from ..state import AXIS, FireState
from .setup_areas import SIDE_OF, group_of, placed, step_of
from .units import where

KINDS = ("fort", "airfield", "resource")
PERMANENT = 2
#: forts that the Soviet order of battle puts into printed hexes
SOVIET_FORTS = ("1B/4824", "1B/4926", "3B/0607")


def _count(p: P, kind: str, hex: int) -> int:
    return {"fort": p.s.fort, "airfield": p.s.airfield, "resource": p.s.resource}[kind][hex] // (
        PERMANENT if kind == "airfield" else 1
    )


def deployed_at(p: P, kind: str) -> dict[int, int]:
    """How much of a kind the side that sets up has put where."""
    side = SIDE_OF[step_of(p)]
    array = getattr(p.s.arrays, kind)
    printed = {p.game.board.node(name) for name in SOVIET_FORTS}
    return {hex: _count(p, kind, hex) for hex in array.nonzero()[0].tolist()
            if p.s.control[hex] == side and not (kind == "fort" and hex in printed)}  # fmt: skip


def stocks_of(p: P, kind: str) -> list[Stock]:
    step = step_of(p)
    return [] if p.s.scenario else [stock for stock in home(p.game).stocks if stock.step == step and stock.kind == kind]


class Tally(msgspec.Struct, frozen=True):
    """What of a kind stands where, and how much of each stock is used up by it."""

    there: dict[int, int]
    used: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.there.values())


@rule("36c")
def tally(p: P, kind: str) -> Tally:
    """Which stocks serve what stands: those with the fewest hexes first, so that the others are left for the rest of the map."""
    stocks, there = stocks_of(p, kind), deployed_at(p, kind)
    used = [0] * len(stocks)
    for hex, count in sorted(there.items(), key=lambda item: sum(item[0] in stock.hexes for stock in stocks)):
        fit = [n for n, stock in enumerate(stocks) if hex in stock.hexes and used[n] + count <= stock.count]
        if fit:
            used[min(fit, key=lambda n: (len(stocks[n].hexes), n))] += count
    return Tally(there, tuple(used))


def stock_left(p: P, kind: str) -> int:
    return sum(stock.count for stock in stocks_of(p, kind)) - sum(deployed_at(p, kind).values())


@rule("36c", "errata.ob.axis.4", "errata.ob.soviet.airfields")
def against_stock(p: P, kind: str, hex: int, number: int = 1, known: Tally | None = None) -> Illegal | None:
    """What speaks against so many of a kind in a hex."""
    stocks, now = stocks_of(p, kind), known or tally(p, kind)
    left = sum(stock.count for stock in stocks) - now.total
    said = where(p, hex)
    if number > left:
        return Illegal("36c", f"there are only {left} left to place")
    fit = [n for n, stock in enumerate(stocks) if hex in stock.hexes]
    if not fit:
        beside = next((stock for stock in stocks if stock.beside), None)
        return (
            Illegal("36c", f"{said} is none of the hexes for it") if beside is None else _against_beside(p, beside, hex, number)
        )
    if kind == "resource":
        return None
    if hex in now.there:
        return Illegal("36c", f"{said} has one already")
    apart = max(stock.apart for stock in stocks)
    if apart and any(p.game.board.distance(hex, other) < apart for other in now.there):
        return Illegal("36c", "airfields are at least four hexes from each other")
    if all(now.used[n] + number > stocks[n].count for n in fit):
        return Illegal("36c", f"there are {sum(stocks[n].count for n in fit)} for this part of the map, and they stand already")
    return None


def _against_beside(p: P, stock: Stock, hex: int, number: int) -> Illegal | None:
    """Resource points with the units of Army Norway."""
    company = any(group_of(p, unit).name == stock.beside for unit in p.units(hex, AXIS))
    there = {h: n for h, n in deployed_at(p, stock.kind).items() if h not in stock.hexes}
    area, most = stock.most_in
    if not company:
        return Illegal("36c", f"{where(p, hex)} is none of the hexes for it")
    if sum(there.values()) + number > stock.most_beside:
        return Illegal("36c", f"no more than {stock.most_beside} resource points stand with Army Norway")
    if hex in area and sum(n for h, n in there.items() if h in area) + number > most:
        return Illegal("36c", f"no more than {most} of them stand in Finland")
    return None


def stock_hexes(p: P, kind: str) -> list[int]:
    """Where one more of a kind may be put."""
    now = tally(p, kind)
    hexes = frozenset[int]().union(*(stock.hexes for stock in stocks_of(p, kind)))
    for stock in stocks_of(p, kind):
        if stock.beside:
            hexes |= {p.s.loc[unit] for unit in placed(p) if group_of(p, unit).name == stock.beside}
    return [hex for hex in sorted(hexes) if against_stock(p, kind, hex, 1, now) is None]


def put_stock(p: P, kind: str, hex: int, number: int) -> None:
    write(p, kind, hex, getattr(p.s, kind)[hex] + number * (PERMANENT if kind == "airfield" else 1))


def write(p: P, array: str, at: int, value: int) -> None:
    """Change one entry of an array, whether answers rest on it or not."""
    if array in FireState.WATCHED:
        p.s.set(array, at, value)
    else:
        getattr(p.s, array)[at] = value
