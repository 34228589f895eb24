"""What somebody may believe of the strength of units that he cannot see: any of those that are left."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from ..core.chance import Spread, among, mean, total
from ..core.play import Play
from ..core.sight import Sight

ATTACK, DEFENCE = 0, 1
Pool = tuple[str, int]


class Strength(msgspec.Struct, frozen=True):
    """Believed factors of the units of a side in a hex: the mean, and a range in which they lie four times of five."""

    attack: float
    defence: float
    low: float  #: of the defence
    high: float
    units: int
    hidden: int


class Beliefs:
    """What somebody believes of a position in which everything hidden from him has been dealt anew."""

    def __init__(self, p: Play[Any, Any], sight: Sight, hidden: frozenset[int]) -> None:
        self.p, self.sight, self.hidden = p, sight, hidden
        self._means: dict[tuple[int, int], float] = {}
        self._spreads: dict[tuple[tuple[Pool, ...], int], Spread] = {}

    @cached_property
    def covers(self) -> dict[int, Pool]:
        """Units whose face is not to be seen, and the pool out of which it comes: a side's, or that of a deck."""
        game, hidden = self.p.game, sorted(self.hidden)
        decks = [pieces for pieces, arrays in game.face_down(self.p, hidden) if "kind" in arrays]
        found: dict[int, Pool] = {u: ("deck", k) for k, pieces in enumerate(decks) for u in pieces}
        return found | {u: ("side", game.side_of[u]) for u in hidden}

    @cached_property
    def pools(self) -> dict[Pool, list[int]]:
        """The units whose faces may turn up: on the map, or where nobody can count them."""
        p, hexes = self.p, self.p.game.board.hexes
        found: dict[Pool, list[int]] = {}
        for unit, pool in self.covers.items():
            node = p.s.loc[unit]
            if pool[0] == "deck" or node < hexes or not self.sight.counts(node):
                found.setdefault(pool, []).append(unit)
        return {pool: units if pool[0] == "deck" else self._able(units) for pool, units in found.items()}

    def _able(self, units: list[int]) -> list[int]:
        """Of hidden pieces those that could lie on the map at all."""
        p, hexes = self.p, self.p.game.board.hexes
        hex = next((p.s.loc[u] for u in units if p.s.loc[u] < hexes), 0)
        return [u for u in units if p.s.loc[u] < hexes or p.game.may_lie(p, u, hex)]

    @cached_property
    def _ratings(self) -> list[tuple[int, int]]:
        """Of attack and defence, where they stand among the ratings of a counter, if they do, and their smallest parts."""
        declared = {rating.name: (k, rating.parts) for k, rating in enumerate(self.p.game.ratings)}
        return [declared.get(name, (-1, 1)) for name in ("attack", "defence")]

    def printed(self, unit: int, factor: int) -> int:
        """A factor that is printed on a counter, in its smallest parts."""
        steps, unit_type, at = self.p.s.steps[unit], self.p.game.types[self.p.s.kind[unit]], self._ratings[factor][0]
        return unit_type.ratings[steps - 1][at] if 0 < steps <= unit_type.steps and at >= 0 else 0

    def spread(self, pools: tuple[Pool, ...], factor: int) -> Spread:
        """The chance of each strength of units out of these pools together."""
        found = self._spreads.get((pools, factor))
        if found is None:
            found = total([among([self.printed(u, factor) for u in self.pools[pool]]) for pool in pools])
            self._spreads[pools, factor] = found
        return found

    def mean(self, unit: int, factor: int) -> float:
        """What a unit is worth on average."""
        known = self._means.get((unit, factor))
        if known is None:
            pool = self.covers.get(unit)
            whole = self.printed(unit, factor) if pool is None else mean(self.spread((pool,), factor))
            known = whole / self._ratings[factor][1]
            self._means[unit, factor] = known
        return known

    def strength(self, units: list[int]) -> Strength:
        """What units together are believed to be worth."""
        attack, defence = (sum([self.mean(unit, factor) for unit in units]) for factor in (ATTACK, DEFENCE))
        pools = tuple(sorted(self.covers[unit] for unit in units if unit in self.covers))
        known, parts = sum([self.printed(u, DEFENCE) for u in units if u not in self.covers]), self._ratings[DEFENCE][1]
        low, high = ((known + rare) / parts for rare in self._range(pools))
        return Strength(round(attack, 2), round(defence, 2), low, high, len(units), len(pools))

    def _range(self, pools: tuple[Pool, ...]) -> tuple[int, int]:
        """Lowest and highest defence of units out of these pools, the rarest tenth at both ends left out."""
        if not pools:
            return 0, 0
        low, high = np.searchsorted(np.cumsum(self.spread(pools, DEFENCE)), (0.1, 0.9 - 1e-9)).tolist()
        return low, high
