"""11.15 to 11.20 Combat results, what changes them, and the end of a battle."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ....core.words import counted
from ...assault import losses
from ...assault.battle import change_battle, the_battle
from ...assault.events import Converted, Entered
from ...assault.flags import FINISHED
from ...assault.march import put
from ..events import Destroyed
from ..material import P
from ..state import ALLIED, ATTACKER, DEFENDER, GERMAN, Battle
from . import armour, control, landing, retreat
from .advance import can_advance
from .counters import eliminate, lose_step, nation
from .players import commander


def involved(p: P, party: int) -> list[int]:
    """The units of a party that are still in the battle, paratroops in the air among the attackers."""
    battle = the_battle(p)
    if party == DEFENDER:
        return [u for u in battle.defenders if p.s.loc[u] == battle.target]
    gone = (p.game.box["gone"], *p.game.dead)
    jumpers = (p.game.flieger,) if battle.airborne else ()
    return [u for u in (*battle.attackers, *jumpers) if p.s.loc[u] not in gone]


def steps(p: P, units: Sequence[int]) -> int:
    return sum(p.s.steps[unit] for unit in units)


# ---------------------------------------------------------------- from the table to the result


@rule("11.15", "11.16", "11.17", "11.18", "11.19a", "11.19b", "12.8a")
def apply_result(p: P) -> None:
    """Strongholds change a DR, Germans may; Romania makes it a stalled attack. Everything else is carried out."""
    p.push("battle.end")
    battle = the_battle(p)
    if battle.result != "DR":
        carry_out(p)
    elif battle.target >= p.game.board.hexes:
        change(p, "AS", "12.8a")
    elif stronghold(p, battle):
        p.push("battle.convert", battle.side, posts=commander(p, battle.side, battle.target))
    elif may_lose_one(p, battle):
        p.push("battle.stand", GERMAN, posts=commander(p, GERMAN, battle.target))
    else:
        carry_out(p)


def change(p: P, result: str, rule_id: str) -> None:
    battle = the_battle(p)
    p.emit(Converted(before=battle.result, after=result, side=battle.side, rule=rule_id))
    change_battle(p, result=result)


@rule("11.15", "11.16", "11.17", "11.18", "11.20a")
def carry_out(p: P) -> None:
    result = the_battle(p).result
    if result == "AL1":
        owe(p, ATTACKER, 1)
    elif result == "DE":
        eliminate_defenders(p)
    elif result == "DR":
        retreat.begin(p)
    elif result == "BB":
        bleed(p)


@rule("11.17", "11.21d")
def eliminate_defenders(p: P) -> None:
    """One-step units die, then those of two steps are reduced and hold the hex; a garrison alone dies."""
    there = involved(p, DEFENDER)
    for unit in losses.weakest_first(p, there):
        lose_step(p, unit, "defender eliminated", "11.17")
    if not the_battle(p).defenders:
        destroy_garrison(p)


def destroy_garrison(p: P) -> None:
    target = the_battle(p).target
    p.s.set("garrison", target, False)
    p.emit(Destroyed(hex=target, side=int(p.s.control[target]), rule="11.21d"))


# ---------------------------------------------------------------- conversions of DR


@rule("11.19a")
def stronghold(p: P, battle: Battle) -> bool:
    """Cities anywhere, and printed works for defenders of the nation that built them, all of them."""
    if p.game.city[battle.target]:
        return True
    holder = p.side_of(battle.defenders[0]) if battle.defenders else int(p.s.control[battle.target])
    if holder < 0 or not p.game.printed_forts[holder][battle.target]:
        return False
    return holder != ALLIED or all(nation(p, unit) == "french" for unit in battle.defenders)


def conversions(p: P) -> Sequence[str]:
    return ("al1", "bb")


@rule("11.19a")
def convert(p: P, command: Command) -> None:
    """The attacker chooses after the die: a step of his own, or a bloodbath."""
    if command.word not in conversions(p):
        raise Illegal("11.19a", "choose al1 or bb")
    p.pop()
    change(p, str(command.word).upper(), "11.19a")
    carry_out(p)


@rule("11.19b")
def may_lose_one(p: P, battle: Battle) -> bool:
    """Germans may give up a step instead of retreating, unless it would be their last."""
    there = involved(p, DEFENDER)
    return bool(there) and p.side_of(there[0]) == GERMAN and steps(p, there) > 1


def standing_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return involved(p, DEFENDER)


@rule("11.19b")
def stand(p: P, command: Command) -> None:
    """One step of any defender, and the rest hold their ground."""
    if len(command.units) != 1 or command.units[0] not in involved(p, DEFENDER):
        raise Illegal("11.19b", "name one of the defending units")
    p.pop()
    change(p, "DL1", "11.19b")
    lose_step(p, command.units[0], "holds the hex", "11.19b")


@rule("11.18", "11.19b")
def give_way(p: P, command: Command) -> None:
    """Retreat as the result says."""
    p.pop()
    carry_out(p)


# ---------------------------------------------------------------- losses


@rule("11.16", "11.20a")
def owe(p: P, party: int, count: int) -> None:
    """A party must give up steps of its own choice; where there is none to make it needs no decision."""
    units, battle = involved(p, party), the_battle(p)
    if count >= steps(p, units):
        for unit in units:
            eliminate(p, unit, "lost in battle", "11.20a")
    elif len(units) == 1:
        for _ in range(count):
            lose_step(p, units[0], "lost in battle", "11.16")
    elif count:
        owed = [*battle.owed]
        owed[party] = count
        change_battle(p, owed=(owed[ATTACKER], owed[DEFENDER]))
        side = battle.side if party == ATTACKER else p.side_of(units[0])
        p.push("battle.losses", side, party, posts=commander(p, side, battle.target))


def owed_in_words(p: P) -> str:
    return f"Choose units to lose {counted(the_battle(p).owed[p.frame.args[0]], 'step')}."


def losing_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return involved(p, p.frame.args[0])


@rule("11.16", "11.20a", "8.6")
def take_losses(p: P, command: Command) -> None:
    """Steps are given up one by one, freely chosen among the units involved; aircraft cannot stand in."""
    party, battle = p.frame.args[0], the_battle(p)
    count = battle.owed[party]
    losses.check_steps(p, command.units, involved(p, party), count, "11.16" if battle.result == "AL1" else "11.20a")
    for unit in command.units:
        lose_step(p, unit, "lost in battle", "11.16")
    owed = [*battle.owed]
    owed[party] -= len(command.units)
    change_battle(p, owed=(owed[ATTACKER], owed[DEFENDER]))
    if not owed[party]:
        p.pop()


@rule("11.20a", "11.20c")
def bleed(p: P) -> None:
    """The side with fewer steps loses all its units, the other as many steps; with equal numbers the attacker names the price."""
    battle = the_battle(p)
    mine, theirs = steps(p, involved(p, ATTACKER)), steps(p, involved(p, DEFENDER)) if battle.defenders else 1
    if mine != theirs or mine == 1:
        exchange_steps(p, min(mine, theirs))
    else:
        p.push("battle.exchange", battle.side, mine, posts=commander(p, battle.side, battle.target))


def exchange_steps(p: P, count: int) -> None:
    if the_battle(p).defenders:
        owe(p, DEFENDER, count)
    else:
        destroy_garrison(p)
    owe(p, ATTACKER, count)


def prices(p: P) -> Sequence[int]:
    return range(1, p.frame.args[0] + 1)


@rule("11.20c")
def exchange(p: P, command: Command) -> None:
    """The attacker says how many steps both lose."""
    if command.number not in prices(p):
        raise Illegal("11.20c", f"name a number of steps from 1 to {p.frame.args[0]}")
    p.pop()
    exchange_steps(p, command.number or 1)


# ---------------------------------------------------------------- after the battle


@rule("7.2b", "10.19", "10.20", "11.13", "11.20b", "11.21d")
def end_battle(p: P) -> None:
    """A cleared hex loses its garrison; a mobile force enters it, after a prepared assault units may advance; then both sides'
    stacks are looked at."""
    p.pop()
    battle = the_battle(p)
    cleared = is_cleared(p, battle)
    landing.settle(p, battle, cleared)
    battle = armour.promote_victors(p, battle)
    survivors = [u for u in battle.attackers if 0 <= p.s.loc[u] < p.game.board.hexes]
    p.push("stacks")
    if not battle.mobile and cleared and can_advance(p):
        p.push("battle.advance", battle.side, posts=commander(p, battle.side, battle.target))
        return
    p.s.battle = None
    if battle.mobile and cleared:
        break_through(p, survivors, battle.target)
    elif battle.mobile:
        fall_back(p, survivors)


@rule("10.19", "11.21d")
def is_cleared(p: P, battle: Battle) -> bool:
    """Is nobody left to hold the hex? With the units that defended it its garrison is gone too."""
    if battle.target >= p.game.board.hexes or p.s.foes[battle.side][battle.target]:
        return False
    if battle.defenders and p.s.garrison[battle.target]:
        destroy_garrison(p)
    return not p.s.garrison[battle.target]


@rule("10.19")
def fall_back(p: P, force: Sequence[int]) -> None:
    """The hex was not cleared: the force is in its launch hex and done for the phase."""
    p.s.mark(force, FINISHED)


@rule("10.20", "3.12c")
def break_through(p: P, force: Sequence[int], target: int) -> None:
    """The force stands in the hex and may go on with the points it has left."""
    if force:
        put(p, force, target)
        control.enter(p, force[0], target)
        p.emit(Entered(units=tuple(force), hex=target, side=p.side_of(force[0]), rule="10.20"))
