"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from ...core.errors import Illegal
from ...core.seats import Eyes
from .game import P, Typhoon1941
from .rules import attacks, movement
from .rules import odds as reckoner
from .rules import supply as supply_rules
from .rules.aircraft import is_ready
from .rules.condition import has, on_map
from .rules.zones import zones
from .state import ATTACKED, BONUS, DISRUPTED, FLOWN, GERMAN, HIDDEN, MOVED, RESTING, RUSSIAN, Attack


def _hexes(half_hexes: int) -> int | float:
    return half_hexes // 2 if half_hexes % 2 == 0 else half_hexes / 2


def reach(p: P, units: Sequence[int]) -> dict[str, Any]:
    """Cost (in hexes) of every hex the units can get to together, and what stops them there."""
    names = p.game.board.names
    try:
        for unit in units:
            movement.check_mover(p, unit)
    except Illegal as refusal:
        return {"hexes": {}, "rule": refusal.rule, "why": refusal.why}
    marches = [movement.march_of(p, u).reach() for u in units]
    common = set.intersection(*(set(m.ends) for m in marches))
    zone = zones(p, p.foe(p.side_of(units[0]))).controlled
    gait = movement.gait_of(p, units[0])
    hexes = {}
    for hex in sorted(common):
        cost = max(m.costs[hex] for m in marches)
        path = marches[0].path(hex)
        before = path[-2] if len(path) > 1 else p.s.loc[units[0]]
        hexes[names[hex]] = {"cost": _hexes(cost), "from": names[before], "zone": bool(zone[hex]), "bonus": cost > gait.budget}
    return {"start": names[p.s.loc[units[0]]], "points": _hexes(gait.budget), "bonus": _hexes(gait.bonus), "hexes": hexes}


def supply(p: P, unit: int, eyes: Eyes) -> dict[str, Any]:
    """Supplied or not, and why, as far as these eyes see."""
    names = p.game.board.names
    hex, side = p.s.loc[unit], p.side_of(unit)
    if not on_map(p, unit):
        return {"supplied": True, "why": "not on the map", "path": []}
    if p.game.is_para[unit]:
        return {"supplied": True, "why": "a parachute korps", "rule": "supply.5", "path": [names[hex]]}
    if _is_supplied(p, unit, eyes):
        path = [names[hex]]
        why = "traces to a map edge, a road or railway to it, or Moscow"
        if side == GERMAN:
            near = min(supply_rules.working_armies(p), key=lambda a: p.game.board.distance(p.s.loc[a], hex))
            path.append(names[p.s.loc[near]])
            why = f"traces to {p.game.types[near].name}"
        return {"supplied": True, "why": why, "rule": "supply.1", "path": path}
    why = "no army with a line of its own within reach" if side == GERMAN else "no way to a source"
    return {"supplied": False, "why": why, "rule": "supply.2" if side == GERMAN else "supply.1", "path": []}


def _is_supplied(p: P, unit: int, eyes: Eyes) -> bool:
    """Is a unit in supply: in truth to its own side, as it seems to others?"""
    return (supply_rules.supplied if p.side_of(unit) in eyes else supply_rules.seems_supplied)(p, unit)


# ---------------------------------------------------------------- odds


def table_odds(game: Typhoon1941, attack: int, defence: int, shift: int) -> dict[str, Any]:
    """Bare factors and a shift on the ground table."""
    base = reckoner.base_column(attack, defence) if defence else reckoner.HIGHEST
    column = min(base + shift, reckoner.highest_column(base))
    if column < reckoner.LOWEST:
        return {"attack": attack, "defence": defence, "odds": {reckoner.column_name(game, column): 1.0}, "results": {}}
    return {
        "attack": attack,
        "defence": defence,
        "odds": {reckoner.column_name(game, column): 1.0},
        "results": _chances(game, column),
    }


def _chances(game: Typhoon1941, column: int) -> dict[str, float]:
    rolls = Counter(reckoner.table_result(game, column, row) for row in range(1, 7))
    return {result: round(count / 6, 4) for result, count in rolls.items()}


def odds(p: P, target: int, units: Sequence[int], press: int, eyes: Eyes) -> dict[str, Any]:
    """Factors, shifts, column and chances, from what these eyes see. `air` is how far the attack is pressed.

    A hidden defender counts as the average of all Russian pieces that do not lie open on the map.
    """
    side = p.side_of(units[0])
    made = Attack((target,), tuple(units), tuple(dict.fromkeys(p.s.loc[u] for u in units)))
    hidden = [u for u in p.foes(target, side) if has(p, u, HIDDEN) and p.side_of(u) not in eyes]
    answer: dict[str, Any] = {"target": p.game.board.names[target]}
    try:
        attacks.check_attack(p, (target,), units)
    except Illegal as refusal:
        answer |= {"rule": refusal.rule, "why": refusal.why}
    if any(p.game.board.direction(h, target) < 0 for h in made.origins):
        return answer | {"attack": sum(reckoner.attack_factor(p, u) for u in units), "shifts": [], "odds": {}, "results": {}}
    if hidden:
        return answer | estimate(p, made, hidden, press)
    reckoning = reckoner.weigh(p, made, side)
    shifts = [*reckoning.shifts, *dict.fromkeys(s for _, _, own in reckoning.groups for s in own)]
    attack, defence = sum(f for _, f in reckoning.attack), sum(f for _, f in reckoning.defence)
    return answer | _promise(p, reckoning, (attack, defence), [net for _, net, _ in reckoning.groups[:1]], shifts, press, side)


