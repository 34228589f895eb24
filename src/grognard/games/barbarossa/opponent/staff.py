"""Decisions between the phases: set-up, orders, arrivals, reserves, supply markers and the great choices of the war."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import (
    manstein,
    prepared_assault,
    reinforcements,
    replacements,
    rvgk,
    sequence,
    summer_offensive,
    supply,
    supply_markers,
    victory,
)
from ..state import GERMAN
from . import operations, sieges
from .combat import WORTH_WHILE, attack_on
from .plan import Plan, attacks
from .sight import Sight

#: Share of what an attack after moving promises that makes fighting first the better order.
_FIGHT_FIRST = 0.6
#: Victory points in the autumn of 1944 with which the German need not gamble.
_SAFE = 12
#: Factors that a place to be won within reach of a supply marker is worth.
_PLACE = 10
#: Fresh units that go where they can shut an expedition in.
_AT_THE_GATE = 3
#: First turn of emergency deployments.
_FIRST_CALL = 3
#: What a hex nearer to the next goal is worth to fresh units of a side that attacks.
_PULL = 0.3


def set_up(match: Match) -> Advice:
    verbs = {verb.name for verb in match.legal_commands().verbs}
    if "done" in verbs:
        return Advice(Command("done"), "everything stands where it should")
    return Advice(Command("historical"), "the armies stand where they stood")


def pause(match: Match) -> Advice:
    return Advice(Command("pause", word="pause"), "the panzers need rest")


def bonus(match: Match) -> Advice:
    """The zone with more places to win."""
    sight = Sight(match)
    north = sum(bool(sight.game.north[h]) for h in sight.goals)
    return Advice(Command("zone", word="north" if 2 * north > len(sight.goals) else "south"), "more is to be won there")


def order(match: Match) -> Advice:
    """Fight first when the attacks at hand are good: it leaves the movement to follow, and moving first costs columns."""
    sight = Sight(match)
    allowed = sequence.orders_allowed(sight.p)
    if len(allowed) == 1 or "move-fight" not in allowed:
        return Advice(Command("order", word="fight-move"), "so it must be")
    now = at_hand(sight, "fight-move")
    later = Plan(sight).masses * (0.8 if sight.side != GERMAN else 1.0)
    if now >= _FIGHT_FIRST * later:
        return Advice(Command("order", word="fight-move"), "the attacks at hand are good")
    return Advice(Command("order", word="move-fight"), "the enemy must be reached before he can be fought")


def at_hand(sight: Sight, order: str) -> float:
    """What attacks by units where they stand promise in this order of phases, all in all."""
    total, free = 0.0, set(sight.own)
    targets = list(prepared_assault.attackable_hexes(sight.p, ()))
    while targets and free:
        found = {t: attack_on(sight, t, order, free) for t in targets}
        best = max(targets, key=lambda t: found[t][0] if found[t] else -9.0)  # type: ignore[index]
        choice = found[best]
        if choice is None or choice[0] < WORTH_WHILE[sight.side]:
            break
        total += choice[0]
        free -= set(choice[1])
        targets.remove(best)
    return total


# ---------------------------------------------------------------- arrivals


def need(sight: Sight, hex: int) -> float:
    """How much a hex calls for fresh units: near the enemy, at a place to hold, not yet full."""
    far = int(sight.to_enemy[hex])
    held = sight.s.count[sight.side][hex]
    if operations.gate(sight, hex) and held < _AT_THE_GATE:
        return 11.0 - held + 40.0 * sight.besieges
    if not held and sight.points[hex] and sight.exposed[hex]:
        return 8.0 + sight.points_of(hex) + 40.0 * sight.besieges
    siege = sieges.calls(sight, hex)
    if siege:
        return 12.0 + siege
    aim = -_PULL * min(float(sight.to_goal[hex]), 20.0) if attacks(sight) else 0.0
    return aim + 3.0 * bool(sight.points[hex] and far <= 4) - 0.5 * abs(far - 2) - 0.8 * held + 0.04 * float(sight.threat[hex])


def arrivals(match: Match, *, besieges: bool = False) -> Advice:
    """Reinforcements first, then the strongest of the dead, each to where the front calls loudest."""
    sight = Sight(match, besieges=besieges)
    p = sight.p
    for unit in sorted(reinforcements.arriving(p, ()), key=lambda u: (-sight.defence(u), u)):
        hexes = reinforcements.entry_hexes(p, (unit,))
        if hexes:
            return Advice(Command("enter", (unit,), (_best(sight, hexes),)), "where it will be needed")
    return _reclaim(sight) or Advice(Command("done"), "nobody else can come")


def comb_out_arrivals(match: Match) -> Advice:
    return _reclaim(Sight(match)) or Advice(Command("done"), "nobody else can come")


def _reclaim(sight: Sight) -> Advice | None:
    for unit in sorted(replacements.reclaimable(sight.p, ()), key=lambda u: (-sight.attack(u) - sight.defence(u), u)):
        hexes = [h for h in replacements.reclaim_hexes(sight.p, (unit,)) if h < sight.hexes]
        if _wanted_on_call(sight) and not sight.mech(unit):
            return Advice(Command("replace", (unit,), (sight.game.rvgk,)), "kept in hand for a threatened city")
        if hexes:
            return Advice(Command("replace", (unit,), (_best(sight, hexes),)), "the dead rise again")
    return None


def _wanted_on_call(sight: Sight) -> bool:
    """Has the box too few units to save a city with?"""
    if sight.side == GERMAN or sight.s.turn < _FIRST_CALL or attacks(sight):
        return False
    return len(rvgk.deployable(sight.p)) < operations.ON_CALL and bool(operations.endangered(sight))


def _best(sight: Sight, hexes: Sequence[int]) -> int:
    return max(hexes, key=lambda h: (need(sight, h), -h))


def reserves(match: Match, *, besieges: bool = False) -> Advice:
    """Out of the box, to the calling front, but for those kept on call while the German advances."""
    sight = Sight(match, besieges=besieges)
    options = match.legal_commands()
    able = sorted(options.units("deploy"), key=lambda u: (-sight.defence(u), u))
    kept = operations.ON_CALL if not attacks(sight) and operations.endangered(sight) else 0
    for unit in able[: max(0, len(able) - kept)]:
        hexes = options.hexes("deploy", (unit,))
        if hexes:
            return Advice(Command("deploy", (unit,), (_best(sight, hexes),)), "the reserve is committed")
    return Advice(Command("done"), "the box is empty, or full of those who wait")


def strategic(match: Match) -> Advice:
    """Units far from any enemy go by rail to where the front calls."""
    sight = Sight(match)
    options = match.legal_commands()
    for unit in options.units("strategic"):
        here = sight.at(unit)
        if sight.to_enemy[here] <= 6:
            continue
        hexes = options.hexes("strategic", (unit,))
        if hexes:
            best = _best(sight, hexes)
            if need(sight, best) > need(sight, here) + 1.0:
                return Advice(Command("strategic", (unit,), (best,)), "to the front by rail")
    return Advice(Command("done"), "nobody stands idle")


# ---------------------------------------------------------------- great choices


def markers(match: Match) -> Advice:
    """Each marker where most factors stand within its reach and next to the enemy."""
    sight = Sight(match)
    ready = [(sight.at(u), sight.attack(u)) for u in sight.own if sight.to_enemy[sight.at(u)] <= 3 and sight.fed[sight.at(u)]]
    for k, (letter, far) in enumerate(zip(supply_markers.LETTERS, supply.RANGES, strict=True)):
        if sight.s.markers[k] >= 0:
            continue
        covered = [(m, r) for m, r in zip(sight.s.markers, supply.RANGES, strict=True) if m >= 0]
        left = [(h, f) for h, f in ready if all(sight.board.distance(h, m) > r for m, r in covered)]
        if not left:
            break
        best = max(sorted({h for h, _ in left}), key=lambda h: _backing(sight, h, far, left))
        return Advice(Command(f"supply-{letter}", hexes=(best,)), "most armies stand there")
    return Advice(Command("done"), "the markers lie where the blow will fall")


def _backing(sight: Sight, hex: int, far: int, ready: Sequence[tuple[int, int]]) -> float:
    """Factors a marker would feed, and places to be won within its reach."""
    fed = sum(f for at, f in ready if sight.board.distance(hex, at) <= far)
    return fed + _PLACE * sum(sight.points_of(aim) for aim in sight.aims if sight.board.distance(hex, aim) <= far)


def offensive(match: Match) -> Advice:
    """It costs nothing to declare it: not to try costs as much as to fail. The Gambit is for him who holds its prizes
    already, on the last turn it can be declared."""
    sight = Sight(match)
    if sight.s.turn < summer_offensive.TURNS[-1]:
        return Advice(Command("wait"), "later")
    if _gambit_pays(sight):
        return Advice(Command("declare", word="gambit"), "its prizes are in hand and will hold for two turns")
    return Advice(Command("declare", word="offensive"), "not to attack costs as much as to fail")


def _gambit_pays(sight: Sight) -> bool:
    """Two of the prizes and everything at home firmly held, and no victory on points in sight."""
    home = np.nonzero(sight.points & sight.board.mask("german-start"))[0].tolist()
    prizes = [sight.game.city_hex[name] for name in manstein.PRIZES if victory.holds(sight.p, name)]
    firm = [h for h in prizes if _firm(sight, h)]
    soon = min(sight.game.charts.checks[turn].german for turn in (sight.s.turn, manstein.LAST))
    return len(firm) >= 2 and all(map(partial(_firm, sight), home)) and sight.s.vp < soon


def _firm(sight: Sight, hex: int) -> bool:
    """Held by the German with at least half the factors that threaten it."""
    held = sum(sight.defence(u) for u in sight.p.units(hex, GERMAN))
    return sight.s.control[hex] == GERMAN and 2 * held >= float(sight.threat[hex])


def oder(match: Match) -> Advice:
    """The last gamble is for those who would lose on points."""
    if match.play.s.vp >= _SAFE:
        return Advice(Command("choose", word="rhine"), "the east will hold without it")
    return Advice(Command("choose", word="oder"), "the enemy is in the east")


def comb_out(match: Match) -> Advice:
    p = match.play
    if any(not p.game.is_mech[p.s.kind[u]] for u in p.units(p.game.dead[GERMAN], GERMAN)):
        return Advice(Command("comb-out"), "there are gaps to fill")
    return Advice(Command("done"), "not yet")


def nearest_to_front(match: Match) -> Advice:
    """Guards and shock armies are formed, and walls are built, where the enemy is near."""
    sight = Sight(match)
    verb = {"soviet.convert": "convert", "german.walls": "wall", "soviet.area": "fortify"}[match.step.name]
    options = match.legal_commands()
    if verb == "convert":
        able = options.units(verb)
        if able:
            best = min(able, key=lambda u: (int(sight.to_enemy[sight.at(u)]) if sight.at(u) < sight.hexes else 20, u))
            return Advice(Command(verb, (best,)), "they belong at the front")
        return Advice(Command("decline"), "nobody can be converted")
    hexes = list(options.hexes(verb, ()))
    if verb == "fortify":
        heart = sight.game.city_hex.get("Moscow", hexes[0])
        return Advice(Command(verb, hexes=(min(hexes, key=lambda h: (sight.board.distance(h, heart), h)),)), "before Moscow")
    return Advice(Command(verb, hexes=(max(hexes, key=lambda h: (need(sight, h), -h)),)), "the front needs it")


def withdrawal(match: Match) -> Advice:
    """The unit that is missed least: weak, and far from the enemy."""
    sight = Sight(match)
    able = match.legal_commands().units("withdraw")
    if not able:
        return Advice(Command("decline"), "nobody can go")

    def missed(unit: int) -> tuple[float, int]:
        far = int(sight.to_enemy[sight.at(unit)]) if sight.at(unit) < sight.hexes else 20
        return sight.defence(unit) - 0.2 * min(far, 10), unit

    return Advice(Command("withdraw", (min(able, key=missed),)), "it is missed least")


def caucasus_answer(match: Match) -> Advice:
    sight = Sight(match)
    able = match.legal_commands().units("commit")

    def missed(unit: int) -> tuple[float, int]:
        far = int(sight.to_enemy[sight.at(unit)]) if sight.at(unit) < sight.hexes else 20
        return sight.defence(unit) - 0.3 * min(far, 10), unit

    return Advice(Command("commit", (min(able, key=missed),)), "the war would be lost without it")
