"""The computer at Typhoon 1941: it weighs battles on the table, guesses at what is hidden, and bluffs with dummies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ....ai import Advice, Maker
from ....core.command import Command
from ....core.match import Match
from ..state import GERMAN, RUSSIAN
from . import battles, staff
from .moves import CarefulMover, Mover
from .staff import Rear

DONE = Command("done")

_DECISIONS: dict[str, Callable[[Match], Advice]] = {
    "setup.russian": staff.set_up_russian, "setup.german": staff.set_up_german, "first-move": staff.first_move,
    "orders": staff.orders,
    "offensive": staff.offensive, "intent": staff.intent, "overstacked": staff.overstacked, "airlift": staff.airlift,
    "paradrop": staff.paradrop, "japan": staff.japan, "attack": battles.german_attacks, "allocation": battles.russian_attacks,
    "battle.announced": battles.announced, "battle.orders": battles.orders, "battle.exchange": battles.exchange,
    "battle.casualties": battles.casualties, "battle.losses": battles.losses, "battle.push": battles.push,
    "battle.retreat": battles.retreats, "battle.advance": battles.advances, "air.intercept": battles.intercept,
}  # fmt: skip


class Standard:
    """Plays either side; use one object for one seat of one match."""

    forgetful = True

    def __init__(self, seed: int | str = 0) -> None:
        self.movers: dict[int, Mover] = {side: Mover() for side in (GERMAN, RUSSIAN)}
        self.rear = Rear(seed)
        self.said: Counter[tuple[int, str, Command]] = Counter()

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat; a plan that keeps coming to nothing is dropped."""
        advice = self.decide(match)
        here = match.play.s.turn, match.step.name, advice.command
        self.said[here] += 1
        may_end = any(verb.name == "done" for verb in match.legal_commands().verbs)
        if self.said[here] > 3 and may_end and match.check(DONE) is None:
            return Advice(DONE, "the plan has come to nothing")
        return advice

    def decide(self, match: Match) -> Advice:
        step = match.step.name
        if step == "movement":
            return self.movers[match.side].choose(match)
        if step == "reinforcement":
            return self.rear.choose(match)
        return _DECISIONS[step](match)


class Officer(Standard):
    """The same tactics by somebody who keeps within supply, stands fast where a Russian would win, and does not gamble with the
    Far East."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self.movers = {side: CarefulMover() for side in (GERMAN, RUSSIAN)}
        self.rear = Rear(seed, gambles=False)

    def decide(self, match: Match) -> Advice:
        careful = {"battle.push": battles.careful_push, "battle.orders": battles.careful_orders}.get(match.step.name)
        return super().decide(match) if careful is None else careful(match)


LEVELS: dict[str, Maker] = {"standard": Standard, "officer": Officer}
#: What a planner does depends on nothing hidden, so that it may go on with one deal.
ONE_DEAL = True
#: Trials of a general for a movement phase: some two seconds.
EVALUATIONS = 10
#: Words that a general tries before he says one: whether anybody may retreat, and when the second offensive comes.
GAMBLES = ("orders", "offensive")
#: What an officer wants beside what he does by himself: in duels it has beaten him without it.
MISSIONS = {GERMAN: ("relieve", "picket", "expedition", "seize"), RUSSIAN: ("relieve", "watch", "seize")}
