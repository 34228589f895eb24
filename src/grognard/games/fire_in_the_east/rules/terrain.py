"""What a step costs: terrain, hexsides, roads and railways, weather and ice (6, 6b, 7.B, 29.D.2, 31.A)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ....core.board import Mask
from ....core.derived import derived, of
from ....core.paths import NEVER, Bytes
from ....core.rule import rule
from ...zones.steps import step_costs
from ..counters import CLASSES, FIXED, RAIL
from ..material import Material, P
from ..state import ONE, SOVIET
from . import weather

PROHIBITED = "P"
HALF_PLUS_ONE = "1/2M+1"
#: Lines along which one marches as on a road (7.B): every railway is a road as well, planned ones too.
ROADS = ("road", "rail-broad", "rail-standard", "rail-planned")
MOST_TABLES = 400  #: of costs that are kept, 60 kB each
OPEN_GROUND = ("clear", "rough")
STRAITS = ("strait-kerch", "strait-baltic", "strait-kronshtadt")

#: Ground that freezes, and where the charts say when.
FREEZING = {"swamp": "swamps", "intermittent-lake": "intermittent_lakes"}


def weather_at(p: P, hex: int) -> str:
    """The weather in a hex."""
    return p.s.weather[p.game.zone_of[hex]]


def is_frozen(p: P, terrain: str, zone: int) -> bool:
    """Are the swamps or intermittent lakes of a zone frozen?"""
    said = p.game.raw["terrain"]["freeze"][FREEZING[terrain]]
    when = said["weather"]
    return p.s.weather[zone] in ([when] if isinstance(when, str) else when) and "abcd"[zone] in said["zones"]


@derived(of("weather"))
def frozen_hexes(p: P) -> Mask:
    """Hexes whose swamp or intermittent lake is frozen."""
    found: Mask = np.zeros(p.game.board.nodes, np.bool_)
    for terrain in FREEZING:
        zones = [zone for zone in range(4) if is_frozen(p, terrain, zone)]
        found |= p.game.board.terrain_mask(terrain) & np.isin(p.game.zone_of, zones)
    return found


@derived(of("weather"), of("ice"))
def frozen_sides(p: P) -> tuple[Mask, Mask]:
    """By hex and direction: are rivers frozen there, and lakes? Between two zones the weather of the northern one counts."""
    zones = _northern_zone(p.game)
    return np.array(weather.frozen_rivers(p))[zones], np.array(weather.frozen_lakes(p))[zones]


def _northern_zone(game: Material) -> npt.NDArray[np.uint8]:
    if "northern" not in game.kept:
        near = game.board.neighbours
        game.kept["northern"] = np.minimum(game.zone_of[:, None], np.where(near >= 0, game.zone_of[near], 3))
    found: npt.NDArray[np.uint8] = game.kept["northern"]
    return found


def _sides(game: Material, hexside: str) -> Mask:
    if ("sides", hexside) not in game.kept:
        game.kept["sides", hexside] = game.board.side_mask(hexside)
    found: Mask = game.kept["sides", hexside]
    return found


@rule("7.B", "31.A.1")
def roads(game: Material) -> Mask:
    """By hex and direction: does a road or a railway lead across?"""
    if "roads" not in game.kept:
        game.kept["roads"] = np.logical_or.reduce([game.board.side_mask(hexside) for hexside in ROADS])
    found: Mask = game.kept["roads"]
    return found


@rule("7")
def streets(game: Material) -> Mask:
    """Roads, and what stands for them between neighbouring hexes of one major city that lines lead to."""
    if "streets" not in game.kept:
        board, lines = game.board, roads(game)
        city = {place.hex: place.name for place in board.places if place.kind == "major-city" and lines[place.hex].any()}
        found = lines.copy()
        for hex, name in city.items():
            for direction, near in enumerate(board.rows[hex]):
                found[hex, direction] |= city.get(near) == name
        game.kept["streets"] = found & (lines | ~(board.side_mask("sea") | board.side_mask("lake")))
    mask: Mask = game.kept["streets"]
    return mask


def railways(game: Material) -> Mask:
    """By hex and direction: does a railway that has been built lead across?"""
    if "railways" not in game.kept:
        game.kept["railways"] = game.board.side_mask("rail-broad") | game.board.side_mask("rail-standard")
    found: Mask = game.kept["railways"]
    return found


# ---------------------------------------------------------------- what a hex costs


@rule("6", "6b")
def hex_cost(said: int | str, printed: int) -> int:
    """An entry of the terrain effects chart, in eighths; half the printed allowance plus one whatever the rating is now."""
    if said == PROHIBITED:
        return NEVER
    return printed // 2 + ONE if said == HALF_PLUS_ONE else int(said) * ONE


def _entering(p: P, moves_as: int, printed: int) -> npt.NDArray[np.int16]:
    """By node, what it costs to enter it over open ground."""
    game, board = p.game, p.game.board
    chart = game.raw["terrain"]["hexes"]
    column = CLASSES[moves_as]
    table = np.full((len(board.terrains), 4), NEVER, np.int16)
    ice = np.full(len(board.terrains), NEVER, np.int16)
    for number, terrain in enumerate(board.terrains):
        entry = chart[terrain]
        for zone in range(4):
            table[number, zone] = hex_cost(entry["move"][column][p.s.weather[zone]], printed)
        if "frozen" in entry:
            ice[number] = hex_cost(entry["frozen"]["move"][column], printed)
    ground = np.minimum(board.terrain, len(board.terrains) - 1)  # boxes have none
    found = table[ground, game.zone_of]
    icy = frozen_hexes(p)
    found[icy] = ice[ground[icy]]
    streets = full_city(game)
    found[streets] = _open_ground(p, moves_as)[streets]
    return found


def entering(p: P, moves_as: int, printed: int) -> npt.NDArray[np.int16]:
    """By node, what it costs to enter it over open ground, in eighths."""
    return _entering(p, moves_as, printed)


def crossing(p: P, joined: bool) -> npt.NDArray[np.int16]:
    """By hex and direction, what the hexside adds where no road helps; NEVER where it cannot be crossed."""
    return _crossing(p, joined)


def _open_ground(p: P, moves_as: int) -> npt.NDArray[np.int16]:
    """By node, the cost of clear terrain in its weather."""
    chart = p.game.raw["terrain"]["hexes"]["clear"]["move"][CLASSES[moves_as]]
    found: npt.NDArray[np.int16] = np.array([int(chart[word]) * ONE for word in p.s.weather], np.int16)[p.game.zone_of]
    return found


@rule("3.G")
def full_city(game: Material) -> Mask:
    """Hexes that a major city fills."""
    if "full" not in game.kept:
        mask: Mask = np.zeros(game.board.nodes, np.bool_)
        for place in game.board.places:
            if place.kind == "major-city" and "full-hex" in place.tags:
                mask[place.hex] = True
        game.kept["full"] = mask
    found: Mask = game.kept["full"]
    return found


@rule("14.A.1a", "14.A.1b", "14.A.1c")
def is_open(game: Material, hex: int) -> bool:
    """Is a hex clear or rough? A city that fills it stands in the place of its terrain."""
    return game.board.terrains[game.board.terrain[hex]] in OPEN_GROUND and not full_city(game)[hex]


@derived(of("weather"), of("ice"), of("flood"))
def _crossing(p: P, joined: bool) -> npt.NDArray[np.int16]:
    """By hex and direction, what the hexside adds; NEVER where it cannot be crossed."""
    return _hexsides(p, joined)


@rule("6", "29.D.2a", "29.D.2b", "31", "31.A", "31.A.2", "31.A.3", "31.A.4", "39.F.2")
def _hexsides(p: P, joined: bool) -> npt.NDArray[np.int16]:
    board, chart = p.game.board, p.game.raw["terrain"]["sides"]
    rivers_frozen, lakes_frozen = frozen_sides(p)
    flooded = np.array(weather.flooded(p))[_northern_zone(p.game)]
    found = np.zeros((board.nodes, 6), np.int16)
    for hexside in ("river", "major-river"):
        where = _sides(p.game, hexside)
        cost, ice, flood = (
            chart[hexside]["move"] * ONE,
            chart[hexside]["frozen"]["move"] * ONE,
            chart[hexside]["flood_option"] * ONE,
        )
        found = np.maximum(found, np.where(where, np.where(rivers_frozen, ice, np.where(flooded, flood, cost)), 0))
    found[_sides(p.game, "sea")] = NEVER
    lakes = _sides(p.game, "lake")
    found[lakes] = np.where(lakes_frozen, chart["lake"]["frozen"]["move"] * ONE, NEVER)[lakes]
    for hexside in STRAITS:
        where = _sides(p.game, hexside)
        found[where] = chart["major-river"]["move"] * ONE if joined or hexside != "strait-kronshtadt" else NEVER
    return found


@rule("31.A.4")
def is_kronshtadt_joined(p: P, side: int) -> bool:
    """May a side use the sea hexside between Kronshtadt and Leningrad? The Soviets, as long as they control both hexes."""
    if side != SOVIET:
        return False
    if "kronshtadt" not in p.game.kept:
        straits = [strait for strait in p.game.board.sides if strait.kind == "strait-kronshtadt"]
        p.game.kept["kronshtadt"] = [hex for strait in straits for hex in strait.hexes]
    control = p.s.control
    return all(control[hex] == SOVIET for hex in p.game.kept["kronshtadt"])


def costs(p: P, side: int, moves_as: int, printed: int) -> Bytes:
    """`cost[hex, direction]` in eighths for units of a class with a printed allowance, before zones of control: the hex entered
    and the hexside, or the price of clear terrain along a road."""
    return table_for(p, moves_as, printed, is_kronshtadt_joined(p, side))


@derived(of("weather"), of("ice"), of("flood"))
def table_for(p: P, moves_as: int, printed: int, joined: bool) -> Bytes:
    """What each step costs units of a class with a printed allowance."""
    return kept_by_weather(p, _table, moves_as, printed, joined)


def kept_by_weather(p: P, make: Callable[..., Bytes], *asked: int) -> Bytes:
    """A table that hangs on weather, ice and flood alone. Weather comes back: what holds in it is kept for the games to come, as
    far as there is room."""
    kept: dict[tuple[object, ...], Bytes] = p.game.kept.setdefault("tables of costs", {})
    key = make, asked, p.s.weather, weather.frozen_rivers(p), weather.frozen_lakes(p), weather.flooded(p)
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST_TABLES:
            kept.clear()
        found = kept[key] = make(p, *asked)
    return found


@rule("6", "6b", "7.B", "31.Ba", "31.A.1")
def _table(p: P, moves_as: int, printed: int, joined: bool) -> Bytes:
    game, board = p.game, p.game.board
    if moves_as in (RAIL, FIXED):
        return np.full((board.nodes, 6), NEVER, np.uint8)
    entering, along = _entering(p, moves_as, printed), _open_ground(p, moves_as)
    table: Bytes = step_costs(board.neighbours, entering, _crossing(p, joined), streets(game), along, _shut(game))
    return table


def _shut(game: Material) -> Mask:
    """Neutral countries and open water."""
    if "shut" not in game.kept:
        game.kept["shut"] = game.neutral | game.board.terrain_mask("sea", "lake")
    found: Mask = game.kept["shut"]
    return found


@rule("5a", "31.A.1", "31.A.3")
def zone_table(p: P, moves_as: int) -> Bytes:
    """What a unit of a class may enter at all, for zones of control: the strait at Kronshtadt is taken for sea, and no zone runs
    over a causeway."""
    return np.where(_crossing(p, False) == NEVER, NEVER, table_for(p, moves_as, 6 * ONE, False)).astype(np.uint8)


@derived(of("weather"), of("ice"), of("flood"))
def is_plain_hexside(p: P) -> Mask:
    """By hex and direction: is there nothing on the hexside that bears on movement?"""
    plain: Mask = _crossing(p, False) == 0
    return plain
