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
from grognard.games.fire_in_the_east.air_facts import air_war
from grognard.games.fire_in_the_east.flow import draws_air
from grognard.games.fire_in_the_east.material import P
from grognard.games.fire_in_the_east.rules import (
    air_guards,
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
    interception,
    movement,
    naval,
    overrun_fire,
    points,
    sea_supply,
    setup,
    setup_areas,
    ships,
    supply_status,
    zones,
)
from grognard.games.fire_in_the_east.rules.mission_table import BY_WORD, Purpose
from grognard.games.fire_in_the_east.rules.sorties import in_flight, model, on_ground
from grognard.games.fire_in_the_east.rules.units import face, is_motorized, on_map
from grognard.games.fire_in_the_east.state import AXIS, ONE, SOVIET

Candidates = Iterator[Command]
Leaning = Callable[[P, random.Random], Candidates]

OFTEN = 0.3  #: in how many cases out of one a leaning is looked for before anything else
SELDOM = 0.3  #: the same of what cannot be made good
TRIES = 4  #: commands of one leaning that are tried
MARCHES = frozenset({"move", "administrative", "rail", "strategic", "overrun", "ferry", "embark"})
DROP, TRANSFER, AIRBASE = BY_WORD["drop"], BY_WORD["transfer"], BY_WORD["airbase"]


# ---------------------------------------------------------------- paratroopers


def _plan(p: P, rng: random.Random) -> Candidates:
    """Drops for those who have transports at hand, not far away."""
    ready = [unit for unit in airborne.plannable(p) if _missing(p, unit) <= 0]
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


