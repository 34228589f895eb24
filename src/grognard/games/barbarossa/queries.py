"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from ...core.errors import refusal
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.sight import Sight
from ..assault import outlook
from ..assault.factors import total
from ..assault.odds import column
from ..assault.outlook import deeds, promise, shortest_way
from .game import P
from .rules import announcement, combat_odds, mobile_assault, movement, prepared_assault, victory
from .rules import supply as supply_rules
from .state import AREA, FORTRESS, GERMAN, HERO, LAUNCHED_ON, SOVIET, WALL, Battle

#: what to reckon with for a factor that will be rolled
_AVERAGE = 3

_WORKS = {"wall": WALL, "hero": HERO, "fortress": FORTRESS, "fortified-area": AREA}


def reach(p: P, units: Sequence[int]) -> dict[str, Any]:
    """Where units can go together, and which enemy hexes they could assault."""
    return outlook.reach(p, units, movement, mobile_assault)


_WHY = {
    "overland": ("a regular overland supply line", "7.3"), "offensive": ("overland and offensive supply", "7.10"),
    "coastal": ("supply by sea, for defence only", "7.5"), "crimea": ("Crimea supply through Sevastopol", "7.4c"),
    "garrison": ("garrison supply of its city", "7.6"), "aerial": ("supply by air, for defence only", "7.7"),
    "none": ("no supply line and no other supply", "7.16"),
}  # fmt: skip


def supply(p: P, unit: int) -> dict[str, Any]:
    """The supply state of a unit, with the way to its source if it has an overland line."""
    hex = p.s.loc[unit]
    if not 0 <= hex < p.game.board.hexes:
        return {"supplied": True, "why": "not on the map", "path": []}
    state = supply_rules.state_of(p, unit)
    why, rule = _WHY[state]
    path = _line(p, p.side_of(unit), hex) if state in ("overland", "offensive") else []
    return {
        "supplied": state != "none", "state": state, "why": why, "rule": rule,
        "path": [p.game.board.names[h] for h in path],
    }  # fmt: skip


def _line(p: P, side: int, hex: int) -> list[int]:
    """A supply line hex by hex, through the cities that bind the German in the south-east."""
    lines = p.game.lines
    junctions = []
    if side == GERMAN:
        junctions += [lines.rostov_city] if lines.rostov[hex] else []
        junctions += [lines.dp_city] if lines.dp[hex] else []
    line = [hex]
    for goals in ([city] for city in junctions):
        line += _way(p, side, line[-1], goals)[1:]
    return line + _way(p, side, line[-1], lines.sources[side].tolist())[1:]


def _way(p: P, side: int, start: int, goals: Sequence[int]) -> list[int]:
    """A shortest way along which supply may run; empty when there is none."""
    open_sides, closed = p.game.lines.open[side], supply_rules.closed(p, side)
    return shortest_way(p.game.board.rows, start, goals, lambda here, way, near: bool(open_sides[here, way] and not closed[near]))


# ---------------------------------------------------------------- odds


def odds(p: P, target: int, units: Sequence[int], air: int, eyes: Eyes) -> dict[str, Any]:
    """Factors, shifts, the spread of final odds and the chance of each result, from what these eyes see.

    A Soviet unit the German cannot see could be any of those in play that he cannot see.
    """
    mobile = bool(p.s.flow) and p.s.flow[-1].step == "movement"
    side = p.side_of(units[0])
    origins = tuple(sorted({p.s.loc[u] for u in units}))
    defenders = tuple(p.foes(target, side))
    battle = Battle(mobile, side, target, tuple(units), defenders, launch=origins[0], origins=origins, air=air)
    battle = msgspec.structs.replace(battle, dice=tuple((u, _AVERAGE) for u in announcement.emergency_units(p, battle)))
    why_not = refusal((mobile_assault if mobile else prepared_assault).check_attackers, p, units, target)
    if why_not is not None and p.game.board.direction(origins[0], target) < 0:
        return {"target": p.game.board.names[target], "mobile": mobile, "rule": why_not.rule, "why": why_not.why}
    wet = bool(p.game.marsh[target]) and not any(mobile_assault.dry_marsh(p, u, target) for u in units)
    shifts = combat_odds.shifts(p, battle, wet=wet)
    attack = combat_odds.sum_of(combat_odds.attackers_worth(p, battle, wet=wet))
    defence = _defence_spread(p, battle, eyes)
    columns: Counter[int] = Counter()
    for factors, chance in defence.items():
        columns[column(attack, factors) + sum(s.columns for s in shifts)] += chance  # type: ignore[assignment]
    results, promised = promise(columns, p.game.results, shifts)
    answer: dict[str, Any] = {
        "target": p.game.board.names[target], "mobile": mobile, "attack": attack,
        "defence": round(sum(k * v for k, v in defence.items()), 2),
        **promised, "expected": _expected_losses(results, units, battle.defenders),
    }  # fmt: skip
    return answer if why_not is None else answer | {"rule": why_not.rule, "why": why_not.why}


