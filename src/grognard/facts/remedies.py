"""What can be said now against something that is at stake."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.flow import LegalCommands, Verb
from ..core.foresight import copied, moves
from ..core.words import counted
from .answers import Remedy, Threat
from .outlook import Outlook
from .threats import open_places
from .words import called, place

#: So many garrisons are tried for a place before the best of them is named.
_TRIED = 6


def garrison(outlook: Outlook, side: int, threat: Threat, legal: LegalCommands) -> Remedy | None:
    """The move that puts somebody into an open place and opens the fewest others; None where nobody can get there now."""
    p, reached = outlook.p, outlook.reaches(side)
    marching = moves(p, legal.step)
    if not marching or p.frame.side != side or reached is None:
        return None
    verb, board = marching[0], p.game.board
    able, before = {*legal.units_with(verb)}, _open(outlook, side)
    rows = [
        (p.s.count[side][reached.groups[group].start] == 1, cost, unit, hex)
        for group, hex, cost in reached.into([board.node(name) for name in threat.hexes])
        for unit in reached.groups[group].units
        if unit in able
    ]
    best: tuple[tuple[int, bool, int], int, int] | None = None
    for leaves, cost, unit, hex in sorted(rows)[:_TRIED]:
        if not _can_go(outlook, verb, unit, hex):
            continue
        found = (_open_after(outlook, side, unit, hex), leaves, cost), unit, hex
        if best is None or found < best:
            best = found
        if found[0][0] < before and not leaves:
            break
    if best is None or best[0][0] >= before:
        return None
    (_, leaves, cost), unit, hex = best
    return _remedy(outlook, verb, unit, hex, cost, leaves)


def _can_go(outlook: Outlook, verb: Verb, unit: int, hex: int) -> bool:
    return verb.hexes is not None and hex in verb.hexes(outlook.p, (unit,))


def _open(outlook: Outlook, side: int) -> int:
    """How many places that lose the game stand open."""
    return sum(threat.fatal for enemy in outlook.p.enemies(side) for threat in open_places(outlook, side, enemy))


def _open_after(outlook: Outlook, side: int, unit: int, hex: int) -> int:
    q = copied(outlook.p)
    q.place(unit, hex)
    return _open(Outlook(q, outlook.eyes), side)


def _remedy(outlook: Outlook, verb: Verb, unit: int, hex: int, cost: int, leaves: bool) -> Remedy:
    game, start = outlook.p.game, outlook.p.s.loc[unit]
    name = called(outlook, unit)
    text = f"{name} can be there for {counted(cost, 'point')}" + (f" and leaves {place(outlook, start)} empty" if leaves else "")
    return Remedy(f"{text}.", verb.name, [game.pieces[unit].handle], [game.board.names[hex]], cost)


def remedies(outlook: Outlook, sides: Sequence[int], stakes: Sequence[Threat], legal: LegalCommands) -> dict[int, Remedy]:
    """What helps against each of these, by its number; only for what loses the game."""
    found = {}
    for number, threat in enumerate(stakes):
        if threat.kind == "open" and threat.fatal:
            for side in sides:
                remedy = garrison(outlook, side, threat, legal)
                if remedy is not None:
                    found[number] = remedy
    return found
