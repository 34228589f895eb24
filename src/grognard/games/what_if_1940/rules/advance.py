"""11.13 Advance after combat."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Advanced
from ....core.rule import rule
from ...assault.battle import require_each_once, the_battle
from ...assault.march import put, stacks_of
from ..material import P
from . import control, neutrals, stacking
from .counters import name, on_map


@rule("10.10a", "11.13")
def advancing(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Victorious attackers for whom the hex is not closed and has room."""
    battle = the_battle(p)
    able = [u for u in battle.attackers if on_map(p, u) and not neutrals.barred(p, u, battle.target)]
    return [u for u in able if stacking.fits(p, (u,), battle.target)]


def can_advance(p: P) -> bool:
    return bool(advancing(p, ()))


@rule("3.12c", "11.13")
def advance(p: P, command: Command) -> None:
    """At once after the battle: one, some or all of the victors, within stacking and free of points."""
    units, target = command.units, the_battle(p).target
    able = advancing(p, ())
    require_each_once(units, "11.13", "advancing unit")
    for unit in units:
        if unit not in able:
            raise Illegal("11.13", f"{name(p, unit)} may not advance")
    stacking.require(p, units, target, "11.13")
    p.pop()
    p.s.battle = None
    for stack in stacks_of(p, units):
        put(p, stack, target)
    p.emit(Advanced(units=units, path=(target,), side=p.side_of(units[0]), rule="11.13"))
    control.enter(p, units[0], target)


@rule("11.13")
def stay(p: P, command: Command) -> None:
    """Advancing is never mandatory."""
    p.pop()
    p.s.battle = None


def sample_advance(p: P, rng: random.Random) -> Command | None:
    """Some of the victors that fit together."""
    able = list(advancing(p, ()))
    for count in range(1 + int(rng.random() * len(able)), 0, -1):
        if stacking.fits(p, able[:count], the_battle(p).target):
            return Command("advance", tuple(able[:count]))
    return None
