"""Who can attack a hex, and at what odds as far as it is known: from where they stand, after a move, by a mobile assault."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from ..core.command import Command
from ..core.errors import Illegal
from ..core.flow import Verb
from ..core.foresight import Foresight, Phase, Weighed, attacks, copied, moves, placed
from ..core.paths import Ints
from ..core.play import Play
from .answers import Strike, Who
from .beliefs import ATTACK
from .kernels import gather
from .outlook import Outlook
from .reaches import Reaches
from .who import turn_of

P = Play[Any, Any]


class Force(msgspec.Struct, frozen=True):
    """Units that can get beside a hex together, and the hex for each of them."""

    units: tuple[int, ...]
    hexes: tuple[int, ...]


def forces(outlook: Outlook, side: int, targets: Ints) -> list[Force]:
    """For each of many hexes, the strongest force that a side can bring beside it in its next movement phase. Where hidden units
    could be quick or slow, they are what most of them are."""
    found = outlook.reaches(side)
    if found is None or not len(found.groups):
        return [Force((), ())] * len(targets)
    group_of = _likeliest(found)
    mean = outlook.beliefs.mean
    worth = {unit: mean(unit, ATTACK) for unit in group_of}
    units = sorted((unit for unit in group_of if worth[unit] > 0), key=lambda unit: (-worth[unit], unit))
    numbers = np.array([group_of[unit] for unit in units], np.int16)
    foresight: Foresight = outlook.p.game.foresight
    loads, room = foresight.room(outlook.p, units, targets.tolist())
    offsets, who, hexes = gather(
        outlook.p.game.board.neighbours, targets, found.by_node, found.starts, found.owners, found.tables, found.table_of,
        numbers, loads, room,
    )  # fmt: skip
    who, hexes, spans = who.tolist(), hexes.tolist(), zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True)
    return [Force(tuple(units[k] for k in who[a:b]), tuple(hexes[a:b])) for a, b in spans]


def together(p: P, target: int, force: Force) -> Force:
    """Those of a force, given strongest first, that may attack a hex together in a phase of their side."""
    allowed = {*p.game.foresight.together(p, target, force.units, force.hexes)} if force.units else set()
    return _those(force, allowed)


def _those(force: Force, wanted: set[int]) -> Force:
    rows = [(unit, hex) for unit, hex in zip(force.units, force.hexes, strict=True) if unit in wanted]
    return Force(tuple(unit for unit, _ in rows), tuple(hex for _, hex in rows))


def _likeliest(found: Reaches) -> dict[int, int]:
    """For every unit the group with which it most likely moves."""
    best: dict[int, int] = {}
    for number, group in enumerate(found.groups):
        for unit in group.units:
            if unit not in best or group.share > found.groups[best[unit]].share:
                best[unit] = number
    return best


def able(p: P, verb: Verb, target: int, force: Force) -> Force:
    """Those of a force that may attack a hex once they stand beside it."""
    if verb.units is None or not force.units:
        return Force((), ())
    with placed(p, force.units, force.hexes):
        fit = {*verb.units(p, (target,))}
    return _those(force, fit)


def weigh(outlook: Outlook, p: P, target: int, force: Force) -> Weighed | None:
    """The odds of an attack of a force in a phase of its side."""
    foresight: Foresight = p.game.foresight
    return foresight.strike(outlook.p, p, target, force.units, force.hexes, outlook.eyes, outlook.memory)


# ---------------------------------------------------------------- one hex


def who_can_attack(outlook: Outlook, hex: int) -> list[Who]:
    """For every side whose enemies stand in a hex or would defend it, who can attack it in the next phases of the side."""
    p = outlook.p
    armies = range(len(p.game.sides))
    owners = {owner for owner in armies if hex in p.game.foresight.garrisoned(p, owner)}
    sides = [side for side in armies if p.s.foes[side][hex] or owners & {*p.enemies(side)}]
    return [Who(p.game.sides[side], turn_of(outlook, side), [], _strikes(outlook, side, hex)) for side in sides]


def _strikes(outlook: Outlook, side: int, hex: int) -> list[Strike]:
    found = []
    for phase, how in ((Phase.FIGHT, "prepared"), (Phase.FIGHT_MOVED, "moved")):
        p = outlook.ahead(side, phase)
        for verb in attack_verbs(p):
            assert p is not None
            force = _standing(p, verb, hex) if phase is Phase.FIGHT else forces(outlook, side, np.array([hex], np.int16))[0]
            force = together(p, hex, able(p, verb, hex, force))
            if force.units:
                found.append(_strike(outlook, p, how, verb, hex, force))
    return [*found, *_mobile(outlook, side, hex)]


def attack_verbs(p: P | None) -> list[Verb]:
    """The verbs by which a side can attack in a phase."""
    if p is None or not p.s.flow:
        return []
    return [verb for verb in attacks(p.game.flow.steps[p.frame.step]) if verb.available(p)]


def _standing(p: P, verb: Verb, hex: int) -> Force:
    """Who can attack a hex from where he stands."""
    assert verb.units is not None
    units = tuple(unit for unit in verb.units(p, (hex,)) if 0 <= p.s.loc[unit] < p.game.board.hexes)
    return Force(units, tuple(p.s.loc[unit] for unit in units))


def _strike(outlook: Outlook, p: P, how: str, verb: Verb, target: int, force: Force) -> Strike:
    game, side = p.game, p.side_of(force.units[0])
    known = [game.pieces[unit].handle for unit in sorted(force.units) if unit not in outlook.hidden]
    hexes = [game.board.names[hex] for hex in sorted({*force.hexes})]
    odds = weigh(outlook, p, target, force)
    if odds is None:
        attack, defence = (outlook.beliefs.strength(list(army)) for army in (force.units, outlook.p.foes(target, side)))
        odds = Weighed(attack.attack, defence.defence, "", "", "")
    hidden = len(force.units) - len(known)
    return Strike(how, hexes, known, hidden, odds.attack, odds.defence, odds.low, odds.odds, odds.high, verb.rule)


# ---------------------------------------------------------------- mobile assaults


def _mobile(outlook: Outlook, side: int, hex: int) -> list[Strike]:
    """Assaults that are part of movement, stack by stack: from where it stands, or from a hex beside the target to which it
    can get first."""
    p, found = outlook.ahead(side, Phase.MOVE), outlook.reaches(side)
    verbs = attack_verbs(p)
    if p is None or found is None or not verbs:
        return []
    near = [h for h in p.game.board.adjacent(hex) if not p.s.foes[side][h]]
    stacks: dict[int, dict[int, int]] = {}  # by hex, its units and where they can get
    for group, launch, _ in sorted(found.into(near), key=lambda row: row[2]):
        if found.groups[group].share == 1.0:
            for unit in found.groups[group].units:
                stacks.setdefault(found.groups[group].start, {}).setdefault(unit, launch)
    for launch in near:
        stacks[launch] = dict.fromkeys(p.units(launch, side), launch)
    strikes = []
    for verb in verbs:
        for start, units in stacks.items():
            strikes += _assault(outlook, p, verb, start, units, hex)
    return strikes


def _assault(outlook: Outlook, p: P, verb: Verb, start: int, units: dict[int, int], hex: int) -> list[Strike]:
    """A mobile assault of a stack, if the rules let it: carried out on a copy as far as the hex beside the target."""
    launch = next(iter(units.values()), start)
    q, going = copied(p), [unit for unit, where in units.items() if where == launch]
    if launch != start:
        march = moves(p, p.game.flow.steps[p.frame.step])[0]
        together = Command(march.name, tuple(going), (launch,))
        going = going if _carried_out(q, march, together) else [u for u in going if _carried_out(q, march, _alone(together, u))]
    force = able(q, verb, hex, Force(tuple(going), (launch,) * len(going)))
    return [_strike(outlook, q, "mobile", verb, hex, force)] if force.units else []


def _alone(said: Command, unit: int) -> Command:
    return Command(said.verb, (unit,), said.hexes)


def _carried_out(p: P, verb: Verb, said: Command) -> bool:
    """Do units get where they are told to go?"""
    try:
        full = said if verb.expand is None else verb.expand(p, said)
        if verb.check is not None:
            verb.check(p, full)
        verb.do(p, full)
    except Illegal:
        return False
    return all(p.s.loc[unit] == said.hexes[-1] for unit in said.units) and not p.over
