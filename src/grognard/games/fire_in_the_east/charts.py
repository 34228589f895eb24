"""The charts that ground combat is reckoned with, read from `data/charts.yaml`.

What the rulebook itself prints stands in the rules; here is what it leaves to charts of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from ...core.files import read_yaml

PROHIBITED = "P"


class Effect(msgspec.Struct, frozen=True):
    """What ground does to an attack into it: a die modifier, and whether armour may be used."""

    die: int
    armor: bool


class Hexside(msgspec.Struct, frozen=True):
    """What is left of an attack or an overrun across a hexside; None: it may not be made. Artillery has a share of its own."""

    attack: Fraction | None
    overrun: Fraction | None
    artillery: Fraction
    frozen: Fraction | None


class ResultsTable(msgspec.Struct, frozen=True):
    """The combat results table; columns from the worst odds to the best, rows from `low` upwards."""

    names: tuple[str, ...]
    ratios: tuple[Fraction, ...]
    low: int
    results: tuple[tuple[str, ...], ...]  #: by column

    def result(self, column: int, row: int) -> str:
        """Rows beyond the table are its first or last."""
        entries = self.results[column]
        return entries[min(max(row - self.low, 0), len(entries) - 1)]


class Charts(msgspec.Struct, frozen=True):
    """All of them."""

    table: ResultsTable
    terrain: dict[str, Effect]
    frozen: dict[str, Effect]  #: terrain that freezes
    cities: dict[str, Effect]
    fort: Effect
    fortress: Effect
    fortress_attack: Fraction  #: what is left of most units that attack a fortress
    hexsides: dict[str, Hexside]
    flotilla: Fraction  #: what is left of Axis units other than artillery across a river that a flotilla holds
    weather: dict[str, Effect]
    winter: tuple[tuple[int, ...], ...]  #: winterization, by the attacker's level and the defender's
    overrun_costs: dict[int, int]  #: movement points by odds to one


def read_charts(path: Path) -> Charts:
    """The charts of ground combat in a file."""
    raw = read_yaml(path)
    ground, places = raw["terrain"], raw["terrain"]["places"]
    weather = ground["weather_combat"]
    major = places["major-city"]
    levels = ("low", "middle", "high")
    return Charts(
        table=_table(raw["crt"]),
        terrain={name: _effect(entry["combat"]) for name, entry in ground["hexes"].items()},
        frozen={name: _effect(entry["frozen"]["combat"]) for name, entry in ground["hexes"].items() if "frozen" in entry},
        cities={
            **{name: _effect(places[name]) for name in ("reference-city", "dot-city")},
            **{name: _effect(major[name]) for name in ("partial-hex", "full-hex")},
        },
        fort=_effect(places["fort"]),
        fortress=_effect(places["fortress"]),
        fortress_attack=_share(places["fortress"]["attack"]),
        hexsides={name: _hexside(ground["sides"], name) for name in ground["sides"]},
        flotilla=_share(ground["flotilla"]["attack_factor"]),
        weather={name: Effect(weather["die"][name], weather["aec"][name] == "yes") for name in weather["die"]},
        winter=tuple(tuple(raw["first_winter"]["table"][mine][theirs] for theirs in levels) for mine in levels),
        overrun_costs={int(odds.split(":")[0]): cost for odds, cost in raw["overrun"]["mp_cost"].items()},
    )


def _table(raw: Mapping[str, Any]) -> ResultsTable:
    names = tuple(raw["columns"])
    ratios = tuple(Fraction(*(int(number) for number in name.split(":"))) for name in names)
    return ResultsTable(names, ratios, raw["rows"][0], tuple(tuple(raw["results"][name]) for name in names))


def _effect(raw: Mapping[str, Any]) -> Effect:
    return Effect(raw["die"], raw["aec"] == "yes")


def _share(raw: float) -> Fraction:
    return Fraction(str(raw))


def _hexside(sides: Mapping[str, Any], name: str) -> Hexside:
    """An entry, with what it says is `as` another one."""
    raw = sides[name]

    def passing(said: Any) -> Fraction | None:
        if said == PROHIBITED:
            return None
        return _share(sides[said.removeprefix("as ")]["attack"]) if isinstance(said, str) else _share(said)

    attack = raw["attack"]
    return Hexside(
        attack=passing(attack),
        overrun=passing(raw.get("overrun", attack)),
        artillery=_share(raw.get("artillery", 1)),
        frozen=passing(raw.get("frozen", {}).get("attack", attack)),
    )
