"""Rule 20: where a mission may be flown to: one mask of hexes per mission, and the reason why a hex is not in it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ....core.rule import rule
from ..air_facts import air_war
from ..home_front import home
from ..material import P
from . import bridges, scenarios
from .airbases import airbases, landing_places
from .mission_table import Mission, Purpose
from .sorties import NIGHT, in_flight, on_mission
from .units import where

Truths = npt.NDArray[np.bool_]
#: Missions that make their hex a target hex others may be escorted to.
NOT_ESCORTED = frozenset({Purpose.ESCORT, Purpose.INTERCEPTION, Purpose.SCRAMBLE})
NO_DROP_TERRAIN = ("mountain", "swamp", "forest")


def _nodes(p: P, units: npt.NDArray[np.int16]) -> Truths:
    """The hexes in which some of these pieces stand."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    at = p.s.arrays.loc[units]
    found[at[at >= 0]] = True
    found[p.game.board.hexes :] = False
    return found


@rule("20.C", "16.B.2")
def _escorted(p: P, side: int) -> Truths:
    """Target hexes of other friendly air units, by day: escorts do not fly at night."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    for unit in in_flight(p, side):
        if on_mission(p, unit) and p.s.mission[unit] not in NOT_ESCORTED and not p.s.sortie[unit] & NIGHT:
            found[p.s.loc[unit]] = True
    return found


@rule("20.D.1", "20.D.2", "20.E.1")
def _own_airbases(p: P, side: int) -> Truths:
    return landing_places(p, side)


@rule("20.F.1.a", "20.F.2.g")
def _ports(p: P, side: int) -> Truths:
    return _enemy_held(p, side) & port_mask(p)


def port_mask(p: P) -> Truths:
    board = p.game.board
    found = p.game.kept.get("air-ports")
    if found is None:
        found = np.zeros(board.nodes, np.bool_)
        found[[place.hex for place in board.places if "port" in place.tags or place.kind == "port"]] = True
        p.game.kept["air-ports"] = found
    return found


def _cities(p: P) -> Truths:
    """Dot cities and major cities."""
    found: Truths | None = p.game.kept.get("air-cities")
    if found is None:
        found = p.game.kept["air-cities"] = p.game.board.place_mask("dot-city", "major-city")
    return found


@rule("20.F.1.d")
def _yards(p: P, side: int) -> Truths:
    """Every dot city and every hex of a major city."""
    return _enemy_held(p, side) & _cities(p)


@rule("20.F.1.b")
def _factories(p: P, side: int) -> Truths:
    """Factories are Soviet; so the Axis alone bombs them."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    if side == 0:
        for factory in p.s.factories:
            if 0 <= factory.node < p.game.board.hexes:
                found[factory.node] = True
    return found & _enemy_held(p, side)


@rule("20.F.1.c")
def _replacement_cities(p: P, side: int) -> Truths:
    """Soviet cities that give replacements; nobody bombs any others."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    if side == 0:
        found[[hex for city in home(p.game).production for hex in city.hexes]] = True
    return found & _enemy_held(p, side)


@rule("20.F.2.a")
def _enemy_air_units(p: P, side: int) -> Truths:
    """Enemy air units at airbases."""
    enemy = air_war(p.game).units_of_side[p.foe(side)]
    return _nodes(p, enemy[p.s.arrays.mission[enemy] == 0])


@rule("20.F.2.b")
def _enemy_airbases(p: P, side: int) -> Truths:
    return airbases(p, p.foe(side))


@rule("20.F.2.c")
def _enemy_ground_units(p: P, side: int) -> Truths:
    return _nodes(p, p.game.ground_of_side[p.foe(side)])


@rule("20.F.2.d", "20.F.2.e")
def _anywhere(p: P, side: int) -> Truths:
    """Any land hex: friends may get there later, enemies may leave it."""
    return p.game.land.copy()


@rule("20.F.2.f")
def _railways(p: P, side: int) -> Truths:
    whole: Truths = p.s.arrays.broken == 0
    return _enemy_held(p, side) & rail_mask(p) & whole


def rail_mask(p: P) -> Truths:
    found = p.game.kept.get("air-rails")
    if found is None:
        board = p.game.board
        found = np.zeros(board.nodes, np.bool_)
        for hexside in board.side_kinds:
            if hexside.startswith("rail"):
                found |= board.side_mask(hexside).any(axis=1)
        p.game.kept["air-rails"] = found
    return found


@rule("20.F.2.h")
def _ships(p: P, side: int) -> Truths:
    ships = p.game.kept.get("air-ships")
    if ships is None:
        ships = p.game.kept["air-ships"] = [
            np.array([unit for unit in p.game.pieces_of_side[owner] if p.game.is_ship[unit]], np.int16) for owner in (0, 1)
        ]
    return _nodes(p, ships[p.foe(side)])


@rule("39.Ab")
def _bridges(p: P, side: int) -> Truths:
    """Hexes beside a bridge that stands and is not one's own."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    for pair in bridges.all_bridges(p.game):
        if may_bomb_bridge(p, pair, side):
            found[[*pair]] = True
    return found


