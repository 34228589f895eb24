"""Many matches of all games at once on a real server: `python -m benchmarks.server_load [--matches 500] [--rate 60] ...`.

Every match has its players on WebSockets of their own, and the rest of the sockets are spectators. Commands of random games
are said at random moments, `rate` per second in all matches together, whether the server keeps up or not: a command's time
counts from the moment it was due until it is acknowledged, that is committed to disk; a second figure says when everybody at
the table has seen it. The server has one processor, this generator the others. Anything but a correct answer ends the run.
With `--most` the program fails if the median of the rounds' 99th percentiles is above so many milliseconds.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

import grognard
from grognard.games import GAMES, load_game

#: what a message is, and the version it tells of; the rest of it is not looked at, to spare the machine
_TOLD = re.compile(r'\{"type":"(\w+)"(?:.*?"status":(\d+))?.*?"version":(\d+)')


class Tally:
    """What all matches have done together in a round."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.seen: list[float] = []
        self.late = 0  #: commands that found no match free to be played

    def cuts(self) -> str:
        return "  ".join(
            f"{name} {_three(times)} ms" for name, times in (("acknowledged", self.acknowledged), ("seen by all", self.seen))
        )


def _three(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return " / ".join(f"{1000 * cut:.0f}" for cut in (cuts[49], cuts[94], cuts[98], max(times)))


class Table:
    """One match, its sockets, and the commands of a random game to be said in it."""

    def __init__(self, http: httpx.Client, number: int, watchers: int, length: int) -> None:
        slugs = [slug for slug, (_, _, playable) in GAMES.items() if playable]
        game = load_game(slugs[number % len(slugs)])
        scenario = "historical" if "historical" in {s.name for s in game.scenarios} else game.scenarios[0].name
        made = http.post("/api/matches", json={"game": game.slug, "scenario": scenario, "seed": str(number)}).json()
        self.id, links = str(made["id"]), msgspec.convert(made["links"], dict[str, str])
        self.script = _random_game(game.slug, scenario, number, length)
        self.names = [*game.seats, *["spectator"] * watchers]
        self.tokens = [links[name] for name in self.names]
        self.lines: list[ClientConnection] = []
        self.version = 0
        self.missing: set[int] = set()  #: lines that have not told of the present version; -1: it is not acknowledged
        self.free, self.acknowledged, self.seen = True, asyncio.Event(), asyncio.Event()

    async def sit_down(self, address: str) -> None:
        for token in self.tokens:
            line = await connect(f"ws://{address}/api/matches/{self.id}/socket", max_size=None, open_timeout=60)
            await line.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
            self._hear(-2, str(await line.recv()))
            self.lines.append(line)

    async def listen(self, number: int) -> None:
        async for text in self.lines[number]:
            self._hear(number, str(text))

    def _hear(self, number: int, text: str) -> None:
        told = _TOLD.match(text)
        if told is None or told[2] not in (None, "200"):
            raise RuntimeError(f"match {self.id}: {text[:300]}")
        if int(told[3]) != self.version:
            raise RuntimeError(f"match {self.id}: version {self.version} was expected: {text[:300]}")
        self.missing.discard(-1 if told[1] == "result" else number)
        if -1 not in self.missing:
            self.acknowledged.set()
            if not self.missing:
                self.seen.set()

    async def say(self, due: float, tally: Tally) -> None:
        """Say the next command, and wait until it has been acknowledged and seen."""
        seat, command = self.script.pop()
        message = {"type": "command", "command": command, "key": str(self.version), "version": self.version}
        self.version += 1
        self.free, self.missing = False, {-1, *range(len(self.lines))}
        self.acknowledged.clear()
        self.seen.clear()
        await self.lines[self.names.index(seat)].send(msgspec.json.encode(message).decode())
        await asyncio.wait_for(self.acknowledged.wait(), 60)
        tally.acknowledged.append(time.perf_counter() - due)
        await asyncio.wait_for(self.seen.wait(), 60)
        tally.seen.append(time.perf_counter() - due)
        self.free = True


def _random_game(game: str, scenario: str, seed: int, length: int) -> list[tuple[str, str]]:
    """The first commands of a random game, the last of them first."""
    match, rng = grognard.new(game, scenario, seed=str(seed)), random.Random(seed)
    script: list[tuple[str, str]] = []
    while not match.over and len(script) < length:
        command = match.legal_commands().sample(rng)
        script.append((match.game.seats[match.seat], match.text(command)))
        match.do(command)
    return script[::-1]


async def one_round(tables: list[Table], rate: float, seconds: float, rng: random.Random) -> Tally:
    """Say commands at random moments, so many per second."""
    tally = Tally()
    due = time.perf_counter()
    end = due + seconds
    async with asyncio.TaskGroup() as saying:
        while (due := due + rng.expovariate(rate)) < end:
            await asyncio.sleep(due - time.perf_counter())
            free = [table for table in tables if table.free and table.script]
            if free:
                saying.create_task(rng.choice(free).say(due, tally))
            else:
                tally.late += 1
    return tally


async def play(tables: list[Table], address: str, wanted: argparse.Namespace, pid: int) -> list[Tally]:
    crowd = asyncio.Semaphore(20)

    async def sit_down(table: Table) -> None:
        async with crowd:
            await table.sit_down(address)

    start = time.perf_counter()
    await asyncio.gather(*(sit_down(table) for table in tables))
    print(f"{sum(len(table.lines) for table in tables)} sockets sat down within {time.perf_counter() - start:.0f} s", flush=True)
    gc.freeze()
    gc.disable()  # a pause of ours would be told as one of the server's
    rounds = []
    async with asyncio.TaskGroup() as listening:
        ears = [listening.create_task(table.listen(n)) for table in tables for n in range(len(table.lines))]
        for number in range(wanted.rounds + 1):
            used = cpu_seconds(pid)
            tally = await one_round(tables, wanted.rate, wanted.seconds if number else 10, random.Random(number))
            used = cpu_seconds(pid) - used
            commands = len(tally.acknowledged)
            print(
                f"{'round ' + str(number) if number else 'warm-up'}: {commands} commands, {tally.cuts()}  "
                f"{1000 * used / commands:.1f} ms of processor time per command"
                + (f"  {tally.late} not said" if tally.late else ""),
                flush=True,
            )
            rounds += [tally] if number else []
        for ear in ears:
            ear.cancel()
    return rounds


@contextmanager
def serving(folder: Path, database: str) -> Iterator[tuple[int, str]]:
    """A server of its own process on one processor, as a host starts it; gives its process and address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    code = f"from grognard.server import run; run(port={port}, database={database!r})"
    environment = os.environ | {
        "GROGNARD_RATE": "0",
        "GROGNARD_SOCKETS": "0",
        "GROGNARD_CACHE": str(folder),
        "GROGNARD_THINKERS": "1",
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=log, stderr=log)
    if hasattr(os, "sched_setaffinity") and len(os.sched_getaffinity(0)) > 1:
        first, *others = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(process.pid, {first})
        os.sched_setaffinity(0, others)
    try:
        for _ in range(300):
            try:
                httpx.get(f"http://127.0.0.1:{port}/api/health")
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield process.pid, f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
        faults = [line for line in (folder / "log").read_text().splitlines() if line.startswith(("ERROR", "Traceback"))]
        print("".join(f"{line}\n" for line in faults[:5]), end="")


def cpu_seconds(pid: int) -> float:
    """Processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def most_memory(pid: int) -> int:
    """Megabytes."""
    found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) // 1024 if found else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--rate", type=float, default=60, help="commands per second, all matches together")
    parser.add_argument("--seconds", type=float, default=60, help="of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=float, default=0, help="milliseconds the median 99th percentile may be")
    parser.add_argument("--database", default="", help="URL; default SQLite in a temporary folder")
    wanted = parser.parse_args()
    said = wanted.rate * (10 + wanted.seconds * wanted.rounds) / wanted.matches
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder, wanted.database or str(folder / "load.db")) as (pid, address):
            with httpx.Client(base_url=f"http://{address}", timeout=30) as http:
                watchers = [
                    wanted.sockets // wanted.matches - 2 + (n < wanted.sockets % wanted.matches) for n in range(wanted.matches)
                ]
                tables = [Table(http, n, max(0, watchers[n]), int(said * 1.5) + 30) for n in range(wanted.matches)]
            rounds = asyncio.run(play(tables, address, wanted, pid))
            print(f"server: at most {most_memory(pid)} MB of memory")
    late = statistics.median(statistics.quantiles(tally.acknowledged, n=100)[98] * 1000 for tally in rounds)
    load = f"{wanted.matches} matches, {wanted.sockets} sockets, {wanted.rate:.0f} commands per second"
    print(f"{load}: 99 of 100 within {late:.0f} ms (median of {len(rounds)})")
    sys.exit(bool(wanted.most) and late > wanted.most)


if __name__ == "__main__":
    main()
