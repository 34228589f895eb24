"""Helpers of the server tests: an application, a table with its seats, and random play."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar import Litestar
from litestar.testing import TestClient

import grognard
from grognard.core.match import Match
from grognard.core.shown import View
from grognard.server.app import create_app
from grognard.server.changes import Change, changed
from grognard.server.settings import Limits, Settings

GAME = "drive-on-moscow"
UNLIMITED = Limits().scaled(0)
#: Seconds after which something is said not to happen: far more than it takes on a machine that has much else to do.
PATIENCE = 120
_keys = itertools.count()

Client = TestClient[Litestar]


def settings(cache: Path, **changes: Any) -> Settings:
    """No rates, and computer players in a thread, unless a test wants it differently."""
    chosen: dict[str, Any] = {"limits": UNLIMITED, "thinkers": 0, "cache": cache, **changes}
    return Settings(**chosen)


@contextmanager
def serving(database: str, cache: Path, **changes: Any) -> Iterator[Client]:
    """An application on a database."""
    with TestClient(create_app(database, settings(cache, **changes)), raise_server_exceptions=False) as client:
        yield client


class Seat:
    """Somebody with a link, speaking HTTP."""

    def __init__(self, http: httpx.Client, match: str, token: str) -> None:
        self.http, self.match, self.token = http, match, token
        self.url = f"/api/matches/{match}"
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str = "", **query: Any) -> httpx.Response:
        return self.http.get(self.url + path, params=query, headers=self.headers)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(self.url + path, json=body, headers=self.headers)

    def put(self, path: str, **body: Any) -> httpx.Response:
        return self.http.put(self.url + path, json=body, headers=self.headers)

    def say(
        self, command: str | dict[str, Any], version: int | None = None, key: str | None = None, **more: Any
    ) -> httpx.Response:
        version = self.info()["version"] if version is None else version
        return self.post("/commands", command=command, version=version, key=key or f"key{next(_keys)}", **more)

    def info(self) -> dict[str, Any]:
        answer = self.get()
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


class Table:
    """A match that has been begun, and everybody's links."""

    def __init__(
        self, http: httpx.Client, scenario: str | None = "historical", seed: str = "1941", game: str = GAME, **more: Any
    ) -> None:
        answer = http.post("/api/matches", json={"game": game, "scenario": scenario, "seed": seed, **more})
        assert answer.status_code == 200, answer.text
        made = answer.json()
        self.id: str = made["id"]
        self.tokens: dict[str, str] = made["links"] | ({"hotseat": made["hotseat"]} if "hotseat" in made else {})
        self.http = http

    def seat(self, name: str) -> Seat:
        return Seat(self.http, self.id, self.tokens[name])

    def __getattr__(self, name: str) -> Seat:
        return self.seat(name)


def as_sent(data: Any) -> Any:
    """Something of ours as it comes over the wire."""
    return msgspec.json.decode(msgspec.json.encode(data))


class Screen:
    """What somebody at a socket sees: every view complete, worked out from what has changed."""

    def __init__(self) -> None:
        self.views: dict[str, tuple[int, dict[str, Any]]] = {}  #: by seat: revision and view

    def take(self, update: dict[str, Any]) -> dict[str, Any]:
        """The view an update leads to."""
        seat = update["seat"]
        if "change" in update:
            base, before = self.views[seat]
            assert update["base"] == base, "a change that continues another view"
            told = msgspec.convert(update["change"], Change)
            view: dict[str, Any] = as_sent(changed(msgspec.convert(before, View), told))
        else:
            view = update["view"]
        self.views[seat] = update["revision"], view
        return view


class Mirror:
    """The same match in the test's own hands, so that it knows what is legal and what is true."""

    def __init__(self, scenario: str | None = "historical", seed: str = "1941", luck: int = 1, game: str = GAME) -> None:
        self.match: Match = grognard.new(game, scenario, seed=seed)
        self.rng = random.Random(luck)

    @property
    def seat(self) -> str:
        return self.match.game.seats[self.match.seat]

    def propose(self) -> str:
        return self.match.text(self.match.options().sample(self.rng))

    def play(self, table: Table, commands: int) -> int:
        """Play random commands at a table; returns how many."""
        for done in range(commands):
            if self.match.over:
                return done
            command, seat = self.propose(), self.seat
            answer = table.seat(seat).say(command, version=self.match.length)
            assert answer.status_code == 200, (command, answer.text)
            self.match.do(command)
            assert answer.json()["version"] == self.match.length
        return commands
