"""Rule 12.A to 12.C and 3.I: supply lines and their sources, whoever asks and whenever.

The answers are of the position as it is; the status that units have in a player turn is judged in the initial phases
(`supply_status.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from ....core.board import Mask
from ....core.derived import ANY, CONTROL, OTHERS, OWN, answer, derived, flags, of, places
from ....core.paths import NEVER, Bytes, Ints
from ....core.rule import rule
from ...zones.steps import open_sides
from .. import rails, supply_lines
from ..counters import FLOTILLA
from ..material import Material, P
from ..state import AXIS, DISRUPTED, RESTING, SOVIET, TAPPED
from ..supply_lines import FAR, Ground, Lines
from . import axis_allies, railways, scenarios, terrain, weather, zones
from .units import face

#: Whose sources: all of a side, and those of single nations besides.
COMMON, RUMANIAN, FINNISH, HUNGARIAN = range(4)
_OF_NATION = {"rumanian": RUMANIAN, "finnish": FINNISH, "hungarian": HUNGARIAN}
OVERLAND, TRUCK, ROAD, SPECIAL_OVERLAND = range(4)
ELEMENTS = ("overland", "truck", "road", "special_overland")
CONNECTED_CITIES = 3


def nation_of(p: P, unit: int) -> int:
    """Whose sources a unit may use beside those of its side."""
    return _OF_NATION.get(face(p, unit).nation, COMMON)


# ---------------------------------------------------------------- the ground


@rule("12.B.1", "12.B.2", "12.A", "29.C.1c", "29.D.2b", "31.A.1", "31.A.2", "31.A.3")
@derived(of("weather"), of("ice"))
def ground(p: P, joined: bool) -> Ground:
    """What a step of a line costs anywhere in the present weather. With `joined` the strait of Kronshtadt can be crossed."""
    game, board = p.game, p.game.board
    heavy = board.terrain_mask(*_heavy(p)) & ~terrain.full_city(game)
    swamp = board.terrain_mask("swamp") & ~terrain.frozen_hexes(p) & ~terrain.full_city(game)
    rivers_frozen, lakes_frozen = terrain.frozen_sides(p)
    straits = board.side_mask("strait-kerch") | board.side_mask("strait-baltic")
    if joined:
        straits |= board.side_mask("strait-kronshtadt")
    wide = (board.side_mask("major-river") & ~rivers_frozen) | straits
    cost = np.where(heavy | swamp, 2, 1).astype(np.uint8)[:, None] + wide
    barred = (board.side_mask("sea") & ~straits) | (board.side_mask("lake") & ~lakes_frozen)
    if not joined:
        barred |= board.side_mask("strait-kronshtadt")
    roads = terrain.roads(game)
    cost = np.where(roads, 1, np.where(barred, NEVER, cost))
    near = board.neighbours
    shut = (near < 0) | ~game.land[near] | ~game.land[:, None]
    cost[shut] = NEVER
    along = np.where(roads & ~shut, 1, NEVER).astype(np.uint8)
    bit = (1 << game.zone_of).astype(np.uint8)
    return Ground(near, rails.OPPOSITE, cost.astype(np.uint8), along, bit, _limits(p))


def _heavy(p: P) -> list[str]:
    """Ground that counts two hexes whatever the weather."""
    weights = p.game.raw["supply"]["hex_weights"]
    return [name for name in ("mountain", "forest", "wooded-rough") if weights[name] == 2]


@rule("12.B", "29.C.1c")
def _limits(p: P) -> Ints:
    """The greatest lengths of the elements, by the zones they touch: the worst weather of these counts, and the Arctic's length
    where a line touches it."""
    lengths = p.game.raw["supply"]["lengths"]
    found = np.zeros((len(ELEMENTS), supply_lines.MASKS), np.int16)
    for zones_touched in range(1, supply_lines.MASKS):
        word, region = weather.worse(p, zones_touched), lengths["arctic" if zones_touched & 1 else "elsewhere"]
        found[:, zones_touched] = [region[element][word] for element in ELEMENTS]
    return found


@derived(places(SOVIET), of("weather"), of("ice"), steady=True)
def flotilla_sides(p: P) -> Mask | None:
    return _flotilla_sides(p)


@derived(answer(flotilla_sides), of("weather"), of("ice"), CONTROL)
def ground_of(p: P, side: int) -> Ground:
    """The ground as a side may trace over it; rivers that a flotilla holds are closed to the Axis (28.Eg)."""
    common = ground(p, terrain.is_kronshtadt_joined(p, side))
    barred = flotilla_sides(p) if side == AXIS else None
    if barred is None:
        return common
    closed_off = [np.where(barred, np.uint8(NEVER), table) for table in (common.overland, common.along)]
    return common._replace(overland=closed_off[0], along=closed_off[1])


@rule("28.Eg", "28.Eh", "29.D.2c")
def _flotilla_sides(p: P) -> Mask | None:
    """By hex and direction: river hexsides of hexes with a river flotilla that ice does not hold; None if there are none."""
    hexes = [hex for unit in flotilla_pieces(p.game) if 0 <= (hex := p.s.loc[unit]) < p.game.board.hexes]
    stopped = weather.flotillas_stopped(p)
    hexes = [hex for hex in hexes if not stopped[p.game.zone_of[hex]]]
    if not hexes:
        return None
    board = p.game.board
    found: Mask = np.zeros((board.nodes, 6), np.bool_)
    rivers = board.side_mask("river") | board.side_mask("major-river")
    for hex in hexes:
        for direction, near in enumerate(board.rows[hex]):
            if near >= 0 and rivers[hex, direction]:
                found[hex, direction] = found[near, rails.OPPOSITE[direction]] = True
    return found


def flotilla_pieces(game: Material) -> list[int]:
    faces = game.printed_faces
    found: list[int] = _kept(game, "flotillas", lambda: [u for u, shown in enumerate(faces) if shown[0].role == FLOTILLA])
    return found


def _kept(game: Material, key: Hashable, make: Callable[[], Any]) -> Any:
    """What follows from the material alone, worked out once."""
    if key not in game.kept:
        game.kept[key] = make()
    return game.kept[key]


# ---------------------------------------------------------------- what blocks


@derived(places(OWN), flags(DISRUPTED), steady=True)
def scattered(p: P, side: int) -> Ints:
    """Where the disrupted airborne units of a side are."""
    own = p.game.ground_of_side[side]
    found: Ints = p.s.arrays.loc[own[(p.s.arrays.flags[own] & DISRUPTED) != 0]]
    return found


@rule("12.A", "33.c", "31.Ba", "25.A.d", "32.A.1a")
@derived(answer(zones.of_side, ANY), answer(scattered, OTHERS), CONTROL, of("unguarded"), of("turn"), of("card"), of("scenario"),
         steady=True)  # fmt: skip
def blocked(p: P, side: int) -> Mask:
    """Hexes into which no line of a side may be traced: enemy units, enemy zones without a friendly unit, cities without their
    garrison, neutrals."""
    own, enemy = zones.of_side(p, side), zones.of_side(p, p.foe(side))
    occupied = enemy.count > 0
    for hex in _harmless(p, side):
        occupied[hex] = False
    found: Mask = occupied | ((enemy.grip > 0) & (own.count == 0)) | p.game.neutral
    if side == AXIS:
        found |= p.s.arrays.unguarded != 0
    elif not axis_allies.finland_at_war(p):
        found |= area(p.game, "finland") & ~area(p.game, "hango")
    return found


@rule("25.A.d")
def _harmless(p: P, side: int) -> list[int]:
    """Hexes of a side in which all enemies are disrupted airborne units."""
    at = scattered(p, p.foe(side))
    hexes = {hex for hex in at.tolist() if 0 <= hex < p.game.board.hexes and p.s.control[hex] == side}
    enemy = zones.of_side(p, p.foe(side)).count
    return [hex for hex in hexes if (at == hex).sum() == enemy[hex]]


#: What all lines of a side rest on.
_CAUSES = (
    answer(blocked), answer(flotilla_sides), CONTROL, of("weather"), of("ice"), of("turn"), of("track"), of("changed"),
    of("card"), of("finnish"), of("scenario"),
)  # fmt: skip


def closed_to(p: P, side: int, nation: int) -> Mask:
    """What blocks, and Hungary as long as it is neutral for all but Hungarians."""
    found = blocked(p, side)
    if nation != HUNGARIAN and not axis_allies.hungary_at_war(p):
        found = found | area(p.game, "hungary")
    beyond = scenarios.outside(p)
    return found if beyond is None else found | beyond


# ---------------------------------------------------------------- sources


@rule("12.C", "12.C.1")
def _axis_sources(p: P, nation: int) -> Mask:
    """Railways on the west edge, Arctic ports of Norway and Finland; Bucuresti for Rumanians, Finnish cities for Finns."""
    found = scenarios.sources(p, AXIS) | arctic_ports(p.game)
    if nation == RUMANIAN:
        found |= tagged(p.game, "supply-rumania")
    if nation == FINNISH:
        found |= tagged(p.game, "supply-finland") | _regained_cities(p)
    return found


@rule("12.C.1", "32.B.c")
def _regained_cities(p: P) -> Mask:
    """Dot cities of the lands that Finland has taken back, which are Finnish for all purposes."""
    regained: Mask = p.game.board.place_mask("dot-city") & (p.s.arrays.finnish > 0)
    return regained


def arctic_ports(game: Material) -> Mask:
    """Ports of Norway and Finland on the Arctic Ocean."""
    found: Mask = tagged(game, "port") & area(game, "arctic-ocean") & (area(game, "norway") | area(game, "finland"))
    return found


def tagged(game: Material, tag: str) -> Mask:
    """Hexes of places that have a tag."""

    def make() -> Mask:
        found: Mask = np.zeros(game.board.nodes, np.bool_)
        found[[place.hex for place in game.board.places if tag in place.tags]] = True
        return found

    marked: Mask = _kept(game, ("tagged", tag), make)
    return marked


def area(game: Material, name: str) -> Mask:
    """The hexes of an area."""
    found: Mask = _kept(game, ("area", name), lambda: game.board.mask(name))
    return found


@rule("12.C.2", "12.C")
def _soviet_sources(p: P, closed: Mask, foreign: Mask) -> Mask:
    """Railways on the east edge, and any three major cities that are connected by rail and have never been lost."""
    found = scenarios.sources(p, SOVIET) & ~foreign
    if p.s.scenario:
        return found
    open_hexes = ~foreign & (p.s.arrays.changed == 0)
    cities = [kept for hexes in _great_cities(p.game) if (kept := [hex for hex in hexes if open_hexes[hex]])]
    usable, shut = railways.usable(p, SOVIET), foreign.astype(np.uint8)
    while cities:
        start = np.zeros(p.game.board.nodes, np.uint8)
        start[cities[0]] = 1
        reached = rails.joined(p.game.board, usable, shut, start)
        together = [hexes for hexes in cities if any(reached[hex] for hex in hexes)]
        if len(together) >= CONNECTED_CITIES:
            found[[hex for hexes in together for hex in hexes]] = True
        cities = [hexes for hexes in cities if hexes not in together]
    return found


def _great_cities(game: Material) -> list[list[int]]:
    """The major cities of the USSR, each with its hexes."""
    found: list[list[int]] = _kept(game, "great cities", lambda: _by_city(game))
    return found


def _by_city(game: Material) -> list[list[int]]:
    by_name: dict[str, list[int]] = {}
    for place in game.board.places:
        if place.kind == "major-city" and game.ussr[place.hex]:
            by_name.setdefault(place.name, []).append(place.hex)
    return list(by_name.values())


@derived(*_CAUSES)
def sources(p: P, side: int, nation: int) -> Mask:
    """The regular sources of a side, and of a nation of it, that are open."""
    return _sources(p, side, nation, closed_to(p, side, nation))


def _sources(p: P, side: int, nation: int, closed: Mask) -> Mask:
    foreign = closed | (p.s.arrays.control != side)
    if side == SOVIET:
        return _soviet_sources(p, closed, foreign)
    open_ones: Mask = _axis_sources(p, nation) & ~foreign
    return open_ones


# ---------------------------------------------------------------- lines


def trucks(p: P, side: int) -> list[int]:
    """The trucks of a side on the map."""
    faces = p.game.printed_faces
    known: list[int] = _kept(p.game, "trucks", lambda: [u for u, shown in enumerate(faces) if shown[0].type == "truck"])
    return [unit for unit in known if p.side_of(unit) == side and 0 <= p.s.loc[unit] < p.game.board.hexes]


@derived(places(OWN), of("logistics"), steady=True)
def extending(p: P, side: int) -> tuple[int, ...]:
    """The hexes of trucks that may extend lines."""
    return tuple(p.s.loc[unit] for unit in trucks(p, side) if not p.s.logistics[unit] & (TAPPED | RESTING))


@derived(*_CAUSES, answer(extending))
def lines(p: P, side: int, nation: int) -> Lines:
    """How supply reaches out from the regular sources, with all trucks that may extend lines."""
    return lines_from(p, side, sources(p, side, nation), extending(p, side), nation)


@rule("12.B", "12.B.1", "12.B.2", "12.B.3", "12.B.4")
def lines_from(p: P, side: int, starts: Mask, trucks_at: Sequence[int], nation: int = COMMON) -> Lines:
    """How supply reaches out from some hexes: by railway, then trucks (in the hexes named), road, trucks and overland."""
    return _lines_over(p, side, starts, trucks_at, closed_to(p, side, nation))


def lines_without(p: P, side: int, nation: int, taken: Mask) -> Lines:
    """How supply would reach out if enemies stood in some more hexes, or closed them by their zones."""
    closed = closed_to(p, side, nation) | taken
    return _lines_over(p, side, _sources(p, side, nation, closed), extending(p, side), closed)


def _lines_over(p: P, side: int, starts: Mask, trucks_at: Sequence[int], closed: Mask) -> Lines:
    foreign = (closed | (p.s.arrays.control != side)).view(np.uint8)
    marked = starts.view(np.uint8)
    rail = rails.joined(p.game.board, tracks(p, side), foreign, marked) | (marked & ~foreign & 1)
    return supply_lines.trace(ground_of(p, side), closed.view(np.uint8), foreign, rail, np.array(trucks_at, np.int16))


@rule("12.B.4", "28.Eg")
def tracks(p: P, side: int) -> Bytes:
    """By hex, the directions in which lines lead that the railway element may use."""
    usable, barred = railways.usable(p, side), flotilla_sides(p) if side == AXIS else None
    return usable if barred is None else usable & ~open_sides(np.where(barred, 1, NEVER))


@derived(*_CAUSES, of("landed"))
def joined_to_source(p: P, side: int, nation: int) -> Bytes:
    """Hexes from which an overland line of any length leads to a regular source: ports with supply from the sea are ones."""
    starts = np.flatnonzero(sources(p, side, nation)).tolist() + [
        hex for owner, hex, _, _, regular in p.s.landed if regular and owner == side and p.s.control[hex] == side
    ]
    closed = closed_to(p, side, nation).astype(np.uint8)
    return supply_lines.connected(ground_of(p, side), closed, np.array(starts, np.int16))


def overland_to(p: P, side: int, hexes: Sequence[int], element: int = OVERLAND) -> Bytes:
    """By hex, the length of the shortest overland line to one of these, FAR where there is none."""
    marked = np.zeros(p.game.board.nodes, np.uint8)
    marked[list(hexes)] = 1
    return supply_lines.within(ground_of(p, side), element, blocked(p, side).astype(np.uint8), marked)


def hexes_to(p: P, side: int, hexes: Sequence[int], most: int) -> Bytes:
    """The same with a length of its own, whatever the weather."""
    marked = np.zeros(p.game.board.nodes, np.uint8)
    marked[list(hexes)] = 1
    own = ground_of(p, side)._replace(limits=np.full((len(ELEMENTS), supply_lines.MASKS), most, np.int16))
    return supply_lines.within(own, OVERLAND, blocked(p, side).astype(np.uint8), marked)


# ---------------------------------------------------------------- what other chapters ask


@rule("3.I")
def isolated_at(p: P, hex: int, side: int) -> bool:
    """Is what lies in a hex isolated?"""
    return not joined_to_source(p, side, COMMON)[hex]


@rule("3.I")
def is_city_isolated(p: P, hexes: Sequence[int], side: int) -> bool:
    """Is a city of these hexes isolated? Only what its side holds of it counts."""
    return all(isolated_at(p, hex, side) for hex in hexes if p.s.control[hex] == side)


@rule("12.B")
def traces(p: P, hex: int, side: int, nation: int = COMMON) -> bool:
    """Does a supply line lead from a hex to a regular source of a side, or of a nation of it?"""
    return bool(lines(p, side, nation).overland[hex] != FAR)


@rule("12.B.4", "12.E.1")
def rail_line(p: P, hex: int, side: int) -> bool:
    """Does the railway element alone lead from a hex to a regular source?"""
    return bool(lines(p, side, COMMON).rail[hex])


@rule("31.Db")
def rail_to_east_edge(p: P, hex: int) -> bool:
    """Does the railway element lead from a hex to the east edge?"""
    foreign = (blocked(p, SOVIET) | (p.s.arrays.control != SOVIET)).astype(np.uint8)
    edge = area(p.game, "soviet-supply").astype(np.uint8)
    return bool(rails.joined(p.game.board, railways.usable(p, SOVIET), foreign, edge)[hex])


def in_supply(p: P, unit: int) -> bool:
    """Is a unit in supply in this player turn, from whatever source?"""
    return not p.s.unsupplied[unit]
