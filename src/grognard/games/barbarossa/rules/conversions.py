"""8.19, 8.20 Tank armies become Guards Tank armies, rifle armies become Guards and Shock armies."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault import phases
from ...assault.events import Promoted
from ..events import Delayed
from ..material import P
from ..state import SOVIET, WAITING
from . import instants
from .counters import enters_by_conversion, is_rifle_army, name, on_map_in_supply, substitute, type_of
from .supply import network


@rule("5.3", "8.19", "8.20")
def begin(p: P) -> None:
    """First the tank armies by themselves, then one choice for every Guards and Shock army."""
    p.pop()
    waiting = [u for u in p.units(p.game.rvgk, SOVIET) if p.s.flags[u] & WAITING]
    candidates = [u for u in (*p.game.calendar.due(p, SOVIET), *waiting) if enters_by_conversion(p, u)]
    for unit in candidates:
        if type_of(p, unit).kind == "tank":
            convert_tanks(p, unit)
    chosen = [u for u in candidates if type_of(p, u).kind != "tank"]
    p.queue(*(("soviet.convert", SOVIET, unit) for unit in sorted(chosen)))


# ---------------------------------------------------------------- 8.19 tanks


@rule("8.19")
def convert_tanks(p: P, guards: int) -> None:
    """The Guards version takes the place of its namesake on the map, in the box or in the dead pile; else it waits."""
    tanks = p.game.oob.partner[guards]
    where = p.s.loc[tanks]
    if where not in (p.game.rvgk, p.game.dead[SOVIET]) and not on_map_in_supply(p, tanks):
        wait(p, guards)
        return
    put(p, tanks, guards, p.game.gone[SOVIET])
    p.emit(Promoted(units=(tanks, guards), hex=where, side=SOVIET, rule="8.19"))


def put(p: P, old: int, new: int, box: int) -> None:
    """A converted army stands where the old one stood, and may do everything this turn."""
    p.s.clear((new,), WAITING)
    substitute(p, old, new, box)


@rule("8.1a", "8.19", "8.20")
def wait(p: P, unit: int) -> None:
    """A conversion that cannot or shall not be made yet waits with the reserves, for a later segment."""
    p.s.mark((unit,), WAITING)
    if p.s.loc[unit] != p.game.rvgk:
        p.place(unit, p.game.rvgk)
        p.emit(Delayed(units=(unit,), side=SOVIET, rule="8.19" if type_of(p, unit).kind == "tank" else "8.20"))


# ---------------------------------------------------------------- 8.20 rifle armies


def newcomer(p: P) -> int:
    """The Guards or Shock army the present decision is about."""
    return int(p.frame.args[0])


@rule("8.20")
def convertible(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Rifle armies on the map in overland supply, or among the reserves."""
    loc, boxes, rvgk, fed = p.s.loc, p.game.board.hexes, p.game.rvgk, network(p, SOVIET).data
    found = []
    for unit in p.game.rifle_armies:
        where = loc[unit]
        if (0 <= where < boxes and fed[where]) or ((where < boxes or where == rvgk) and _may_convert(p, unit)):
            found.append(unit)
    return found


def _may_convert(p: P, unit: int) -> bool:
    if p.s.loc[unit] == p.game.rvgk:
        return not p.s.flags[unit] & WAITING
    return on_map_in_supply(p, unit)


@rule("8.20")
def convert(p: P, command: Command) -> None:
    """The new army replaces a rifle army, which can be rebuilt with replacements."""
    if len(command.units) != 1:
        raise Illegal("8.20", "one rifle army becomes one Guards or Shock army")
    old, new = command.units[0], newcomer(p)
    if not is_rifle_army(p, old):
        raise Illegal("8.20", f"{name(p, old)} is no rifle army")
    if not _may_convert(p, old):
        raise Illegal("8.20", f"{name(p, old)} has no regular overland supply")
    where = p.s.loc[old]
    p.pop()
    put(p, old, new, p.game.dead[SOVIET])
    p.emit(Promoted(units=(old, new), hex=where, side=SOVIET, rule="8.20"))
    instants.settle(p)


@rule("8.1a", "8.20")
def decline(p: P, command: Command) -> None:
    """Keep the rifle armies as they are; the new army waits."""
    unit = newcomer(p)
    phases.close(p)
    wait(p, unit)
