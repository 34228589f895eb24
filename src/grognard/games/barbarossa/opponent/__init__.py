"""The computer at Barbarossa: concentric attacks, armour for the towns, garrisons where points are at stake."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

from ....ai import Advice, Maker
from ....core.command import Command
from ....core.match import Match
from ..state import GERMAN, SOVIET
from . import combat, offensives, staff
from .moves import Mover
from .plan import Doctrine

DONE = Command("done")

_DECISIONS: dict[str, Callable[[Match], Advice]] = {
    "setup.german": staff.set_up, "setup.soviet": staff.set_up, "pause": staff.pause, "bonus": staff.bonus,
    "order": staff.order, "german.arrivals": staff.arrivals, "soviet.arrivals": staff.arrivals,
    "comb-out": staff.comb_out, "comb-out.arrivals": staff.comb_out_arrivals, "strategic.moves": staff.strategic,
    "rvgk.moves": staff.reserves, "markers": staff.markers, "offensive": staff.offensive, "oder": staff.oder,
    "soviet.convert": staff.nearest_to_front, "german.walls": staff.nearest_to_front, "soviet.area": staff.nearest_to_front,
    "german.withdrawal": staff.withdrawal, "soviet.withdrawal": staff.withdrawal, "caucasus.response": staff.caucasus_answer,
    "combat": combat.fight, "battle.announced": combat.announced, "battle.air": combat.air, "battle.convert": combat.convert,
    "battle.losses": combat.losses, "battle.retreat": combat.retreats, "battle.advance": combat.advances,
}  # fmt: skip


class Standard:
    """Plays either side; use one object for one seat of one match."""

    decisions = _DECISIONS

    def __init__(self, seed: int | str = 0, doctrines: Mapping[int, Doctrine] | None = None) -> None:
        self.seed = seed
        self.mover = Mover(doctrines)
        self.said: Counter[tuple[int, str, Command]] = Counter()

    def choose(self, match: Match) -> Advice:
        """The next command of the deciding seat; what the rules refuse, or what comes to nothing, is replaced."""
        step = match.step.name
        if step == "movement":
            advice = self.mover.choose(match)
        elif step in self.decisions:
            advice = self.decisions[step](match)
        else:
            return self.anything(match)
        here = match.play.s.turn, step, advice.command
        self.said[here] += step in ("movement", "combat")
        if self.said[here] <= 3 and match.check(advice.command) is None:
            return advice
        if match.check(DONE) is None:
            return Advice(DONE, "the plan has come to nothing")
        return self.anything(match)

    def anything(self, match: Match) -> Advice:
        rng = random.Random(f"{self.seed} {match.length}")
        return Advice(match.legal_commands().sample(rng), "the rules leave little choice")


class Officer(Standard):
    """The same with operations: a doctrine for each side, markers and order of phases for the masses that are to come."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed, offensives.DOCTRINES)
        self.decisions = _DECISIONS | {
            "markers": offensives.Markers(), "order": offensives.order, "combat": offensives.fight,
            "battle.advance": offensives.advances, "german.arrivals": offensives.arrivals, "soviet.arrivals": offensives.arrivals,
            "rvgk.moves": offensives.reserves,
        }  # fmt: skip

    def keeps(self, match: Match) -> set[int]:
        """Armies of an offensive are not sent elsewhere by the staff."""
        return offensives.engaged(match)


LEVELS: dict[str, Maker] = {"standard": Standard, "officer": Officer}
#: What lies hidden is guessed as a mean, whatever was dealt: one deal does until something new is seen.
ONE_DEAL = True
#: A recruit forgets half of his units: with one in eight he played as well as an officer.
FORGOTTEN = 0.5
#: What an officer wants beside what he does by himself: in duels it has beaten him without it.
MISSIONS = {GERMAN: ("garrison", "seize"), SOVIET: ("garrison", "seize")}
