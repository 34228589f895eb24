"""Commands are carried out in lots: everything that has come in while the last lot was being committed is the next one,
and shares one commit. That is one thread and one wait for the disk for many matches."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from time import monotonic

from . import wire
from .access import Pass
from .live import Live

log = logging.getLogger("grognard.server")


class Saying:
    """A command on its way, and whom to tell: `done` gets the match as the command has left it, held, and the version
    before it; `failed` gets the reason. Only the first call counts."""

    def __init__(
        self, who: Pass, wanted: wire.Say, done: Callable[[Live, int], None], failed: Callable[[Exception], None]
    ) -> None:
        self.who, self.wanted, self.done, self.failed = who, wanted, done, failed


class Referee:
    """`carry_out(lot, patient)` carries out commands of different matches. The thread of lots must not wait for
    a match that somebody else is using or that has to be loaded: such commands are given back and put aside, where there is
    patience."""

    def __init__(self, carry_out: Callable[[list[Saying], bool], Iterable[Saying]]) -> None:
        self._carry_out = carry_out
        self._heard: SimpleQueue[Saying | None] = SimpleQueue()
        self._later: deque[Saying] = deque()  #: a match has one command per lot
        self._aside = ThreadPoolExecutor(8, thread_name_prefix="aside")
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)
        self._closed = False
        self.heard_at = 0.0  #: when the last command came, on the monotonic clock

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Carry out what has been heard, then stop."""
        self._closed = True
        self._heard.put(None)
        self._thread.join()
        self._aside.shutdown(wait=True)

    def hear(self, saying: Saying) -> None:
        self.heard_at = monotonic()
        self._heard.put(saying)

    def _run(self) -> None:
        while lot := self._next_lot():
            self._carry(lot, False)

    def _next_lot(self) -> list[Saying]:
        """Everything that has come in, at least one; nothing at closing time."""
        lot: dict[str, Saying] = {}
        heard, self._later = [*self._later, *self._waiting()], deque()
        if not heard and not self._closed:
            first = self._heard.get()
            heard = [] if first is None else [first, *self._waiting()]
        for saying in heard:
            if lot.setdefault(saying.who.match, saying) is not saying:
                self._later.append(saying)
        return list(lot.values())

    def _waiting(self) -> list[Saying]:
        found = []
        try:
            while (saying := self._heard.get_nowait()) is not None:
                found.append(saying)
        except Empty:
            pass
        return found

    def _carry(self, lot: list[Saying], patient: bool) -> None:
        try:
            for saying in self._carry_out(lot, patient):
                self._aside.submit(self._carry, [saying], True)
        except Exception as error:
            log.exception("a lot of commands failed")
            for saying in lot:
                saying.failed(error)
