"""Where German units are heading: Moscow's lifeline, and the other cities with as much strength as each needs."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..material import LAST_TURN
from ..state import SOVIET
from .doctrine import YARDSTICK, Doctrine
from .ground import lifeline
from .sight import FAR, Field, Sight

#: Strength sent against a city for each point of its defence, and for the city itself.
FORCE_FOR_CITY = 6.0
LEAST_FORCE = 10.0
#: The same where cities are objectives: what it takes to be sure of it.
SURE_FORCE, LEAST_SURE = 9.0, 36.0
#: A goal with enough strength looks so much farther away.
ENOUGH = 25
#: Moscow looks so much nearer to mechanized units.
PULL = 60
#: A city is weakly held by so many units of which one defeat leaves nobody: Guards would still be there.
WEAK = 2
#: Movement points within which mechanized units are told off for a city, and how near it must be compared with Moscow.
WITHIN, ON_THE_WAY = 30, 0.75
#: What a movement point between a city and Moscow counts when units are told off: the nearer one comes first.
BEYOND = 0.3
#: An enemy stack in the way counts as so many movement points per unit, and at most so many.
STACK_TOLL, MOST_TOLL = 2, 6


class Goals:
    """The goal of every unit, as a field of distance to descend."""

    def __init__(self, sight: Sight, doctrine: Doctrine = YARDSTICK) -> None:
        self.sight, self.doctrine = sight, doctrine
        toll = np.minimum(sight.foe * STACK_TOLL, MOST_TOLL).astype(np.uint8)
        self.cities = cities = [h for h in sight.game.other_cities if sight.control[h] == SOVIET]
        heart = sight.game.moscow if doctrine.storm and sight.game.moscow else np.nonzero(lifeline(sight))[0].tolist()
        self.fields = [sight.field(heart, toll=toll)]
        self.fields += [sight.field([hex], toll=toll) for hex in cities]
        self.weak = [False, *(sight.foe[h] <= WEAK and not sight.firm(h) for h in cities)]
        least, each = (LEAST_SURE, SURE_FORCE) if doctrine.cities else (LEAST_FORCE, FORCE_FOR_CITY)
        self.needs = [float("inf"), *(max(least, each * d) if doctrine.cities else least + each * d for d in self._held(cities))]

    def _held(self, cities: list[int]) -> list[float]:
        return [float(self.sight.foe_defence[h]) for h in cities]

    @property
    def weakly_held(self) -> list[int]:
        """The cities that a stroke could take."""
        return [hex for hex, weak in zip(self.cities, self.weak[1:], strict=True) if weak]

    def of(self, unit: int) -> Field:
        """The field this unit should descend."""
        return self.fields[self._chosen[unit]]

    @cached_property
    def _chosen(self) -> dict[int, int]:
        """The nearest goal that still wants strength, for those nearest to a goal first."""
        sight, left = self.sight, list(self.needs)
        near = {u: [int(field[h]) for field in self.fields] for u, h in sight.at.items()}
        chosen = self._told_off(near, left) if self.doctrine.cities else {}
        for unit in sorted([u for u in sight.units if u not in chosen], key=lambda u: (min(near[u]), u)):
            pull = PULL if sight.mech(unit) and not self._too_far(unit, near[unit]) else 0
            best = min(range(len(left)), key=lambda k: near[unit][k] - pull * (k == 0) + ENOUGH * (left[k] <= 0))
            chosen[unit] = best
            left[best] -= sight.attack[unit]
        return chosen

    def _told_off(self, near: dict[int, list[int]], left: list[float]) -> dict[int, int]:
        """For each city that is weakly held, mechanized units that are enough for it: those that are near and lose least by it
        on their way to Moscow."""
        sight = self.sight
        chosen: dict[int, int] = {}
        behind = [0.0, *(BEYOND * float(self.fields[0][h]) for h in self.cities)]
        rows = sorted(
            (near[u][k] - near[u][0] / 2 + behind[k], u, k)
            for u in sight.units if sight.mech(u) for k in range(1, len(left))
            if self.weak[k] and near[u][k] <= min(WITHIN, ON_THE_WAY * near[u][0]) and self._too_far(u, near[u])
        )  # fmt: skip
        for _, unit, k in rows:
            if unit not in chosen and left[k] > 0:
                chosen[unit] = k
                left[k] -= sight.most(unit, self.cities[k - 1])
        return chosen

    def _too_far(self, unit: int, near: list[int]) -> bool:
        """Will the game be over before a unit can be at Moscow?"""
        if not self.doctrine.cities:
            return False
        track = self.sight.game.track
        points = sum(track[turn].mf_mech for turn in range(self.sight.turn, LAST_TURN) if turn in track)
        return points < near[0] < FAR
