"""The general: several plans for a turn, each tried on positions that look the same to his seat, the best one carried out.

Plans differ in their missions (`missions.py`), not in parameters. A plan is tried by playing the own turn and the enemy's likely
reply on a fork; all plans meet the same forks and the same dice, so that what differs is the plan. After every round the worse
half is dropped. The budget is a number of such trials per movement phase: no clock is looked at, so that the same seed and budget
decide alike on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from ..core.errors import GrognardError
from ..core.match import Match
from . import Advice, Opponent, anything, own_part
from .deployed import likely
from .missions import is_movement
from .operations import OPERATIONS, Memory
from .staff import Phase, Staffed, Usual, phase_of
from .value import value

#: So many trials for a movement phase.
EVALUATIONS = 10
#: A trial that takes more commands than this is broken off and judged as it stands.
MOST_COMMANDS = 1500
#: What another plan must be better by before the first one is left.
MARGIN = 0.02


class Plan(msgspec.Struct, frozen=True):
    """Missions in the order in which they choose their units, and what a person would call them together."""

    name: str
    missions: tuple[str, ...] = ()


#: What an officer would do, and what is tried beside it.
USUAL = Plan("go on as usual")
PLANS = (
    USUAL,
    Plan("take what stands open", ("garrison", "seize")),
    Plan("shut them in", ("garrison", "encircle", "seize")),
    Plan("mass for the storm", ("garrison", "storm", "seize")),
    Plan("strike wherever the odds are good", ("garrison", "strike", "seize")),
    Plan("hold the line", ("garrison", "hold")),
)
#: How the enemy is expected to answer in a game whose officers have no missions.
REPLY = ("seize",)


class Weighed(msgspec.Struct):
    """A plan with what its trials have brought."""

    plan: Plan
    found: list[float]

    @property
    def mean(self) -> float:
        return sum(self.found) / len(self.found) if self.found else -1.0


class General:
    """Searches plans before every movement phase; `officer` makes the planner of the game for a seed."""

    def __init__(
        self, officer: Callable[[int | str], Opponent], seed: int | str = 0, evaluations: int = EVALUATIONS,
        usual: Usual | None = None,
    ) -> None:  # fmt: skip
        """`usual` are the missions of an officer, which are carried out where no other plan is clearly better."""
        self.officer, self.seed, self.evaluations, self.usual = officer, seed, evaluations, usual or {}
        self.phase: Phase | None = None
        self.memory = Memory()  #: of operations that take several turns
        self.acting: Opponent = self.staff_for(USUAL)
        self.weighed: list[Weighed] = []  #: the plans of this phase, the best first
        self.spent = 0  #: trials so far

    def choose(self, match: Match) -> Advice:
        if is_movement(match) and phase_of(match) != self.phase:
            self.phase = phase_of(match)
            self.weighed = self.search(match)
            self.acting = self.staff_for(self.weighed[0].plan)
            advice = self.acting.choose(match)
            return Advice(advice.command, f"{self.reason()}; {advice.why}")
        return self.acting.choose(match)

    def reason(self) -> str:
        """The plan of this phase, and what the second best would have cost."""
        best, *others = self.weighed
        tried = [other for other in others if other.found]
        if not best.found or not tried:
            return f"the plan is to {best.plan.name}"
        cost = 50 * (best.mean - tried[0].mean)
        if cost < 0.5:
            return f"the plan is to {best.plan.name}, which looked as good as to {tried[0].plan.name}"
        return f"the plan is to {best.plan.name}: to {tried[0].plan.name} looked worse by {cost:.0f} points in a hundred"

    def officer_of(self) -> Opponent:
        return self.officer(self.seed)

    def staff_for(self, plan: Plan, *, guard: bool = True) -> Opponent:
        """Somebody who carries a plan out; whoever only tries it changes nothing of what has been begun."""
        memory = self.memory if guard else self.memory.copy()
        return Staffed(self.officer_of, self.missions_of(plan), guard=guard, memory=memory)

    def missions_of(self, plan: Plan) -> Sequence[str] | Usual:
        """What a plan wants; operations that take several turns go on whatever this turn is for."""
        if plan is USUAL or not self.usual:
            return self.usual if plan is USUAL else plan.missions
        return {
            side: (*(name for name in names if name in OPERATIONS), *plan.missions) for side, names in self.usual.items()
        }

    # ---------------------------------------------------------------- search

    def search(self, match: Match) -> list[Weighed]:
        """All plans, the best first: those that were dropped early after those that were not."""
        left = [Weighed(plan, []) for plan in PLANS]
        dropped: list[Weighed] = []
        number, trials = 0, self.evaluations
        while len(left) > 1 and trials >= len(left):
            rng = random.Random(f"{self.seed} {match.seat} {match.length} {number}")
            fork = match.fork(match.seat, rng, likely(match.game.slug))
            for each in left:
                each.found.append(self.tried(fork, each.plan, match.seat))
            trials -= len(left)
            number += 1
            if number % 2 == 0 or trials < len(left):
                left = self._ranked(left)
                keep = max(1, (len(left) + 1) // 2)
                dropped = left[keep:] + dropped
                left = left[:keep]
        return [*(self._ranked(left) if number else left), *dropped]

    def _ranked(self, plans: list[Weighed]) -> list[Weighed]:
        """The best first; the usual plan keeps its place unless another is clearly better."""
        return sorted(plans, key=lambda each: -(each.mean + MARGIN * (each.plan is USUAL)))

    def tried(self, fork: Match, plan: Plan, seat: int) -> float:
        """What a plan comes to when the enemy has answered."""
        self.spent += 1
        match, began = fork.copy(), phase_of(fork)
        staff: dict[int, Opponent] = {seat: self.staff_for(plan, guard=False)}
        for _ in range(MOST_COMMANDS):
            if match.over or (match.seat == seat and match.game.turn(match.play)[0] > began[0] and is_movement(match)):
                break
            if match.seat not in staff:
                staff[match.seat] = Staffed(self.officer_of, self.usual or REPLY, guard=False)
            try:
                match.do(staff[match.seat].choose(own_part(match)).command)
            except GrognardError:
                match.do(anything(match).command)
        return value(match, seat)
