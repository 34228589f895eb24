"""Movement points: how many a unit has in this phase, and what it has spent (6, 12.D, 30a). All in eighths."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ..counters import MOUNTAIN, SKI
from ..material import P
from ..state import ADMINISTRATIVE, FINISHED, MOVED, ONE, RAILED
from .units import face

TRUCK = "truck"


@rule("12.D.a", "12.D.b")
def is_halved_by_supply(p: P, unit: int) -> bool:
    """In its first turn out of supply a combat/motorized unit has half its movement rating, from the second on every unit."""
    turns = p.s.unsupplied[unit]
    return turns >= 2 or (turns == 1 and face(p, unit).motorized)


@rule("6", "6.B", "6a")
def rating(p: P, unit: int) -> int:
    """A unit's points for a phase, before the Arctic: its rating, one and a half times of it in administrative movement."""
    points = face(p, unit).movement
    if is_halved_by_supply(p, unit):
        points //= 2
    return points * 3 // 2 if p.s.flags[unit] & ADMINISTRATIVE else points


@rule("30", "30a", "14.E")
def is_slow_in_the_arctic(p: P, unit: int) -> bool:
    return face(p, unit).moves_as not in (MOUNTAIN, SKI) and not face(p, unit).mountain


@rule("30a")
def points_left(p: P, unit: int) -> int:
    """What a unit can still spend. Whoever begins in the Arctic has half; whoever enters it pays for that on entering."""
    flags = p.s.flags[unit]
    if flags & FINISHED:
        return 0
    whole = rating(p, unit)
    left = whole - p.s.spent[unit]
    if not flags & MOVED and p.game.arctic[p.s.loc[unit]] and is_slow_in_the_arctic(p, unit):
        left = whole // 2 - p.s.spent[unit]
    return max(0, left)


@rule("30a")
def set_out(p: P, unit: int) -> None:
    """A unit leaves its place for the first time in the phase: from now on it has moved, and what the Arctic takes is taken.
    Whoever spends points where he stands only pays."""
    p.s.aboard[unit] = 0
    if p.s.flags[unit] & MOVED:
        return
    if p.game.arctic[p.s.loc[unit]] and is_slow_in_the_arctic(p, unit):
        whole = rating(p, unit)
        p.s.spent[unit] += whole - whole // 2
    p.s.mark((unit,), MOVED)


@rule("12.Fc")
def load_price(p: P, unit: int, load: int) -> int:
    """What a load takes from a unit's rating, in eighths: one point up to its size, two beyond, before the rating is halved. A
    truck's rating is not touched."""
    shown = face(p, unit)
    if not load or shown.type == TRUCK:
        return 0
    taken = ONE if load * ONE <= shown.equivalents else 2 * ONE
    if is_halved_by_supply(p, unit):
        taken //= 2
    if p.game.arctic[p.s.loc[unit]] and is_slow_in_the_arctic(p, unit):
        taken //= 2
    return taken


@rule("6d", "6.B", "12.Fc")
def is_fresh(p: P, unit: int) -> bool:
    """Has a unit spent nothing in this phase? What a load takes from its rating is not spent."""
    if p.s.flags[unit] & (MOVED | RAILED):
        return False
    spent = p.s.spent[unit]
    return not spent or bool(p.s.load[unit] and spent == load_price(p, unit, p.s.load[unit]))


def pay(p: P, unit: int, cost: int) -> None:
    """Spend points; whoever claims his guaranteed hex pays all he has. Whatever it is for, he is off his train."""
    p.s.aboard[unit] = 0
    p.s.spent[unit] += min(cost, points_left(p, unit))


@rule("30a")
def loses_half(p: P, unit: int, before: int, hex: int) -> bool:
    """Half of what is left is lost on entering the Arctic from another zone."""
    return bool(p.game.arctic[hex] and not p.game.arctic[before] and is_slow_in_the_arctic(p, unit))


def enter_the_arctic(p: P, unit: int, before: int, hex: int) -> None:
    if loses_half(p, unit, before, hex):
        left = points_left(p, unit)
        p.s.spent[unit] += left - left // 2


def pay_for(p: P, unit: int, way: Sequence[int], prices: Sequence[int]) -> None:
    """Pay for a way hex by hex, and for entering the Arctic."""
    arctic = p.game.arctic
    if not arctic[way[-1]] or arctic[way[0]] or not is_slow_in_the_arctic(p, unit):
        pay(p, unit, sum(prices))
        return
    entry = next(at for at, hex in enumerate(way) if arctic[hex])
    pay(p, unit, sum(prices[:entry]))
    enter_the_arctic(p, unit, way[entry - 1], way[entry])
    pay(p, unit, sum(prices[entry:]) // 2)  # they are the doubled ones
