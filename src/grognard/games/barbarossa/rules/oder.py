"""4.18 and 4.19 Watch on the Rhine, or Watch on the Oder."""

from __future__ import annotations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ..events import Chosen, Revealed
from ..material import P
from ..state import CHOSEN_ON, GERMAN, LAUNCHED_ON, SOVIET, WATCHES
from .counters import waits
from .gains import kept_and_gained

#: Soviet losses that are worth one city, or two.
ONE_CITY, TWO_CITIES = 10, 20


@rule("4.18a")
def choose(p: P, command: Command) -> None:
    """At the start of turn 28, under a cup: the Soviet learns that the choice is made, not what it is."""
    if p.s.turn != CHOSEN_ON or p.s.oder or command.word not in WATCHES:
        raise Illegal("4.18a", "the German chooses once, rhine or oder, when turn 28 begins")
    p.s.oder = str(command.word)
    phases.close(p)
    p.emit(Chosen(side=GERMAN, rule="4.18a"))


@rule("4.18b", "4.18c")
def reveal(p: P) -> None:
    """At the very start of turn 30 the cup is lifted. The Oder brings aircraft and the 2nd SS Panzer Corps."""
    if p.s.turn != LAUNCHED_ON or not p.s.oder:
        return
    p.emit(Revealed(river=p.s.oder, side=GERMAN, rule="4.18b"))
    if not is_running(p):
        return
    p.s.air += p.game.charts.tables["oder"]["aircraft"]
    corps = p.game.oob.unit("2sspz")
    if corps >= 0 and waits(p, corps):
        p.game.calendar.schedule(p, corps, p.s.turn)


@rule("4.18b", "4.18c")
def is_running(p: P) -> bool:
    """Is this the turn of Watch on the Oder?"""
    return p.s.turn == LAUNCHED_ON and p.s.oder == "oder"


@rule("4.18c")
def german_mech_movement(p: P, printed: int) -> int:
    """The movement rate of German mechanized units: fuel has been saved for the Oder."""
    return int(p.game.charts.tables["oder"]["mech"]) if is_running(p) else printed


@rule("4.19")
def note_loss(p: P, unit: int) -> None:
    """Soviet units eliminated in this game turn: one of a printed strength above three counts as two."""
    if p.game.side_of[unit] == SOVIET:
        kind = p.s.kind[unit]
        p.s.soviet_losses += 2 if max(p.game.attack.item(kind), p.game.defence.item(kind)) > 3 else 1


@rule("4.18b", "4.19")
def judge(p: P) -> None:
    """When the German player turn of turn 30 ends with Watch on the Oder, the game is decided."""
    if not is_running(p):
        return
    gained, losses = kept_and_gained(p), p.s.soviet_losses
    if gained >= 2 or (gained == 1 and losses >= ONE_CITY) or (gained == 0 and losses >= TWO_CITIES):
        p.win(GERMAN, "Watch on the Oder has succeeded", "4.19")
    else:
        p.win(SOVIET, "Watch on the Oder has failed", "4.19")
