"""10.1 to 10.7 Prepared assaults: who may attack what, fog of war, and 10.20 aircraft."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases, targets
from ...assault.battle import amend, require_each_once, the_battle
from ..game import P
from ..state import ATTACKED, DEFENDED, GERMAN, PHASE_FLAGS, SOVIET, UNTRIED, Battle
from .november import attack_leaves_enough, is_declaration_turn, refuse_attacks_while_preparing
from .supply import can_act, can_act_from


@rule("10.4", "10.28a")
def begin_combat(p: P) -> None:
    """A new combat phase: nobody has attacked, been attacked or retreated in it."""
    p.s.arrays.flags &= ~PHASE_FLAGS


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


@rule("10.1", "10.2", "10.3", "10.5", "10.6")
def attack(p: P, command: Command) -> None:
    """Announce a prepared assault on one hex by any number of units around it."""
    target = command.hexes[0]
    announce(p, Battle(False, p.s.active, target, command.units, *check_target(p, target)), command.number or 0)


# ---------------------------------------------------------------- announcement, aircraft, last chance to call off


@rule("10.20a", "10.20b", "10.20c", "10.20e", "10.5")
def announce(p: P, battle: Battle, air: int) -> None:
    """The attacker names target, units and aircraft; the defender answers with his aircraft; then it is on."""
    if air:
        pledge_aircraft(p, battle.side, air)
        battle = msgspec.structs.replace(battle, air=(air, 0) if battle.side == 0 else (0, air))
    p.s.battle = battle
    p.push("battle.announced", battle.side)
    if p.s.air[1 - battle.side]:
        p.push("battle.air", 1 - battle.side)
    p.emit(
        "assaulted" if battle.mobile else "attacked", side=battle.side, units=battle.attackers,
        hexes=(battle.target,), number=air, rule="9.19a" if battle.mobile else "10.1",
    )  # fmt: skip


@rule("10.20b", "10.20c")
def pledge_aircraft(p: P, side: int, number: int) -> None:
    """Each aircraft serves one battle a game turn, anywhere on the map."""
    left = p.s.air[side]
    if not 0 <= number <= left:
        raise Illegal("10.20c", f"{number} aircraft are asked for and {left} are left this turn")
    air = list(p.s.air)
    air[side] -= number
    p.s.air = (air[0], air[1])


@rule("10.20b", "10.20e")
def defend_with_aircraft(p: P, command: Command) -> None:
    """The defender commits aircraft before anything is revealed."""
    battle = the_battle(p)
    side, number = 1 - battle.side, command.number or 0
    pledge_aircraft(p, side, number)
    air = list(battle.air)
    air[side] += number
    amend(p, air=(air[0], air[1]))
    p.pop()
    if number:
        p.emit("supported", side=side, number=number, hexes=(battle.target,), rule="10.20b")


def aircraft_left(p: P) -> Sequence[int]:
    battle = the_battle(p)
    return range(p.s.air[1 - battle.side] + 1)


@rule("10.7b")
def call_off(p: P, command: Command) -> None:
    """Nothing has been looked at yet, so the attack may still be dropped; aircraft come back."""
    battle = the_battle(p)
    if battle.revealed:
        raise Illegal("10.7b", "the defenders have been looked at: the attack can no longer be called off")
    p.s.air = (p.s.air[0] + battle.air[0], p.s.air[1] + battle.air[1])
    p.s.battle = None
    p.pop()
    p.emit("cancelled", side=battle.side, hexes=(battle.target,), rule="10.7b")


@rule("10.7b", "2.14b", "10.6")
def fight(p: P, command: Command) -> None:
    """The attack is on and binding; both stacks are laid open and untried units turned face up for good."""
    battle = the_battle(p)
    p.pop()
    if battle.mobile:
        from .mobile_assault import commit

        commit(p, battle)
    else:
        for unit in battle.attackers:
            p.s.flags[unit] |= ATTACKED
        for unit in (*battle.defenders, *battle.bystanders):
            p.s.flags[unit] |= DEFENDED
        p.s.engaged += len(battle.attackers)
    amend(p, revealed=True)
    p.barrier = True
    reveal(p, (*battle.attackers, *battle.defenders))
    p.push("battle.resolve")


@rule("2.14a", "2.14b", "10.7a")
def reveal(p: P, units: Sequence[int]) -> None:
    """Untried units become veterans in their first battle. Units that merely stand by are not turned (10.28)."""
    untried = [u for u in units if p.s.flags[u] & UNTRIED]
    for unit in untried:
        p.s.flags[unit] &= ~UNTRIED
    if untried:
        game, kind, steps = p.game, p.s.kind, p.s.steps
        shown = tuple([f"{game.pieces[u].handle}: {game.fronts[kind[u]][steps[u]]}" for u in untried])
        p.emit("revealed", side=SOVIET, units=untried, data=shown, rule="2.14b", public=True)


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
