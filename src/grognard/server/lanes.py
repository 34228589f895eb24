"""Threads for those who look and ask. Players have as many as they need; spectators share one, and so do replays, because
whoever works out positions of the past by the dozen must not keep a player waiting for the present one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from .access import Denied, Pass

Answer = TypeVar("Answer")

_WAITING = 100  #: questions that may wait in a lane


class Lanes:
    """Made by the event loop that uses it."""

    def __init__(self) -> None:
        self._watching, self._past = anyio.CapacityLimiter(1), anyio.CapacityLimiter(1)

    async def run(self, who: Pass, call: Callable[..., Answer], *about: object, past: bool = False) -> Answer:
        """Have something worked out for a link; `past` when positions have to be replayed for it."""
        lane = self._watching if who.watches else self._past if past else None
        if lane is not None and lane.statistics().tasks_waiting >= _WAITING:
            raise Denied(503, "too many are asking; try again in a little while")
        return await anyio.to_thread.run_sync(call, *about, limiter=lane)
