"""The part of a computer player that runs in a process of its own.

It is sent what its seat knows, not the match: two positions that the seat cannot tell apart are the same job, to the byte.
"""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import os
import threading
from collections import OrderedDict

import msgspec

from ..ai import Opponent, anything, imagined, own_part
from ..core.knowledge import Knowledge
from ..core.match import Match
from ..games import load_game

_KEPT = 50  #: players a process remembers
log = logging.getLogger("grognard.server")


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
    """What the computer player says, and why."""

    command: str
    why: str


def job_of(match: Match, name: str, seat: str, level: str, planner: str, fresh: bool) -> Job:
    """The decision of a seat of a match, for whoever is to make it."""
    known = match.knowledge(seat).encode()
    return Job(name, seat, level, planner, match.game.slug, match.game.data_set, fresh, known)


_players: OrderedDict[tuple[str, str, str], Opponent] = OrderedDict()  #: with their plans


def think(job: Job) -> Thought:
    """The next command of a computer player."""
    key = (job.match, job.seat, job.level)
    player = _players.pop(key, None)
    if player is None or job.fresh:
        player = _new_player(job)
    _players[key] = player
    while len(_players) > _KEPT:
        _players.popitem(last=False)
    game = load_game(job.game, data_set=job.data_set)
    return _choose(player, imagined(game, Knowledge.decode(job.known, game), job.match))


def _choose(player: Opponent, match: Match) -> Thought:
    try:
        advice = player.choose(own_part(match))
        command, why = match.text(advice.command), str(advice.why)
        if match.check(command) is None:
            return Thought(command, why)
        log.error("a computer player wants to say %r, which is illegal", command)
    except Exception:
        log.exception("a computer player failed")
    advice = anything(match)
    return Thought(match.text(advice.command), advice.why)


def _new_player(job: Job) -> Opponent:
    module, _, name = job.planner.partition(":")
    player: Opponent = getattr(importlib.import_module(module), name)(job.game, job.level, seed=job.match)
    return player


def begin_process() -> None:
    """Start of a thinking process: go when the server goes, however it ends; leave the foreground to others."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(0)), daemon=True).start()  # type: ignore[func-returns-value]
    if hasattr(os, "nice"):  # not everywhere
        os.nice(5)
