"""A staff at the terminal: an order becomes a numbered plan, lines can be dropped, and the rest is given line by line."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ..core.errors import BadCommand
from ..core.match import Match
from ..core.words import is_number
from ..orders import TITLES, WITH_GOAL, StaffLine, StaffOrder, StaffPlan, plan

USAGE = "staff advance UNITS or HEXES on HEX · staff encircle ... HEX · staff withdraw ... to HEX · staff hold (refit) UNITS"
_LINKS = ("on", "to", "around")


class Staff:
    """The plan that lies on the table, of one seat."""

    def __init__(self) -> None:
        self.plan: StaffPlan | None = None
        self.lines: list[StaffLine] = []

    def say(self, match: Match, seat: str | None, rest: str) -> Iterator[str]:
        """`advance 3pz+10mot on 1512` makes a plan; `drop 2`, `take 2`, `show` and `off` are about the one that is there."""
        words = rest.split()
        if not words:
            yield from self._shown() if self.plan else (USAGE,)
        elif words[0] in ("drop", "take"):
            yield from self._changed(words)
        elif words[0] == "off":
            self.plan, self.lines = None, []
            yield "The plan is dropped; nothing has been done."
        elif words[0] == "show":
            yield from self._shown()
        elif seat is None:
            raise BadCommand("a staff works for a seat")
        else:
            self.plan = plan(match, seat, _order(match, words))
            self.lines = list(self.plan.lines)
            yield from self._shown()

    def _changed(self, words: list[str]) -> Iterator[str]:
        number = int(words[1]) if len(words) == 2 and is_number(words[1]) else 0
        if not 1 <= number <= len(self.lines):
            raise BadCommand(f"{words[0]} a line of the plan, 1 to {len(self.lines)}" if self.lines else "there is no plan")
        self.lines[number - 1] = msgspec.structs.replace(self.lines[number - 1], chosen=words[0] == "take")
        yield from self._shown()

    def _shown(self) -> Iterator[str]:
        if self.plan is None:
            raise BadCommand(USAGE)
        chosen = sum(line.chosen for line in self.lines)
        yield f"{self.plan.title}: {chosen} of {len(self.lines)} lines would be given. {self.plan.why}".strip()
        for number, line in enumerate(self.lines, 1):
            odds = f", {line.odds}" if line.odds else ""
            yield f"{number:3} [{'x' if line.chosen else ' '}] {line.command}: {line.reason}{odds}"
            yield from (f"        ! {caution.text}" for caution in line.cautions)
        yield from (f"  ! {caution.text}" for caution in self.plan.cautions)
        yield from (f"  {'+'.join(stay.units)} {stay.why}" for stay in self.plan.stays)
        if self.lines:
            yield "staff drop N · staff take N · staff go · staff off"

    def given(self, match: Match) -> Iterator[StaffLine]:
        """The chosen lines one after the other, as long as nothing else has to be decided in between. Whoever takes them gives
        them; what is left stays on the table."""
        if self.plan is None:
            raise BadCommand(USAGE)
        step = match.step
        while self.lines and not match.over and match.step is step:
            line = self.lines.pop(0)
            if line.chosen:
                yield line
        if not self.lines:
            self.plan = None


def _order(match: Match, words: list[str]) -> StaffOrder:
    """`advance 3pz+10mot on 1512`, `hold 1512+1513`: units or hexes, several joined with +; then the goal."""
    word, rest = words[0].lower(), [w for w in words[1:] if w.lower() not in _LINKS]
    if word not in TITLES:
        raise BadCommand(f"a staff knows the orders {', '.join(TITLES)}, not {word!r}")
    if len(rest) != 1 + (word in WITH_GOAL):
        raise BadCommand(USAGE)
    named, names = rest[0].split("+"), match.game.names
    hexes = tuple(name for name in named if name in names.node_of)
    units = tuple(name for name in named if name not in names.node_of)
    return StaffOrder(word, units, hexes, tuple(rest[1].split("+")) if len(rest) > 1 else ())
