"""What Barbarossa says about what is to come: next phases, what can be lost, how supply runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.foresight import Foresight, Gate, Lines, Phase, Stake, Unspent, Weighed, between, placed
from ...core.movement import Movement
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.sight import Sight
from ..assault.foresight import next_phase, weighed
from ..assault.reckoning import Belief
from . import queries
from .material import LAST_TURN, STACK_LIMIT, P
from .rules import combat_odds, movement, prepared_assault, supply, victory
from .rules.combat_odds import Face
from .state import FORTRESS, GERMAN, HERO, SOVIET

_BEGIN = {
    Phase.MOVE: movement.begin_movement, Phase.FIGHT: prepared_assault.begin_combat,
    Phase.FIGHT_MOVED: prepared_assault.begin_combat,
}  # fmt: skip


class BarbarossaForesight(Foresight):
    stack = STACK_LIMIT

    @rule("5.2", "5.4a")
    def ahead(self, p: P, side: int, phase: Phase) -> P | None:
        return next_phase(p, side, phase, LAST_TURN, _BEGIN)

    def march(self, p: P, unit: int) -> Movement:
        return movement.march_of(p, (unit,))

    @rule("4.2a", "4.3a", "4.15")
    def stakes(self, p: P) -> list[Stake]:
        """Every place that is worth victory points, and Moscow, which can end the war."""
        game, control, works = p.game, p.s.control, p.s.works
        found = []
        for name, hex in game.city_hex.items():
            if game.vp_hex[hex] and control[hex] in (GERMAN, SOVIET):
                points = "two victory points" if works[hex] & (HERO | FORTRESS) else "a victory point"
                lost = f"costs {points}" if control[hex] == GERMAN else f"gives the German {points}"
                ends_the_war = name == "Moscow" and control[hex] == SOVIET and "moscow" not in p.s.once
                rule_id, lost = ("4.15", f"{lost} and may end the war") if ends_the_war else ("4.2a", lost)
                found.append(Stake(name, (hex,), control[hex], rule_id, lost, fatal=ends_the_war))
        return found

    @rule("7.3", "7.4a", "7.4b", "7.6", "7.9a", "7.13", "7.14", "7.16")
    def lines(self, p: P, side: int) -> Lines:
        lines = p.game.lines
        fed = (p.s.arrays.works & (HERO if side == SOVIET else FORTRESS)) != 0
        gates: tuple[Gate, ...] = ()
        if side == GERMAN:
            fed &= lines.garrisons
            gates = (_gate(p, lines.dp_city, lines.dp | lines.rostov), _gate(p, lines.rostov_city, lines.rostov))
        return Lines(
            lines.open[side], supply.closed(p, side), lines.sources[side], "7.16", "moves and fights with half its factors",
            fed, gates=gates,
        )  # fmt: skip

    @rule("11.8", "10.26")
    def strike(
        self, now: P, p: P, target: int, units: Sequence[int], hexes: Sequence[int], eyes: Eyes, memory: dict[str, Any]
    ) -> Weighed:
        """Supply is that of the hexes they would attack from; a mobile assault does not cut off the units it hits."""
        if not memory:
            memory.update(sight=Sight(now, eyes), beliefs={}, strengths={})
        side, mobile = now.side_of(units[0]), p.frame.step == "movement"
        with placed(p, units, hexes):
            without = units if mobile else ()
            attackers = tuple([_believed(now, p, unit, (), memory) for unit in units])
            defenders = tuple([_believed(now, p, unit, without, memory) for unit in now.foes(target, side)])
            setting = combat_odds.setting_of(p, side, target, mobile)
        facts = combat_odds.Facts(setting, tuple(sorted({*hexes})), attackers, defenders)
        return weighed(combat_odds.reckon(p.game, facts, memory["strengths"]), p.game.results)

    @rule("11.23")
    def unspent(self, p: P, side: int) -> list[Unspent]:
        left = p.s.air if side == GERMAN else 0
        return [Unspent("1 Luftwaffe counter" if left == 1 else f"{left} Luftwaffe counters", "11.23")] if left > 0 else []

    @rule("4.14a", "12.3")
    def lead(self, p: P, side: int, later: int = 0) -> float:
        """The points beside the next check."""
        turn = min(LAST_TURN, max(victory.first_check(p), p.s.turn + later))
        check = p.game.charts.checks[turn]
        german = between(p.s.vp, check.soviet, check.german)
        return german if side == GERMAN else -german

    def aircraft(self, p: P, side: int) -> int:
        return max(0, p.s.air) if side == GERMAN else 0


def _gate(p: P, city: int, hexes: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Gate:
    """A junction works only in German hands."""
    return Gate(city if city >= 0 and p.s.control[city] == GERMAN else -1, hexes)


def _believed(now: P, p: P, unit: int, without: Sequence[int], memory: dict[str, Any]) -> Belief[Face]:
    """What a unit is, or may be to the eyes that look, with the supply it would have."""
    if memory["sight"].knows(unit):
        return combat_odds.before_the_roll(p, unit, combat_odds.face_of(p, unit, without))
    key = now.side_of(unit), supply.state_of(p, unit, without)
    if key not in memory["beliefs"]:
        memory["beliefs"][key] = queries.hidden(now, key[0], memory["sight"].eyes, key[1])
    found: Belief[Face] = memory["beliefs"][key]
    return found
