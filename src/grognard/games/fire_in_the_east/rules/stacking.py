"""Rule 8: stacking, judged at the end of a phase."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.errors import Illegal
from ....core.paths import Ints
from ....core.rule import rule
from ..material import P
from ..state import AXIS, SOVIET
from . import axis_allies
from .units import ground_units, where


def _types(p: P, units: Sequence[int]) -> list[int]:
    """Units as the limits count them: by piece and steps left."""
    per = p.game.faces_per_piece
    return [unit * per + min(p.s.steps[unit], len(p.game.printed_faces[unit]) - 1) for unit in units]


@rule("8", "8.B", "8.A", "8.A.1", "8.A.2", "8.A.3", "8.Bb", "14.I", "32.A.a")
def excess(p: P, side: int, hex: int, units: Sequence[int]) -> int:
    """By how much units are too many for a hex; 0 if they may stack there. For attackers it is asked of the attacked hex."""
    over = p.game.stacking.excess(side, hex, _types(p, units))
    return max(over, 1) if side == AXIS and axis_allies.mixed(p, units) else over


def measured(p: P, units: Sequence[int], side: int, hexes: Sequence[int]) -> tuple[Ints, Ints]:
    """What units count in each measure, and by hex the most of it; where a hex has alternatives, whichever allows more."""
    found = p.game.stacking
    most = [[found.most(side, hex, measure) for measure in found.measures] for hex in hexes]
    return found.loads(_types(p, units)), np.array(most, np.int16).reshape(len(hexes), len(found.measures))


def has_room(p: P, units: Sequence[int], hex: int) -> bool:
    """Would units that come to a hex keep the limit?"""
    side = p.side_of(units[0])
    count = p.s.count[side][hex]
    if count + len(units) <= p.game.most_divisions.item(hex) and (side == SOVIET or (not count and len(units) == 1)):
        return True  # whoever they are; Axis nations may not all stand together
    there = [unit for unit in ground_units(p, hex, side) if unit not in units]
    return excess(p, side, hex, [*there, *units]) <= 0


@rule("8.Ba", "34.Bb")
def has_room_with(p: P, unit: int, hex: int, steps: int) -> bool:
    """Would a unit keep the limit of a hex once it has so many steps: a cadre made whole, or a division brought back?"""
    side, per = p.side_of(unit), p.game.faces_per_piece
    there = [other for other in ground_units(p, hex, side) if other != unit]
    over = p.game.stacking.excess(side, hex, [*_types(p, there), unit * per + steps])
    return over <= 0 and not (side == AXIS and axis_allies.mixed(p, [*there, unit]))


def crowded(p: P, units: Sequence[int], hexes: Sequence[int]) -> list[int]:
    """Those of some hexes in which units that come there might be too many: all others have room."""
    count, most = p.s.count[p.side_of(units[0])], p.game.most_divisions
    choosy = p.side_of(units[0]) == AXIS and axis_allies.are_choosy(p, units)
    return [hex for hex in hexes if count[hex] + len(units) > most[hex] or (choosy and count[hex])]


def overfull(p: P, side: int) -> list[int]:
    """Hexes in which too many units of a side stand."""
    loc = p.s.arrays.loc[p.game.ground_of_side[side]]
    loc = loc[(loc >= 0) & (loc < p.game.board.hexes)]
    hexes, counts = np.unique(loc, return_counts=True)
    crowded = hexes[counts > p.game.most_divisions[hexes]].tolist()
    mixed = axis_allies.hungarian_hexes(p) if side == AXIS else ()
    return [hex for hex in dict.fromkeys([*crowded, *mixed]) if excess(p, side, hex, ground_units(p, hex, side)) > 0]


@rule("8.Ba")
def require_order(p: P, side: int) -> None:
    """No unit may end a phase in violation of the limit."""
    found = overfull(p, side)
    if found:
        raise Illegal("8.Ba", f"too many units in {', '.join(where(p, hex) for hex in found)}")
