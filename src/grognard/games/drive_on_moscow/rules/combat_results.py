"""10.23 to 10.32 Combat results, Kampfgruppen, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ....core.words import counted
from ...assault.battle import amend
from ...assault.battle import the_battle as the_battle
from ...assault.retreat import Retreat
from ..game import P
from ..state import DEFENDED, GERMAN, RETREATED, SOVIET
from .mobile_assault import break_through, fall_back
from .movement import enter
from .november import must_advance
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
        p.emit("converted", side=SOVIET, data=(battle.result, result), rule="10.18c")
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
    battle = amend(p, owed=steps)
    if len(involved(p)) == 1 and steps == 1:
        lose_step(p, involved(p)[0])
        amend(p, owed=0)
    elif steps:
        p.push("battle.losses", battle.side)


def involved(p: P) -> list[int]:
    """Attackers that are still in play, with the Kampfgruppen that took the place of some."""
    return [u for u in the_battle(p).attackers if 0 <= p.s.loc[u] < p.game.board.hexes]


@rule("10.25", "10.29a", "10.20c")
def take_loss(p: P, command: Command) -> None:
    """Give up steps one by one, freely chosen among the units involved; aircraft cannot stand in."""
    battle = the_battle(p)
    for unit in command.units:
        if unit not in involved(p):
            raise Illegal("10.25", f"{p.game.pieces[unit].handle} is not one of the attackers")
    if len(command.units) > battle.owed or not command.units:
        raise Illegal("10.25", f"steps owed: {battle.owed}")
    if len(set(command.units)) < len(command.units):
        raise Illegal("10.25", "name each unit once; a second step of the same unit is a second command")
    for unit in command.units:
        lose_step(p, unit)
    battle = amend(p, owed=battle.owed - len(command.units))
    if not battle.owed:
        p.pop()


@rule("2.12b", "2.12a")
def lose_step(p: P, unit: int) -> None:
    """A full two-step unit is reduced; any other is eliminated."""
    if p.s.steps[unit] > 1:
        p.s.steps[unit] -= 1
        p.emit("reduced", side=p.side_of(unit), units=(unit,), hexes=(p.s.loc[unit],), rule="2.12b", public=True)
    else:
        eliminate(p, unit)


@rule("2.12b", "3.6", "10.31a", "8.6d")
def eliminate(p: P, unit: int, *, kampfgruppe: bool = True, rule: str = "2.12b", why: str = "") -> None:
    """A unit leaves play for good. A panzer or panzer grenadier division down to its last step leaves a Kampfgruppe."""
    hex = p.s.loc[unit]
    steps = p.s.steps[unit]
    p.place(unit, p.game.dead)
    p.emit("eliminated", side=p.side_of(unit), units=(unit,), hexes=(hex,), data=(why,) if why else (), rule=rule, public=True)
    if kampfgruppe and steps == 1:
        form_kampfgruppe(p, unit, hex)


@rule("10.31a", "10.31b", "2.13")
def leaves_kampfgruppe(p: P, unit: int) -> bool:
    """Only divisions do, and only while counters last."""
    kind = p.game.types[p.s.kind[unit]]
    if kind.size != "XX" or kind.kind not in ("panzer", "panzergrenadier"):
        return False
    return any(p.s.loc[kg] == p.game.kg_pool for kg in p.game.kampfgruppen)


@rule("10.31a", "10.31b", "2.13")
def form_kampfgruppe(p: P, unit: int, hex: int) -> None:
    """A 2-1 for a panzer, a 1-2 for a panzer grenadier division, in the same hex and with the same part in the battle."""
    if not leaves_kampfgruppe(p, unit):
        return
    game, s = p.game, p.s
    group = next(kg for kg in game.kampfgruppen if s.loc[kg] == game.kg_pool)
    panzer = game.types[s.kind[unit]].kind == "panzer"
    s.kind[group] = game.panzer_kg if panzer else game.grenadier_kg
    s.steps[group] = 1
    s.flags[group], s.spent[group], s.origin[group], s.trail[group] = s.flags[unit], s.spent[unit], s.origin[unit], s.trail[unit]
    p.place(group, hex)
    battle = s.battle
    if battle is not None and unit in battle.attackers:
        amend(p, attackers=(*battle.attackers, group))
    elif battle is not None and unit in battle.defenders:
        amend(p, defenders=(*battle.defenders, group))
    name = game.types[s.kind[group]].name
    p.emit("formed", side=GERMAN, units=(group,), hexes=(hex,), data=(name,), rule="10.31a", public=True)


@rule("10.30")
def defender_eliminated(p: P) -> int:
    """One-step units die, then full two-step units are reduced. Tells how many steps went."""
    battle = the_battle(p)
    steps = {unit: p.s.steps[unit] for unit in battle.defenders}
    for unit in sorted(battle.defenders, key=lambda u: steps[u]):
        lose_step(p, unit)
    return len(steps)


@rule("10.28b")
def eliminate_bystanders(p: P) -> None:
    """Units that had retreated into the hex are lost with any result but AS and AL1, and count for nothing."""
    for unit in the_battle(p).bystanders:
        if p.s.loc[unit] == the_battle(p).target:
            eliminate(p, unit, rule="10.28b", why="caught in a second attack")


# ---------------------------------------------------------------- conversions


@rule("10.29a", "10.18d")
def offer_bloodbath(p: P) -> None:
    """A German DR against a city becomes AS or a bloodbath; the choice is open only if somebody would survive it."""
    battle = the_battle(p)
    if surviving_steps(p) > len(battle.defenders):
        p.push("battle.convert", GERMAN)
    else:
        p.emit("converted", side=GERMAN, data=("DR", "AS"), rule="10.29a")


@rule("10.29a", "10.31a", "2.13")
def surviving_steps(p: P) -> int:
    """Steps among the attackers; a Kampfgruppe that a division would leave is its third."""
    spare = sum(p.s.loc[kg] == p.game.kg_pool for kg in p.game.kampfgruppen)
    steps = 0
    for unit in involved(p):
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
    p.emit("converted", side=GERMAN, data=("DR", command.word.upper()), rule="10.29a")
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
    p.emit("converted", side=GERMAN, data=("DR", "Defender Lose 1"), rule="10.29c")
    eliminate_bystanders(p)
    lose_step(p, command.units[0])


@rule("10.29c", "10.26a")
def give_way(p: P, command: Command) -> None:
    """Retreat as the result says."""
    p.pop()
    begin_retreat(p)


def standing_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return the_battle(p).defenders


# ---------------------------------------------------------------- retreat


@rule("10.26a", "9.19a")
def held_by_the_victors(p: P, hex: int) -> bool:
    """Does a hex hold units of the attacker? A mobile assault has left its launch hex for the hex it attacks."""
    battle = the_battle(p)
    away = len(involved(p)) if battle.mobile and hex == battle.launch else 0
    return bool(p.s.count[battle.side][hex] > away)


@rule("10.26a", "10.26b", "10.27a", "10.18f", "9.17")
def retreat_hexes(p: P, unit: int, hex: int) -> list[int]:
    """Adjacent hexes without enemy units that the unit may enter at all: no enemy city, no reservoir to cross,
    no marsh for vehicles, nothing off the map. Points, rivers and supply do not matter."""
    game, s = p.game, p.s
    enemy = 1 - p.side_of(unit)
    wheels = game.shuns_marsh[s.kind[unit]]
    found = []
    for direction, near in enumerate(game.board.neighbours[hex].tolist()):
        if near < 0 or held_by_the_victors(p, near) or game.reservoir[hex][direction]:
            continue
        if (game.city[near] and s.control[near] == enemy) or (wheels and game.marsh[near]):
            continue
        found.append(near)
    return found


@rule("10.26c")
def distance_to_source(p: P, side: int, hex: int) -> int:
    """Straight distance to the nearest map-edge source the side controls (0 when it has none left)."""
    known = p.s.by_control
    if ("distances", side) not in known:
        working = p.s.arrays.control[p.game.sources[side]] == side
        far = p.game.source_distance[side][working]
        known["distances", side] = far.min(axis=0) if len(far) else np.zeros(p.game.board.nodes, np.int32)
    return known["distances", side].item(hex)  # type: ignore[no-any-return]


@rule("10.26c", "10.27b", "10.27c")
def retreat_of(p: P) -> Retreat:
    """The choices of the beaten stack."""
    battle = the_battle(p)
    gone = dict(battle.gone)
    doors = {u: retreat_hexes(p, u, battle.target) for u in battle.defenders}
    side = 1 - battle.side
    hexes = {h for choices in doors.values() for h in choices}
    taken = {h: sum(x == h for x in gone.values()) for h in hexes}
    return Retreat(doors, {h: room(p, side, h) + taken[h] for h in hexes}, {h: distance_to_source(p, side, h) for h in hexes})


@rule("10.26a", "10.27c", "10.28b")
def begin_retreat(p: P) -> None:
    """All of the stack retreats, or none of it and it suffers DE instead. Forced retreats need no decision."""
    eliminate_bystanders(p)
    battle = the_battle(p)
    choices = retreat_of(p)
    whole = choices.whole()
    if len(whole) == 1:
        retreat_units(p, battle.defenders, whole[0])
    elif whole or choices.best() is not None:
        p.push("battle.retreat", 1 - battle.side)
    else:
        p.emit("trapped", side=1 - battle.side, hexes=(battle.target,), rule="10.27c")
        defender_eliminated(p)


@rule("10.26a", "10.28a", "9.26")
def retreat_units(p: P, units: Sequence[int], hex: int) -> None:
    """Units go back one hex. After a prepared assault they will not defend again in this phase (10.28); after a
    mobile assault they will (9.26)."""
    battle = the_battle(p)
    start = p.s.loc[units[0]]
    if not battle.mobile:
        for unit in units:
            p.s.flags[unit] |= RETREATED | DEFENDED
    elif hex == battle.launch:
        for unit in involved(p):  # they change places: an empty hex takes any stack, so all of it goes there
            p.place(unit, battle.target)
    enter(p, units, hex)
    amend(p, gone=(*battle.gone, *((u, hex) for u in units)))
    p.emit("retreated", side=1 - battle.side, units=units, hexes=(start, hex), rule="10.26a")


@rule("10.26c", "10.27b")
def retreat(p: P, command: Command) -> None:
    """The owner chooses among equally good hexes, and who goes where when the stack must split."""
    battle = the_battle(p)
    units, hex = command.units, command.hexes[0]
    waiting = waiting_to_retreat(p, ())
    if not units or len(set(units)) != len(units):
        raise Illegal("10.26a", "name each retreating unit once")
    for unit in units:
        if unit not in waiting:
            raise Illegal("10.26a", f"{p.game.pieces[unit].handle} is not waiting to retreat")
    choices = retreat_of(p)
    allowed = choices.allowed(units, dict(battle.gone))
    if hex not in allowed:
        raise Illegal(*_why_not(p, choices, units, hex))
    retreat_units(p, units, hex)
    if p.s.winner < 0 and len(the_battle(p).gone) == len(battle.defenders):
        p.pop()


def _why_not(p: P, choices: Retreat, units: Sequence[int], hex: int) -> tuple[str, str]:
    names = p.game.board.names
    if any(hex not in choices.doors[u] for u in units):
        return "10.27a", f"{names[hex]} is closed to this retreat"
    if choices.whole() and len(units) < len(choices.doors):
        return "10.27b", "the stack must stay together: one hex can take all of it"
    if room(p, p.side_of(units[0]), hex) < len(units):
        return "10.27b", f"{names[hex]} has no room for so many units"
    return "10.26c", f"{names[hex]} is not the nearest way to a source of supply"


def waiting_to_retreat(p: P, hexes: Sequence[int]) -> Sequence[int]:
    gone = {unit for unit, _ in the_battle(p).gone}
    return [u for u in the_battle(p).defenders if u not in gone]


def retreat_choices(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes for the units named; with nobody named, for all that wait."""
    units = units or waiting_to_retreat(p, ())
    return retreat_of(p).allowed(units, dict(the_battle(p).gone)) if units else ()


