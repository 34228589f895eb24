"""Massing for prepared assaults: which enemy stacks to close in on, with whom, and from which sides.

Each target is weighed with the units that can get beside it; the best is taken, its units are sent, and so on with
those that remain. The attacks come in the combat phase of this turn (move/fight) or in that of the next (fight/move).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..material import STACK_LIMIT
from .assaults import worth
from .sight import Sight

#: What a unit must add to the expected value of an attack to be sent to it.
EFFORT = 0.12
#: A mass worth less is not formed.
WORTHWHILE = 0.8
#: Units in one attack beyond which more are not tried.
MOST = 24


class Mass(NamedTuple):
    """Units closing in on a target: `places` says who stands where."""

    target: int
    places: dict[int, int]
    value: float


class Masses:
    """Attacks that could be prepared. `can[unit]` maps hexes in reach to costs, `crowd` counts units posted already."""

    def __init__(
        self, sight: Sight, can: Mapping[int, Mapping[int, int]], crowd: npt.NDArray[np.int16], order: str,
        supplied: npt.NDArray[np.uint8], detour: Callable[[int, int], float], air: Mapping[int, int] | None = None,
    ) -> None:  # fmt: skip
        """`detour` says what it costs a unit to go to a hex, beyond the effort; `air` by target the aircraft that will fly."""
        self.air = air or {}
        self.sight, self.can, self.order, self.supplied, self.detour = sight, can, order, supplied, detour
        self.crowd = crowd.copy()
        self.free = dict.fromkeys(can, True)
        self.near: dict[int, list[int]] = {}  #: hex beside an enemy -> free units that can get there
        self.doors = {t: self._doors(t) for t in sight.enemies}
        wanted = {h for doors in self.doors.values() for h in doors}
        for unit, hexes in can.items():
            for hex in wanted & hexes.keys():
                self.near.setdefault(hex, []).append(unit)

    def _doors(self, target: int) -> list[int]:
        """Hexes from which a target can be attacked, in order around it."""
        sight = self.sight
        return [
            near for direction, near in enumerate(sight.board.neighbours[target].tolist())
            if near >= 0 and not sight.foe[near] and not sight.game.reservoir[target][direction] and self.supplied[near]
        ]  # fmt: skip

    def plan(self) -> list[Mass]:
        """Masses worth forming, the best first; no unit twice."""
        found = {t: mass for t in self.sight.enemies if (mass := self.on(t)) is not None}
        fresh = set(found)
        chosen: list[Mass] = []
        while found:
            target = max(found, key=lambda t: (found[t].value, -t))
            if target not in fresh:
                again = self.on(target)
                fresh.add(target)
                if again is None:
                    del found[target]
                else:
                    found[target] = again
                continue
            mass = found.pop(target)
            if mass.value < WORTHWHILE:
                break
            chosen.append(mass)
            for unit, hex in mass.places.items():
                del self.free[unit]
                self.crowd[hex] += 1
            fresh.clear()
        return chosen

    def on(self, target: int) -> Mass | None:
        """The best mass on one target, with as few units as do the work."""
        sight = self.sight
        doors = self.doors[target]
        able = {u for h in doors for u in self.near.get(h, ()) if u in self.free and sight.may_strike(u, h, target)}
        if not able:
            return None
        order = sorted(able, key=lambda u: (-sight.most(u, target), u))
        room = {h: STACK_LIMIT - int(self.crowd[h]) for h in doors}
        used: dict[int, int] = {}
        places: dict[int, int] = {}
        best: Mass | None = None
        price = 0.0
        for unit in order[:MOST]:
            choices = [h for h in doors if h in self.can[unit] and room[h] > 0]
            if not choices:
                continue
            hex = max(choices, key=lambda h: self._side(target, h, used, self.can[unit][h]))
            room[hex] -= 1
            used[hex] = used.get(hex, 0) + 1
            places[unit] = hex
            chances = sight.chances(target, places, self.air.get(target, 0), order=self.order)
            price += EFFORT + self.detour(unit, hex)
            value = worth(sight, target, places, chances) - price
            if best is None or value > best.value:
                best = Mass(target, dict(places), value)
        return best

    def _side(self, target: int, hex: int, used: Mapping[int, int], cost: int) -> tuple[int, int]:
        """Opposite sides first, dry ground before river banks, then the shortest way."""
        board, game = self.sight.board, self.sight.game
        directions = {board.direction(target, h) for h in used}
        here = board.direction(target, hex)
        opposite = bool(directions) and (here + 3) % 6 in directions and hex not in used
        river = game.river[target][here]
        return 4 * opposite - 2 * river + (hex in used), -cost