def _defence_spread(p: P, battle: Battle, eyes: Eyes) -> dict[int, float]:
    """Distribution of the total defence as these eyes see it."""
    sight = Sight(p, eyes)
    known = [u for u in battle.defenders if sight.knows(u)]
    hidden = len(battle.defenders) - len(known)
    if not hidden:
        return {combat_odds.defence_total(p, battle): 1.0}
    without = battle.attackers if battle.mobile else ()
    share = supply_rules.defence_divisor(p, battle.defenders[0], without)
    seen = [(combat_odds.printed(p, battle, u)[1], supply_rules.defence_divisor(p, u, without)) for u in known]
    spread: dict[int, float] = {0: 1.0}
    possible = Counter(sorted(p.game.defence.item(p.s.kind[u]) for u in unseen(p, p.foe(battle.side), eyes)))
    for _ in range(hidden):
        more: dict[int, float] = {}
        for so_far, chance in spread.items():
            for factor, n in possible.items():
                more[so_far + factor] = more.get(so_far + factor, 0.0) + chance * n / possible.total()
        spread = more
    answer: dict[int, float] = {}
    for factors, chance in spread.items():
        whole = total([*seen, (factors, share)])
        answer[whole] = answer.get(whole, 0.0) + chance
    return answer


@rule("11.7", "2.12a")
def unseen(p: P, side: int, eyes: Eyes) -> list[int]:
    """Units of a side that may lie under others, to these eyes: all that are not to be seen elsewhere and whose turn has
    come, if they do not wait in the reserve."""
    sight = Sight(p, eyes)
    hidden = [u for u in p.game.pieces_of_side[side] if not sight.knows(u)]
    return [u for u in hidden if p.game.oob.turn[u] <= p.s.turn] or hidden


def _expected_losses(results: Counter[str], units: Sequence[int], enemies: Sequence[int]) -> dict[str, float]:
    """Units each side may expect to lose; a bloodbath costs the attacker about as many as the defender."""
    return {
        "attacker": round(results["AE"] * len(units) + results["BB"] * min(len(units), len(enemies)), 3),
        "defender": round((results["DE"] + results["BB"]) * len(enemies), 3),
    }


# ---------------------------------------------------------------- at a glance


def status(p: P, eyes: Eyes) -> dict[str, Any]:
    """Order of phases, victory points, aircraft, markers, and how the game stands."""
    s, game = p.s, p.game
    names = game.board.names
    turn = game.track[min(max(s.turn, 1), 32)]
    data: dict[str, Any] = {
        "active": game.sides[s.active], "order": s.order, "vp": s.vp, "aircraft": s.air,
        "season": "single-month" if turn.single else "double-month",
        "movement": {"german": list(turn.german_movement), "soviet": list(turn.soviet_movement)},
        "works": {word: [names[h] for h in (s.arrays.works & bit != 0).nonzero()[0].tolist()] for word, bit in _WORKS.items()},
        "hand": {"hero": s.heroes or None, "fortress": s.fortresses + s.late_fortresses or None},
        "airlift": {"hex": names[s.airlift] if s.airlift >= 0 else None, "from": s.airlift_from},
        "crimea": {"supply": s.crimea, "units": [game.pieces[u].handle for u in s.crimea_units]},
        "markers": {letter: names[h] for letter, h in zip("abc", s.markers, strict=True) if h >= 0},
        "pause": s.pause, "zone": s.bonus_zone, "offensive": s.offensive or None, "gambit": s.gambit,
        "track": [_box(p, number) for number in game.track],
    }  # fmt: skip
    if s.oder and (GERMAN in eyes or s.turn >= LAUNCHED_ON):
        data["last_offensive"] = s.oder
    if s.standing and SOVIET in eyes:
        data["standing"] = {game.pieces[unit].handle: names[hex] for unit, hex in s.standing}
    if s.expedition is not None:
        data["expedition"] = {"launched": s.expedition.launched, "status": s.expedition.status}
    if p.option("forgiveness") == "on":
        data["forgiveness"] = s.forgiveness
    if victory.is_check_due(p):
        data["check"] = msgspec.to_builtins(game.charts.checks[s.turn])
    if s.battle is not None:
        data["battle"] = {
            "target": names[s.battle.target], "mobile": s.battle.mobile, "air": max(s.battle.air, 0),
            "result": s.battle.result, "owed": s.battle.defence if s.battle.result == "BB" else 0,
        }  # fmt: skip
    return data


def _box(p: P, number: int) -> dict[str, Any]:
    """A box of the turn track as both players see it."""
    turn = p.game.track[number]
    return {
        "turn": number, "name": turn.name, "aircraft": turn.aircraft,
        "movement": [list(turn.german_movement), list(turn.soviet_movement)],
        "replacements": [list(turn.german_replacements), list(turn.soviet_replacements)],
    }  # fmt: skip


def unit_state(p: P, unit: int) -> list[str]:
    """Words for what a unit has done and how it is supplied."""
    if not 0 <= p.s.loc[unit] < p.game.board.hexes or not p.s.turn:
        return []
    found = deeds(p, unit)
    state = supply_rules.state_of(p, unit)
    if state != "overland":
        found.append("out of supply" if state == "none" else f"{state} supply")
    return found
