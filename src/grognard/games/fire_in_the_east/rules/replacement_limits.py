"""34.B.1e and 34.B.2f: kinds of units of which only so many may be replaced in a month, or in six turns."""

from __future__ import annotations

from ....core.errors import Illegal
from ....core.rule import rule
from ..counters import Printed
from ..material import P
from ..state import ONE, Replacement
from .units import name

MONTH, SPAN = "month", "six turns"
AIRBORNE = ("parachute", "air landing")
PARATROOPS = ("parachute", "para-infantry")
RULES = {"soviet": "34.B.2f"}


@rule("34.B.1e", "34.B.2f")
def kind_of(shown: Printed) -> tuple[str, str] | None:
    """The limited kind a unit is of, and the time its limit is for; None if it has none. A Brandenburger is neither airborne nor
    an engineer."""
    if shown.nation == "soviet":
        if shown.type == "NKVD":
            return "NKVD", MONTH
        if shown.type in PARATROOPS:
            return "parachute", SPAN
        return ("combat engineer", MONTH) if shown.type == "engineer" else None
    if shown.service == "brandenburger":
        return "Brandenburger", MONTH
    if shown.type in AIRBORNE:
        return "airborne", SPAN
    if shown.engineer not in ("no", "as combat when attacking"):
        return "engineer", MONTH
    return ("artillery", MONTH) if shown.artillery != "no" else None


def _counts(entry: Replacement, kind: str, nation: str, time: str, turn: int) -> bool:
    """A month is its two turns; six turns are counted from the replacement."""
    near = entry.turn // 2 == turn // 2 if time == MONTH else turn - entry.turn < 6
    return near and entry.kind == kind and entry.nation == nation


@rule("34.B.1e", "34.B.2f")
def exceeded(p: P, unit: int, shown: Printed) -> Illegal | None:
    """The refusal where a unit would be too much of its kind."""
    found = kind_of(shown)
    if found is None:
        return None
    kind, time = found
    so_far = sum(entry.size for entry in p.s.replaced if _counts(entry, kind, shown.nation, time, p.s.turn))
    most = ONE // 2 if kind == "Brandenburger" else ONE
    if so_far + shown.equivalents <= most:
        return None
    return Illegal(RULES.get(shown.nation, "34.B.1e"), f"{name(p, unit)}: no more {kind} units may be replaced in this {time}")


@rule("34.B.1e", "34.B.2f")
def note(p: P, unit: int, shown: Printed) -> None:
    """A unit of a limited kind has been replaced; what no longer counts is forgotten."""
    found = kind_of(shown)
    if found is not None:
        recent = tuple(entry for entry in p.s.replaced if p.s.turn - entry.turn < 6)
        p.s.replaced = (*recent, Replacement(found[0], shown.nation, p.s.turn, shown.equivalents))
