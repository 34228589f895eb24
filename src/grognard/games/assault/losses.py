"""Steps that a battle costs."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import Illegal
from ...core.rule import concept
from .game import P


@concept("losses by steps")
def check_steps(p: P, units: Sequence[int], able: Sequence[int], owed: int, rule: str) -> None:
    """Steps are given up one per unit and command, freely chosen among the units involved."""
    for unit in units:
        if unit not in able:
            raise Illegal(rule, f"{p.game.pieces[unit].handle} is not one of the units that fought")
    if len(units) > owed or not units:
        raise Illegal(rule, f"steps owed: {owed}")
    if len(set(units)) < len(units):
        raise Illegal(rule, "name each unit once; a second step of the same unit is a second command")


@concept("defender eliminated")
def weakest_first(p: P, units: Sequence[int]) -> list[int]:
    """One-step units die before full ones are reduced."""
    steps = {unit: p.s.steps[unit] for unit in units}
    return sorted(units, key=lambda unit: steps[unit])
