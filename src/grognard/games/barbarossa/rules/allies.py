"""8.24 to 8.26 Poles, Romanians and Bulgarians join the Soviet side."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.rule import rule
from ..events import Defected, Delayed, Joined
from ..material import P
from ..state import GERMAN, SOVIET
from . import stacking
from .counters import is_axis_romanian
from .supply import has_overland, network

#: The communist satellites enter play after this turn (the Poles already on it).
TURNING_POINT = 13


def has_happened(p: P, what: str) -> bool:
    return what in p.s.allies


def remember(p: P, what: str) -> None:
    p.s.allies = (*p.s.allies, what)


@rule("8.24", "8.25")
def approached(p: P, units: Sequence[int], hex: int) -> None:
    """Units have come to stand in a hex by moving, advancing or retreating; set-up and arrival do not count."""
    if p.side_of(units[0]) != SOVIET:
        return
    around = p.game.board.adjacent(hex)
    poland = not has_happened(p, "polish") and not _general_government(p).isdisjoint(around)
    romania = not has_happened(p, "romanian") and p.game.city_hex.get("Bucharest", -1) in around
    if not (poland or romania) or not any(has_overland(p, u) for u in units):
        return
    if poland:
        polish_army(p, hex)
    if romania:
        defection(p)


# ---------------------------------------------------------------- 8.24 Poles


def _general_government(p: P) -> frozenset[int]:
    area = p.game.board.areas.get("general-government")
    return frozenset(area.hexes) if area else frozenset()


@rule("8.24")
def polish_army(p: P, hex: int) -> None:
    """The Polish army appears at once on top of the stack; before turn 13 it is a reinforcement of turn 13."""
    remember(p, "polish")
    unit = p.game.oob.unit("pol")
    if unit < 0:
        return
    if p.s.turn < TURNING_POINT:
        p.game.calendar.schedule(p, unit, TURNING_POINT)
        return
    where = hex if stacking.fits(p, (unit,), hex) else _nearest_stack(p, unit, hex)
    if where < 0:
        p.place(unit, p.game.rvgk)
        p.emit(Delayed(units=(unit,), side=SOVIET, rule="8.24"), public=True)
        return
    p.place(unit, where)
    p.emit(Joined(units=(unit,), hex=where, side=SOVIET, rule="8.24"), public=True)


@rule("8.24")
def _nearest_stack(p: P, unit: int, hex: int) -> int:
    """The nearest Soviet-occupied hex with overland supply and room."""
    reached, count = network(p, SOVIET), p.s.arrays.count[SOVIET]
    open_hexes = [h for h in range(p.game.board.hexes) if count[h] and reached[h] and stacking.fits(p, (unit,), h)]
    return min(open_hexes, key=lambda h: p.game.board.distance(h, hex), default=-1)


# ---------------------------------------------------------------- 8.25 Romanians


@rule("8.25")
def defection(p: P) -> None:
    """Romania changes sides: after turn 13 at once, before that with turn 14."""
    if p.s.turn <= TURNING_POINT:
        if not has_happened(p, "romanian-early"):
            remember(p, "romanian-early")
        return
    remember(p, "romanian")
    for unit in p.game.pieces_of_side[GERMAN]:
        if is_axis_romanian(p, unit) and p.s.loc[unit] != p.game.gone[GERMAN]:
            p.place(unit, p.game.gone[GERMAN])
    p.emit(Defected(side=SOVIET, rule="8.25"))
    schedule_romanians(p, p.s.turn + 1)


@rule("8.25")
def schedule_romanians(p: P, first: int) -> None:
    """1R comes on the next turn, 4R on the turn after it, both at Bucharest."""
    for turn, handle in enumerate(("1r", "4r"), first):
        unit = p.game.oob.unit(handle)
        if unit >= 0:
            p.game.calendar.schedule(p, unit, turn)


@rule("8.25")
def begin_turn(p: P) -> None:
    """A defection earned on turn 13 or before takes place with turn 14: 1R then, 4R on turn 15."""
    if p.s.turn == TURNING_POINT + 1 and has_happened(p, "romanian-early") and not has_happened(p, "romanian"):
        defection(p)
        schedule_romanians(p, p.s.turn)
