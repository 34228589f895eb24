"""Optional rule more-optional.4: air units search the sea and bomb vessels that are or move there in the enemy's movement phase.

Ships move first, all of them; then searchers strike whoever was at sea in their zones (more-optional.4d).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..events.air import Bombed, Recalled
from ..material import P
from ..state import AT_SEA, SOVIET, Track
from . import bombing, control, flak, flotillas, naval, resource_points, sea_transport, ships
from .air_targets import sea_mask
from .bombed_targets import damage_ship
from .mission_table import MISSIONS, Purpose
from .sorties import DONE, flyer, has, in_flight, note, on_mission, weather_at
from .units import name

SEARCH_RADIUS = 4
OPTION = "air-naval"
SEARCH = MISSIONS[Purpose.SEARCH]


@rule("more-optional.4", "more-optional.4a")
def search_zone(p: P, node: int) -> list[int]:
    """Full and partial sea hexes within four hexes of a search hex."""
    apart = p.game.board.distances(np.array([node], np.int16))[0]
    return [int(hex) for hex in np.flatnonzero((apart <= SEARCH_RADIUS) & sea_mask(p)[: len(apart)])]


def searchers(p: P, side: int) -> list[int]:
    """Air units of a side that search and have not bombed yet."""
    flying = [unit for unit in in_flight(p, side) if p.s.mission[unit] == Purpose.SEARCH]
    return sorted(unit for unit in flying if on_mission(p, unit) and not has(p, unit, DONE))


# ---------------------------------------------------------------- what ships have done


@rule("more-optional.4d")
def note_voyage(p: P, vessels: Sequence[int], path: Sequence[int]) -> None:
    """Ships have sailed: where they have been is remembered as long as somebody searches."""
    if searchers(p, p.foe(SOVIET)):
        p.s.sea_tracks = (*p.s.sea_tracks, *(Track(ship, tuple(path)) for ship in vessels))


def note_cargo(p: P, vessel: int, units: Sequence[int], points: int, goal: int) -> None:
    """What a ship has landed, in case that it should not have got so far."""
    last = next((n for n, track in reversed([*enumerate(p.s.sea_tracks)]) if track.ship == vessel), -1)
    if last >= 0 and (units or points):
        landed = msgspec.structs.replace(p.s.sea_tracks[last], cargo=tuple(units), goal=goal, points=points)
        p.s.sea_tracks = (*p.s.sea_tracks[:last], landed, *p.s.sea_tracks[last + 1 :])


def hexes_at_sea(p: P, ship: int) -> list[int]:
    """Where a ship has been at sea in this phase: on its ways, and where it is unless it is in port."""
    found = [hex for track in p.s.sea_tracks if track.ship == ship for hex in track.path if not naval.is_port(p, hex)]
    if naval.is_at_sea(p, ship) or not naval.is_port(p, p.s.loc[ship]):
        found.append(p.s.loc[ship])
    return [hex for hex in found if sea_mask(p)[hex]]


@rule("more-optional.4b")
def prey_of(p: P, unit: int) -> list[int]:
    """Enemy ships and flotillas that were or are at sea in an air unit's search zone; none that stayed in port."""
    vessels = (*naval.ships(p), *naval.flotillas(p)) if p.hostile(p.side_of(unit), SOVIET) else ()
    return [vessel for vessel in vessels if any(_watches(p, unit, hex) for hex in hexes_at_sea(p, vessel))]


def _watches(p: P, unit: int, hex: int) -> bool:
    return p.game.board.distance(p.s.loc[unit], hex) <= SEARCH_RADIUS


# ---------------------------------------------------------------- bombs


@rule("more-optional.4b", "22.B.3")
def strike(p: P, command: Command) -> None:
    """`strike A+B+SHIP`: antiaircraft fires at A and B, then whoever is left bombs the ship, together."""
    side = p.frame.side
    mine = [unit for unit in command.units if unit in searchers(p, side)]
    theirs = [unit for unit in command.units if p.game.is_ship[unit] and p.side_of(unit) != side]
    if len(theirs) != 1 or not mine or len(mine) + 1 != len(command.units):
        raise Illegal("more-optional.4b", "name air units that search, and one ship")
    ship = theirs[0]
    for unit in mine:
        if ship not in prey_of(p, unit):
            raise Illegal("more-optional.4b", f"{name(p, ship)} was not at sea in the search zone of {name(p, unit)}")
    strength = _guns(p, ship)
    for unit in mine:
        note(p, unit, DONE)
        flak.fire(p, unit, strength, "more-optional.4b")
    left = [unit for unit in mine if on_mission(p, unit)]
    if left and _bomb(p, ship, left):
        if naval.is_here(p, ship):
            send_home(p, ship, left)
        else:
            _sink_cargo(p, ship, left)


