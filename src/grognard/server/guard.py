"""The doorkeeper: rates, sizes and content types, checked before anything else."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, ReceiveMessage, Scope, Send

from . import wire
from .access import Denied
from .answers import SECURITY_HEADERS
from .limits import Buckets
from .settings import Limits


def address(scope: Scope | dict[str, Any]) -> str:
    """Where a request comes from (behind a proxy: as uvicorn understands the forwarded headers)."""
    client = scope.get("client")
    return client[0] if client else "unknown"


class Guard:
    """The buckets of a server."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.requests = Buckets(limits.requests, "requests")
        self.matches = Buckets(limits.matches, "new matches")
        self.imports = Buckets(limits.imports, "imports")
        self.guesses = Buckets(limits.guesses, "wrong links")
        self.commands = Buckets(limits.commands, "commands")
        self.messages = Buckets(limits.messages, "messages")


class Doorkeeper:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        secured = _secured(send)
        denied = self._refusal(scope)
        if denied is None:
            await self.app(scope, _measured(receive, self._most(scope)), secured)
        else:
            await _answer(secured, denied)

    def _most(self, scope: Scope) -> int:
        """Bytes that the body of a request may have."""
        return self.guard.limits.save * 2 if scope["path"] == "/api/import" else self.guard.limits.body

    def _refusal(self, scope: Scope) -> Denied | None:
        path, method = scope["path"], scope["method"]  # type: ignore[typeddict-item]
        if not path.startswith("/api/") or "/tiles/" in path:
            return None
        try:
            self.guard.requests.demand(address(scope))
        except Denied as denied:
            return denied
        headers = dict(scope["headers"])
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or int(length) > self._most(scope):
            return _too_much(self._most(scope))
        has_body = length != b"0" or b"transfer-encoding" in headers
        media_type = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if method in ("POST", "PUT") and has_body and media_type != b"application/json":
            return Denied(415, "only JSON is understood (Content-Type: application/json)")
        return None


def _too_much(most: int) -> Denied:
    return Denied(413, f"a request may have {most} bytes")


def _measured(receive: Receive, most: int) -> Receive:
    """A body whose length nobody has told is measured while it comes in."""
    left = most

    async def measured() -> ReceiveMessage:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message["body"])
            if left < 0:
                raise _too_much(most)
        return message

    return measured


def _secured(send: Send) -> Send:
    """Every answer carries the security headers."""
    extra = [(name.lower().encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return with_headers


async def _answer(send: Send, denied: Denied) -> None:
    body = msgspec.json.encode(wire.problem(denied.error))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    if denied.status in (429, 503):
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": denied.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
