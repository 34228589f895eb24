"""What must always hold in a position of 1940: What If?"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.invariants import faults as kernel_faults
from .game import P
from .rules.counters import mechanized, name, on_map
from .rules.neutrals import barred, inert
from .state import AIRCRAFT, GERMAN, SOVIET


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    return [*kernel_faults(p), *_misplaced(p), *_aircraft(p)]


def _misplaced(p: P) -> Iterator[str]:
    """Units on ground that is never theirs, and counters in places where they cannot be."""
    for unit in range(len(p.game.pieces)):
        hex, side = p.s.loc[unit], p.side_of(unit)
        if on_map(p, unit) and not inert(p, side) and barred(p, unit, hex) not in ("", "10.10a"):
            yield f"{name(p, unit)} may not be in {p.game.board.names[hex]} ({barred(p, unit, hex)})"
        if side == GERMAN and mechanized(p, unit) and hex in (p.game.box["reserve-arrived"], p.game.box["reserve-eligible"]):
            yield f"{name(p, unit)} is a panzer corps in the Strategic Reserve (12.1b)"
        if hex == p.game.dead[SOVIET] and unit not in p.game.red_on_white:
            yield f"{name(p, unit)} lies among armies that can be replaced (9.10a)"


def _aircraft(p: P) -> Iterator[str]:
    for side, (left, shut, all_of_them) in enumerate(zip(p.s.air, p.s.suppressed, AIRCRAFT, strict=True)):
        if left < 0 or left + shut > all_of_them:
            yield f"the aircraft of the {p.game.sides[side]} side do not add up (8.6)"
