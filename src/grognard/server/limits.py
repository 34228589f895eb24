"""Token buckets: so many at once, then so many a second."""

from __future__ import annotations

import threading
import time

from .access import Denied
from .settings import Rate

_KEPT = 20_000  #: buckets remembered; full ones are forgotten first


class Buckets:
    """One bucket per key. Thread-safe."""

    def __init__(self, rate: Rate, what: str) -> None:
        self.rate, self.what = rate, what
        self._lock = threading.Lock()
        self._levels: dict[str, tuple[float, float]] = {}  #: key -> (level, when)

    def take(self, key: str) -> bool:
        """Take one if there is one."""
        if self.rate.burst == float("inf"):
            return True
        moment = time.monotonic()
        with self._lock:
            level, since = self._levels.get(key, (self.rate.burst, moment))
            level = min(self.rate.burst, level + (moment - since) * self.rate.per_second)
            allowed = level >= 1
            self._levels[key] = (level - 1 if allowed else level, moment)
            if len(self._levels) > _KEPT:
                self._forget(moment)
        return allowed

    def _forget(self, moment: float) -> None:
        rate = self.rate
        held = {k: (lv, at) for k, (lv, at) in self._levels.items() if lv + (moment - at) * rate.per_second < rate.burst}
        self._levels = held if len(held) <= _KEPT else {}

    def demand(self, key: str) -> None:
        """Take one or refuse."""
        if not self.take(key):
            raise Denied(429, f"too many {self.what}; wait a little")
