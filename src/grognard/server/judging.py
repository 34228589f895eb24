"""Finished games weighed for their reviews, in a process of its own: nobody at a table waits for it."""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections import OrderedDict
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import msgspec

from .. import judge
from ..core import save
from ..core.match import Match
from ..story import Review
from .settings import Settings
from .thinking import begin_process

log = logging.getLogger("grognard.server")

_KEPT = 100  #: games whose chances are remembered
_WAITING = 20  #: games that may wait to be weighed; others are told of without chances until there is room


def weigh(text: str) -> bytes:
    """The chances of a saved match."""
    return msgspec.msgpack.encode(judge.weigh(save.loads(text)))


class Judges:
    """Weighs one game after the other, each once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pool: Executor | None = None
        self._found: OrderedDict[tuple[str, int], Future[bytes]] = OrderedDict()
        self._lock = threading.Lock()
        self._closed = False

    def complete(self, review: Review, name: str, match: Match) -> Review:
        """The review of a match that is over, with its chances if they have been weighed; if not, somebody sets to work."""
        key = name, match.length
        with self._lock:
            future = self._found.get(key)
            if future is None and not self._closed and sum(not one.done() for one in self._found.values()) < _WAITING:
                future = self._found[key] = self._started().submit(weigh, save.dump(match))
                future.add_done_callback(_report)
                while len(self._found) > _KEPT:
                    self._found.popitem(last=False)
        if future is None or not future.done():
            return msgspec.structs.replace(review, weighing=not self._closed)
        if future.cancelled() or future.exception() is not None:
            return review
        return judge.joined(review, msgspec.msgpack.decode(future.result(), type=judge.Weighed))

    def _started(self) -> Executor:
        if self._pool is None:
            if self._settings.thinkers:
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=begin_process)
            else:
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="judge")
        return self._pool

    def close(self) -> None:
        """What has not been weighed is weighed when somebody asks again."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            workers = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:
                process.terminate()


def _report(future: Future[bytes]) -> None:
    if not future.cancelled() and future.exception() is not None:
        log.error("a game could not be weighed", exc_info=future.exception())
