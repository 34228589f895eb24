"""Nothing a seat must not know ever leaves the server for it: checked on the recorded traffic of whole games.

What is hidden is worked out here from the true position by the words of the rulebooks, not by the server's own
view of it. Drive on Moscow (10.7, 2.14): of a stack only the top unit is seen, untried units show only their group, and the
German does not look at Soviet reinforcements. Typhoon 1941 (maskirovka): Russian pieces lying face down, dummies among
them, and everything in the Russian's own boxes.
"""

from __future__ import annotations

import json
import random
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

import grognard
from grognard.ai import opponent
from grognard.core.match import Match
from grognard.games.typhoon_1941.state import HIDDEN
from grognard.server.reasons import reason_of

from .processes import threaded
from .tables import Mirror, Screen, Table

WORD = re.compile(r"[a-z0-9]+(?:[-/][a-z0-9]+)*")
DRIVE, TYPHOON = "drive-on-moscow", "typhoon-1941"
RUSSIAN_BOXES = {"maskirovka", "reinforcements", "siberian", "russian-lost", "shock-reserve"}


def hidden(match: Match, seat: str) -> set[str]:
    """Names of pieces that a seat may not tell apart now."""
    return (upside_down if match.game.slug == TYPHOON else beneath)(match, seat)


def upside_down(match: Match, seat: str) -> set[str]:
    """Typhoon 1941: only the Russian looks under his hidden pieces and into his boxes."""
    if seat == "russian":
        return set()
    names, s = match.game.board.names, match.state
    return {
        piece.handle for unit, piece in enumerate(match.game.pieces)
        if s.flags[unit] & HIDDEN or (s.loc[unit] >= 0 and names[s.loc[unit]] in RUSSIAN_BOXES)
    }  # fmt: skip


def beneath(match: Match, seat: str) -> set[str]:
    """Drive on Moscow: nobody looks under an enemy stack's top unit."""
    game, s = match.game, match.state
    viewer = game.sides.index(seat) if seat in game.sides else -1
    battle: Any = vars(s)["battle"]
    open_units = {*battle.attackers, *battle.defenders} if battle is not None and battle.revealed else set()
    found = set()
    for unit, piece in enumerate(game.pieces):
        node = s.loc[unit]
        if piece.side == viewer or node < 0 or unit in open_units:
            continue
        covered = node < game.board.hexes and s.top[node] != unit
        on_track = node >= game.board.hexes and game.board.names[node].startswith("turn") and piece.side == 1
        if covered or on_track:
            found.add(piece.handle)
    return found


def seen_names(match: Match) -> set[str]:
    """Names that events of the last command show to everybody."""
    return {match.game.pieces[u].handle for event in match.last.events for u in event.seen}


def words(data: Any) -> set[str]:
    return set(WORD.findall(msgspec.json.encode(data).decode().lower()))


def names_in(view: dict[str, Any]) -> set[str]:
    """Every name a view gives to a unit, and every word of its prose."""
    told = {unit["id"] for stack in view.get("stacks", {}).values() if stack for unit in stack["units"]}
    return told | words({key: value for key, value in view.items() if key not in ("stacks", "control")})


def face_down_units(data: Any) -> list[dict[str, Any]]:
    """Every unit in a piece of JSON that is shown by its cover."""
    if isinstance(data, dict):
        mine = [data] if data.get("covered") else []
        return mine + [unit for value in data.values() for unit in face_down_units(value)]
    return [unit for value in data for unit in face_down_units(value)] if isinstance(data, list) else []


