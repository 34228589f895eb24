"""11.1 to 11.6 Prepared assaults: who may attack what, and who must."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases, targets
from ...assault.flags import ATTACKED
from ..material import P
from ..state import GERMAN, OBLIGED, PHASE_FLAGS, SEA_MOVED, SOVIET
from . import ground
from .road_back import may_attack_first_turn, stands_fast
from .sequence import pausing


@rule("5.12")
def attacks_are_demanded(p: P) -> bool:
    """Must the active side attack in this phase? The Soviets must in the first three turns."""
    return bool(p.s.active == SOVIET and p.s.turn <= 3)


@rule("11.4", "11.29", "5.12", "5.6c")
def begin_combat(p: P) -> None:
    """A new combat phase: nobody has attacked, been attacked or retreated in it."""
    p.s.clear_all(PHASE_FLAGS)
    p.s.combats += 1
    if attacks_are_demanded(p):
        for unit in p.game.pieces_of_side[SOVIET]:
            if 0 <= p.s.loc[unit] < p.game.board.hexes and not excused(p, unit) and open_targets(p, unit):
                p.s.mark((unit,), OBLIGED)


# ---------------------------------------------------------------- who may attack


@rule("10.34c", "11.12b", "10.16", "10.17", "12.7a", "12.8", "5.10a", "5.11")
def unable(p: P, unit: int) -> Illegal | None:
    """Why a unit may not attack anything at all in this phase."""
    handle = p.game.pieces[unit].handle
    if pausing(p):
        return Illegal("5.10a", "nobody attacks during the Paulus Pause")
    if p.s.turn == 1 and p.side_of(unit) == GERMAN and p.game.romania[p.s.loc[unit]]:
        return Illegal("5.11", f"{handle} may not attack from Romania on turn 1")
    if unit == p.game.ica:
        return Illegal("10.34c", "the Independent Coastal Army never attacks")
    if not p.game.attack.item(p.s.kind[unit]):
        return Illegal("11.12b", f"{handle} has no attack factor")
    if p.s.flags[unit] & SEA_MOVED:
        baltic = p.game.board.mask("baltic-ports")[p.s.loc[unit]]
        return Illegal("10.17" if baltic else "10.16", f"{handle} has sailed in this player turn")
    if stands_fast(p, unit):
        return Illegal("12.7a", f"{handle} must stand fast")
    if not may_attack_first_turn(p, unit):
        return Illegal("12.8", f"{handle} is not in the southern logistics area")
    return None


@rule("11.1", "11.3", "11.4", "11.6", "11.17", "11.18", "11.19", "10.22", "5.11")
def attacker_refusal(p: P, unit: int, target: int) -> Illegal | None:
    """Why a unit may not join an attack on a hex; any unit next to it may, once per phase, whatever its stack does."""
    s, game = p.s, p.game
    handle, names = game.pieces[unit].handle, game.board.names
    if game.side_of[unit] != s.active:
        return Illegal("11.1", f"{handle} belongs to the other side")
    here = s.loc[unit]
    if not 0 <= here < game.board.hexes or game.board.direction(here, target) < 0:
        return Illegal("11.1", f"{handle} is not next to {names[target]}")
    if s.flags[unit] & ATTACKED:
        return Illegal("11.4", f"{handle} has attacked in this phase already")
    return unable(p, unit) or ground.strike_refusal(p, unit, here, target) or ground.refusal(p, unit, here, target)


@rule("11.2", "11.4", "11.29")
def check_target(p: P, target: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who defends a hex and who merely stands in it."""
    return targets.defenders_of(p, target, "11.1", "11.4")


def check_attackers(p: P, units: Sequence[int], target: int) -> None:
    """A hex that may be attacked, by units that may attack it."""
    check_target(p, target)
    for unit in units:
        why = attacker_refusal(p, unit, target)
        if why is not None:
            raise why


# ---------------------------------------------------------------- attacks that must be made


@rule("5.12", "10.34c", "11.12b")
def excused(p: P, unit: int) -> bool:
    """Units in cities and fortified lines need not attack, nor those that cannot."""
    hex = p.s.loc[unit]
    lines = p.game.soviet_line[hex] or ground.fortified(p, hex, GERMAN)
    return bool(p.game.city[hex] or lines) or unable(p, unit) is not None


@rule("5.12", "5.11")
def open_targets(p: P, unit: int) -> list[int]:
    """Enemy hexes next to a unit that it may attack, without a river between, and that nobody has attacked yet."""
    here = p.s.loc[unit]
    return [
        hex for hex in p.game.board.adjacent(here)
        if targets.is_open(p, hex) and not ground.river_between(p.game, here, hex) and attacker_refusal(p, unit, hex) is None
    ]  # fmt: skip


@rule("5.12")
def obliged_units(p: P) -> list[int]:
    """Soviet units that must still attack and can."""
    flags = p.s.arrays.flags
    bound = (flags & OBLIGED != 0) & (flags & ATTACKED == 0) & p.on_map()
    return [u for u in bound.nonzero()[0].tolist() if open_targets(p, u)]


@rule("5.12")
def obliged_to(p: P, target: int) -> list[int]:
    """Units that must join an attack on this hex because no other is left to them."""
    if not attacks_are_demanded(p):
        return []
    return [u for u in obliged_units(p) if open_targets(p, u) == [target]]


@rule("5.12")
def require_attacks_made(p: P) -> None:
    """The phase does not end while somebody must attack and can."""
    if attacks_are_demanded(p):
        waiting = obliged_units(p)
        if waiting:
            raise Illegal("5.12", f"{p.game.pieces[waiting[0]].handle} must attack an enemy next to it")


# ---------------------------------------------------------------- what may be named


def attackers_of(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of the active side that may attack the given hex (or any hex)."""
    if not hexes:
        return sorted({u for target in attackable_hexes(p, ()) for u in attackers_of(p, (target,))})
    near = p.game.board.adjacent(hexes[0])
    return [u for hex in near for u in p.units(hex, p.s.active) if attacker_refusal(p, u, hexes[0]) is None]


def attackable_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Enemy-held hexes that may be attacked, by all the units named or by anybody."""
    if not units:
        return [h for h in targets.contested(p) if targets.is_open(p, h) and attackers_of(p, (h,))]
    able = [h for h in targets.open_beside(p, units) if all(attacker_refusal(p, u, h) is None for u in units)]
    return [h for h in able if set(obliged_to(p, h)) <= set(units)]


def list_attacks(p: P) -> Iterator[Command]:
    """Attacks by each unit alone and by all that can join, as far as those that must are among them."""
    demanded = attacks_are_demanded(p)
    for target in targets.open_among(p, targets.contested(p)):
        able = tuple(attackers_of(p, (target,)))
        bound = {*obliged_to(p, target)} if demanded and able else set()
        for units in (*zip(able), *([able] if len(able) > 1 else ())):
            if not bound or bound <= {*units}:
                yield Command("attack", units, (target,))


def sample_attack(p: P, rng: random.Random) -> Command | None:
    """A random attack: some of the units that can reach a random target, with those that must."""
    target, able = targets.random_target(p, rng, attackers_of)
    if not able:
        return None
    rng.shuffle(able)
    chosen = able[: 1 + int(rng.random() * len(able))]
    chosen += [u for u in obliged_to(p, target) if u not in chosen]
    return Command("attack", tuple(chosen), (target,))


@rule("11.1", "5.12")
def end_combat(p: P, command: Command) -> None:
    """Attacking is voluntary, but for the Soviet attacks of 1941."""
    phases.close(p)
