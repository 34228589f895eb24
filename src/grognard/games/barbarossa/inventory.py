"""What cases may expect of the printed counters and of boxes: every line of units.csv, markers included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.match import Match
from ...core.play import Event
from ..assault.case_checks import differs
from .game import DATA, read_csv


def _counters(match: Match, seen: list[Event], wanted: list[dict[str, Any]]) -> Iterator[str]:
    """How many of the 280 printed counters have these values in their columns of units.csv."""
    rows = read_csv(DATA / "units.csv")
    for line in wanted:
        where = {column: str(value) for column, value in line["where"].items()}
        found = sum(all(row[column] == value for column, value in where.items()) for row in rows)
        yield from differs(f"number of counters with {where}", found, line["count"])


def _back(match: Match, seen: list[Event], wanted: dict[str, dict[str, str]]) -> Iterator[str]:
    """unit -> columns of its line: start, entry, place, partner, size, factors ..."""
    game: Any = match.game
    for handle, fields in wanted.items():
        row = game.rows[game.names.unit(str(handle))]
        for column, value in fields.items():
            yield from differs(f"{column} of {handle}", row[column], str(value))


def _box(match: Match, seen: list[Event], wanted: dict[str, list[str]]) -> Iterator[str]:
    """box or hex -> exactly the units that lie in it."""
    for name, handles in wanted.items():
        found = sorted(match.game.pieces[u].handle for u in match.state.stack(match.game.board.node(str(name))))
        yield from differs(f"content of {name}", found, sorted(handles))


CHECKS = {"counters": _counters, "back": _back, "box": _box}
