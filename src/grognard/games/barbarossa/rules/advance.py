"""11.30 to 11.32 Advance after combat."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Advanced
from ....core.rule import rule
from ...assault.battle import change_battle, require_each_once, the_battle
from ...assault.march import stacks_of
from ..material import P
from ..state import GERMAN
from . import allies, ground, instants, supply
from .occupation import enter
from .sequence import single_month
from .stacking import fits, require_room


@rule("11.30", "11.17", "11.18", "11.19", "10.22", "5.11")
def advancing(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Victorious attackers that may still enter the hex: no water to cross, no border closed to them, room for them."""
    battle, found = the_battle(p), []
    for unit in battle.attackers:
        here = p.s.loc[unit]
        if here >= p.game.board.hexes or here == battle.target or unit in battle.advanced:
            continue
        if _open(p, (unit,), here, battle.target):
            found.append(unit)
    return found


@rule("11.32", "12.5")
def exploiting(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Units that have just advanced and may go one hex further: mechanized, in overland supply; Germans in
    single-month turns, Soviets from turn 13 on."""
    battle = the_battle(p)
    allowed = single_month(p) if battle.side == GERMAN else p.s.turn >= 13
    if not allowed:
        return []
    return [
        u for u in battle.advanced
        if p.s.loc[u] == battle.target and ground.mechanized(p, u) and supply.has_overland(p, u) and exploit_hexes(p, (u,))
    ]  # fmt: skip


@rule("11.32", "11.30")
def exploit_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Hexes beside the one just won that hold no enemies and that the units may enter."""
    battle = the_battle(p)
    return [
        hex for hex in p.game.board.adjacent(battle.target)
        if units and not p.s.foes[battle.side][hex] and _open(p, units, battle.target, hex)
    ]  # fmt: skip


def _open(p: P, units: Sequence[int], here: int, hex: int) -> bool:
    if not fits(p, units, hex):
        return False
    return all(ground.may_follow(p, u, here, hex) and ground.refusal(p, u, here, hex) is None for u in units)


def can_advance(p: P) -> bool:
    """Is there anything left to decide about this advance?"""
    return bool(advancing(p) or exploiting(p))


def _close_if_done(p: P) -> None:
    if p.over:
        return
    if not can_advance(p):
        p.s.battle = None
        p.pop()


@rule("11.30", "3.6b")
def advance(p: P, command: Command) -> None:
    """At once after the battle: one, some or all of the victors, within stacking."""
    units, target = command.units, the_battle(p).target
    able = advancing(p)
    for unit in units:
        if unit not in able:
            raise Illegal("11.30", f"{p.game.pieces[unit].handle} may not advance")
    require_each_once(units, "11.30", "advancing unit")
    require_room(p, units, target)
    for stack in stacks_of(p, units):
        enter(p, stack, target)
        if p.over:
            return
    change_battle(p, advanced=(*the_battle(p).advanced, *units))
    p.emit(Advanced(units=units, path=(target,), side=p.side_of(units[0]), rule="11.30"))
    allies.approached(p, units, target)
    instants.settle(p)
    _close_if_done(p)


@rule("11.32")
def exploit(p: P, command: Command) -> None:
    """A second hex for mechanized units."""
    units, hex, battle = command.units, command.hexes[0], the_battle(p)
    require_each_once(units, "11.32", "advancing unit")
    for unit in units:
        if unit not in exploiting(p):
            raise Illegal("11.32", f"{p.game.pieces[unit].handle} may not advance a second hex")
    if hex not in exploit_hexes(p, units):
        raise Illegal("11.32", f"{p.game.board.names[hex]} cannot be entered by this advance")
    enter(p, units, hex)
    if p.over:
        return
    p.emit(Advanced(units=units, path=(hex,), side=battle.side, rule="11.32"))
    allies.approached(p, units, hex)
    instants.settle(p)
    _close_if_done(p)


@rule("11.30")
def stay(p: P, command: Command) -> None:
    """Advancing is never mandatory."""
    p.pop()
    p.s.battle = None


def sample_advance(p: P, rng: object) -> Command | None:
    """Some of the victors that fit."""
    able = advancing(p)
    for count in range(1 + int(rng.random() * len(able)), 0, -1):  # type: ignore[attr-defined]
        if count <= len(able) and fits(p, able[:count], the_battle(p).target):
            return Command("advance", tuple(able[:count]))
    return None
