"""How the files in this folder were made, once, with the version before save format 2 (the first schema of the database).

    python -m tests.stored.make FOLDER        (in a checkout of that version)

They are never made again: today's version must go on with what that version has left behind. `saves/*.txt` are saves
of format 1, `matches.db.gz` is a database with ten matches, `expected.json.gz` tells where each of them stood.
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grognard
from grognard.ai import opponent
from grognard.core.command import Command
from grognard.core.match import Match
from grognard.core.save import dump
from tests.server.tables import Client, Seat, Table, serving

Chooser = Callable[[Match, random.Random], Command]
DOM, TYPHOON, BARBAROSSA = "drive-on-moscow", "typhoon-1941", "barbarossa"
ALL_ON = dict.fromkeys(("lithuania", "forgiveness", "kiev", "preparedness", "superiority"), "on")


def at_random(match: Match, rng: random.Random) -> Command:
    return match.options().sample(rng)


def computer(slug: str) -> Chooser:
    players = [opponent(slug, "standard", f"stored {seat}") for seat in (0, 1)]
    return lambda match, rng: players[match.seat].choose(match).command


def bombing_twice(match: Match, rng: random.Random) -> Command:
    """Front aviation that bombs again what it has bombed before: air.2 will forbid that one day."""
    russian = match.game.seats[match.seat] == "russian"
    bombs = [verb for verb in match.options().verbs if verb.name == "bomb"] if russian else []
    able = [command for verb in bombs for command in verb.elementary(match.play)]
    before = [link.command.hexes for link in match.links()[-12:] if link.command is not None and link.command.verb == "bomb"]
    again = [command for command in able if command.hexes in before]
    return (again or able or [match.options().sample(rng)])[0]


def play(match: Match, choose: Chooser, commands: int, rng: random.Random, undo: float = 0.0) -> Match:
    """Play on up to so many commands; now and then a few of them are taken back."""
    while not match.over and match.length < commands:
        match.do(choose(match, rng))
        if rng.random() < undo:
            for _ in range(rng.randrange(1, 4)):
                if match.length > 1:
                    match.undo(agreed=True)
    return match


#: name, game, scenario, options, chooser, commands, share of take-backs
SAVES: list[tuple[str, str, str, dict[str, str], str, int, float]] = [
    ("moscow-campaign-random-undone", DOM, "campaign", {}, "random", 120, 0.06),
    ("moscow-historical-random-over", DOM, "historical", {}, "random", 9999, 0.0),
    ("moscow-historical-computer-midway", DOM, "historical", {}, "computer", 400, 0.0),
    ("typhoon-campaign-die-b-over", TYPHOON, "campaign", {"die": "B", "first-move": "allowed"}, "random", 9999, 0.0),
    ("typhoon-historical-die-b-midway", TYPHOON, "historical", {"die": "B"}, "computer", 150, 0.0),
    ("typhoon-historical-first-move-undone", TYPHOON, "historical", {"first-move": "allowed"}, "random", 160, 0.06),
    ("barbarossa-campaign-all-options-over", BARBAROSSA, "campaign", ALL_ON, "random", 9999, 0.0),
    ("barbarossa-campaign-computer-midway", BARBAROSSA, "campaign", {"kiev": "on", "forgiveness": "on"}, "computer", 200, 0.0),
    ("barbarossa-historical-undone", BARBAROSSA, "historical", {"preparedness": "on"}, "random", 80, 0.06),
    ("barbarossa-road-back-superiority-over", BARBAROSSA, "road-back", {"superiority": "on"}, "random", 9999, 0.0),
    ("barbarossa-road-back-computer-midway", BARBAROSSA, "road-back", {}, "computer", 150, 0.0),
]


def make_saves(folder: Path) -> dict[str, Any]:
    expected = {}
    folder.mkdir(parents=True)
    for name, slug, scenario, options, kind, commands, undo in SAVES:
        match = grognard.new(slug, scenario, options, seed=f"stored {name}".replace(" ", "-"))
        choose = computer(slug) if kind == "computer" else at_random
        play(match, choose, commands, random.Random(name), undo)
        (folder / f"{name}.txt").write_text(dump(match), encoding="utf-8")
        expected[name] = {"state": match.state.to_dict(), "winner": match.winner, "events": kinds(match)}
        print(name, match.length, match.winner)
    return expected


def kinds(match: Match) -> list[list[Any]]:
    """Every event, in short."""
    return [[event.kind, len(event.units), event.rule] for event in match.events()]


# ---------------------------------------------------------------- a database

#: name, game, scenario, options, chooser, commands, players who are computers
MATCHES: list[tuple[str, str, str, dict[str, str], Chooser, int, dict[str, str]]] = [
    ("moscow", DOM, "campaign", {}, at_random, 70, {}),
    ("moscow-over", DOM, "historical", {}, at_random, 9999, {}),
    ("moscow-computer", DOM, "historical", {}, at_random, 30, {"soviet": "computer:random"}),
    ("typhoon", TYPHOON, "historical", {"die": "B"}, at_random, 110, {}),
    ("typhoon-bombs", TYPHOON, "historical", {}, bombing_twice, 150, {}),
    ("typhoon-over", TYPHOON, "campaign", {"first-move": "allowed"}, at_random, 9999, {}),
    ("barbarossa", BARBAROSSA, "campaign", ALL_ON, at_random, 90, {}),
    ("barbarossa-computer", BARBAROSSA, "historical", {"kiev": "on"}, at_random, 25, {"soviet": "computer"}),
    ("barbarossa-road-back", BARBAROSSA, "road-back", {"superiority": "on"}, at_random, 110, {}),
    ("barbarossa-begun", BARBAROSSA, "campaign", {}, at_random, 0, {}),
]


class Sitting:
    """A match of a server played by a script that keeps a copy of it."""

    def __init__(
        self, http: Client, name: str, slug: str, scenario: str, options: dict[str, str], players: dict[str, str]
    ) -> None:
        self.http = http
        self.table = Table(http, scenario, f"stored-{name}", slug, options=options, players=players)
        self.mirror = grognard.new(slug, scenario, options, seed=f"stored-{name}")
        self.seats, self.computers = self.mirror.game.seats, players

    def seat(self) -> Seat:
        return self.table.seat(self.seats[self.mirror.seat])

    def play(self, choose: Chooser, commands: int, rng: random.Random) -> None:
        while not self.mirror.over and (self.mirror.length < commands or self.seats[self.mirror.seat] in self.computers):
            if self.seats[self.mirror.seat] in self.computers:
                self._catch_up()
                continue
            command = self.mirror.text(choose(self.mirror, rng))
            answer = self.seat().say(command, version=self.mirror.length)
            assert answer.status_code == 200, answer.text
            self.mirror.do(command)
            if rng.random() < 0.05 and not self.computers:
                self._take_back(rng)

    def _catch_up(self) -> None:
        """Wait until the computer has spoken, and note what it has said."""
        service = self.http.app.state.service
        with service.hold(self.table.id) as live:
            said = [(seat, live.match.text(command)) for seat, command in live.match.commands[self.mirror.length :]]
        for seat, line in said:
            self.mirror.do(line, seat)
        time.sleep(0.05)

    def _take_back(self, rng: random.Random) -> None:
        last = self.mirror.last
        if last.before is None:
            return
        seat = self.table.seat(self.seats[last.seat])
        if not last.barrier and self.mirror.seat == last.seat:
            assert seat.post("/undo", key=f"back{rng.random()}").status_code == 200
        else:
            assert seat.post("/takeback", say="ask").status_code == 200
            assert self.table.seat(self.seats[1 - last.seat]).post("/takeback", say="allow").status_code == 200
        self.mirror = self.mirror.at(seat.info()["version"])


def make_database(folder: Path) -> dict[str, Any]:
    path = folder / "matches.db"
    expected = {}
    with serving(f"sqlite:///{path}", folder) as client:
        for name, slug, scenario, options, choose, commands, players in MATCHES:
            sitting = Sitting(client, name, slug, scenario, options, players)
            table, seats = sitting.table, sitting.seats
            sitting.play(choose, commands, random.Random(name))
            for seat in (seat for seat in seats if seat not in players):
                table.seat(seat).post("/chat", text=f"{seat} greets the table of {name}")
                table.seat(seat).put("/notes", text=f"what {seat} must not forget")
            if name == "barbarossa-computer":  # the seat is taken over by a person in the end
                table.seat(seats[1]).post("/players", seat=seats[1], player="human")
            info = table.spectator.info()
            with client.app.state.service.hold(table.id) as live:
                expected[name] = {
                    "id": table.id, "links": table.tokens, "version": info["version"], "players": info["players"],
                    "state": live.match.state.to_dict(), "winner": live.match.winner, "events": kinds(live.match),
                    "commands": [[seat, live.match.text(command)] for seat, command in live.match.commands],
                    "chat": [message["text"] for message in info["chat"]],
                }  # fmt: skip
            print(name, info["version"], info["revision"], live.match.winner)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
    (folder / "matches.db.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    path.unlink()
    return expected


def main() -> None:
    folder = Path(sys.argv[1])
    expected = {"saves": make_saves(folder / "saves"), "matches": make_database(folder)}
    (folder / "expected.json.gz").write_bytes(gzip.compress(json.dumps(expected).encode(), 9, mtime=0))


if __name__ == "__main__":
    main()
