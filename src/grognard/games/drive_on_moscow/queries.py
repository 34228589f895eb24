"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from ...core.answers import Losses, Odds, Reach, Supply
from ...core.errors import refusal
from ...core.seats import Eyes
from ...core.shown import AircraftView, AllowanceView, BattleView, CountView, Line, Status
from ...core.strip import Phase
from ..assault import outlook
from ..assault.glance import battle_view, phase_strip
from ..assault.outlook import shortest_way, things_done
from .material import P
from .rules import combat_odds, mobile_assault, movement, november, prepared_assault
from .rules import supply as supply_rules
from .state import GERMAN, SOVIET, Battle
from .unseen import Believer


def reach(p: P, units: Sequence[int]) -> Reach:
    """Where units can go together, and which enemy hexes they could assault."""
    return outlook.reach(
        p, units, movement.check_stack, movement.march_of, mobile_assault.targets_of, mobile_assault.assault_cost
    )


def supply(p: P, unit: int) -> Supply:
    """Supplied or not, and the way to the source or the reason why there is none."""
    names = p.game.board.names
    hex = p.s.loc[unit]
    side = p.side_of(unit)
    if not 0 <= hex < p.game.board.hexes:
        return Supply(True, "not on the map")
    path = _way_to_source(p, side, hex)
    if path:
        return Supply(True, f"traces to {names[path[-1]]}", "7.3a", [names[h] for h in path])
    if side == SOVIET and supply_rules.self_supplying_city(p, hex):
        return Supply(True, "stands in a city the Germans have never held", "7.3d", [names[hex]])
    return Supply(False, "no way to a source free of enemy units and enemy cities", "7.3a")


def _way_to_source(p: P, side: int, hex: int) -> list[int]:
    """A shortest supply line, hex by hex; empty when there is none."""
    reached = supply_rules.network(p, side)
    if not reached[hex]:
        return []
    passable = p.game.open_to_german if side == GERMAN else p.game.open_to_soviet
    working = {h for h in p.game.sources[side].tolist() if p.s.control[h] == side and reached[h]}
    return shortest_way(p.game.board.rows, hex, working, lambda here, way, near: bool(reached[near] and passable[here, way]))


# ---------------------------------------------------------------- odds


def odds(p: P, target: int, units: Sequence[int], air: int, eyes: Eyes) -> Odds:
    """Factors, shifts, the spread of final odds and the chance of each result, from what these eyes see.

    The strength of hidden units is taken from the counters that are left.
    """
    mobile = p.s.flow[-1].step != "combat" if p.s.flow else False
    side = p.side_of(units[0])
    why_not = refusal((mobile_assault if mobile else prepared_assault).check_attackers, p, units, target)
    enemies = p.foes(target, side)
    believer = Believer(p, eyes)
    attackers, defenders = (tuple(map(believer.of, army)) for army in (units, enemies))
    origins = tuple(sorted({p.s.loc[u] for u in units}))
    facts = combat_odds.Facts(combat_odds.setting_of(p, side, target, mobile), origins, attackers, defenders, (air, 0))
    reckoning = combat_odds.reckon(p.game, facts)
    losses = _expected_losses(reckoning.chances(p.game.results), units, enemies)
    return outlook.odds(reckoning, p.game.results, p.game.board.names[target], mobile, losses, why_not)


def _expected_losses(results: Mapping[str, float], units: Sequence[int], enemies: Sequence[int]) -> Losses:
    """Steps each side may expect to lose, retreats not counted."""
    return Losses(
        attacker=round(results["AL1"] * min(1, len(units)), 3),
        defender=round(results["DE"] * len(enemies), 3),
    )


# ---------------------------------------------------------------- at a glance


#: by side: what comes before movement and combat, and what after them
_PHASES: dict[int, tuple[list[Phase], list[Phase]]] = {
    GERMAN: ([("Reinforcement", "german.begin")], []),
    SOVIET: ([("Reinforcement", "soviet.begin")], [("Guards", "guards.begin"), ("Supply", "terminal")]),
}


def status(p: P, eyes: Eyes) -> Status:
    """Order of phases, aircraft, dues, and how the game stands."""
    s, game = p.s, p.game
    turn = game.track[max(s.turn, 1)]
    return Status(
        active=game.sides[s.active],
        phases=phase_strip(p, *_PHASES[s.active]) if s.turn else [],
        ground=turn.ground,
        movement=[AllowanceView("mechanized", turn.mf_mech), AllowanceView("others", turn.mf_nonmech)],
        aircraft=[AircraftView(side, left) for side, left in zip(game.sides, s.air, strict=True)],
        places=[by_side[s.control[hex]] for hex, by_side in game.shown_cities],
        boxes=[
            CountView("Guards counters left", len(s.stack(game.board.node("guards-pool")))),
            CountView("Kampfgruppe counters left", len(s.stack(game.kg_pool))),
        ],
        lines=_dues(p),
        battle=_battle(p, s.battle, eyes) if s.battle is not None else None,
        track=game.shown_track,
        sky=turn.sky,
    )


def _dues(p: P) -> list[Line]:
    """The offensive of November, and what Stalin demands."""
    found = [Line("November offensive", _november(p), "11.1")]
    if p.s.quota:
        found.append(Line("Spoiling attacks", f"units demanded {p.s.quota}, so far {p.s.engaged}", "11.2c"))
    return found


def _battle(p: P, battle: Battle, eyes: Eyes) -> BattleView:
    flown = [f"{side.capitalize()} {number}" for side, number in zip(p.game.sides, battle.air, strict=True) if number]
    lines = [Line("Aircraft", ", ".join(flown), "10.20b")] if flown else []
    if battle.owed:
        lines.append(Line("Steps owed", str(battle.owed)))
    return battle_view(p, battle, eyes, battle.air[battle.side], lines)


def _november(p: P) -> str:
    if november.is_execution_turn(p):
        return "under way"
    if november.is_declaration_turn(p):
        return "declared, to be launched next turn"
    if p.s.declared:
        return "over"
    return "possible" if p.s.turn <= 7 else "not declared"


def looks(p: P) -> npt.NDArray[np.uint8]:
    """What a counter shows beside what is its own: supply of its hex, and whether a battle has laid it open."""
    s, here = p.s, p.s.arrays.loc.astype(np.intp)  # asked for after every command: as few and as small steps as can be
    german, soviet = (supply_rules.network(p, side).take(here) for side in (GERMAN, SOVIET))
    found: npt.NDArray[np.uint8] = np.where(p.game.of_side[GERMAN], german, soviet).view(np.uint8)
    found += s.arrays.was_german.take(here).view(np.uint8) << 1
    if s.turn:
        found += 4
    battle = s.battle
    if battle is not None and battle.revealed:
        found[[*battle.attackers, *battle.defenders]] += 8
    return found


def unit_state(p: P, unit: int) -> list[str]:
    """Words for what a unit has done and whether it is supplied."""
    if not 0 <= p.s.loc[unit] < p.game.board.hexes or not p.s.turn:
        return []
    found = things_done(p, unit)
    if not supply_rules.supplied(p, unit):
        found.append("out of supply")
    return found