def _missing(p: P, unit: int) -> int:
    """How many transports there are too few beside a unit: each drops half an equivalent."""
    return -(-2 * face(p, unit).equivalents // ONE) - len(_carriers(p, unit))


def _drop(p: P, rng: random.Random) -> Candidates:
    for planned in airborne.plans(p):
        if p.side_of(planned.unit) == p.s.active and planned.turn == p.s.turn:
            flyers = _carriers(p, planned.unit)
            for count in range(1, len(flyers) + 1):
                yield Command("drop", (*flyers[:count], planned.unit), (planned.hex,))


def _bring_transports(p: P, rng: random.Random) -> Candidates:
    """To where most of those are that somebody needs."""
    waiting = [unit for unit in airborne.plannable(p) if p.s.loc[unit] < p.game.board.hexes and _missing(p, unit) > 0]
    waiting = [unit for unit in waiting if airbases.capacity(p, p.s.loc[unit]) >= _missing(p, unit) + len(_carriers(p, unit))]
    goals = [p.s.loc[unit] for unit in sorted(waiting, key=lambda unit: _missing(p, unit))]
    busy = {p.s.loc[unit] for unit in airborne.plannable(p) if _carriers(p, unit)}
    flyers = [unit for unit in flights.able(p, TRANSFER) if model(p, unit).is_transport and p.s.loc[unit] not in busy]
    for flyer in rng.sample(flyers, min(TRIES, len(flyers))):
        yield from (Command("transfer", (flyer,), (hex,)) for hex in goals[:TRIES])


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


def _fighters_with_bombs(p: P, rng: random.Random) -> Candidates:
    """Fighters bomb airbases of the enemy that have fighters of their own: they may be met, and jettison their bombs."""
    able = [unit for unit in flights.able(p, AIRBASE) if model(p, unit).is_fighter]
    enemies = air_war(p.game).fighters_of_side[p.foe(p.s.active)].tolist()
    bases = np.array(sorted({p.s.loc[unit] for unit in enemies if on_map(p, unit) and p.s.mission[unit] == Purpose.NONE}))
    for unit in rng.sample(able, min(TRIES, len(able))) if bases.size else ():
        near = bases[p.game.board.apart([p.s.loc[unit]], bases)[0] <= model(p, unit).movement]
        yield from (Command(rng.choice(("airbase", "air-units")), (unit,), (hex,)) for hex in near[:2].tolist())


def _intercept(p: P, rng: random.Random) -> Candidates:
    """Wherever there are escorts, or fighters with bombs."""
    side = p.foe(p.s.active)
    prey = {p.s.loc[unit] for unit in in_flight(p, p.s.active) if model(p, unit).is_fighter}
    ready = [(unit, hex) for unit in interception.ready(p, side) for hex in sorted(prey)]
    yield from (Command("intercept", (unit,), (hex,)) for unit, hex in rng.sample(ready, min(3 * TRIES, len(ready))))


def _aim(p: P, rng: random.Random) -> Candidates:
    if found := draws_air.aim(p, rng):
        yield found


def _night_fighter(p: P, rng: random.Random) -> Candidates:
    yield from (Command("nightfighter", (unit,)) for unit in air_guards.night_fighters(p, ())[:1])


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
    """Into a full hex whose units have points left, but too few to make room."""
    side = p.s.active
    full = np.flatnonzero(p.s.arrays.count[side][: p.game.board.hexes] >= p.game.most_divisions[: p.game.board.hexes])
    for hex in rng.sample(full.tolist(), full.size):
        there = movement.movable(p, (hex,))
        tired = there and all(points.points_left(p, unit) <= ONE and not movement.destinations(p, (unit,)) for unit in there)
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


def _mend(p: P, rng: random.Random) -> Candidates:
    """Engineers repair what is damaged where they are, or go where something is."""
    own = [unit for unit in movement.movable(p, ()) if engineers.is_engineer(p, unit)]
    for unit in rng.sample(own, min(3 * TRIES, len(own))):
        for what in engineers.REPAIRS:
            if engineers.is_damaged(p, what, p.s.loc[unit]):
                yield Command("mend", (unit,), word=what)
        broken = [hex for hex in movement.destinations(p, (unit,)) if engineers.is_damaged(p, "rail", hex)]
        yield from (Command("move", (unit,), (hex,)) for hex in broken[:1])


def _gather(p: P, rng: random.Random) -> Candidates:
    """Components of a division to one another, so that it can be assembled."""
    parts = [unit for unit in movement.movable(p, ()) if p.s.whole[unit] >= 0]
    for unit in rng.sample(parts, min(TRIES, len(parts))):
        kin = np.flatnonzero(p.s.arrays.whole == p.s.whole[unit]).tolist()
        others = {p.s.loc[other] for other in kin} - {p.s.loc[unit]}
        yield from (Command("move", (unit,), (hex,)) for hex in sorted(others & {*movement.destinations(p, (unit,))}))


def _abandon(p: P, rng: random.Random) -> Candidates:
    fields = airbases.abandonable(p, p.s.active)
    yield from (Command("abandon", (), (hex,)) for hex in rng.sample(fields, min(TRIES, len(fields))))


def _clear_out(p: P, rng: random.Random) -> Candidates:
    """Units on an empty airfield of their own wreck all of it, so that it can be abandoned."""
    mine = p.s.arrays.airfield.astype(bool) & (p.s.arrays.control == p.s.active)
    fields = [hex for hex in np.flatnonzero(mine).tolist() if not on_ground(p, hex, p.s.active)]
    for hex in rng.sample(fields, min(5 * TRIES, len(fields))):
        yield from (Command("wreck", (unit,), number=airbases.capacity(p, hex)) for unit in movement.movable(p, (hex,))[:1])


def _disband(p: P, rng: random.Random) -> Candidates:
    """Mobile units and militia, seldom: they do not come back."""
    own = p.game.ground_of_side[SOVIET].tolist() if p.s.active == SOVIET and rng.random() < SELDOM else []
    there = [unit for unit in own if on_map(p, unit) and (face(p, unit).service == "militia" or is_motorized(p, unit))]
    yield from (Command("disband", (unit,)) for unit in rng.sample(there, min(2 * TRIES, len(there))))


def _fort(p: P, rng: random.Random) -> Candidates:
    hexes = setup.stock_verb("fort")(p, ())
    yield from (Command("fort", (), (hex,)) for hex in rng.sample(hexes, min(TRIES, len(hexes))))


def _withhold(p: P, rng: random.Random) -> Candidates:
    yield from (Command("withhold", (unit,)) for unit in setup_areas.withholdable(p)[:1])


def _drive_off(p: P, rng: random.Random) -> Candidates:
    """Aircraft off a hex that could be overrun without them."""
    if overrun_fire.is_open(p) and (found := draws_air.drive_off(p, rng)):
        yield found


def _special_supply(p: P, rng: random.Random) -> Candidates:
    for verb, trucks in (("tap", supply_status.trucks_to_tap(p, ())), ("rest", supply_status.trucks_to_rest(p, ()))):
        yield from (Command(verb, (truck,)) for truck in rng.sample(trucks, min(TRIES, len(trucks))))


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


def _past_searchers(p: P, rng: random.Random) -> Candidates:
    """Ships to sea where enemy aircraft search."""
    for ship in ships.movable(p, ()) if (watch := air_search.searchers(p, AXIS)) else ():
        nodes = (found := ships.sea_reach(p, p.s.loc[ship])).nodes[1:]
        seen = nodes[(p.game.board.apart(nodes, [p.s.loc[unit] for unit in watch]) <= air_search.SEARCH_RADIUS).any(axis=1)]
        if seen.size and (path := found.path(rng.choice(seen.tolist()))):
            yield Command("sail", (ship,), tuple(path))


def _gunfire(p: P, rng: random.Random) -> Candidates:
    for ship in ships.guns(p, ())[:TRIES]:
        yield Command("gunfire", (ship,), (rng.choice(ships.targets(p, (ship,))),))


def _refit(p: P, rng: random.Random) -> Candidates:
    yield from (Command("refit", (vessel,)) for vessel in sea_supply.damaged(p, ()))


def _relaunch(p: P, rng: random.Random) -> Candidates:
    for vessel in rng.sample(lost := [*sea_supply.lost(p, ())], len(lost)):
        hexes = sea_supply.relaunch_hexes(p, (vessel,))
        yield from (Command("relaunch", (vessel,), (hex,)) for hex in rng.sample(hexes, min(2, len(hexes))))


LEANINGS: dict[str, tuple[Leaning, ...]] = {
    "setup.axis": (_withhold, _fort),
    "initial.third": (_relaunch, _refit, _disband),
    "initial.fifth": (_plan,),
    "air.missions": (
        *[_drop] * 3, *[_bring_transports] * 3, _far_factories, *[_search] * 2, _bomb_ships, _abandon, _fighters_with_bombs,
    ),
    "air.interception": (_intercept,),
    "air.bomb": (_aim,),
    "air.chart": (_night_fighter,),
    "movement": (
        _to_the_guns, _past_searchers, _under_harassment, _under_harassment, _seize_bridges, _overfill, _overfill, _regauge,
        _mend, _gather, _abandon, _clear_out,
    ),
    "supply.draw": (_special_supply,),
    "exploitation": (_under_harassment, _seize_bridges, _overfill, _gather, _abandon, _clear_out, _drive_off, _drive_off),
    "combat.ships": (_gunfire,),
}  # fmt: skip
#: in how many cases out of one a leaning is looked for, where it is not as OFTEN
RATES = {
    "movement": 0.05,
    "initial.fifth": 0.7,
    "supply.draw": 0.9,
    "air.missions": 0.4,
    "air.interception": 0.6,
    "air.bomb": 0.6,
    "air.chart": 0.5,
}


def lean(match: Match, rng: random.Random) -> Command | None:
    """A command of one leaning that fits the step, if there is one that the rules allow."""
    step = match.step.name
    fresh = step == "movement" and not breakdown.has_begun(match.play)
    known = (_break_down,) if fresh else LEANINGS.get(step)
    if known is None or rng.random() >= (OFTEN if fresh else RATES.get(step, OFTEN)):
        return None
    for number, command in enumerate(rng.choice(known)(match.play, rng)):
        if match.check(command) is None:
            return command
        if number > 2 * TRIES:
            break
    return None


def spoils_a_drop(p: P, command: Command) -> bool:
    """Would somebody go off who is to be dropped or to carry him, or use the capacity of their airbase on the turn of a drop?"""
    mine = [drop for drop in airborne.plans(p) if p.side_of(drop.unit) == p.s.active]
    if command.verb == "drop" or not mine:
        return False
    due = {p.s.loc[drop.unit] for drop in mine if drop.turn == p.s.turn}
    kept = {flyer for drop in mine for flyer in _carriers(p, drop.unit)}
    kept |= {drop.unit for drop in mine} if command.verb in MARCHES else set()
    return any(unit in kept or (p.game.is_air[unit] and p.s.loc[unit] in due) for unit in command.units)
