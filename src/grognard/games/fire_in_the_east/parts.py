"""The counters that divisions break down into, made from the breakdown charts of `data/charts.yaml` (rule 15.B).

A set serves one division at a time: its components, and a headquarters for the form in which they are unsupported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ...core.rule import rule

#: How many pairs of heavy antiaircraft battalions there are; the charts set no limit to them.
PAIRS = 17
#: How the handles of a nation begin.
NATIONS = {"German": "ge", "Finnish": "fi"}
#: How the handles of the parts of a type of division end.
ENDINGS = {
    "infantry": "i", "panzer": "pz", "motorized": "m", "mountain": "mt", "jager": "j", "cavalry": "c", "security": "s",
    "parachute": "p", "air landing": "al", "heavy AA": "ha", "rifle": "r",
}  # fmt: skip
MOTORIZED = ("panzer", "motorized", "heavy AA")
SIZES = {"III": "Regiment", "X": "Brigade", "II": "Battalion", "HQ": "Headquarters"}


class PartSet(msgspec.Struct, frozen=True):
    """A set of counters, and whom it serves."""

    name: str  #: `infantry A`
    nation: str
    type: str  #: of the divisions
    ratings: tuple[str, ...]  #: of the divisions, as printed: `7-6`, `8-6-8`
    components: tuple[str, ...]  #: handles
    headquarters: str = ""  #: a handle, or nothing: then there is only one form
    size: str = "XX"  #: of what breaks down
    specific: bool = False  #: belongs to one division
    option: str = ""  #: a rule that must be in use


@rule("15.Ba", "15.C.1", "15.C.2", "15.D")
def read_parts(raw: Mapping[str, Any], known: Sequence[str] = ()) -> tuple[tuple[PartSet, ...], list[dict[str, str]]]:
    """All sets, and the counters that they need as rows like those of `data/units.csv`. `known`: handles of counters that the
    orders of battle have already."""
    sets: list[PartSet] = []
    rows: dict[str, dict[str, str]] = {}
    for nation, charts in raw["breakdown"]["charts"].items():
        for name, entry in charts.items():
            for made, counters in _sets(nation, name, entry):
                twin = next((at for at, one in enumerate(sets) if one.name == made.name and one.nation == made.nation), None)
                if twin is None:
                    sets.append(made)
                    rows |= {row["handle"]: row for row in counters if row["handle"] not in known}
                else:  # a set that several kinds of division share
                    sets[twin] = msgspec.structs.replace(sets[twin], ratings=(*sets[twin].ratings, *made.ratings))
    return tuple(sets), list(rows.values())


def _sets(nation: str, name: str, entry: Mapping[str, Any]) -> Iterator[tuple[PartSet, list[dict[str, str]]]]:
    kind, ratings = name.rsplit(" ", 1)
    letters = entry["letters"]
    specific = letters.startswith("specific")
    if specific or letters.startswith("option"):
        labels = [""]
    elif letters.startswith("any"):
        labels = [f"P{number + 1}" for number in range(PAIRS)]
    else:
        service, run = ("SS ", letters[3:6]) if letters.startswith("SS ") else ("", letters[:3])
        labels = [service + chr(at) for at in range(ord(run[0]), ord(run[2]) + 1)]
    for label in labels:
        yield _set(nation, kind, ratings, label, entry, specific=specific)


def _set(
    nation: str, kind: str, ratings: str, label: str, entry: Mapping[str, Any], *, specific: bool
) -> tuple[PartSet, list[dict[str, str]]]:
    stem = NATIONS[nation] + (label.replace(" ", "").lower() or _stem(kind))
    end = ENDINGS[kind]
    service = "ss" if label.startswith("SS") else "lw" if kind in ("heavy AA", "parachute") else "army"
    title = f"{label} " if label else ""
    rows = []
    for number, said in enumerate(entry["components"], start=1):
        printed, words = said.split(" ", 1)
        of, size = _type_and_size(words)
        rows.append(_row(f"{stem}{number}{end}", f"{title.strip()}/{number}", nation, service, of, size, printed))
    if kind == "parachute":  # its parts arrive by the order of battle
        rows = [dict(row, handle=handle) for row, handle in zip(rows, ("ge71pr", "ge72pr", "ge73pr"), strict=True)]
    components = tuple(row["handle"] for row in rows)
    headquarters = ""
    if entry["headquarters"] != "none":
        of, _, movement = entry["headquarters"].rsplit(" ", 2)
        headquarters = "ge7p" if kind == "parachute" else f"{stem}hq{end}"
        rows.append(_row(headquarters, title.strip(), nation, service, of, "HQ", f"0-{movement}"))
    made = PartSet(
        name=f"{kind} {label}".strip(), nation=nation.lower(), type=kind, ratings=(ratings,), components=components,
        headquarters=headquarters, size="III" if kind == "heavy AA" else "XX", specific=specific,
        option="39.D" if entry["letters"].startswith("option") else "",
    )  # fmt: skip
    return made, rows


def _stem(kind: str) -> str:
    return {"parachute": "7", "air landing": "22", "cavalry": "1"}[kind]


def _type_and_size(words: str) -> tuple[str, str]:
    """`heavy AA II`, `parachute III 7/1`."""
    parts = words.split()
    at = next(number for number, part in enumerate(parts) if part in SIZES)
    return " ".join(parts[:at]), parts[at]


def _row(handle: str, designation: str, nation: str, service: str, kind: str, size: str, printed: str) -> dict[str, str]:
    attack, *middle, movement = printed.split("-")
    return {
        "handle": handle, "designation": designation,
        "name": f"{designation} {kind.title()} {SIZES[size]}".strip(), "side": "axis",
        "nation": nation.lower(), "service": service, "type": kind, "size": size,
        "motorized": "yes" if kind in MOTORIZED else "", "attack": attack, "defense": middle[0] if middle else attack,
        "movement": movement, "supported": "", "formation": "", "group": "breakdown", "enters": "breakdown", "line": "",
        "provenance": "charts", "note": "",
    }  # fmt: skip
