"""Line 8: commands over WebSocket, 100 matches at once, against boardgame.io on loopback.

Our matches are of a whole game with its rules, and a command is answered when SQLite has synchronised it to disk (as in every
server: write-ahead log, synchronous = FULL). Our client reads every update and works out the view it leads to; in the end
that must be the view a newcomer gets. boardgame.io plays one move without rules and writes files without synchronising them.
It does not compress what it sends, so neither do we in lines 8 and 8b; browsers ask for compression, and line 8c tells
what it costs.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import websockets

import grognard
from grognard.core.shown import View
from grognard.server.changes import Change, changed

from . import peers
from .measure import Figure, Line, add

GAME, SCENARIO = "drive-on-moscow", "historical"


def lines(quick: bool) -> list[Line]:
    matches, seconds, repeats = (5, 0.3, 1) if quick else (100, 4.0, 3)
    found: dict[str, Figure] = {}
    for _ in range(1 if quick else 3):  # by turns, since the speed of the machine drifts
        add(found, [*ours(matches, seconds, repeats, compressed=False)])
        add(found, [] if quick else _boardgame(matches, seconds, repeats))
    rates, late = found.pop("grognard"), found.pop("grognard p99")
    table = [
        Line("8", f"commands over WebSocket, {matches} matches at once, full rules, kept on disk", rates,
             [found["boardgame.io"]] if found else [], "more", {"boardgame.io": 3}, by_turns=True),
        Line("8b", "the slowest of a hundred round trips (p99)", late,
             [found["boardgame.io p99"]] if found else [], by_turns=True),
    ]  # fmt: skip
    if not quick:
        packed, _ = ours(matches, seconds, repeats, compressed=True)
        table.append(Line("8c", "line 8 with updates compressed, as browsers ask for", packed, better="more"))
    return table


def _boardgame(matches: int, seconds: float, repeats: int) -> list[Figure]:
    try:
        return peers.run_node("boardgame.mjs", str(matches), str(seconds), str(repeats))
    except peers.PeerMissing as missing:
        print(missing)
        return []


def ours(matches: int, seconds: float, repeats: int, *, compressed: bool) -> tuple[Figure, Figure]:
    """Round trips per second, and the 99th percentile of their times."""
    gc.disable()  # the players share this process: a search of their memory for garbage would look like a slow server
    with tempfile.TemporaryDirectory() as folder, _serving(Path(folder)) as base:
        return asyncio.run(_load(base, matches, seconds, repeats, compressed))


@contextmanager
def _serving(folder: Path) -> Iterator[str]:
    """A server of its own process, as a host starts it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {"GROGNARD_RATE": "0", "GROGNARD_CACHE": str(folder), "GROGNARD_THINKERS": "1"}
    code = f"from grognard.server import run; run(port={port}, database='sqlite:///{folder}/matches.db')"
    silent = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=silent, stderr=silent)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/health", timeout=2).close()
                break
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


class Told(msgspec.Struct):
    """A message of the server, as far as a page needs it to draw the position."""

    type: str
    seat: str = ""
    view: View | None = None
    change: Change | None = None
    status: int = 0


_told = msgspec.json.Decoder(Told)


class Table:
    """One match with everybody at one screen, and the commands of a whole random game to be said in it."""

    def __init__(self, base: str, seed: int) -> None:
        body = {"game": GAME, "scenario": SCENARIO, "seed": str(seed), "hotseat": True}
        request = urllib.request.Request(
            f"http://{base}/api/matches", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            created = json.load(answer)
        self.address = f"ws://{base}/api/matches/{created['id']}/socket"
        self.token = created["hotseat"]
        self.said = 0
        self.script = _random_game(seed)
        self.views: dict[str, View] = {}  #: by seat, as far as it has been told
        self.seat = ""

    async def sit_down(self, compressed: bool) -> None:
        self.wire = await websockets.connect(self.address, max_size=None, compression="deflate" if compressed else None)
        await self.wire.send(json.dumps({"type": "hello", "token": self.token}))
        self.hear(await self.wire.recv())

    def hear(self, message: str | bytes) -> Told:
        """Understand a message; an update brings the view of a seat up to date, as a page would draw it."""
        told = _told.decode(message)
        if told.type == "update":
            self.seat = told.seat
            if told.change is not None:
                self.views[self.seat] = changed(self.views[self.seat], told.change)
            elif told.view is not None:
                self.views[self.seat] = told.view
        return told

    async def leave(self) -> None:
        """Go, and make sure that nothing was missed."""
        await self.wire.close()
        followed = self.views[self.seat]
        await self.sit_down(compressed=False)
        await self.wire.close()
        if self.views[self.seat] != followed:
            raise RuntimeError("the view that was followed is not the view there is")

    async def play(self, until: float, waits: list[float]) -> None:
        """Say commands one after the other, each when the last has been answered."""
        while time.perf_counter() < until and self.said < len(self.script):
            before = time.perf_counter()
            order = {"type": "command", "command": self.script[self.said], "key": f"k{self.said}", "version": self.said}
            await self.wire.send(json.dumps(order))
            while (told := self.hear(await self.wire.recv())).type != "result":
                pass
            if told.status != 200:
                raise RuntimeError(f"refused: {told}")
            waits.append(time.perf_counter() - before)
            self.said += 1


def _random_game(seed: int) -> list[str]:
    match = grognard.new(GAME, scenario=SCENARIO, seed=str(seed))
    rng = random.Random(seed)
    script: list[str] = []
    while not match.over and len(script) < 400:
        command = match.legal_commands().sample(rng)
        script.append(match.text(command))
        match.do(command)
    return script[:-1]


async def _load(base: str, matches: int, seconds: float, repeats: int, compressed: bool) -> tuple[Figure, Figure]:
    tables = [Table(base, seed) for seed in range(matches)]
    await asyncio.gather(*(table.sit_down(compressed) for table in tables))
    rates, late = [], []
    for turn in range(repeats + 1):
        waits: list[float] = []
        start = time.perf_counter()
        until = start + (seconds if turn else seconds / 4)  # the first round warms up
        await asyncio.gather(*(table.play(until, waits) for table in tables))
        if turn and waits:
            rates.append(len(waits) / (time.perf_counter() - start))
            late.append(sorted(waits)[int(len(waits) * 0.99)] * 1e3)
    for table in tables:
        await table.leave()
    return Figure("grognard", "trips/s", rates), Figure("grognard p99", "ms", late)
