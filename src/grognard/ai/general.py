"""The general: several plans for a turn, each tried on positions that look the same to his seat, the best one carried out.

Plans differ in their missions (`missions.py`), not in parameters. A plan is tried by playing the own turn and the enemy's likely
reply on a fork, in the last turns the whole rest of the game; all plans meet the same forks and the same dice, so that what
differs is the plan. After every round the worst third is dropped, until two are left.

A budget is a number of such trials. Which plan is tried next does not depend on it, so that a search that was cut short after N
trials has decided what one with a budget of N decides (`general@N`). Nothing in here looks at a clock: whoever wants to cut a
search short gives the general a `watch`, as the server does at the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from ..core.command import Command
from ..core.errors import GrognardError
from ..core.match import Match
from . import Advice, Opponent, anything, own_part
from .care import last_turn
from .deployed import likely
from .missions import is_movement, own_sides, stakes_of
from .operations import OPERATIONS, Memory
from .staff import Phase, Staffed, Usual, phase_of
from .value import value

#: So many trials for a movement phase where a game says nothing.
EVALUATIONS = 10
#: A trial that takes more commands than this is broken off and judged as it stands.
MOST_COMMANDS = 1500
#: What another plan must be better by on one fork before the usual one is left; on so many forks, that part of it: one trial
#: says little.
MARGIN = 0.3
#: So many turns before the end, and in the last one, a plan is tried to the end of the game.
TO_THE_END = 1


class Plan(msgspec.Struct, frozen=True):
    """Missions in the order in which they choose their units, and what a person would call them together; or a word that is said
    first (`order free`, `offensive`)."""

    name: str
    missions: tuple[str, ...] = ()
    command: Command | None = None


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
#: What goes on under every plan.
KEPT = {*OPERATIONS, "relieve"}
#: How the enemy is expected to answer in a game whose officers have no missions.
REPLY = ("seize",)

#: Told before every trial how many there have been and may be; says whether to go on.
Watch = Callable[[int, int], bool]


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
        usual: Usual | None = None, plans: Sequence[Plan] = PLANS, gambles: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """`usual` are the missions of an officer, which are carried out where no other plan is clearly better; `gambles` are
        steps at which a word is said that may decide much: each is tried."""
        self.officer, self.seed, self.evaluations, self.usual = officer, seed, evaluations, usual or {}
        self.plans, self.gambles = plans, gambles
        self.watch: Watch | None = None
        self.phase: Phase | None = None
        self.memory = Memory()  #: of operations that take several turns
        self.acting: Opponent = self.staff_for(USUAL)
        self.weighed: list[Weighed] = []  #: the plans of this phase, the best first
        self.spent = 0  #: trials so far

    def choose(self, match: Match) -> Advice:
        if match.step.name in self.gambles:
            return self._gambled(match)
        if not is_movement(match) or phase_of(match) == self.phase:
            return self.acting.choose(match)
        self.phase, before = phase_of(match), self.spent
        self.weighed = self.search(match)
        self.acting = self.staff_for(self.weighed[0].plan)
        advice = self.acting.choose(match)
        return Advice(advice.command, f"{self.reason()}; {advice.why}", self.spent - before)

    def _gambled(self, match: Match) -> Advice:
        """What may be said here, each with the usual plan after it; what an officer would say comes first."""
        advice, before = self.acting.choose(match), self.spent
        words = [command for verb in match.legal_commands().verbs for command in verb.elementary(match.play)]
        others = [command for command in words if command != advice.command and match.check(command, match.seat) is None]
        plans = [USUAL, *(Plan(match.text(command), (), command) for command in others)]
        self.weighed = self.search(match, plans)
        best = self.weighed[0].plan
        if best.command is None:
            return Advice(advice.command, advice.why, self.spent - before)
        better = 50 * (self.weighed[0].mean - next(each for each in self.weighed if each.plan is USUAL).mean)
        return Advice(best.command, f"better by {better:.0f} points in a hundred than {match.text(advice.command)}",
                      self.spent - before)  # fmt: skip

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
        """What a plan wants; operations that take several turns go on, and what is being lost is won back, whatever this turn is
        for."""
        if not plan.missions or not self.usual:
            return plan.missions or self.usual
        return {side: (*(name for name in names if name in KEPT), *plan.missions) for side, names in self.usual.items()}

    # ---------------------------------------------------------------- search

    def search(self, match: Match, plans: Sequence[Plan] = ()) -> list[Weighed]:
        """These plans, or all of them, the best first: those that were dropped early after those that were not. A round that
        could not be finished counts for nothing, since its plans have not all met the same fork."""
        left, dropped = [Weighed(plan, []) for plan in plans or self.plans], list[Weighed]()
        trials = number = 0
        while len(left) > 1:
            rng = random.Random(f"{self.seed} {match.seat} {match.length} {number}")
            fork = match.fork(match.seat, rng, likely(match.game.slug))
            row = list[float]()
            for each in left:
                if trials >= self.evaluations or (self.watch is not None and not self.watch(trials, self.evaluations)):
                    return [*left, *dropped]
                row.append(self.tried(fork, each.plan, match.seat))
                trials, self.spent = trials + 1, self.spent + 1
            for each, found in zip(left, row, strict=True):
                each.found.append(found)
            left = self._ranked(left)
            keep = max(2, (2 * len(left) + 2) // 3)
            dropped, left, number = left[keep:] + dropped, left[:keep], number + 1
        return [*left, *dropped]

    def _ranked(self, plans: list[Weighed]) -> list[Weighed]:
        """The best first; the usual plan keeps its place unless another is clearly better."""
        return sorted(plans, key=lambda each: -(each.mean + (MARGIN / len(each.found) if each.plan is USUAL else 0.0)))

    def tried(self, fork: Match, plan: Plan, seat: int) -> float:
        """What a plan comes to when the enemy has answered: or a turn later if he stands where he would win, and in the last
        turns when the game is over."""
        match, began = fork.copy(), phase_of(fork)
        ends = last_turn(match)
        until = began[0] if ends is None or began[0] < ends - TO_THE_END else ends
        staff: dict[int, Opponent] = {seat: self.staff_for(plan, guard=False)}
        if plan.command is not None:
            match.do(plan.command)
        for _ in range(MOST_COMMANDS):
            late = match.game.turn(match.play)[0] - until
            if match.over or (match.seat == seat and is_movement(match) and (late > 1 or (late == 1 and not is_losing(match)))):
                break
            if match.seat not in staff:
                staff[match.seat] = Staffed(self.officer_of, self.usual or REPLY, guard=False)
            try:
                match.do(staff[match.seat].choose(own_part(match)).command)
            except GrognardError:
                match.do(anything(match).command)
        return value(match, seat)


def is_losing(match: Match) -> bool:
    """Does an enemy stand in a place whose loss loses the deciding seat the game?"""
    foes = match.state.foes
    return any(foes[stake.side][hex] for stake in stakes_of(match.play, own_sides(match)) if stake.fatal for hex in stake.hexes)
