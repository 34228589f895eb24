"""Who can be attacked: by prepared assault enemies next door, once per phase, without those that have just retreated; by mobile
assault those that a force can pay for."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from ...core.command import Command
from ...core.derived import ANY, derived, stands
from ...core.errors import Illegal, is_legal
from ...core.paths import facing
from ...core.rule import concept
from .flags import DEFENDED, RETREATED
from .game import P

Check = Callable[..., object]
Q = TypeVar("Q", bound=P)
Choices = Callable[[Q, Sequence[int]], Sequence[int]]  #: what may be named with what has been named


@concept("a stack defends as one", "retreated units do not defend")
def defenders_of(p: P, target: int, nobody: str, again: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who defends a hex and who merely stands in it; `nobody` and `again` are the rules that refuse.

    A stack defends as one, once per phase. Units that retreated into it in this phase take no part; a hex that
    holds nobody else cannot be attacked, since they have been attacked already.
    """
    enemies = p.foes(target, p.s.active) if target < p.game.board.hexes else []
    name = p.game.board.names[target]
    if not enemies:
        raise Illegal(nobody, f"there are no enemy units in {name}")
    flags = p.s.flags
    bystanders = tuple([u for u in enemies if flags[u] & RETREATED])
    defenders = tuple([u for u in enemies if u not in bystanders]) if bystanders else tuple(enemies)
    for unit in defenders:
        if flags[unit] & DEFENDED:
            raise Illegal(again, f"the units in {name} have been attacked in this phase already")
    if not defenders:
        raise Illegal(again, f"the units in {name} retreated there in this phase and cannot be attacked again")
    return defenders, bystanders


def is_open(p: P, target: int) -> bool:
    """May anybody at all be attacked in this hex?"""
    return bool(p.s.foes[p.s.active][target]) and is_legal(defenders_of, p, target, "", "")


def open_among(p: P, hexes: Sequence[int]) -> list[int]:
    """Those of some enemy-held hexes in which anybody at all may be attacked: where nobody has defended or retreated yet, all."""
    s = p.s.arrays
    touched = {*s.loc[s.flags & (DEFENDED | RETREATED) != 0].tolist()}
    return [hex for hex in hexes if hex not in touched or is_open(p, hex)]


def contested(p: P) -> list[int]:
    """Enemy-held hexes with a unit of the active side beside them."""
    return faced(p, p.s.active)


@derived(stands(ANY))
def faced(p: P, side: int) -> list[int]:
    """Enemy-held hexes with a unit of a side beside them."""
    game, arrays = p.game, p.s.arrays
    return facing(game.board.neighbours, game.on_map_side, arrays.foes[side], arrays.count[side]).tolist()  # type: ignore[no-any-return]


def open_beside(p: P, units: Sequence[int]) -> list[int]:
    """Hexes beside all these units in which somebody may be attacked."""
    around = set.intersection(*(set(p.game.board.adjacent(p.s.loc[u])) for u in units))
    return sorted(hex for hex in around if is_open(p, hex))


def random_target(p: Q, rng: random.Random, attackers_of: Choices[Q]) -> tuple[int, list[int]]:
    """A random hex that can be attacked, and who can; nobody when there is none."""
    hexes = list(contested(p))
    while hexes:
        target = hexes.pop(int(rng.random() * len(hexes)))
        able = attackers_of(p, (target,)) if is_open(p, target) else ()
        if able:
            return target, list(able)
    return -1, []


# ---------------------------------------------------------------- mobile assaults


def holds_enemies(p: P, hex: int) -> bool:
    """Do enemies of the side on turn stand in a hex?"""
    return bool(p.s.foes[p.s.active][hex])


def in_reach_of(
    p: P, units: Sequence[int], check_force: Check, assault_cost: Check, held_by_enemies: Check = holds_enemies
) -> list[int]:
    """Enemy-held hexes that these units may assault together, by the game's rules for the force and for the price."""
    held = [hex for hex in p.game.board.adjacent(p.s.loc[units[0]]) if held_by_enemies(p, hex)]
    if not held or not is_legal(check_force, p, units):
        return []
    return [hex for hex in held if is_legal(assault_cost, p, units, hex)]


def random_assault(
    p: Q, rng: random.Random, able: Sequence[int], joins: Callable[[int], bool], targets_of: Choices[Q]
) -> Command | None:
    """A random assault by one of these units, sometimes with those of its stack that may join it."""
    for _ in range(min(4, len(able))):
        unit = able[int(rng.random() * len(able))]
        company = [u for u in p.units(p.s.loc[unit], p.s.active) if u != unit and joins(u)]
        for units in ((unit, *company), (unit,)) if rng.random() < 0.5 else ((unit,),):
            hexes = targets_of(p, units)
            if hexes:
                return Command("assault", units, (hexes[int(rng.random() * len(hexes))],))
    return None
