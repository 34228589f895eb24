"""The defender's phases: a line behind rivers and in cities before what is at stake, reserves behind it, counter-attacks."""

from __future__ import annotations

import numpy as np

from ....core.board import Mask
from ..rules import terrain
from ..state import ONE
from . import offence
from .orders import Ground, Order, Places, marches, ready
from .sight import NO_WAY, Numbers, Score, Sight

#: What ground is worth to a defender, in points of the score.
GROUND = {"woods": 1.0, "forest": 3.0, "swamp": 3.0, "rough": 1.5, "wooded-rough": 3.0, "mountain": 4.0}
RIVER, MAJOR_RIVER, CITY, OBJECTIVE = 2.5, 4.0, 4.0, 6.0
#: A stack should have so much defence, and no hex of the line should be without somebody.
STACK, COVER = 12 * ONE, 6.0
#: Enemies around a hex that are so many times as strong as who stands there are too many.
TOO_MANY = 3.0


def counterattacks(sight: Sight, ground: Ground) -> list[Order]:
    """Attacks that are worth much, by those who are near; from the second turn on, when the first shock is over."""
    return offence.attacks(sight, ground) if sight.s.turn > 1 else []


def stand(sight: Sight, ground: Ground) -> list[Order]:
    """Everybody without orders takes the best place in reach: in the line where it can be held, else further back."""
    reaches = ready(sight, ground)
    scores = _worth(sight)
    threat = sight.hexes_from(sight.enemies(), 20)
    pressure = _sum_around(sight, sight.by_hex("attack", sight.enemy), 3)
    fed, home = sight.fed(), _home(sight)
    own, cover = sight.by_hex("defence", sight.side), _covered(sight)
    places = Places(sight)
    for unit in sorted(reaches, key=lambda unit: (-sight.value("defence", unit), unit)):
        reached, here, mine = reaches[unit], sight.s.loc[unit], sight.value("defence", unit)
        nodes = reached.nodes
        there = own[nodes] - mine * (nodes == here)
        near = np.minimum(threat[nodes], 20).astype(np.float64)
        line = np.where(near <= 1, 1.0, np.where(near <= 3, 4.0, np.maximum(0.0, 5.0 - near / 2)))
        score = scores[nodes] + line
        score += np.where((near <= 4) & (cover[nodes] == 0), COVER, 0.0)
        score += np.where((there > 0) & (there < STACK), 3.0, np.where(there >= STACK, -4.0, 0.0))
        odds = pressure[nodes] / np.maximum(there + mine, ONE)
        score -= np.where(near <= 2, np.minimum(np.maximum(odds - TOO_MANY, 0.0), 6.0) * 1.5, 0.0)
        score -= np.where(fed[nodes], 0.0, 15.0)
        score -= home[nodes] / (6.0 * ONE)
        if mine < 2 * ONE:  # guns and staffs stand behind others, not alone
            score -= np.where((near <= 2) & (there < 2 * ONE), 10.0, 0.0)
        score[0] += 0.75
        for at in np.argsort(-score, kind="stable")[:10].tolist():
            hex = int(nodes[at])
            if hex == here:
                break
            if places.has_room((unit,), hex):
                places.go(unit, hex)
                own[here] -= mine
                own[hex] += mine
                if mine >= 2 * ONE:
                    _cover(sight, cover, hex, 1)
                    if own[here] < 2 * ONE:
                        _cover(sight, cover, here, -1)
                break
    return marches(sight, places.moved, "a better place in the line")


def _worth(sight: Sight) -> Score:
    """What each hex is worth to a defender: ground, rivers towards the enemy, cities, objectives."""
    board, game = sight.board, sight.game
    found = np.zeros(board.nodes)
    for name, worth in GROUND.items():
        found[board.terrain_mask(name)] += worth
    enemy = np.append(sight.away(_enemy_edge(sight)), NO_WAY).astype(np.int32)
    towards = enemy[sight.near] < enemy[: board.nodes, None]
    frozen, _ = terrain.frozen_sides(sight.p)
    for side, worth in (("river", RIVER), ("major-river", MAJOR_RIVER)):
        wet = board.side_mask(side) & ~frozen & towards & (sight.near >= 0)
        found += np.minimum(wet.sum(axis=1), 3) / 3 * worth
    for hex, city in sight.front.city_at.items():
        found[hex] += CITY + OBJECTIVE * sight.front.charts.objectives.get(city.name, 0)
    found[~game.land] = -50
    return found


def _enemy_edge(sight: Sight) -> list[int]:
    """A few hexes of the enemy from all along his front."""
    beside = sight.widened(sight.s.arrays.control == sight.side) & sight.enemies()
    hexes = np.flatnonzero(beside)
    if not hexes.size:
        hexes = np.flatnonzero(sight.enemies())
    return hexes[:: max(1, hexes.size // 40)].tolist()  # type: ignore[no-any-return]


def _home(sight: Sight) -> Numbers:
    """How far every hex is from the nearest objective that is still ours, those that count more from further away."""
    found = np.full(sight.board.nodes, 60 * ONE, np.int32)
    for hex, worth in sight.objectives().items():
        if sight.s.control[hex] == sight.side:
            found = np.minimum(found, np.maximum(sight.away((hex,)).astype(np.int32) - 4 * ONE * worth, 0))
    return found


def _sum_around(sight: Sight, amounts: Numbers, hexes: int) -> Numbers:
    """What stands within some hexes, roughly: a third of each ring counts for the next."""
    found = amounts.astype(np.float64)
    for _ in range(hexes):
        padded = np.append(found, 0.0)
        found = np.maximum(found, amounts + padded[sight.near].sum(axis=1) / 3)
    return found.astype(np.int32)


def _covered(sight: Sight) -> Numbers:
    """How many hexes with strong friends are beside or in each hex."""
    strong: Mask = sight.by_hex("defence", sight.side) >= 2 * ONE
    padded = np.append(strong, False).astype(np.int32)
    found: Numbers = (padded[:-1] + padded[sight.near].sum(axis=1)).astype(np.int32)
    return found


def _cover(sight: Sight, cover: Numbers, hex: int, change: int) -> None:
    cover[hex] += change
    cover[list(sight.board.around[hex])] += change
