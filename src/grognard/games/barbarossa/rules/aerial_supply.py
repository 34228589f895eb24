"""7.7 Supply from the air."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Supplied
from ..material import LAST_TURN, P
from ..state import GERMAN, SOVIET, Battle
from . import supply

#: Where the marker is when it is not in a hex: ready, or used up in this game turn.
READY, SPENT = -1, -2


@rule("7.7")
def available(p: P) -> bool:
    """From turn 6 on, when the die has brought it back, once per game turn."""
    return p.s.airlift == READY and p.s.airlift_from <= p.s.turn <= LAST_TURN


@rule("7.7")
def droppable(p: P, units: Sequence[int] = ()) -> list[int]:
    """Hexes with units of the German side."""
    if not available(p):
        return []
    return np.nonzero(p.s.arrays.count[GERMAN][: p.game.board.hexes])[0].tolist()


@rule("7.7", "7.7A")
def commit(p: P, command: Command) -> None:
    """The marker goes to a hex with units of its side, at any moment, even when an attack on them has been declared."""
    (hex,) = command.hexes
    if p.speaker != GERMAN:
        raise Illegal("7.7", "aerial supply is for the German player to commit")
    if not available(p):
        raise Illegal("7.7", "the aerial supply marker is not available")
    if hex >= p.game.board.hexes or not p.s.count[GERMAN][hex]:
        raise Illegal("7.7", "aerial supply goes to a hex with units of the German side")
    p.s.airlift = hex
    p.bind()
    p.emit(Supplied(hex=hex, side=GERMAN, rule="7.7"))


@rule("7.7A")
def wants_moment(p: P, battle: Battle) -> bool:
    """Could the marker still help the defenders of a Soviet attack? Then the die has to wait for the German."""
    if battle.side != SOVIET or not available(p):
        return False
    return any(supply.state_of(p, unit, battle.attackers if battle.mobile else ()) == supply.NONE for unit in battle.defenders)


@rule("7.7")
def all_lost(p: P, hex: int) -> None:
    """The marker is gone for this turn when all units of its side in the hex have been eliminated."""
    if p.s.airlift == hex and hex >= 0 and not p.s.count[GERMAN][hex]:
        p.s.airlift = SPENT


@rule("7.7")
def retrieve(p: P) -> None:
    """At the end of a game turn in which it was used: a die says how many game turns later it can be used again."""
    if p.s.airlift == READY:
        return
    p.s.airlift = READY
    p.s.airlift_from = p.s.turn + p.roll("return of the aerial supply marker", rule="7.7", side=GERMAN)
