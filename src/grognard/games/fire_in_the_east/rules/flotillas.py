"""Rule 28.E: river flotillas. Their ways on rivers, lakes and coasts, displacement, crossings, and their end."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.derived import derived, of, places
from ....core.errors import Illegal, is_legal
from ....core.events import Eliminated
from ....core.movement import Hindrance, Movement, Refused
from ....core.paths import NEVER, Bytes
from ....core.rule import rule
from ..counters import FIXED, RAIL
from ..events.lines import Displaced, Sailed
from ..material import Material, P
from ..rails import OPPOSITE
from ..state import AXIS, CARRIED, FIRED, ONE, PROVISIONS, REFITTED, SAILED, SOVIET
from . import movement, naval, ships, supply, terrain, weather, zones
from .naval import clear, flotillas, is_flotilla, mark
from .units import face, name, where

Shore = tuple[int, int, int]  #: a lake hexside: hex, direction, the hex beyond
RIVERS = ("river", "major-river")
FAR_AWAY = 250 * ONE  #: no limit to the way, in eighths of a hex


# ---------------------------------------------------------------- where they can go


def water_ways(p: P) -> Bytes:
    """`cost[hex, direction]` in eighths of the 30 hexes of a flotilla."""
    key = ("water ways", p.option("sivash") == "on")
    if key not in p.game.kept:
        p.game.kept[key] = _water_ways(p.game, sivash=key[1])
    found: Bytes = p.game.kept[key]
    return found


@rule("28.Eb", "28.Ea", "39.E")
def _water_ways(game: Material, *, sivash: bool) -> Bytes:
    """Along rivers through the hexes on either bank, across lakes, along coasts; never into an all-sea hex or out of the USSR."""
    board = game.board
    rivers = np.logical_or.reduce([board.side_mask(hexside) for hexside in RIVERS])
    lake, shore, coast = board.terrain_mask("lake"), board.feature_mask("lakeshore"), board.feature_mask("coastal")
    lake_side = board.side_mask("lake")
    inside = game.ussr & ~board.terrain_mask("sea")
    if sivash:
        inside &= ~board.mask("sivash")
    inside |= lake
    cost = np.full((board.nodes, 6), NEVER, np.uint8)
    for hex in np.flatnonzero(inside[: board.hexes]).tolist():
        for direction, near in enumerate(board.rows[hex]):
            if near < 0 or not inside[near]:
                continue
            corners = [other for other in board.around[hex] if other in board.around[near]]
            along = rivers[hex, direction] or any(
                rivers[hex, board.direction(hex, other)] and rivers[near, board.direction(near, other)] for other in corners
            )
            wet = (lake[hex] or shore[hex]) and (lake[near] or shore[near])
            on_lake = wet and (lake[hex] or lake[near] or lake_side[hex, direction] or any(lake[other] for other in corners))
            by_coast = coast[hex] and coast[near] and naval.zone_of(game, hex) == naval.zone_of(game, near)
            if along or on_lake or by_coast:
                cost[hex, direction] = ONE
    return cost


@rule("28.Eb", "29.D.2c")
def voyage_of(p: P, unit: int, left: int | None = None) -> Movement:
    """How a flotilla moves: 30 hexes, the price of enemy zones on top, not into hexes with enemy units or onto ice."""
    enemy = zones.of_side(p, AXIS)
    stopped = np.array(weather.flotillas_stopped(p))[p.game.zone_of]
    closed = (enemy.count > 0) | stopped
    budget = allowance(p, unit) if left is None else left
    return Movement(
        p, (unit,), p.s.loc[unit], budget, water_ways(p), closed.astype(np.int16), why_not, zone=enemy.grip,
        between=zones.leaving_costs(p),
    )  # fmt: skip


def allowance(p: P, unit: int) -> int:
    """What a flotilla can still move in this phase, in eighths of a hex."""
    return int(p.game.raw["naval"]["flotilla"]["movement"]) * ONE - p.s.spent[unit]


@rule("28.Eb", "28.Ea", "29.D.2c", "39.E")
def why_not(march: Movement, refused: Refused) -> Illegal:
    p, hex = march.p, refused.there
    there = where(p, hex)
    if refused.hindrance is Hindrance.CLOSED:
        frozen = weather.flotillas_stopped(p)[p.game.zone_of[hex]]
        return Illegal("29.D.2c" if frozen else "28.Eb", f"{there} is {'frozen' if frozen else 'occupied by the enemy'}")
    if refused.hindrance is Hindrance.POINTS:
        return Illegal("28.Eb", f"{there} is farther than a flotilla can go in this phase")
    if hex < p.game.board.hexes and p.option("sivash") == "on" and supply.area(p.game, "sivash")[hex]:
        return Illegal("39.E", f"{there} is impassable to all vessels")
    if hex < p.game.board.hexes and not p.game.ussr[hex] and p.game.land[hex]:
        return Illegal("28.Ea", f"{there} lies outside the USSR")
    return Illegal("28.Eb", f"no water leads from {where(p, refused.here)} to {there}")


@rule("28.Eb", "28.Ei", "28.Ej", "28.F.c", "29.D.2c")
def refusal(p: P, unit: int) -> Illegal | None:
    """Why a flotilla cannot move now."""
    if not is_flotilla(p, unit) or not naval.is_here(p, unit):
        return Illegal("28.Eb", f"{name(p, unit)} is no river flotilla in play")
    if p.s.afloat[unit] & PROVISIONS:
        return Illegal("28.Ek", f"{name(p, unit)} has carried supply")
    if p.s.afloat[unit] & REFITTED:
        return Illegal("28.F.c", f"{name(p, unit)} is being repaired")
    if is_frozen_in(p, unit):
        return Illegal("29.D.2c", f"{name(p, unit)} is held by the ice")
    if p.s.afloat[unit] & FIRED:
        return Illegal("28.Ej", f"{name(p, unit)} has let units over the lake and stays where it is")
    return None


@rule("29.D.2c", "39.F.1")
def is_frozen_in(p: P, unit: int) -> bool:
    return weather.flotillas_stopped(p)[p.game.zone_of[p.s.loc[unit]]]


@rule("28.Eb")
def sail(p: P, unit: int, path: Sequence[int]) -> None:
    """A flotilla moves."""
    start = p.s.loc[unit]
    p.s.spent[unit] += sum(voyage_of(p, unit).price(path))
    for hex in path:
        p.place(unit, hex)
    mark(p, unit, SAILED)
    p.emit(Sailed(units=(unit,), path=(start, *path), side=SOVIET, rule="28.Eb"))
    for heard in ships.SAILS:
        heard(p, (unit,), path)


def movable(p: P, hexes: Sequence[int]) -> list[int]:
    found = flotillas(p) if p.s.active == SOVIET else []
    return [unit for unit in found if refusal(p, unit) is None and (not hexes or p.s.loc[unit] == hexes[0])]


def begin_movement(p: P) -> None:
    p.s.ferried = ()
    for unit in flotillas(p):
        clear(p, unit, SAILED)


def sample(p: P, rng: random.Random) -> Command | None:
    found = movable(p, ())
    unit = rng.choice(found) if found else -1
    path = voyage_of(p, unit).drawn(rng) if unit >= 0 else []
    return Command("sail", (unit,), tuple(path)) if path else None


# ---------------------------------------------------------------- displacement


@rule("28.Ec", "29.D.2c")
def refuges(p: P, unit: int, entered_from: int) -> list[int]:
    """Hexes to which a flotilla can be displaced: where it could move, not to the enemy, not whence he came, not onto ice."""
    hex, ways, enemy = p.s.loc[unit], water_ways(p), zones.of_side(p, AXIS).count
    frozen = weather.flotillas_stopped(p)
    near = [other for direction, other in enumerate(p.game.board.rows[hex]) if other >= 0 and ways[hex, direction] != NEVER]
    return [other for other in near if other != entered_from and not enemy[other] and not frozen[p.game.zone_of[other]]]


@rule("28.Ec", "29.D.2c")
def entered(p: P, hex: int, side: int, came_from: int) -> None:
    """Axis units enter a hex: flotillas give way, and what cannot is lost; those held by ice are lost."""
    if side != AXIS:
        let_over(p, came_from, hex)
        return
    for unit in [unit for unit in p.units(hex, SOVIET) if is_flotilla(p, unit)]:
        open_hexes = [] if is_frozen_in(p, unit) else refuges(p, unit, came_from)
        if not open_hexes:
            p.place(unit, p.game.out_of_play[SOVIET])
            p.emit(Eliminated(units=(unit,), hex=hex, why="nowhere to go", side=SOVIET, rule="28.Ec"))
            continue
        grip = zones.of_side(p, AXIS).grip
        refuge = min(open_hexes, key=lambda other: (grip[other], p.s.control[other] != SOVIET, other))
        p.place(unit, refuge)
        p.emit(Displaced(units=(unit,), path=(hex, refuge), side=SOVIET, rule="28.Ec"))


# ---------------------------------------------------------------- crossings


@derived(places(SOVIET), of("weather"), of("ice"))
def _dear_steps(p: P) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int16]]:
    """Steps of Axis units over rivers that flotillas hold, counted along a table, and what each costs on top; roads lead over."""
    held = supply.flotilla_sides(p)
    if held is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int16)
    rivers, board = p.game.raw["terrain"]["sides"], p.game.board
    wide, narrow = (2 * int(rivers[hexside]["move"]) * ONE for hexside in ("major-river", "river"))
    steps = np.flatnonzero(held & ~terrain.roads(p.game))
    return steps, np.where(board.side_mask("major-river").reshape(-1)[steps], wide, narrow).astype(np.int16)


@rule("28.Ed", "28.Ej", "28.Eh")
def crossings(p: P, unit: int, table: Bytes) -> Bytes:
    """A table of costs with what flotillas do to it: rivers they hold cost the Axis three times as much, lake hexsides beside one
    that has not moved are like major rivers for the Soviets."""
    if p.side_of(unit) == AXIS:
        if not _dear_steps(p)[0].size:
            return table
        return _dearer(p, table) if p.s.bridges_down else _dear_table(p, *movement.table_key(p, unit))
    bridged, shown = lake_sides(p), face(p, unit)
    if not bridged or shown.moves_as in (RAIL, FIXED):  # a flotilla carries no rails
        return table
    if p.s.bridges_down:
        return _with_bridges(p, table, shown.moves_as, shown.movement, bridged)
    _, moves_as, printed, arctic = movement.table_key(p, unit)
    return _bridged_table(p, moves_as, printed, arctic, terrain.is_kronshtadt_joined(p, SOVIET), tuple(bridged))


@derived(of("weather"), of("ice"), of("flood"))
def _bridged_table(p: P, moves_as: int, printed: int, arctic: int, joined: bool, bridged: tuple[Shore, ...]) -> Bytes:
    return _with_bridges(p, movement.table_by(p, moves_as, printed, arctic, joined), moves_as, printed, bridged)


def _with_bridges(p: P, table: Bytes, moves_as: int, printed: int, bridged: Sequence[Shore]) -> Bytes:
    """A table of costs in which some lake hexsides are like major rivers."""
    crossed, ground = table.copy(), _entering(p, moves_as, printed)
    river = int(p.game.raw["terrain"]["sides"]["major-river"]["move"]) * ONE
    for here, direction, there in bridged:
        crossed[here, direction] = min(crossed[here, direction], ground.item(there) + river, NEVER)
    return crossed


@derived(places(SOVIET), of("weather"), of("ice"), of("flood"))
def _dear_table(p: P, side: int, moves_as: int, printed: int, arctic: int) -> Bytes:
    return _dearer(p, movement.table_of(p, side, moves_as, printed, arctic))


def _dearer(p: P, table: Bytes) -> Bytes:
    steps, extra = _dear_steps(p)
    dearer = table.copy()
    flat = dearer.reshape(-1)
    costs = flat[steps]
    flat[steps] = np.where(costs == NEVER, NEVER, np.minimum(costs + extra, NEVER - 1))
    return dearer


@derived(of("weather"))
def _entering(p: P, moves_as: int, printed: int) -> npt.NDArray[np.int16]:
    return terrain.entering(p, moves_as, printed)


def _shore_steps(game: Material) -> dict[int, list[tuple[int, int, int]]]:
    """By hex, its full lake hexsides, each from both sides: hex, direction, the hex beyond."""
    if "shore steps" not in game.kept:
        found: dict[int, list[tuple[int, int, int]]] = {}
        for hex, direction in np.argwhere(game.board.side_mask("lake")).tolist():
            near = game.board.rows[hex][direction]
            if near >= 0:
                found.setdefault(hex, []).extend([(hex, direction, near), (near, int(OPPOSITE[direction]), hex)])
        game.kept["shore steps"] = found
    steps: dict[int, list[tuple[int, int, int]]] = game.kept["shore steps"]
    return steps


@rule("28.Ej")
def lake_sides(p: P) -> list[tuple[int, int, int]]:
    """Full lake hexsides that Soviet units may cross in their movement and combat phases: beside a flotilla that does
    nothing else in this player turn."""
    if p.s.active != SOVIET or p.s.phase == "exploitation":
        return []
    busy, steps, loc = SAILED | CARRIED | PROVISIONS | REFITTED, _shore_steps(p.game), p.s.loc
    idle = [unit for unit in supply.flotilla_pieces(p.game) if loc[unit] in steps and not p.s.afloat[unit] & busy]
    return [step for unit in idle if not is_frozen_in(p, unit) for step in steps[p.s.loc[unit]]]


@rule("28.Ej")
def let_over(p: P, here: int, there: int) -> None:
    """Soviet units have crossed a lake hexside: a flotilla that made it possible does not move in this phase any more."""
    steps = _shore_steps(p.game)
    if here not in steps or p.s.active != SOVIET or not any((one, other) == (here, there) for one, _, other in steps[here]):
        return
    if terrain.roads(p.game)[here, p.game.board.direction(here, there)]:
        return
    busy = SAILED | CARRIED | PROVISIONS | REFITTED
    helpers = [unit for unit in flotillas(p) if p.s.loc[unit] in (here, there) and not p.s.afloat[unit] & busy]
    helpers = [unit for unit in helpers if not is_frozen_in(p, unit)]
    if helpers and not any(p.s.afloat[unit] & FIRED for unit in helpers):
        mark(p, helpers[0], FIRED)


@rule("28.Ej")
def is_lake_bridged(p: P, here: int, there: int) -> bool:
    """May Soviet units treat this lake hexside as a major river?"""
    return any((one, other) == (here, there) for one, _, other in lake_sides(p))


# ---------------------------------------------------------------- the end of a lake


@rule("28.El", "esp.end.1")
def scuttle_on_lost_lakes(p: P) -> None:
    """At the end of a Soviet player turn flotillas on a lake whose shores are all the enemy's are scuttled."""
    p.pop()
    for unit in flotillas(p):
        shores = lake_shores(p, p.s.loc[unit])
        if shores and all(p.s.control[hex] == AXIS for hex in shores):
            naval.scuttle(p, unit, "28.El")


def lake_shores(p: P, hex: int) -> list[int]:
    """The shore hexes of the lake on which a hex lies; none if it is on no lake."""
    board, ways = p.game.board, water_ways(p)
    lake, shore = board.terrain_mask("lake"), board.feature_mask("lakeshore")
    if not (lake[hex] or shore[hex]):
        return []
    seen, open_hexes = {hex}, [hex]
    while open_hexes:
        here = open_hexes.pop()
        for direction, near in enumerate(board.rows[here]):
            joined = near >= 0 and (lake[here] or lake[near] or ways[here, direction] != NEVER)
            if joined and near not in seen and (lake[near] or shore[near]):
                seen.add(near)
                open_hexes.append(near)
    return [other for other in seen if shore[other]]


def checked(p: P, unit: int, path: Sequence[int]) -> None:
    """May a flotilla take this way?"""
    refused = refusal(p, unit)
    if refused is not None:
        raise refused
    voyage_of(p, unit).price(path)


def is_legal_way(p: P, unit: int, path: Sequence[int]) -> bool:
    return is_legal(checked, p, unit, path)
