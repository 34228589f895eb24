"""Who can come to a hex."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.foresight import Phase
from .answers import Comers, Who
from .outlook import Outlook
from .reaches import Group


def comers(outlook: Outlook, side: int, hexes: Sequence[int]) -> list[Comers]:
    """The units of a side that can get into one of these hexes in its next movement phase, hex by hex from which they come."""
    found = outlook.reaches(side)
    if found is None:
        return []
    least: dict[int, int] = {}
    for number, _, cost in found.into(hexes):
        least[number] = min(cost, least.get(number, cost))
    by_start: dict[int, list[int]] = {}
    for number in least:
        by_start.setdefault(found.groups[number].start, []).append(number)
    return [
        named(outlook, start, [found.groups[k] for k in numbers], min([least[k] for k in numbers]))
        for start, numbers in sorted(by_start.items())
    ]


def named(outlook: Outlook, start: int, groups: Sequence[Group], cost: int) -> Comers:
    """Groups of one hex together: those that are known come for sure, of the hidden ones each by its share."""
    game, secret = outlook.p.game, outlook.hidden
    units = sorted({u for group in groups for u in group.units})
    known, hidden = [u for u in units if u not in secret], [u for u in units if u in secret]
    share = min(1.0, sum(group.share for group in groups if group.units[0] in secret))
    chance = 1.0 if known else 1.0 - (1.0 - share) ** len(hidden)
    return Comers(game.board.names[start], [game.pieces[u].handle for u in known], len(hidden), round(chance, 3), cost)


def turn_of(outlook: Outlook, side: int) -> int:
    """The turn of the next movement phase of a side; the present turn when it has none any more."""
    q = outlook.ahead(side, Phase.MOVE)
    turn: int = outlook.p.game.turn(outlook.p if q is None else q)[0]
    return turn


def who_can_reach(outlook: Outlook, hex: int) -> list[Who]:
    """For every side, who can get into a hex in its next movement phase."""
    sides = enumerate(outlook.p.game.sides)
    return [Who(name, turn_of(outlook, side), comers(outlook, side, (hex,)), []) for side, name in sides]
