"""8.1 to 8.6 Airpower: air superiority, interdiction and support of battles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Interdicted, Suppressed
from ..material import Mask, P
from ..state import AIRCRAFT, ALLIED, GERMAN, SOVIET

#: Words of the command -> the side whose aircraft are shut out.
TARGETS = {"soviet": SOVIET, "anglo-french": ALLIED}
MOST_SUPERIORITY = 3


def _less(counts: tuple[int, int, int], side: int, by: int = 1) -> tuple[int, int, int]:
    german, soviet, allied = (count - by * (k == side) for k, count in enumerate(counts))
    return german, soviet, allied


@rule("8.1", "8.6", "5.2c")
def return_aircraft(p: P) -> None:
    """A new game turn: everything that was suppressed or has flown is there again."""
    p.s.air, p.s.suppressed, p.s.superiority = AIRCRAFT, (0, 0, 0), 0
    p.s.interdicted, p.s.interdictor = (), -1


@rule("8.6")
def spend(p: P, side: int, rule_id: str) -> None:
    """An aircraft flies its one mission of the game turn."""
    if not p.s.air[side]:
        raise Illegal(rule_id, f"no aircraft of the {p.game.sides[side]} side is left in this game turn")
    p.s.air = _less(p.s.air, side)


# ---------------------------------------------------------------- air superiority


@rule("8.1")
def targets(p: P) -> Sequence[str]:
    """Whose aircraft can still be shut out."""
    if p.s.superiority >= MOST_SUPERIORITY:
        return ()
    return [word for word, side in TARGETS.items() if p.s.air[side]]


@rule("8.1")
def suppress(p: P, command: Command) -> None:
    """A Luftwaffe unit and an enemy one are out of play for the rest of the game turn."""
    side = TARGETS.get(command.word or "")
    if side is None:
        raise Illegal("8.1", f"the aircraft are those of {' or '.join(TARGETS)}")
    if p.s.superiority >= MOST_SUPERIORITY:
        raise Illegal("8.1", f"no more than {MOST_SUPERIORITY} aircraft fly for air superiority in a game turn")
    if not p.s.air[side]:
        raise Illegal("8.1", f"the {command.word} side has no aircraft left to shut out")
    spend(p, GERMAN, "8.1")
    p.s.air = _less(p.s.air, side)
    p.s.suppressed = _less(p.s.suppressed, side, -1)
    p.s.superiority += 1
    p.emit(Suppressed(owner=str(command.word), side=GERMAN, rule="8.1"))


@rule("8.2a", "8.2b")
def clear_skies(p: P, hex: int) -> bool:
    """Are all enemy aircraft of the map suppressed? One that has already flown is not."""
    side = ALLIED if p.game.west[hex] else SOVIET
    return p.s.suppressed[side] == AIRCRAFT[side]


# ---------------------------------------------------------------- interdiction


@rule("8.3a", "8.3b", "8.5")
def interdictor(p: P, mover: int) -> int:
    """The side that may interdict a movement phase: the German those of his enemies, the Anglo-French those in the west."""
    return GERMAN if mover in (SOVIET, ALLIED) else ALLIED


@rule("8.3a", "8.3b", "8.5", "12.9b")
def interdiction_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Any hex of the map on which the enemy is about to move, the red row among them, without an aircraft."""
    area = p.game.east if p.s.active == SOVIET else p.game.west
    return [hex for hex in area.nonzero()[0].tolist() if hex not in p.s.interdicted]


@rule("8.3a", "8.3b", "8.6")
def interdict(p: P, command: Command) -> None:
    """One aircraft per hex; it is used up with this mission."""
    side, hex = interdictor(p, p.s.active), command.hexes[0]
    if side == ALLIED and not p.game.west[hex]:
        raise Illegal("8.3b", "Anglo-French aircraft act on the west map only")
    if hex in p.s.interdicted:
        raise Illegal("8.3a", f"an aircraft interdicts {p.game.board.names[hex]} already")
    if hex not in interdiction_hexes(p, ()):
        raise Illegal("8.3a", f"nobody is about to move near {p.game.board.names[hex]}")
    spend(p, side, "8.3a")
    p.s.interdicted, p.s.interdictor = (*p.s.interdicted, hex), side
    p.emit(Interdicted(hex=hex, side=side, rule="8.3a"))


@rule("8.3a")
def interdiction_zone(p: P) -> Mask:
    """The hexes with interdicting aircraft and those around them; overlapping zones count once."""
    found = np.zeros(p.game.board.nodes, np.bool_)
    for hex in p.s.interdicted:
        found[[hex, *p.game.board.adjacent(hex)]] = True
    return found


@rule("8.3a")
def end_interdiction(p: P) -> None:
    """With the movement phase; retreats and advances never knew of it."""
    p.s.interdicted, p.s.interdictor = (), -1


# ---------------------------------------------------------------- support of battles


@rule("8.4a", "8.4b", "8.4c", "8.4d", "8.5", "12.4c", "12.8b")
def check_support(p: P, side: int, node: int, *, attacking: bool) -> None:
    """May an aircraft of the side support a battle on this node? Those of the Anglo-French serve all their allies in the west;
    the Soviet one serves attacks alone, in Romania too."""
    if side == SOVIET and not attacking:
        raise Illegal("8.4d", "the Soviet aircraft supports attacks only")
    if side == SOVIET and p.game.west[node]:
        raise Illegal("8.5", "the Soviet aircraft acts on the east map only")
    if side == ALLIED and not p.game.west[node]:
        raise Illegal("8.5", "Anglo-French aircraft act on the west map only")
    if side not in (GERMAN, SOVIET, ALLIED):
        raise Illegal("8.4a", f"the {p.game.sides[side]} side has no aircraft")
    if not p.s.air[side]:
        raise Illegal("8.6", "no aircraft is left in this game turn")


def may_support(p: P, side: int, node: int, *, attacking: bool) -> bool:
    try:
        check_support(p, side, node, attacking=attacking)
    except Illegal:
        return False
    return True


@rule("8.4a", "8.4b", "8.4d")
def support(p: P, side: int, node: int, count: int, *, attacking: bool) -> int:
    """Commit aircraft to a battle: columns in the favour of their side, one each."""
    for _ in range(count):
        check_support(p, side, node, attacking=attacking)
        spend(p, side, "8.6")
    return count
