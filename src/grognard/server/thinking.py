"""The part of a computer player that runs in a process of its own.

It is sent what its seat knows, not the match: two positions that the seat cannot tell apart are the same job, to the byte.

Here is the only clock that a decision knows: a search that takes too long, or that somebody who waits has had enough of, does the
best it has found, and says after how many trials. Server and process share four numbers (`Slate`), which each only writes its own
of: no lock is needed, and a process that dies leaves nobody waiting.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from collections.abc import MutableSequence
from multiprocessing.sharedctypes import RawArray

import msgspec

from ..ai import Opponent, anything, imagined, own_part
from ..ai.general import General, Watch
from ..core.knowledge import Knowledge
from ..core.match import Match
from ..games import load_game

_KEPT = 50  #: players a process remembers
log = logging.getLogger("grognard.server")


#: A general at the table has so many times the trials that he has in a duel; the clock cuts them short.
AT_LEISURE = 4


class Slate:
    """What a thinking process and the server tell each other about the search in hand."""

    def __init__(self) -> None:
        #: the ticket of the search in hand, plans tried, plans that may be tried; and the ticket that must come to an end
        self.numbers: MutableSequence[int] = RawArray("q", 4)

    def write(self, ticket: int, tried: int, plans: int) -> None:
        self.numbers[1], self.numbers[2], self.numbers[0] = tried, plans, ticket

    def read(self) -> tuple[int, int, int]:
        return self.numbers[0], self.numbers[1], self.numbers[2]

    def hurry(self, ticket: int) -> None:
        self.numbers[3] = ticket

    def is_hurried(self, ticket: int) -> bool:
        return 0 < ticket == self.numbers[3]


_own = threading.local()  #: `slate`: the one of this thread, or of this process


class Job(msgspec.Struct, frozen=True):
    """A decision to be made. `match` tells players apart and is the seed of their dice; `fresh` when what a player has planned
    is void because something was taken back."""

    match: str
    seat: str
    level: str
    planner: str
    game: str
    data_set: int
    fresh: bool
    known: bytes  #: what the seat knows


class Thought(msgspec.Struct, frozen=True):
    """What the computer player says, and why, and after how many trials if it has searched."""

    command: str
    why: str
    trials: int = 0


def job_of(match: Match, name: str, seat: str, level: str, planner: str, fresh: bool) -> Job:
    """The decision of a seat of a match, for whoever is to make it."""
    known = match.knowledge(seat).encode()
    return Job(name, seat, level, planner, match.game.slug, match.game.data_set, fresh, known)


_players: OrderedDict[tuple[str, str, str], Opponent] = OrderedDict()  #: with their plans


def think(job: Job, ticket: int = 0, seconds: float = 0.0) -> Thought:
    """The next command of a computer player, searched for no longer than so many seconds (0: as long as it takes)."""
    key = (job.match, job.seat, job.level)
    player = _players.pop(key, None)
    if player is None or job.fresh:
        player = _new_player(job)
    _players[key] = player
    while len(_players) > _KEPT:
        _players.popitem(last=False)
    if isinstance(player, General):
        player.watch = _watch(ticket, seconds)
    game = load_game(job.game, data_set=job.data_set)
    return _choose(player, imagined(game, Knowledge.decode(job.known, game), job.match))


def _watch(ticket: int, seconds: float) -> Watch:
    """Tells the server how far a search has come, and ends it when its time is over or somebody has waited long enough."""
    slate, ends = getattr(_own, "slate", None) or Slate(), time.monotonic() + seconds

    def go_on(tried: int, plans: int) -> bool:
        slate.write(ticket, tried, plans)
        return not slate.is_hurried(ticket) and not (seconds and time.monotonic() > ends)

    return go_on


def _choose(player: Opponent, match: Match) -> Thought:
    try:
        advice = player.choose(own_part(match))
        command, why = match.text(advice.command), str(advice.why)
        if match.check(command) is None:
            return Thought(command, why, advice.trials)
        log.error("a computer player wants to say %r, which is illegal", command)
    except Exception:
        log.exception("a computer player failed")
    advice = anything(match)
    return Thought(match.text(advice.command), advice.why)


def _new_player(job: Job) -> Opponent:
    module, _, name = job.planner.partition(":")
    player: Opponent = getattr(importlib.import_module(module), name)(job.game, job.level, seed=job.match)
    if isinstance(player, General):
        player.evaluations *= AT_LEISURE
    return player


def begin_thread(slate: Slate) -> None:
    """Start of a thinking thread."""
    _own.slate = slate


def begin_process(slate: Slate | None = None) -> None:
    """Start of a thinking process: go when the server goes, however it ends; leave the foreground to others."""
    _own.slate = slate
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()  # type: ignore[func-returns-value]
    if hasattr(os, "nice"):  # not everywhere
        os.nice(5)
