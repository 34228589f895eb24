"""10.23 to 10.31 Combat results and what changes them, and the end of a battle."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.battle import change_battle, surviving_attackers, the_battle
from ...assault.events import Converted
from ...assault.losses import check_steps
from ..material import P
from ..state import GERMAN, SOVIET
from .advance import advancing, do_advance
from .losses import defender_eliminated, eliminate_bystanders, leaves_kampfgruppe, lose_step
from .mobile_assault import break_through, fall_back
from .november import must_advance
from .retreat import begin_retreat
from .stacking import room

# ---------------------------------------------------------------- results


@rule("10.23", "10.18c", "10.18d", "10.29b", "10.24", "10.25", "10.26a", "10.30")
def apply_result(p: P) -> None:
    """The defender carries out his result completely, then the attacker his; nothing is carried over."""
    battle = the_battle(p)
    city = bool(p.game.city[battle.target])
    result = battle.result
    if city and battle.side == SOVIET and result in ("AS", "DR"):
        result = "AL1"
        p.emit(Converted(before=battle.result, after=result, side=SOVIET, rule="10.18c"))
    p.push("battle.end")
    if result == "AL1":
        owe(p, 1)
    elif result == "DE":
        eliminate_bystanders(p)
        defender_eliminated(p)
    elif result == "DR":
        if city:
            offer_bloodbath(p)
        elif may_lose_one(p):
            p.push("battle.stand", GERMAN)
        else:
            begin_retreat(p)


@rule("10.25", "10.29a")
def owe(p: P, steps: int) -> None:
    """The attacker must give up steps, from any of the units involved."""
    battle = change_battle(p, owed=steps)
    if len(surviving_attackers(p)) == 1 and steps == 1:
        lose_step(p, surviving_attackers(p)[0])
        change_battle(p, owed=0)
    elif steps:
        p.push("battle.losses", battle.side)


@rule("10.25", "10.29a", "10.20c")
def take_loss(p: P, command: Command) -> None:
    """Give up steps one by one, freely chosen among the units involved; aircraft cannot stand in."""
    battle = the_battle(p)
    check_steps(p, command.units, surviving_attackers(p), battle.owed, "10.25")
    for unit in command.units:
        lose_step(p, unit)
    battle = change_battle(p, owed=battle.owed - len(command.units))
    if not battle.owed:
        p.pop()


# ---------------------------------------------------------------- conversions


@rule("10.29a", "10.18d")
def offer_bloodbath(p: P) -> None:
    """A German DR against a city becomes AS or a bloodbath; the choice is open only if somebody would survive it."""
    battle = the_battle(p)
    if surviving_steps(p) > len(battle.defenders):
        p.push("battle.convert", GERMAN)
    else:
        p.emit(Converted(before="DR", after="AS", side=GERMAN, rule="10.29a"))


@rule("10.29a", "10.31a", "2.13")
def surviving_steps(p: P) -> int:
    """Steps among the attackers; a Kampfgruppe that a division would leave is its third."""
    spare = sum(p.s.loc[kg] == p.game.kg_pool for kg in p.game.kampfgruppen)
    steps = 0
    for unit in surviving_attackers(p):
        steps += p.s.steps[unit]
        if spare and leaves_kampfgruppe(p, unit):
            spare -= 1
            steps += 1
    return steps


@rule("10.29a", "10.18d")
def convert(p: P, command: Command) -> None:
    """AS, or a bloodbath: the defenders suffer DE and the Germans lose as many steps."""
    if command.word not in ("as", "bloodbath"):
        raise Illegal("10.29a", "choose as or bloodbath")
    p.pop()
    p.emit(Converted(before="DR", after=command.word.upper(), side=GERMAN, rule="10.29a"))
    if command.word == "bloodbath":
        eliminate_bystanders(p)
        owe(p, defender_eliminated(p))


@rule("10.29c", "10.31a")
def may_lose_one(p: P) -> bool:
    """German defenders may give up a step instead of retreating, unless it would be their last. (In a city they never
    retreat: 10.18.)"""
    battle = the_battle(p)
    if battle.side != SOVIET:
        return False
    steps = sum(p.s.steps[u] for u in battle.defenders)
    return steps > 1 or leaves_kampfgruppe(p, battle.defenders[0])


@rule("10.29c", "10.28b")
def stand(p: P, command: Command) -> None:
    """One step of any defender, and the rest hold their ground."""
    battle = the_battle(p)
    if len(command.units) != 1 or command.units[0] not in battle.defenders:
        raise Illegal("10.29c", "name one of the defending units")
    p.pop()
    p.emit(Converted(before="DR", after="Defender Lose 1", side=GERMAN, rule="10.29c"))
    eliminate_bystanders(p)
    lose_step(p, command.units[0])


@rule("10.29c", "10.26a")
def give_way(p: P, command: Command) -> None:
    """Retreat as the result says."""
    p.pop()
    begin_retreat(p)


def standing_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return the_battle(p).defenders


# ---------------------------------------------------------------- after the battle


@rule("9.23", "9.24", "10.32a")
def end_battle(p: P) -> None:
    """A cleared hex is entered by a mobile assault, and may be entered after a prepared one."""
    battle = the_battle(p)
    p.pop()
    cleared = not p.s.foes[battle.side][battle.target]
    survivors = surviving_attackers(p)
    if battle.mobile:
        p.s.battle = None
        if cleared:
            break_through(p, survivors, battle.target)
        else:
            fall_back(p, survivors)
    elif cleared and survivors and advancing(p, ()):
        if must_advance(p) and len(advancing(p, ())) <= room(p, battle.side, battle.target):
            do_advance(p, advancing(p, ()))
        else:
            p.push("battle.advance", battle.side)
    else:
        p.s.battle = None
