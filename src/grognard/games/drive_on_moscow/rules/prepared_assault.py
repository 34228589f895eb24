"""10.1 to 10.6 Prepared assaults: who may attack what."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases, targets
from ...assault.battle import require_each_once
from ...assault.flags import ATTACKED, PHASE_FLAGS
from ..game import P
from ..state import GERMAN
from .november import attack_leaves_enough, is_declaration_turn, refuse_attacks_while_preparing
from .supply import can_act, can_act_from


@rule("10.4", "10.28a")
def begin_combat(p: P) -> None:
    """A new combat phase: nobody has attacked, been attacked or retreated in it."""
    p.s.clear_all(PHASE_FLAGS)


@rule("10.14", "10.16", "9.14")
def may_strike(p: P, unit: int, hex: int, target: int) -> bool:
    """Could this unit attack from one hex into the next, as far as the ground goes?"""
    direction = p.game.board.direction(hex, target)
    if direction < 0 or p.game.reservoir[hex][direction]:
        return False
    return not (p.game.marsh[target] and p.game.shuns_marsh[p.s.kind[unit]])


@rule("10.1", "10.3", "10.4", "10.6", "7.6a", "10.14", "10.16")
def check_attacker(p: P, unit: int, target: int) -> None:
    """Any unit next to the target may join, once a phase, whatever the rest of its stack does."""
    s, game = p.s, p.game
    handle, names = game.pieces[unit].handle, game.board.names
    if game.side_of[unit] != s.active:
        raise Illegal("10.1", f"{handle} belongs to the other side")
    here = s.loc[unit]
    direction = game.board.direction(here, target) if 0 <= here < game.board.hexes else -1
    if direction < 0:
        raise Illegal("10.1", f"{handle} is not next to {names[target]}")
    if s.flags[unit] & ATTACKED:
        raise Illegal("10.4", f"{handle} has attacked in this phase already")
    if game.reservoir[here][direction]:
        raise Illegal("10.16", f"{handle} cannot attack {names[target]} across a reservoir")
    if game.marsh[target] and game.shuns_marsh[s.kind[unit]]:
        raise Illegal("10.14", f"{handle} is mechanized and cannot attack into marsh")
    if not can_act(p, unit):
        raise Illegal("7.6a", f"{handle} is out of supply and has no attack factor")


@rule("10.2", "10.4", "10.28a")
def check_target(p: P, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who defends a hex and who merely stands in it."""
    return targets.defenders_of(p, target, "10.1", "10.4")


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A hex that may be attacked, by units that may attack it."""
    check_target(p, target)
    for unit in units:
        check_attacker(p, unit, target)


@rule("10.1", "10.2", "10.3", "10.4", "10.6")
def check_attack(p: P, command: Command) -> None:
    """Any number of units around one hex, each once, as far as the demand of 11.2 lets them."""
    refuse_attacks_while_preparing(p)
    units, target = command.units, command.hexes[0]
    require_each_once(units, "10.4", "attacking unit")
    check_attackers(p, units, target)
    if not attack_leaves_enough(p, units, target):
        raise Illegal("11.2c", f"{p.s.quota} units must attack this turn; others need this target")


# ---------------------------------------------------------------- what may be named


def attackers_of(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the active side that may attack the given hex (or any hex)."""
    if not hexes:
        found: set[int] = set()
        for target in attackable_hexes(p, ()):
            found.update(attackers_of(p, (target,)))
        return sorted(found)
    target, s = hexes[0], p.s
    side, count = s.active, s.count
    able: list[int] = []
    for hex in p.game.launch_hexes[target]:
        if count[side][hex] and can_act_from(p, side, hex):
            able += [u for u in p.units(hex, side) if not s.flags[u] & ATTACKED]
    if p.game.marsh[target]:
        able = [u for u in able if not p.game.shuns_marsh[s.kind[u]]]
    return able


def _able(p: P, unit: int, hex: int, target: int) -> bool:
    return not p.s.flags[unit] & ATTACKED and may_strike(p, unit, hex, target) and can_act(p, unit)


def attackable_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Enemy-held hexes that may be attacked, by all the units named or by anybody."""
    if p.s.active == GERMAN and is_declaration_turn(p):
        return ()
    if units:
        able = [h for h in targets.open_beside(p, units) if all(_able(p, u, p.s.loc[u], h) for u in units)]
        return [h for h in able if attack_leaves_enough(p, units, h)]
    return [h for h in targets.contested(p) if targets.is_open(p, h) and attackers_of(p, (h,))]


def list_attacks(p: P) -> Iterator[Command]:
    """Attacks by each unit alone and by all that can join."""
    for target in attackable_hexes(p, ()):
        able = tuple(attackers_of(p, (target,)))
        for units in (*((unit,) for unit in able), *([able] if len(able) > 1 else ())):
            if attack_leaves_enough(p, units, target):
                yield Command("attack", units, (target,))


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


@rule("10.1")
def end_combat(p: P, command: Command) -> None:
    """Attacking is voluntary, except for spoiling attacks (11.2)."""
    phases.close(p)
