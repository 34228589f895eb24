"""The doors: how long a request may take to arrive, and how many connections there may be at once.

Whoever opens a connection and does not say what he wants holds a place that others need. Such a connection is closed
when its time is up, and sooner when all places are taken: then the address that keeps most of them waiting loses its
oldest one. Connections with a request that has arrived, and sockets of players, are never touched.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .access import Denied
from .settings import Limits

if sys.platform != "win32":
    import resource

#: descriptors that are needed for other things than connections: database, computer players, map tiles
_OTHERS = 96
_MANY = 16384  #: descriptors, where the system would give more
_FEWER = 10240  #: what macOS grants at most, though it calls its limit infinite
_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Doors:
    """Everybody who has a connection or a socket. Used by the event loop only."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.most = limits.connections or places()
        self.closed = 0  #: sockets that have been closed so far
        self._waiting: dict[str, dict[Door, None]] = {}  #: by address, whose request has not arrived in full; oldest first
        self._sockets: Counter[str] = Counter()  #: by address

    # ---------------------------------------------------------------- connections

    def wait_for(self, door: Door) -> None:
        """A connection is open, and what is wanted is not known yet."""
        self._waiting.setdefault(door.address, {})[door] = None

    def wait_no_more(self, door: Door) -> None:
        there = self._waiting.get(door.address, {})
        there.pop(door, None)
        if not there:
            self._waiting.pop(door.address, None)

    def make_room(self, connections: int) -> None:
        """One of those who wait has to go if there are more connections than places."""
        if connections > self.most and self._waiting:
            most = max(self._waiting.values(), key=len)
            next(iter(most)).show_out()

    # ---------------------------------------------------------------- sockets

    def open_socket(self, address: str) -> None:
        """A socket more for an address, or a refusal."""
        most = min(self.limits.sockets, self.most // 2)
        if self.limits.sockets and self._sockets[address] >= most:
            raise Denied(429, f"this address has {most} sockets open already")
        self._sockets[address] += 1

    def close_socket(self, address: str) -> None:
        self.closed += 1
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]


def raise_limit() -> None:
    """Ask the system for as many descriptors as we may have, and need."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _MANY if hard == resource.RLIM_INFINITY else min(hard, _MANY)
        for many in (wanted, min(wanted, _FEWER)):
            if soft != resource.RLIM_INFINITY and soft < many:
                with suppress(ValueError, OSError):  # then it has to do with fewer
                    resource.setrlimit(resource.RLIMIT_NOFILE, (many, hard))
                    return


def places() -> int:
    """How many connections the system lets us have; a fifth stays free for those who knock all at once."""
    descriptors = _MANY
    if sys.platform != "win32":
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        descriptors = _MANY if soft == resource.RLIM_INFINITY else min(soft, _MANY)
    return max(16, (descriptors - _OTHERS) * 4 // 5)


class Door(H11Protocol):
    """One connection, with a clock: uvicorn itself would wait for the rest of a request for ever."""

    def __init__(self, doors: Doors, **given: Any) -> None:
        super().__init__(**given)
        self._doors = doors
        self._awaited: object = None  #: h11.IDLE while the head of a request is awaited, h11.SEND_BODY for its body
        self._clock: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look()
        self._doors.make_room(len(self.connections))

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        self._forget()

    def show_out(self) -> None:
        """Close at once."""
        self._forget()
        self.connections.discard(self)
        self.transport.abort()

    # ---------------------------------------------------------------- the clock

    def _look(self) -> None:
        """What is awaited now? A new clock for each head and each body."""
        awaited = self.conn.their_state if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) else None
        if awaited is self._awaited or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        self._forget()
        self._awaited = awaited
        if awaited is not None:
            limits = self._doors.limits
            seconds = limits.head_seconds if awaited is h11.IDLE else limits.body_seconds
            self._clock = self.loop.call_later(seconds, self._late)
            self._doors.wait_for(self)

    def _forget(self) -> None:
        self._doors.wait_no_more(self)
        self._awaited = None
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _late(self) -> None:
        if self.cycle is None or not self.cycle.response_started:
            self.transport.write(_LATE)
        self.transport.close()
