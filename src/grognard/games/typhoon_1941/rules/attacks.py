"""Announcing attacks: who may attack what, hidden targets, and what a Russian attack obliges him to."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import msgspec

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.events import Attacked, Cancelled
from ....core.paths import facing
from ....core.rule import rule
from ..events import Allocated, Spent, Stood
from ..material import P
from ..state import ATTACKED, BONUS, DISRUPTED, GERMAN, HIDDEN, RUSSIAN, Attack, Battle
from .condition import has, on_map, reveal
from .odds import defenders_in, lowest, presses, weigh
from .supply import supplied
from .weather import frozen
from .zones import has_zone


@rule("terrain.6", "weather.7")
def may_strike(p: P, here: int, target: int) -> bool:
    """Do two hexes touch without open water between them?"""
    direction = p.game.board.direction(here, target)
    return direction >= 0 and (frozen(p) or not p.game.lake[here, direction])


@rule("crt.4", "disrupted.1", "katyusha.1", "terrain.6", "zoc.9", "setup.5", "maskirovka.6")
def check_attacker(p: P, unit: int, targets: Sequence[int]) -> None:
    """An attacker stands next to every hex attacked, is not Disrupted, and attacks once per phase."""
    game, handle, names = p.game, p.game.pieces[unit].handle, p.game.board.names
    if p.side_of(unit) != p.s.active or game.is_air[unit] or game.is_dummy[unit] or not on_map(p, unit):
        raise Illegal("crt.4", f"{handle} cannot attack")
    if has(p, unit, DISRUPTED):
        raise Illegal("katyusha.1" if game.is_katyusha[unit] else "disrupted.1", f"{handle} is Disrupted and cannot attack")
    if has(p, unit, ATTACKED):
        raise Illegal("crt.4", f"{handle} has attacked in this phase already")
    here = p.s.loc[unit]
    for target in targets:
        if game.board.direction(here, target) < 0:
            raise Illegal("general.1", f"{handle} is not next to {names[target]}")
        if not may_strike(p, here, target):
            raise Illegal("terrain.6", f"open water lies between {handle} and {names[target]}")
        if has(p, unit, BONUS) and p.s.phase != "before" and not has_zone(p, target, p.foe(p.s.active)):
            raise Illegal("zoc.9", f"{handle} has used its movement bonus and cannot attack units without a zone of control")
    if game.is_katyusha[unit] and not supplied(p, unit):
        raise Illegal("katyusha.1", f"{handle} is unsupplied and cannot attack")


@rule("crt.2", "general.1", "maskirovka.4")
def check_attack(p: P, targets: Sequence[int], units: Sequence[int]) -> Attack:
    """The attack these units would make; refused at odds below 1:5. Hidden defenders are not looked at."""
    board = p.game.board
    if not units or len(set(units)) != len(units) or len(set(targets)) != len(targets):
        raise Illegal("crt.4", "name each unit and each hex once")
    for target in targets:
        if target >= board.hexes or not p.s.foes[p.s.active][target]:
            raise Illegal("crt.4", f"there is no enemy in {board.names[target]}")
    for unit in units:
        check_attacker(p, unit, targets)
    return check_odds(p, targets, units)


@rule("crt.2", "maskirovka.4")
def check_odds(p: P, targets: Sequence[int], units: Sequence[int]) -> Attack:
    """The attack that units would make of which each may attack."""
    attack = Attack(tuple(targets), tuple(units), tuple(dict.fromkeys(p.s.loc[u] for u in units)))
    if not sum(p.game.attack[u] for u in units):
        raise Illegal("crt.2", "an attack needs attack factors")
    if not is_blind(p, targets) and lowest(weigh(p, attack, p.s.active), 0, p.s.active) < 0:
        raise Illegal("crt.2", "the odds would be worse than 1:5")
    return attack


def is_blind(p: P, targets: Sequence[int]) -> bool:
    """Does one of the hexes hold a piece that the attacker cannot see?"""
    return any(has(p, u, HIDDEN) for hex in targets for u in p.foes(hex, p.s.active))


@rule("sequence.3", "sequence.6", "sequence.11", "sequence.12", "general.1", "maskirovka.4")
def attack(p: P, command: Command) -> None:
    """A German attack is announced and fought at once; a Russian one is allocated until all are named. Who says with his attack
    how far he presses it has said all, unless something comes to light."""
    made = check_attack(p, command.hexes, command.units)
    decided = command.number is not None and not is_blind(p, made.targets)
    if decided:
        check_press(p, made, p.s.active, command.number or 0)
    p.s.mark(command.units, ATTACKED)
    p.emit((Attacked if p.s.active == GERMAN else Allocated)(units=command.units, targets=command.hexes, side=p.s.active))
    if p.s.active == RUSSIAN:
        p.s.attacks = (*p.s.attacks, made)
        return
    begin_battle(p, made)
    if decided:
        commit(p, command.number or 0, asked=True)


@rule("maskirovka.4", "maskirovka.5", "general.2", "crt.4")
def begin_battle(p: P, made: Attack) -> None:
    """Everybody concerned lies open. Dummies disappear; where there was nothing else the attack is spent."""
    side = p.s.active
    blind = is_blind(p, made.targets)
    reveal(p, made.attackers)
    reveal(p, [u for hex in made.targets for u in p.foes(hex, side)])
    left = tuple(hex for hex in made.targets if defenders_in(p, hex, side))
    if not left:
        p.emit(Spent(units=made.attackers, targets=made.targets, side=side, rule="maskirovka.5"))
        return
    p.s.battle = Battle(side, left, made.attackers, made.origins, blind)
    p.push("battle.announced", side)


# ---------------------------------------------------------------- fight, press or call off


@rule("pressed.1", "pressed.3", "pressed.4", "crt.3")
def check_press(p: P, attack: Attack | Battle, side: int, press: int) -> None:
    if press and press not in presses(side):
        raise Illegal("pressed.3" if side == RUSSIAN else "pressed.1", f"an attack cannot be pressed by {press} columns")
    if press and lowest(weigh(p, attack, side), press, side) < 0:
        raise Illegal("pressed.4", "the worst numbers would fall below 1:5")


def possible_presses(p: P) -> Sequence[int]:
    battle = p.s.battle
    assert battle is not None
    worst = weigh(p, battle, battle.side)
    return [n for n in presses(battle.side) if not n or lowest(worst, n, battle.side) >= 0]


@rule("crt.3", "crt.4", "surrounded.4")
def fight(p: P, command: Command) -> None:
    """The battle is on. A Russian asks first whether the German orders No Retreat!"""
    commit(p, command.number or 0, asked=True)


@rule("surrounded.4")
def rush(p: P, command: Command) -> None:
    """The Russian does not ask: whatever comes, a D1 counts as a D."""
    commit(p, command.number or 0, asked=False)


def commit(p: P, press: int, *, asked: bool) -> None:
    battle = p.s.battle
    assert battle is not None
    check_press(p, battle, battle.side, press)
    p.s.battle = msgspec.structs.replace(battle, press=press, asked=asked)
    p.pop()
    p.push("battle.resolve")
    if battle.side == RUSSIAN and asked and can_stand(p, ()):
        p.push("battle.orders", GERMAN)


@rule("general.2", "general.3")
def may_cancel(p: P) -> bool:
    battle = p.s.battle
    assert battle is not None
    if battle.side == GERMAN:
        return not battle.blind
    return not duties(p, [a for a in p.s.attacks if a.status != "cancelled" and a.attackers != battle.attackers])


@rule("general.2", "general.3")
def cancel(p: P, command: Command) -> None:
    """Call the attack off: its units have not attacked."""
    battle = p.s.battle
    assert battle is not None
    if not may_cancel(p):
        if battle.side == GERMAN:
            raise Illegal("general.2", "an attack made to find out what is hidden cannot be called off")
        raise Illegal("general.3", "another attack obliges you to make this one")
    if battle.side == RUSSIAN:
        set_status(p, battle, "cancelled")
    p.s.clear(battle.attackers, ATTACKED)
    p.s.battle = None
    p.pop()
    p.emit(Cancelled(targets=battle.targets, side=battle.side, rule="general.2"))


@rule("general.3")
def may_abandon(p: P) -> list[Attack]:
    """The attacks that can be called off together with the one announced: all but those that battles already fought demand,
    and what those demand in turn. None if it is itself among them."""
    battle = p.s.battle
    assert battle is not None
    kept = [a for a in p.s.attacks if a.status == "fought"]
    waiting = [a for a in p.s.attacks if a.status == "open"]
    while demanded := [a for a in waiting if set(a.targets) & set(duties(p, kept))]:
        kept += demanded
        waiting = [a for a in waiting if a not in demanded]
    return waiting if any(a.attackers == battle.attackers for a in waiting) else []


@rule("general.3")
def abandon(p: P, command: Command) -> None:
    """Call this attack off and with it all others that nothing demands: attacks that oblige each other go together."""
    dropped = may_abandon(p)
    if not dropped:
        raise Illegal("general.3", "a battle already fought obliges you to make this attack")
    p.s.attacks = tuple(msgspec.structs.replace(a, status="cancelled") if a in dropped else a for a in p.s.attacks)
    p.s.clear([u for a in dropped for u in a.attackers], ATTACKED)
    p.s.battle = None
    p.pop()
    p.emit(Cancelled(targets=tuple(sorted({h for a in dropped for h in a.targets})), side=RUSSIAN, rule="general.3"))


def set_status(p: P, battle: Battle, status: str) -> None:
    p.s.attacks = tuple(msgspec.structs.replace(a, status=status) if a.attackers == battle.attackers else a for a in p.s.attacks)


# ---------------------------------------------------------------- No Retreat!


def can_stand(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """German defenders of the battle who can be told to stand."""
    battle = p.s.battle
    assert battle is not None
    there = [u for hex in battle.targets for u in defenders_in(p, hex, battle.side)]
    return [u for u in there if not has(p, u, DISRUPTED) and u not in battle.standing]


@rule("surrounded.2", "surrounded.3")
def order_to_stand(p: P, command: Command) -> None:
    """The German orders No Retreat! unit by unit; a Disrupted unit cannot be told to stand."""
    battle = p.s.battle
    assert battle is not None
    for unit in command.units:
        if has(p, unit, DISRUPTED):
            raise Illegal("surrounded.2", f"{p.game.pieces[unit].handle} is Disrupted and cannot be told to stand")
        if unit not in can_stand(p, ()):
            raise Illegal("surrounded.3", f"{p.game.pieces[unit].handle} does not defend in this battle")
    p.s.battle = msgspec.structs.replace(battle, standing=(*battle.standing, *command.units))
    p.emit(Stood(units=command.units, side=GERMAN, rule="surrounded.2"))
    if not can_stand(p, ()):
        p.pop()


# ---------------------------------------------------------------- what a Russian attack obliges him to


@rule("general.1")
def duties(p: P, attacks: Sequence[Attack]) -> list[int]:
    """German-held hexes that must be attacked as well, given these attacks.

    That is every UnDisrupted army or korps next to an attacking unit and to a German unit that it attacks, unless
    open lake parts it from the attacker.
    """
    board = p.game.board
    attacked = {hex for a in attacks for hex in a.targets}
    found = set()
    for made in attacks:
        for origin in made.origins:
            for hex in board.adjacent(origin):
                near = any(board.direction(hex, target) >= 0 for target in made.targets)
                if hex not in attacked and near and may_strike(p, origin, hex) and holds_korps(p, hex):
                    found.add(hex)
    return sorted(found)


def holds_korps(p: P, hex: int) -> bool:
    return any(not p.game.is_division[u] and not has(p, u, DISRUPTED) for u in p.units(hex, GERMAN))


@rule("general.1", "general.3", "sequence.12", "crt.2")
def check_allocation(p: P) -> None:
    """May the allocation end? All duties are met and no odds have become impossible."""
    missing = duties(p, p.s.attacks)
    if missing:
        names = ", ".join(p.game.board.names[h] for h in missing)
        raise Illegal("general.1", f"these German units must be attacked too: {names}")
    for made in p.s.attacks:
        if lowest(weigh(p, made, RUSSIAN), 0, RUSSIAN) < 0:
            raise Illegal("crt.2", "the odds of an allocated attack are worse than 1:5 now")


@rule("general.3")
def withdraw_attack(p: P, command: Command) -> None:
    """Take an allocated attack back."""
    dropped = [a for a in p.s.attacks if command.hexes[0] in a.targets]
    if not dropped:
        raise Illegal("general.3", f"no attack on {p.game.board.names[command.hexes[0]]} is allocated")
    last = dropped[-1]
    p.s.attacks = tuple(a for a in p.s.attacks if a is not last)
    p.s.clear(last.attackers, ATTACKED)
    p.emit(Cancelled(targets=last.targets, side=RUSSIAN, rule="general.3"))


def allocated_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    return sorted({hex for made in p.s.attacks for hex in made.targets})


# ---------------------------------------------------------------- what may be named


def contested(p: P) -> list[int]:
    """Enemy-held hexes with a unit of the active side beside them."""
    s, game = p.s, p.game
    return facing(game.board.neighbours, game.steps[1], s.arrays.foes[s.active], s.arrays.count[s.active]).tolist()  # type: ignore[no-any-return]


@rule("disrupted.1", "terrain.6")
def is_threatened(p: P, hex: int) -> bool:
    """Does a unit of the active side that could attack a hex stand next to it?"""
    beside = [near for near in p.game.board.adjacent(hex) if p.s.count[p.s.active][near] and may_strike(p, near, hex)]
    return any(not has(p, u, DISRUPTED) for near in beside for u in p.units(near, p.s.active))


def attackers_of(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that may attack the given hexes (or any hex)."""
    if not hexes:
        return sorted({u for hex in contested(p) for u in attackers_of(p, (hex,))})
    found, flags = [], p.s.flags
    for near in p.game.board.adjacent(hexes[0]):
        for unit in p.units(near, p.s.active):
            if flags[unit] & (DISRUPTED | ATTACKED):  # no need to word a refusal
                continue
            try:
                check_attacker(p, unit, hexes)
            except Illegal:
                continue
            found.append(unit)
    return found


