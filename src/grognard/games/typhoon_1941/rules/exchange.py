"""Exchanges: whether the German declines one, which defenders are lost in it, and what it costs the attackers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Declined
from ..material import P
from ..state import GERMAN, RUSSIAN, Battle

replace = msgspec.structs.replace


def _battle(p: P) -> Battle:
    battle = p.s.battle
    assert battle is not None
    return battle


@rule("results.6", "pressed.2")
def accept(p: P, command: Command) -> None:
    p.pop()


@rule("results.6", "pressed.2")
def decline(p: P, command: Command) -> None:
    """German defenders decline an exchange, except in Snow, and take a D2 for it."""
    battle = _battle(p)
    groups = tuple(replace(g, result="D2") if g.result.startswith("X") else g for g in battle.groups)
    p.s.battle = replace(battle, groups=groups)
    p.pop()
    p.emit(Declined(targets=battle.targets, side=GERMAN, rule="results.6"))


# ---------------------------------------------------------------- defenders


@rule("results.7", "results.10")
def best_losses(p: P, battle: Battle) -> list[frozenset[int]]:
    """The sets of defenders that may be lost: all of them, or as many factors as the attackers can cover.

    Against Russian tanks panzers come first, until they make up for the tanks. Units without factors are lost with
    all the others only. What the owner has given up already is in every set.
    """
    factors = dict(battle.defenders)
    units = [u for group in battle.groups if group.result.startswith("X") for u in group.units]
    budget = sum(f for _, f in battle.attack)
    if sum(factors[u] for u in units) <= budget:
        return [frozenset(units)]
    armed = [u for u in units if factors[u]]
    facing = sum(f for u, f in battle.attack if p.game.is_tank[u]) if battle.side == RUSSIAN else 0

    def worth(lost: Sequence[int]) -> tuple[int, int]:
        panzers = sum(factors[u] for u in lost if p.game.is_tank[u])
        return min(panzers, facing), sum(factors[u] for u in lost)

    covered = [lost for n in range(len(armed) + 1) for lost in combinations(armed, n) if worth(lost)[1] <= budget]
    best = max(map(worth, covered))
    return [frozenset(lost) for lost in covered if worth(lost) == best and set(battle.given) <= set(lost)]


def is_open(p: P, battle: Battle) -> bool:
    """Has the owner of the defenders still to choose among equal losses?"""
    return len(best_losses(p, battle)) > 1


def giveable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Defenders that their owner may give up next."""
    battle = _battle(p)
    return sorted(frozenset.union(*best_losses(p, battle)) - set(battle.given))


@rule("results.7")
def give_up(p: P, command: Command) -> None:
    """The owner chooses among equal losses; he is asked until only one choice is left."""
    battle = _battle(p)
    chosen = battle.given
    for unit in command.units:
        if unit in chosen or not any({*chosen, unit} <= lost for lost in best_losses(p, battle)):
            raise Illegal("results.7", f"{p.game.pieces[unit].handle} is not among the losses that the attackers can cover")
        chosen = (*chosen, unit)
    p.s.battle = replace(battle, given=chosen)
    if not is_open(p, p.s.battle):
        p.pop()


# ---------------------------------------------------------------- what the attackers owe


@rule("results.9")
def half(factors: int, side: int) -> int:
    """Half the factors: a Russian attacker rounds up, a German one down."""
    return (factors + 1) // 2 if side == RUSSIAN else factors // 2


@rule("results.10")
def tank_factors(p: P, battle: Battle, lost: Sequence[int]) -> int:
    """Factors that attacking panzers must cover in an exchange; no such duty binds Russian tanks."""
    return sum(f for u, f in battle.defenders if u in lost and p.game.is_tank[u]) if battle.side == GERMAN else 0
