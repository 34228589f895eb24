"""Orders to a staff, and the plans that it lays before its commander."""

from __future__ import annotations

import msgspec

from ..core.command import CommandForm

#: The five orders, and how each is said; those with "on" and "to" need a goal.
TITLES = {
    "hold": "Hold", "advance": "Advance on", "encircle": "Encircle", "withdraw": "Withdraw to", "refit": "Refit",
}  # fmt: skip
WITH_GOAL = ("advance", "encircle", "withdraw")


class StaffOrder(msgspec.Struct, frozen=True):
    """What a staff is told: one of the five orders, for a formation (`units`), for whoever stands in a sector (`hexes`), or for
    some units that are to stay in a sector."""

    word: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    goal: tuple[str, ...] = ()


class Caution(msgspec.Struct, frozen=True):
    """Something that would follow and that the commander should know."""

    text: str
    rule: str = ""
    fatal: bool = False
    hexes: list[str] = []


class StaffLine(msgspec.Struct, frozen=True):
    """A command of a plan, which can be left out. `chosen`: the staff would give it; what it warns of most is left to the
    commander."""

    command: str
    form: CommandForm
    start: str  #: where the units stand
    reason: str
    attack: bool = False  #: what comes of it depends on dice
    odds: str = ""  #: the likeliest, as far as the seat knows
    cautions: list[Caution] = []
    chosen: bool = True


class Stay(msgspec.Struct, frozen=True):
    """Units that get no command, and why."""

    units: list[str]
    why: str


class StaffPlan(msgspec.Struct, frozen=True):
    """What a staff would do to carry out an order: ordinary commands of the present decision. Units outside it are not touched.
    `why` there is nothing to be ordered now."""

    title: str
    units: list[str]
    lines: list[StaffLine] = []
    stays: list[Stay] = []
    cautions: list[Caution] = []
    why: str = ""
