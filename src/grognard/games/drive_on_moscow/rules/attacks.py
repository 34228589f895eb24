"""10.1 to 10.6 Prepared assaults: the command, as far as the demand for spoiling attacks (11.2) lets units attack."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import targets
from ...assault.battle import require_each_once
from ...assault.flags import ATTACKED
from ..material import P
from ..state import GERMAN
from .november import is_declaration_turn, refuse_attacks_while_preparing
from .prepared_assault import attackable, attackable_by, attackers_of, check_attackers, may_strike
from .spoiling_attacks import attack_leaves_enough
from .supply import can_act


@rule("10.1", "10.2", "10.3", "10.4", "10.6")
def check_attack(p: P, command: Command) -> None:
    """Any number of units around one hex, each once, as far as the demand of 11.2 lets them."""
    refuse_attacks_while_preparing(p)
    units, target = command.units, command.hexes[0]
    require_each_once(units, "10.4", "attacking unit")
    check_attackers(p, units, target)
    if not attack_leaves_enough(p, units, target):
        raise Illegal("11.2c", f"{p.s.quota} units must attack this turn; others need this target")


def _able(p: P, unit: int, hex: int, target: int) -> bool:
    return not p.s.flags[unit] & ATTACKED and may_strike(p, unit, hex, target) and can_act(p, unit)


def attackable_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Enemy-held hexes that may be attacked, by all the units named or by anybody."""
    if not units:
        return attackable(p)
    if p.s.active == GERMAN and is_declaration_turn(p):
        return ()
    able = [h for h in targets.open_beside(p, units) if all(_able(p, u, p.s.loc[u], h) for u in units)]
    return [h for h in able if attack_leaves_enough(p, units, h)]


def list_attacks(p: P) -> Iterator[Command]:
    """Attacks by each unit alone and by all that can join."""
    for target, stacks in attackable_by(p):
        able = tuple(chain.from_iterable(stacks))
        there = (target,)
        for units in (*zip(able), *([able] if len(able) > 1 else ())):
            if not p.s.quota or attack_leaves_enough(p, units, target):
                yield Command("attack", units, there)


def sample_attack(p: P, rng: random.Random) -> Command | None:
    """A random attack: some of the units that can reach a random target."""
    if p.s.active == GERMAN and is_declaration_turn(p):
        return None
    target, able = targets.random_target(p, rng, attackers_of)
    if not able:
        return None
    first, number = int(rng.random() * len(able)), 1 + int(rng.random() * len(able))
    units = tuple([*able[first:], *able[:first]][:number])
    air = int(rng.random() * (p.s.air[p.s.active] + 1))
    return Command("attack", units if attack_leaves_enough(p, units, target) else tuple(able), (target,), air or None)
