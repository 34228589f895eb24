"""What a side could have made of a player turn: the plan of the computer, and standing still.

Both are played on matches dealt from what the side knew when its turn began. What the dice did in them is taken away again, so
that one trial of a plan says nearly as much as many.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from ..ai import anything, opponent
from ..core.errors import Illegal
from ..core.match import Match
from .chances import Chances
from .luck import Luck
from .turns import mover

#: A plan of more commands is given up.
LONGEST = 1500
#: Plans that are tried, by name.
COMPUTER, STILL = "computer", "still"


class Tried(msgspec.Struct, frozen=True):
    """A plan and what it was worth: the winning chance after it with everyday dice."""

    name: str
    worth: float
    lines: list[str]


Chooser = Callable[[Match], str]


def dealt(match: Match, seat: int, number: int) -> Match:
    """A match that a seat cannot tell from this one, always the same for the same number."""
    return match.fork(seat, random.Random(f"review {match.length} {number}"))


def tried(match: Match, side: int, seat: int, name: str, deals: int, chances: Chances) -> Tried:
    """Play a plan on some deals of what a seat knows. What one of them promises at the start is not a merit of the plan."""
    luck, worth, lines = Luck(chances, side), 0.0, list[str]()
    for number in range(deals):
        trial = dealt(match, seat, number)
        promise = luck.chance(trial)
        gain, said = _played(trial, side, _chooser(trial, name), luck)
        worth += (gain - promise) / deals
        lines = lines or said
    return Tried(name, luck.chance(match) + worth, lines)


def _chooser(match: Match, name: str) -> Chooser:
    if name == STILL:
        return lambda trial: trial.text(anything(trial).command)
    players = [opponent(match.game.slug, None, f"review {seat}") for seat in match.seats]
    return lambda trial: trial.text(players[trial.seat].choose(trial).command)


def _played(trial: Match, side: int, chooser: Chooser, luck: Luck) -> tuple[float, list[str]]:
    """The chance at the end of the player turn without what the dice did, and what the side said."""
    lines, dice, own = list[str](), 0.0, [k for k, sides in enumerate(trial.roster.sides) if side in sides]
    for _ in range(LONGEST):
        if trial.over or mover(trial) != side:
            break
        before, seat = trial.copy(), trial.seat
        try:
            command = trial.parse(chooser(trial))
            trial.do(command, seat)
        except Illegal:
            command = anything(before).command
            trial.do(command, seat)
        if seat in own:
            lines.append(before.text(command))
        if trial.state.rolls != before.state.rolls:
            dice += luck.of(before, command, seat, trial)
    return luck.chances.exposed(trial.play, side, side if trial.over else mover(trial)) - dice, lines
