"""8.12 to 8.15, 8.22, 8.23 Where eliminated units go."""

from __future__ import annotations

from ....core.events import Eliminated
from ....core.rule import rule
from ..material import P
from ..state import GERMAN, RETURNED, SOVIET
from . import aerial_supply, oder, supply
from .counters import is_axis_romanian, is_axis_satellite, is_german, is_oversized, name


def eliminate(p: P, unit: int, rule: str, why: str = "") -> None:
    """A unit leaves the map: to the dead pile if it may come back, else out of play."""
    hex, side = p.s.loc[unit], p.side_of(unit)
    if side == SOVIET:
        oder.note_loss(p, unit)
    box = _last_home(p, unit)
    p.place(unit, box)
    p.emit(Eliminated(units=(unit,), hex=hex, why=why, side=side, rule=rule), public=True)
    if is_oversized(p, unit):
        _counterpart_to_dead_pile(p, unit)
    if side == GERMAN:
        aerial_supply.all_lost(p, hex)


@rule("8.12c", "8.14", "8.15")
def _last_home(p: P, unit: int) -> int:
    """Dotted units and Axis satellites are gone, but for Romanians; from turn 28 so are Germans without overland supply."""
    game, side = p.game, p.side_of(unit)
    if is_axis_romanian(p, unit):
        return _romanian_home(p, unit)
    if game.is_dotted[p.s.kind[unit]] or is_axis_satellite(p, unit):
        return game.gone[side]
    if p.s.turn >= 28 and is_german(p, unit) and not _was_supplied(p, unit):
        return game.gone[side]
    return game.dead[side]


@rule("8.14", "8.15", "10.26")
def _was_supplied(p: P, unit: int) -> bool:
    """Had the unit regular overland supply when it was lost? Those who make a mobile assault do not cut off its defenders."""
    battle = p.s.battle
    assaulted = battle is not None and battle.mobile and unit in battle.defenders
    return supply.has_overland(p, unit, battle.attackers if battle is not None and assaulted else ())


@rule("8.15")
def _romanian_home(p: P, unit: int) -> int:
    """Lost the first time in overland supply, a Romanian army comes back one to six turns later."""
    if p.s.flags[unit] & RETURNED or "romanian" in p.s.allies or not _was_supplied(p, unit):
        return p.game.gone[GERMAN]
    p.s.mark((unit,), RETURNED)
    ahead = p.roll(f"return of {name(p, unit)}", "8.15", side=GERMAN)
    return p.game.calendar.boxes.get(p.s.turn + ahead, p.game.gone[GERMAN])


@rule("8.22", "8.23")
def _counterpart_to_dead_pile(p: P, unit: int) -> None:
    """The normal army of the same number lies in the dead pile instead of the oversized one."""
    normal = p.game.oob.partner[unit]
    if normal >= 0:
        p.place(normal, p.game.dead[SOVIET])
