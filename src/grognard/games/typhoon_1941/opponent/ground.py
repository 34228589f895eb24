"""What the map is worth to the German: the way to Moscow, hexes that supply will reach, places that must not be lost."""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ....core.derived import derived, of
from ....core.paths import NEVER, spread
from ..material import P
from ..rules import movement
from ..rules.condition import on_map
from ..rules.supply import blocked, length, sources
from ..rules.victory import RUSSIAN_GOALS
from ..rules.weather import frozen
from ..state import GERMAN

if TYPE_CHECKING:
    from .sight import Sight


#: What it is worth to clear Moscow, in factors.
MOSCOW = 30.0
#: A supply line in Mud or Snow.
SHORT_LINE = 3
#: How fast battles lose weight with the distance from Moscow, from turn 4 on.
FADING = 0.07
LEAST_WEIGHT = 0.5


class Ground:
    """What places are worth to the German, whoever stands there."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game, self.board = sight, sight.p, sight.game, sight.board
        self.enemies = sorted(sight.enemies)
        self.goal = self.game.moscow if self.game.moscow >= 0 else 0

    @cached_property
    def march(self) -> list[float]:
        """Hexes to Moscow as armour marches: a road counts half while roads help."""
        return hexes_to(self.p, self.goal)

    def lines(self, start: npt.NDArray[np.bool_], length: int) -> npt.NDArray[np.bool_]:
        """Hexes that a line of so many hexes joins to one of these."""
        cost = np.where(self.game.passable[int(frozen(self.p))], 1, NEVER).astype(np.uint8)
        closed = blocked(self.p, GERMAN).astype(np.uint8)
        return np.asarray(spread(self.board.neighbours, cost, closed, np.nonzero(start)[0].astype(np.int16), length) >= 0)

    @cached_property
    def linked(self) -> npt.NDArray[np.bool_]:
        """Where an army works, whatever the weather of next turn."""
        return self.lines(sources(self.p, GERMAN), SHORT_LINE)

    @cached_property
    def hubs(self) -> npt.NDArray[np.bool_]:
        """Where armies stand or can go in this phase."""
        hubs = np.zeros(self.board.nodes, np.bool_)
        able = movement.movable(self.p, ()) if self.p.s.active == GERMAN else ()
        for army in self.game.armies:
            if on_map(self.p, army):
                here = self.p.s.loc[army]
                ends = movement.march_of(self.p, army).reach().ends if army in able else ()
                for hex in (here, *ends):
                    hubs[hex] = self.linked[hex]
        return hubs

    @cached_property
    def hunger(self) -> npt.NDArray[np.float64]:
        """How ill a hex will be supplied: 0 well, up to 1 not at all; a long line breaks when the weather does."""
        now, later = self.lines(self.hubs, length(self.p)), self.lines(self.hubs, SHORT_LINE)
        return np.asarray(1.0 - 0.7 * now - 0.3 * later)

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
            return MOSCOW
        near = max(0.0, 1.2 - 0.1 * self.march[hex])
        return self._danger(hex) + near + (0.8 if game.settled[hex] else 0.3) + 0.2 * bool(game.supply_line[hex].any())

    def weight(self, hex: int) -> float:
        """Battles count the more the nearer to Moscow they are; before turn 4, and in the rear, they count in full."""
        if self.p.s.turn < 4 or self._danger(hex):
            return 1.0
        return min(1.0, max(LEAST_WEIGHT, 1.3 - FADING * self.march[hex]))

    def _danger(self, hex: int) -> float:
        """What a Russian there threatens: the western edge and the towns of the rear lose the game."""
        column = self.board.cells[hex][1]
        far = self.game.far[hex]
        home = min([far[h] for h in self.threatened_homes], default=9)
        if column <= 1 or home == 0:
            return 5.0
        if self.p.s.turn == 1:
            return 0.0
        return 2.5 if home <= 2 else 1.2 if column <= 4 else 0.0


@derived(of("weather"))
def hexes_to(p: P, goal: int) -> list[float]:
    """From everywhere to a goal, as armour marches."""
    game, board = p.game, p.game.board
    roads = (game.road if p.s.weather != "mud" else game.mud_road).tolist()
    passable = game.passable[int(frozen(p))].tolist()
    far = [99.0] * board.hexes
    far[goal] = 0.0
    heap = [(0.0, goal)]
    while heap:
        gone, hex = heapq.heappop(heap)
        if gone > far[hex]:
            continue
        for d, near in enumerate(board.rows[hex]):
            step = 0.65 if near >= 0 and roads[hex][d] else 1.0
            if 0 <= near < board.hexes and passable[hex][d] and gone + step < far[near]:
                far[near] = gone + step
                heapq.heappush(heap, (gone + step, near))
    return far
