"""The part of a computer player that runs in a process of its own: a copy of the match and an opponent.

The server sends what has been said since last time; when this process does not know the match (it was
restarted, or something was taken back) it answers `None` and is sent the whole of it.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import threading
from collections import OrderedDict
from typing import Any

import msgspec

from ..core.dice import Chapter
from ..core.match import Match
from ..games import load_game

_KEPT = 50  #: matches a process remembers
log = logging.getLogger("grognard.server")


class Job(msgspec.Struct, frozen=True):
    """A decision to be made. `lines` are the commands after the first `known`; all of them when it is 0."""

    match: str
    seat: str
    level: str
    opponent: str
    game: str
    scenario: str
    options: dict[str, str]
    seating: str | None
    dice: tuple[Chapter, ...]
    known: int
    known_revision: int
    revision: int
    lines: list[tuple[str, str]]


class Thought(msgspec.Struct, frozen=True):
    """What the computer player says, and why."""

    command: str
    why: str


class _Table:
    def __init__(self, match: Match, opponent: Any) -> None:
        self.match, self.opponent, self.revision = match, opponent, 0


_tables: OrderedDict[tuple[str, str, str], _Table] = OrderedDict()


def think(job: Job) -> Thought | None:
    """The next command of a computer player; None when the whole match is needed first."""
    key = (job.match, job.seat, job.level)
    table = _tables.pop(key, None)
    if job.known == 0:
        game = load_game(job.game)
        begun = Match(game, job.scenario, job.options, seating=job.seating, chapters=job.dice)
        table = _Table(begun, _opponent(job))
    elif table is None or (table.match.length, table.revision, table.match.chapters) != (job.known, job.known_revision, job.dice):
        return None
    for seat, line in job.lines:
        table.match.do(line, seat)
    table.revision = job.revision
    thought = _choose(table.opponent, table.match.sit(job.seat))
    _tables[key] = table
    while len(_tables) > _KEPT:
        _tables.popitem(last=False)
    return thought


def _choose(opponent: Any, match: Match) -> Thought:
    try:
        advice = opponent.choose(match)
        command, why = match.text(advice.command), str(advice.why)
        if match.check(command) is None:
            return Thought(command, why)
        log.error("a computer player wants to say %r, which is illegal", command)
    except Exception:
        log.exception("a computer player failed")
    return _first_legal(match)


def _first_legal(match: Match) -> Thought:
    """A match must go on even if an opponent has a fault: end the decision if that is possible."""
    verbs = sorted(match.options().verbs, key=lambda verb: not verb.ends)
    for verb in verbs:
        for command in verb.elementary(match.play):
            if match.check(command) is None:
                return Thought(match.text(command), "the first thing that is legal")
    raise RuntimeError(f"nothing can be said at {match.step.name}")


def _opponent(job: Job) -> Any:
    module, _, name = job.opponent.partition(":")
    return getattr(importlib.import_module(module), name)(job.game, job.level, seed=job.match)


def begin_process() -> None:
    """Start of a thinking process: go when the server goes, however it ends; leave the foreground to others."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()  # type: ignore[func-returns-value]
    if hasattr(os, "nice"):  # not everywhere
        os.nice(5)
