"""1.2 scales and 2.0 components: what a hex measures and what the counters show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.game import UnitType
from ....core.rule import rule
from ...assault.components import mobility
from ..state import GERMAN

HEX_KILOMETRES, HEX_MILES = 12.0, 7.5

#: background of a counter -> side, Guards or not, mobility class
COLOURS = {
    "dark gray": ("german", False, "mechanized"),
    "gray-green": ("german", False, "non-mechanized"),
    "yellow": ("soviet", True, "mechanized"),
    "white": ("soviet", True, "non-mechanized"),
    "red": ("soviet", False, "mechanized"),
    "orange": ("soviet", False, "non-mechanized"),
}
ABBREVIATIONS = {"G": "Guards", "GD": "Gross Deutschland", "KG": "Kampfgruppe", "L": "Lehr", "M": "Moscow"}
SIZES = {"XX": "division", "X": "brigade", "III": "regiment", "KG": "Kampfgruppe"}


@rule("1.2")
def real_distance(hexes: int) -> tuple[float, float]:
    """Kilometres and miles of so many hexes."""
    return hexes * HEX_KILOMETRES, hexes * HEX_MILES


@rule("2.6")
def classify(colour: str) -> tuple[str, bool, str]:
    """Side, Guards or not, and mobility class, told from the background alone."""
    return COLOURS[colour]


@rule("2.6")
def colour(unit_type: UnitType) -> str:
    """The background of a unit's counter."""
    shown = ("german" if unit_type.side == GERMAN else "soviet", "guards" in unit_type.traits, mobility(unit_type))
    return next(name for name, meaning in COLOURS.items() if meaning == shown)


@rule("2.7", "2.8")
def spell_out(symbol: str) -> str:
    """An abbreviation or size symbol in words."""
    return {**ABBREVIATIONS, **SIZES}[symbol]


@rule("2.5", "2.8", "2.10", "2.12a")
def face(unit_type: UnitType, factors: str) -> dict[str, Any]:
    """Everything a counter shows with these factors. Movement factors are on the turn track instead."""
    return {
        "side": "german" if unit_type.side == GERMAN else "soviet", "name": unit_type.name, "type": unit_type.kind,
        "size": unit_type.size,
        "size in words": SIZES[unit_type.size], "factors": factors, "steps": unit_type.steps,
        "class": mobility(unit_type), "guards": "guards" in unit_type.traits, "colour": colour(unit_type),
    }  # fmt: skip


@rule("2.1", "2.4", "2.15")
def counter_mix(rows: Sequence[dict[str, str]]) -> dict[str, int]:
    """How many counters there are: combat units, the game-turn marker and the aircraft, nothing else."""
    aircraft = sum(row["type"] == "marker" and row["handle"].startswith("air") for row in rows)
    markers = sum(row["type"] == "marker" for row in rows)
    return {"total": len(rows), "units": len(rows) - markers, "aircraft": aircraft, "other markers": markers - aircraft}