def _guns(p: P, ship: int) -> Fraction:
    """The ship's own guns and those of one other that has sailed with it and that nobody has bombed."""
    own = flak.naval_battery(p, ship)
    with_it = [other for other in (*naval.ships(p), *naval.flotillas(p)) if other != ship and p.s.loc[other] == p.s.loc[ship]]
    others = [battery.strength for other in with_it if (battery := flak.naval_battery(p, other))]
    return (own.strength if own else Fraction()) + max(others, default=Fraction())


def _bomb(p: P, ship: int, units: Sequence[int]) -> bool:
    facts = [flyer(p, unit) for unit in units]
    one = bombing.attack(air_war(p.game).charts, facts, weather_at(p, p.s.loc[ship]))
    die = p.roll(SEARCH.title, "20.Fb", side=p.side_of(units[0]))
    hit, node = one.hits(die), p.s.loc[ship]
    p.emit(
        Bombed(
            units=tuple(units),
            hex=node,
            mission=SEARCH.title,
            strength=float(one.strength),
            die=die,
            success=hit,
            prey=(ship,),
            side=p.side_of(units[0]),
            rule="more-optional.4b",
        ),
        public=True,
    )
    if hit:
        damage_ship(p, ship, 1)
    return hit


@rule("28.C.2b", "more-optional.4b")
def _sink_cargo(p: P, ship: int, bombers: Sequence[int]) -> None:
    """What a sunk ship was carrying has never arrived."""
    units, points = _cargo(p, ship, bombers)
    sea_transport.go_down(p, units)
    for goal, number in points:
        resource_points.change(p, goal, -number)


def _cargo(p: P, ship: int, bombers: Sequence[int]) -> tuple[list[int], list[tuple[int, int]]]:
    """Units and resource points that a vessel had aboard where it was bombed, and that are still where it has landed them."""
    loaded = [track for track in p.s.sea_tracks if track.ship == ship and track.goal >= 0]
    carried = [track for track in loaded if any(_watches(p, unit, hex) for unit in bombers for hex in track.path)]
    units = [unit for track in carried for unit in track.cargo if p.s.loc[unit] == track.goal]
    return units, [(track.goal, min(track.points, p.s.resource[track.goal])) for track in carried if track.points]


@rule("more-optional.4c")
def send_home(p: P, ship: int, units: Sequence[int]) -> None:
    """A ship that is hit returns to port with its cargo: to one outside the zones of those who hit it, if there is one."""
    by_sea = naval.is_ship(p, ship)
    found = ships.sea_reach(p, p.s.loc[ship]) if by_sea else flotillas.voyage_of(p, ship, flotillas.FAR_AWAY).reach()
    costs = found.as_dict()
    harbours = [hex for hex in costs if ships.is_friendly_port(p, hex)]
    if not harbours:
        return
    watched = {hex for unit in units for hex in search_zone(p, p.s.loc[unit])}
    goal = min(harbours, key=lambda hex: (hex in watched, costs[hex], hex))
    way = tuple(found.path(goal))
    cargo, points = _cargo(p, ship, units)
    start = p.s.loc[ship]
    naval.clear(p, ship, AT_SEA)
    p.place(ship, goal)
    p.s.sea_tracks = (*p.s.sea_tracks, Track(ship, way))
    for landed, number in points:
        resource_points.change(p, landed, -number)
        resource_points.change(p, goal, number)
    if cargo:
        control.put(p, cargo, goal)
    p.emit(Recalled(units=(ship, *cargo), path=(start, goal), side=p.side_of(ship), rule="more-optional.4c"), public=True)


# ---------------------------------------------------------------- the step


def is_needed(p: P, side: int) -> bool:
    return any(prey_of(p, unit) for unit in searchers(p, side))


def able(p: P, hexes: Sequence[int]) -> list[int]:
    """Searchers with prey, and their prey."""
    units = [unit for unit in searchers(p, p.frame.side) if prey_of(p, unit)]
    return [*units, *sorted({ship for unit in units for ship in prey_of(p, unit)})]


def strikes(p: P) -> list[Command]:
    return [Command("strike", (unit, ship)) for unit in searchers(p, p.frame.side) for ship in prey_of(p, unit)]


def close(p: P) -> None:
    p.pop()
    if p.s.sea_tracks:
        p.s.sea_tracks = ()
