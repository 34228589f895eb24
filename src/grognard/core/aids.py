"""What lies beside the map for both players: combat table, terrain chart and the like, as rows and columns to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from .shown import Shape


class Code(Shape, frozen=True):
    """What a result means in a few words, and who gains by it: 1 the attacker, -1 the defender, 0 nobody or both alike."""

    code: str
    title: str
    gain: int = 0
    rule: str = ""


class ChartRow(Shape, frozen=True):
    """A row of a chart: of a combat table the number of the die, of a terrain chart the word of the board."""

    title: str
    cells: list[str]
    die: int = 0
    terrain: str = ""
    rules: list[str] = msgspec.field(default_factory=list)


class Chart(Shape, frozen=True):
    """A chart. `codes` explain its cells; `notes` say what does not fit into a cell, also what is a reconstruction."""

    name: str
    title: str
    columns: list[str]
    rows: list[ChartRow]
    rule: str = ""
    codes: list[Code] = msgspec.field(default_factory=list)
    notes: list[str] = msgspec.field(default_factory=list)


def combat_chart(columns: Mapping[str, Sequence[str]], codes: Sequence[Code], rule: str, notes: Sequence[str] = ()) -> Chart:
    """A combat table: the results of the die's faces under each column."""
    used = {cell for cells in columns.values() for cell in cells}
    faces = max(len(cells) for cells in columns.values())
    rows = [ChartRow(str(face), [cells[face - 1] for cells in columns.values()], die=face) for face in range(1, faces + 1)]
    return Chart("combat", "Combat table", list(columns), rows, rule, [code for code in codes if code.code in used], list(notes))


#: values of a terrain entry, and what their column is called
_VALUES = {
    "cost": "cost", "foot": "on foot", "mech": "mechanized", "shift": "shift", "shift_pa": "prepared", "shift_ma": "mobile",
}  # fmt: skip


def terrain_chart(entries: Sequence[Mapping[str, Any]], rule: str = "") -> Chart:
    """A terrain chart from the entries of a table: what it costs to enter, columns for the defender, and notes."""
    values = [value for value in _VALUES if any(value in entry for entry in entries)]
    rows = [_terrain_row(entry, values) for entry in entries]
    notes = ["Shifts are columns: minus is to the left, for the defender."]
    if any(entry.get("provenance") == "reconstructed" for entry in entries):
        notes.append("Rows marked with a star rest at least in part on a reconstruction.")
    return Chart("terrain", "Terrain", [*(_VALUES[value] for value in values), "note"], rows, rule, [], notes)


def _terrain_row(entry: Mapping[str, Any], values: Sequence[str]) -> ChartRow:
    on_side, star = entry.get("where") == "hexside", "*" if entry.get("provenance") == "reconstructed" else ""
    name = str(entry["name"])
    return ChartRow(
        name.replace("-", " ").capitalize() + (" side" if on_side else "") + star,
        [*(_cell(entry, value, on_side) for value in values), _note(entry)],
        terrain=name, rules=[str(rule) for rule in entry.get("rules", ())],
    )  # fmt: skip


def _note(entry: Mapping[str, Any]) -> str:
    closed, only = entry.get("closed_to", ""), entry.get("shift_for", "")
    said = [
        f"closed to {closed}" if closed not in ("", "all") else "",
        f"shift for {only} defenders" if only not in ("", "both") else "",
        "no mobile assault" if entry.get("ma") is False else "", str(entry.get("note", "")),
    ]  # fmt: skip
    return "; ".join(part for part in said if part)


def _cell(entry: Mapping[str, Any], value: str, on_side: bool) -> str:
    found = entry.get(value)
    if value.startswith("shift"):
        barred = entry.get(value.replace("shift_", "") + "_allowed") is False
        return "no attack" if barred else "" if found is None else f"{found:+d}" if found else "0"
    if found is None:
        return "no" if entry.get("closed_to") == "all" else ""
    return f"+{found:g}" if on_side else f"{found:g}"
