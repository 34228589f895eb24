"""11.5 to 11.7 Announcing an attack, calling it off, fog of war; 11.23 aircraft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.events import Cancelled
from ....core.rule import rule
from ...assault.battle import change_battle, require_each_once, the_battle
from ...assault.events import Assaulted, Attacked, Supported
from ...assault.flags import ATTACKED, DEFENDED
from ..events import Opened
from ..material import P
from ..state import FOUGHT, GERMAN, Battle
from . import aerial_supply, mobile_assault, prepared_assault, standing_orders
from .mobile_assault import pay, still_possible
from .prepared_assault import check_target, obliged_to


@rule("11.1", "11.2", "11.3", "11.5", "11.6", "5.12")
def attack(p: P, command: Command) -> None:
    """Announce a prepared assault on one hex by any number of units around it."""
    units, target = command.units, command.hexes[0]
    require_each_once(units, "11.4", "attacking unit")
    prepared_assault.check_attackers(p, units, target)
    left_out = [u for u in obliged_to(p, target) if u not in units]
    if left_out:
        handle = p.game.pieces[left_out[0]].handle
        raise Illegal("5.12", f"{handle} must attack this turn and has no other enemy to attack")
    origins = tuple(sorted({p.s.loc[u] for u in units}))
    announce(p, Battle(False, p.s.active, target, units, *check_target(p, target), origins=origins), command.number)


@rule("10.23", "10.24a", "11.5")
def assault(p: P, command: Command) -> None:
    """Announce a mobile assault. Until the hex is cleared the force counts as standing in its launch hex."""
    units, target = command.units, command.hexes[0]
    mobile_assault.check_attackers(p, units, target)
    standing_orders.watch(p, target)
    launch = p.s.loc[units[0]]
    defenders = tuple(p.foes(target, p.s.active))
    announce(p, Battle(True, p.s.active, target, units, defenders, launch=launch, origins=(launch,)), command.number)


@rule("11.5", "11.7", "11.23", "9.7")
def announce(p: P, battle: Battle, air: int | None) -> None:
    """The attacker names target and units. A German may still call it off before he looks at the defenders; a Soviet
    has seen them."""
    if air is not None:
        pledge_aircraft(p, battle, air)
        battle = msgspec.structs.replace(battle, air=air)
    p.s.battle = battle
    event_type = Assaulted if battle.mobile else Attacked
    said_by = "10.24a" if battle.mobile else "11.1"
    p.emit(
        event_type(
            units=battle.attackers, targets=(battle.target,), air=max(battle.air, 0) or None, side=battle.side, rule=said_by
        )
    )
    if battle.side == GERMAN:
        p.push("battle.announced", GERMAN)
    else:
        commit(p)


@rule("11.7")
def call_off(p: P, command: Command) -> None:
    """Nothing has been looked at yet, so the attack may still be dropped; an aircraft comes back."""
    battle = the_battle(p)
    p.s.air += max(battle.air, 0)
    p.s.battle = None
    p.pop()
    p.emit(Cancelled(targets=(battle.target,), side=battle.side, rule="11.7"))


@rule("11.7", "11.4")
def fight(p: P, command: Command) -> None:
    """The German commits himself."""
    battle = the_battle(p)
    if battle.mobile:
        still_possible(p, battle)
    p.pop()
    commit(p)


def ways_to_fight(p: P) -> Iterator[Command]:
    """Just one, unless the city has become a hero city since a mobile assault on it was announced."""
    battle = the_battle(p)
    if not battle.mobile or is_legal(still_possible, p, battle):
        yield Command("fight")


@rule("11.7", "11.4", "8.4", "11.23", "7.7A")
def commit(p: P) -> None:
    """The attack is on and binding: both stacks are laid open and emergency units roll for their factors. Then the
    German says whether he supports it from the air, and the die is rolled."""
    battle = the_battle(p)
    if battle.mobile:
        battle = pay(p, battle)
    else:
        p.s.mark(battle.attackers, ATTACKED | FOUGHT)
        p.s.mark((*battle.defenders, *battle.bystanders), DEFENDED)
    p.barrier = True
    dice = tuple((u, p.roll(f"factor of {p.game.pieces[u].handle}", rule="8.4", side=GERMAN)) for u in emergency_units(p, battle))
    battle = change_battle(p, revealed=True, dice=dice)
    p.emit(Opened(units=battle.defenders, hex=battle.target, side=p.foe(battle.side), rule="11.7"), public=True)
    p.push("battle.resolve")
    if (battle.air < 0 and p.s.air > 0) or aerial_supply.wants_moment(p, battle):
        p.push("battle.air", GERMAN)


@rule("8.4")
def emergency_units(p: P, battle: Battle) -> list[int]:
    """Units with a question mark for a factor."""
    return [u for u in (*battle.attackers, *battle.defenders) if p.game.is_emergency[u]]


# ---------------------------------------------------------------- aircraft


@rule("11.23", "10.33")
def pledge_aircraft(p: P, battle: Battle, number: int) -> None:
    """One counter at most in a battle, attack or defence, and each counter once per game turn."""
    if battle.side != GERMAN and p.frame.side != GERMAN and number:
        raise Illegal("11.23", "only the German has aircraft")
    if number > 1:
        raise Illegal("11.23", "no more than one counter supports a battle")
    if number > p.s.air:
        raise Illegal("11.23", "no aircraft are left this turn")
    p.s.air -= number


@rule("11.23", "10.33")
def support(p: P, command: Command) -> None:
    """The German answers, stacks open and die not yet rolled."""
    battle = the_battle(p)
    number = command.number or 0
    if number and battle.air > 0:
        raise Illegal("11.23", "no more than one counter supports a battle")
    pledge_aircraft(p, battle, number)
    change_battle(p, air=max(battle.air, 0) + number)
    p.pop()
    if number:
        p.emit(Supported(hex=battle.target, air=number, side=GERMAN, rule="11.23"))


def aircraft_left(p: P) -> Sequence[int]:
    battle = the_battle(p)
    return range(2 if p.s.air and battle.air <= 0 else 1)
