"""Inside a battle: who is lost, where the beaten go, who advances."""

from __future__ import annotations

import numpy as np

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import advance, combat_steps, retreat, stacking
from ..rules.units import ground_units
from ..state import AXIS
from .sight import Sight

#: A division that leaves a cadre is not lost for good.
CADRE = 0.6
#: Armour is dear.
ARMOUR = 1.4
#: So little strength of the enemy around a hex lets a counter-attack go into it, in eighths.
LITTLE = 160


def losses(match: Match) -> Advice:
    """The loss that hurts least for what it pays."""
    sight = Sight(match)
    p = sight.p
    bill = combat_steps.bill_of(p)
    owed = max(bill.owed - bill.lost, 1)

    def hurt(unit: int) -> tuple[float, int]:
        paid = combat_steps.worth(p, unit)
        dear = (ARMOUR if combat_steps.is_armor(p, unit) else 1.0) * (CADRE if sight.s.steps[unit] > 1 else 1.0)
        return paid * dear / min(paid, owed), unit

    worst = min(combat_steps.losable(p, ()) or combat_steps.candidates(p), key=hurt)
    return Advice(Command("lose", (worst,)), "the loss that hurts least")


def flight(match: Match) -> Advice:
    """To friends, in supply, out of enemy zones, into good ground."""
    sight = Sight(match)
    fed, grip, own = sight.fed(), sight.grip(), sight.by_hex("defence", sight.side)
    away = sight.hexes_from(sight.enemies(), 4)

    def call(command: Command) -> tuple[float, int]:
        hex = command.hexes[0]
        good = 8.0 * bool(fed[hex]) - 6.0 * bool(grip[hex]) + 2.0 * bool(own[hex]) + int(away[hex])
        return good + 3.0 * (hex in sight.front.city_at), -hex

    ways = list(retreat.list_retreats(sight.p))
    return Advice(max(ways, key=call), "towards friends and supply")


def advances(match: Match) -> Advice:
    """As many as fit where the ground is worth it and supply can follow."""
    sight = Sight(match)
    p, target = sight.p, combat_steps.fight_of(match.play).target
    dear = target in sight.front.city_at
    near = sight.widened(sight.fed(), 3 if sight.side == AXIS else 1)
    if not near[target] or (sight.side != AXIS and not dear and not _is_safe(sight, target)):
        return Advice(Command("stay"), "there is nothing to be gained by going further")
    chosen: list[int] = []
    there = ground_units(p, target, sight.side)
    for unit in sorted(advance.victors(p), key=lambda u: (-sight.value("defence", u), -sight.value("movement", u), u)):
        if (sight.value("attack", unit) == 0 and not dear) or _is_last_in_objective(sight, unit, chosen):
            continue
        if stacking.excess(p, sight.side, target, [*there, *chosen, unit]) <= 0:
            chosen.append(unit)
    if not chosen:
        return Advice(Command("stay"), "nobody else is needed there")
    return Advice(Command("advance", tuple(chosen)), "the ground is ours")


def _is_last_in_objective(sight: Sight, unit: int, going: list[int]) -> bool:
    """Would an objective be left empty?"""
    hex = sight.s.loc[unit]
    if hex not in sight.objectives():
        return False
    return all(other == unit or other in going for other in ground_units(sight.p, hex, sight.side))


def _is_safe(sight: Sight, hex: int) -> bool:
    """Is there little of the enemy around?"""
    threat = sight.by_hex("attack", sight.enemy)
    return int(np.sum(threat[list(sight.board.around[hex])])) < LITTLE
