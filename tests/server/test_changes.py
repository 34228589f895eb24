"""Changes between views: applied one after the other they give exactly the views made from scratch."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.match import Match
from grognard.core.shown import View
from grognard.games import GAMES
from grognard.server.changes import Change, change, changed
from grognard.server.live import Live
from grognard.server.store import Record

from ..long_games import is_long, scenarios
from .tables import Screen, as_sent

RECORDING = Path(__file__).parents[2] / "web" / "test" / "changes.json"
PLAYABLE = [slug for slug, (_, _, playable) in GAMES.items() if playable]


def random_course(match: Match, rng: random.Random, commands: int) -> Any:
    """A random game with much taking back; yields after every change."""
    for _ in range(commands):
        if match.over or (match.length and rng.random() < 0.15):
            for _ in range(min(match.length, rng.choice((1, 1, 2, 9)))):
                match.undo(agreed=True)
        else:
            match.do(match.options().sample(rng))
        yield


@pytest.mark.parametrize("scenario", [0, -1])
@pytest.mark.parametrize("game", PLAYABLE)
def test_changes_lead_to_the_very_views(game: str, scenario: int) -> None:
    rng = random.Random(f"{game} {scenario}")
    match = grognard.new(game, scenarios(game)[scenario], seed="1941")
    seats: list[str | None] = [*match.game.seats, None]
    followed = {seat: match.view(seat) for seat in seats}
    made = {seat: match.view(seat) for seat in seats}
    for _ in random_course(match, rng, 12 if is_long(game) else 200):
        for seat in seats:
            if rng.random() < 0.2:
                continue  # a link is not told of everything: the next change then makes up for more
            fresh = match.view(seat)
            told = msgspec.json.decode(msgspec.json.encode(change(made[seat], fresh)), type=Change)
            followed[seat], made[seat] = changed(followed[seat], told), fresh
            assert as_sent(followed[seat]) == as_sent(fresh)
            assert as_sent(change(fresh, match.view(seat))) == {}


def recorded() -> list[dict[str, Any]]:
    """What a seat is sent in a random game, with its whole view now and then; `python -m tests.server.test_changes` writes it
    down."""
    match, rng = grognard.new("typhoon-1941", seed="1941"), random.Random(8)
    before = match.view("german")
    course: list[dict[str, Any]] = [{"view": as_sent(before)}]
    for number, _ in enumerate(random_course(match, rng, 240)):
        if number % 6 == 0:
            after = match.view("german")
            course.append({"change": as_sent(change(before, after))} | ({"view": as_sent(after)} if number % 48 == 0 else {}))
            before = after
    return course


def test_recorded_changes_lead_to_recorded_views() -> None:
    """The browser's own test follows the same recording."""
    course = msgspec.json.decode(RECORDING.read_bytes())
    view = msgspec.convert(course[0]["view"], View)
    for message in course[1:]:
        view = changed(view, msgspec.convert(message["change"], Change))
        assert message.get("view", as_sent(view)) == as_sent(view)


@pytest.mark.parametrize("game", PLAYABLE)
def test_changes_are_small(game: str) -> None:
    match, rng = grognard.new(game, seed="1"), random.Random(1)
    whole = told = 0
    while not match.over and match.length < 100:
        seat = match.game.seats[match.seat]
        before = match.view(seat)
        match.do(match.options().sample(rng))
        after = match.view(seat)
        whole += len(msgspec.json.encode(after))
        told += len(msgspec.json.encode(change(before, after)))
    assert told * 3 < whole


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_live_match_tells_each_seat_what_it_would_see(game: str) -> None:
    """The views a match in memory gives out, whoever asks and however seldom."""
    match, rng = grognard.new(game, seed="7"), random.Random(7)
    players = dict.fromkeys(match.game.seats, "human")
    live = Live(Record("m", game, 1, "", {}, match.chapters, True, 0, players, False, 0, 0, None, None), match, [])
    screens: dict[str | None, Screen] = {seat: Screen() for seat in (*match.game.seats, None)}
    for revision, _ in enumerate(random_course(match, rng, 30 if is_long(game) else 150), 1):
        live.record.revision = revision
        for seat, screen in screens.items():
            if rng.random() < 0.3:
                continue
            shown, name = live.shown(seat), seat or "spectator"
            known, _ = screen.views.get(name, (None, None))
            news = {"change": shown.change, "base": known} if known is not None and known == shown.base else {"view": shown.whole}
            assert screen.take(as_sent({"seat": name, "revision": revision} | news)) == as_sent(match.view(seat))
            assert ("view" in news) == (known is None)


if __name__ == "__main__":
    RECORDING.write_bytes(msgspec.json.encode(recorded()))
