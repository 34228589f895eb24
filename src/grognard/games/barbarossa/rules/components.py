"""1.2 scales, 1.4 to 1.6 words, 2.0 components: what a hex measures, what counters show, who belongs to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.board import Board
from ....core.game import UnitType
from ....core.rule import rule
from ...assault.components import mobility
from ..state import GERMAN, SOVIET

HEX_KILOMETRES, HEX_MILES = 90, 55

SIZES = {"XXXX": "army", "XXX": "corps"}
MAP_SIDES = ("north", "east", "south", "west")

#: types that move on wheels and tracks, and types that walk or ride
MECHANIZED_TYPES = ("panzer", "tank", "parachute-panzer", "guards", "mechanized")
FOOT_TYPES = ("infantry", "rifle", "mountain", "naval", "paratroops", "airborne", "cavalry", "shock")

ABBREVIATIONS = {
    "A": "Army", "Abr": "Abraham", "B": "Bulgarian", "Brn": "Brenner", "FHH": "Feldherrnhalle",
    "FP": "Army Detachment Fretter-Pico", "G": "Guards", "GD": "Gross Deutschland", "GM": "Group Mieth", "GT": "Guards Tank",
    "H": "Hungarian", "HG": "Hermann Goering", "Ho": "Army Detachment Hollidt", "ICA": "Independent Coastal Army",
    "Jkl": "Jeckeln", "Kfl": "Keffel", "KG": "Korps Gruppe", "Koh": "Kohlsdorfen", "KSC": "Kerch Straits Command",
    "LK": "Army Detachment Lanz/Kempf", "LS": "Lower Silesia", "Lw": "Luftwaffe", "Mnz": "Munzel", "Mos": "Moser",
    "Mtn": "Mountain", "Neh": "Nehrung", "Odr": "Oder", "P": "Polish", "PPR": "Provisional Panzer Corps Raus", "Pz": "Panzer",
    "R": "Romanian", "Sbn": "Siebenburgen", "SF": "Staff Forester", "Sil": "Silesia", "Skn": "Saucken", "Slr": "Sieler",
    "Sls": "Schlesien", "SS": "Schutzstaffel", "Str": "Strachwitz", "Tet": "Tettau", "Tom": "Tomaschki", "vBn": "von Buneau",
    "vRp": "von Rappard", "Wse": "Weise", "II": "Wehrkreis 2", "III": "Wehrkreis 3", "XX": "Wehrkreis 20",
}  # fmt: skip


@rule("1.2")
def real_distance(hexes: int) -> tuple[int, int]:
    """Kilometres and miles of so many hexes."""
    return hexes * HEX_KILOMETRES, hexes * HEX_MILES


@rule("1.4")
def map_sides(board: Board, hex: int) -> list[str]:
    """The sides of the map a hex belongs to; corner hexes belong to two. The compass rose plays no part."""
    return [side for side in MAP_SIDES if board.mask(f"{side}-edge")[hex]]


@rule("1.5", "1.6")
def belongs(unit_type: UnitType, group: str) -> bool:
    """Does a rule that speaks of a group of units speak of this one?"""
    nation = "german" if unit_type.side == GERMAN else "soviet"
    own = nation in unit_type.traits
    return {
        "german side": unit_type.side == GERMAN, "german": unit_type.side == GERMAN and own,
        "axis satellite": unit_type.side == GERMAN and not own,
        "soviet side": unit_type.side == SOVIET, "soviet": unit_type.side == SOVIET and own,
        "communist satellite": unit_type.side == SOVIET and not own,
    }[group]  # fmt: skip


@rule("2.6", "2.9")
def colour(unit_type: UnitType) -> str:
    """Print and background of a unit's counter: every Soviet mechanized unit is on some red, no other is."""
    if unit_type.side == GERMAN:
        if belongs(unit_type, "axis satellite"):
            return "black on confederate gray"
        return "white on black" if mobility(unit_type) == "mechanized" else "black on field-gray"
    if belongs(unit_type, "communist satellite"):
        return "red on tan"
    if unit_type.kind == "tank" and "guards" not in unit_type.name.lower():
        return "black on medium red"
    if mobility(unit_type) == "mechanized":
        return "white on scarlet"
    if "oversized" in unit_type.traits:
        return "black on medium brown"
    return "black on light blue" if unit_type.size == "XXX" else "black on tan"


@rule("2.7")
def spell_out(abbreviation: str) -> str:
    """An abbreviation of a counter in full."""
    return ABBREVIATIONS[abbreviation]


@rule("2.8", "E1", "E3", "E4")
def size_shown(unit_type: UnitType) -> str:
    """The size symbol; a bracket marks an ad hoc formation."""
    return f"[{unit_type.size}]" if "ad-hoc" in unit_type.traits else unit_type.size


@rule("2.5", "2.8", "2.10", "2.12a")
def face(unit_type: UnitType, row: dict[str, str]) -> dict[str, Any]:
    """Everything the two sides of a counter show. Movement factors are on the turn track instead."""
    return {
        "side": "german" if unit_type.side == GERMAN else "soviet", "name": unit_type.name,
        "designation": row.get("designation", ""),
        "type": unit_type.kind, "size": size_shown(unit_type), "size in words": SIZES[unit_type.size], "factors": row["factors"],
        "class": mobility(unit_type), "colour": colour(unit_type), "dot": "dot" in unit_type.traits,
        "start": row.get("start", ""),
        "entry": row.get("entry", ""), "converts": row.get("partner", ""), "steps": unit_type.steps,
    }  # fmt: skip


@rule("2.1", "2.4", "2.13")
def counter_mix(rows: Sequence[dict[str, str]]) -> dict[str, int]:
    """How many counters there are: combat units, and markers."""
    markers = sum(row["type"] == "marker" for row in rows)
    return {"total": len(rows), "units": len(rows) - markers, "markers": markers}


@rule("2.2", "E6")
def hexes_of(board: Board, name: str) -> list[str]:
    """Where a place of this name lies; Dnepropetrovsk is spelt in full."""
    return [board.names[place.hex] for place in board.places if place.name == name]


@rule("1.1", "2.3")
def seats() -> dict[str, str]:
    """Where the two players of this strategic game sit: the German in the west, the Soviet opposite."""
    return {"german": "west", "soviet": "east"}
