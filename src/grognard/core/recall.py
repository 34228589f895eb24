"""A stored match under today's rules: its commands are carried out again and compared with what is known of them.

The command log is the truth; positions and events kept beside it are caches. At the first difference the match opens
at the last identical command, and what was said after it stays readable as a struck-out branch.
"""

from __future__ import annotations

from collections.abc import Sequence

from .errors import GrognardError, Illegal
from .events import Event
from .first_format import alike
from .history import Parting, Past
from .match import Match

#: Positions are compared every so many commands; where they differ, command by command.
EVERY = 20


def replay(match: Match, past: Sequence[Past], *, same_rules: bool = False) -> tuple[Match, Parting | None]:
    """A match just begun, carried on through `past` as far as it plays as it did; and where it parts, if it does. Under the
    same rules as then it is enough that it ends in the same position."""
    proven, refusal = 0, None
    trusting = not any(step.digest for step in past)
    for number, step in enumerate(past, 1):
        try:
            events = match.do(step.command, step.seat)
        except GrognardError as error:
            refusal = error
            break
        if step.digest:
            if number != len(past) and (same_rules or number % EVERY):
                match.last.digest = step.digest
            elif _same(match, step, events):
                proven = number
            else:
                break
        elif step.events is None:
            proven = number if trusting else proven
        elif _same(match, step, events):
            proven = number
            if number % EVERY == 0:
                match.last.digest = match.digest  # from now on it is known
        else:
            break
    else:
        return match, None
    return _part(match, past, proven, number, refusal)


def _same(match: Match, step: Past, events: Sequence[Event]) -> bool:
    """Is the outcome of the last command what is known of it?"""
    if step.digest:
        match.last.digest = match.digest
        return match.last.digest == step.digest
    return step.events is None or alike(match.game.slug, step.events, events)


def _part(
    match: Match, past: Sequence[Past], proven: int, number: int, refusal: GrognardError | None
) -> tuple[Match, Parting]:
    """The match at the last command that is identical: at least `proven`, and before `number`, which is refused or differs."""
    found = match.at(proven)
    for step in past[proven : number - 1]:
        if not _same(found, step, found.do(step.command, step.seat)):
            number, refusal = found.length, None
            break
        if step.digest or step.events is not None:
            proven = found.length
    told = past[number - 1]
    rule = f" [{refusal.rule}]" if isinstance(refusal, Illegal) and refusal.rule else ""
    does = f"is refused by today's rules{rule}" if refusal else "leads to another position under today's rules"
    why = f"command {number}, said by {told.seat}, {does}"
    if proven < number - 1:
        why += f"; the last position known to be the same is the one after command {proven}"
    detail = f"{told.seat}: {told.command[:200]}" + (f": {refusal}" if refusal else "")
    lines = tuple((step.seat, step.command) for step in past[proven:])
    return match.at(proven), Parting(proven, why, lines, detail)
