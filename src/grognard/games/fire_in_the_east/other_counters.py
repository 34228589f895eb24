"""Counters that the orders of battle give as numbers or in charts: fortified areas, position AA, ships,
aircraft. Each becomes a line like those of `units.csv`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

Row = dict[str, str]

_SHORT = {
    "german": "ge", "finnish": "fi", "soviet": "so", "rumanian": "ru", "hungarian": "hu", "italian": "it", "slovakian": "sl",
}  # fmt: skip


def slug(text: str) -> str:
    """A name as a part of a handle."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def _line(handle: str, name: str, side: str, nation: str, kind: str, size: str, **fields: str) -> Row:
    plain = {
        "handle": handle, "designation": "", "name": name, "side": side, "nation": nation, "service": "army", "type": kind,
        "size": size, "motorized": "", "attack": "0", "defense": "0", "movement": "0", "supported": "", "formation": "",
        "group": "", "enters": "", "line": "", "provenance": "reconstructed", "note": "",
    }  # fmt: skip
    return plain | fields


# ---------------------------------------------------------------- assets


def fortified_areas(assets: Sequence[Mapping[str, str]]) -> Iterator[Row]:
    """Fortified areas of the Stalin Line (31.A.5c), one piece of two strength points each."""
    count = sum(int(row["amount"]) for row in assets if row["kind"] == "fortified-area" and row["turn"] == "initial")
    for number in range(1, count + 1):
        yield _line(f"so-fa{number}", f"Fortified Area {number}", "soviet", "soviet", "fortified area", "counter", defense="2")


_AA = {
    "position-AA-heavy": ("position AA heavy", "h"), "position-AA-light": ("position AA light", "l"),
    "position-AA-heavy-RR": ("position AA heavy railroad", "hr"), "position-AA-light-RR": ("position AA light railroad", "lr"),
}  # fmt: skip


def position_antiaircraft(assets: Sequence[Mapping[str, str]]) -> Iterator[Row]:
    """A piece for each point of position AA that ever arrives (22.A.3)."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for row in assets:
        if row["kind"] in _AA and int(row["amount"]) > 0:
            nation = "soviet" if row["side"] == "soviet" else "finnish" if row["name"] == "Finnish" else "german"
            counts[row["side"], nation, row["kind"]] += int(row["amount"])
    for (side, nation, kind), count in counts.items():
        name, short = _AA[kind]
        moves = "R" if kind.endswith("RR") else "0"
        for number in range(1, count + 1):
            yield _line(f"{_SHORT[nation]}-aa{short}{number}", name.capitalize(), side, nation, name, "counter", movement=moves)


def ships(rows: Sequence[Mapping[str, str]]) -> Iterator[Row]:
    """Ships and river flotillas (28)."""
    for row in rows:
        yield {**row, "handle": f"so-{slug(row['name'])}", "side": "soviet", "nation": "soviet"}


# ---------------------------------------------------------------- aircraft


def air_units(calendar: Sequence[Mapping[str, str]], models: Mapping[str, Mapping[str, str]]) -> Iterator[Row]:
    """Every air unit that ever comes (26), numbered by nation and model; `comes` is the turn."""
    counts: Counter[tuple[str, str]] = Counter()
    for row in calendar:
        if row["action"] in ("withdraw", "convert-to-guards"):
            continue
        nation = row["nationality"].lower()
        for _ in range(int(row["count"])):
            counts[nation, row["model"]] += 1
            number = counts[nation, row["model"]]
            handle = f"{_SHORT[nation]}-{slug(row['model'])}-{number}"
            yield {**models[row["model"]], "handle": handle, "name": row["model"], "side": row["side"], "nation": nation,
                   "comes": row["turn"], "how": row["action"], "copy": str(number)}  # fmt: skip
