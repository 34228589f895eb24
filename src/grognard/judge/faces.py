"""Every way the dice of a command can fall, each with its chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.command import Command
from ..core.dice import SeededDice
from ..core.match import Match

#: So many ways are told apart at most; dice beyond them fall as they do in an imagined match, the same in all ways.
MOST = 36


class Told:
    """Dice whose first rolls are told. Notes how many sides each die had."""

    def __init__(self, first: int, script: Sequence[int]) -> None:
        self.first, self.script = first, script
        self.rolled: list[tuple[int, int]] = []  #: what fell, and the sides of the die
        self._rest = SeededDice("faces")

    def number(self, index: int, sides: int) -> int:
        at = index - self.first
        ways = sides
        for _, other in self.rolled[:at]:
            ways *= other
        told = self.script[at] if at < len(self.script) else 1 if ways <= MOST else self._rest.number(at, sides)
        self.rolled.append((told, sides))
        return told

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        return [self.number(number, most) for number, most in enumerate(sides, index)]


def faces(match: Match, command: Command, seat: int) -> Iterator[tuple[float, Match]]:
    """A match after each way in which the dice of a command can fall. Where no die falls that is one."""
    script: list[int] = []
    while True:
        trial = match.copy()
        dice = Told(match.state.rolls, script)
        trial.play.dice = dice
        trial.do(command, seat)
        fell, ways = [], 1
        for value, sides in dice.rolled:
            if ways * sides > MOST:
                break
            ways *= sides
            fell.append((value, sides))
        yield 1 / ways, trial
        while fell and fell[-1][0] == fell[-1][1]:
            fell.pop()
        if not fell:
            return
        script = [value for value, _ in fell[:-1]] + [fell[-1][0] + 1]
