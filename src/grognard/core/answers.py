"""Answers to what a player asks while thinking: where units can go, what an attack promises, how a unit is supplied. Each says
why not, and by which rule, where the answer is no."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .shown import Shape


class ReachedHex(Shape, frozen=True):
    """A hex in reach: what it costs, what is left of the points, the hex before it on the way, whether an enemy zone ends the
    move there, and whether it takes a bonus to get there."""

    cost: float
    before: str = msgspec.field(name="from")
    left: float | None = None
    zone: bool = False
    bonus: bool = False


class Reach(Shape, frozen=True):
    """Where units can go together, and what a mobile assault on a hex costs them. `why` they cannot move at all."""

    hexes: dict[str, ReachedHex]
    start: str = ""
    points: float = 0
    bonus: float = 0
    assaults: dict[str, int] = msgspec.field(default_factory=dict)
    rule: str = ""
    why: str = ""


class ShiftView(Shape, frozen=True):
    """Columns to the right (attacker) or to the left, and why."""

    columns: int
    why: str
    rule: str


class PossibleShift(msgspec.Struct, frozen=True):
    """A reason to move the odds that is looked at in every battle of a side (-1: of any), and what is wanting where it does not
    count. It is known by the rule and the words of the shift that counts."""

    rule: str
    why: str
    wanting: str
    side: int = -1


class NoShift(Shape, frozen=True):
    """A reason to move the odds that does not count here, and why not."""

    why: str
    rule: str
    wanting: str


class Losses(Shape, frozen=True):
    """What each side must expect to lose."""

    attacker: float
    defender: float


class Odds(Shape, frozen=True, omit_defaults=False):
    """An attack explained: factors, shifts, the chance of each column and each result. `hidden` defenders keep the odds from
    being known; losses are counted in steps unless `measure` says something else. `why` it may not be made."""

    attack: float = 0
    target: str = ""
    defence: float = 0
    mobile: bool = False
    hidden: int = 0
    shifts: list[ShiftView] = msgspec.field(default_factory=list)
    odds: dict[str, float] = msgspec.field(default_factory=dict)
    results: dict[str, float] = msgspec.field(default_factory=dict)
    expected: Losses | None = None
    measure: str = ""
    rule: str = ""
    why: str = ""
    ladder: list[str] = msgspec.field(default_factory=list)  #: all columns of the table, from the worst for the attacker
    rolls: dict[str, list[str]] = msgspec.field(default_factory=dict)  #: by column the results of the die's faces; one: no die
    no_shifts: list[NoShift] = msgspec.field(default_factory=list)  #: what was looked at besides and does not count


class Supply(Shape, frozen=True, omit_defaults=False):
    """Is a unit supplied, why or why not, and along which hexes."""

    supplied: bool
    why: str
    rule: str = ""
    path: list[str] = msgspec.field(default_factory=list)
    state: str = ""


class ZonesOf(Shape, frozen=True, omit_defaults=False):
    """Where a side's units exert their zones of control: for sure, and perhaps, because a unit there is hidden."""

    side: str
    hexes: list[str]
    possible: list[str]
    rule: str
    stops: bool = False  #: must an enemy stop who enters one?


class LineStep(Shape, frozen=True, omit_defaults=False):
    """A step of supply lines from one hex to the next, and how many stacks live on it."""

    start: str
    end: str
    stacks: int


class CutOff(Shape, frozen=True, omit_defaults=False):
    """A stack without supply, and why."""

    hex: str
    why: str
    rule: str


class SupplyLines(Shape, frozen=True, omit_defaults=False):
    """How the stacks of a side are fed, as far as somebody sees them: all steps of their lines, where these begin, and who has
    none."""

    side: str
    steps: list[LineStep]
    sources: list[str]
    cut: list[CutOff]


def with_no_shifts(odds: Odds, possible: Sequence[PossibleShift], side: int) -> Odds:
    """Odds that also tell what does not move them."""
    if not odds.odds:
        return odds
    counted = {(shift.rule, shift.why) for shift in odds.shifts}
    rest = [shift for shift in possible if shift.side in (-1, side) and (shift.rule, shift.why) not in counted]
    return msgspec.structs.replace(odds, no_shifts=[NoShift(shift.why, shift.rule, shift.wanting) for shift in rest])
