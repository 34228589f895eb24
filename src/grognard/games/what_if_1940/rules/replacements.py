"""9.9 and 9.11 Replacements of Germans, French and British: a step each per kind and game turn."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Restored
from ..material import P
from ..state import ALLIED, GERMAN
from . import supply
from .counters import mechanized, name, nation, on_map, static


@rule("9.9", "9.11")
def kind_of(p: P, unit: int) -> str:
    """Infantry and panzers for the German, nations for the Anglo-French: one step each, and none for another kind."""
    if p.side_of(unit) == ALLIED:
        return nation(p, unit)
    return "panzer" if mechanized(p, unit) else "infantry"


@rule("9.1", "9.9", "9.11")
def in_play(p: P, unit: int) -> bool:
    """On a map; for Germans also in their box or in Romania. The dead do not come back."""
    boxes = ("reserve-arrived", "reserve-eligible", "romania") if p.side_of(unit) == GERMAN else ()
    return on_map(p, unit) or p.s.loc[unit] in [p.game.box[box] for box in boxes]


@rule("9.9", "9.11")
def reduced(p: P, hexes: Sequence[int]) -> list[int]:
    """Units that can be made whole now."""
    weak = [u for u in p.game.pieces_of_side[p.s.active] if p.s.steps[u] == 1 and in_play(p, u) and not static(p, u)]
    return [u for u in weak if kind_of(p, u) not in p.s.replaced and supply.supplied(p, u)]


@rule("9.9", "9.11", "9.2d")
def replace(p: P, command: Command) -> None:
    """One unit at a time gets its step back."""
    rule_id, unit = "9.9" if p.s.active == GERMAN else "9.11", command.units[0]
    if len(command.units) > 1:
        raise Illegal(rule_id, "one unit is made whole at a time")
    if kind_of(p, unit) in p.s.replaced:
        raise Illegal(rule_id, f"the replacements for {kind_of(p, unit)} of this game turn are used")
    if unit not in reduced(p, ()):
        raise Illegal(rule_id, f"{name(p, unit)} is not a reduced unit in supply that takes replacements")
    p.s.set("steps", unit, 2)
    p.s.replaced = (*p.s.replaced, kind_of(p, unit))
    p.emit(Restored(units=(unit,), side=p.s.active, rule=rule_id), public=True)


@rule("9.9", "9.11")
def close_replacements(p: P, command: Command) -> None:
    """What is not used is lost."""
    p.s.replaced = ()
    p.pop()
