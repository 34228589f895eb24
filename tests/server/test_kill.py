"""kill -9 at random moments: whatever was acknowledged is there afterwards, and nothing is there twice.

GROGNARD_KILLED_GAMES sets how many games are played through a kill (default 4; the full proof is 100).
"""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path

import httpx

from grognard.core.save import split

from .processes import Process
from .tables import PATIENCE, Mirror, Table, as_sent

GAMES = int(os.environ.get("GROGNARD_KILLED_GAMES", "4"))
AT_ONCE = 4


class Game(threading.Thread):
    """One automated game; plays until the server dies or it has been told to stop."""

    def __init__(self, url: str, seed: int) -> None:
        super().__init__()
        self.mirror = Mirror("campaign" if seed % 3 == 0 else "historical", str(seed), luck=seed)
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.table = Table(self.http, self.mirror.match.scenario, str(seed), hotseat=True)
        self.acknowledged = 0
        self.in_flight: str | None = None
        self.fault = ""
        self.stop_at = 10**6

    def run(self) -> None:
        match = self.mirror.match
        while not match.over and match.length < self.stop_at:
            self.in_flight = self.mirror.propose()
            try:
                answer = self._send()
            except httpx.TransportError:
                return  # the server is gone; nobody knows whether it has heard this one
            if answer.status_code != 200:
                self.fault = f"{self.in_flight}: {answer.status_code} {answer.text}"
                return
            self._applied()

    def _send(self) -> httpx.Response:
        assert self.in_flight is not None
        version = self.mirror.match.length
        return self.table.hotseat.say(self.in_flight, version, key=f"command {version}")

    def _applied(self) -> None:
        assert self.in_flight is not None
        self.mirror.match.do(self.in_flight)
        self.acknowledged, self.in_flight = self.mirror.match.length, None

    def stored(self) -> list[str]:
        """The commands the server has, as its save tells them."""
        answer = self.table.hotseat.get("/export")
        assert answer.status_code == 200, answer.text
        return [step.command for step in split(answer.text)[1].past]

    def said(self) -> list[str]:
        return [self.mirror.match.text(command) for _, command in self.mirror.match.commands]

    def check(self, url: str) -> None:
        """After a restart: everything acknowledged is there, and the one in flight is applied exactly once."""
        assert not self.fault, self.fault
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        self.table.http = self.http
        stored = self.stored()
        assert stored[: self.acknowledged] == self.said(), "an acknowledged command is lost or changed"
        assert len(stored) <= self.acknowledged + (self.in_flight is not None)
        if self.in_flight is not None:
            answer = self._send()
            assert answer.status_code == 200, answer.text
            assert answer.json()["version"] == self.acknowledged + 1
            self._applied()
        assert self.stored() == self.said()
        for seat in ("german", "soviet"):
            assert self.table.seat(seat).info()["view"] == as_sent(self.mirror.match.view(seat))


def test_kill_9_loses_nothing_acknowledged(database: str, tmp_path: Path) -> None:
    rng = random.Random(GAMES)
    games = GAMES if database.startswith("sqlite") else max(2, GAMES // 4)
    killed = 0
    server = Process(database, tmp_path)
    try:
        for first in range(0, games, AT_ONCE):
            players = [Game(server.url, seed) for seed in range(first, min(first + AT_ONCE, games))]
            for game in players:
                game.start()
            deadline = time.monotonic() + PATIENCE
            while any(game.acknowledged == 0 for game in players) and time.monotonic() < deadline:
                time.sleep(0.05)
            time.sleep(rng.uniform(0.2, 2.0))
            server.kill()
            for game in players:
                game.join(PATIENCE)
            server = Process(database, tmp_path)
            for game in players:
                game.check(server.url)
            killed += sum(game.acknowledged > 0 for game in players)
        assert killed == games, "a game that had not begun proves nothing"
    finally:
        server.kill()
