"""Odds of the assault family: a ratio in the attacker's favour, shifts on an endless ladder, one table.

A column is a whole number on the ladder ... 1:3, 1:2, 1:1, 2:1, 3:1 ...: 1:1 is 0, 2:1 is 1, 1:2 is -1, so
that a shift is an addition and no column needs to be on the table to be shifted from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ...core.rule import concept

#: Column of an attack without any strength: worse than everything on a table, whatever the shifts.
HOPELESS = -1000
#: Column of an attack on a defender without any strength.
OVERWHELMING = 1000


@concept("odds")
def column(attack: int, defence: int) -> int:
    """Odds in whole numbers, always rounded in the defender's favour.

    >>> [name(column(a, d)) for a, d in ((26, 7), (13, 7), (6, 7), (4, 8), (5, 11))]
    ['3:1', '1:1', '1:2', '1:2', '1:3']
    """
    if attack <= 0:
        return HOPELESS
    if defence <= 0:
        return OVERWHELMING
    if attack >= defence:
        return attack // defence - 1
    return 1 + defence // -attack


#: Strengths beyond these are rounded down to them where many odds are reckoned at once.
_MOST_ATTACK, _MOST_DEFENCE = 400, 160


@cache
def ladder() -> npt.NDArray[np.int32]:
    """The columns of all pairs of strengths, for reckoning with many at once."""
    return np.array([[column(a, d) for d in range(_MOST_DEFENCE)] for a in range(_MOST_ATTACK)], np.int32)


@concept("odds")
@cache
def name(column: int) -> str:
    """A column as players write it."""
    if column <= HOPELESS // 2:
        return "no attack strength"
    if column >= OVERWHELMING // 2:
        return "no defence strength"
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def parse(text: str) -> int:
    """The inverse of `name` for printed column headings."""
    left, right = (int(part) for part in text.split(":"))
    return left - 1 if right == 1 else 1 - right


class Shift(msgspec.Struct, frozen=True):
    """A reason why the odds move: columns to the right (attacker) or left (defender), and the rule."""

    columns: int
    why: str
    rule: str

    def __str__(self) -> str:
        return f"{abs(self.columns)}{'R' if self.columns > 0 else 'L'} {self.why} [{self.rule}]"


class ResultsTable:
    """A combat results table with automatic results beyond its ends; where there is none above, its last column holds there."""

    def __init__(self, columns: dict[str, Sequence[str]], below: str, above: str | None) -> None:
        self.columns = {parse(odds): tuple(results) for odds, results in columns.items()}
        self.first, self.last = min(self.columns), max(self.columns)
        self.below, self.above = below, above
        listed = (below, *(result for odds in sorted(self.columns) for result in self.columns[odds]), above or below)
        self.outcomes = tuple(dict.fromkeys(listed))  #: all results, roughly the worst for the attacker first
        ends = range(self.first - 1, self.last + 2)
        #: chances of the outcomes by column, with one row beyond either end
        self.rows = np.array([[self.chances(odds).get(result, 0.0) for result in self.outcomes] for odds in ends])

    @concept("automatic results")
    def automatic(self, column: int) -> str | None:
        """The result of odds beyond the table, which needs no die."""
        if column < self.first:
            return self.below
        if column > self.last:
            return self.above
        return None

    @concept("automatic results")
    def within(self, column: int) -> int:
        """The column on which odds are resolved that are no worse than the table."""
        return column if self.above is not None else min(column, self.last)

    @concept("results table")
    def result(self, column: int, die: int) -> str:
        """The result of a die on a column."""
        return self.columns[column][die - 1]

    def chances(self, column: int) -> dict[str, float]:
        """How likely each result is."""
        sure = self.automatic(column)
        if sure is not None:
            return {sure: 1.0}
        rolls = self.columns[self.within(column)]
        return {result: rolls.count(result) / len(rolls) for result in dict.fromkeys(rolls)}

    @classmethod
    def from_toml(cls, data: dict[str, Any]) -> ResultsTable:
        """From the [crt] table of a tables.toml."""
        columns = {entry["odds"]: entry["results"] for entry in data["column"]}
        return cls(columns, data["below"]["result"], data["above"].get("result"))


@concept("concentric attack")
def concentric(directions: set[int]) -> bool:
    """Do attacks from these directions around a hex surround it: two opposite, or three alternating ones?"""
    return any((d + 3) % 6 in directions for d in directions) or {0, 2, 4} <= directions or {1, 3, 5} <= directions
