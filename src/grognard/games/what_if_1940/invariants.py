"""What must always hold in a position of 1940: What If?"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.invariants import faults as kernel_faults
from .material import P
from .rules.counters import mechanized, name, on_map
from .rules.neutrals import barred, inert
from .rules.stacking import faulty
from .state import AIRCRAFT, GERMAN, SOVIET


def faults(p: P) -> list[str]:
    """Everything wrong with a position."""
    return [*kernel_faults(p, "10.7"), *_battle(p), *_crowded(p), *_on_foreign_ground(p), *_misplaced(p), *_aircraft(p)]


def _battle(p: P) -> Iterator[str]:
    step = p.s.flow[-1].step if p.s.flow else ""
    if step.startswith("battle") is (p.s.battle is None) and step not in ("stacks", "overstacked"):
        yield f"a battle and the step {step!r} do not go together"


def _crowded(p: P) -> Iterator[str]:
    """Too high or too mixed a stack may stand only for as long as its owner decides who goes, or while one retreating unit after
    the other takes the place of another nation."""
    if p.s.flow and p.s.flow[-1].step not in ("overstacked", "battle.retreat", "battle.displace"):
        for side, hex in faulty(p):
            yield f"{p.game.board.names[hex]} is overstacked by the {p.game.sides[side]} side (7.2b)"


def _on_foreign_ground(p: P) -> Iterator[str]:
    """Where a unit at war stands its alliance has control, and no garrison of its enemies lives; a fort has no German in it."""
    s, board = p.s, p.game.board
    for side, hex in zip(*(part.tolist() for part in (s.arrays.count[:, : board.hexes] > 0).nonzero()), strict=True):
        if s.turn and s.enemies[side] and s.control[hex] not in p.friends(side):
            yield f"units of the {p.game.sides[side]} side stand in {board.names[hex]} without controlling it (3.12c)"
        if s.fort[hex] and side == GERMAN:
            yield f"Germans stand in {board.names[hex]} beside a Soviet fortification (9.8f)"


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
