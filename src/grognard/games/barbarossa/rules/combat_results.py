"""11.26 Combat results and what changes them, and the end of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.battle import caught_bystanders, change_battle, roll_result, surviving_attackers, the_battle
from ...assault.events import Converted
from ..material import P
from ..state import GERMAN, SOVIET, Battle
from . import combat_odds, fortified_area, hero_cities, instants, manstein, supply
from .advance import can_advance
from .losses import eliminate
from .mobile_assault import break_through, fall_back
from .retreat import begin_retreat
from .stacking import overstacked


@rule("4.17b")
def involved(p: P) -> list[int]:
    """Attackers that are still in play, with paratroops in the air."""
    battle = the_battle(p)
    on_map = surviving_attackers(p)
    jumper = manstein.paratroops(p) if battle.airdrop else -1
    return [*on_map, jumper] if jumper >= 0 and manstein.awaits_drop(p, jumper) else on_map


# ---------------------------------------------------------------- from the table to the result


@rule("11.8", "11.9", "11.10", "11.11", "11.25", "2.1", "7.17")
def resolve(p: P) -> None:
    """Odds, all shifts, then the table: one die, or no die at all beyond its ends."""
    battle = the_battle(p)
    p.pop()
    facts = combat_odds.on_its_ground(p.game, combat_odds.facts_of(p, battle))
    reckoning = combat_odds.reckon(p.game, facts)
    if battle.side == SOVIET:
        supply.note_coastal(p, battle.defenders, battle.attackers if battle.mobile else ())
    result = roll_result(p, reckoning, "11.8", "11.25")
    fighters = (*battle.attackers, manstein.paratroops(p)) if battle.airdrop else battle.attackers
    worth = combat_odds.attackers_worth(p.game, facts, fighters)
    change_battle(p, result=result, worth=worth, defence=reckoning.factors()[1])
    apply_result(p)


@rule("11.26a", "11.26b", "11.26c", "11.26d", "11.26e", "5.14", "5.15b", "11.33")
def apply_result(p: P) -> None:
    """First the place changes a DR; then the attacker, or turn 1, makes a DR of a BB, whether rolled or made by the place;
    then it is carried out."""
    p.push("battle.end")
    let_the_place_change(p)
    battle = the_battle(p)
    if battle.result == "BB" and must_soften(p, battle):
        change(p, "DR", "5.14")
        let_the_place_change(p)
    elif battle.result == "BB" and may_soften(p, battle):
        p.push("battle.convert", battle.side)
        return
    carry_out(p)


@rule("5.14")
def must_soften(p: P, battle: Battle) -> bool:
    """On turn 1 no Soviet attack ends in a bloodbath."""
    return p.s.turn == 1 and battle.side == SOVIET


@rule("5.14", "5.15b", "11.33")
def may_soften(p: P, battle: Battle) -> str:
    """The rule that lets the attacker take DR for BB, "" when there is none."""
    if p.s.turn == 1:
        return "5.14" if battle.side == GERMAN else ""
    if battle.side == SOVIET:
        return "11.33" if combat_odds.satellite_alone(p.game, combat_odds.facts_of(p, battle)) else ""
    months = 2 <= p.s.turn <= 6 or 9 <= p.s.turn <= 12
    return "5.15b" if p.option("superiority") == "on" and months and not p.game.city[battle.target] else ""


def change(p: P, result: str, rule: str) -> None:
    battle = the_battle(p)
    p.emit(Converted(before=battle.result, after=result, side=battle.side, rule=rule))
    change_battle(p, result=result)


@rule("5.14", "5.15b", "11.33")
def convert(p: P, command: Command) -> None:
    """The attacker keeps his bloodbath or lets the defenders retreat."""
    battle = the_battle(p)
    if command.word not in ("bb", "dr"):
        raise Illegal(may_soften(p, battle), "choose bb or dr")
    p.pop()
    if command.word == "dr":
        reason = may_soften(p, battle)
        change(p, "DR", reason)
        change_battle(p, lenient=reason == "11.33")
        let_the_place_change(p)
    carry_out(p)


@rule("9.6", "8.18b", "11.20b", "11.26d")
def place_changes(p: P, battle: Battle) -> tuple[str, str] | None:
    """What the defender's hex makes of a DR: a bloodbath in hero and fortress cities and in the finished fortified
    area, nothing at all where the German side holds an ordinary city."""
    if hero_cities.stronghold(p, battle.target):
        return None if battle.lenient else ("BB", "9.6")
    if battle.side == GERMAN and fortified_area.hardened(p, battle.target):
        return "BB", "8.18b"
    if battle.side == SOVIET and p.game.city[battle.target]:
        return "AS", "11.20b"
    return None


def let_the_place_change(p: P) -> None:
    battle = the_battle(p)
    changed = place_changes(p, battle) if battle.result == "DR" else None
    if changed is not None:
        change(p, *changed)


@rule("11.26a", "11.26b", "11.26c", "11.26d", "11.26e", "11.29", "2.12b")
def carry_out(p: P) -> None:
    """Losses and retreats."""
    battle = the_battle(p)
    result = battle.result
    if result == "AE":
        remove(p, involved(p), "11.26a")
    elif result == "AS":
        return
    elif result == "DR":
        eliminate_bystanders(p)
        begin_retreat(p)
    else:
        eliminate_bystanders(p)
        remove(p, battle.defenders, "11.26c" if result == "DE" else "11.26d")
        instants.settle(p)
        if result == "BB":
            bleed(p)


def remove(p: P, units: Sequence[int], rule: str, why: str = "") -> None:
    for unit in units:
        eliminate(p, unit, rule, why)


@rule("11.29")
def eliminate_bystanders(p: P) -> None:
    """Units that had retreated into the hex are lost with any result but AS and AE, and count for nothing."""
    remove(p, caught_bystanders(p), "11.29", "caught in a second attack")


# ---------------------------------------------------------------- bloodbaths


@rule("11.26d", "11.26f", "11.23")
def value(p: P, units: Sequence[int]) -> int:
    """What attackers count as losses: the factors they fought with, reduced as in the battle. Aircraft count nothing."""
    return combat_odds.sum_of([worth for worth in the_battle(p).worth if worth[0] in units])


@rule("11.26d")
def bleed(p: P) -> None:
    """The attacker loses at least as many factors as the defender has lost; all he has, if that is less."""
    units = involved(p)
    if value(p, units) <= the_battle(p).defence or len(units) == 1:
        remove(p, units, "11.26d")
    else:
        p.push("battle.losses", the_battle(p).side)


@rule("11.26d", "11.26f")
def take_losses(p: P, command: Command) -> None:
    """One choice of units, non-replaceable ones before all others."""
    units, battle = command.units, the_battle(p)
    for unit in units:
        if unit not in involved(p):
            raise Illegal("11.26d", f"{p.game.pieces[unit].handle} is not one of the attackers")
    if len(set(units)) != len(units):
        raise Illegal("11.26d", "name each unit once")
    dotted = [u for u in involved(p) if is_dotted(p, u)]
    spared = [u for u in dotted if u not in units]
    if spared and any(u not in dotted for u in units):
        raise Illegal("11.26d", f"{p.game.pieces[spared[0]].handle} cannot be replaced and must go before the others")
    if value(p, units) < battle.defence:
        raise Illegal("11.26d", f"{battle.defence} factors must be lost; these are worth {value(p, units)}")
    p.pop()
    remove(p, units, "11.26d")


def is_dotted(p: P, unit: int) -> bool:
    return bool(p.game.is_dotted[p.s.kind[unit]])


def possible_losses(p: P) -> Iterator[Command]:
    """Each single unit that would be enough, then the cheapest choice that is: dotted units first."""
    units, owed = involved(p), the_battle(p).defence
    dotted = [u for u in units if is_dotted(p, u)]
    rest = sorted((u for u in units if u not in dotted), key=lambda u: value(p, (u,)))
    for unit in units:
        if value(p, (unit,)) >= owed and (not dotted or unit in dotted):
            yield Command("lose", (unit,))
    order = [*sorted(dotted, key=lambda u: value(p, (u,))), *rest]
    count = next(n for n in range(1, len(order) + 1) if value(p, order[:n]) >= owed)
    if count > 1:
        yield Command("lose", tuple(order[:count]))


# ---------------------------------------------------------------- after the battle


@rule("10.28a", "10.28b", "10.29", "11.30", "11.31", "4.17b", "6.2b")
def end_battle(p: P) -> None:
    """A cleared hex is entered by a mobile assault, and may be entered after a prepared one; defenders hold."""
    battle = the_battle(p)
    p.pop()
    cleared = not p.s.foes[battle.side][battle.target]
    manstein.landed(p, battle, cleared)
    instants.settle(p)
    battle = the_battle(p)
    survivors = surviving_attackers(p)
    if battle.mobile:
        p.s.battle = None
        if cleared:
            break_through(p, survivors, battle.target)
        else:
            fall_back(p, survivors)
    elif cleared and can_advance(p):
        p.push("battle.advance", battle.side)
    else:
        p.s.battle = None
    found = overstacked(p) if battle.airdrop else None
    if found is not None:
        side, hex = found
        p.push("overstacked", p.foe(side), side, hex)
