"""Matches in memory: read from the database when somebody needs one, held while it is used, forgotten when room is short.

A match stays while somebody waits for it, looks at it through a socket, or a computer player thinks about it. When all
places are taken by such matches, a player still gets in: a match that only spectators look at makes room. Spectators of
matches that are not in memory have to wait.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .access import Denied
from .live import Live

NOT_NOW = 4503  #: how a socket is closed that has to make room; its page comes back after a while


class Busy(Exception):
    """Somebody is using the match, or it has to be loaded first."""


class Memory:
    """At most `most` matches, unless more than that are being played. `load` reads one."""

    def __init__(self, load: Callable[[str], Live], most: int) -> None:
        self._load, self._most = load, most
        self._lock = threading.Lock()
        self._lives: OrderedDict[str, Live] = OrderedDict()  #: those longest unused first
        self._loading: dict[str, threading.Lock] = {}

    def __len__(self) -> int:
        return len(self._lives)

    @contextmanager
    def hold(self, match_id: str, *, patient: bool = True, watching: bool = False) -> Iterator[Live]:
        """A match for the exclusive use of the caller. The impatient get it if it is in memory and nobody uses it,
        `Busy` if not; those who are only watching are refused when there is no room."""
        while True:
            live = self._pinned(match_id) or (self._loaded(match_id, watching) if patient else None)
            if live is None:
                raise Busy
            try:
                if not live.lock.acquire(blocking=patient):
                    raise Busy
                try:
                    if not live.gone:
                        yield live
                        return
                finally:
                    live.lock.release()
            finally:
                self._unpin(live)

    def drop(self, live: Live) -> None:
        """What is in memory can no longer be trusted; everybody who looks on connects anew."""
        with self._lock:
            self._remove(live, 1013)

    def find(self, match_id: str) -> Live | None:
        """A match if it is in memory; it may be forgotten at any moment."""
        return self._lives.get(match_id)

    # ---------------------------------------------------------------- pins

    def _pinned(self, match_id: str) -> Live | None:
        """A match that is in memory, pinned there for the caller."""
        with self._lock:
            live = self._lives.get(match_id)
            if live is not None:
                live.pins += 1
                self._lives.move_to_end(match_id)
            return live

    def _unpin(self, live: Live) -> None:
        with self._lock:
            live.pins -= 1
            if len(self._lives) > self._most:
                self._make_room(0, Live.unused)

    # ---------------------------------------------------------------- room

    def _loaded(self, match_id: str, watching: bool) -> Live:
        """A match that has to be read first, pinned. Whoever comes meanwhile waits for this one instead of reading it too."""
        with self._lock:
            loading = self._loading.setdefault(match_id, threading.Lock())
        with loading:
            live = self._pinned(match_id)
            if live is not None:
                return live
            try:
                self._demand_room(watching)
                fresh = self._load(match_id)
                with self._lock:
                    live = self._lives.setdefault(match_id, fresh)
                    live.pins += 1
                return live
            finally:
                with self._lock:
                    self._loading.pop(match_id, None)

    def _demand_room(self, watching: bool) -> None:
        with self._lock:
            found = self._make_room(1, Live.unused) or (not watching and self._make_room(1, Live.only_watched))
        if watching and not found:
            raise Denied(503, "the server is full, and players come first; try again in a little while")

    def _make_room(self, wanted: int, may_go: Callable[[Live], bool]) -> bool:
        """Forget matches, the longest unused first, until so many places are free."""
        for live in list(self._lives.values()):
            if len(self._lives) + wanted <= self._most:
                return True
            if live.pins == 0 and may_go(live):
                self._remove(live, NOT_NOW)
        return len(self._lives) + wanted <= self._most

    def _remove(self, live: Live, code: int) -> None:
        live.gone = True
        for client in list(live.clients):
            client.offer(code)
        if self._lives.get(live.record.id) is live:
            del self._lives[live.record.id]
