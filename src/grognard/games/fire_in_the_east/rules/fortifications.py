"""Rule 31.A.5: fortresses and forts that are captured."""

from __future__ import annotations

from ....core.rule import rule
from ..events.battle import Destroyed
from ..material import P
from . import control
from .engagement import city_of


@rule("31.A.5", "31.A.5a", "31.A.5b")
def captured(p: P, hex: int, side: int) -> None:
    """A fortress that changes hands is a reference city for ever; a fort is gone."""
    if p.s.fort[hex]:
        p.s.set("fort", hex, 0)
        p.emit(Destroyed(hex=hex, what="fort", side=side, rule="31.A.5b"))
    if city_of(p.game, hex)[1] and hex not in p.s.fallen:
        p.s.fallen = (*p.s.fallen, hex)
        p.emit(Destroyed(hex=hex, what="fortress", side=side, rule="31.A.5a"))


control.HEARS.append(captured)
