"""2.0 Counters: what they are, how far they move, how they lose steps and where they go then."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ..events import Eliminated, Lost, Revealed
from ..material import P
from ..state import ALLIED, GERMAN, SOVIET, UNTRIED

#: Movement factors that do not come from the track (2.10).
WEST_FACTOR, TOP_RUNG_FACTOR, SOVIET_FACTOR = 6, 8, 4
TOP_RUNG = 3


def name(p: P, unit: int) -> str:
    return p.game.pieces[unit].handle


def on_map(p: P, unit: int) -> bool:
    return bool(0 <= p.s.loc[unit] < p.game.board.hexes)


def nation(p: P, unit: int) -> str:
    return p.game.nation[p.s.kind[unit]]


@rule("2.7", "7.6")
def static(p: P, unit: int) -> bool:
    """Only the Moscow Garrison and the 7th Flieger Corps are."""
    return p.game.is_static[p.s.kind[unit]]


def mechanized(p: P, unit: int) -> bool:
    return p.game.is_mech[p.s.kind[unit]]


@rule("2.5", "3.3a")
def infantry_corps(p: P, unit: int) -> bool:
    """A German corps on foot, the mountain corps among them."""
    return p.side_of(unit) == GERMAN and not static(p, unit) and not mechanized(p, unit)


@rule("2.10a", "2.10b", "2.10c", "2.10d", "2.10e", "6.10", "9.3b")
def movement_factor(p: P, unit: int) -> int:
    """Not printed on counters: it follows from class, nation, map and, for Germans in the east, the track."""
    if static(p, unit):
        return 0
    side = p.side_of(unit)
    if side == SOVIET:
        return SOVIET_FACTOR
    if side == ALLIED and p.game.rung[p.s.kind[unit]] == TOP_RUNG:
        return TOP_RUNG_FACTOR
    if side != GERMAN or p.game.west[p.s.loc[unit]]:
        return WEST_FACTOR
    mech, foot = p.game.track[max(p.s.turn, 1)].gemmf
    if not mechanized(p, unit):
        return foot
    return halved(mech) if p.s.ploesti else mech


@rule("6.7bis-b", "6.10")
def halved(number: int) -> int:
    """Half of a factor; fractions are rounded up here, unlike in the sister games.

    >>> [halved(n) for n in (12, 9, 7, 1)]
    [6, 5, 4, 1]
    """
    return (number + 1) // 2


@rule("2.12b")
def reveal(p: P, units: Sequence[int]) -> None:
    """Untried units are turned up when they enter combat."""
    hidden = [unit for unit in units if p.s.flags[unit] & UNTRIED]
    if hidden:
        p.s.clear(hidden, UNTRIED)
        p.barrier = True
        p.emit(Revealed(units=tuple(hidden), side=SOVIET, rule="2.12b"), public=True)


@rule("2.11b", "6.8")
def lose_step(p: P, unit: int, why: str, rule_id: str) -> None:
    """A unit with a step to spare is turned over; any other is eliminated."""
    if p.s.steps[unit] > 1:
        p.s.set("steps", unit, p.s.steps[unit] - 1)
        p.emit(Lost(units=(unit,), why=why, side=p.side_of(unit), rule=rule_id), public=True)
    else:
        eliminate(p, unit, why, rule_id)


@rule("2.11b", "7.2b", "9.10c")
def eliminate(p: P, unit: int, why: str, rule_id: str) -> None:
    """Off the map for good, but for red-on-white armies, which wait face down for replacements."""
    p.emit(Eliminated(units=(unit,), why=why, side=p.side_of(unit), rule=rule_id), public=True)
    if unit in p.game.juggernauts:
        convert_juggernaut(p, unit)
    elif unit in p.game.red_on_white:
        bury_untried(p, unit)
    elif p.side_of(unit) == SOVIET:
        p.place(unit, p.game.box["gone"])
    else:
        p.place(unit, p.game.dead[p.side_of(unit)])


@rule("9.6")
def convert_juggernaut(p: P, unit: int) -> None:
    """A dead Juggernaut is turned up and leaves the game; its dotted counterpart goes to the dead pile in its place."""
    reveal(p, (unit,))
    p.place(unit, p.game.box["gone"])
    bury_untried(p, p.game.counterpart[p.s.kind[unit]])


@rule("9.10b", "2.12b")
def bury_untried(p: P, unit: int) -> None:
    """Into the dead pile with its blank side up. The pile is mixed, so that nobody knows which of its counters is which."""
    p.s.mark((unit,), UNTRIED)
    p.place(unit, p.game.dead[SOVIET])
    pile = p.units(p.game.dead[SOVIET], SOVIET)
    for each, kind in zip(pile, p.shuffled([p.s.kind[u] for u in pile]), strict=True):
        p.s.set("kind", each, kind)
