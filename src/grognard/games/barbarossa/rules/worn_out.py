"""5.10 Worn-out panzers: turn 3 without the Paulus Pause."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import march
from ..material import P
from ..state import GERMAN
from . import movement
from .counters import on_map
from .ground import mechanized
from .road_back import stands_fast


@rule("5.10c")
def needs_roll(p: P, unit: int) -> bool:
    """On turn 3 without the Paulus Pause a die is rolled for every hex with mechanized units before they move."""
    return is_due(p) and p.s.allowance[unit] < 0 and p.side_of(unit) == GERMAN and mechanized(p, unit)


@rule("5.10c")
def is_due(p: P) -> bool:
    """Is this the German player turn of turn 3, and there was no pause?"""
    return p.s.turn == 3 and p.s.pause == "no-pause" and p.s.active == GERMAN


def hexes_to_roll(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes with mechanized units whose die has not been rolled."""
    if not is_due(p):
        return ()
    panzers = [u for u in p.game.pieces_of_side[GERMAN] if on_map(p, u) and needs_roll(p, u)]
    return sorted({p.s.loc[u] for u in panzers if not stands_fast(p, u)})


@rule("5.10c", "7.17")
def roll(p: P, command: Command) -> None:
    """One die for all mechanized units of a hex, off their movement factors for the whole phase; they are the stack
    that moves now."""
    hex = command.hexes[0]
    worn = [u for u in p.units(hex, GERMAN) if needs_roll(p, u)] if hex < p.game.board.hexes else []
    if not worn:
        raise Illegal("5.10c", f"no die is due for {p.game.board.names[hex]}")
    die = p.roll(f"worn-out panzers in {p.game.board.names[hex]}", rule="5.10c", side=GERMAN)
    for unit in worn:
        p.s.allowance[unit] = max(0, movement.allowance(p, unit) - die)
    march.set_out(p.s, worn)