class Ear:
    """Listens at one link and complains about anything it should not hear."""

    def __init__(self, table: Table, name: str, socket: ClientConnection, match: Match) -> None:
        self.seat, self.link, self.socket, self.match = name, table.seat(name), socket, match
        self.frames, self.screen = 0, Screen()
        socket.send(json.dumps({"type": "hello", "token": table.tokens[name]}))
        self.hear(hidden(match, name), hidden(match, name))

    def hear(self, secret: set[str], secret_in_events: set[str]) -> None:
        """Read up to the next update and check it."""
        while True:
            frame = msgspec.json.decode(self.socket.recv(20))
            self.frames += 1
            view = self.screen.take(frame) if frame["type"] == "update" else {}
            change = frame.pop("change", {})
            frame.pop("view", None)
            told = names_in(change) | names_in(change.get("fields", {}))
            assert not told & secret, f"{self.seat} is told of {told & secret}"
            assert not names_in(view) & secret, f"{self.seat} sees {names_in(view) & secret}"
            assert not words(frame) & secret_in_events, f"{self.seat} hears of {words(frame) & secret_in_events}: {frame}"
            self.check_covers(view)
            if frame["type"] == "update":
                return

    def ask(self, secret: set[str], rng: random.Random) -> None:
        """Everything that can be asked over HTTP, about units that are hidden too."""
        for answer in (
            self.link.get(since=self.match.length),
            self.link.get(f"/at/{rng.randrange(self.match.length + 1)}"),
            self.link.get("/query/network", side=rng.choice(self.match.game.sides)),
        ):
            assert answer.status_code == 200, (answer.url, answer.text)
            if "/at/" not in str(answer.url):
                assert not words(answer.json()) & secret
            self.check_covers(answer.json())
        if secret:
            unit = rng.choice(sorted(secret))
            target = rng.choice(self.match.game.board.names[: self.match.game.board.hexes])
            for path, query in (
                ("/query/supply", {"unit": unit}),
                ("/query/reach", {"units": unit}),
                ("/query/odds", {"units": unit, "target": target}),
                ("/query/targets", {"units": unit, "verb": "attack"}),
            ):
                answer = self.link.get(path, **query)
                assert answer.status_code == 422
                assert not words(answer.json()) & (secret - {unit})

    def check_covers(self, data: Any) -> None:
        for unit in face_down_units(data):
            assert "attack" not in unit
            assert "steps" not in unit
            assert unit["name"] == unit.get("group", "hidden")


@pytest.mark.parametrize(
    ("game", "scenario", "seed"),
    [(DRIVE, "historical", "7"), (DRIVE, "campaign", "8"), (TYPHOON, "historical", "9"), (TYPHOON, "campaign", "10")],
)
def test_recorded_traffic_of_whole_games(game: str, scenario: str, seed: str, sqlite: str, tmp_path: Path) -> None:
    mirror, rng = Mirror(scenario, seed, luck=int(seed), game=game), random.Random(seed)
    match = mirror.match
    with threaded(sqlite, tmp_path) as address, httpx.Client(base_url=f"http://{address}") as http, ExitStack() as stack:
        table = Table(http, scenario, seed, game=game)
        url = f"ws://{address}/api/matches/{table.id}/socket"
        ears = [Ear(table, name, stack.enter_context(connect(url)), match) for name in (*match.game.seats, "spectator")]
        known_hidden = 0
        while not match.over:
            before = {ear.seat: hidden(match, ear.seat) for ear in ears}
            command, seat, version = mirror.propose(), mirror.seat, match.length
            assert table.seat(seat).say(command, version).status_code == 200
            match.do(command)
            for ear in ears:
                now = hidden(match, ear.seat)
                known_hidden += len(now)
                ear.hear(now, (now & before[ear.seat]) - seen_names(match))
                if match.length % 10 == 0:
                    ear.ask(now, rng)
        assert known_hidden > 1000, "a game without secrets proves nothing"
        assert all(ear.frames > match.length for ear in ears)


def test_a_computer_players_reasons_tell_others_what_they_can_see() -> None:
    """The Russian computer bluffs: its own seat reads so, the German reads nothing of it (Typhoon 1941)."""
    match = grognard.new(TYPHOON, scenario="historical", seed=5)
    players = [opponent(TYPHOON, "standard", seat) for seat in match.seats]
    bluffs = told = 0
    while match.play.s.turn < 3 and not match.over:
        before, speaker = match.copy(), match.seats[match.seat]
        advice = players[match.seat].choose(match)
        match.do(advice.command)
        reason = reason_of(before, match, advice.why)
        assert reason.read_by(speaker, speaker, over=False) == reason.read_by("german", speaker, over=True) == advice.why
        if speaker == "russian":
            bluffs += "not there" in advice.why
            secret = hidden(before, "german") & hidden(match, "german")
            for reader in ("german", None):
                read = reason.read_by(reader, speaker, over=False)
                told += bool(read)
                assert not words(read) & (secret | {"dummy", "mask", "army", "hidden", "pool", "real"}), read
    assert bluffs
    assert told > 20
