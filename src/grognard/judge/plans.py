"""What a side could have made of a player turn: the plan of the computer, and standing still.

Both are played on matches dealt from what the side knew when its turn began. What the dice did in them is taken away again, so
that one trial of a plan says nearly as much as many.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ..ai import anything, opponent
from ..core.match import Match
from .follow import Line, dealt
from .luck import Luck

#: A plan of more commands is given up.
LONGEST = 1500
#: Plans that are tried, by name.
COMPUTER, STILL = "computer", "still"


class Tried(msgspec.Struct, frozen=True):
    """A plan, and what it was worth on each deal with everyday dice, less what the deal promised at the start: that is no merit
    of the plan."""

    name: str
    gains: list[float]
    lines: list[str]


Chooser = Callable[[Match], str]


def tried(match: Match, seat: int, name: str, deals: str, count: int, luck: Luck) -> Tried:
    """Play a plan on some deals of what a seat knows."""
    gains, lines = list[float](), list[str]()
    for number in range(count):
        line = Line(dealt(match, seat, deals, number), luck)
        said = _played(line, _chooser(line.match, name))
        gains.append(line.drift)
        lines = lines or said
    return Tried(name, gains, lines)


def _chooser(match: Match, name: str) -> Chooser:
    if name == STILL:
        return lambda trial: trial.text(anything(trial).command)
    players = [opponent(match.game.slug, None, f"review {seat}") for seat in match.seats]
    return lambda trial: trial.text(players[trial.seat].choose(trial).command)


def _played(line: Line, chooser: Chooser) -> list[str]:
    """Play the player turn to its end; what its side said."""
    match, side, lines = line.match, line.luck.side, list[str]()
    own = [k for k, sides in enumerate(match.roster.sides) if side in sides]
    for _ in range(LONGEST):
        if line.done:
            break
        seat, length = match.seat, match.length
        command = match.parse(chooser(match))
        text = match.text(command)
        line.say(command, seat)
        if match.length == length:  # refused
            command = anything(match).command
            text = match.text(command)
            line.say(command, seat)
        if seat in own:
            lines.append(text)
    return lines
