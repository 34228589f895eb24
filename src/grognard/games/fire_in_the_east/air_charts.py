"""The charts of the air war, read from `data/charts.yaml`: air combat, antiaircraft fire, bombing and airbases."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from ...core.files import read_yaml


class Result(IntEnum):
    """What fire does to an air unit, the worse the higher."""

    NO_EFFECT = 0
    TURNED_BACK = 1
    ABORTED = 2
    ELIMINATED = 3

    @property
    def letter(self) -> str:
        """As the tables print it."""
        return "—RAK"[self]


class Limits(msgspec.Struct, frozen=True):
    """A column of a table of two dice: the highest modified roll that gives each result."""

    eliminated: int
    aborted: int
    turned_back: int

    def result(self, roll: int) -> Result:
        if roll <= self.eliminated:
            return Result.ELIMINATED
        if roll <= self.aborted:
            return Result.ABORTED
        return Result.TURNED_BACK if roll <= self.turned_back else Result.NO_EFFECT


class AirCharts(msgspec.Struct, frozen=True):
    """All of them."""

    combat: dict[int, Limits]  #: by differential; the ends stand for everything beyond
    antiaircraft: tuple[tuple[Fraction, Limits], ...]  #: by least strength
    bombing: tuple[tuple[Fraction, int], ...]  #: by least strength: the lowest modified die that hits
    capacity: dict[str, int]  #: of airbases, by what they are
    poor_capacity: dict[str, int]  #: at most this in mud and snow

    def combat_column(self, differential: int) -> Limits:
        return self.combat[min(max(differential, min(self.combat)), max(self.combat))]

    def antiaircraft_column(self, strength: Fraction) -> Limits:
        return self.antiaircraft[_line([least for least, _ in self.antiaircraft], strength)][1]

    def hits_on(self, strength: Fraction) -> int:
        return self.bombing[_line([least for least, _ in self.bombing], strength)][1]


def _line(least: list[Fraction], strength: Fraction) -> int:
    """Fractions are kept, and the line that is reached counts."""
    return bisect_right(least, strength) - 1


def read_air_charts(path: Path) -> AirCharts:
    """The charts of the air war in a file."""
    return air_charts(read_yaml(path))


def air_charts(raw: Mapping[str, Any]) -> AirCharts:
    """The charts of the air war among all charts."""
    return AirCharts(
        combat={_whole(name): _limits(entry) for name, entry in raw["air_combat_table"]["limits"].items()},
        antiaircraft=tuple((_least(name), _limits(entry)) for name, entry in raw["aa_fire_table"]["limits"].items()),
        bombing=tuple((_least(name), entry) for name, entry in raw["bombing_table"]["hit_on"].items()),
        capacity={name.replace("_", "-"): int(number) for name, number in raw["airbases"]["capacity"].items()},
        poor_capacity={name.replace("_", "-"): int(number) for name, number in raw["airbases"]["mud_snow"].items()},
    )


def _limits(raw: Mapping[str, Any]) -> Limits:
    return Limits(int(raw["K"]), int(raw["A"]), int(raw["R"]))


def _whole(name: Any) -> int:
    """`-5 or less`, `+6 or more`, `0`."""
    return int(str(name).split()[0])


def _least(name: Any) -> Fraction:
    """`below 1`, `2-3`, `14 or more`."""
    words = str(name)
    return Fraction(0) if words.startswith("below") else Fraction(words.split()[0].split("-")[0])
