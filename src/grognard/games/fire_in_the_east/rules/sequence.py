"""Rule 4 and the expanded sequence of play: the whole game turn as a table.

A row is a step of the flow. Its chapter registers it (`flow/`); a row whose step nobody has registered is passed over, and so is
a decision for which its chapter says that there is nothing to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ....core.rule import rule
from ..material import P
from ..state import AXIS, SOVIET
from . import scenarios

PHASING, OTHER, NOBODY = "phasing", "other", ""


class Row(NamedTuple):
    """A step of a player turn: its phase, its name, who decides, and in whose player turn alone it comes."""

    phase: str
    step: str
    who: str = NOBODY
    only: int | None = None


@rule("4.A", "4.A.1", "4.A.2", "4.A.3", "4.A.4", "4.A.5", "esp", "esp.initial.1", "esp.initial.2", "esp.initial.3",
      "esp.initial.4", "esp.initial.5", "esp.movement.1", "esp.movement.2", "esp.movement.3", "esp.air", "esp.combat",
      "esp.exploitation", "esp.end.1")  # fmt: skip
def _player_turn() -> tuple[Row, ...]:
    return (
        Row("initial", "initial.open"),
        Row("initial", "garrisons.check"),  # at the start of the German one: factories lost, reserves called up
        Row("initial", "seas.open"),
        Row("initial", "lines.open"),  # trains stand empty, yesterday's gauges can be used
        Row("initial", "air.return.late", PHASING),
        Row("initial", "initial.first", PHASING),  # a) late air units land, b) supply goes to ports, c) garrisons
        Row("initial", "supply.judge"),
        Row("initial", "calendar.due"),
        Row("initial", "initial.third", PHASING),  # factories, arrivals, replacements, air system, ship repair
        Row("initial", "air.procedure"),
        Row("initial", "air.chart", PHASING),
        Row("initial", "air.repair"),
        Row("initial", "initial.fourth", PHASING),  # air repair, construction of forts and airfields
        Row("initial", "initial.fifth", PHASING),  # airborne plans
        Row("initial", "initial.close"),
        *_movement("movement"),
        Row("air", "air.open"),
        Row("air", "air.missions", PHASING),
        Row("air", "air.standing"),
        Row("air", "air.interception", OTHER),
        Row("air", "air.combat"),
        Row("air", "air.flak"),
        Row("air", "air.resolve"),
        Row("air", "air.return.phasing", PHASING),
        Row("air", "air.return.other", OTHER),
        Row("air", "air.close"),
        Row("combat", "combat.open"),
        Row("combat", "combat.ships", OTHER, AXIS),
        Row("combat", "combat", PHASING),
        Row("combat", "air.return.combat", PHASING),
        Row("combat", "airborne.review"),
        Row("combat", "combat.close"),
        *_movement("exploitation"),
        Row("end", "flotillas.scuttle", NOBODY, SOVIET),
        Row("end", "air.forget"),
        Row("end", "construction.count"),
        Row("end", "seas.close"),
        Row("end", "player.close"),
    )


def _search(phase: str) -> tuple[Row, ...]:
    """Air units that search the sea strike when all ships have moved, and go home (more-optional.4)."""
    if phase != "movement":
        return ()
    return Row(phase, "air.search", OTHER), Row(phase, "air.return.search", OTHER), Row(phase, "air.search.close")


def _movement(phase: str) -> tuple[Row, ...]:
    return (
        Row(phase, f"{phase}.open"),
        Row(phase, f"seas.{phase}"),
        Row(phase, f"{phase}.build"),  # what two engineers finish in half a turn
        Row(phase, f"{phase}.break", PHASING),
        Row(phase, phase, PHASING),
        *_search(phase),
        Row(phase, f"{phase}.assemble", PHASING),
        Row(phase, f"{phase}.surplus", PHASING),
        Row(phase, f"{phase}.ships"),  # replenishment and mines
        Row(phase, f"{phase}.unload"),  # resource points are put down
        Row(phase, f"{phase}.close"),
    )


PLAYER_TURN = _player_turn()
#: The surprise attack turn (31.Fa) has no initial and no exploitation phase, and an air phase of its own.
SURPRISE_TURN = (
    Row("surprise", "surprise.open"),
    *_movement("movement"),
    Row("air", "air.open"),
    Row("air", "air.missions", PHASING),
    Row("air", "air.flak"),
    Row("air", "air.resolve"),
    Row("air", "surprise.air.resolve"),
    Row("air", "surprise.air.soviet", OTHER),
    Row("air", "surprise.air.german", PHASING),
    Row("air", "air.return.phasing", PHASING),
    Row("air", "air.close"),
    Row("combat", "combat.open"),
    Row("combat", "combat.ships", OTHER),
    Row("combat", "combat", PHASING),
    Row("combat", "air.return.combat", PHASING),
    Row("combat", "combat.close"),
    Row("end", "surprise.close"),
)
TABLES = {"player": PLAYER_TURN, "surprise": SURPRISE_TURN}

#: Is there anything to decide at a step? (p, the deciding side) -> yes or no; a step that is not named here is always needed.
NEEDED: dict[str, Callable[[P, int], bool]] = {}


@rule("4", "4.B", "31.Fa", "esp.start.1")
def begin_game_turn(p: P) -> None:
    """A game turn: weather, the German player turn, the Soviet player turn. The first has the surprise attack turn before."""
    p.pop()
    p.s.turn = max(p.s.turn + 1, scenarios.first_turn(p))
    scenarios.open_first_turn(p)
    surprise = [("sequence", -1, "surprise", AXIS, 0)] if p.s.turn == 1 else []
    p.queue(
        ("turn.announce",), ("weather.roll",), ("railways.build",), *surprise, ("sequence", -1, "player", AXIS, 0),
        ("sequence", -1, "player", SOVIET, 0), ("turn.end",),
    )  # fmt: skip


@rule("37.A")
def end_game_turn(p: P) -> None:
    """After the Soviet player turn it is noted who holds what; then the next game turn begins, if there is one."""
    p.pop()
    p.queue(("victory.judge",), *([("turn.begin",)] if p.s.turn < scenarios.last_turn(p) else []))


@rule("4.A", "esp")
def next_row(p: P, known: Callable[[str], bool], decides: Callable[[str], bool]) -> None:
    """Go to the next row of the table: set phase and phasing side, and lay its step on top of the rest."""
    table, side, at = p.pop().args
    rows = TABLES[table]
    if at >= len(rows):
        p.s.phase = ""
        return
    p.push("sequence", -1, table, side, at + 1)
    row = rows[at]
    if p.s.active != side:
        p.s.active = side
    if p.s.phase != row.phase:
        p.s.phase = row.phase
    who = side if row.who == PHASING else p.foe(side) if row.who == OTHER else -1
    if (row.only is not None and row.only != side) or not known(row.step):
        return
    if decides(row.step):
        needed = NEEDED.get(row.step)
        if needed is not None and not needed(p, who):
            return
    p.push(row.step, who)


def phases(table: str) -> list[str]:
    """The phases of a player turn in their order."""
    return [*dict.fromkeys(row.phase for row in TABLES[table] if row.phase != "end")]
