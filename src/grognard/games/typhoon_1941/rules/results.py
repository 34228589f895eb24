"""Combat results: the die falls, and what becomes of attackers and defenders."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Resolved, Weighed
from ..material import P
from ..state import DISRUPTED, GERMAN, RUSSIAN, Battle, Bill, Fleeing, Group
from . import exchange, retreat
from .attacks import set_status
from .condition import disrupt, eliminate, has, on_map
from .odds import (
    HIGHEST,
    LOWEST,
    armour_matches,
    column_name,
    facts_of,
    is_open_ground,
    pressed_column,
    row_of,
    table_result,
    weigh,
)
from .weather import may_decline_exchange, may_overrun

replace = msgspec.structs.replace

#: Hexes a result lets the defender go of his own will, and hexes the attacker may drive him.
FREE = {"D": 3, "D1": 2, "D2": 1, "D3": 0}
FORCED = {"D": 0, "D1": 1, "D2": 2, "D3": 3}
#: Results from the defender's best to his worst, for the advance.
WORTH = ("", "D", "X", "D1", "D2", "D3", "DE")


def current(p: P) -> Battle:
    battle = p.s.battle
    assert battle is not None
    return battle


@rule("crt.1", "disrupted.3", "sequence.6", "sequence.13", "katyusha.3", "pressed.1")
def resolve(p: P) -> None:
    """One die, read on the column of each group of defenders. Katyushas without protection need none."""
    p.pop()
    battle = current(p)
    side = battle.side
    reckoning = weigh(p, battle, side, fought=True)
    names = p.game.board.names
    defenders = tuple([(unit, int(factor)) for unit, factor in reckoning.defence])
    attack, defence = sum(f for _, f in reckoning.attack), sum(f for _, f in defenders)
    if not defence or all(p.game.is_katyusha[u] for u, _ in reckoning.defence):
        p.emit(Resolved(targets=battle.targets, result="DE", side=side, rule="katyusha.3"))
        groups: tuple[Group, ...] = (Group(tuple(u for u, _ in reckoning.defence), HIGHEST, "DE"),)
    else:
        final = tuple(column_name(p.game, min(max(reckoning.column(net), LOWEST), HIGHEST)) for _, net, _ in reckoning.groups)
        shifts = (*reckoning.shifts, *dict.fromkeys(s for _, _, own in reckoning.groups for s in own))
        raw = column_name(p.game, reckoning.base)
        p.emit(Weighed(targets=battle.targets, attack=attack, defence=defence, raw=raw, final=final, shifts=shifts, side=side))
        row = row_of(p, p.roll(f"battle of {'-'.join(names[h] for h in battle.targets)}", "crt.1", side=side))
        found = []
        for units, net, _ in reckoning.groups:
            column = pressed_column(reckoning, net, row, battle.press, side)
            found.append(Group(units, column, table_result(p.game, column, row)))
            p.emit(Resolved(units=units, result=found[-1].result, odds=column_name(p.game, column), side=side, rule="crt.1"))
        groups = tuple(found)
    standing = battle.standing
    if side == GERMAN and p.s.stand:
        standing = tuple(u for u, _ in reckoning.defence if not has(p, u, DISRUPTED))
    p.s.battle = replace(battle, attack=reckoning.attack, defenders=defenders, groups=groups, standing=standing)
    p.push("battle.outcome")
    if side == RUSSIAN and may_decline_exchange(p) and any(g.result.startswith("X") for g in groups):
        p.push("battle.exchange", GERMAN)


# ---------------------------------------------------------------- what a result means for one unit


@rule("surrounded.1", "surrounded.2", "surrounded.3", "surrounded.4", "setup.3", "retreat.7")
def hardened(p: P, battle: Battle, unit: int, result: str) -> str:
    """A result as it applies to units that cannot or may not retreat: D1 is D, D2 and D3 are DE."""
    if result == "D1" and not battle.asked:
        return "D"
    if result not in ("D1", "D2", "D3"):
        return result
    if stands(battle, unit) or p.game.is_garrison[unit]:
        return "D" if result == "D1" else "DE"
    if not retreat.first_hexes(p, battle, unit):
        if result == "D1":
            return "D1" if retreat.is_cornered(p, battle, unit) else "D"
        return "DE"
    return result


@rule("surrounded.2", "surrounded.3")
def stands(battle: Battle, unit: int) -> bool:
    """Is the unit under No Retreat! orders? The Russian gives them to all his units that are not Disrupted."""
    return unit in battle.standing


@rule("overrun.1", "overrun.2", "overrun.3", "weather.3")
def is_overrun(p: P, battle: Battle) -> bool:
    """Does attacking armour match the defending infantry, on ground that gives the defender nothing?"""
    if not may_overrun(p, battle.side) or not armour_matches(p.game, battle.side, battle.attack, battle.defenders):
        return False
    return is_open_ground(p.game, facts_of(p, battle, battle.side))


@rule("results.1", "results.2", "results.3", "results.4", "results.5", "results.7", "results.12", "results.13", "results.14")
def outcome(p: P) -> None:
    """Work out what happens to everybody: losses, disruption, and who has to or may retreat."""
    battle = current(p)
    if exchange.is_open(p, battle):
        p.push("battle.casualties", p.foe(battle.side))
        return
    p.pop()
    game = p.game
    overrun = is_overrun(p, battle)
    dead: list[int] = []
    beaten: dict[str, list[int]] = {}
    disrupted: list[int] = []
    owed = armour = 0
    halved: list[int] = []
    exchanged = exchange.best_losses(p, battle)[0]
    attackers_disrupted = False
    best = ""
    factors = dict(battle.defenders)
    for group in battle.groups:
        result = group.result
        if result.startswith("X"):
            lost = [u for u in group.units if u in exchanged]
            dead += lost
            if result == "X/2":
                halved += lost
            else:
                owed += sum(factors[u] for u in lost)
                armour += exchange.tank_factors(p, battle, lost)
            best = max(best, "X", key=WORTH.index)
            continue
        if "A" in result:
            attackers_disrupted = True
            if "AE" in result:
                owed += sum(factors[u] for u in group.units)
                armour += sum(factors[u] for u in group.units if game.is_tank[u])
        for unit in group.units:
            own = "D" if result == "D/AE" else result
            if own == "D3" and overrun and game.is_infantry[unit]:
                own = "DE"
            own = hardened(p, battle, unit, own)
            if own == "DE":
                dead.append(unit)
            elif own in FORCED:
                disrupted.append(unit)
                if not game.is_garrison[unit]:
                    beaten.setdefault(own, []).append(unit)
            if own in WORTH:
                best = max(best, own, key=WORTH.index)
    owed += exchange.half(sum(factors[u] for u in halved), battle.side)
    armour += exchange.half(exchange.tank_factors(p, battle, halved), battle.side)
    eliminate(p, dead, "results.1")
    disrupt(p, disrupted, "results.5")
    carry_on(p, battle, beaten, Bill(owed, armour) if owed else None, best, attackers_disrupted)


def carry_on(p: P, battle: Battle, beaten: dict[str, list[int]], bill: Bill | None, best: str, shaken: bool) -> None:
    """Queue what the result still asks of the players."""
    pushes = tuple((result, tuple(units)) for result, units in beaten.items() if FORCED[result])
    fleeing = tuple(
        Fleeing(u, 0, 0 if stands(battle, u) and result == "D" else FREE[result])
        for result, units in beaten.items()
        for u in units
    )
    cornered = tuple(
        u for _, units in pushes for u in units if not retreat.first_hexes(p, battle, u) and retreat.is_cornered(p, battle, u)
    )
    reach = 0 if shaken else 3 if best in ("D2", "D3", "DE") else 1 if best else 0
    p.s.battle = replace(battle, bill=bill, pushes=pushes, fleeing=fleeing, cornered=cornered, reach=reach)
    steps: list[tuple[object, ...]] = [("battle.losses.begin", -1, shaken)]
    steps += [("battle.push", battle.side)] * len(pushes)
    steps += [("battle.retreat.begin",), ("battle.pursuit", -1, best), ("battle.end",)]
    p.queue(*steps)


# ---------------------------------------------------------------- losses


@rule("results.8", "results.13", "results.12")
def begin_losses(p: P) -> None:
    """Attackers pay their bill; when all of them together do not cover it, all are lost. Survivors may be shaken.

    A bill that takes every factor leaves those who brought none, such as Katyushas.
    """
    shaken = p.pop().args[0]
    battle = current(p)
    if shaken:
        p.push("battle.shaken")
    if battle.bill is None:
        return
    total = sum(f for _, f in battle.attack)
    if total <= battle.bill.owed:
        eliminate(p, [u for u, f in battle.attack if f or total < battle.bill.owed], "results.13")
        p.s.battle = replace(battle, bill=None)
    else:
        p.push("battle.losses", battle.side)


@rule("results.12", "results.13")
def shake(p: P) -> None:
    p.pop()
    disrupt(p, current(p).attackers, "results.12")


@rule("results.10", "results.13", "results.8")
def payable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Attackers that may be given up next: armour as long as enemy armour is not covered."""
    battle = current(p)
    assert battle.bill is not None
    alive = [u for u, f in battle.attack if f and on_map(p, u)]
    tanks = [u for u in alive if p.game.is_tank[u]]
    return tanks if battle.bill.armour > 0 and tanks else alive


@rule("results.8", "results.9", "results.10", "results.13")
def pay(p: P, command: Command) -> None:
    """Give up attacking units, one after the other, until the bill is covered."""
    for unit in command.units:
        battle = current(p)
        if battle.bill is None:
            raise Illegal("results.8", "no more losses are owed")
        if unit not in payable(p, ()):
            armoured = battle.bill.armour > 0 and unit in battle.attackers
            raise Illegal("results.10" if armoured else "results.8", f"{p.game.pieces[unit].handle} cannot be given up now")
        factor = dict(battle.attack)[unit]
        eliminate(p, (unit,), "results.8")
        owed = battle.bill.owed - factor
        armour = battle.bill.armour - factor if p.game.is_tank[unit] else battle.bill.armour
        p.s.battle = replace(battle, bill=Bill(owed, armour) if owed > 0 else None)
        if owed <= 0:
            p.pop()


@rule("sequence.13", "sequence.6")
def end_battle(p: P) -> None:
    """The battle is over."""
    p.pop()
    battle = current(p)
    if battle.side == RUSSIAN:
        set_status(p, battle, "fought")
    p.s.battle = None
