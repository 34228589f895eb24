"""The film, the summary and the review over HTTP: each seat is told what it saw."""

from __future__ import annotations

import random
import time
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.core.save import dump
from grognard.core.shown import View
from grognard.server.changes import Change, changed

from .tables import Client, Mirror, Seat, Table, as_sent, serving


def test_the_changes_of_a_film_lead_to_the_present_picture(client: Client) -> None:
    table, mirror = Table(client), Mirror()
    for _ in range(60):
        seat, said = mirror.seat, mirror.propose()
        assert table.seat(seat).say(said).status_code == 200
        mirror.match.do(said)
    for name in ("german", "soviet", "spectator"):
        film = table.seat(name).get("/film", since=20).json()
        assert (film["since"], film["until"]) == (20, 60)
        view = msgspec.convert(film["view"], View)
        for shot in film["shots"]:
            view = changed(view, msgspec.convert(shot["change"], Change))
        now = table.seat(name).info()["view"]
        told = as_sent(view)
        assert all(told[part] == now[part] for part in ("stacks", "control", "turn"))
        events = [event for shot in film["shots"] for event in shot["scene"].get("events", [])]
        assert events == [event for event in table.seat(name).info()["log"] if event["at"] > 20]


def test_a_summary_begins_with_the_last_command_of_the_seat(client: Client) -> None:
    table = Table(client)
    for said in ("order move-fight", "done", "done"):
        assert table.german.say(said).status_code == 200
    assert table.soviet.say("order move-fight").status_code == 200
    found = table.german.get("/summary").json()
    assert (found["since"], found["until"], found["sides"]) == (3, 4, ["soviet"])
    assert found["headline"] == "Soviet did not attack. You have lost 0 hexes and gained 0 hexes."


def test_the_review_is_told_while_the_game_lasts_and_nobody_learns_more(client: Client) -> None:
    table = Table(client)
    found = table.german.get("/review").json()
    assert found["outcome"] is None
    assert [turn["turn"] for turn in found["turns"]] == [1]
    assert table.german.get("/film", since=99).status_code == 404
    assert client.get(f"/api/matches/{table.id}/film").status_code == 401


@pytest.mark.parametrize("thinkers", [0, 1])
def test_a_finished_game_is_weighed_while_nobody_waits(thinkers: int, sqlite: str, tmp_path: Path) -> None:
    match, rng = grognard.new("fords", seed=4), random.Random(2)
    while not match.over:
        match.do(match.legal_commands().sample(rng))
    with serving(sqlite, tmp_path, thinkers=thinkers) as client:
        created = client.post("/api/import", json={"text": dump(match)}).json()
        seat = Seat(client, created["id"], next(iter(created["links"].values())))
        began = time.monotonic()
        found = seat.get("/review").json()
        assert found["weighing"] or found["moves"]
        while found["weighing"]:
            assert time.monotonic() - began < 120
            time.sleep(0.1)
            found = seat.get("/review").json()
        assert found["basis"]
        assert {turn["side"] for turn in found["moves"]} <= {*match.game.sides}
        assert [turn["last"] for turn in found["moves"]][-1] == match.length
        assert all(abs(turn["rest"]) <= 0.01 for turn in found["moves"])
        assert found["points"]
