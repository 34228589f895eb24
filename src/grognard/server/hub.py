"""Live updates: every socket has a queue of messages, each made for the seat behind it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import msgspec

from ..core.shown import View
from . import consent, fairness, news, partings, wire
from .access import SPECTATOR, Pass
from .changes import Change
from .live import Live

_encode = msgspec.json.encode


class Outbox:
    """Calls into the event loop from other threads, in order; it is woken once for many of them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._calls: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._woken = False

    def post(self, call: Callable[[Any], None], argument: Any) -> None:
        self._calls.append((call, argument))
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._run)

    def _run(self) -> None:
        self._woken = False  # before looking: what comes later wakes the loop again
        while self._calls:
            call, argument = self._calls.popleft()
            call(argument)


class Client:
    """One open socket. Messages are offered from any thread, in order, and sent by its own task."""

    def __init__(self, who: Pass, outbox: Outbox, waiting: int) -> None:
        self.who = who
        self.known: dict[str | None, int] = {}  #: by seat, the revision of the view it has been sent last
        self.queue: asyncio.Queue[bytes | int] = asyncio.Queue()
        self.outbox, self._waiting = outbox, waiting

    def offer(self, message: bytes | int) -> None:
        """Send a message, or close with a code. A client that does not keep up is closed; it resumes by itself."""
        self.outbox.post(self._put, message)

    def _put(self, message: bytes | int) -> None:
        if self.queue.qsize() >= self._waiting:
            message = 1013
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(message)


def update(live: Live, who: Pass, seat: str | None, since: int, known: int | None) -> news.Update:
    """The present position for one link in its seat, with what happened after version `since`. Whoever knows the seat's view
    of the revision before gets what has changed since."""
    record, shown, thinking = live.record, live.shown(seat), live.thinking
    message = news.Update(
        seat=seat or SPECTATOR, version=record.version, revision=record.revision, since=since, events=live.log(seat, since),
        players=record.players,
        thinking=None if thinking is None else thinking.info(),
        undo=live.can_undo(who), redo=live.can_redo(who), takeback=consent.shown(live), over=live.match.over,
        parted=partings.info(live),
        claimed=record.fairness.claimed, screen=live.at_screen, disclosures=fairness.told(record.fairness),
    )  # fmt: skip
    if known == shown.revision:
        message.base, message.change = known, Change()
    elif known is not None and known == shown.base:
        message.base, message.change = known, cast("Change", shown.change)  # encoded already, like the view
    else:
        message.view = cast("View", shown.whole)
    return message


def publish_update(live: Live, since: int) -> None:
    """Tell everybody at the table what has changed; call with the match held."""
    made: dict[tuple[str, str | None, int | None], bytes] = {}  # links alike that know the same get the same bytes
    for client in live.clients:
        who, seat = client.who, live.acting(client.who)
        known = client.known.get(seat)
        alike = who.name, seat, known
        if alike not in made:
            made[alike] = _encode(update(live, who, seat, since, known))
        client.known[seat] = live.record.revision
        client.offer(made[alike])


def greet(live: Live, client: Client, since: int, chat: list[wire.MessageInfo], build: str) -> None:
    """Tell a newcomer everything, and from now on what happens; call with the match held."""
    seat = live.acting(client.who)
    first = update(live, client.who, seat, since, None)
    first.chat, first.struck, first.build = chat, partings.struck(live, seat), build
    client.known[seat] = live.record.revision
    client.offer(_encode(first))
    live.clients.add(client)


def publish(live: Live, message: news.ChatNews | news.ThinkingNews) -> None:
    """Tell everybody at the table the same thing; call with the match held."""
    data = _encode(message)
    for client in live.clients:
        client.offer(data)


def close_revoked(live: Live, name: str, code: int = 4401) -> None:
    """Close the sockets of a link that is no longer good."""
    for client in live.clients:
        if client.who.name == name:
            client.offer(code)
