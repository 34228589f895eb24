"""The film, the summary and the review over HTTP: each seat is told what it saw."""

from __future__ import annotations

import msgspec

from grognard.core.shown import View
from grognard.server.changes import Change, changed

from .tables import Client, Mirror, Table, as_sent


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
