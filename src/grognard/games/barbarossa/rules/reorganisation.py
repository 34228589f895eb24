"""8.22, 8.23 The Red Army of 1941 is reorganised at the end of turn 3."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.derived import derived, flags
from ....core.rule import rule
from ..events import Dissolved
from ..material import P
from ..state import CUT_OFF, SOVIET
from . import instants, supply
from .counters import hand_over, is_early_corps, is_oversized, on_map, on_map_in_supply, substitute
from .withdrawals import go_home

REORGANISATION = 3


@rule("8.23", "8.28")
def close_turn(p: P) -> None:
    """The last acts of a turn: the reorganisation on turn 3, the Italian withdrawal on turn 16."""
    p.pop()
    if p.s.turn == REORGANISATION:
        reorganise(p)
    go_home(p)
    instants.settle(p)


@rule("8.23")
def reorganise(p: P) -> None:
    """Corps leave play and oversized armies make way for normal ones, but for those cut off from all supply."""
    for unit in p.game.pieces_of_side[SOVIET]:
        if not (is_early_corps(p, unit) or is_oversized(p, unit)) or p.s.loc[unit] == p.game.gone[SOVIET]:
            continue
        if on_map(p, unit) and supply.state_of(p, unit) == "none":
            p.s.mark((unit,), CUT_OFF)
        else:
            dissolve(p, unit)


@rule("8.22", "8.23")
def dissolve(p: P, unit: int) -> int:
    """A corps is gone; the counterpart of an oversized army stands in its place. Tells which, -1 for none."""
    p.emit(Dissolved(units=(unit,), hex=p.s.loc[unit], side=SOVIET, rule="8.23"))
    p.s.clear((unit,), CUT_OFF)
    normal = p.game.oob.partner[unit] if is_oversized(p, unit) else -1
    if normal >= 0:
        substitute(p, unit, normal, p.game.gone[SOVIET])
    else:
        p.place(unit, p.game.gone[SOVIET])
    p.s.standing = tuple([(normal if u == unit else u, city) for u, city in p.s.standing if u != unit or normal >= 0])
    if p.s.exited == unit:  # it has gone to Bulgaria
        p.s.exited = normal
    return normal


@derived(flags(CUT_OFF))
def cut_off(p: P) -> tuple[int, ...]:
    """The units that wait for supply or the dead pile."""
    return tuple((p.s.arrays.flags & CUT_OFF).nonzero()[0].tolist())


@rule("8.23")
def at_once(p: P) -> None:
    """What was cut off is dealt with the instant overland supply comes back, or it lies in the dead pile."""
    for unit in cut_off(p):
        if p.side_of(unit) == SOVIET and (p.s.loc[unit] == p.game.dead[SOVIET] or on_map_in_supply(p, unit)):
            normal = dissolve(p, unit)
            if normal >= 0:
                hand_over(p, unit, normal)


@rule("8.23")
def left_of(p: P, units: Sequence[int], hex: int) -> list[int]:
    """Who of a stack still stands in its hex, normal armies for the oversized ones they have replaced."""
    heirs = [p.game.oob.partner[u] if p.s.loc[u] != hex and is_oversized(p, u) else u for u in units]
    return [u for u in heirs if u >= 0 and p.s.loc[u] == hex]
