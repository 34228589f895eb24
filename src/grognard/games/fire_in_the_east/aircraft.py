"""What is printed on air units, read from `data/aircraft.csv`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from ...core.rule import rule


class Category(StrEnum):
    """The three basic categories of air units."""

    FIGHTER = "fighter"
    BOMBER = "bomber"
    TRANSPORT = "transport"


#: By the letter of the type; an N before it makes a night air unit and changes nothing else.
CATEGORIES = {
    "F": Category.FIGHTER,
    "B": Category.BOMBER,
    "D": Category.BOMBER,
    "A": Category.BOMBER,
    "H": Category.BOMBER,
    "T": Category.TRANSPORT,
    "GT": Category.TRANSPORT,
}
NIGHT = "N"
#: National air forces, each with an allowance and boxes of its own (26.E).
FORCES = ("german", "finnish", "hungarian", "italian", "rumanian", "slovakian", "soviet")


@rule("24.F.a")
def letter_of(code: str) -> str:
    """`NB` is treated as `B` in everything but the night."""
    return code.removeprefix(NIGHT)


@rule("16.A")
def category_of(code: str) -> Category:
    """Every code belongs to exactly one category."""
    return CATEGORIES[letter_of(code)]


class Aircraft(msgspec.Struct, frozen=True):
    """A model. Gliders have no movement rating: they go where they are towed."""

    model: str
    code: str
    attack: int
    defence: int
    movement: int
    tactical: int
    strategic: int

    @property
    def letter(self) -> str:
        return letter_of(self.code)

    @property
    def category(self) -> Category:
        return category_of(self.code)

    @property
    def is_fighter(self) -> bool:
        return self.category is Category.FIGHTER

    @property
    def is_transport(self) -> bool:
        """Able to carry cargo under its own power."""
        return self.letter == "T"

    @property
    def is_glider(self) -> bool:
        return self.letter == "GT"

    @property
    def is_night(self) -> bool:
        return self.code.startswith(NIGHT)

    @property
    def is_level_bomber(self) -> bool:
        """Type B, which air combat and antiaircraft fire treat apart."""
        return self.letter == "B"

    @property
    def printed(self) -> str:
        """`7F5`."""
        return f"{self.attack}{self.code}{self.defence}"


def read_aircraft(path: Path) -> dict[str, Aircraft]:
    """All models by name."""
    with path.open(encoding="utf-8") as file:
        return {row["model"]: aircraft(row) for row in csv.DictReader(file)}


def aircraft(row: Mapping[str, str]) -> Aircraft:
    """A model from its line."""
    return Aircraft(
        row["model"],
        row["type"],
        int(row["air_attack"]),
        int(row["air_defense"]),
        0 if row["movement"] == "tug" else int(row["movement"]),
        int(row["tactical"]),
        int(row["strategic"]),
    )
