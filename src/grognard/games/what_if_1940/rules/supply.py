"""6.0 Supply: lines to sources in the west and in the east, Rollbahnen, coasts, and what want of supply does."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ....core.derived import ANY, CONTROL, derived, of, stands
from ....core.paths import flood
from ....core.rule import rule
from ..material import LEG, Mask, P
from ..state import ALLIED, BELGIAN, DUTCH, GERMAN, SOVIET
from . import airpower, control
from .counters import halved, lose_step, nation, on_map

Reached = npt.NDArray[np.uint8]


@rule("6.7b", "9.8g")
def closed(p: P, side: int) -> Mask:
    """Hexes that no line of a side enters: enemy units, and cities and works of the enemy even when nobody is in them."""
    s, game = p.s, p.game
    enemies = [p.s.arrays.control == enemy for enemy in s.enemies[side]]
    held: Mask = np.logical_or.reduce(enemies) if enemies else np.zeros(game.board.nodes, np.bool_)
    blocked: Mask = (s.arrays.foes[side] > 0) | (held & (game.city | game.works))
    return blocked | s.arrays.fort if side == GERMAN else blocked


def sides_open(p: P, lakes: bool) -> Reached:
    """Hexsides over which a line may run: all but the sea's, and the lakes' for whoever cannot use them."""
    board = p.game.board
    shut = board.side_mask("sea") if lakes else board.side_mask("sea") | board.side_mask("lake")
    return (~shut & (board.neighbours >= 0)).astype(np.uint8)


def _traced(p: P, shut: Mask, ground: Mask, sources: Mask, *, lakes: bool = False) -> Reached:
    blocked = shut | ~ground
    starts = sources.nonzero()[0].astype(np.int16)
    return flood(p.game.board.neighbours, sides_open(p, lakes), blocked.astype(np.uint8), starts)  # type: ignore[no-any-return]


# ---------------------------------------------------------------- the west


@rule("6.4c", "6.7c")
@derived(stands(ANY), CONTROL, of("fort"))
def german_west(p: P) -> Reached:
    """To any Ruhr city, through Greater Germany only."""
    return _to_the_ruhr(p, closed(p, GERMAN))


def _to_the_ruhr(p: P, shut: Mask) -> Reached:
    return _traced(p, shut, p.game.germany & p.game.west & p.game.land, p.game.ruhr)


@rule("6.3", "6.4a", "6.7a", "6.7c", "10.10a")
def anglo_french(p: P, cavalry: bool) -> Reached:
    """To the French map edge; not through countries whose neutrality is intact, nor through the closed Ardennes but for cavalry.
    Frozen Belgians are no enemies: lines pass them."""
    return _cavalry_lines(p) if cavalry else _allied_lines(p)


@derived(stands(ANY), CONTROL, of("ardennes"), of("belgium"), of("holland"))
def _allied_lines(p: P) -> Reached:
    return _traced(p, closed(p, ALLIED), open_ground(p), p.game.board.mask("french-edge"))


@derived(stands(ANY), CONTROL, of("belgium"), of("holland"))
def _cavalry_lines(p: P) -> Reached:
    return _traced(p, closed(p, ALLIED), allied_ground(p), p.game.board.mask("french-edge"))


def allied_ground(p: P) -> Mask:
    """Ground that lines of the Anglo-French may cross: not that of a country whose neutrality is intact."""
    ground: Mask = p.game.west & p.game.land
    for country, status in (("belgium", p.s.belgium), ("holland", p.s.holland)):
        if status == "neutral":
            ground = ground & ~p.game.board.mask(country)
    return ground


@rule("10.10a")
def open_ground(p: P) -> Mask:
    """That ground without the Ardennes, as long as they are closed to all but cavalry."""
    ground = allied_ground(p)
    return ground if p.s.ardennes else ground & ~p.game.board.terrain_mask("ardennes")


# ---------------------------------------------------------------- the east


@rule("6.5e", "6.7c")
@derived(stands(ANY), CONTROL)
def soviet(p: P) -> Reached:
    """To any hex of the red row, over lakes too."""
    ground = p.game.east & ~p.game.board.terrain_mask("sea", "neutral")
    return _traced(p, closed(p, SOVIET), ground, p.game.red_row, lakes=True)


@rule("6.12")
def soviet_lines_outside(p: P, area: Mask) -> Reached:
    """Soviet lines that keep out of an area."""
    ground = p.game.east & ~p.game.board.terrain_mask("sea", "neutral") & ~area
    return _traced(p, closed(p, SOVIET), ground, p.game.red_row, lakes=True)


@rule("6.5a", "6.7c")
@derived(stands(ANY), CONTROL, of("fort"))
def to_german_edge(p: P) -> Reached:
    """Hexes with a line of any length to the map edge in Greater Germany."""
    return _to_the_edge(p, closed(p, GERMAN))


def _to_the_edge(p: P, shut: Mask) -> Reached:
    return _traced(p, shut, p.game.east & p.game.land, p.game.board.mask("german-edge-east"))


@rule("6.5b", "6.5c")
@derived(stands(ANY), CONTROL, of("fort"))
def rollbahn(p: P) -> Reached:
    """Rollbahn hexes joined with 5005 along the drawn roads, if 5005 is joined with the edge. Neighbours without a road are not
    joined."""
    return _along_rollbahn(p, closed(p, GERMAN), to_german_edge(p))


def _along_rollbahn(p: P, shut: Mask, edge: Reached) -> Reached:
    board, head = p.game.board, p.game.rollbahn_head
    starts = np.array([head] if edge[head] else [], np.int16)
    roads = board.side_mask("rollbahn").astype(np.uint8)
    return flood(board.neighbours, roads, shut.astype(np.uint8), starts)  # type: ignore[no-any-return]


@rule("6.5b", "6.5c")
@derived(stands(ANY), CONTROL, of("fort"))
def near_rollbahn(p: P) -> Mask:
    """Hexes from which at most six lead to a working Rollbahn hex, itself counted. A line that has come to a Rollbahn does not
    leave it, so no leg runs over one."""
    return _legs(p, closed(p, GERMAN), rollbahn(p))


def _legs(p: P, shut: Mask, road: Reached) -> Mask:
    board = p.game.board
    free = ~shut & p.game.east & p.game.land & ~board.mask("rollbahn")
    ways, near = sides_open(p, lakes=False).astype(np.bool_), board.neighbours
    found: Mask = road.astype(np.bool_)
    for _ in range(LEG):
        touched = (found[near] & ways & (near >= 0)).any(axis=1)
        found = found | (touched & free)
    return found


@rule("6.4c", "6.5a", "6.5b")
def german_net(p: P, shut: Mask) -> Mask:
    """The hexes from which Germans would have a line, in the west or in the east, if these were closed to them."""
    edge = _to_the_edge(p, shut)
    legs = _legs(p, shut, _along_rollbahn(p, shut, edge))
    close = p.game.close_to_germany[control.variant(p)]
    found: Mask = (_to_the_ruhr(p, shut) > 0) | (p.game.east & (legs | ((edge > 0) & close)))
    return found


@rule("6.5a")
def close_to_germany(p: P, hex: int) -> bool:
    """In Greater Germany, or within six hexes of it."""
    return bool(p.game.close_to_germany[control.variant(p)][hex])


@rule("6.5a", "6.5b")
def german_east(p: P, hex: int) -> bool:
    """Straight to the edge from near Greater Germany, by Rollbahn from everywhere."""
    return bool(near_rollbahn(p)[hex]) or (bool(to_german_edge(p)[hex]) and close_to_germany(p, hex))


# ---------------------------------------------------------------- units


@rule("6.4a", "6.5d", "6.7d")
def coastal(p: P, unit: int) -> bool:
    """Granted, not traced: to Germans on the Baltic, to British and French on the North Sea, not on the IJsselmeer."""
    coast = {GERMAN: "baltic-coast", ALLIED: "north-sea-coast"}.get(p.side_of(unit))
    return coast is not None and bool(p.game.board.mask(coast)[p.s.loc[unit]])


@rule("6.3", "6.4a", "6.4b", "6.4c", "6.5a", "6.5b", "6.5e")
def overland(p: P, unit: int) -> bool:
    """Has a unit on a map a line to a source of its nation?"""
    hex = p.s.loc[unit]
    if p.side_of(unit) == GERMAN and p.game.east[hex]:
        return german_east(p, hex)
    return lives_at_home(p, unit) or bool(lines_of(p, unit)[hex])


@rule("6.4b")
def lives_at_home(p: P, unit: int) -> bool:
    """Dutch and Belgians want for nothing in their own country."""
    side = p.side_of(unit)
    return side == DUTCH or (side == BELGIAN and bool(p.game.board.mask("belgium")[p.s.loc[unit]]))


def lines_of(p: P, unit: int) -> Reached:
    """The hexes from which lines of a unit's nation run to its sources; of Germans in the east without the Rollbahn."""
    side = p.side_of(unit)
    if side == GERMAN:
        return german_west(p) if p.game.west[p.s.loc[unit]] else to_german_edge(p)
    if side == SOVIET:
        return soviet(p)
    cavalry = p.game.is_cavalry[p.s.kind[unit]] and nation(p, unit) in ("french", "belgian")
    return anglo_french(p, cavalry)


