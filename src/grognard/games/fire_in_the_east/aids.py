"""The charts that lie beside the map, drawn from `data/charts.yaml`: combat, terrain, hexsides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.aids import Chart, ChartRow, Code
from .material import Material

_CODES = (
    Code("AE", "all attackers eliminated", -1, "9.C"), Code("AH", "attacker loses half and retreats", -1, "9.C"),
    Code("AR", "attackers retreat", -1, "9.C"), Code("NE", "no effect", 0, "9.C"),
    Code("EX", "exchange: the weaker lost, the other as much", 0, "9.C"),
    Code("HX", "the weaker lost, the other half as much", 0, "9.C"), Code("DR", "defenders retreat", 1, "9.C"),
    Code("DH", "defender loses half and retreats", 1, "9.C"), Code("DE", "all defenders eliminated", 1, "9.C"),
)  # fmt: skip
#: who moves how, as the columns are called
_MOVES = {"cm": "motorized", "foot": "on foot", "mountain": "mountain", "ski": "ski"}
_RECONSTRUCTED = "Most values are a reconstruction; where each comes from stands in the file of charts."


def aids(game: Material) -> list[Chart]:
    return [_combat(game.raw["crt"]), _terrain(game.raw), _hexsides(game.raw["terrain"]["sides"])]


def _combat(table: Mapping[str, Any]) -> Chart:
    """The die after its modifiers runs below 1 and beyond 6, so rows have numbers, not faces."""
    columns: list[str] = table["columns"]
    rows = [ChartRow(f"{row}", [table["results"][column][k] for column in columns]) for k, row in enumerate(table["rows"])]
    notes = ["Rows are the die after all modifiers; odds are rounded down in favour of the defender.", _RECONSTRUCTED]
    return Chart("combat", "Combat table", columns, rows, "9.A", list(_CODES), notes)


def _terrain(raw: Mapping[str, Any]) -> Chart:
    """What a hex costs by who moves and in which weather, and what it does to an attack into it."""
    conditions: list[str] = raw["meta"]["weather_conditions"]
    rows = [_ground(name, entry, conditions) for name, entry in raw["terrain"]["hexes"].items() if entry.get("move")]
    notes = [
        f"Costs in {', '.join(conditions)} weather; one number holds for all. P is prohibited.",
        "1/2M+1 is half the printed movement and one point more.", _RECONSTRUCTED,
    ]  # fmt: skip
    return Chart("terrain", "Terrain", [*_MOVES.values(), "die", "armour"], rows, "6", [], notes)


def _ground(name: str, entry: Mapping[str, Any], conditions: list[str]) -> ChartRow:
    combat = entry.get("combat", {})
    costs = [_costs(entry["move"].get(mover), conditions) for mover in _MOVES]
    die = combat.get("die", 0) if isinstance(combat, Mapping) else 0
    armour = combat.get("aec", "") if isinstance(combat, Mapping) else ""
    return ChartRow(name.replace("-", " ").capitalize(), [*costs, f"{die:+d}" if die else "0", str(armour)], terrain=name)


def _costs(found: Any, conditions: list[str]) -> str:
    if not isinstance(found, Mapping):
        return "" if found is None else str(found)
    said = [str(found[condition]) for condition in conditions]
    return said[0] if len(set(said)) == 1 else " ".join(said)


def _hexsides(sides: Mapping[str, Any]) -> Chart:
    rows = [
        ChartRow(name.replace("-", " ").capitalize(), [_extra(entry["move"]), _share(entry["attack"]), _frozen(entry)])
        for name, entry in sides.items()
    ]
    notes = ["Moving adds points to those of the hex; attacking leaves so much of a unit's strength.", _RECONSTRUCTED]
    return Chart("hexsides", "Rivers and straits", ["moving", "attacking", "frozen"], rows, "6", [], notes)


def _frozen(entry: Mapping[str, Any]) -> str:
    frozen = entry.get("frozen")
    return f"{_extra(frozen['move'])}, {_share(frozen['attack'])}" if frozen else ""


def _extra(value: Any) -> str:
    return f"+{value}" if isinstance(value, int) else str(value)


def _share(value: Any) -> str:
    return {0.25: "a quarter", 0.5: "half", 1: "whole"}.get(value, str(value)) if isinstance(value, float | int) else str(value)


def formations(game: Material) -> dict[str, list[str]]:
    """Armies, panzer groups and corps of the order of battle with the units printed under them."""
    found: dict[str, list[str]] = {}
    for row in game.rows:
        if name := row.get("formation"):
            found.setdefault(name, []).append(row["handle"])
    return found
