"""Computer players: whenever a seat they play must decide, a worker thinks and the answer is committed like a person's."""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from zlib import crc32

from ..ai import levels, usual
from ..core.errors import Illegal
from . import hub
from .live import Live, Thinking
from .settings import Settings
from .thinking import Job, Thought, begin_process, think

log = logging.getLogger("grognard.server")

Held = Callable[[str], AbstractContextManager[Live]]

_FAILURES = 3  #: after so many in a row a computer player gives up until somebody else has moved


def level_names(game: str) -> list[str]:
    """The levels of a game's computer players, strongest last."""
    return list(levels(game))


def level_of(game: str, player: str) -> str:
    """'computer:strong' is a level; plain 'computer' is the usual one."""
    level = player.partition(":")[2]
    return level if level in level_names(game) else usual(game)


class Computers:
    """All computer players of a server. `decide(job, thought)` is called with every decision they have made;
    `held(match)` gives a match with its lock held."""

    def __init__(self, settings: Settings, held: Held, decide: Callable[[Live, Job, Thought], None]) -> None:
        self._settings, self._held, self._decide = settings, held, decide
        self._pools = [self._new_pool() for _ in range(max(1, settings.thinkers))]
        self._after = ThreadPoolExecutor(2, thread_name_prefix="computer")
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], tuple[int, int]] = {}  #: (match, seat) -> (version, revision) its worker has seen
        self._failures: dict[str, int] = {}
        self._closed = False

    def _new_pool(self) -> Executor:
        if not self._settings.thinkers:
            return ThreadPoolExecutor(1, thread_name_prefix="thinker")
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=spawn, initializer=begin_process)

    def close(self) -> None:
        """Stop thinking; what was not committed is thought about again after the next start."""
        self._closed = True
        for pool in self._pools:
            workers = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:
                process.terminate()
        self._after.shutdown(wait=True, cancel_futures=True)

    # ---------------------------------------------------------------- one decision

    def consider(self, live: Live) -> None:
        """Set a computer player to work if it must decide and is not at it yet; call with the match held."""
        seat, before = next((seat for seat in live.deciding if live.computer(seat)), None), live.thinking
        if self._closed or seat is None or live.record.parted is not None:
            if before is not None:
                self._show(live, None, before.seat)
        elif live.thought_about != live.record.revision:
            live.thought_about = live.record.revision
            made = (before.progress or 0) + 1 if before is not None and before.seat == seat else 0
            self._show(live, Thinking(seat, made, live.match.step.title), seat)
            self._submit(self._job(live, seat))

    @staticmethod
    def _show(live: Live, thinking: Thinking | None, seat: str) -> None:
        live.thinking = thinking
        shown = thinking or Thinking(seat, None, "")
        hub.publish(live, {"type": "thinking", "seat": seat, "progress": shown.progress, "text": shown.text})

    def _job(self, live: Live, seat: str, *, whole: bool = False) -> Job:
        record, match = live.record, live.match
        with self._lock:
            known, revision = self._known.get((record.id, seat), (0, 0))
            self._known[record.id, seat] = (record.version, record.revision)
        if whole or not 0 < known <= record.version or live.line[known - 1][0] != revision:
            known, revision = 0, 0
        links = match.links()[known:]
        lines = [(match.seats[link.seat], match.text(link.command)) for link in links if link.command is not None]
        return Job(
            record.id, seat, level_of(record.game, record.players[seat]), self._settings.opponent, record.game, record.scenario,
            record.options, record.seating, record.dice, known, revision, record.revision, lines,
        )  # fmt: skip

    def _submit(self, job: Job) -> None:
        place = crc32(job.match.encode()) % len(self._pools)
        with self._lock:
            try:
                future = self._pools[place].submit(think, job)
            except BrokenExecutor:  # its process was killed; the next one starts with an empty memory
                self._pools[place] = self._new_pool()
                future = self._pools[place].submit(think, job)
        future.add_done_callback(lambda done: self._hand_on(job, done))

    def _hand_on(self, job: Job, done: Future[Thought | None]) -> None:
        if not (self._closed or done.cancelled()):
            with suppress(RuntimeError):  # closing time
                self._after.submit(self._decided, job, done)

    def _decided(self, job: Job, done: Future[Thought | None]) -> None:
        try:
            with self._held(job.match) as live:
                if live.record.revision != job.revision or not live.computer(job.seat):
                    return  # things have changed; whoever changed them has asked anew
                thought = None if done.exception() else done.result()
                if thought is not None:
                    self._decide(live, job, thought)
                    self._failures.pop(job.match, None)
                elif done.exception() is None:
                    self._submit(self._job(live, job.seat, whole=True))
                else:
                    self._failed(live, job, done.exception())
        except Illegal as refusal:
            with self._held(job.match) as live:
                self._failed(live, job, refusal)
        except Exception:
            log.exception("a computer player's decision could not be used")

    def _failed(self, live: Live, job: Job, error: BaseException | None) -> None:
        log.error("a computer player failed in match %s: %r", job.match, error)
        failures = self._failures[job.match] = self._failures.get(job.match, 0) + 1
        if failures < _FAILURES:
            self._submit(self._job(live, job.seat, whole=True))
        else:
            del self._failures[job.match]
            self._show(live, Thinking(job.seat, None, "The computer player has failed; a person can take the seat."), job.seat)