@rule("6.5e")
def city_feeds(p: P, unit: int) -> bool:
    """Moscow and Leningrad feed the Soviet units in them, until they have once been German."""
    hex = p.s.loc[unit]
    return p.side_of(unit) == SOVIET and hex in (p.game.moscow, p.game.leningrad) and not p.s.was_german[hex]


@rule("6.6", "8.2b", "12.4c")
def state_of(p: P, unit: int) -> str:
    """How a unit is supplied: overland, coastal, city, air or none. Off the maps nobody wants for anything; the 7th Flieger Corps
    wants a line only while enemy aircraft are about."""
    if not on_map(p, unit) or overland(p, unit):
        return "overland"
    if coastal(p, unit):
        return "coastal"
    if city_feeds(p, unit):
        return "city"
    return "air" if unit == p.game.flieger and airpower.clear_skies(p, p.s.loc[unit]) else "none"


@rule("6.1", "6.2")
def supplied(p: P, unit: int) -> bool:
    """In supply or not, by the position alone."""
    return state_of(p, unit) != "none"


@rule("6.4a", "6.5d", "10.17")
def may_assault(p: P, unit: int) -> bool:
    """Coastal supply is not enough for a mobile assault."""
    return on_map(p, unit) and overland(p, unit)


@rule("6.7bis-a", "6.7bis-b", "6.9")
def worth(p: P, unit: int, factor: int) -> int:
    """A factor, halved per unit and rounded up for whoever is out of supply at the start of a battle or of his movement."""
    return factor if supplied(p, unit) else halved(factor)


@rule("6.8")
def terminal_check(p: P) -> None:
    """Every unit of the player turn's nations that is out of supply loses a step: all are judged before the first goes."""
    side = p.pop().args[0]
    sides = (ALLIED, BELGIAN) if side == ALLIED else (side,)
    starving = [
        u for u in range(len(p.game.pieces)) if p.side_of(u) in sides and p.s.enemies[p.side_of(u)] and not supplied(p, u)
    ]
    for unit in starving:
        lose_step(p, unit, "out of supply", "6.8")


def network(p: P, side: int) -> Reached:
    """The hexes in which a side's units would have a line."""
    if side == SOVIET:
        return soviet(p)
    if side in (BELGIAN, DUTCH):
        return p.game.board.mask("belgium" if side == BELGIAN else "holland").astype(np.uint8)
    if side == ALLIED:
        return anglo_french(p, cavalry=False)
    return german_net(p, closed(p, GERMAN)).astype(np.uint8)
