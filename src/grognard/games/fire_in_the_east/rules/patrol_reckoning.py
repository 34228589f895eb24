"""Rule 19 from facts: how far a fighter patrols and on which die it turns an air unit back."""

from __future__ import annotations

from fractions import Fraction

from ....core.rule import rule
from ..aircraft import Aircraft
from .flyer import SOVIET

SOVIET_PATROL = 2


@rule("19a")
def patrol_range(aircraft: Aircraft, nation: str) -> int:
    """Two hexes for Soviet fighters, half the movement rating for those of the Axis."""
    return SOVIET_PATROL if nation == SOVIET else aircraft.movement // 2


@rule("19b")
def turns_back_on(attack: int, defence: int) -> int:
    """The lowest die that turns the enemy back."""
    if attack <= defence:
        return 6
    return 5 if attack < 2 * defence else 4


def patrol_chance(attack: int, defence: int) -> Fraction:
    return Fraction(7 - turns_back_on(attack, defence), 6)
