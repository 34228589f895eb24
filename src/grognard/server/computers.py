"""Computer players: whenever a seat they play must decide, a worker thinks and the answer is committed like a person's."""

from __future__ import annotations

import itertools
import logging
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from typing import Any
from zlib import crc32

import msgspec

from ..ai import FORMER, levels, usual
from ..core.errors import GrognardError, Illegal
from ..core.game import Game
from . import hub, news
from .live import Live, Thinking
from .settings import Settings
from .thinking import Job, Slate, Thought, begin_process, begin_thread, job_of, think

log = logging.getLogger("grognard.server")

Held = Callable[[str], AbstractContextManager[Live]]

_TELLING = 0.3  #: seconds between two looks at how far searches have come
_FAILURES = 3  #: after so many in a row a computer player gives up until somebody else has moved


def level_names(game: str) -> list[str]:
    """The levels of a game's computer players, strongest last."""
    return list(levels(game))


def level_of(game: str, player: str) -> str:
    """'computer:general' is a level; plain 'computer' is the usual one, and so is 'computer:standard', as it was once called."""
    level = player.partition(":")[2]
    return level if level in level_names(game) else usual(game)


def check_level(game: Game[Any], player: str) -> None:
    """A computer player that is asked for must exist."""
    level, known = player.partition(":")[2], level_names(game.slug)
    if level and level not in known and level != FORMER:
        raise GrognardError(f"{game.title} has computer players of the levels {', '.join(known)}")


class Errand(msgspec.Struct, frozen=True):
    """A job under way, the revision of the match it is for, and its number."""

    job: Job
    revision: int
    ticket: int


class Thinker:
    """Where jobs are done one after the other, and the slate on which is told how far the one in hand has come."""

    def __init__(self, processes: bool) -> None:
        self.slate = Slate()
        self.pool: Executor = (
            ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), begin_process, (self.slate,)) if processes
            else ThreadPoolExecutor(1, "thinker", begin_thread, (self.slate,))
        )  # fmt: skip


