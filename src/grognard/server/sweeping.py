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
MANY = 3000  #: closed sockets that cannot wait, some 150 MB

#: A small step looks at what is new, after so many new objects; larger steps by themselves there are none. With tens of thousands
#: most views have gone by themselves before they are looked at, and a step still takes only milliseconds.
_STEPS = 50_000, 1 << 30, 1 << 30


class Sweeper:
    """Decides about searches of everything. `heard` tells when the last command came, `closed` how many sockets have been
    closed so far."""

    def __init__(self, heard: Callable[[], float], closed: Callable[[], int], now: Callable[[], float] = monotonic) -> None:
        self._heard, self._closed, self._now = heard, closed, now
        self._swept, self._swept_sockets = now(), closed()

    def start(self) -> None:
        """From now on, for the whole process."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_STEPS)
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def due(self) -> bool:
        now = self._now()
        if self._closed() - self._swept_sockets > MANY:
            return True
        quiet = now - self._heard() > QUIET
        return now - self._swept > (SELDOM if quiet else AT_LEAST)

    def sweep(self) -> None:
        gc.collect()
        self._swept, self._swept_sockets = self._now(), self._closed()

    def _run(self) -> None:
        pause = threading.Event()
        while not pause.wait(QUIET / 4):
            if self.due():
                self.sweep()
