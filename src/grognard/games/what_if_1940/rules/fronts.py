"""12.5 to 12.8 The Soviet fronts off the map: Far East, Arctic, Southwest and Romania."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Joined, Transferred
from ..material import P
from ..state import FROZEN, GERMAN, SOVIET, Battle
from . import combat, holding_boxes
from .counters import name


def _track(p: P) -> int:
    """This turn's box of the track, from which arrivals enter the map."""
    return p.game.calendar.boxes[p.s.turn]


def _move(p: P, units: Sequence[int], box: int, rule_id: str) -> None:
    for unit in units:
        p.place(unit, box)
    p.emit(Transferred(units=tuple(units), to=p.game.board.boxes[box - p.game.board.hexes].title, side=SOVIET, rule=rule_id))


def _free(p: P, box: str) -> list[int]:
    return [u for u in p.units(p.game.box[box], SOVIET) if not p.s.flags[u] & FROZEN]


def _require(p: P, units: Sequence[int], able: Sequence[int], rule_id: str, why: str) -> None:
    for unit in units:
        if unit not in able:
            raise Illegal(rule_id, f"{name(p, unit)} {why}")


# ---------------------------------------------------------------- Far East


@rule("12.5a", "12.5b")
def siberians(p: P, hexes: Sequence[int]) -> list[int]:
    """Garrison armies that may leave; once Japan is at war none does."""
    return _free(p, "far-east")


@rule("12.5a", "12.5c")
def leave_far_east(p: P, command: Command) -> None:
    """Armies go to this turn's box and enter with the reinforcements. Nobody ever goes back."""
    _require(p, command.units, siberians(p, ()), "12.5b" if p.s.japan else "12.5a", "does not leave the Far East")
    _move(p, command.units, _track(p), "12.5a")
    p.s.far_east_left = True


@rule("12.5b", "12.5c")
def close_far_east(p: P, command: Command) -> None:
    """If armies have left, one roll tells whether Japan is tempted; whoever is still there then stays."""
    p.pop()
    if not p.s.far_east_left or p.s.japan:
        return
    left = p.units(p.game.box["far-east"], SOVIET)
    table = p.game.charts.japan
    if table.result(p.roll("Japan Invades Far East Table", "12.5b", side=SOVIET) + table.modifiers[len(left)]) == "war":
        p.s.japan = True
        p.s.mark(left, FROZEN)
        p.emit(Joined(who="Japan", rule="12.5b"))


# ---------------------------------------------------------------- Arctic


@rule("12.6b", "12.6c")
def arctic_armies(p: P, hexes: Sequence[int]) -> list[int]:
    """Armies that may leave the Arctic."""
    return [] if p.s.arctic_way == "in" else _free(p, "arctic")


@rule("12.6b")
def arctic_arrivals(p: P, hexes: Sequence[int]) -> list[int]:
    """Armies in this turn's box that may go to the Arctic."""
    return [] if p.s.arctic_way == "out" else p.game.calendar.due(p, SOVIET)


def _one_way(p: P, way: str) -> None:
    if p.s.arctic_way not in ("", way):
        raise Illegal(
            "12.6b", f"in one game turn armies go either into the Arctic or out of it, and they have gone {p.s.arctic_way}"
        )
    p.s.arctic_way = way


@rule("12.6a", "12.6b", "12.6c")
def leave_arctic(p: P, command: Command) -> None:
    for unit in command.units:
        if p.s.loc[unit] == p.game.box["arctic"] and p.s.flags[unit] & FROZEN:
            raise Illegal("12.6c", f"{name(p, unit)} is bound by the Finns")
    if p.s.arctic_way != "in":
        _require(p, command.units, arctic_armies(p, ()), "12.6b", "is not in the Arctic")
    _one_way(p, "out")
    _move(p, command.units, _track(p), "12.6b")


@rule("12.6a", "12.6b", "3.9d")
def go_to_arctic(p: P, command: Command) -> None:
    """From this turn's box, never from the map."""
    if p.s.arctic_way != "out":
        _require(p, command.units, arctic_arrivals(p, ()), "12.6b", "is not in this turn's box of the track")
    _one_way(p, "in")
    _move(p, command.units, p.game.box["arctic"], "12.6b")


@rule("12.6a", "12.6c", "3.8")
def close_arctic(p: P, command: Command) -> None:
    """With two armies or fewer on its border Finland may join in; then those there are bound."""
    p.pop()
    there, table = p.units(p.game.box["arctic"], SOVIET), p.game.charts.finland
    if p.s.finland or len(there) > p.game.charts.finland_most:
        return
    if table.result(p.roll("Finland Joins the War Table", "12.6c", side=SOVIET) + table.modifiers[len(there)]) == "war":
        p.s.finland = True
        p.s.mark(there, FROZEN)
        p.emit(Joined(who="Finland", rule="12.6c"))


# ---------------------------------------------------------------- Southwest


@rule("12.7d", "12.7e")
def preparing(p: P, hexes: Sequence[int]) -> list[int]:
    """Armies just arrived that may become eligible to leave."""
    return [u for u in p.units(p.game.box["southwest-arrived"], SOVIET) if u not in p.s.portioned]


@rule("12.7d", "12.7e")
def prepare(p: P, command: Command) -> None:
    _require(p, command.units, preparing(p, ()), "12.7e", "cannot become eligible to leave now")
    _move(p, command.units, p.game.box["southwest-eligible"], "12.7d")
    p.s.portioned = (*p.s.portioned, *command.units)


@rule("12.7b", "12.7e")
def invaders(p: P, hexes: Sequence[int]) -> list[int]:
    """Armies that may march into Romania: they have not entered another part of the box in this player turn."""
    return [u for u in p.units(p.game.box["southwest-eligible"], SOVIET) if u not in p.s.portioned]


@rule("12.7a", "12.7b", "12.7e", "12.4a")
def invade(p: P, command: Command) -> None:
    """Into Romania, for good. Where no Soviet unit stood before, the German may answer at once."""
    for unit in command.units:
        if p.s.loc[unit] == p.game.box["southwest-arrived"]:
            raise Illegal("12.7b", f"{name(p, unit)} has just arrived and is not eligible to leave")
    _require(p, command.units, invaders(p, ()), "12.7e", "cannot go to Romania now")
    first = not p.s.count[SOVIET][p.game.box["romania"]]
    _move(p, command.units, p.game.box["romania"], "12.7b")
    p.s.portioned = (*p.s.portioned, *command.units)
    p.s.invaded = True
    if first:
        holding_boxes.react(p)


@rule("12.7c")
def leaving_southwest(p: P, hexes: Sequence[int]) -> list[int]:
    return p.units(p.game.box["southwest-eligible"], SOVIET)


@rule("12.7c")
def leave_southwest(p: P, command: Command) -> None:
    """At war or not, eligible armies may enter the map with this turn's reinforcements."""
    _require(p, command.units, leaving_southwest(p, ()), "12.7c", "is not eligible to leave the Southwest Front")
    _move(p, command.units, _track(p), "12.7c")


# ---------------------------------------------------------------- Romania


@rule("12.8a", "12.4c")
def close_southwest(p: P, command: Command) -> None:
    """The transfers are over: whoever is in Romania attacks the Germans there, all on all, in the open and in supply; then it is
    seen who holds Ploesti."""
    p.pop()
    p.push("ploesti")
    node = p.game.box["romania"]
    soviets, germans = p.units(node, SOVIET), p.units(node, GERMAN)
    if soviets and germans:
        combat.commit(p, Battle(False, SOVIET, node, tuple(soviets), tuple(germans)))