class Computers:
    """All computer players of a server. `decide(job, thought)` is called with every decision they have made;
    `held(match)` gives a match with its lock held."""

    def __init__(self, settings: Settings, held: Held, decide: Callable[[Live, str, Thought], None]) -> None:
        self._settings, self._held, self._decide = settings, held, decide
        self._thinkers = [self._new_thinker() for _ in range(max(1, settings.thinkers))]
        self._after = ThreadPoolExecutor(2, thread_name_prefix="computer")
        self._lock = threading.Lock()
        self._last: dict[tuple[str, str], tuple[int, int]] = {}  #: (match, seat) -> (version, revision) it thought about last
        self._failures: dict[str, int] = {}
        self._tickets = itertools.count(1)
        self._under_way: dict[int, Errand] = {}
        self._closed = threading.Event()
        self._teller: threading.Thread | None = None

    def _new_thinker(self) -> Thinker:
        return Thinker(bool(self._settings.thinkers))

    def close(self) -> None:
        """Stop thinking; what was not committed is thought about again after the next start."""
        self._closed.set()
        for errand in self._searches():
            self._thinker(errand.job).slate.hurry(errand.ticket)
        for thinker in self._thinkers:
            workers = list((getattr(thinker.pool, "_processes", None) or {}).values())
            thinker.pool.shutdown(wait=False, cancel_futures=True)
            for process in workers:
                process.terminate()
        self._after.shutdown(wait=True, cancel_futures=True)

    # ---------------------------------------------------------------- one decision

    def consider(self, live: Live) -> None:
        """Set a computer player to work if it must decide and is not at it yet; call with the match held."""
        seat, before = next((seat for seat in live.deciding if live.computer(seat)), None), live.thinking
        if self._closed.is_set() or seat is None or live.record.parted is not None:
            if before is not None:
                self._show(live, None, before.seat)
        elif live.thought_about != live.record.revision:
            live.thought_about = live.record.revision
            made = (before.progress or 0) + 1 if before is not None and before.seat == seat else 0
            self._show(live, Thinking(seat, made, live.match.step.title), seat)
            self._submit(self._errand(live, seat))

    @staticmethod
    def _show(live: Live, thinking: Thinking | None, seat: str) -> None:
        live.thinking = thinking
        shown = thinking or Thinking(seat, None, "")
        hub.publish(live, news.ThinkingNews(seat, shown.progress, shown.text, shown.tried, shown.plans))

    def _errand(self, live: Live, seat: str, *, fresh: bool = False) -> Errand:
        record = live.record
        with self._lock:
            version, revision = self._last.get((record.id, seat), (0, 0))
            self._last[record.id, seat] = (record.version, record.revision)
        taken_back = not 0 < version <= record.version or live.line[version - 1].revision != revision
        level = level_of(record.game, record.players[seat])
        job = job_of(live.match, record.id, seat, level, self._settings.planner, fresh or taken_back)
        return Errand(job, record.revision, next(self._tickets))

    def _submit(self, errand: Errand) -> None:
        task = errand.job, errand.ticket, self._settings.thinking_seconds
        with self._lock:
            self._under_way[errand.ticket] = errand
            try:
                future = self._thinker(errand.job).pool.submit(think, *task)
            except BrokenExecutor:  # its process was killed; the next one starts with an empty memory
                self._thinkers[self._place(errand.job)] = self._new_thinker()
                future = self._thinker(errand.job).pool.submit(think, *task)
            if self._teller is None and errand.job.level == "general":
                self._teller = threading.Thread(target=self._tell, name="computers-tell", daemon=True)
                self._teller.start()
        future.add_done_callback(lambda done: self._hand_on(errand, done))

    def _place(self, job: Job) -> int:
        return crc32(job.match.encode()) % len(self._thinkers)

    def _thinker(self, job: Job) -> Thinker:
        return self._thinkers[self._place(job)]

    def _hand_on(self, errand: Errand, done: Future[Thought]) -> None:
        self._under_way.pop(errand.ticket, None)
        if not (self._closed.is_set() or done.cancelled()):
            with suppress(RuntimeError):  # closing time
                self._after.submit(self._decided, errand, done)

    # ---------------------------------------------------------------- searches

    def _searches(self) -> list[Errand]:
        """Jobs for which somebody is trying plans just now."""
        found = [self._under_way.get(thinker.slate.read()[0]) for thinker in self._thinkers]
        return [errand for errand in found if errand is not None]

    def hurry(self, live: Live) -> bool:
        """Let the search of a match come to an end; False when there is none."""
        mine = [errand for errand in self._searches() if errand.job.match == live.record.id]
        for errand in mine:
            self._thinker(errand.job).slate.hurry(errand.ticket)
        return bool(mine)

    def _tell(self) -> None:
        """Now and then, how many plans have been tried: told to everybody who waits."""
        while not self._closed.wait(_TELLING):
            for errand in self._searches():
                ticket, tried, plans = self._thinker(errand.job).slate.read()
                if ticket == errand.ticket:
                    with suppress(Exception), self._held(errand.job.match) as live:
                        self._progressed(live, errand, tried, plans)

    def _progressed(self, live: Live, errand: Errand, tried: int, plans: int) -> None:
        shown = live.thinking
        if shown is None or live.record.revision != errand.revision or (shown.tried, shown.plans) == (tried, plans):
            return
        self._show(live, msgspec.structs.replace(shown, tried=tried, plans=plans), shown.seat)

    # ---------------------------------------------------------------- what comes of it

    def _decided(self, errand: Errand, done: Future[Thought]) -> None:
        job = errand.job
        try:
            with self._held(job.match) as live:
                if live.record.revision != errand.revision or not live.computer(job.seat):
                    return  # things have changed; whoever changed them has asked anew
                if done.exception() is None:
                    self._decide(live, job.seat, done.result())
                    self._failures.pop(job.match, None)
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
            self._submit(self._errand(live, job.seat, fresh=True))
        else:
            del self._failures[job.match]
            self._show(live, Thinking(job.seat, None, "The computer player has failed; a person can take the seat."), job.seat)
