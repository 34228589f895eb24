"""Zones of control (zoc.1 to zoc.4)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from ....core.derived import OWN, answer, derived, flags, of, places
from ....core.paths import next_to as next_to_marked
from ....core.paths import standing
from ....core.rule import rule
from ....core.zoc import Zones, widest
from .. import kernels
from ..material import FULL_ZONE, NO_ZONE, TANK_ZONE, P
from ..state import DISRUPTED, HIDDEN, RESTING
from .weather import frozen

Mask = npt.NDArray[np.bool_]


@rule("zoc.2", "zoc.3", "maskirovka.4", "zoc.4", "zoc.1")
def zone_kinds(p: P, side: int) -> npt.NDArray[np.int8]:
    """The widest zone that units of a side exert out of each hex.

    Korps and armies have one, Disrupted or not; so have two German divisions together that are not Disrupted.
    A hidden piece is taken for a unit with a full zone until somebody has looked at it.
    """
    game, arrays = p.game, p.s.arrays
    divisions, tanks = game.division_pieces[side]
    return kernels.zone_kinds(  # type: ignore[no-any-return]
        game.ground_pieces[side], game.zone_kinds, divisions, tanks, arrays.loc, arrays.flags, HIDDEN, DISRUPTED,
        NO_ZONE, TANK_ZONE, FULL_ZONE, game.board.hexes, game.board.nodes,
    )  # fmt: skip


@derived(places(OWN), flags(DISRUPTED | HIDDEN | RESTING), of("weather"), steady=True)
def army(p: P, side: int) -> tuple[bytes, bytes, str]:
    """Where every unit of a side stands, and whether it is Disrupted, hidden or at rest; and the weather."""
    arrays, units = p.s.arrays, p.game.span_of[side]
    return arrays.loc[units].tobytes(), (arrays.flags[units] & (DISRUPTED | HIDDEN | RESTING)).tobytes(), p.s.weather


@rule("zoc.1", "zoc.3", "zoc.4", "terrain.6", "weather.7")
@derived(answer(army))
def zones(p: P, side: int) -> Zones:
    """Everything a side's units control."""
    board = p.game.board
    return Zones(board.neighbours, board.rows, zone_kinds(p, side), p.game.zone_sides[int(frozen(p))])


@rule("maskirovka.4", "zoc.3")
def zones_of_open_pieces(p: P, side: int) -> Zones:
    """What the pieces of a side control that do not lie hidden: so much anybody can see."""
    board, game, arrays = p.game.board, p.game, p.s.arrays
    units = game.ground_pieces[side]
    seen = units[(arrays.flags[units] & HIDDEN) == 0]
    zones = widest(seen, game.zone_kinds, arrays.loc, arrays.flags, HIDDEN, FULL_ZONE, board.nodes)
    return Zones(board.neighbours, board.rows, zones, game.zone_sides[int(frozen(p))])


def in_enemy_zone(p: P, hex: int, side: int) -> bool:
    """Is a hex in the zone of control of the other side?"""
    return zones(p, p.foe(side)).controlled.item(hex)


def has_zone(p: P, hex: int, side: int) -> bool:
    """Do the units of a side in a hex have a zone of control at all?"""
    return zones(p, side).kinds.item(hex) != NO_ZONE


def around(p: P, hexes: Iterable[int]) -> Mask:
    """The hexes next to any of these."""
    marked = np.zeros(p.game.board.nodes, np.bool_)
    marked[list(hexes)] = True
    return next_to_marked(p.game.board.neighbours, p.game.steps[1], marked)  # type: ignore[no-any-return]


def beside(p: P, side: int, fit_only: bool = True) -> Mask:
    """The hexes next to a unit of a side (one that is not Disrupted)."""
    return _beside(p, side, fit_only)


@derived(answer(army))
def _beside(p: P, side: int, fit_only: bool) -> Mask:
    game, arrays = p.game, p.s.arrays
    unfit = DISRUPTED if fit_only else 0
    marked = standing(game.real_pieces[side], arrays.loc, arrays.flags, unfit, 0, game.board.nodes)
    return next_to_marked(game.board.neighbours, game.steps[1], marked)  # type: ignore[no-any-return]


def next_to(p: P, hex: int, side: int, fit_only: bool = True) -> bool:
    """Is there a unit of a side next to a hex (one that is not Disrupted)?"""
    return beside(p, side, fit_only).item(hex)
