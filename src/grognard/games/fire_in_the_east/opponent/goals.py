"""Where a side wants to be: its objectives, and which of them each unit goes for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..state import AXIS, ONE
from .sight import NO_WAY, Field, Sight

#: How many movement points further an army goes for a victory point more.
PER_POINT = 5 * ONE
#: How many units go for an objective, and how many more for each further victory point.
FORCE, MORE = 28, 22
#: Types that keep the rear quiet.
REAR = ("security", "police", "border", "fortress", "railroad engineer", "construction", "position AA heavy",
        "position AA light", "heavy AA", "light AA")  # fmt: skip


def wanted(sight: Sight) -> dict[int, int]:
    """Objectives that are not yet the side's own, by their first hex, with their victory points."""
    control = sight.s.control
    return {hex: worth for hex, worth in sight.objectives().items() if any(control[h] != sight.side for h in sight.city(hex))}


def fields(sight: Sight) -> tuple[list[int], list[Field]]:
    """The objectives that are left and the ways to them, dearer for those that count less."""
    goals = wanted(sight)
    hexes = list(goals)
    found = []
    for hex in hexes:
        open_ones = [h for h in sight.city(hex) if sight.s.control[h] != sight.side]
        field = sight.away(open_ones)
        found.append(np.where(field < NO_WAY, field - PER_POINT * (goals[hex] - 1), NO_WAY).astype(np.int16))
    return hexes, found


def allotted(sight: Sight, units: Sequence[int], most: int = 0) -> dict[int, Field]:
    """For each unit the way to the objective it goes for: the one that is nearest for its worth, as long as not too many go
    (`most`, or as many fighting units as it is worth)."""
    hexes, ways = fields(sight)
    if not hexes:
        everywhere = sight.away(np.flatnonzero(sight.enemies())[:12].tolist())
        return dict.fromkeys(units, everywhere)
    goals = wanted(sight)
    limits = [most or FORCE + MORE * (goals[hex] - 1) for hex in hexes]
    table = np.stack(ways)[:, sight.s.arrays.loc[list(units)]]
    sent: Counter[int] = Counter()
    found: dict[int, Field] = {}
    for at in np.argsort(table.min(axis=0), kind="stable").tolist():
        unit = units[at]
        ranked = np.argsort(table[:, at], kind="stable").tolist()
        goal = next((g for g in ranked if sent[g] < limits[g]), ranked[0])
        if most or sight.value("attack", unit) >= 2 * ONE:
            sent[goal] += 1
        found[unit] = ways[goal]
    return found


def pull(sight: Sight) -> Field:
    """How far every hex is from the objective that draws most from there."""
    _, ways = fields(sight)
    if not ways:
        return sight.away(np.flatnonzero(sight.enemies())[:12].tolist())
    found: Field = np.minimum.reduce(ways)
    return found


def is_rear(sight: Sight, unit: int) -> bool:
    return sight.game.printed_faces[unit][0].type in REAR and sight.side == AXIS
