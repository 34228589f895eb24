"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.errors import refusal
from ...core.seats import Eyes
from ...core.sight import Sight
from ..assault import outlook
from ..assault.odds import column
from ..assault.outlook import deeds, promise, shortest_way
from .game import P
from .rules import combat_odds, mobile_assault, movement, november, prepared_assault
from .rules import supply as supply_rules
from .state import GERMAN, SOVIET, Battle
from .unseen import Face, covered_faces, unseen_types

Factor = Callable[[int, int], int]  #: the strength of a type with so many steps


def reach(p: P, units: Sequence[int]) -> dict[str, Any]:
    """Where units can go together, and which enemy hexes they could assault."""
    return outlook.reach(p, units, movement, mobile_assault)


def supply(p: P, unit: int) -> dict[str, Any]:
    """Supplied or not, and the way to the source or the reason why there is none."""
    names = p.game.board.names
    hex = p.s.loc[unit]
    side = p.side_of(unit)
    if not 0 <= hex < p.game.board.hexes:
        return {"supplied": True, "why": "not on the map", "path": []}
    path = _way_to_source(p, side, hex)
    if path:
        return {"supplied": True, "why": f"traces to {names[path[-1]]}", "rule": "7.3a", "path": [names[h] for h in path]}
    if side == SOVIET and supply_rules.self_supplying_city(p, hex):
        return {"supplied": True, "why": "stands in a city the Germans have never held", "rule": "7.3d", "path": [names[hex]]}
    return {"supplied": False, "why": "no way to a source free of enemy units and enemy cities", "rule": "7.3a", "path": []}


def _way_to_source(p: P, side: int, hex: int) -> list[int]:
    """A shortest supply line, hex by hex; empty when there is none."""
    reached = supply_rules.network(p, side)
    if not reached[hex]:
        return []
    passable = p.game.open_to_german if side == GERMAN else p.game.open_to_soviet
    working = {h for h in p.game.sources[side].tolist() if p.s.control[h] == side and reached[h]}
    return shortest_way(p.game.board.rows, hex, working, lambda here, way, near: bool(reached[near] and passable[here, way]))


# ---------------------------------------------------------------- odds


def odds(p: P, target: int, units: Sequence[int], air: int, eyes: Eyes) -> dict[str, Any]:
    """Factors, shifts, the spread of final odds and the chance of each result, from what these eyes see.

    The strength of hidden units is taken from the counters that are left.
    """
    mobile = p.s.flow[-1].step != "combat" if p.s.flow else False
    side = p.side_of(units[0])
    why_not = refusal((mobile_assault if mobile else prepared_assault).check_attackers, p, units, target)
    enemies = p.foes(target, side)
    battle = Battle(mobile, side, target, tuple(units), tuple(enemies), launch=p.s.loc[units[0]],
                    air=(air, 0) if side == GERMAN else (0, air))  # fmt: skip
    shifts = combat_odds.shifts(p, battle)
    shift = sum(s.columns for s in shifts)
    attack = _spread(p, units, eyes, lambda kind, steps: _attack(p, kind, steps, target))
    defence = _spread(p, enemies, eyes, lambda kind, steps: p.game.defence[kind][steps])
    columns: Counter[int] = Counter()
    for a, chance_a in attack.items():
        for d, chance_d in defence.items():
            columns[column(a, d) + shift] += chance_a * chance_d  # type: ignore[assignment]
    results, promised = promise(columns, p.game.results, shifts)
    answer: dict[str, Any] = {
        "target": p.game.board.names[target],
        "mobile": mobile,
        "attack": round(sum(k * v for k, v in attack.items()), 2),
        "defence": round(sum(k * v for k, v in defence.items()), 2),
        **promised,
        "expected": _expected_losses(p, results, units, enemies),
    }
    return answer if why_not is None else answer | {"rule": why_not.rule, "why": why_not.why}


def _attack(p: P, kind: int, steps: int, target: int) -> int:
    table = p.game.defence if p.game.city[target] and p.game.is_panzer[kind] else p.game.attack
    return table[kind][steps]


