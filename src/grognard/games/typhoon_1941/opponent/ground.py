"""What the map is worth to the German: the way to Moscow, hexes that supply will reach, places that must not be lost."""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..rules import movement
from ..rules.condition import on_map
from ..rules.supply import sources, within_length
from ..rules.victory import RUSSIAN_GOALS
from ..rules.weather import frozen
from ..state import GERMAN

if TYPE_CHECKING:
    from .sight import Sight


class Ground:
    """What places are worth to the German, whoever stands there."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game, self.board = sight, sight.p, sight.game, sight.board
        self.enemies = sorted(sight.enemies)
        self.goal = self.game.moscow if self.game.moscow >= 0 else 0

    @cached_property
    def march(self) -> list[float]:
        """Hexes to Moscow as armour marches: a road counts half while roads help."""
        roads = self.game.road if self.p.s.weather != "mud" else self.game.mud_road
        passable = self.game.passable[int(frozen(self.p))]
        far = [99.0] * self.board.hexes
        far[self.goal] = 0.0
        heap = [(0.0, self.goal)]
        while heap:
            gone, hex = heapq.heappop(heap)
            if gone > far[hex]:
                continue
            for d, near in enumerate(self.board.rows[hex]):
                step = 0.65 if near >= 0 and roads[hex, d] else 1.0
                if 0 <= near < self.board.hexes and passable[hex, d] and gone + step < far[near]:
                    far[near] = gone + step
                    heapq.heappush(heap, (gone + step, near))
        return far

    @cached_property
    def fed(self) -> npt.NDArray[np.bool_]:
        """Hexes that will be in supply: within a line of where an army stands or can go in this phase."""
        linked = within_length(self.p, sources(self.p, GERMAN))
        hubs = np.zeros(self.board.nodes, np.bool_)
        for army in self.game.armies:
            if on_map(self.p, army):
                here = self.p.s.loc.item(army)
                ends = movement.reach_of(self.p, army).ends if army in movement.movable(self.p, ()) else ()
                for hex in (here, *ends):
                    hubs[hex] = linked[hex]
        return within_length(self.p, hubs)

    @cached_property
    def threatened_homes(self) -> dict[int, float]:
        """Places whose loss loses the game, by what a guard is worth: a Russian can be there next turn."""
        found = {}
        for name in RUSSIAN_GOALS:
            hex = self.game.places.get(name, -1)
            if hex >= 0:
                near = self.sight.distance(hex, self.enemies)
                found[hex] = 9.0 if near <= 4 else 5.0 if near <= 6 else 0.0
        return found

    def value(self, hex: int) -> float:
        """What it is worth to clear an enemy-held hex, beside the units in it."""
        game = self.game
        if hex == game.moscow:
            return 12.0
        near = max(0.0, 1.2 - 0.1 * self.march[hex])
        return self._danger(hex) + near + (0.8 if game.settled[hex] else 0.3) + 0.2 * bool(game.supply_line[hex].any())

    def _danger(self, hex: int) -> float:
        """What a Russian there threatens: the western edge and the towns of the rear lose the game."""
        column = self.board.cells[hex][1]
        home = min((self.board.distance(hex, h) for h in self.threatened_homes), default=9)
        if column <= 1 or home == 0:
            return 5.0
        if self.p.s.turn == 1:
            return 0.0
        return 2.5 if home <= 2 else 1.2 if column <= 4 else 0.0
