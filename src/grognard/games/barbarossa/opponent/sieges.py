"""Sieges: a place that drains the Soviet of victory is cut off, ringed by a mass that grows from turn to turn, and stormed.

A siege takes several turns: whoever can reach the hexes around the place goes there and stays, fresh armies arrive beside it, and
the storm begins when the mass is great enough. The ring is held most strongly where relief would come from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..material import STACK_LIMIT
from ..rules import aerial_supply, hero_cities, prepared_assault, road_back
from ..state import GERMAN, SOVIET

if TYPE_CHECKING:
    from .sight import Sight

#: Odds to be had after the shift of the place.
_ODDS = 5
#: Columns that a place takes from whoever storms it.
_WALLS, _HOUSES = 3, 1
#: Hexes within which armies are called to a siege.
NEAR = 6


class Siege(NamedTuple):
    """A place to be stormed, the hexes around it (where relief would come from first), and the factors it takes."""

    target: int
    doors: tuple[int, ...]
    wanted: float


def siege(sight: Sight) -> Siege | None:
    """What the Soviet besieges: Stalingrad in The Road Back, whose two points per turn decide the game."""
    if sight.side != SOVIET or not road_back.is_played(sight.p):
        return None
    target = sight.game.city_hex.get(road_back.FORTRESS_CITY, -1)
    if target < 0 or sight.s.control[target] != GERMAN:
        return None
    others = [h for h in sight.enemies if h != target]
    doors = [h for h in sight.board.adjacent(target) if not sight.s.count[GERMAN][h] and not sight.game.water[h]]
    doors.sort(key=lambda h: (min((sight.board.distance(h, o) for o in others), default=0), h))
    held = sum(sight.defence(u) for u in sight.p.units(target, GERMAN)) / 2
    shift = _WALLS if hero_cities.stronghold(sight.p, target) else _HOUSES
    return Siege(target, tuple(doors), held * (_ODDS + shift))


def massed(sight: Sight, found: Siege) -> int:
    """Factors that stand around the place."""
    return sum(sight.attack(u) for h in found.doors for u in sight.p.units(h, SOVIET))


def calls(sight: Sight, hex: int) -> float:
    """How much a siege calls for fresh armies in a hex."""
    found = sight.siege
    if found is None or massed(sight, found) >= found.wanted:
        return 0.0
    far = sight.board.distance(hex, found.target)
    room = sight.s.count[SOVIET][hex] < STACK_LIMIT
    return max(0.0, 16.0 - 3.0 * far) if room else 0.0


def bait(sight: Sight) -> tuple[int, int] | None:
    """An army that attacks a place cut off, so that transport aircraft fly now and not when the storm comes: target and unit."""
    found = sight.siege
    if found is None or not aerial_supply.available(sight.p) or sight.foe_fed[found.target]:
        return None
    able = [u for u in prepared_assault.attackers_of(sight.p, (found.target,)) if sight.s.count[SOVIET][sight.at(u)] > 1]
    return (found.target, min(able, key=lambda u: (sight.attack(u), u))) if able else None
