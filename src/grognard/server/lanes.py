"""Threads for those who look and ask. Players have as many as they need; spectators share one, and so do replays, because
whoever works out positions of the past by the dozen must not keep a player waiting for the present one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from .access import Denied, Pass

Answer = TypeVar("Answer")

_WAITING = 100  #: questions that may wait in a lane
_SOON = 0.001  #: seconds after which a thread that works something out hands over to one that carries out commands


class Haste:
    """While something is being worked out threads hand over to each other soon; the rest of the time every hand-over that can be
    saved makes commands quicker."""

    def __init__(self) -> None:
        self._usual, self._inside = sys.getswitchinterval(), 0

    def __enter__(self) -> None:
        self._inside += 1
        sys.setswitchinterval(_SOON)

    def __exit__(self, *_: object) -> None:
        self._inside -= 1
        if not self._inside:
            sys.setswitchinterval(self._usual)


class Lane:
    """Room for one question at a time. Who waits is counted here: those who come at the same moment would not see each other
    in the limiter's own statistics."""

    def __init__(self) -> None:
        self._limiter, self._inside = anyio.CapacityLimiter(1), 0

    async def run(self, call: Callable[..., Answer], *about: object) -> Answer:
        if self._inside > _WAITING:
            raise Denied(503, "too many are asking; try again in a little while")
        self._inside += 1
        try:
            return await anyio.to_thread.run_sync(call, *about, limiter=self._limiter)
        finally:
            self._inside -= 1


class Lanes:
    """Made by the event loop that uses it."""

    def __init__(self) -> None:
        self._watching, self._past, self._haste = Lane(), Lane(), Haste()

    async def run(self, who: Pass, call: Callable[..., Answer], *about: object, past: bool = False) -> Answer:
        """Have something worked out for a link; `past` when positions have to be replayed for it."""
        lane = self._watching if who.watches else self._past if past else None
        with self._haste:
            return await (anyio.to_thread.run_sync(call, *about) if lane is None else lane.run(call, *about))
