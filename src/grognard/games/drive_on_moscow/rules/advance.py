"""10.32 Advance after combat."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Advanced
from ....core.movement import is_passable_step
from ....core.rule import rule
from ....core.words import counted
from ...assault.battle import require_each_once, surviving_attackers, the_battle
from ...assault.march import stacks_of
from ..material import P
from . import movement
from .movement import enter
from .november import must_advance
from .stacking import room


@rule("10.32a", "9.12")
def advancing(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Victorious attackers that the ground lets into the hex."""
    board, loc, target = p.game.board, p.s.loc, the_battle(p).target
    return [u for u in surviving_attackers(p) if is_passable_step(board, movement.costs_for(p, (u,)), loc[u], target)]


def do_advance(p: P, units: Sequence[int]) -> None:
    battle = the_battle(p)
    p.s.battle = None
    for stack in stacks_of(p, units):
        enter(p, stack, battle.target)
    p.emit(Advanced(units=tuple(units), path=(battle.target,), side=battle.side, rule="10.32a"))


@rule("10.32a", "10.32b", "11.2d")
def advance(p: P, command: Command) -> None:
    """At once after the battle: one, some or all of the victors, within stacking; in spoiling attacks as many as can."""
    battle = the_battle(p)
    units = command.units
    able = advancing(p, ())
    for unit in units:
        if unit not in able:
            rule_id = "9.12" if unit in surviving_attackers(p) else "10.32a"
            raise Illegal(rule_id, f"{p.game.pieces[unit].handle} may not advance")
    require_each_once(units, "10.32a", "advancing unit")
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


def sample_advance(p: P, rng: random.Random) -> Command | None:
    able = list(advancing(p, ()))
    space = room(p, the_battle(p).side, the_battle(p).target)
    most = min(space, len(able))
    count = most if must_advance(p) else 1 + int(rng.random() * most)
    return Command("advance", tuple(able[:count])) if most else None
