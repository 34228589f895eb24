"""The played turn on deals of what its side knew: what was said is said there too, and the dice fall there as they fell.

A *line* is a match that goes through the turn. What it is worth moves by three things: what is said (its *drift*), the dice (what
fell, less the mean of all faces), and, when the turn is over, what an enemy can walk into. The dice are taken away on every line
by themselves, so a drift says what the plan is worth with everyday dice.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import Any

import msgspec

from ..ai import anything
from ..core.command import Command
from ..core.dice import Dice, SeededDice
from ..core.errors import GrognardError, Illegal
from ..core.history import Link
from ..core.match import Match
from ..core.state import State
from .luck import Luck, fighting
from .turns import mover

#: A turn that is brought to its end takes so many commands at most.
LONGEST = 200
#: A turn is followed on so many deals at most.
MOST_DEALS = 16


class Echo:
    """Dice that fall as they fell elsewhere, from some roll on; where none fell there they are imagined."""

    def __init__(self, dice: Dice, there: int, here: int) -> None:
        self.dice, self.shift = dice, there - here
        self._rest = SeededDice(f"echo {there}")

    def number(self, index: int, sides: int) -> int:
        try:
            return min(sides, self.dice.number(index + self.shift, sides))
        except GrognardError:  # told dice of a hand-made position have an end
            return self._rest.number(index, sides)

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        return [self.number(number, most) for number, most in enumerate(sides, index)]


class Line:
    """A match that goes through a player turn, and what the dice did in it."""

    def __init__(self, match: Match, luck: Luck) -> None:
        self.match, self.luck = match, luck
        self.start = self._worth = luck.value(match)
        self._fresh = True  #: is that worth still that of the position?
        self._rolled = 0.0  #: what all dice so far were worth, one by one

    @property
    def done(self) -> bool:
        return self.match.over or mover(self.match) != self.luck.side

    def say(self, command: Command, seat: int | None = None) -> None:
        """Say something, and take note of its dice. What cannot be said here is left out."""
        before = self.match.copy()
        seat = before.seat if seat is None else seat
        try:
            self.match.do(command, seat)
        except Illegal:
            return
        rolled = self.match.state.rolls != before.state.rolls
        self._fresh = rolled and not self.done
        if rolled:
            self._worth = self.luck.value(self.match)
            self._rolled += self._worth - self.luck.expected(before, command, seat)

    def follow(self, before: Match, link: Link) -> None:
        """Say what was said in truth, where the position was `before`."""
        for _ in range(LONGEST):  # a battle that took another course here comes to its end first
            best = self.luck.best(self.match) if fighting(self.match) and not fighting(before) and not self.done else None
            if best is None:
                break
            self.say(best)
        if self.done or link.command is None:
            return
        self.match.play.dice = Echo(before.play.dice, before.state.rolls, self.match.state.rolls)
        self.say(counterpart(link.command, before.state, self.match.state), link.seat)

    def finish(self) -> None:
        """Bring the turn to its end with as little as possible, where it has not ended with the true one."""
        for _ in range(LONGEST):
            if self.done:
                return
            best = self.luck.best(self.match) if fighting(self.match) else None
            self.say(best or anything(self.match).command)

    @property
    def dice(self) -> float:
        """What the dice have been worth so far. Without them nobody would have more than certain victory nor less than certain
        defeat: who misses three times what would have won the game has not missed three games."""
        worth = self._now()
        return min(worth, max(worth - 1, self._rolled))

    @property
    def drift(self) -> float:
        """What the turn has been worth so far with everyday dice."""
        return self._now() - self.start - self.dice

    def _now(self) -> float:
        if not self._fresh:
            self._worth = self.luck.ended(self.match) if self.done else self.luck.value(self.match)
            self._fresh = True
        return self._worth


class Even(random.Random):
    """Shuffles for one of `MOST_DEALS` deals such that over all of them every place gets something of every part of the pack,
    and no two places hang together (a Latin square per place): a few deals then say as much as many."""

    def __init__(self, seed: str, number: int) -> None:
        super().__init__(f"{seed} {number}")
        self.number, self._parts = number % MOST_DEALS, random.Random(seed)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        parts = [self._parts.sample(range(MOST_DEALS), MOST_DEALS)[self.number] for _ in x]
        order = sorted(range(len(x)), key=lambda at: parts[at] + self.random())
        for place, thing in zip(order, list(x), strict=True):
            x[place] = thing


def dealt(match: Match, seat: int, deals: str, number: int) -> Match:
    """A match that a seat cannot tell from this one, always the same for the same deals and number."""
    return match.fork(seat, Even(f"{deals} {match.length}", number))


def counterpart(command: Command, there: State, here: State) -> Command:
    """A command in a match in which other pieces lie hidden in the same places."""
    if all(there.loc[unit] == here.loc[unit] for unit in command.units):
        return command
    return msgspec.structs.replace(command, units=tuple(_same_place(unit, there, here) for unit in command.units))


def _same_place(unit: int, there: State, here: State) -> int:
    """The piece that lies here where another lies there."""
    node = there.loc[unit]
    if node < 0 or here.loc[unit] == node:
        return unit
    depth, one = 0, there.top[node]
    while one >= 0 and one != unit:
        depth, one = depth + 1, there.below[one]
    one = here.top[node]
    while one >= 0 and depth:
        depth, one = depth - 1, here.below[one]
    return one if one >= 0 else unit


# ---------------------------------------------------------------- a turn and its deals


class Moment(msgspec.Struct, frozen=True):
    """A command of the turn as it was said in truth."""

    before: Match
    link: Link
    known: bytes  #: what the side knows after it
    rolled: bool
    done: bool  #: has it ended the turn?


def trail(start: Match, links: Sequence[Link], seat: int, luck: Luck) -> tuple[list[Moment], list[tuple[float, float]]]:
    """The turn as it was: its moments, and the dice and the drift after each with dice and at the end."""
    line, moments, marks = Line(start.copy(), luck), list[Moment](), list[tuple[float, float]]()
    for link in links:
        before = line.match.copy()
        assert link.command is not None
        line.say(link.command, link.seat)
        rolled = line.match.state.rolls != before.state.rolls
        moments.append(Moment(before, link, line.match.knowledge(seat).encode(), rolled, line.done))
        if rolled:
            marks.append((line.dice, line.drift))
    marks.append((line.dice, line.drift))
    return moments, marks


def follow(moments: Sequence[Moment], deals: str, number: int, seat: int, luck: Luck) -> list[float]:
    """The drift of the same turn on a deal, after every moment with dice and at the end. As soon as something is seen that lies
    otherwise on it, the turn goes on where everything lies as it was seen, on a new deal of what the side knows by then: what was
    said from there on answered to it."""
    line, earlier, drifts = Line(dealt(moments[0].before, seat, deals, number), luck), 0.0, list[float]()
    for at, moment in enumerate(moments):
        line.follow(moment.before, moment.link)
        last = at + 1 == len(moments)
        if moment.done:
            line.finish()
        if moment.rolled:
            drifts.append(earlier + line.drift)
        if last:
            drifts.append(earlier + line.drift)
        elif line.match.knowledge(seat).encode() != moment.known:
            earlier += line.drift
            line = Line(dealt(moments[at + 1].before, seat, deals, number), luck)
    return drifts
