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
#: An enemy stack in the way counts as so many movement points per unit, and at most so many.
STACK_TOLL, MOST_TOLL = 2, 6


class Goals:
    """The goal of every unit, as a field of distance to descend."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        toll = np.minimum(sight.foe * STACK_TOLL, MOST_TOLL).astype(np.uint8)
        cities = [h for h in sight.game.other_cities if sight.control[h] == SOVIET]
        self.fields = [sight.field(np.nonzero(lifeline(sight))[0].tolist(), toll=toll)]
        self.fields += [sight.field([hex], toll=toll) for hex in cities]
        self.needs = [float("inf"), *(LEAST_FORCE + FORCE_FOR_CITY * float(sight.foe_defence[h]) for h in cities)]

    def of(self, unit: int) -> Field:
        """The field this unit should descend."""
        return self.fields[self._chosen[unit]]

    @cached_property
    def _chosen(self) -> dict[int, int]:
        """The nearest goal that still wants strength, for those nearest to a goal first."""
        sight, left = self.sight, list(self.needs)
        chosen: dict[int, int] = {}
        near = {u: [int(field[h]) for field in self.fields] for u, h in sight.at.items()}
        for unit in sorted(sight.units, key=lambda u: (min(near[u]), u)):
            pull = PULL if sight.mech(unit) else 0
            best = min(range(len(left)), key=lambda k: near[unit][k] - pull * (k == 0) + ENOUGH * (left[k] <= 0))
            chosen[unit] = best
            left[best] -= sight.attack[unit]
        return chosen
