"""Live updates: every socket has a queue of messages, each made for the seat behind it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from .access import Pass
from .live import Live

_encode = msgspec.json.encode


class Client:
    """One open socket. Messages are offered from any thread, in order, and sent by its own task."""

    def __init__(self, who: Pass, loop: asyncio.AbstractEventLoop, waiting: int) -> None:
        self.who = who
        self.queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._loop, self._waiting = loop, waiting

    def offer(self, message: bytes | int) -> None:
        """Send a message, or close with a code. A client that does not keep up is closed; it resumes by itself."""
        self._loop.call_soon_threadsafe(self._put, message)

    def _put(self, message: bytes | int) -> None:
        if self.queue.qsize() >= self._waiting:
            message = 1013
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(message)


def update(live: Live, who: Pass, since: int, why: str = "") -> dict[str, Any]:
    """The present position for one link, with what happened after version `since`."""
    seat = live.acting(who)
    record = live.record
    message: dict[str, Any] = {
        "type": "update",
        "seat": seat or "spectator",
        "version": record.version,
        "revision": record.revision,
        "from": since,
        "events": live.log(seat, since),
        "view": live.view(seat),
        "players": record.players,
        "thinking": live.thinking,
        "undo": live.can_undo(who),
        "takeback": {"seat": record.takeback} if record.takeback else None,
        "over": live.match.over,
    }
    if why:
        message["why"] = why
    return message


def publish_update(live: Live, since: int, why: str = "") -> None:
    """Tell everybody at the table what has changed; call with the match held."""
    made: dict[str, bytes] = {}  # links of one name get the same bytes
    for client in live.clients:
        name = client.who.name
        if name not in made:
            made[name] = _encode(update(live, client.who, since, why))
        client.offer(made[name])


def publish(live: Live, message: dict[str, Any]) -> None:
    """Tell everybody at the table the same thing; call with the match held."""
    data = _encode(message)
    for client in live.clients:
        client.offer(data)


def close_revoked(live: Live, name: str, code: int = 4401) -> None:
    """Close the sockets of a link that is no longer good."""
    for client in live.clients:
        if client.who.name == name:
            client.offer(code)
