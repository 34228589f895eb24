"""Decisions that several seats share: everybody speaks for what is his, and the decision ends when all have said so."""

from __future__ import annotations

from typing import Any

import msgspec

from .command import Command
from .errors import Illegal
from .events import Ready
from .flow import Verb
from .play import Play
from .seats import voice
from .state import Frame


def said(p: Play[Any, Any], frame: Frame, seat: int, verb: Verb, command: Command) -> bool:
    """Hear one of several deciding seats: it speaks only of what is its own, and a word that ends the decision counts as done
    while others have still to say so. False for everything else, which is the rules' business."""
    roster = p.roster
    if seat not in roster.deciding(frame):
        return False
    mine = voice(p, seat)
    if mine is not None:
        mine.check(command)
    if not verb.ends:
        return False
    owing = _owing(p, verb, frame, seat)
    if -1 in owing or owing & {*roster.posts[seat]}:
        return False  # the rules will say what is still to be done
    waiting = roster.waiting(frame)
    if waiting == (seat,) and not owing:
        return False
    if seat not in waiting:
        raise Illegal("", f"{roster.seats[seat]} has said so already")
    through = {*frame.ready, *(post for post in roster.asked(frame) if post in roster.posts[seat])} - owing
    p.s.flow = (*p.s.flow[:-1], msgspec.structs.replace(frame, ready=tuple(sorted(through))))
    p.emit(Ready(seat=roster.seats[seat], side=roster.speaks_for(frame, seat)))
    return True


def _owing(p: Play[Any, Any], verb: Verb, frame: Frame, seat: int) -> set[int]:
    """The posts that have still to do something before a verb can end the decision, though they may have said that they are
    through: what others did since may have brought it upon them."""
    if verb.owed is None or voice(p, seat) is None:
        return set()
    return {p.game.post_of(p, unit) for unit in verb.owed(p)}


def took_back(p: Play[Any, Any], frame: Frame, depth: int, seat: int) -> None:
    """Whoever does something after saying that he is through is not through; the frame may lie under others by now."""
    flow = p.s.flow
    mine = p.roster.posts[seat]
    if len(flow) > depth and flow[depth] is frame and any(post in mine for post in frame.ready):
        ready = tuple(post for post in frame.ready if post not in mine)
        p.s.flow = (*flow[:depth], msgspec.structs.replace(frame, ready=ready), *flow[depth + 1 :])
