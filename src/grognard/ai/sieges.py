"""How well a garrison would stand against the next turn of an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..core.foresight import Phase, placed, ratio
from ..core.paths import Ints
from ..core.play import Play
from ..facts import Outlook
from ..facts.beliefs import ATTACK, DEFENCE
from ..facts.strikes import Force, attack_verbs, forces, together, weigh
from ..facts.threats import GRAVE


class Siege(NamedTuple):
    """Those who can attack a place in a phase to come."""

    phase: Play[Any, Any]
    force: Force


class Sieges:
    """Whom an enemy can bring against places of a side in his next turn: those who stand beside them, who may fight before they
    move, or all who can come. Who holds a place can be supposed."""

    def __init__(self, outlook: Outlook, side: int, places: Sequence[int]) -> None:
        self.outlook, self.side = outlook, side
        self.sieges: dict[int, list[Siege]] = {hex: [] for hex in places}
        for enemy in outlook.p.enemies(side) if places else ():
            self._look(enemy, np.array(places, np.int16))
        self._known: dict[tuple[int, tuple[tuple[float, float], ...]], bool] = {}

    def _look(self, enemy: int, places: Ints) -> None:
        outlook = self.outlook
        first, moved = (outlook.ahead(enemy, phase) for phase in (Phase.FIGHT, Phase.FIGHT_MOVED))
        for hex, force in zip(places.tolist(), forces(outlook, enemy, places), strict=True):
            for phase, coming in ((first, self._beside(enemy, hex)), (moved, force)):
                if phase is not None and coming.units and attack_verbs(phase):
                    self.sieges[hex].append(Siege(phase, together(phase, hex, coming)))

    def _beside(self, enemy: int, hex: int) -> Force:
        """Who stands beside a place already."""
        p = self.outlook.p
        rows = [(unit, near) for near in p.game.board.adjacent(hex) for unit in p.units(near, enemy)]
        return Force(tuple(unit for unit, _ in rows), tuple(near for _, near in rows))

    def is_held(self, hex: int, garrison: Sequence[int]) -> bool:
        """Would these alone be attacked at less than three to one?"""
        mean = self.outlook.beliefs.mean
        key = hex, tuple(sorted((mean(unit, ATTACK), mean(unit, DEFENCE)) for unit in garrison))
        if key not in self._known:
            self._known[key] = bool(garrison) and not any(self._falls(hex, garrison, siege) for siege in self.sieges[hex])
        return self._known[key]

    def _falls(self, hex: int, garrison: Sequence[int], siege: Siege) -> bool:
        p, mean = self.outlook.p, self.outlook.beliefs.mean
        attack = sum(mean(unit, ATTACK) for unit in siege.force.units)
        if attack < 0.9 * sum(mean(unit, DEFENCE) for unit in garrison):
            return False  # shifts make up for one to one, not for much less
        gone = [unit for unit in p.units(hex, self.side) if unit not in garrison]
        away = p.game.board.adjacent(hex)[0]
        with placed(p, (*gone, *garrison), (*[away] * len(gone), *[hex] * len(garrison))):
            odds = weigh(self.outlook, siege.phase, hex, siege.force)
        return odds is not None and ratio(odds.odds) >= GRAVE
