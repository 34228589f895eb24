"""Mobile assaults: which panzer force opens which hex, weighed against simply driving on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...assault.flags import ASSAULTED
from ..material import LAST_TURN
from ..rules.mobile_assault import EXTRA_COST
from ..state import GERMAN
from .assaults import bloodbath, worth
from .goals import Goals
from .sight import Bytes, Sight

#: A mobile assault is made when it is worth so much and likely enough to open the hex.
WORTHWHILE = 0.5
LIKELY = 0.45
#: A chance below which an officer does not even try Moscow before the last turn.
HOPELESS = 0.1
#: What a unit or an aircraft must add to an assault.
EFFORT = 0.12
AIR_WORTHWHILE = 0.9
#: What a movement point towards the goal is worth to a force.
PACE = 0.5


class Assault(NamedTuple):
    """A mobile assault: the launch hex, the target and the force."""

    units: tuple[int, ...]
    launch: int
    target: int
    air: int
    value: float
    chance: float


class Spearheads:
    """The mobile assaults that could be made now. `points` are the movement points units have left."""

    def __init__(self, sight: Sight, points: dict[int, int], supplied: Bytes, goals: Goals) -> None:
        self.sight, self.points, self.supplied, self.goals = sight, points, supplied, goals

    def best(self) -> Assault | None:
        """The best assault of all forces."""
        found: Assault | None = None
        for stack in self.sight.stacks.values():
            force = self._force(stack)
            for option in self._options(force) if force else ():
                if found is None or option.value > found.value:
                    found = option
        return found

    def _force(self, stack: Sequence[int]) -> list[int]:
        """The mechanized units of a stack that can still assault together (9.22)."""
        sight = self.sight
        units = [u for u in stack if sight.mech(u) and self.points[u] > EXTRA_COST and not sight.flags[u] & ASSAULTED]
        leader = next((u for u in units if sight.panzer(u)), None)
        return [] if leader is None else [u for u in units if sight.trail[u] == sight.trail[leader]]

    def _options(self, force: list[int]) -> list[Assault]:
        """Every target in reach, each from the launch hex that is driest and then nearest."""
        sight, game = self.sight, self.sight.game
        budget = min(self.points[u] for u in force)
        march = sight.march(force, budget)
        ways = march.reach()
        launches: dict[int, tuple[int, int, int]] = {}
        for launch, spent in zip(ways.nodes.tolist(), ways.costs.tolist(), strict=True):
            if not self.supplied[launch]:
                continue
            for direction, target in enumerate(sight.board.neighbours[launch].tolist()):
                if target < 0 or not sight.foe[target]:
                    continue
                step = march.step(launch, target)
                if spent + step + EXTRA_COST > budget:
                    continue
                option = (int(game.river[launch][direction]), spent + step + EXTRA_COST, launch)
                if target not in launches or option < launches[target]:
                    launches[target] = option
        drive = int(self.goals.of(force[0])[ways.nodes].min())  # how near to its goal the force could get without an assault
        found = [self._weigh(force, launch, target, budget - cost, drive) for target, (_, cost, launch) in launches.items()]
        return [assault for assault in found if assault is not None]

    def _weigh(self, force: list[int], launch: int, target: int, left: int, drive: int) -> Assault | None:
        """The value with the whole force, then without those who add nothing."""
        sight = self.sight
        goal = self.goals.of(force[0])
        won = drive + left - int(goal[target])  # ground won beyond what driving on would win, if the hex is opened
        lost = drive - int(goal[launch])  # and if it is not
        units = list(force)
        value, chance = self._value(units, launch, target, won, lost)
        for unit in sorted(force, key=lambda u: (sight.attack[u], u)):
            rest = [u for u in units if u != unit]
            if any(sight.panzer(u) for u in rest):
                less, fewer = self._value(rest, launch, target, won, lost)
                if less >= value - EFFORT:
                    units, value, chance = rest, less, fewer
        air = 0
        if sight.air[GERMAN]:
            more, better = self._value(units, launch, target, won, lost, air=1)
            if more - value > AIR_WORTHWHILE:
                value, chance, air = more, better, 1
        likely = chance >= LIKELY or (target in sight.game.moscow and self._bold(chance))
        return Assault(tuple(units), launch, target, air, value, chance) if value >= WORTHWHILE and likely else None

    def _bold(self, chance: float) -> bool:
        """Is a small chance to take Moscow worth a try? To an officer not if all can attack together after this movement."""
        if not self.goals.doctrine.storm:
            return True
        return self.sight.order == "fight-move" and (chance >= HOPELESS or self.sight.turn >= LAST_TURN)

    def _value(self, units: Sequence[int], launch: int, target: int, won: int, lost: int, air: int = 0) -> tuple[float, float]:
        """Worth of the battle and of the ground, and the chance to open the hex."""
        chances = self.sight.chances(target, dict.fromkeys(units, launch), air, mobile=True)
        value = worth(self.sight, target, units, chances)
        stands = self.sight.game.city[target] and bloodbath(self.sight, target, int(self.sight.foe[target])) <= 0
        opened = chances["DE"] + (0.0 if stands else chances["DR"])
        return value + PACE * (opened * won + (1 - opened) * lost), opened
