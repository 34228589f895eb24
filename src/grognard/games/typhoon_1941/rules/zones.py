"""Zones of control (zoc.1 to zoc.4)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ....core.rule import rule
from ....core.zoc import Zones
from ..game import FULL_ZONE, NO_ZONE, TANK_ZONE, P
from ..state import DISRUPTED, GERMAN, HIDDEN
from .condition import ground, has
from .weather import frozen

Mask = npt.NDArray[np.bool_]


@rule("zoc.2", "zoc.3", "maskirovka.4", "zoc.4", "zoc.1")
def zone_of_hex(p: P, hex: int, side: int) -> int:
    """The widest zone that units of a side exert out of a hex.

    Korps and armies have one, Disrupted or not; so have two German divisions together that are not Disrupted.
    A hidden piece is taken for a unit with a full zone until somebody has looked at it.
    """
    game, found, pair = p.game, NO_ZONE, []
    for unit in p.units(hex, side):
        if has(p, unit, HIDDEN):
            return FULL_ZONE
        found = max(found, game.zone[unit])
        if side == GERMAN and game.is_division[unit] and not has(p, unit, DISRUPTED):
            pair.append(unit)
    if found == NO_ZONE and len(pair) > 1:
        return TANK_ZONE if all(game.is_tank[u] for u in pair) else FULL_ZONE
    return found


@rule("zoc.1", "zoc.3", "zoc.4", "terrain.6", "weather.7")
def zones(p: P, side: int) -> Zones:
    """Everything a side's units control; worked out once a position."""
    known = p.s.cache.get(("zones", side))
    if known is None:
        game, board = p.game, p.game.board
        ice = int(frozen(p))
        reaches = np.zeros((board.nodes, 6), np.bool_)
        exerts = np.zeros(board.nodes, np.bool_)
        for hex in p.s.count[side][: board.hexes].nonzero()[0].tolist():
            zone = zone_of_hex(p, hex, side)
            if zone != NO_ZONE:
                exerts[hex] = True
                reaches[hex] = game.zone_sides[zone][ice][hex]
        known = p.s.cache["zones", side] = Zones(board.neighbours, board.rows, exerts, reaches)
    return known


def in_enemy_zone(p: P, hex: int, side: int) -> bool:
    """Is a hex in the zone of control of the other side?"""
    return bool(zones(p, 1 - side).controlled[hex])


def has_zone(p: P, hex: int, side: int) -> bool:
    """Do the units of a side in a hex have a zone of control at all?"""
    return zone_of_hex(p, hex, side) != NO_ZONE


def around(p: P, hexes: Iterable[int]) -> Mask:
    """The hexes next to any of these."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    for hex in hexes:
        found[list(p.game.board.adjacent(hex))] = True
    return found


def next_to(p: P, hex: int, side: int, fit_only: bool = True) -> bool:
    """Is there a unit of a side next to a hex (one that is not Disrupted)?"""
    known = p.s.cache.get(("beside", side, fit_only))
    if known is None:
        units = [u for u in ground(p, side) if not p.game.is_dummy[u] and not (fit_only and has(p, u, DISRUPTED))]
        known = p.s.cache["beside", side, fit_only] = around(p, {p.s.loc.item(u) for u in units})
    return bool(known[hex])