def attackable(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes that may be attacked, by all the units named or by anybody together."""
    found = []
    for hex in contested(p):
        able = attackers_of(p, (hex,))
        if units and not set(units) <= set(able):
            continue
        if able and is_legal(check_odds, p, (hex,), tuple(units) or tuple(able)):
            found.append(hex)
    return found


def list_attacks(p: P) -> Iterator[Command]:
    """Attacks on one hex by one unit or by all that can."""
    for hex in contested(p):
        able = tuple(attackers_of(p, (hex,)))
        for units in (*((u,) for u in able), *((able,) if len(able) > 1 else ())):
            if is_legal(check_odds, p, (hex,), units):
                yield Command("attack", units, (hex,))


def sample_attack(p: P, rng: random.Random) -> Command | None:
    """A random attack by some of the units that can reach a random hex."""
    targets = contested(p)
    rng.shuffle(targets)
    for hex in targets[:4]:
        able = list(attackers_of(p, (hex,)))
        rng.shuffle(able)
        units = tuple(able[: 1 + int(rng.random() * len(able))]) if able else ()
        if units and is_legal(check_odds, p, (hex,), units):
            return Command("attack", units, (hex,))
        if able and is_legal(check_odds, p, (hex,), tuple(able)):
            return Command("attack", tuple(able), (hex,))
    return None
