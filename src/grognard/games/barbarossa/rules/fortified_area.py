"""8.5, 8.18 The German East Wall and the Soviet fortified area."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.derived import derived, of
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ..events import Fortified, Razed, Walled
from ..material import P
from ..state import AREA, GERMAN, SOVIET, WALL
from .supply import network

EAST_WALL_TURN, EAST_WALL_COUNTERS = 19, 10
AREA_TURN = 16


# ---------------------------------------------------------------- 8.5 the East Wall


@rule("8.5", "11.21c")
def begin_walls(p: P) -> None:
    """Turn 19 brings ten counters, all to be placed at once as far as there are hexes for them."""
    p.pop()
    if p.s.turn == EAST_WALL_TURN:
        p.s.walls = EAST_WALL_COUNTERS
        if wall_hexes(p, ()):
            p.push("german.walls", GERMAN)
        else:
            p.s.walls = 0


@rule("8.5")
def wall_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """German-controlled hexes of the USSR and the Baltic Republics with overland supply, no city, no counter yet."""
    board, s = p.game.board, p.s
    east = board.mask("ussr") | board.mask("baltic-republics")
    free = (s.arrays.works & WALL) == 0
    mine = (s.arrays.control == GERMAN) & (network(p, GERMAN) != 0)
    return np.nonzero(east & mine & free & ~p.game.city & ~p.game.water)[0].tolist()


@rule("8.5")
def build_wall(p: P, command: Command) -> None:
    """One counter; it does not count for stacking, and the enemy next to it does not matter."""
    hex = command.hexes[0]
    title = p.game.board.names[hex]
    if p.game.city[hex]:
        raise Illegal("8.5", f"{title} is a city")
    if p.s.works[hex] & WALL:
        raise Illegal("8.5", f"{title} is fortified already")
    if hex not in wall_hexes(p, ()):
        raise Illegal("8.5", f"{title} is no German-controlled, supplied hex of the USSR or the Baltic Republics")
    p.s.build(hex, WALL)
    p.s.walls -= 1
    p.emit(Walled(hex=hex, left=p.s.walls, side=GERMAN, rule="8.5"))
    if not p.s.walls or not wall_hexes(p, ()):
        p.s.walls = 0
        phases.close(p)


# ---------------------------------------------------------------- 8.18 the fortified area


@rule("8.18a", "8.1a")
def begin_area(p: P) -> None:
    """Turn 16 brings the fortified area, which cannot be delayed; without a hex for it, it is lost."""
    p.pop()
    if p.s.turn == AREA_TURN and area_hexes(p, ()):
        p.push("soviet.area", SOVIET)


@rule("8.18a")
def area_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Soviet-controlled hexes with overland supply, with six such hexes around them."""
    good = (p.s.arrays.control == SOVIET) & (network(p, SOVIET) != 0) & ~p.game.water
    return (good & p.game.inland & good[p.game.board.neighbours].all(axis=1)).nonzero()[0].tolist()  # type: ignore[no-any-return]


@rule("8.18a")
def fortify(p: P, command: Command) -> None:
    """The marker is placed and never moves."""
    hex = command.hexes[0]
    if hex not in area_hexes(p, ()):
        raise Illegal(
            "8.18a", f"{p.game.board.names[hex]} and the six hexes around it are not all Soviet-controlled and supplied"
        )
    p.s.build(hex, AREA)
    p.s.fortified_area = p.s.turn
    p.emit(Fortified(hex=hex, side=SOVIET, rule="8.18a"))
    phases.close(p)


def marker(p: P) -> int:
    """The hex of the marker, -1 while it is not on the map."""
    return _marked(p) if p.s.fortified_area else -1


@derived(of("works"))
def _marked(p: P) -> int:
    found = (p.s.arrays.works & AREA).nonzero()[0]
    return int(found[0]) if found.size else -1


@rule("8.18b", "8.18c")
def covers(p: P, hex: int) -> bool:
    """Does the area protect Soviet units here? Its own hex and the six around it, as far as the Soviet controls them."""
    centre = marker(p)
    if centre < 0 or p.s.control[hex] != SOVIET:
        return False
    return hex == centre or hex in p.game.board.adjacent(centre)


@rule("8.18b", "11.22")
def shift(p: P, hex: int) -> int:
    """Columns against an attack on Soviet units: one on the turn of placement, two afterwards."""
    if not covers(p, hex):
        return 0
    return -1 if p.s.turn == p.s.fortified_area else -2


@rule("8.18b", "11.22")
def hardened(p: P, hex: int) -> bool:
    """From the turn after placement there is no concentric bonus, and DR becomes BB."""
    return covers(p, hex) and p.s.turn > p.s.fortified_area


@rule("8.18c")
def at_once(p: P) -> None:
    """When the German takes the hex of the marker the whole area is gone."""
    centre = marker(p)
    if centre >= 0 and p.s.control[centre] != SOVIET:
        p.s.raze(centre, AREA)
        p.s.fortified_area = 0
        p.emit(Razed(hex=centre, side=SOVIET, rule="8.18c"))