def list_retreats(p: P) -> Iterator[Command]:
    """The whole stack together where it fits, else unit by unit."""
    waiting = tuple(waiting_to_retreat(p, ()))
    groups = [waiting] if len(waiting) == 1 or retreat_choices(p, waiting) else [(unit,) for unit in waiting]
    yield from (Command("retreat", units, (hex,)) for units in groups for hex in retreat_choices(p, units))


def sample_retreat(p: P, rng: object) -> Command:
    """The first legal retreat, whole if possible, else unit by unit."""
    waiting = tuple(waiting_to_retreat(p, ()))
    for units in (waiting, waiting[:1]):
        allowed = retreat_choices(p, units)
        if allowed:
            return Command("retreat", units, (allowed[int(rng.random() * len(allowed))],))  # type: ignore[attr-defined]
    raise RuntimeError("a retreat that was possible has become impossible")


# ---------------------------------------------------------------- after the battle


@rule("9.23", "9.24", "10.32a")
def end_battle(p: P) -> None:
    """A cleared hex is entered by a mobile assault, and may be entered after a prepared one."""
    battle = the_battle(p)
    p.pop()
    cleared = not p.s.count[1 - battle.side][battle.target]
    survivors = involved(p)
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


@rule("10.32a", "9.12")
def advancing(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Victorious attackers that the ground lets into the hex."""
    battle = the_battle(p)
    marsh = bool(p.game.marsh[battle.target])
    return [u for u in involved(p) if not (marsh and p.game.shuns_marsh[p.s.kind[u]])]


def do_advance(p: P, units: Sequence[int]) -> None:
    battle = the_battle(p)
    p.s.battle = None
    by_hex: dict[int, list[int]] = {}
    for unit in units:
        by_hex.setdefault(p.s.loc[unit], []).append(unit)
    for group in by_hex.values():
        enter(p, group, battle.target)
    p.emit("advanced", side=battle.side, units=units, hexes=(battle.target,), rule="10.32a")


@rule("10.32a", "10.32b", "11.2d")
def advance(p: P, command: Command) -> None:
    """At once after the battle: one, some or all of the victors, within stacking; in spoiling attacks as many as can."""
    battle = the_battle(p)
    units = command.units
    able = advancing(p, ())
    for unit in units:
        if unit not in able:
            rule_id = "9.12" if unit in involved(p) else "10.32a"
            raise Illegal(rule_id, f"{p.game.pieces[unit].handle} may not advance")
    if len(set(units)) != len(units) or not units:
        raise Illegal("10.32a", "name each advancing unit once")
    space = room(p, battle.side, battle.target)
    if len(units) > space:
        raise Illegal("6.1", f"only {counted(space, 'unit')} may advance")
    if must_advance(p) and len(units) < min(space, len(able)):
        raise Illegal("11.2d", f"{counted(min(space, len(able)), 'unit')} must advance in spoiling attacks")
    p.pop()
    do_advance(p, units)


@rule("10.32b", "11.2d")
def stay(p: P, command: Command) -> None:
    """Advancing is optional, except in spoiling attacks."""
    if must_advance(p):
        raise Illegal("11.2d", "victorious units must advance in spoiling attacks")
    p.pop()
    p.s.battle = None


def list_advances(p: P) -> Iterator[Command]:
    """Each victor alone and as many as there is room for; in spoiling attacks every choice of as many as can."""
    able = tuple(advancing(p, ()))
    most = min(room(p, the_battle(p).side, the_battle(p).target), len(able))
    yield from (Command("advance", units) for units in combinations(able, most if must_advance(p) else 1))
    if not must_advance(p) and most > 1:
        yield Command("advance", able[:most])


def sample_advance(p: P, rng: object) -> Command | None:
    able = list(advancing(p, ()))
    space = room(p, the_battle(p).side, the_battle(p).target)
    most = min(space, len(able))
    count = most if must_advance(p) else 1 + int(rng.random() * most)  # type: ignore[attr-defined]
    return Command("advance", tuple(able[:count])) if most else None
