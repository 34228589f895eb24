"""Rules 26.C and 26.D: where air units go that are lost, and what counts as friendly territory."""

from __future__ import annotations

from ....core.events import Eliminated
from ....core.rule import rule
from ..air_facts import OVER_ENEMY, OVER_FRIENDLY, REMNANTS, air_war
from ..events.air import AirUnitLost, Crashed
from ..material import P
from ..state import INOPERATIVE
from . import control
from .air_fates import crashes
from .flyer import Flyer
from .mission_table import Purpose
from .sorties import LASTING, glider_of, is_flying, model

NEAR = 2


@rule("26.C")
def is_friendly_territory(p: P, node: int, side: int) -> bool:
    """Controlled by the side, or within two hexes of a hex that is."""
    control, around = p.s.control, p.game.board.around
    if control[node] == side:
        return True
    first = around[node]
    return any(control[near] == side or any(control[far] == side for far in around[near]) for near in first)


def come_down(p: P, unit: int) -> None:
    """It flies no longer; what it was flying for is forgotten."""
    s = p.s
    s.mission[unit] = Purpose.NONE
    s.sortie[unit] &= LASTING
    s.base[unit] = s.aim[unit] = s.tug[unit] = -1


@rule("24.F.c")
def land_at_night(p: P, unit: int, facts: Flyer) -> None:
    """Whoever comes down in the dark may crash, if he is not used to it."""
    side = p.side_of(unit)
    if facts.night and not facts.aircraft.is_night and crashes(p.roll("landing at night", "24.F.c", side=side), facts):
        p.s.mark((unit,), INOPERATIVE)
        p.emit(Crashed(units=(unit,), hex=p.s.loc[unit], side=side, rule="24.F.c"), public=True)


@rule("26.D", "26.D.1", "26.D.2", "26.A.2")
def lose_in_flight(p: P, unit: int, rule: str) -> None:
    """By air combat, antiaircraft fire or for want of an airbase: the box depends on whose territory it was over."""
    box = OVER_FRIENDLY if is_friendly_territory(p, p.s.loc[unit], p.side_of(unit)) else OVER_ENEMY
    towed = glider_of(p, unit)
    _lose(p, unit, box, rule)
    if towed >= 0:
        _lose(p, towed, box, rule)


@rule("26.D.3", "26.A.3")
def lose_on_ground(p: P, unit: int, rule: str) -> None:
    """Bombed at its airbase, or taken with it."""
    _lose(p, unit, REMNANTS, rule)


@rule("27.F.2", "26.A.3")
def _lose(p: P, unit: int, box: str, rule: str) -> None:
    """Gliders are gone for good; all others go to the air chart."""
    side, node = p.side_of(unit), p.s.loc[unit]
    gone = model(p, unit).is_glider
    if is_flying(p, unit):
        come_down(p, unit)
    p.s.aim[unit] = -1
    p.s.clear((unit,), INOPERATIVE)
    p.emit(AirUnitLost(units=(unit,), hex=node, box="" if gone else box, side=side, rule=rule), public=True)
    drop_from_loads(p, unit)
    p.place(unit, p.game.out_of_play[side] if gone else air_war(p.game).box[side][box])


@rule("20.Eb")
def drop_from_loads(p: P, unit: int) -> None:
    """Cargo is lost with any of the transports that carry it; the others carry nothing any more."""
    for load in p.s.loads:
        if unit in load.transports:
            p.s.loads = tuple(other for other in p.s.loads if other != load)
            for cargo in load.units:
                p.emit(
                    Eliminated(
                        units=(cargo,), hex=p.s.loc[unit], why="lost with its transport", side=p.side_of(cargo), rule="20.Eb"
                    )
                )
                control.put(p, (cargo,), p.game.pool[p.side_of(cargo)])