def _spread(p: P, units: Sequence[int], eyes: Eyes, factor: Factor) -> dict[int, float]:
    """Distribution of the total strength of units as these eyes see it."""
    total: dict[int, float] = {0: 1.0}
    sight = Sight(p, eyes)
    for unit in units:
        faces = _faces(p, unit, sight)
        strengths: dict[int, float] = {}
        for (kind, steps), chance in faces.items():
            strength = factor(kind, steps)
            strengths[strength] = strengths.get(strength, 0.0) + chance
        total = {
            strength: sum(total.get(strength - s, 0.0) * c for s, c in strengths.items())
            for strength in sorted({t + s for t in total for s in strengths})
        }
    return total


def _faces(p: P, unit: int, sight: Sight) -> dict[Face, float]:
    """What a unit may be: an untried one any unseen counter of its group, a covered one any that is left of its side."""
    if not sight.knows(unit):
        return covered_faces(p, p.side_of(unit), sight.eyes)
    if p.game.face_known(p, unit):
        return {(p.s.kind[unit], p.s.steps[unit]): 1.0}
    kinds = unseen_types(p)[p.game.group_of(unit)]
    return {(kind, p.game.types[kind].steps): number / len(kinds) for kind, number in Counter(kinds).items()}


def _expected_losses(p: P, results: Counter[str], units: Sequence[int], enemies: Sequence[int]) -> dict[str, float]:
    """Steps each side may expect to lose, retreats not counted."""
    return {
        "attacker": round(results["AL1"] * min(1, len(units)), 3),
        "defender": round(results["DE"] * len(enemies), 3),
    }


# ---------------------------------------------------------------- at a glance


def status(p: P, eyes: Eyes) -> dict[str, Any]:
    """Order of phases, aircraft, dues, and how the game stands."""
    s, game = p.s, p.game
    names = game.board.names
    turn = game.track[max(s.turn, 1)]
    cities = {names[h]: game.sides[s.control[h]] for h in [*game.moscow, *game.other_cities]}
    data: dict[str, Any] = {
        "active": game.sides[s.active],
        "order": s.order,
        "ground": turn.ground,
        "movement": {"mechanized": turn.mf_mech, "other": turn.mf_nonmech},
        "aircraft": {"german": s.air[0], "soviet": s.air[1]},
        "november": _november(p),
        "cities": cities,
        "guards_pool": len(s.stack(game.board.node("guards-pool"))),
        "kampfgruppen": len(s.stack(game.kg_pool)),
        "track": [
            {"turn": t.number, "name": t.name, "reinforcements": t.reinforcements, "air": [t.air_german, t.air_soviet],
             "movement": [t.mf_mech, t.mf_nonmech]}
            for t in game.track.values()
        ],
    }  # fmt: skip
    if s.quota:
        data["spoiling"] = {"demanded": s.quota, "engaged": s.engaged}
    if s.battle is not None:
        data["battle"] = {
            "target": names[s.battle.target], "mobile": s.battle.mobile, "air": list(s.battle.air),
            "result": s.battle.result, "owed": s.battle.owed,
        }  # fmt: skip
    return data


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
    s, here = p.s, p.s.arrays.loc
    fed = np.where(p.game.of_side[GERMAN], supply_rules.network(p, GERMAN)[here], supply_rules.network(p, SOVIET)[here])
    found: npt.NDArray[np.uint8] = (fed + 2 * s.arrays.was_german[here] + 4 * bool(s.turn)).astype(np.uint8)
    battle = s.battle
    if battle is not None and battle.revealed:
        found[[*battle.attackers, *battle.defenders]] += 8
    return found


def unit_state(p: P, unit: int) -> list[str]:
    """Words for what a unit has done and whether it is supplied."""
    if not 0 <= p.s.loc[unit] < p.game.board.hexes or not p.s.turn:
        return []
    found = deeds(p, unit)
    if not supply_rules.supplied(p, unit):
        found.append("out of supply")
    return found
