"""What random campaigns of Fire in the East lean to: things that hardly ever come about by chance, because several commands of
several phases have to fit together. Every one is a command that the rules allow; which ones are tried first is all that is
settled here.

A leaning finds a command for what is seldom done, or one that leads up to it: transports to where paratroopers wait, ships to
where somebody fights on the coast, guns under aircraft that harass.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from grognard.core.command import Command
from grognard.core.match import Match
from grognard.games.fire_in_the_east.material import P
from grognard.games.fire_in_the_east.rules import (
    air_search,
    airbases,
    airborne,
    brandenburg,
    breakdown,
    bridges,
    engineers,
    flak,
    flights,
    harassment_fire,
    movement,
    naval,
    points,
    sea_supply,
    ships,
    supply_status,
    zones,
)
from grognard.games.fire_in_the_east.rules.mission_table import BY_WORD, Purpose
from grognard.games.fire_in_the_east.rules.sorties import in_flight, model, on_ground
from grognard.games.fire_in_the_east.rules.units import on_map
from grognard.games.fire_in_the_east.state import AXIS, ONE, SOVIET

Candidates = Iterator[Command]
Leaning = Callable[[P, random.Random], Candidates]

OFTEN = 0.3  #: in how many cases out of one a leaning is looked for before anything else
TRIES = 4  #: commands of one leaning that are tried
MARCHES = frozenset({"move", "administrative", "rail", "strategic", "overrun", "ferry", "embark"})
DROP, TRANSFER = BY_WORD["drop"], BY_WORD["transfer"]


# ---------------------------------------------------------------- paratroopers


def _plan(p: P, rng: random.Random) -> Candidates:
    """Drops for those who have transports at hand, not far away."""
    ready = [unit for unit in airborne.plannable(p) if _carriers(p, unit)]
    if not ready:
        return
    unit, zone = rng.choice(ready), np.array(airborne.drop_zones(p, p.s.active))
    far = p.game.board.apart([p.s.loc[unit]], zone)[0] if zone.size else zone
    near = zone[far <= min(model(p, flyer).movement for flyer in _carriers(p, unit)) // 2]
    for hex in rng.sample(near.tolist(), min(TRIES, near.size)):
        yield Command("plan", (unit,), (hex,))


def _carriers(p: P, unit: int) -> list[int]:
    here = p.s.loc[unit]
    flyers = on_ground(p, here, p.s.active) if 0 <= here < p.game.board.hexes else []
    return [flyer for flyer in flyers if model(p, flyer).is_transport]


def _drop(p: P, rng: random.Random) -> Candidates:
    for planned in airborne.plans(p):
        if p.side_of(planned.unit) == p.s.active and planned.turn == p.s.turn:
            flyers = _carriers(p, planned.unit)
            for count in range(1, len(flyers) + 1):
                yield Command("drop", (*flyers[:count], planned.unit), (planned.hex,))


def _bring_transports(p: P, rng: random.Random) -> Candidates:
    waiting = [p.s.loc[unit] for unit in airborne.plannable(p) if p.s.loc[unit] < p.game.board.hexes]
    flyers = [unit for unit in flights.able(p, TRANSFER) if model(p, unit).is_transport and p.s.loc[unit] not in waiting]
    for flyer in rng.sample(flyers, min(TRIES, len(flyers))):
        yield from (Command("transfer", (flyer,), (hex,)) for hex in rng.sample(waiting, min(TRIES, len(waiting))))


# ---------------------------------------------------------------- aircraft


def _far_factories(p: P, rng: random.Random) -> Candidates:
    """Bombers at extended range, the nearest factories first."""
    nodes = [factory.node for factory in p.s.factories if 0 <= factory.node < p.game.board.hexes]
    able = flights.able(p, BY_WORD["factory"]) if nodes else []
    if not able:
        return
    far = p.game.board.apart([p.s.loc[unit] for unit in able], nodes)
    spare = np.array([2 * model(p, unit).movement for unit in able])[:, None] - far
    found = np.argwhere(spare >= 0).tolist()
    for row, column in rng.sample(found, min(TRIES, len(found))):
        yield Command("factory", (able[row],), (nodes[column],), word="extended")


def _search(p: P, rng: random.Random) -> Candidates:
    """Where ships lie or have to pass."""
    vessels, able = naval.ships(p), flights.able(p, air_search.SEARCH)
    for _ in range(TRIES if vessels and able else 0):
        zone = air_search.search_zone(p, p.s.loc[rng.choice(vessels)])
        if zone:
            yield Command("search", (rng.choice(able),), (rng.choice(zone),))


def _bomb_ships(p: P, rng: random.Random) -> Candidates:
    vessels, able = [*naval.ships(p), *naval.flotillas(p)], flights.able(p, BY_WORD["ship"])
    for _ in range(2 * TRIES if vessels and able else 0):
        yield Command("ship", (rng.choice(able),), (p.s.loc[rng.choice(vessels)],))


def _under_harassment(p: P, rng: random.Random) -> Candidates:
    """Units with guns into a hex that is harassed, and fire from there."""
    if not harassment_fire.is_open(p):
        return
    guns = harassment_fire.shooters(p, ())
    yield from (Command("shoot", (unit,)) for unit in guns[:TRIES])
    enemy = p.foe(p.s.active)
    hexes = sorted({p.s.loc[unit] for unit in in_flight(p, enemy) if p.s.mission[unit] == Purpose.HARASSMENT})
    for hex in rng.sample(hexes, min(TRIES, len(hexes))):
        near = [unit for node in (*p.game.board.around[hex], hex) for unit in movement.movable(p, (node,))]
        armed = [unit for unit in near if flak.battery_of(p, unit) is not None and p.s.loc[unit] != hex]
        if armed:
            yield Command("move", (rng.choice(armed),), (hex,))


# ---------------------------------------------------------------- on the ground


def _seize_bridges(p: P, rng: random.Random) -> Candidates:
    """Brandenburgers to bridges, and onto them."""
    if not bridges.in_use(p) or p.s.active != AXIS:
        return
    own = [unit for unit in p.game.ground_of_side[AXIS].tolist() if brandenburg.is_brandenburger(p, unit) and on_map(p, unit)]
    for unit in rng.sample(own, min(TRIES, len(own))):
        yield from (Command("seize", (unit,), (end,)) for end in bridges.beside(p, (unit,)))
        ends = {end for pair in bridges.all_bridges(p.game) for end in pair if bridges.controller(p, pair) != AXIS}
        goals = sorted(ends & {*movement.destinations(p, (unit,))})
        if goals:
            yield Command("move", (unit,), (rng.choice(goals),))


def _overfill(p: P, rng: random.Random) -> Candidates:
    """Into a full hex whose units have hardly any points left, so that perhaps none of them can make room."""
    side = p.s.active
    full = np.flatnonzero(p.s.arrays.count[side][: p.game.board.hexes] >= p.game.most_divisions[: p.game.board.hexes])
    for hex in rng.sample(full.tolist(), min(3 * TRIES, full.size)):
        there = movement.movable(p, (hex,))
        tired = there and all(points.points_left(p, unit) <= ONE for unit in there)
        comers = [unit for near in p.game.board.around[hex] for unit in movement.movable(p, (near,))] if tired else []
        if comers:
            yield Command("move", (rng.choice(comers),), (hex,))


def _break_down(p: P, rng: random.Random) -> Candidates:
    """Divisions break down before anybody moves, one in two with its headquarters."""
    headquarters = rng.random() < 0.5
    found = breakdown.sample_break(p, rng, (breakdown.HEADQUARTERS,) if headquarters else breakdown.FORMS)
    if found is not None:
        yield Command("split", found.units) if headquarters else found


def _regauge(p: P, rng: random.Random) -> Candidates:
    """Railroad engineers change the gauge where they stand."""
    own = [unit for unit in p.game.ground_of_side[p.s.active].tolist() if on_map(p, unit) and engineers.lays_rails(p, unit)]
    for unit in rng.sample(own, min(2 * TRIES, len(own))):
        if ends := engineers.line_ends(p, (unit,)):
            yield Command("regauge", (unit,), (ends[0],))


def _abandon(p: P, rng: random.Random) -> Candidates:
    fields = airbases.abandonable(p, p.s.active)
    yield from (Command("abandon", (), (hex,)) for hex in rng.sample(fields, min(TRIES, len(fields))))


def _special_supply(p: P, rng: random.Random) -> Candidates:
    trucks = [*supply_status.trucks_to_tap(p, ())]
    yield from (Command("tap", (truck,)) for truck in rng.sample(trucks, min(TRIES, len(trucks))))


# ---------------------------------------------------------------- ships


def _to_the_guns(p: P, rng: random.Random) -> Candidates:
    """Ships to a hex from which they reach Soviets beside the enemy."""
    sailors = ships.movable(p, ())
    ship = rng.choice(sailors) if sailors else -1
    if ship < 0:
        return
    found = ships.sea_reach(p, p.s.loc[ship])
    held = zones.of_side(p, SOVIET).count > 0
    front = np.flatnonzero(held & zones.beside_enemies(p, SOVIET))
    if not front.size or found.nodes.size < TRIES:
        return
    near = found.nodes[(p.game.board.apart(found.nodes, front) <= 1).any(axis=1)].tolist()
    for hex in rng.sample(near, min(TRIES, len(near))):
        if path := found.path(hex):
            yield Command("sail", (ship,), tuple(path))


def _gunfire(p: P, rng: random.Random) -> Candidates:
    for ship in ships.guns(p, ())[:TRIES]:
        yield Command("gunfire", (ship,), (rng.choice(ships.targets(p, (ship,))),))


def _relaunch(p: P, rng: random.Random) -> Candidates:
    for vessel in rng.sample(lost := [*sea_supply.lost(p, ())], len(lost)):
        hexes = sea_supply.relaunch_hexes(p, (vessel,))
        yield from (Command("relaunch", (vessel,), (hex,)) for hex in rng.sample(hexes, min(2, len(hexes))))


LEANINGS: dict[str, tuple[Leaning, ...]] = {
    "initial.third": (_relaunch,),
    "initial.fifth": (_plan,),
    "air.missions": (_drop, _drop, _bring_transports, _far_factories, _search, _bomb_ships, _abandon),
    "movement": (_to_the_guns, _under_harassment, _seize_bridges, _overfill, _overfill, _regauge, _abandon),
    "supply.draw": (_special_supply,),
    "exploitation": (_under_harassment, _seize_bridges, _overfill),
    "combat.ships": (_gunfire,),
}


def lean(match: Match, rng: random.Random) -> Command | None:
    """A command of one leaning that fits the step, if there is one that the rules allow."""
    known, moving = LEANINGS.get(match.step.name), match.step.name == "movement"
    fresh = moving and not breakdown.has_begun(match.play)
    if known is None or rng.random() >= (OFTEN / 10 if moving and not fresh else OFTEN):
        return None
    known = (_break_down,) if fresh else known
    for number, command in enumerate(rng.choice(known)(match.play, rng)):
        if match.check(command) is None:
            return command
        if number > 2 * TRIES:
            break
    return None


def spoils_a_drop(p: P, command: Command) -> bool:
    """Would somebody march off who is to be dropped?"""
    return command.verb in MARCHES and bool({*command.units} & {drop.unit for drop in airborne.plans(p)})
