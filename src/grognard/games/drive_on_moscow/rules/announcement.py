"""10.5 to 10.7 Announcing an attack, calling it off, fog of war; 10.20 aircraft."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Cancelled
from ....core.rule import rule
from ...assault.battle import change_battle, the_battle
from ...assault.events import Assaulted, Attacked, Supported
from ...assault.flags import ATTACKED, DEFENDED
from ..events import Revealed
from ..material import P
from ..state import GERMAN, SOVIET, UNTRIED, Battle
from .mobile_assault import commit
from .prepared_assault import check_target


@rule("10.1", "10.2", "10.3", "10.5", "10.6")
def attack(p: P, command: Command) -> None:
    """Announce a prepared assault on one hex by any number of units around it."""
    target = command.hexes[0]
    announce(p, Battle(False, p.s.active, target, command.units, *check_target(p, target)), command.number or 0)


@rule("9.19a", "9.19c", "9.18", "10.5")
def assault(p: P, command: Command) -> None:
    """Announce a mobile assault. Until the hex is cleared the force counts as standing in its launch hex."""
    units, target = command.units, command.hexes[0]
    defenders = tuple(p.units(target, SOVIET))
    launch = p.s.loc[units[0]]
    announce(p, Battle(True, GERMAN, target, units, defenders, launch=launch), command.number or 0)


@rule("10.20a", "10.20b", "10.20c", "10.20e", "10.5")
def announce(p: P, battle: Battle, air: int) -> None:
    """The attacker names target, units and aircraft; the defender answers with his aircraft; then it is on."""
    if air:
        pledge_aircraft(p, battle.side, air)
        battle = msgspec.structs.replace(battle, air=(air, 0) if battle.side == 0 else (0, air))
    p.s.battle = battle
    p.push("battle.announced", battle.side)
    if p.s.air[p.foe(battle.side)]:
        p.push("battle.air", p.foe(battle.side))
    event_type = Assaulted if battle.mobile else Attacked
    said_by = "9.19a" if battle.mobile else "10.1"
    p.emit(event_type(units=battle.attackers, targets=(battle.target,), air=air or None, side=battle.side, rule=said_by))


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
    side, number = p.foe(battle.side), command.number or 0
    pledge_aircraft(p, side, number)
    air = list(battle.air)
    air[side] += number
    change_battle(p, air=(air[0], air[1]))
    p.pop()
    if number:
        p.emit(Supported(hex=battle.target, air=number, side=side, rule="10.20b"))


def aircraft_left(p: P) -> Sequence[int]:
    battle = the_battle(p)
    return range(p.s.air[p.foe(battle.side)] + 1)


@rule("10.7b")
def call_off(p: P, command: Command) -> None:
    """Nothing has been looked at yet, so the attack may still be dropped; aircraft come back."""
    battle = the_battle(p)
    if battle.revealed:
        raise Illegal("10.7b", "the defenders have been looked at: the attack can no longer be called off")
    p.s.air = (p.s.air[0] + battle.air[0], p.s.air[1] + battle.air[1])
    p.s.battle = None
    p.pop()
    p.emit(Cancelled(targets=(battle.target,), side=battle.side, rule="10.7b"))


@rule("10.7b", "2.14b", "10.6")
def fight(p: P, command: Command) -> None:
    """The attack is on and binding; both stacks are laid open and untried units turned face up for good."""
    battle = the_battle(p)
    p.pop()
    if battle.mobile:
        commit(p, battle)
    else:
        p.s.mark(battle.attackers, ATTACKED)
        p.s.mark((*battle.defenders, *battle.bystanders), DEFENDED)
        p.s.engaged += len(battle.attackers)
    change_battle(p, revealed=True)
    p.barrier = True
    reveal(p, (*battle.attackers, *battle.defenders))
    p.push("battle.resolve")


@rule("2.14a", "2.14b", "10.7a")
def reveal(p: P, units: Sequence[int]) -> None:
    """Untried units become veterans in their first battle. Units that merely stand by are not turned (10.28)."""
    untried = [u for u in units if p.s.flags[u] & UNTRIED]
    if untried:
        p.s.clear(untried, UNTRIED)
        game, kind, steps = p.game, p.s.kind, p.s.steps
        shown = tuple([f"{game.pieces[u].handle}: {game.fronts[kind[u]][steps[u]]}" for u in untried])
        p.emit(Revealed(units=tuple(untried), faces=shown, side=SOVIET, rule="2.14b"), public=True)
