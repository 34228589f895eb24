"""7.0 Supply."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ....core.derived import CONTROL, OTHERS, continued, derived, stands
from ....core.paths import flood, flood_again, occupied, outside, way_out
from ....core.rule import rule
from ..material import P
from ..state import GERMAN, SOVIET
from .losses import eliminate

Reached = npt.NDArray[np.uint8]
Sources = npt.NDArray[np.int16]


@rule("7.4b", "7.4c", "10.18g", "7.3a")
def blocked(p: P, side: int) -> Reached:
    """Hexes a supply line of this side may not enter: enemy units, and enemy-controlled cities even when empty."""
    return occupied(p.s.arrays.foes[side], _cities_of(p, p.foe(side)))  # type: ignore[no-any-return]


@derived(CONTROL)
def _cities_of(p: P, side: int) -> npt.NDArray[np.int64]:
    cities = p.game.cities
    return cities[p.s.arrays.control[cities] == side]  # type: ignore[no-any-return]


@rule("7.1", "7.3a", "7.3b", "7.3c", "7.4a", "7.5a", "7.9")
@continued(stands(OTHERS), CONTROL, since=(CONTROL,))
def network(p: P, before: tuple[Sources, Reached, Reached] | None, side: int) -> tuple[Reached, tuple[Sources, Reached, Reached]]:
    """Every hex from which a supply line of any length reaches a working map-edge source of the side.

    The Germans draw on the whole west edge, the Soviets on six marked hexes; a source works only for its
    owner and only while he controls it. Only Soviet lines cross reservoirs. As long as no city and no source changes hands,
    the answer `before` is brought up to date.
    """
    game = p.game
    near, passable = game.board.neighbours, game.open_to_german if side == GERMAN else game.open_to_soviet
    closed = blocked(p, side)
    if before is None:
        working = working_sources(p, side)
        reached = flood(near, passable, closed, working)
    else:
        working, was_closed, was_reached = before
        reached = flood_again(near, passable, closed, working, was_closed, was_reached)
    return reached, (working, closed, reached)


@rule("4.3", "7.3a", "7.4b")
@continued(stands(GERMAN), CONTROL, since=(CONTROL,))
def moscow_is_fed(p: P, line: tuple[int, ...] | None) -> tuple[bool, tuple[int, ...]]:
    """Does a supply line lead from Moscow to a working map-edge source? One that has been found stands until Germans stand in
    it or a city or source changes hands."""
    if not line or any(map(p.s.count[GERMAN].__getitem__, line)):
        game, closed = p.game, blocked(p, SOVIET)
        found = way_out(game.board.neighbours, game.open_to_soviet, closed, working_sources(p, SOVIET), game.moscow_hexes)
        line = tuple(found.tolist())
    return bool(line), line


def working_sources(p: P, side: int) -> Sources:
    sources = p.game.sources[side]
    return sources[p.s.arrays.control[sources] == side]  # type: ignore[no-any-return]


@rule("7.2", "7.3d", "7.5b", "7.7b")
def supplied(p: P, unit: int) -> bool:
    """Every unit is supplied or it is not; Soviet units in a city never lost to the Germans always are."""
    hex = p.s.loc[unit]
    side = p.game.side_of[unit]
    return bool(network(p, side).item(hex)) or (side == SOVIET and self_supplying_city(p, hex))


@rule("7.3d", "7.5b")
def self_supplying_city(p: P, hex: int) -> bool:
    """A city feeds the Soviet units in it until the Germans have held it once."""
    return bool(p.game.city[hex]) and not p.s.was_german[hex]


@rule("7.6a", "7.6b", "7.3e")
def acting_from(p: P, side: int) -> Reached | None:
    """The hexes in which units of a side can act, None for all: out of supply a German unit has neither attack nor movement
    factor; Soviet units act all the same (7.7)."""
    return None if side == SOVIET else network(p, side)


def can_act_from(p: P, side: int, hex: int) -> bool:
    """Can units of a side act in a hex?"""
    fed = acting_from(p, side)
    return fed is None or bool(fed.item(hex))


def can_act(p: P, unit: int) -> bool:
    """The same for a unit where it stands."""
    return can_act_from(p, p.game.side_of[unit], p.s.loc[unit])


@rule("7.7a")
def terminal_supply(p: P) -> None:
    """In the last phase of the Soviet player turn every Soviet unit out of supply is eliminated outright."""
    hexes = p.game.board.hexes
    cut_off = outside(p.s.arrays.count[SOVIET], network(p, SOVIET), hexes).tolist()
    lost = [u for hex in cut_off if not self_supplying_city(p, hex) for u in p.units(hex, SOVIET)]
    for unit in sorted(lost):
        eliminate(p, unit, rule="7.7a", why="out of supply")
