"""What the computer sees in a position: distances to its goals, who could attack what, and what an attack promises."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.match import Match
from ...assault.odds import column
from ...assault.reckoning import sure
from ..material import Mask, P
from ..rules import combat_odds, movement, neutrals, supply
from ..state import ALLIED, BELGIAN, DUTCH, GERMAN, SOVIET

Field = npt.NDArray[np.int16]
FAR = 999  #: no way leads there


class Outlook(msgspec.Struct, frozen=True):
    """What an attack promises: the column it is resolved on and the chance of each result."""

    column: int
    chances: dict[str, float]

    def of(self, *results: str) -> float:
        return sum(self.chances.get(result, 0.0) for result in results)


class Sight:
    """A position as a player of one side looks at it. Whatever is hidden has been dealt in it already."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.p: P = match.play
        self.s, self.game, self.board = self.p.s, self.p.game, self.p.game.board
        self.side: int = self.s.active
        self.openers: dict[int, int] = {}  #: units that are to open a road, and where
        self._fields: dict[tuple[tuple[int, ...], bytes], Field] = {}

    # ---------------------------------------------------------------- ground

    def field(self, goals: Iterable[int], shut: Mask) -> Field:
        """How many hexes every hex is from the nearest goal, over ground that is not shut."""
        key = tuple(sorted(goals)), shut.tobytes()
        if key not in self._fields:
            self._fields[key] = self._flood(goals, shut)
        return self._fields[key]

    def _flood(self, goals: Iterable[int], shut: Mask) -> Field:
        away = np.full(self.board.nodes, FAR, np.int16)
        blocked = movement.no_way(self.game, soviet=False)
        queue = [hex for hex in goals if not shut[hex]]
        away[queue] = 0
        for hex in queue:
            for direction, near in enumerate(self.board.rows[hex]):
                if near >= 0 and away[near] == FAR and not blocked[hex, direction] and not shut[near]:
                    away[near] = away[hex] + 1
                    queue.append(near)
        return away

    def closed_to(self, unit: int) -> Mask:
        """Ground that is not for a unit, and for the Anglo-French neutral Holland as well: they have enemies enough."""
        shut = neutrals.closed_ground(self.game, neutrals.class_of(self.p, unit)).copy()
        if self.p.side_of(unit) == ALLIED:
            shut |= self.board.mask("holland")
            shut |= self.s.arrays.count[BELGIAN] > 0
        return shut

    # ---------------------------------------------------------------- supply

    def fed(self, unit: int) -> Mask:
        """Hexes in which a unit would be in supply as things stand now."""
        p, side = self.p, self.p.side_of(unit)
        if side == SOVIET:
            return supply.soviet(p) > 0
        if side == GERMAN:
            near = self.game.close_to_germany[0] & (supply.to_german_edge(p) > 0)
            return supply.near_rollbahn(p) | near | (supply.german_west(p) > 0) | self.board.mask("baltic-coast")
        if side == DUTCH:
            return self.board.mask("holland")
        lines: Mask = (supply.anglo_french(p, cavalry=False) > 0) | self.board.mask("north-sea-coast")
        # whoever marches into Belgium opens it for supply too
        return lines | self.board.mask("belgium") if self.s.belgium == "neutral" or side == BELGIAN else lines

    def within_supply(self, unit: int) -> Mask:
        """The same, with cities and works of the enemy at its edge: whoever enters them opens them."""
        fed = self.fed(unit)
        near = self.board.neighbours
        beside = np.logical_or.reduce(fed[near] & (near >= 0), axis=1)
        opened: Mask = fed | (beside & (self.game.city | self.game.works))
        return opened

    # ---------------------------------------------------------------- battles

    def defended(self, hex: int) -> bool:
        """Would an enemy, or his garrison, fight for a hex?"""
        enemies = self.s.enemies[self.side]
        return bool(self.s.foes[self.side][hex]) or (bool(self.s.garrison[hex]) and self.s.control[hex] in enemies)

    def outlook(self, units: Sequence[int], target: int, mobile: bool, air: int = 0, airborne: bool = False) -> Outlook:
        """An attack reckoned by the rules themselves."""
        p = self.p
        origins = tuple(sorted({self.s.loc[unit] for unit in units}))
        setting = combat_odds.setting_of(p, self.side, target, mobile, origins, airborne=airborne)
        attackers = [sure(combat_odds.face(p, unit)) for unit in units]
        if airborne:
            attackers.append(combat_odds.paratroops(p))
        there = combat_odds.who_would_defend(p, self.side, target, mobile)
        defenders = tuple(sure(combat_odds.face(p, unit)) for unit in there)
        reckoned = combat_odds.reckon(self.game, combat_odds.Facts(setting, origins, tuple(attackers), defenders, (air, 0)))
        final = column(*reckoned.factors()) + reckoned.shift
        return Outlook(self.game.results.within(final), self.game.results.chances(final))

    def steps(self, units: Iterable[int]) -> int:
        return sum(self.s.steps[unit] for unit in units)

    def enemy_steps(self, target: int) -> int:
        return self.steps(self.p.foes(target, self.side)) or 1

    def attack_of(self, unit: int) -> int:
        return combat_odds.attack_factor(self.game, _ANYWHERE, combat_odds.face(self.p, unit))


_ANYWHERE = combat_odds.Setting(GERMAN, 0, False, 1, "")
