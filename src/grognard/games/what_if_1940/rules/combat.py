"""7.3, 8.4 and 11.3 From the announcement of an attack to its die: stacks laid open, aircraft, attenuated supply."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Cancelled
from ....core.rule import rule
from ...assault.battle import change_battle, roll_result, the_battle
from ...assault.events import Assaulted, Attacked, Supported
from ...assault.flags import ATTACKED, DEFENDED
from ...assault.odds import Shift
from ..events import Opened
from ..material import P
from ..state import ALLIED, ATTACKER, DEFENDER, GERMAN, GERMAN_EAST, Battle
from . import airpower, combat_odds, combat_results, landing
from .counters import reveal


@rule("2.12b", "7.3", "10.24", "11.3a", "11.4")
def commit(p: P, battle: Battle) -> None:
    """Nothing is called off from here on: both forces are laid open, untried units turned up, paratroops land; then attacker
    and defender decide about aircraft, and the die is rolled."""
    p.s.battle = battle
    p.barrier = True
    event_type, cite = (Assaulted, "10.15a") if battle.mobile else (Attacked, "11.1")
    change_battle(p, revealed=True)
    p.emit(event_type(units=battle.attackers, targets=(battle.target,), side=battle.side, rule=cite), public=True)
    if battle.defenders:
        owner = p.side_of(battle.defenders[0])
        p.emit(Opened(units=battle.defenders, hex=battle.target, side=owner, rule="7.3"), public=True)
    reveal(p, (*battle.attackers, *battle.defenders))
    if not battle.mobile:
        p.s.mark(battle.attackers, ATTACKED)
    if battle.airborne:
        landing.land_on_enemies(p)
    if not the_battle(p).attackers and not the_battle(p).airborne:
        p.s.battle = None  # paratroops alone, and lost in the landing
        return
    p.push("battle.resolve")
    for party in (DEFENDER, ATTACKER):
        side = flyer(p, party)
        if side >= 0:
            p.push("battle.air", side, party, posts=(GERMAN_EAST,) if side == GERMAN else ())


# ---------------------------------------------------------------- aircraft


@rule("8.4a", "8.4b", "8.4c", "8.4d", "12.4c", "12.8b")
def flyer(p: P, party: int) -> int:
    """The side whose aircraft may support a party to the battle and are there; -1 for none."""
    battle = the_battle(p)
    attacking = party == ATTACKER
    german = (battle.side == GERMAN) == attacking
    side = GERMAN if german else battle.side if attacking else ALLIED
    return side if airpower.may_support(p, side, battle.target, attacking=attacking) else -1


def aircraft_left(p: P) -> Sequence[int]:
    return range(p.s.air[p.frame.side] + 1)


@rule("8.4a", "8.4b", "8.4d", "8.6")
def support(p: P, command: Command) -> None:
    """Attacker, then defender commit aircraft, stacks open and die not yet rolled; neither adds any later."""
    battle, number = the_battle(p), command.number or 0
    side, party = p.frame.side, p.frame.args[0]
    if number not in aircraft_left(p):
        raise Illegal("8.6", f"only {p.s.air[side]} aircraft are left in this game turn")
    p.pop()
    airpower.support(p, side, battle.target, number, attacking=party == ATTACKER)
    counts = list(battle.aircraft)
    counts[party] += number
    change_battle(p, aircraft=(counts[ATTACKER], counts[DEFENDER]))
    if number:
        p.emit(Supported(hex=battle.target, air=number, side=side, rule="8.4a"))


# ---------------------------------------------------------------- the die


@rule("6.11a", "6.11b", "11.3a", "11.3b", "11.14")
def resolve(p: P) -> None:
    """Attenuated supply first, which may cancel an attack on the ground; then odds, all shifts and the table."""
    p.pop()
    battle = the_battle(p)
    extra = []
    if combat_odds.attenuated(p, battle):
        left = combat_odds.roll_attenuation(p)
        if left is None:
            battle = call_off(p)
            if not battle.airborne:
                return
        elif left:
            extra = [Shift(left, "attenuated supply", "6.11a")]
    if not battle.mobile:
        p.s.mark(battle.defenders, DEFENDED)
        p.s.stormed = p.s.stormed if battle.defenders else (*p.s.stormed, battle.target)
    reckoned = combat_odds.reckon(p.game, combat_odds.facts_of(p, battle))
    reckoned = msgspec.structs.replace(reckoned, shifts=(*reckoned.shifts, *extra))
    change_battle(p, result=roll_result(p, reckoned, "11.3a", "11.3b"))
    combat_results.apply_result(p)


@rule("6.11b")
def call_off(p: P) -> Battle:
    """Supplies did not arrive: paratroops fight on alone; a mobile force has paid and stops, others have attacked, and nobody
    has been attacked."""
    battle = the_battle(p)
    p.emit(Cancelled(targets=(battle.target,), side=GERMAN, rule="6.11b"))
    if battle.mobile:
        combat_results.fall_back(p, battle.attackers)
    if battle.airborne:
        return change_battle(p, attackers=())
    p.s.battle = None
    return battle
