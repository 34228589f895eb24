"""Tables of three and four: seats that decide together, over HTTP and sockets, and what is kept of them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import grognard
from grognard.core.match import Match

from .tables import Client, Seat, Table, as_sent, serving
from .test_socket import joined

NORTH, SOUTH = "blue-north", "blue-south"
FOUR = (NORTH, SOUTH, "red", "green")


def four(client: Client, **more: Any) -> Table:
    return Table(client, None, game="fords", seating="four", **more)


def through(table: Table, *seats: str) -> None:
    for seat in seats:
        assert table.seat(seat).say("done").status_code == 200


def test_games_offer_their_seatings(client: Client) -> None:
    games = {game["slug"]: game for game in client.get("/api/games").json()}
    offered = {seating["name"]: seating for seating in games["fords"]["seatings"]}
    assert list(offered) == ["three", "four", "two"]
    assert all(seating["title"] and seating["text"] for seating in offered.values())
    assert offered["two"]["seats"][1] == {"name": "east", "sides": ["red", "green"], "posts": ["red", "green"]}
    assert games["fords"]["seats"] == ["blue", "red", "green"]
    assert games["fords"]["questions"] == ["reach"]
    assert games["fords"]["levels"] == ["random", "recruit"]
    assert [seating["name"] for seating in games["barbarossa"]["seatings"]][:2] == ["standard", "fronts"]
    assert "supply" in games["barbarossa"]["questions"]


def test_a_match_is_begun_with_a_seating(client: Client) -> None:
    table = four(client)
    assert set(table.tokens) == {*FOUR, "spectator"}
    info = table.seat(SOUTH).info()
    assert (info["seating"], info["seat"], list(info["players"])) == ("four", SOUTH, list(FOUR))
    assert [seat["posts"] for seat in info["seats"]] == [[name] for name in FOUR]
    wrong = {"game": "fords", "seating": "five"}
    answer = client.post("/api/matches", json=wrong)
    assert answer.status_code == 400
    assert "has the seatings three, four, two" in answer.json()["error"]
    unknown = client.post("/api/matches", json={"game": "fords", "seating": "four", "players": {"blue": "computer"}})
    assert unknown.status_code == 400
    assert "blue-north" in unknown.json()["error"]


def test_what_a_game_has_no_rules_for_is_refused_in_a_sentence(client: Client) -> None:
    table = four(client)
    for path, query in (("supply", {"unit": "bn1"}), ("network", {"side": "blue"}), ("odds", {"target": "0203", "units": "bn1"})):
        answer = table.seat(NORTH).get(f"/query/{path}", **query)
        assert answer.status_code == 422
        assert "has no rules about" in answer.json()["why"]
    assert table.seat(NORTH).get("/query/reach", units="bn1").json()["points"] == 3


def test_four_seats_and_a_spectator_follow_a_match(database: str, tmp_path: Path) -> None:
    mirror = grognard.new("fords", seed="1941", seating="four")
    script = [
        (NORTH, "move bn1 0201"), (SOUTH, "move bs1 0204"), (SOUTH, "done"), (NORTH, "move bn2 0303"), (NORTH, "done"),
        (NORTH, "done"), (SOUTH, "done"), ("red", "done"), ("red", "done"), ("green", "join blue"), (SOUTH, "done"),
    ]  # fmt: skip
    with serving(database, tmp_path) as client, ExitStack() as stack:
        table = four(client)
        lines = {name: stack.enter_context(joined(table, name)) for name in table.tokens}
        for seat, command in script:
            version = mirror.length
            mirror.do(command, seat)
            said = {"type": "command", "command": command, "key": f"k{version}", "version": version}
            lines[seat].session.send_json(said)
            for name, line in lines.items():
                update = line.receive("update")
                assert update["view"] == as_sent(mirror.view(None if name == "spectator" else name)), (name, command)
                assert update["undo"] == (name != "spectator" and mirror.can_undo(name))
            assert lines[seat].receive("result")["status"] == 200
        assert as_sent(mirror.view("red"))["decision"]["ready"] == [SOUTH]


def test_who_decides_together_is_not_held_up_by_the_other(client: Client) -> None:
    table = four(client)
    assert table.seat(NORTH).say("move bn1 0201", version=0, revision=0).status_code == 200
    answer = table.seat(SOUTH).say("move bs1 0204", version=0, revision=0)
    assert answer.status_code == 200, "what the north has done meanwhile is no reason to refuse"
    assert answer.json()["version"] == 2
    assert table.seat(NORTH).say("move bn2 0303", version=0).status_code == 409, "but of its own words a seat must know"
    assert table.seat("red").say("done", version=0).status_code == 409
    assert table.seat(NORTH).post("/undo", key="u").status_code == 200
    assert table.seat(SOUTH).say("move bs2 0206", version=1, revision=1).status_code == 409, "something was taken back"


def state_of(seat: Seat) -> Any:
    info = seat.info()
    return info["version"], info["view"], info["log"]


def test_a_command_is_taken_back_from_under_those_of_others(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = four(client)
        table.seat(NORTH).say("move bn1 0201")
        table.seat(SOUTH).say("move bs1 0204")
        table.seat(SOUTH).say("done")
        with joined(table, "red") as line:
            answer = table.seat(NORTH).post("/undo", key="u1")
            assert answer.status_code == 200
            update = line.receive("update")
            assert (update["version"], update["from"]) == (2, 0)
            fresh = mirrored((SOUTH, "move bs1 0204"), (SOUTH, "done"))
            assert update["view"] == as_sent(fresh.view("red"))
            assert update["events"] == [as_sent(event) for event in fresh.log("red") if event.at > 0]
        assert table.seat(NORTH).post("/undo", key="u1").status_code == 200, "said again it does nothing"
        assert table.seat(NORTH).post("/undo", key="u2").json()["why"] == "there is nothing to take back"
        before = state_of(table.seat(SOUTH))
        assert before[0] == 2
    with serving(database, tmp_path) as client:
        table.http = client
        assert state_of(table.seat(SOUTH)) == before, "the log says the same"
        assert table.seat(SOUTH).post("/undo", key="u3").json()["version"] == 1


def mirrored(*commands: tuple[str, str]) -> Match:
    match = grognard.new("fords", seed="1941", seating="four")
    for seat, command in commands:
        match.do(command, seat)
    return match


def test_all_whom_it_concerns_are_asked(client: Client) -> None:
    table = four(client)
    table.seat(NORTH).say("move bn1 0201")
    table.seat(SOUTH).say("move bs1 0202")
    refusal = table.seat(NORTH).post("/undo", key="u")
    assert refusal.status_code == 422
    assert "blue-south has built on it" in refusal.json()["why"]
    asked = table.seat(NORTH).post("/takeback", say="ask").json()
    assert asked["takeback"] == {"seat": NORTH, "waiting": [SOUTH]}
    assert table.seat("red").info()["takeback"] == {"seat": NORTH, "waiting": [SOUTH]}
    assert table.seat(NORTH).post("/takeback", say="allow").status_code == 403
    done = table.seat(SOUTH).post("/takeback", say="allow").json()
    assert (done["version"], done["takeback"]) == (0, None)
    through(table, NORTH, SOUTH, NORTH, SOUTH, "red")
    asked = table.seat(SOUTH).post("/takeback", say="ask").json()
    assert asked["takeback"] == {"seat": SOUTH, "waiting": [NORTH, "red", "green"]}, "Red's turn had begun: everybody is asked"
    assert table.seat("red").post("/takeback", say="allow").json()["takeback"]["waiting"] == [NORTH, "green"]
    assert table.seat(NORTH).post("/takeback", say="allow").json()["takeback"]["waiting"] == ["green"]
    assert table.seat("green").post("/takeback", say="allow").json()["version"] == 3
    table.seat(SOUTH).say("done")
    table.seat(SOUTH).post("/takeback", say="ask")
    assert table.seat("green").post("/takeback", say="refuse").json()["takeback"] is None


@pytest.mark.parametrize("machine", [NORTH, SOUTH])
def test_the_computer_shares_a_side_with_a_person(client: Client, machine: str) -> None:
    person = SOUTH if machine == NORTH else NORTH
    players = {machine: "computer", "red": "computer", "green": "computer:random"}
    table = four(client, players=players)
    with joined(table, person) as line:
        update = line.first
        for _ in range(400):
            if update["over"]:
                break
            decision = update["view"]["decision"]
            if decision["seat"] == person and person not in decision.get("ready", ()):
                said = table.seat(person).say("done", version=update["version"], revision=update["revision"])
                assert said.status_code in (200, 409), said.text
            update = line.receive("update")
        assert update["view"]["outcome"]["rule"] == "9"
    log = table.seat(person).info()["log"]
    assert {event["side"] for event in log if event["kind"] == "explained"} <= {"blue", "red", "green"}


def test_a_stored_match_knows_its_seating_and_everybody_who_must_decide(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = four(client)
        table.seat(SOUTH).say("move bs1 0204")
        store = client.app.state.service.store
        record = store.find(table.id)
        assert (record.seating, record.deciding) == ("four", f"{NORTH} {SOUTH}")
        table.seat(NORTH).say("done")
        assert store.find(table.id).deciding == SOUTH
        usual = Table(client)
        with store.engine.connect() as db:
            rows = db.execute(sa.text("select id, seating, deciding from matches")).all()
        assert {(row.id, row.seating, row.deciding) for row in rows} == {
            (table.id, "four", SOUTH), (usual.id, None, "german"),
        }  # fmt: skip
        before = state_of(table.seat(NORTH))
    with serving(database, tmp_path) as client:
        table.http = client
        assert state_of(table.seat(NORTH)) == before
        assert table.seat(SOUTH).say("done").json()["view"]["decision"]["step"] == "fight"


def test_a_save_with_a_seating_is_imported(client: Client) -> None:
    table = four(client, hotseat=True)
    hot = table.seat("hotseat")
    assert hot.say("move bs1 0204", seat=SOUTH).status_code == 200
    text = hot.get("/export").text
    answer = client.post("/api/import", json={"text": text}).json()
    assert set(answer["links"]) == {*FOUR, "spectator"}
    info = Seat(client, answer["id"], answer["links"][SOUTH]).info()
    assert (info["seating"], info["version"]) == ("four", 1)


def test_at_one_screen_everybody_takes_his_turn(client: Client) -> None:
    table = four(client, hotseat=True)
    hot = table.seat("hotseat")
    assert hot.info()["seat"] == NORTH
    assert hot.say("done").json()["view"]["seat"] == SOUTH, "the next one who has still to speak"
    assert hot.say("move bs1 0204").status_code == 200
    assert hot.post("/undo", key="a").json()["version"] == 1
    assert hot.post("/undo", key="b").json()["version"] == 0, "at one screen the last command goes, whosever it was"
    assert hot.get(seat="red").json()["seat"] == "red"


@pytest.mark.parametrize(
    ("game", "seats", "said"),
    [("barbarossa", ("german-north", "german-centre", "german-south"), "order fight-move"),
     ("fire-in-the-east", ("axis-north", "axis-centre", "axis-south"), "")],
)  # fmt: skip
def test_every_front_has_a_link_and_moves_only_its_own(client: Client, game: str, seats: tuple[str, ...], said: str) -> None:
    table = Table(client, "historical", game=game, seating="fronts")
    assert len(table.tokens) == 7
    offered = {one["slug"]: one for one in client.get("/api/games").json()}[game]["seatings"]
    assert [one["name"] for one in offered[:2]] == ["standard", "fronts"]
    assert all(one["title"] and one["text"] for one in offered)
    mirror = grognard.new(game, scenario="historical", seed="1941", seating="fronts")
    if said:
        assert table.seat(seats[0]).say(said).status_code == 422, "the centre decides for the side"
        for seat, command in ((seats[1], said), *((seat, "done") for seat in seats)):  # nobody attacks
            assert table.seat(seat).say(command).status_code == 200
            mirror.do(command, seat)
    north = mirror.legal_commands(seats[0])
    unit = north.units("move")[0]
    hex = next(hex for hex in north.hexes("move", (unit,)) if hex != mirror.state.loc[unit])
    order = f"move {mirror.game.pieces[unit].handle} {mirror.game.board.names[hex]}"
    refused = table.seat(seats[2]).say(order)
    assert refused.status_code == 422
    assert f"under the command of {seats[0]}" in refused.json()["why"]
    assert table.seat(seats[0]).say(order).status_code == 200
    through(table, seats[2], seats[1])
    assert table.seat(seats[0]).info()["view"]["decision"]["step"] == "movement"
    through(table, seats[0])
    assert table.seat(seats[0]).info()["view"]["decision"]["step"] != "movement"
