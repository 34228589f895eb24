"""Work behind the front: railways regauged, cities garrisoned, reserves sent by rail, overfull hexes brought into order."""

from __future__ import annotations

import numpy as np

from ....core.board import Mask
from ....core.command import Command
from ....core.errors import is_legal
from ....core.paths import Reach
from ..rails import ALL, FRESH
from ..rules import engineers, movement, rail_movement, railways, reinforcements, stacking, supply
from ..rules import garrisons as watch
from ..rules.units import ground_units
from ..state import AXIS, ONE
from . import goals
from .orders import Ground, Order, ready
from .sight import NO_WAY, Field, Numbers, Sight

#: Journeys by rail in one phase that are thought about, and how far from the enemy reserves are, in hexes.
JOURNEYS, RESERVE = 40, 8
#: A gap in the line so many hexes away calls an engineer; else he follows the front.
NEAR_WORK = 14
#: He begins where he can be while most of his points are left.
IN_TIME = 4 * ONE
#: Railroad engineers who work towards one objective.
TOGETHER = 2
#: Objectives are held by so much when an enemy is so near, in hexes.
HELD, ENEMY_NEAR = 18 * ONE, 5


# ---------------------------------------------------------------- railways


def regauge(sight: Sight, ground: Ground) -> list[Order]:
    """Railroad engineers bring the railway of their own gauge forward: they work where they stand and go on along the line."""
    p, s = sight.p, sight.s
    orders: list[Order] = []
    lines, built, usable = supply.lines(p, sight.side, supply.COMMON), railways.built(p), railways.usable(p, sight.side)
    todo: Mask = (built != usable) & (built != 0) & (s.arrays.control == sight.side) & (s.arrays.broken == 0)
    todo &= (s.arrays.track >> FRESH & ALL) == 0
    heads: Mask = sight.widened(lines.rail.astype(np.bool_)) & todo
    layers = [u for u in engineers.engineers_at(p, ()) if engineers.lays_rails(p, u) and movement.is_free(p, u)]
    ways = goals.allotted(sight, layers, TOGETHER) if layers else {}
    for unit in layers:
        ground.busy.add(unit)
        reached = movement.march_of(p, (unit,)).reach()
        price = {h: c for h, c in reached.as_dict().items() if heads[h] and c <= IN_TIME}
        if not price:
            orders += _after_the_front(sight, unit, reached, heads, ways[unit])
            continue
        at, way = s.loc[unit], ways[unit]
        first = min(price, key=lambda hex: (3 * price[hex] + int(way[hex]) // 4, hex))
        for hex in _stretch(sight, first, todo, way):
            if hex != at:
                orders.append(Order("move", (unit,), (hex,), "along the line to be regauged"))
            ends = _ends(sight, hex, way)
            orders.append(Order("regauge", (unit,), ends, "supply follows on our own gauge", at=hex))
            heads[hex] = todo[hex] = False
            at = hex
    return orders


def _stretch(sight: Sight, first: int, todo: Mask, way: Field) -> list[int]:
    """The next hexes of the line that one engineer works on, as his objective draws him."""
    found = [first]
    for _ in range(3):
        onward = [h for h in railways.lines(sight.p).next(sight.board, found[-1]) if todo[h] and h not in found]
        if not onward:
            break
        found.append(min(onward, key=lambda hex: (int(way[hex]), hex)))
    return found


def _after_the_front(sight: Sight, unit: int, reached: Reach, heads: Mask, way: Field) -> list[Order]:
    """To the nearest end of the line, by rail where that is quicker; else after the armies."""
    p, here = sight.p, sight.s.loc[unit]
    ends = np.flatnonzero(heads)  # those within reach are too far to begin with today
    if ends.size:
        apart = sight.board.distances(np.array([here], np.int16))[0][ends]
        if apart.min() <= NEAR_WORK:
            way = sight.away((int(ends[np.argmin(apart)]),))
    safe = sight.fed() & ~sight.widened(sight.enemies(), 2)
    nodes = reached.nodes[safe[reached.nodes] | (reached.nodes == here)]
    on_rails = nodes[supply.lines(p, sight.side, supply.COMMON).rail[nodes] > 0]
    nodes = on_rails if on_rails.size else nodes
    best = int(nodes[np.argmin(way[nodes])])
    if rail_movement.refusal(p, unit, "rail") is None and rail_movement.start_refusal(p, (unit,), "rail") is None:
        stops = [hex for hex in rail_movement.journeys(p, (unit,), "rail").reach(here).ends if safe[hex]]
        stop = min(stops, key=lambda hex: (int(way[hex]), hex), default=here)
        if int(way[stop]) < int(way[best]):
            return [Order("rail", (unit,), (stop,), "to the end of the line")]
    return [Order("move", (unit,), (best,), "after the armies")] if best != here else []


def _ends(sight: Sight, hex: int, way: Field) -> tuple[int, ...]:
    """The two ends of the line that is regauged in a hex: where our gauge comes from, and where it shall go."""
    built = int(railways.built(sight.p)[hex])
    if built.bit_count() <= 2:
        return (hex,)
    joined = supply.lines(sight.p, sight.side, supply.COMMON).rail
    near = [sight.board.rows[hex][d] for d in range(6) if built >> d & 1]
    origin = max(near, key=lambda h: (bool(joined[h]), int(way[h]), h))
    onward = min((h for h in near if h != origin), key=lambda h: (int(way[h]), h))
    return (origin, onward)


def rails(sight: Sight, ground: Ground) -> list[Order]:
    """Reserves far behind the front go by rail to where the front is nearest to what is at stake."""
    p, s = sight.p, sight.s
    if s.surprise:
        return []
    away = sight.hexes_from(sight.enemies(), 30)
    fields = goals.pull(sight) if sight.side == AXIS else _danger(sight)
    units, strength = sight.strengths("attack", sight.side)
    far = units[(away[s.arrays.loc[units]] > RESERVE) & (strength >= ONE)]
    ranked = sorted(far.tolist(), key=lambda unit: (-sight.value("attack", unit), unit))
    orders: list[Order] = []
    left: dict[int, int] = {}
    filled: dict[int, list[int]] = {}
    for unit in ranked:
        if len(orders) >= JOURNEYS:
            break
        start = s.loc[unit]
        net = railways.net_of(p, start, sight.side)
        left.setdefault(net, railways.capacity_left(p, net))
        size = railways.rail_size(p, unit)
        if unit in ground.busy or size > left[net] or goals.is_rear(sight, unit) or _stays(sight, unit):
            continue
        if rail_movement.refusal(p, unit, "strategic") or rail_movement.start_refusal(p, (unit,), "strategic"):
            continue
        found = rail_movement.journeys(p, (unit,), "strategic").reach(start)
        ends = [hex for hex in found.ends if away[hex] >= 3]
        best = min(ends, key=lambda hex: (int(fields[hex]) + 6 * ONE * len(filled.get(hex, ())), hex), default=start)
        if int(fields[best]) > int(fields[start]) - 12 * ONE:
            continue
        there = filled.setdefault(best, ground_units(p, best, sight.side))
        if not sight.fits(best, [*there, unit]):
            continue
        there.append(unit)
        left[net] -= size
        ground.busy.add(unit)
        orders.append(Order("strategic", (unit,), (best,), "a reserve for the front"))
    return orders


def _stays(sight: Sight, unit: int) -> bool:
    """Who is bound to a city of value with nobody else in it."""
    hex = sight.s.loc[unit]
    city = sight.front.city_at.get(hex)
    if city is None or sight.side == AXIS or city.name not in sight.front.charts.objectives:
        return False
    return len([u for u in ground_units(sight.p, hex, sight.side) if sight.value("defence", u) >= 2 * ONE]) <= 1


def _danger(sight: Sight) -> Numbers:
    """How far every hex is from objectives that the enemy comes near to, those that count most first."""
    away = sight.hexes_from(sight.enemies(), 30)
    best = np.full(sight.board.nodes, NO_WAY, np.int32)
    for hex, worth in sight.objectives().items():
        if sight.s.control[hex] == sight.side and 2 <= away[hex] <= 18:
            best = np.minimum(best, sight.away((hex,)).astype(np.int32) + 3 * ONE * int(away[hex]) - goals.PER_POINT * worth)
    return best


def entries(sight: Sight, ground: Ground) -> list[Order]:
    """Units of the eastern districts come in by rail where the capital is nearest."""
    p = sight.p
    units, gates = reinforcements.beyond_the_edge(p), reinforcements.gates(p)
    if not units or not gates:
        return []
    field = _danger(sight)
    orders = []
    gates = sorted(gates, key=lambda hex: (int(field[hex]), hex))
    room = {gate: list(ground_units(p, gate, sight.side)) for gate in gates}
    for unit in units:
        gate = next((g for g in gates if sight.fits(g, [*room[g], unit])), None)
        if gate is None:
            break
        room[gate].append(unit)
        orders.append(Order("enter", (unit,), (gate,), "from the east"))
    return orders


# ---------------------------------------------------------------- garrisons


def garrisons(sight: Sight, ground: Ground) -> list[Order]:
    """Cities behind the front keep what they need; those that lack it are sent the weakest who can come."""
    p, orders = sight.p, []
    cities = [city for city in sight.front.cities.values() if city.kind in watch.NEEDED and _is_ours(sight, city.hexes)]
    cities = [city for city in cities if sight.front.needs_garrison[city.hexes[0]]]
    lacking = []
    hold(sight, ground)
    for city in cities:
        need = watch.NEEDED[city.kind]
        there = [unit for hex in city.hexes for unit in ground_units(p, hex, AXIS) if _guards(sight, unit)]
        for unit in sorted(there, key=lambda unit: (sight.value("attack", unit), unit)):
            if need > 0:
                ground.busy.add(unit)
                need -= sight.value("equivalents", unit)
        if need > 0:
            lacking.append((city.hexes[0], need))
    reaches = {u: r for u, r in ready(sight, ground).items() if _guards(sight, u) and _is_spare(sight, u)}
    for hex, need in lacking:
        coming = [u for u, r in reaches.items() if u not in ground.busy and (r.nodes == hex).any()]
        for unit in sorted(coming, key=lambda unit: (not goals.is_rear(sight, unit), sight.value("attack", unit), unit)):
            if need <= 0:
                break
            need -= sight.value("equivalents", unit)
            ground.busy.add(unit)
            orders.append(Order("move", (unit,), (hex,), "a garrison for the city"))
    for unit, reached in reaches.items():
        if unit in ground.busy or not goals.is_rear(sight, unit) or not lacking:
            continue
        way = sight.away([hex for hex, _ in lacking])
        fed = sight.fed()[reached.nodes]
        best = int(reached.nodes[np.argmin(np.where(fed, way[reached.nodes], NO_WAY))])
        ground.busy.add(unit)
        if best != sight.s.loc[unit]:
            orders.append(Order("move", (unit,), (best,), "towards a city without a garrison"))
    return orders


def hold(sight: Sight, ground: Ground) -> list[Order]:
    """Nobody leaves an objective that the enemy could take back at once."""
    away = sight.hexes_from(sight.enemies(), ENEMY_NEAR)
    for first in sight.objectives():
        for hex in sight.city(first):
            if sight.s.control[hex] == sight.side and away[hex] <= ENEMY_NEAR:
                _hold(sight, ground, hex)
    return []


def _hold(sight: Sight, ground: Ground, hex: int) -> None:
    """Some of those in an objective stay there, the slowest first."""
    kept = 0
    there = ground_units(sight.p, hex, sight.side)
    for unit in sorted(there, key=lambda u: (sight.value("movement", u), -sight.value("defence", u), u)):
        if kept < HELD and sight.value("defence", unit) >= ONE:
            kept += sight.value("defence", unit)
            ground.busy.add(unit)


def _is_ours(sight: Sight, hexes: tuple[int, ...]) -> bool:
    return all(sight.s.control[hex] == AXIS for hex in hexes)


def _guards(sight: Sight, unit: int) -> bool:
    shown = sight.game.printed_faces[unit][sight.s.steps[unit]]
    return shown.artillery == "no" and not any(word in shown.type for word in watch.USELESS) and shown.equivalents > 0


def _is_spare(sight: Sight, unit: int) -> bool:
    shown = sight.game.printed_faces[unit][sight.s.steps[unit]]
    return goals.is_rear(sight, unit) or (shown.attack <= 3 * ONE and not shown.motorized and shown.engineer == "no")


# ---------------------------------------------------------------- overfull hexes


def relief(sight: Sight) -> Command | None:
    """Somebody leaves a hex with too many for the nearest that has room."""
    p = sight.p
    for hex in stacking.overfull(p, sight.side):
        for unit in sorted(ground_units(p, hex, sight.side), key=lambda u: (sight.value("attack", u), u)):
            if not movement.is_free(p, unit):
                continue
            march = movement.march_of(p, (unit,))
            for there in march.hexes():
                if stacking.has_room(p, (unit,), there):
                    command = Command("move", (unit,), tuple(march.way(there)))
                    if is_legal(movement.check_move, p, command):
                        return command
    return None
