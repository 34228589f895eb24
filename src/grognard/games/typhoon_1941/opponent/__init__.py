"""The computer at Typhoon 1941: it weighs battles on the table, guesses at what is hidden, and bluffs with dummies."""

from __future__ import annotations

from collections.abc import Callable

from ....ai import Advice, Maker
from ....core.match import Match
from ..state import GERMAN
from . import battles, staff
from .moves import Mover
from .staff import Rear

_DECISIONS: dict[str, Callable[[Match], Advice]] = {
    "setup.russian": staff.set_up_russian, "setup.german": staff.set_up_german, "first-move": staff.first_move,
    "orders": staff.orders,
    "offensive": staff.offensive, "intent": staff.intent, "overstacked": staff.overstacked, "airlift": staff.airlift,
    "paradrop": staff.paradrop, "japan": staff.japan, "attack": battles.german_attacks, "allocation": battles.russian_attacks,
    "battle.announced": battles.announced, "battle.orders": battles.orders, "battle.exchange": battles.exchange,
    "battle.losses": battles.losses, "battle.push": battles.push, "battle.retreat": battles.retreats,
    "battle.advance": battles.advances, "air.intercept": battles.intercept,
}  # fmt: skip


class Standard:
    """Plays either side; use one object for one seat of one match."""

    def __init__(self, seed: int | str = 0) -> None:
        self.movers = {seat: Mover() for seat in (GERMAN, 1 - GERMAN)}
        self.rear = Rear(seed)

    def choose(self, match: Match) -> Advice:
        step = match.step.name
        if step == "movement":
            return self.movers[match.seat].choose(match)
        if step == "reinforcement":
            return self.rear.choose(match)
        return _DECISIONS[step](match)


LEVELS: dict[str, Maker] = {"standard": Standard}
