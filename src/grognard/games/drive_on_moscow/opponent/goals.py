"""Where German units are heading: Moscow's lifeline, and the other cities with as much strength as each needs."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..state import SOVIET
from .ground import lifeline
from .sight import Field, Sight

#: Strength sent against a city for each point of its defence, and for the city itself.
FORCE_FOR_CITY = 6.0
LEAST_FORCE = 10.0
#: A goal with enough strength looks so much farther away.
ENOUGH = 25
#: Moscow looks so much nearer to mechanized units.
PULL = 60
#: Defenders of a city that is weakly held.
WEAK = 1
#: Movement points within which mechanized units are told off for a city.
WITHIN = 30
#: An enemy stack in the way counts as so many movement points per unit, and at most so many.
STACK_TOLL, MOST_TOLL = 2, 6


class Goals:
    """The goal of every unit, as a field of distance to descend."""

    def __init__(self, sight: Sight, objectives: bool = False) -> None:
        """With `objectives` mechanized units are told off for the other cities, too."""
        self.sight, self.objectives = sight, objectives
        toll = np.minimum(sight.foe * STACK_TOLL, MOST_TOLL).astype(np.uint8)
        cities = [h for h in sight.game.other_cities if sight.control[h] == SOVIET]
        self.fields = [sight.field(np.nonzero(lifeline(sight))[0].tolist(), toll=toll)]
        self.fields += [sight.field([hex], toll=toll) for hex in cities]
        self.weak = [False, *(int(sight.foe[h]) <= WEAK for h in cities)]
        self.needs = [float("inf"), *(LEAST_FORCE + FORCE_FOR_CITY * float(sight.foe_defence[h]) for h in cities)]

    def of(self, unit: int) -> Field:
        """The field this unit should descend."""
        return self.fields[self._chosen[unit]]

    @cached_property
    def _chosen(self) -> dict[int, int]:
        """The nearest goal that still wants strength, for those nearest to a goal first."""
        sight, left = self.sight, list(self.needs)
        near = {u: [int(field[h]) for field in self.fields] for u, h in sight.at.items()}
        chosen = self._told_off(near, left) if self.objectives else {}
        for unit in sorted([u for u in sight.units if u not in chosen], key=lambda u: (min(near[u]), u)):
            pull = PULL if sight.mech(unit) else 0
            best = min(range(len(left)), key=lambda k: near[unit][k] - pull * (k == 0) + ENOUGH * (left[k] <= 0))
            chosen[unit] = best
            left[best] -= sight.attack[unit]
        return chosen

    def _told_off(self, near: dict[int, list[int]], left: list[float]) -> dict[int, int]:
        """For each city that is weakly held, the mechanized units nearest to it that are enough for it."""
        sight = self.sight
        chosen: dict[int, int] = {}
        mech = [u for u in sight.units if sight.mech(u)]
        rows = sorted((near[u][k], u, k) for u in mech for k in range(1, len(left)) if self.weak[k] and near[u][k] <= WITHIN)
        for _, unit, k in rows:
            if unit not in chosen and left[k] > 0:
                chosen[unit] = k
                left[k] -= sight.attack[unit]
        return chosen
