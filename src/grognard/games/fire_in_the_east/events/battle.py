"""What happens in battles, overruns and breakdowns."""

from __future__ import annotations

import msgspec

from ....core.events import Event, Hexes, OfPlace, OfUnits, OfUnitsThere, Units


class ToldModifier(msgspec.Struct, frozen=True, gc=False):
    """A reason why the die counts for more or less."""

    columns: int
    why: str
    rule: str

    def __str__(self) -> str:
        return f"{self.columns:+d} {self.why} [{self.rule}]"


class Fought(Event, frozen=True):
    """An attack is resolved."""

    units: Units
    targets: Hexes
    attack: float
    defence: float
    odds: str
    shifts: tuple[ToldModifier, ...]
    result: str

    def words(self) -> dict[str, str]:
        return {"attack": f"{self.attack:g}", "defence": f"{self.defence:g}"}


class Overran(Event, frozen=True):
    """Units have been overrun; the movement points of each overrunning unit, in eighths."""

    units: Units
    targets: Hexes
    odds: str
    points: int | None = None


class Reduced(OfUnitsThere, frozen=True):
    """To its cadre."""


class Slipped(OfUnitsThere, frozen=True):
    """Through enemy zones of control with the Brandenburgers, or not."""

    success: bool

    def words(self) -> dict[str, str]:
        return {"told": "slip through" if self.success else "are caught"}


class Broke(OfUnits, frozen=True):
    """A division has broken down into parts: `units` are all of them, the division first."""

    hex: int


class Assembled(OfUnits, frozen=True):
    """Parts have become a division again: `units` are all of them, the division first."""

    hex: int


class Destroyed(OfPlace, frozen=True):
    """A fortress or a fort."""

    what: str


MEANINGS = {
    "AE": "attacker eliminated", "AH": "attacker half eliminated", "AR": "attacker retreats", "NE": "no effect", "EX": "exchange",
    "HX": "half exchange", "DR": "defender retreats", "DH": "defender half eliminated", "DE": "defender eliminated",
}  # fmt: skip

TEXTS = {
    "fought": "{targets}: {attack} against {defence} at {odds}[, {shifts}]: {result}[, {meaning}].",
    "overran": "{units} overrun {targets} at {odds}.",
    "reduced": "{units} in {hex}: reduced to cadre.",
    "slipped": "{units} {told} to {hex}.",
    "destroyed": "The {what} in {hex} is destroyed.",
    "broke": "{units}: broken down in {hex}.",
    "assembled": "{units}: assembled in {hex}.",
}
