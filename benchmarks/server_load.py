"""Many matches at once on a real server: `python -m benchmarks.server_load [--matches 200] [--seconds 60] [--pause 1]`.

Every match has two players on WebSockets of their own. The deciding one says a random legal command, waits until
it is acknowledged and both players have seen the update, thinks for `pause` seconds, and so on. Anything but a
prompt and correct answer counts as an error.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import grognard
from grognard.core.match import Match

GAME = "drive-on-moscow"
_VERSION = re.compile(r'"version":(\d+)')


class Tally:
    """What all matches have done together."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.errors: list[str] = []
        self.bytes = 0
        self.finished = 0


class Table:
    """One match with both its players."""

    def __init__(self, number: int, made: dict[str, object], address: str, tally: Tally) -> None:
        self.match: Match = grognard.new(GAME, "historical", seed=str(number))
        self.rng = random.Random(number)
        self.id, self.links = str(made["id"]), msgspec.convert(made["links"], dict[str, str])
        self.address, self.tally = address, tally

    async def play(self, until: float, pause: float) -> None:
        url = f"ws://{self.address}/api/matches/{self.id}/socket"
        try:
            async with connect(url, max_size=None) as german, connect(url, max_size=None) as soviet:
                lines = [german, soviet]
                for line, seat in zip(lines, ("german", "soviet"), strict=True):
                    await line.send(msgspec.json.encode({"type": "hello", "token": self.links[seat]}).decode())
                    await self._receive(line, "update", 0)
                await asyncio.sleep(self.rng.random() * pause)
                while time.monotonic() < until and not self.match.over:
                    await self._command(lines)
                    await asyncio.sleep(pause * self.rng.uniform(0.5, 1.5))
                self.tally.finished += self.match.over
        except Exception as error:
            self.tally.errors.append(f"{type(error).__name__}: {error}")

    async def _command(self, lines: list[ClientConnection]) -> None:
        match = self.match
        command = match.text(match.options().sample(self.rng))
        seat, version = match.seat, match.length
        message = {"type": "command", "command": command, "key": str(version), "version": version}
        start = time.monotonic()
        await lines[seat].send(msgspec.json.encode(message).decode())
        await self._receive(lines[seat], "result", version + 1)
        self.tally.waits.append(time.monotonic() - start)
        await self._receive(lines[1 - seat], "update", version + 1)
        match.do(command)

    async def _receive(self, line: ClientConnection, kind: str, version: int) -> None:
        """Wait for a message of a kind; the text is looked at only as far as needed, to spare the machine."""
        while True:
            text = str(await asyncio.wait_for(line.recv(), 30))
            self.tally.bytes += len(text)
            if not text.startswith(f'{{"type":"{kind}"'):
                continue
            found = _VERSION.search(text)
            if found is None or int(found[1]) != version:
                raise AssertionError(f"expected version {version}: {text[:200]}")
            return


async def play_all(tables: list[Table], seconds: float, pause: float) -> None:
    until = time.monotonic() + seconds
    await asyncio.gather(*(table.play(until, pause) for table in tables))


def start_server(folder: Path, database: str) -> tuple[subprocess.Popen[bytes], str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = f"from grognard.server import run; run(port={port}, database={database!r})"
    environment = os.environ | {"GROGNARD_RATE": "0", "GROGNARD_CACHE": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=log, stderr=log)
    for _ in range(300):
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/health")
            return process, f"127.0.0.1:{port}"
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError((folder / "log").read_text())


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds a player thinks; 0 for as fast as it goes")
    parser.add_argument("--database", default="", help="URL; default SQLite in a temporary folder")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process, address = start_server(folder, wanted.database or str(folder / "load.db"))
        try:
            tally = Tally()
            with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
                begin = {"game": GAME, "scenario": "historical"}
                made = [http.post("/api/matches", json=begin | {"seed": str(n)}).json() for n in range(wanted.matches)]
            tables = [Table(n, one, address, tally) for n, one in enumerate(made)]
            start, idle = time.monotonic(), cpu_seconds(process.pid)
            asyncio.run(play_all(tables, wanted.seconds, wanted.pause))
            took = time.monotonic() - start
            cpu = cpu_seconds(process.pid) - idle
            memory = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())
        finally:
            process.terminate()
            process.wait(30)
    waits = sorted(tally.waits)
    cuts = statistics.quantiles(waits, n=100)
    print(f"{wanted.matches} matches, {2 * wanted.matches} sockets, {took:.0f} s, pause {wanted.pause} s")
    print(f"{len(waits)} commands ({len(waits) / took:.0f} a second), {tally.finished} matches played to the end")
    median, most, longest = (1000 * wait for wait in (cuts[49], cuts[94], waits[-1]))
    print(f"acknowledged after {median:.0f} ms (median), {most:.0f} ms (95 %), {longest:.0f} ms (longest)")
    print(f"the server used {cpu:.1f} s of processor time: {1000 * cpu / len(waits):.1f} ms a command")
    print(f"{tally.bytes / 1e6:.0f} MB of updates; server at most {int(memory[1]) // 1024 if memory else 0} MB of memory")
    print(f"{len(tally.errors)} errors {tally.errors[:3] or ''}")
    sys.exit(bool(tally.errors))


if __name__ == "__main__":
    main()