@rule("39.Ab", "39.Aa")
def may_bomb_bridge(p: P, pair: tuple[int, int], side: int) -> bool:
    """Only one that stands and that nobody or the enemy controls."""
    return pair not in p.s.bridges_down and bridges.controller(p, pair) != side


@rule("more-optional.4a")
def sea_mask(p: P) -> Truths:
    """Full and partial sea hexes: sea, and land with a coast."""
    found = p.game.kept.get("air-seas")
    if found is None:
        board = p.game.board
        found = p.game.kept["air-seas"] = board.terrain_mask("sea") | board.feature_mask("coastal")
    return found


@rule("20.E.2a", "25.F", "31.Ba")
def _drop_zones(p: P, side: int) -> Truths:
    """For units: not into prohibited terrain, mountains, swamps, forests or major cities, nor into neutral countries; the Soviets
    in the USSR and Finland alone."""
    key = "air-drop-zones", side
    found: Truths | None = p.game.kept.get(key)
    if found is None:
        board = p.game.board
        found = p.game.land & ~board.place_mask("major-city") & ~p.game.neutral
        for terrain in NO_DROP_TERRAIN:
            if terrain in board.terrains:
                found &= ~board.terrain_mask(terrain)
        if side == 1:
            found &= p.game.ussr | board.mask("finland")
        p.game.kept[key] = found
    return found


def _enemy_held(p: P, side: int) -> Truths:
    found = p.s.arrays.control == p.foe(side)
    found[p.game.board.hexes :] = False
    return found  # type: ignore[no-any-return]


_MASKS: dict[Purpose, tuple[Callable[[P, int], Truths], str]] = {
    Purpose.ESCORT: (_escorted, "no other friendly air unit has its target there"),
    Purpose.TRANSFER: (_own_airbases, "there is no friendly airbase with capacity"),
    Purpose.STAGING: (_own_airbases, "there is no friendly airbase with capacity"),
    Purpose.TRANSPORT: (_own_airbases, "there is no friendly airbase with capacity"),
    Purpose.DELIVERY: (_own_airbases, "there is no friendly airbase with capacity"),
    Purpose.DROP: (_drop_zones, "units are not dropped there"),
    Purpose.PORT: (_ports, "there is no enemy-controlled port"),
    Purpose.FACTORY: (_factories, "there is no enemy factory"),
    Purpose.CITY: (_replacement_cities, "there is no Soviet replacement city"),
    Purpose.YARD: (_yards, "there is no enemy marshalling yard"),
    Purpose.AIR_UNITS: (_enemy_air_units, "there are no enemy air units at an airbase"),
    Purpose.AIRBASE: (_enemy_airbases, "there is no enemy-controlled airbase"),
    Purpose.SUPPORT: (_enemy_ground_units, "there are no enemy ground units"),
    Purpose.DEFENCE: (_anywhere, "nobody can stand there"),
    Purpose.HARASSMENT: (_anywhere, "nobody can stand there"),
    Purpose.RAIL: (_railways, "there is no enemy-controlled railway to break"),
    Purpose.HARBOUR: (_ports, "there is no enemy-controlled port"),
    Purpose.SHIP: (_ships, "there is no enemy ship or flotilla"),
    Purpose.BRIDGE: (_bridges, "there is no bridge"),
    Purpose.SEARCH: (lambda p, side: sea_mask(p), "that is no sea hex"),
}


def targets(p: P, mission: Mission, side: int) -> Truths:
    """All hexes that a mission of a side may be flown to, whatever the range."""
    found, beyond = _MASKS[mission.purpose][0](p, side), scenarios.outside(p)
    return found if beyond is None else found & ~beyond


def target_refusal(p: P, mission: Mission, side: int, node: int) -> tuple[str, str] | None:
    """Why a mission may not be flown to a hex."""
    if not 0 <= node < p.game.board.hexes:
        return mission.rule, "air units fly to hexes"
    if (beyond := scenarios.outside(p)) is not None and beyond[node]:
        return mission.rule, f"{where(p, node)} is not part of this scenario"
    find, why = _MASKS[mission.purpose]
    if not find(p, side)[node]:
        rule = "20.E.2a" if mission.purpose is Purpose.DROP else mission.rule
        return rule, why
    return None
