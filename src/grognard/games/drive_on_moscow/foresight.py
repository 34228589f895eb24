"""What Drive on Moscow says about what is to come: next phases, what can be lost, how supply runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.foresight import Foresight, Lines, Phase, Stake, Unspent, Weighed, between
from ...core.movement import Movement
from ...core.rule import rule
from ...core.seats import Eyes
from ..assault.foresight import next_phase, weighed
from .material import LAST_TURN, STACK_LIMIT, P
from .rules import combat_odds, movement, prepared_assault, supply
from .state import GERMAN, SOVIET
from .unseen import Believer

_BEGIN = {
    Phase.MOVE: movement.begin_movement, Phase.FIGHT: prepared_assault.begin_combat,
    Phase.FIGHT_MOVED: prepared_assault.begin_combat,
}  # fmt: skip


class DriveForesight(Foresight):
    stack = STACK_LIMIT

    @rule("5.2", "5.3a")
    def ahead(self, p: P, side: int, phase: Phase) -> P | None:
        return next_phase(p, side, phase, LAST_TURN, _BEGIN)

    def march(self, p: P, unit: int) -> Movement:
        return movement.march_of(p, (unit,))

    @rule("4.2", "4.3", "4.4", "4.5a", "7.3c", "7.5a")
    def stakes(self, p: P) -> list[Stake]:
        """Moscow, the towns behind the German front, the five other cities, and the few sources that feed the Soviets."""
        game, board = p.game, p.game.board
        behind = np.nonzero(game.urban & game.german_side)[0].tolist()
        found = [_town(p, hex) for hex in behind if p.s.control[hex] == GERMAN]
        if game.moscow:
            found += [Stake("Moscow", (hex,), SOVIET, "4.2", "loses the game", fatal=True) for hex in game.moscow]
            found.append(Stake("Moscow", tuple(game.moscow), SOVIET, "4.3", "loses the game", fatal=True, cut=True))
        for hex in game.other_cities:
            if p.s.control[hex] in (GERMAN, SOVIET) and hex not in behind:
                name = board.places_at(hex)[0].name
                found.append(Stake(name, (hex,), p.s.control[hex], "4.4", "gives up one of the five cities that decide the game"))
        for hex in supply.working_sources(p, SOVIET).tolist():
            found.append(Stake(board.names[hex], (hex,), SOVIET, "7.5a", "closes a source of Soviet supply"))
        return found

    @rule("8.5c")
    def leaving(self, p: P, side: int) -> list[int]:
        """The cavalry division, until it has been withdrawn."""
        game, s = p.game, p.s
        due = any("cavalry" in turn.german_withdrawals for number, turn in game.track.items() if number > s.turn)
        if side != GERMAN or not due:
            return []
        return [u for u, kind in enumerate(s.kind) if game.side_of[u] == GERMAN and game.types[kind].kind == "cavalry"]

    @rule("7.1", "7.3a", "7.3d", "7.4b", "7.6a", "7.7a")
    def lines(self, p: P, side: int) -> Lines:
        game = p.game
        passable = game.open_to_german if side == GERMAN else game.open_to_soviet
        fed = None if side == GERMAN else game.arrays.city & (p.s.arrays.was_german == 0)
        rule_id, outcome = ("7.6a", "can neither move nor attack") if side == GERMAN else ("7.7a", "is eliminated")
        return Lines(passable, supply.blocked(p, side), supply.working_sources(p, side), rule_id, outcome, fed)

    @rule("10.8")
    def strike(
        self, now: P, p: P, target: int, units: Sequence[int], hexes: Sequence[int], eyes: Eyes, memory: dict[str, Any]
    ) -> Weighed:
        if not memory:
            memory.update(believer=Believer(now, eyes), strengths={})
        believe, side = memory["believer"].of, now.side_of(units[0])
        setting = combat_odds.setting_of(p, side, target, p.frame.step == "movement")
        attackers, defenders = (tuple(map(believe, army)) for army in (units, now.foes(target, side)))
        facts = combat_odds.Facts(setting, tuple(sorted({*hexes})), attackers, defenders)
        return weighed(combat_odds.reckon(p.game, facts, memory["strengths"]), p.game.results)

    @rule("10.20a", "10.20c")
    def unspent(self, p: P, side: int) -> list[Unspent]:
        """Aircraft support battles of this game turn only."""
        left = p.s.air[side]
        return [Unspent(f"{left} aircraft", "10.20c")] if left else []

    @rule("4.4")
    def lead(self, p: P, side: int, later: int = 0) -> float:
        """How many of the five cities besides Moscow the German holds."""
        cities = p.game.other_cities
        german = between(sum(p.s.control[hex] == GERMAN for hex in cities), 0, len(cities)) if cities else 0.0
        return german if side == GERMAN else -german

    def aircraft(self, p: P, side: int) -> int:
        return p.s.air[side]


def _town(p: P, hex: int) -> Stake:
    return Stake(p.game.board.places_at(hex)[0].name, (hex,), GERMAN, "4.5a", "loses the game", fatal=True)
