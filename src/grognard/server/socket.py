"""The WebSocket of a match: a hello with a secret link, then updates; commands may come this way too."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Any, TypeVar

import anyio.to_thread
import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from msgspec import Meta

from . import news, wire
from .access import LONGEST, Denied
from .answers import TOO_DEEP, status_and_body
from .doors import Doors
from .guard import Guard, address
from .hub import Client
from .live import Live
from .memory import NOT_NOW
from .referee import Saying
from .service import Service

Message = TypeVar("Message")

HELLO_SECONDS = 10.0
WRONG_LINK, NO_MATCH, NO_HELLO, TOO_MANY, BAD_MESSAGE = 4401, 4404, 4408, 4429, 4400
_CLOSING = {401: WRONG_LINK, 403: WRONG_LINK, 404: NO_MATCH, 429: TOO_MANY, 503: NOT_NOW}


class Hello(msgspec.Struct, tag="hello"):
    """The first message: the link, what is known already (version, revision, last chat message), and the seat a hotseat
    link speaks for out of turn."""

    token: str
    since: Annotated[int, Meta(ge=-1, le=2**31 - 1)] = -1
    revision: wire.Version = 0
    chat: wire.Version = 0
    seat: wire.Name | None = None


class Said(msgspec.Struct, tag="command"):
    command: wire.Order
    key: wire.Key
    version: wire.Version
    revision: wire.Version | None = None
    seat: wire.Name | None = None


class Ping(msgspec.Struct, tag="ping"):
    pass


_hello = msgspec.json.Decoder(Hello)
_later = msgspec.json.Decoder(Said | Ping)


@websocket("/api/matches/{match_id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], match_id: FromPath[str]) -> None:
    doors: Doors = socket.app.state.doors
    where = address(socket.scope)
    try:
        doors.open_socket(where)
    except Denied as denied:
        await socket.close(TOO_MANY, denied.error)
        return
    try:
        await socket.accept()
        client = await _enter(socket, match_id)
        if client is not None:
            await _converse(socket, client)
    finally:
        doors.close_socket(where)


async def _converse(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    service: Service = socket.app.state.service
    sending = asyncio.create_task(_send(socket, client))
    try:
        await _listen(socket, client)
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending
        await asyncio.shield(anyio.to_thread.run_sync(service.leave, client))


async def _enter(socket: WebSocket[Any, Any, Any], match_id: str) -> Client | None:
    """Wait for the hello and check its link."""
    service: Service = socket.app.state.service
    guard: Guard = socket.app.state.guard
    try:
        text = await asyncio.wait_for(socket.receive_data("text"), HELLO_SECONDS)
        hello = _decoded(_hello, text)
        if len(hello.token) > LONGEST:
            raise Denied(401, "this link is wrong or has been revoked")
        guard.requests.demand(address(socket.scope))
        who = await anyio.to_thread.run_sync(service.links.enter, match_id, hello.token, hello.seat)
        client = Client(who, socket.app.state.outbox, guard.limits.waiting)
        await socket.app.state.lanes.run(who, service.join, client, hello.since, hello.revision, hello.chat)
        return client
    except TimeoutError:
        await _close(socket, NO_HELLO, "no hello came")
    except msgspec.MsgspecError:
        await _close(socket, BAD_MESSAGE, "the first message is a hello with a token")
    except WebSocketDisconnect:
        pass
    except Exception as error:
        status, body = status_and_body(error)
        if status in (401, 404) and not guard.guesses.take(address(socket.scope)):
            await _close(socket, TOO_MANY, "too many wrong links; wait a little")
        else:
            await _close(socket, _CLOSING.get(status, 1013), body["error"])
    return None


def _decoded(decoder: msgspec.json.Decoder[Message], text: str | bytes) -> Message:
    try:
        return decoder.decode(text)
    except RecursionError:
        raise msgspec.DecodeError(TOO_DEEP) from None


async def _close(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_data(msgspec.json.encode({"type": "error", "error": why}).decode(), mode="text")
        await socket.close(code, why[:100])


async def _send(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    while True:
        message = await client.queue.get()
        if isinstance(message, int):
            await socket.close(message)
            return
        await socket.send_data(message.decode(), mode="text")


async def _listen(socket: WebSocket[Any, Any, Any], client: Client) -> None:
    service: Service = socket.app.state.service
    guard: Guard = socket.app.state.guard
    while True:
        text = await socket.receive_data("text")
        if len(text) > guard.limits.frame or not guard.commands.take(client.who.digest.hex()):
            client.offer(TOO_MANY)
            continue
        try:
            message = _decoded(_later, text)
        except msgspec.MsgspecError as error:
            client.offer(msgspec.json.encode({"type": "error", "error": str(error)}))
            continue
        if isinstance(message, Ping):
            client.offer(b'{"type":"pong"}')
            continue
        await _say(service, client, message)


async def _say(service: Service, client: Client, message: Said) -> None:
    """Have a command carried out and answered; the rest of the answer is in the update, which has been offered just before,
    so that both leave together."""
    answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def answer(status: int, body: dict[str, Any]) -> None:
        client.offer(msgspec.json.encode(news.Result(message.key, status, **body)))
        client.outbox.post(_settle, answered)

    def done(live: Live, since: int) -> None:
        answer(200, {"version": live.record.version, "revision": live.record.revision})

    def failed(error: Exception) -> None:
        answer(*status_and_body(error))

    said = wire.Say(message.command, message.key, message.version, message.revision, message.seat)
    service.referee.hear(Saying(client.who.speaking_for(said.seat), said, done, failed))
    await answered


def _settle(answered: asyncio.Future[None]) -> None:
    if not answered.done():
        answered.set_result(None)