def _promise(
    p: P, reckoning: reckoner.Reckoning, factors: tuple[int, float], nets: Sequence[int], shifts: Sequence[reckoner.Shift],
    press: int, side: int,
) -> dict[str, Any]:  # fmt: skip
    """Factors, shifts, columns, the chance of every result, and the factors that either side must expect to lose."""
    columns: Counter[str] = Counter()
    results: Counter[str] = Counter()
    for row in range(1, 7):
        for net in nets:
            column = reckoner.pressed_column(reckoning, net, row, press, side)
            columns[reckoner.column_name(p.game, column)] += 1
            results[reckoner.table_result(p.game, column, row)] += 1
    losses = [(n, *_losses(result, *factors)) for result, n in results.items()]
    return {
        "attack": factors[0],
        "defence": round(factors[1], 2),
        "shifts": [{"columns": s.columns, "why": s.why, "rule": s.rule} for s in shifts],
        "odds": {name: round(n / 6, 4) for name, n in columns.items()},
        "results": {result: round(n / 6, 4) for result, n in results.items()},
        "expected": {
            "attacker": round(sum(n * own for n, own, _ in losses) / 6, 2),
            "defender": round(sum(n * theirs for n, _, theirs in losses) / 6, 2),
        },
        "measure": "factors",
    }


def _losses(result: str, attack: int, defence: float) -> tuple[float, float]:
    """Factors lost by attacker and defender, if the defender has a way to retreat."""
    covered = min(attack, defence)
    if result.endswith("AE"):
        return covered, 0.0
    if result.startswith("X"):
        return covered / (2 if result == "X/2" else 1), covered
    return 0.0, defence if result == "DE" else 0.0


def estimate(p: P, made: Attack, hidden: Sequence[int], press: int) -> dict[str, Any]:
    """What an attack on hidden pieces promises if each is an average one; in a forest, of infantry."""
    side, target = p.side_of(made.attackers[0]), made.targets[0]
    attack = sum(reckoner.attack_factor(p, u) for u in made.attackers)
    known = [u for u in p.foes(target, side) if u not in hidden]
    defence = sum(p.game.defence[u] for u in known) + len(hidden) * hidden_average(p)
    shifts = reckoner.plain_shifts(p, made, side)
    if p.game.forest[target]:
        shifts.insert(0, reckoner.Shift(-1, "forest", "terrain.2"))
    base = reckoner.base_column(attack, math.ceil(defence)) if defence else reckoner.HIGHEST
    likely = reckoner.Reckoning((), (), base, tuple(shifts), ())
    return {"hidden": len(hidden)} | _promise(p, likely, (attack, defence), [sum(s.columns for s in shifts)], shifts, press, side)


def hidden_average(p: P) -> float:
    """Mean defence of Russian pieces that do not lie open on the map: what anybody can work out."""
    pool = [p.game.defence[u] for u in p.game.ground_of[RUSSIAN] if not on_map(p, u) or has(p, u, HIDDEN)]
    return sum(pool) / len(pool) if pool else 0.0


# ---------------------------------------------------------------- at a glance


def status(p: P, eyes: Eyes) -> dict[str, Any]:
    """Weather, aircraft, orders, and how the game stands; pools are the Russian's own business."""
    s, game = p.s, p.game
    names = game.board.names
    goals = ("Moscow", "Voronezh", "Smolensk", "Roslavl", "Glukhov", "Tula", "Kalinin", "Kaluga", "Orel", "Kursk")
    data: dict[str, Any] = {
        "active": game.sides[s.active],
        "weather": s.weather,
        "phase": s.phase,
        "die": p.option("die"),
        "no_retreat": s.stand,
        "second_phase": "used" if s.offensive else "to come" if s.turn > 1 else "this turn",
        "places": {name: game.sides[s.control[game.places[name]]] for name in goals if name in game.places},
        "aircraft": {
            name: [game.pieces[u].handle for u in game.air_of[side] if is_ready(p, u)] for side, name in enumerate(game.sides)
        },
    }
    data["track"] = [{"turn": n, "name": name, "weather": forecast(p, n)} for n, name in game.track.items()]
    if RUSSIAN in eyes:
        data["replacements"] = {"infantry": s.infantry, "tanks": s.tanks}
    if s.level:
        data["victory"] = {"level": s.level, "worth": s.worth}
    if s.battle is not None:
        data["battle"] = {
            "targets": [names[h] for h in s.battle.targets],
            "press": s.battle.press,
            "results": [g.result for g in s.battle.groups],
        }
    if s.mission is not None:
        data["mission"] = {"kind": s.mission.kind, "target": names[s.mission.target]}
    return data


def forecast(p: P, turn: int) -> str:
    """What is known of the weather of a turn: the present, the certain, and what depends on turn 2."""
    if turn == p.s.turn:
        return p.s.weather
    if turn == 2:
        return "mud or good" if p.s.turn < 2 else "mud" if p.s.muds > (p.s.turn >= 3) else "good"
    if turn == 4:
        if p.s.turn < 2:
            return "hard-frost or snow"
        return "hard-frost" if forecast(p, 2) == "mud" else "snow"
    return "good" if turn == 1 else "mud" if turn == 3 else "snow"


_WORDS = {DISRUPTED: "disrupted", HIDDEN: "hidden", MOVED: "moved", ATTACKED: "attacked", BONUS: "bonus", RESTING: "inactive"}


def unit_state(p: P, unit: int, eyes: Eyes) -> list[str]:
    """Words for what a unit has done and whether it is supplied."""
    if not on_map(p, unit):
        return ["flown"] if has(p, unit, FLOWN) else []
    found = [word for flag, word in _WORDS.items() if has(p, unit, flag)]
    if p.s.turn and not p.game.is_dummy[unit] and not _is_supplied(p, unit, eyes):
        found.append("out of supply")
    return found
