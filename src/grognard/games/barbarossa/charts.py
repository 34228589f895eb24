"""The charts printed on the map and the backs of the counters: turn track, combat results, victory checks, set-ups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ...core.calendar import Entry
from ...core.rule import rule
from ...core.shown import Line, TurnView
from ...core.words import is_number
from ..assault.odds import ResultsTable


class Turn(msgspec.Struct, frozen=True):
    """A box of the Turn Record and Reinforcement Track. Pairs are (mechanized, other)."""

    number: int
    name: str
    year: int  #: December/January belongs to the year just ending (5.9)
    single: bool  #: one month, not two (5.8)
    german_movement: tuple[int, int]
    soviet_movement: tuple[int, int]
    german_replacements: tuple[int, int]
    soviet_replacements: tuple[int, int]
    aircraft: int = 0

    def shown(self) -> TurnView:
        """The box as both players see it."""
        moves, fills = (_pairs(*both) for both in (
            (self.german_movement, self.soviet_movement), (self.german_replacements, self.soviet_replacements)
        ))  # fmt: skip
        lines = [Line("Movement points (mechanized / others)", moves, short=f"move {moves}")]
        if self.aircraft:
            lines.insert(0, Line("Luftwaffe counters", str(self.aircraft)))
        if any((*self.german_replacements, *self.soviet_replacements)):
            lines.append(Line("Replacements (mechanized / others)", fills, short=f"repl {fills}"))
        return TurnView(self.number, self.name, lines)


def _pairs(german: tuple[int, int], soviet: tuple[int, int]) -> str:
    return f"{german[0]}/{german[1]} {soviet[0]}/{soviet[1]}"


class VictoryCheck(msgspec.Struct, frozen=True):
    """The German wins with `german` points or more, the Soviet when there are `soviet` or fewer."""

    german: int
    soviet: int


class Charts:
    """Everything a rule looks up."""

    @rule("2.11", "E8", "5.8", "5.9", "8.12b")
    def __init__(self, tables: dict[str, Any]) -> None:
        self.tables = tables
        self.track = {entry["number"]: msgspec.convert(entry, Turn, strict=False) for entry in tables["turn"]}
        self.results = ResultsTable.from_toml(tables["crt"])
        self.checks = {entry["turn"]: msgspec.convert(entry, VictoryCheck) for entry in tables["victory_check"]}


class OrderOfBattle:
    """What the reverse of every counter says, by piece (2.12): where it starts, or when and where it enters."""

    @rule("2.12a", "3.3a", "3.4", "3.5", "E2", "8.19")
    def __init__(self, rows: Sequence[dict[str, str]]) -> None:
        self.handles = {row["handle"]: k for k, row in enumerate(rows)}
        #: N, C, S, Rom or the number of a hex; "" for a unit that is not set up
        self.start = [row.get("start") or "" for row in rows]
        #: game turn of entry; ? (8.24 to 8.26), MG (4.17) or counterpart (8.22) where none is printed
        self.entry = [row.get("entry") or "" for row in rows]
        #: where alone it may enter: N, S, Any (8.2), a hex, west, yugo (8.3)
        self.place = [row.get("place") or "" for row in rows]
        #: oversized army -> its normal counterpart (8.22); guards tank army -> the tank army it converts (8.19)
        self.partner = [self.handles.get(row.get("partner") or "", -1) for row in rows]

    def unit(self, handle: str) -> int:
        """A unit that the rules name, or -1 where a position has none of that name."""
        return self.handles.get(handle, -1)

    @rule("2.12a")
    def arrivals(self, sides: Sequence[int]) -> list[Entry]:
        """What the counters with the number of a game turn say."""
        return [
            Entry(int(entry), "arrive", sides[unit], unit, place=self.place[unit], rule="8.1a")
            for unit, entry in enumerate(self.entry)
            if is_number(entry)
        ]


#: Types of the printed set-up of The Road Back -> ending of the handles of that type.
_ENDINGS = {
    "rifle army": "a", "guards army": "g", "shock army": "sh", "tank army": "t", "infantry corps": "i",
    "mountain infantry corps": "mtn", "panzer corps": "pz",
}  # fmt: skip


@rule("12.9", "12.10", "12.11", "12.22", "12.24", "12.25", "E5")
def road_back_setup(rows: Sequence[dict[str, str]]) -> list[tuple[str, str]]:
    """Unit and hex or box of every unit of The Road Back, as printed."""
    return [(_handle(row), row["place"]) for row in rows]


def _handle(row: dict[str, str]) -> str:
    if row["type"] == "Axis satellite army":
        return f"{row['nationality'][0].lower()}{row['designation']}"
    return row["designation"] + _ENDINGS[row["type"]]
