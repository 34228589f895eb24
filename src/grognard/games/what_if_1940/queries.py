"""Questions a player asks while thinking, answered with their reasons and without looking at hidden things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from ...core.answers import Losses, Odds, Reach, Supply
from ...core.errors import refusal
from ...core.rule import rule
from ...core.seats import Eyes
from ...core.sight import Sight
from ..assault import outlook
from ..assault.outlook import shortest_way, things_done
from ..assault.reckoning import Belief, likely
from .material import Mask, P
from .rules import combat_odds, mobile_assault, movement, prepared_assault
from .rules import supply as supply_rules
from .rules.combat_odds import Face
from .state import FROZEN, GERMAN, SOVIET, UNTRIED


def reach(p: P, units: Sequence[int]) -> Reach:
    """Where units can go together, and which enemy hexes they could assault."""
    return outlook.reach(
        p, units, movement.check_stack, movement.march_of, mobile_assault.targets_of, mobile_assault.assault_cost
    )


# ---------------------------------------------------------------- supply


def supply(p: P, unit: int) -> Supply:
    """Supplied or not, with the line to the source if there is one."""
    names, hex = p.game.board.names, p.s.loc[unit]
    if not 0 <= hex < p.game.board.hexes:
        return Supply(True, "not on a map")
    if supply_rules.overland(p, unit):
        path = _line(p, unit)
        why = f"traces to {names[path[-1]]}" if len(path) > 1 else "lives off its own country or stands on a source"
        return Supply(True, why, "6.3", [names[h] for h in path], "overland")
    if supply_rules.coastal(p, unit):
        return Supply(True, "stands on the coast: enough for all but mobile assaults", "6.5d", state="coastal")
    if supply_rules.city_feeds(p, unit):
        return Supply(True, "is fed by its city, which the Germans have never held", "6.5e", state="city")
    if supply_rules.supplied(p, unit):
        return Supply(True, "is supplied by air while no enemy aircraft are about", "6.6", state="air")
    return Supply(False, "no line to a source that is free of enemies and of their cities and works", "6.3", state="none")


def _line(p: P, unit: int) -> list[int]:
    """A shortest line hex by hex; for Germans far from home first to the Rollbahn and along it to its head."""
    hex, side, game = p.s.loc[unit], p.side_of(unit), p.game
    if supply_rules.lives_at_home(p, unit):
        return [hex]
    if side == GERMAN and game.east[hex] and not (supply_rules.to_german_edge(p)[hex] and supply_rules.close_to_germany(p, hex)):
        road = supply_rules.rollbahn(p).astype(np.bool_)
        leg = _way(p, hex, road, supply_rules.near_rollbahn(p))
        along = shortest_way(
            game.board.rows, leg[-1], [game.rollbahn_head],
            lambda here, way, near: bool(road[near] and game.board.side_mask("rollbahn")[here, way]),
        )  # fmt: skip
        home = _way(p, game.rollbahn_head, _sources(p, unit), supply_rules.to_german_edge(p))
        return [*leg, *along[1:], *home[1:]]
    return _way(p, hex, _sources(p, unit), supply_rules.lines_of(p, unit), lakes=side == SOVIET)


def _sources(p: P, unit: int) -> Mask:
    game, side = p.game, p.side_of(unit)
    if side == GERMAN and game.west[p.s.loc[unit]]:
        return game.ruhr
    found: Mask = np.zeros(game.board.nodes, np.bool_)
    found[game.edge_sources[side]] = True
    return found


def _way(p: P, start: int, goals: Mask, ground: Mask | supply_rules.Reached, *, lakes: bool = False) -> list[int]:
    """A shortest way over ground that lines reach."""
    open_sides = supply_rules.sides_open(p, lakes)
    ends = (goals & ground.astype(np.bool_)).nonzero()[0].tolist()
    way = shortest_way(p.game.board.rows, start, ends, lambda here, to, near: bool(open_sides[here, to] and ground[near]))
    return way or [start]


# ---------------------------------------------------------------- odds


def odds(p: P, target: int, units: Sequence[int], air: int, eyes: Eyes) -> Odds:
    """Factors, shifts, the spread of final odds and the chance of each result, from what these eyes see."""
    mobile = bool(p.s.flow) and p.s.flow[-1].step.endswith(".move")
    side = p.side_of(units[0])
    check = mobile_assault.check_attackers if mobile else prepared_assault.check_attackers
    why_not = refusal(check, p, units, target)
    origins = tuple(sorted({p.s.loc[unit] for unit in units}))
    if why_not is not None and any(p.game.board.direction(hex, target) < 0 for hex in origins):
        return Odds(target=p.game.board.names[target], mobile=mobile, rule=why_not.rule, why=why_not.why)
    enemies = combat_odds.who_would_defend(p, side, target, mobile)
    setting = combat_odds.setting_of(p, side, target, mobile, origins)
    facts = combat_odds.Facts(setting, origins, believed(p, units, eyes), believed(p, enemies, eyes), (air, 0))
    reckoning = combat_odds.reckon(p.game, facts)
    losses = _expected_losses(reckoning.chances(p.game.results), len(units), len(enemies))
    return outlook.odds(reckoning, p.game.results, p.game.board.names[target], mobile, losses, why_not)


def believed(p: P, units: Sequence[int], eyes: Eyes) -> tuple[Belief[Face], ...]:
    """What units of one hex or of several are, or may be, to these eyes."""
    sight = Sight(p, eyes)
    return tuple(likely(_faces(p, unit, sight)) for unit in units)


@rule("2.12a", "7.3")
def _faces(p: P, unit: int, sight: Sight) -> dict[Face, float]:
    """An untried unit may be any that nobody has turned up, a covered one any of its side that is not seen elsewhere; whether it
    is in supply is judged by the unit on top of it."""
    if sight.knows(unit):
        fed = supply_rules.supplied(p, unit)
        return {(kind, steps, fed): chance for (kind, steps), chance in _prints(p, unit).items()}
    fed = supply_rules.supplied(p, p.s.top[p.s.loc[unit]])
    hidden = [u for u in p.game.pieces_of_side[p.side_of(unit)] if not sight.knows(u)]
    found: dict[Face, float] = {}
    for each in hidden:
        for (kind, steps), chance in _prints(p, each).items():
            found[kind, steps, fed] = found.get((kind, steps, fed), 0.0) + chance / len(hidden)
    return {face: found[face] for face in sorted(found)}


def _prints(p: P, unit: int) -> dict[tuple[int, int], float]:
    """Type and steps of a unit, as far as anybody knows."""
    if p.game.face_known(p, unit):
        return {(p.s.kind[unit], p.s.steps[unit]): 1.0}
    deck = next(pieces for pieces, _ in p.game.blank_backs(p) if unit in pieces)
    kinds = Counter(p.s.kind[u] for u in deck)
    return {(kind, 1): kinds[kind] / len(deck) for kind in sorted(kinds)}


def _expected_losses(results: Mapping[str, float], attackers: int, defenders: int) -> Losses:
    """Steps each side may expect to lose, retreats not counted; a bloodbath costs about a step for a step."""
    traded = min(2 * attackers, max(1, defenders)) * results.get("BB", 0.0)
    return Losses(
        attacker=round(results.get("AL1", 0.0) + traded, 3),
        defender=round(results.get("DE", 0.0) * max(1, defenders) + traded, 3),
    )


# ---------------------------------------------------------------- on a counter


def unit_state(p: P, unit: int) -> list[str]:
    """Words for what a unit has done and how it is supplied."""
    found = [word for word, bit in (("untried", UNTRIED), ("frozen", FROZEN)) if p.s.flags[unit] & bit]
    if not 0 <= p.s.loc[unit] < p.game.board.hexes or not p.s.turn:
        return found
    return [*found, *things_done(p, unit), *(() if supply_rules.supplied(p, unit) else ("out of supply",))]
