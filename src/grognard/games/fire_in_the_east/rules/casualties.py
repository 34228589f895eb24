"""Units leave play, or are reduced to their cadres (9.E); every chapter that eliminates ground units does it here."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.events import Eliminated
from ....core.rule import rule
from ..events.battle import Reduced
from ..material import P
from . import control, special_replacements
from .units import face, on_map


@rule("9.E", "9.C.AE")
def lose(p: P, units: Sequence[int], rule: str, *, wholly: bool = False, why: str = "", fought: bool = True) -> None:
    """Eliminate ground units: a division with a cadre is reduced to it, unless it goes `wholly`. `fought`: in combat, in a
    retreat from it or by an overrun, which some replacements depend on."""
    game, s = p.game, p.s
    for unit in units:
        if not on_map(p, unit):
            continue
        here, side = s.loc[unit], game.side_of[unit]
        left = game.face(unit, s.steps[unit] - 1).attack if not wholly and has_cadre(p, unit) else 0
        if fought:
            special_replacements.note(p, unit, face(p, unit).attack - left)
        if not wholly and has_cadre(p, unit):
            s.set("steps", unit, s.steps[unit] - 1)
            p.emit(Reduced(units=(unit,), hex=here, side=side, rule=rule))
            control.leave(p, here, side)
        else:
            p.emit(Eliminated(units=(unit,), hex=here, side=side, rule=rule, why=why))
            control.put(p, (unit,), game.pool[side])


@rule("9.E")
def has_cadre(p: P, unit: int) -> bool:
    """Is there a cadre that it can be reduced to? A cadre has none."""
    steps = p.s.steps[unit]
    return bool(steps > 1 and p.game.face(unit, steps - 1).cadre and not face(p, unit).cadre)
