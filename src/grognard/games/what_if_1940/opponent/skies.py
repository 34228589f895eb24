"""Interdiction: where aircraft would slow those down who march on what must be held."""

from __future__ import annotations

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import airpower
from ..state import ALLIED, GERMAN, SOVIET
from .sight import Field, Sight

#: Whoever is so near to the goal can reach it soon; from so near he attacks it, and aircraft are wanted over the battle.
NEAR, BESIDE = 6, 2
#: Aircraft that are kept for battles where the enemy stands beside the goal.
KEPT = 2
#: Hexes that must cost more for somebody, all in all, before an aircraft is spent on it.
WORTH_A_FLIGHT = 6


def interdict(match: Match) -> Advice:
    """The German slows the march on the Ruhr, and on Moscow once it is his; others keep their aircraft for battles."""
    sight, p = Sight(match), match.play
    moscow_lost = p.s.control[p.game.moscow] == GERMAN
    if p.frame.side != GERMAN or (p.s.active == SOVIET and not moscow_lost):
        return Advice(Command("done"), "the aircraft are wanted in battle")
    goals = [p.game.moscow] if p.s.active == SOVIET else p.game.ruhr.nonzero()[0].tolist()
    away = sight.field(goals, ~p.game.land)
    marching = [u for u in enemies(sight) if away[p.s.loc[u]] <= NEAR]
    beside = any(away[p.s.loc[u]] <= BESIDE for u in marching)
    if p.s.air[GERMAN] > (KEPT if beside else 0):
        best = max(airpower.interdiction_hexes(p, ()), key=lambda hex: (hindered(sight, hex, marching, away), -hex), default=-1)
        if best >= 0 and hindered(sight, best, marching, away) >= WORTH_A_FLIGHT:
            return Advice(Command("interdict", hexes=(best,)), "they shall pay double for every hex")
    return Advice(Command("done"), "nobody comes near enough")


def enemies(sight: Sight) -> list[int]:
    """Units on the map that are about to move against the German."""
    sides = (ALLIED,) if sight.s.active == ALLIED else (SOVIET,)
    return [u for side in sides for u in sight.game.pieces_of_side[side] if 0 <= sight.s.loc[u] < sight.board.hexes]


def hindered(sight: Sight, hex: int, marching: list[int], away: Field) -> int:
    """Steps towards the goal that would cost double around a hex, over all who march; where aircraft are already, none."""
    covered = airpower.interdiction_zone(sight.p)
    zone = [near for near in (hex, *sight.board.adjacent(hex)) if not covered[near] and sight.game.land[near]]
    return sum(
        away[near] < away[sight.s.loc[unit]] and sight.board.distance(near, sight.s.loc[unit]) <= BESIDE
        for unit in marching for near in zone
    )  # fmt: skip
