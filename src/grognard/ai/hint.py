"""A hint for a person: what the usual computer would say, unless it opens what loses the game."""

from __future__ import annotations

from ..core.command import Command
from ..core.match import Match
from . import Advice, anything, own_part, planner
from .missions import fatally_open, is_movement


def hint(match: Match) -> Advice:
    """What the seat before which a match lies, as it knows it, might say here. An officer looks after open places while he moves;
    whom he lets advance after a battle is looked at once more, since somebody who asks for a hint does not see it coming."""
    seat = match.seat
    advice = planner(match.game.slug, None, "hint").choose(own_part(match))
    if match.check(advice.command, seat) is not None:
        return anything(match)
    if is_movement(match):
        return advice
    least = anything(match)
    if least.command == advice.command:
        return advice
    opened = _open_after(match, advice.command)
    if not opened or opened.keys() <= _open_after(match, least.command).keys():
        return advice
    text = next(iter(opened.values()))
    return Advice(least.command, f"or else {text.rstrip('.')}")


def _open_after(match: Match, command: Command) -> dict[int, str]:
    """What would stand open after a command, as far as no die has to fall for it."""
    trial = match.copy()
    trial.do(command, match.seat)
    return {} if trial.over or trial.play.s.rolls != match.play.s.rolls else fatally_open(trial, match.seat)
