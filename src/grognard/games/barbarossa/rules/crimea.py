"""7.4 Crimea supply: which units draw on Sevastopol, and when."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.events import Drawn
from ..events import ShutOff
from ..material import P
from ..state import GERMAN
from . import supply

#: Units that Sevastopol can supply in a game turn.
MOST = 5


@rule("7.4c", "7.4e")
def can_draw(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Units in the Crimea supply area with a line to Sevastopol, as long as there are fewer than five on its books."""
    if p.s.crimea == "coast" or p.s.battle is not None:
        return []
    eligible = [u for u in p.game.pieces_of_side[GERMAN] if supply.crimea_eligible(p, u)]
    return [u for u in eligible if u in p.s.crimea_units or len(p.s.crimea_units) < MOST]


@rule("7.4c", "7.4d")
def draw(p: P, command: Command) -> None:
    """The German names the units that draw Crimea supply in this game turn, five at most, and it is on."""
    _refuse_speaker(p)
    if p.s.crimea == "coast":
        raise Illegal("7.4d", "coastal supply of the southern seas has been used in this game turn")
    if not all(supply.crimea_eligible(p, unit) for unit in command.units):
        raise Illegal("7.4c", "Crimea supply is for units in its area with a line to German-controlled Sevastopol")
    drawing = tuple(dict.fromkeys((*p.s.crimea_units, *command.units)))
    if len(drawing) > MOST:
        raise Illegal("7.4d", "Crimea supply is for five units in a game turn, the same ones throughout")
    p.s.crimea, p.s.crimea_units = "on", drawing
    p.bind()
    p.emit(Drawn(units=command.units, side=GERMAN, rule="7.4c"))


@rule("7.4d")
def switch_off(p: P, command: Command) -> None:
    """Off for now; it can be switched on again, but coastal supply of the southern seas stays shut in this game turn."""
    _refuse_speaker(p)
    if p.s.crimea != "on":
        raise Illegal("7.4d", "Crimea supply is not on")
    p.s.crimea = "off"
    p.bind()
    p.emit(ShutOff(side=GERMAN, rule="7.4d"))


@rule("9.7")
def _refuse_speaker(p: P) -> None:
    """The German says it, at any time but in the middle of a battle, which nothing but the rules of combat interrupts."""
    if p.speaker != GERMAN:
        raise Illegal("7.4c", "Crimea supply is for the German player")
    if p.s.battle is not None:
        raise Illegal("9.7", "an attack has been declared: Crimea supply cannot change until it is over")


@rule("7.4d")
def reset(p: P) -> None:
    """A new game turn, a new choice between Crimea and coastal supply."""
    p.s.crimea, p.s.crimea_units = "", ()
