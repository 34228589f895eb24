"""34.B What replacing a unit costs, and in which points."""

from __future__ import annotations

from typing import NamedTuple

from ....core.rule import rule
from ..counters import Printed
from ..material import P
from ..state import ONE
from .units import face

INFANTRY, ARMOR, BOTH, NONE = "infantry", "armor", "both", "none"
GERMAN_ARMOR = ("truck", "assault gun", "flammpanzer", "reconnaissance")
MIXED = ("panzergrenadier", "motorized")
#: Soviet types that take armor points; all artillery does too
SOVIET_ARMOR = (
    "tank",
    "light tank",
    "mechanized",
    "motorized",
    "assault gun",
    "NKVD",
    "antitank",
    "light AA",
    "heavy AA",
    "motorcycle",
)
RECEIVING = ("german", "rumanian", "finnish", "soviet")
TRUCK = 4 * ONE


class Price(NamedTuple):
    """Points of both types, in eighths."""

    infantry: int
    armor: int


@rule("34.B.1a", "34.B.1c", "34.B.2a", "34.E.1", "34.E.6", "errata.rules.34B1", "errata.rules.34B2", "errata.rules.34E6")
def currency(shown: Printed, fragile: bool = False) -> str:
    """The points a unit is replaced with; none at all for those who never are. `fragile`: a Soviet division with a cadre side."""
    if shown.nation not in RECEIVING:
        return NONE
    if shown.nation == "soviet":
        if fragile or shown.cadre or shown.service == "militia" or shown.type == "fortified area":
            return NONE
        heavy = shown.artillery != "no" or shown.type in SOVIET_ARMOR or shown.type.startswith("position AA")
        return ARMOR if heavy else INFANTRY
    if shown.nation != "german":
        return NONE if shown.type == "armored" else INFANTRY
    if shown.size == "HQ":
        return ARMOR if shown.type == "panzer" else INFANTRY
    if shown.type in MIXED or (shown.type == "panzer" and (shown.is_division or shown.cadre)):
        return BOTH
    return ARMOR if shown.type in (*GERMAN_ARMOR, "panzer") else INFANTRY


@rule("34.E.6")
def is_fragile(p: P, unit: int) -> bool:
    """Is it a Soviet division that has a cadre side?"""
    faces = p.game.printed_faces[unit]
    return faces[0].nation == "soviet" and faces[0].is_division and any(shown.cadre for shown in faces)


def currency_of(p: P, unit: int) -> str:
    """The same of a unit in play or dead."""
    return currency(p.game.printed_faces[unit][0], is_fragile(p, unit))


@rule("34.Ba", "34.B.1d")
def points(shown: Printed) -> int:
    """All the points a face costs: its attack strength, else its defence, else one."""
    if shown.type == "truck":
        return TRUCK
    if shown.type.startswith("position AA"):
        return shown.aa * ONE // 2
    if shown.size == "HQ":
        return ONE
    return shown.attack or shown.defence or ONE


@rule("34.B.1c")
def price(shown: Printed, fragile: bool = False) -> Price:
    """Points of each type. Armor is half of them for panzer divisions, rounded up, half for panzergrenadiers, rounded down, a
    third for motorized infantry."""
    total, said = points(shown), currency(shown, fragile)
    if said == ARMOR:
        return Price(0, total)
    if said != BOTH:
        return Price(total, 0)
    whole = total // ONE
    if shown.type == "panzer":
        armor = -(-whole // 2)
    elif shown.type == "panzergrenadier":
        armor = whole // 2
    else:
        armor = max(whole // 3, int(whole >= 2))
    return Price(total - armor * ONE, armor * ONE)


def whole_face(p: P, unit: int) -> Printed:
    return p.game.printed_faces[unit][0]


@rule("34.Ba")
def cadre_face(p: P, unit: int) -> Printed | None:
    """The cadre of a division; None where it has none."""
    return next(
        (shown for shown in p.game.printed_faces[unit][1:] if shown.cadre and not p.game.printed_faces[unit][0].cadre), None
    )


@rule("34.Ba", "34.E.2")
def dead_face(p: P, unit: int) -> Printed:
    """What a dead unit comes back as: whole; a 3-6 rifle division as what it was."""
    if cadre_face(p, unit) is not None:
        return whole_face(p, unit)
    return face(p, unit)


@rule("34.Bb")
def rebuilding(p: P, unit: int) -> Price:
    """What a cadre costs to be made whole: the difference."""
    new, old = price(whole_face(p, unit)), price(face(p, unit))
    if currency(whole_face(p, unit)) == BOTH:
        cadre = cadre_face(p, unit)
        assert cadre is not None
        old = _split_like(whole_face(p, unit).type, points(cadre))
    return Price(new.infantry - old.infantry, new.armor - old.armor)


def _split_like(kind: str, total: int) -> Price:
    """The split of so many points for a type, whatever the cadre is called."""
    return price(Printed(nation="german", type=kind, size="XX", echelon="division", attack=total))
