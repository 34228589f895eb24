"""Who can be attacked by prepared assault: enemies next door, once a phase, without those that have just retreated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.errors import Illegal
from ...core.paths import facing
from ...core.rule import concept
from .flags import DEFENDED, RETREATED


@concept("a stack defends as one", "retreated units do not defend")
def defenders_of(p: Any, target: int, nobody: str, again: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who defends a hex and who merely stands in it; `nobody` and `again` are the rules that refuse.

    A stack defends as one, once a phase. Units that retreated into it in this phase take no part; a hex that
    holds nobody else cannot be attacked, since they have been attacked already.
    """
    enemies = p.units(target, 1 - p.s.active) if target < p.game.board.hexes else []
    name = p.game.board.names[target]
    if not enemies:
        raise Illegal(nobody, f"there are no enemy units in {name}")
    flags = p.s.flags
    bystanders = tuple([u for u in enemies if flags[u] & RETREATED])
    defenders = tuple([u for u in enemies if u not in bystanders]) if bystanders else tuple(enemies)
    for unit in defenders:
        if flags[unit] & DEFENDED:
            raise Illegal(again, f"the units in {name} have been attacked in this phase already")
    if not defenders:
        raise Illegal(again, f"the units in {name} retreated there in this phase and cannot be attacked again")
    return defenders, bystanders


def is_open(p: Any, target: int, check: Callable[[Any, int], object]) -> bool:
    """Does a hex hold enemies, and does nothing forbid to attack them?"""
    if not p.s.count[1 - p.s.active][target]:
        return False
    try:
        check(p, target)
    except Illegal:
        return False
    return True


def contested(p: Any, sides: Any) -> list[int]:
    """Enemy-held hexes with a unit of the active side beside them; `sides` are the hexsides of the map."""
    s, key = p.s, ("contested", p.s.active)
    if key not in s.cache:
        s.cache[key] = facing(p.game.board.neighbours, sides, s.arrays.count[1 - s.active], s.arrays.count[s.active]).tolist()
    return s.cache[key]  # type: ignore[no-any-return]
