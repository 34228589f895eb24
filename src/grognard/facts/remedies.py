"""What can be said now against something that is at stake."""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from ..core.flow import LegalCommands, Verb
from ..core.foresight import copied, moves
from ..core.words import counted
from .answers import Remedy, Threat
from .outlook import Outlook
from .threats import GRAVE, attackable, open_places
from .words import called, place

#: So many garrisons are tried for a place before the best of them is named.
_TRIED = 6
#: So many reinforcements are tried for a place, and for so many places that can be attacked.
_REINFORCED = 3
_ATTACKED = 3


def garrison(outlook: Outlook, side: int, threat: Threat, legal: LegalCommands) -> Remedy | None:
    """The move that puts somebody into an open place and opens the fewest others; None where nobody can get there now."""
    verb, before = _march(outlook, side, legal), _open(outlook, side)
    if verb is None:
        return None
    best: tuple[tuple[int, bool, int], int, int] | None = None
    for leaves, cost, unit, hex in _comers(outlook, side, threat, legal, verb)[:_TRIED]:
        if not _can_go(outlook, verb, unit, hex):
            continue
        found = (_open(_after(outlook, unit, hex), side), leaves, cost), unit, hex
        if best is None or found < best:
            best = found
        if found[0][0] < before and not leaves:
            break
    if best is None or best[0][0] >= before:
        return None
    (_, leaves, cost), unit, hex = best
    return _remedy(outlook, verb, unit, hex, cost, leaves)


def reinforcement(outlook: Outlook, side: int, threat: Threat, legal: LegalCommands, needed: Set[int]) -> Remedy | None:
    """The shortest move that makes an attack on a place no longer worth while, opens no other place, and takes nobody from
    where he is `needed` as much or alone keeps a place that must not be lost; None where no single unit does."""
    verb, board = _march(outlook, side, legal), outlook.p.game.board
    if verb is None:
        return None
    here, before = {board.node(name) for name in threat.hexes}, _open(outlook, side)
    bound = needed | here | _kept_alone(outlook, side)
    near = [row for row in _comers(outlook, side, threat, legal, verb) if outlook.p.s.loc[row[2]] not in bound]
    for leaves, cost, unit, hex in near[:_REINFORCED]:
        if not _can_go(outlook, verb, unit, hex):
            continue
        after = _after(outlook, unit, hex)
        if _open(after, side) <= before and not _grave(after, side, [*here, outlook.p.s.loc[unit]]):
            return _remedy(outlook, verb, unit, hex, cost, leaves, f" Then it can no longer be attacked at {GRAVE:g}:1.")
    return None


def _kept_alone(outlook: Outlook, side: int) -> Set[int]:
    """Places whose loss loses the game and which one unit holds: what no enemy can reach this turn he may reach the next."""
    stakes = outlook.p.game.foresight.stakes(outlook.p)
    fatal = {hex for stake in stakes if stake.side == side and stake.fatal and not stake.cut for hex in stake.hexes}
    return {hex for hex in fatal if outlook.p.s.count[side][hex] == 1}


def _march(outlook: Outlook, side: int, legal: LegalCommands) -> Verb | None:
    """By what a side moves now, if it does."""
    marching = moves(outlook.p, legal.step)
    return marching[0] if marching and outlook.p.frame.side == side and outlook.reaches(side) is not None else None


def _comers(outlook: Outlook, side: int, threat: Threat, legal: LegalCommands, verb: Verb) -> list[tuple[bool, int, int, int]]:
    """Who can get to a place now, first those who leave nothing empty, then by their way: does he leave it, cost, unit, hex."""
    p, reached, able = outlook.p, outlook.reaches(side), {*legal.units_with(verb)}
    assert reached is not None
    return sorted(
        (p.s.count[side][reached.groups[group].start] == 1, cost, unit, hex)
        for group, hex, cost in reached.into([p.game.board.node(name) for name in threat.hexes])
        for unit in reached.groups[group].units
        if unit in able
    )


def _grave(outlook: Outlook, side: int, hexes: Sequence[int]) -> bool:
    """Can one of these places be taken by an attack at good odds, so that it loses the game?"""
    held = np.array([hex for hex in hexes if outlook.p.s.count[side][hex]], np.int16)
    return any(threat.fatal for enemy in outlook.p.enemies(side) for threat in attackable(outlook, side, enemy, held))


def _can_go(outlook: Outlook, verb: Verb, unit: int, hex: int) -> bool:
    return verb.hexes is not None and hex in verb.hexes(outlook.p, (unit,))


def _open(outlook: Outlook, side: int) -> int:
    """How many places that lose the game stand open."""
    return sum(threat.fatal for enemy in outlook.p.enemies(side) for threat in open_places(outlook, side, enemy))


def _after(outlook: Outlook, unit: int, hex: int) -> Outlook:
    q = copied(outlook.p)
    q.place(unit, hex)
    return Outlook(q, outlook.eyes, outlook.seat)


def _remedy(outlook: Outlook, verb: Verb, unit: int, hex: int, cost: int, leaves: bool, then: str = "") -> Remedy:
    game, start = outlook.p.game, outlook.p.s.loc[unit]
    name = called(outlook, unit)
    text = f"{name} can be there for {counted(cost, 'point')}" + (f" and leaves {place(outlook, start)} empty" if leaves else "")
    return Remedy(f"{text}.{then}", verb.name, [game.pieces[unit].handle], [game.board.names[hex]], cost)


def remedies(outlook: Outlook, sides: Sequence[int], stakes: Sequence[Threat], legal: LegalCommands) -> dict[int, Remedy]:
    """What helps against each of these, by its number; only for what loses the game."""
    found = {}
    node = outlook.p.game.board.node
    needed = {node(hex) for threat in stakes if threat.kind == "attack" and threat.fatal for hex in threat.hexes}
    attacked = 0
    for number, threat in enumerate(stakes):
        if not threat.fatal or threat.kind not in ("open", "attack"):
            continue
        attacked += threat.kind == "attack"
        if attacked > _ATTACKED:
            continue
        for side in sides:
            is_open = threat.kind == "open"
            remedy = garrison(outlook, side, threat, legal) if is_open else reinforcement(outlook, side, threat, legal, needed)
            if remedy is not None:
                found[number] = remedy
    return found
