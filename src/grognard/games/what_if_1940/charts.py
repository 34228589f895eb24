"""The charts printed on the mapsheet: turn track, combat results, and the tables of single events."""

from __future__ import annotations

from typing import Any

import msgspec

from ...core.rule import rule
from ...core.shown import Line, TurnView
from ..assault.odds import ResultsTable

LAST_TURN = 11


class Turn(msgspec.Struct, frozen=True):
    """A box of the Turn Record Track."""

    number: int
    name: str
    gemmf: tuple[int, int]  #: German movement factors on the east map: mechanized, other
    reinforcements: int  #: Soviet armies dealt into the box
    replacements: int  #: Soviet

    def shown(self) -> TurnView:
        """The box as everybody sees it."""
        points = f"{self.gemmf[0]}/{self.gemmf[1]}"
        lines = [
            Line("German movement points in the east (mechanized / others)", points, "2.10d", short=f"move {points}"),
            Line("Soviet reinforcements", str(self.reinforcements), "9.5a", short=f"reinf {self.reinforcements}"),
        ]
        if self.replacements:
            lines.append(Line("Soviet replacements", str(self.replacements), "9.10a", short=f"repl {self.replacements}"))
        return TurnView(self.number, self.name, lines)


class Surprise(msgspec.Struct, frozen=True):
    """A line of the East Front Surprise Table."""

    die: int
    redeploy: int  #: Soviet units that may be moved about; -1 for all
    june: int
    ignore_rivers: bool


class EventTable:
    """One die, modifiers that are added up, and what comes of it; the ends of the table hold for everything beyond them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.results: list[str] = [str(result) for result in data["results"]]
        self.below = str(data.get("below", self.results[0]))
        self.rule: str = data["rule"]
        self.modifiers: dict[str | int, int] = {
            entry["when"] if "when" in entry else entry["left"]: entry["add"] for entry in data.get("modifier", ())
        }

    def result(self, modified: int) -> str:
        """What a modified die gives."""
        return self.below if modified < 1 else self.results[min(modified, len(self.results)) - 1]


class Charts:
    """Everything a rule looks up."""

    @rule("2.10d", "5.1")
    def __init__(self, tables: dict[str, Any]) -> None:
        self.tables = tables
        self.track = {entry["number"]: msgspec.convert(entry, Turn, strict=False) for entry in tables["turn"]}
        self.results = ResultsTable.from_toml(tables["crt"])
        #: movement points by terrain, for units on foot and for mechanized ones
        self.costs = [{entry["name"]: entry[kind] for entry in tables["terrain"] if kind in entry} for kind in ("foot", "mech")]
        #: columns by terrain, negative to the left
        self.shifts: dict[str, int] = {entry["name"]: entry["shift"] for entry in tables["terrain"] if "shift" in entry}
        self.attenuated_from: int = tables["attenuated_supply"]["from_turn"]
        self.moscow = EventTable(tables["moscow_falls"])
        self.surprise = {entry["die"]: msgspec.convert(entry, Surprise, strict=False) for entry in tables["surprise"]["result"]}
        self.attenuated = EventTable(tables["attenuated_supply"])
        self.landing = EventTable(tables["landing"])
        self.japan = EventTable(tables["japan"])
        self.finland = EventTable(tables["finland"])
        self.finland_most: int = tables["finland"]["most"]
        self.forts_from: int = tables["forts"]["from_turn"]
        self.forts = EventTable(tables["forts"])
