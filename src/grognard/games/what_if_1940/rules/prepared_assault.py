"""11.1 to 11.6 Prepared assaults: who may attack what, once per phase."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal, is_legal, refusal
from ....core.rule import rule
from ...assault import phases, targets
from ...assault.battle import require_each_once
from ...assault.flags import ATTACKED, PHASE_FLAGS
from ..material import P
from ..state import ALLIED, DUTCH, Battle
from . import combat, control, movement, neutrals
from .counters import name, static

#: Who defends a hex, and who of them adds no strength because he retreated into it.
Force = tuple[tuple[int, ...], tuple[int, ...]]


@rule("11.4", "11.11d")
def begin(p: P) -> None:
    """A new combat phase: nobody has attacked, been attacked or retreated in it."""
    p.pop()
    p.s.clear_all(PHASE_FLAGS)
    p.s.stormed = ()


# ---------------------------------------------------------------- who would defend


@rule("3.6a")
def awakened(p: P, hex: int) -> bool:
    """Would an attack of the Anglo-French on this hex of neutral Holland make its army or its garrison fight?"""
    neutral = p.s.active == ALLIED and neutrals.neutral_ground(p, hex) == "holland"
    return neutral and bool(p.s.count[DUTCH][hex] or p.s.garrison[hex])


@rule("10.7", "11.21d")
def defended(p: P, hex: int) -> bool:
    """Is there anything in a hex that the side on turn could attack: enemies, or a live garrison of theirs?"""
    side = p.s.active
    return bool(p.s.foes[side][hex]) or control.hostile_garrison(p, side, hex) or awakened(p, hex)


@rule("11.4", "11.5a", "11.6", "11.11d", "11.21d")
def force_in(p: P, target: int) -> Force:
    """All enemies in a hex defend it together, once per phase; a garrison alone in it does so with nobody."""
    where = p.game.board.names[target]
    if target >= p.game.board.hexes or not defended(p, target):
        raise neutrals.nobody_to_fight(p, target, "11.1")
    if p.s.foes[p.s.active][target]:
        fresh, spent = targets.defenders_of(p, target, "11.1", "11.4")
        return (*fresh, *spent), spent
    if target in p.s.stormed:
        raise Illegal("11.4", f"the garrison of {where} has been attacked in this phase already")
    return tuple(p.units(target, DUTCH)), ()


# ---------------------------------------------------------------- who may attack


@rule("3.4c", "3.6b", "10.10a", "11.1", "11.2", "11.4", "11.5b", "10.11c")
def attacker_refusal(p: P, unit: int, target: int) -> Illegal | None:
    """Why a unit may not join an attack on a hex; any unit beside it may, whatever its stack does."""
    here, where = p.s.loc[unit], p.game.board.names[target]
    if not movement.acts_now(p, unit):
        return Illegal("11.1", f"{name(p, unit)} does not attack in this phase")
    if neutrals.inert(p, p.side_of(unit)):
        return Illegal("3.4c", f"{name(p, unit)} takes no part in the war")
    if static(p, unit):
        return Illegal("11.2", f"{name(p, unit)} never attacks")
    if p.game.board.direction(here, target) < 0:
        return Illegal("11.1", f"{name(p, unit)} is not next to {where}")
    if p.s.flags[unit] & ATTACKED:
        return Illegal("11.4", f"{name(p, unit)} has attacked in this phase already")
    if not movement.crossable(p, here, target):
        return Illegal("10.11c", f"water bars the way to {where}")
    if neutrals.hidden_in_the_trees(p, unit):
        return Illegal("10.10a", f"{name(p, unit)} may not attack out of the Ardennes")
    return refusal(neutrals.may_attack, p, unit, target)


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A hex that may be attacked, by units that may attack it."""
    force_in(p, target)
    for unit in units:
        why = attacker_refusal(p, unit, target)
        if why is not None:
            raise why


def battle_of(p: P, units: Sequence[int], target: int, *, airborne: bool = False) -> Battle:
    """The battle that an attack would be."""
    return Battle(False, p.s.active, target, tuple(units), *force_in(p, target), airborne=airborne)


@rule("3.6a", "7.3", "11.1", "11.5a", "11.5b")
def attack(p: P, command: Command) -> None:
    """Units around a hex attack it together. An attack on neutral Holland violates its neutrality first."""
    units, target = command.units, command.hexes[0]
    require_each_once(units, "11.4", "attacking unit")
    check_attackers(p, units, target)
    if awakened(p, target):
        neutrals.announce(p, ALLIED, (target,))
    combat.commit(p, battle_of(p, units, target))


# ---------------------------------------------------------------- what may be named


def open_targets(p: P) -> list[int]:
    """Hexes in which somebody may be attacked and beside which a unit of the side on turn stands."""
    board, sides = p.game.board, movement.MOVERS[p.s.active]
    own = p.s.arrays.count[list(sides), : board.hexes].sum(axis=0)
    around = {near for hex in own.nonzero()[0].tolist() for near in board.adjacent(hex)}
    return sorted(hex for hex in around if defended(p, hex) and is_legal(force_in, p, hex))


def attackers_of(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may attack the given hex, or any hex."""
    if not hexes:
        return sorted({unit for target in open_targets(p) for unit in _able(p, target)})
    return _able(p, hexes[0]) if is_legal(force_in, p, hexes[0]) else []


def _able(p: P, target: int) -> list[int]:
    beside = [u for hex in p.game.board.adjacent(target) for side in movement.MOVERS[p.s.active] for u in p.units(hex, side)]
    return [u for u in beside if attacker_refusal(p, u, target) is None]


def attackable_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that may be attacked, by all the units named or by anybody."""
    if not units:
        return [hex for hex in open_targets(p) if _able(p, hex)]
    near = set.intersection(*(set(p.game.board.adjacent(p.s.loc[u])) for u in units))
    able = [hex for hex in near if all(attacker_refusal(p, u, hex) is None for u in units)]
    return sorted(hex for hex in able if is_legal(force_in, p, hex))


def sample_attack(p: P, rng: random.Random) -> Command | None:
    """A random attack: some of the units that can reach a random target."""
    hexes = open_targets(p)
    while hexes:
        target = hexes.pop(int(rng.random() * len(hexes)))
        able = _able(p, target)
        if able:
            rng.shuffle(able)
            return Command("attack", tuple(able[: 1 + int(rng.random() * len(able))]), (target,))
    return None


@rule("11.1")
def end(p: P, command: Command) -> None:
    """Attacking is always voluntary."""
    phases.close(p)
