"""When memory is searched for garbage: in small steps all the time, as a whole only now and then.

A search of everything stops all matches for as long as it takes, a second where hundreds are in memory. Matches hold no
cycles and go without it; only what a closed socket leaves behind has to be found, and that can wait for a quiet moment.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from time import monotonic

QUIET = 1.0  #: seconds without a command
SELDOM = 300.0  #: seconds between two searches of everything, if there is a quiet moment
AT_LEAST = 900.0  #: and if there is none

#: new objects before a small step; small steps before a larger one; the last is never reached
_STEPS = 700, 1 << 30, 1 << 30


class Sweeper:
    """Decides about searches of everything. `heard` tells when the last command came."""

    def __init__(self, heard: Callable[[], float], now: Callable[[], float] = monotonic) -> None:
        self._heard, self._now = heard, now
        self._swept = now()

    def start(self) -> None:
        """From now on, for the whole process."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_STEPS)
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def due(self) -> bool:
        now = self._now()
        quiet = now - self._heard() > QUIET
        return now - self._swept > (SELDOM if quiet else AT_LEAST)

    def sweep(self) -> None:
        gc.collect()
        self._swept = self._now()

    def _run(self) -> None:
        pause = threading.Event()
        while not pause.wait(QUIET / 4):
            if self.due():
                self.sweep()
