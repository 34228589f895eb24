"""Matches over HTTP: links, commands, taking back, handing over, talk, saves."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.save import loads

from .tables import Client, Mirror, Seat, Table, as_sent, serving


@pytest.fixture
def table(client: Client) -> Table:
    return Table(client)


# ---------------------------------------------------------------- both databases


def test_a_match_is_played_and_restored(database: str, tmp_path: Path) -> None:
    mirror = Mirror()
    with serving(database, tmp_path, snapshot_every=8) as client:
        table = Table(client)
        mirror.play(table, 45)
        table.german.post("/chat", text="well played")
        table.soviet.put("/notes", text="hold Tula")
        before = {name: table.seat(name).info() for name in table.tokens}
    with serving(database, tmp_path, snapshot_every=8) as client:
        table.http = client
        assert {name: table.seat(name).info() for name in table.tokens} == before
        assert before["german"]["view"] == as_sent(mirror.match.view("german"))
        assert before["soviet"]["notes"] == "hold Tula"
        assert before["german"]["notes"] == ""
        assert [m["text"] for m in before["spectator"]["chat"]] == ["well played"]
        mirror.play(table, 20)
        for name, seat in (("german", "german"), ("soviet", "soviet"), ("spectator", None)):
            info = table.seat(name).info()
            assert info["view"] == as_sent(mirror.match.view(seat))
            assert info["log"] == as_sent(mirror.match.log(seat))
            assert info["seed"] is None
            assert info["commitment"] == mirror.match.commitment


def test_a_command_sent_twice_is_applied_once(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = Table(client)
        first = table.german.say("order move-fight", version=0, key="once")
        again = table.german.say("order move-fight", version=0, key="once")
        assert first.status_code == again.status_code == 200
        assert first.json() == again.json()
        table.german.say("done", version=1)
        assert table.german.say("order move-fight", version=0, key="once").json() == first.json()
        assert table.soviet.say("order move-fight", version=0, key="once").status_code == 409, "keys belong to a link"
        assert table.german.info()["version"] == 2


def test_wrong_guessed_and_revoked_links_are_refused(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = Table(client)
        token = table.tokens["german"]
        for wrong in ("", "x", token[:-1], token + "x", token.swapcase(), "A" * 5000, table.id, "ü"):
            answer = client.get(f"/api/matches/{table.id}", headers={b"Authorization": f"Bearer {wrong}".encode()})
            assert answer.status_code == 401, wrong
        assert client.get(f"/api/matches/{table.id}").status_code == 401
        assert client.get(f"/api/matches/{table.id}", headers={"Authorization": f"Basic {token}"}).status_code == 401
        assert client.get(f"/api/matches/{table.id}?token={token}").status_code == 401, "no secrets in URLs"
        other = Table(client)
        assert Seat(client, other.id, token).get().status_code == 401, "a link opens its own match only"
        assert Seat(client, "0" * 16, token).get().status_code == 404

        made = table.german.post("/links/german/revoke")
        assert made.status_code == 200
        assert table.german.get().status_code == 401
        assert table.german.say("order move-fight", version=0).status_code == 401
        assert Seat(client, table.id, made.json()["token"]).get().status_code == 200
        with serving(database, tmp_path) as later:
            assert Seat(later, table.id, token).get().status_code == 401, "also after a restart"


def test_odd_characters_are_kept_or_refused(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = Table(client)
        for text in ("Тула \U0001f4a3 \u202e", "'; DROP TABLE matches; --", "\ufffe", "\x01\x7f"):
            assert table.german.post("/chat", text=text).status_code == 200
            assert table.german.put("/notes", text=text).status_code == 200
            assert table.german.info()["notes"] == table.german.info()["chat"][-1]["text"] == text
            assert table.german.say("done", version=0, key=text).status_code == 422
        for escape in (b"\\u0000", b"\\ud800"):
            raw = b'{"text": "a%sb"}' % escape
            headers = table.german.headers | {"Content-Type": "application/json"}
            assert client.post(f"{table.german.url}/chat", content=raw, headers=headers).status_code == 400
            assert client.put(f"{table.german.url}/notes", content=raw, headers=headers).status_code == 400
        for match in ("%00", "a%00b", "..", "%ff", "0" * 500, "Тула"):
            assert client.get(f"/api/matches/{match}", headers=table.german.headers).status_code in (400, 404)


def test_undo_and_redo_survive_a_restart(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path, snapshot_every=2) as client:
        table = Table(client)
        table.german.say("order move-fight", version=0)
        reach = table.german.get("/query/reach", units="3pz").json()
        path = next(iter(reach["hexes"]))
        table.german.say(f"move 3pz {path}", version=1)
        after = table.german.info()
        assert after["undo"]
        assert not table.soviet.info()["undo"]
        assert table.soviet.post("/undo", key="u0").status_code == 422
        undone = table.german.post("/undo", key="u1").json()
        assert (undone["version"], undone["revision"]) == (1, 3)
        assert table.german.post("/undo", key="u1").json()["version"] == 1, "undo sent twice undoes once"
        assert table.german.say(f"move 3pz {path}", version=1, revision=1).status_code == 409, "another line of play"
        table.german.say(f"move 3pz {path}", version=1, revision=3)
        again = table.german.info()
        assert again["view"] == after["view"]
        assert again["revision"] == 4
    with serving(database, tmp_path) as client:
        table.http = client
        assert table.german.info() == again
        assert table.german.post("/undo", key="u2").json()["version"] == 1
    with serving(database, tmp_path) as client:
        table.http = client
        assert table.german.info()["redo"]
        assert table.german.post("/redo", key="r1").json()["view"] == after["view"]
    with serving(database, tmp_path) as client:
        table.http = client
        assert not table.german.info()["redo"], "done again, and nothing is left"


def test_alone_ends_of_phases_are_taken_back_and_done_again(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path, snapshot_every=2) as client:
        table = Table(client, players={"soviet": "computer"})
        german = table.german
        german.say("order move-fight", version=0)
        german.say("done", version=1)
        closed = german.info()
        assert (closed["undo"], closed["redo"]) == (True, False)
    with serving(database, tmp_path) as client:
        table.http = client
        german = table.german
        assert german.info()["undo"], "what stops an undo is found out again after a restart"
        for key, version in (("u1", 1), ("u2", 0)):
            answer = german.post("/undo", key=key).json()
            assert (answer["version"], answer["redo"]) == (version, True)
        assert german.post("/redo", key="r1").json()["version"] == 1
        assert german.post("/redo", key="r1").json()["version"] == 1, "redo sent twice is done once"
        again = german.post("/redo", key="r2").json()
        assert (again["view"], again["redo"]) == (closed["view"], False)
        assert german.post("/redo", key="r3").json()["why"] == "there is nothing to do again"
        german.post("/undo", key="u3")
        german.post("/undo", key="u4")
        german.say("order fight-move")
        assert not german.info()["redo"], "another line of play"


def test_against_a_person_the_end_of_a_phase_needs_consent(table: Table) -> None:
    table.german.say("order move-fight", version=0)
    assert not table.german.info()["undo"]
    refused = table.german.post("/undo", key="u1")
    assert (refused.status_code, refused.json()["why"][:25]) == (422, "a phase has been closed, ")
    table.german.post("/takeback", say="ask")
    table.soviet.post("/takeback", say="allow")
    assert table.german.info()["redo"]
    assert not table.soviet.info()["redo"]
    assert table.soviet.post("/redo", key="r").status_code == 422
    assert table.german.post("/redo", key="r").json()["version"] == 1


def test_a_list_of_links_tells_how_their_matches_stand(client: Client) -> None:
    table = Table(client)
    table.german.say("order move-fight", version=0)
    links = [{"id": table.id, "token": table.tokens[name]} for name in ("german", "soviet", "spectator")]
    wrong = [{"id": table.id, "token": "x"}, {"id": "nonsense", "token": "y"}]
    german, soviet, spectator, revoked, unknown = client.post("/api/glances", json={"links": links + wrong}).json()
    assert (german["seat"], german["turn"], german["turns"], german["asked"]) == ("german", 1, 9, "Movement phase")
    assert [one["yours"] for one in (german, soviet, spectator)] == [True, False, False]
    for name, told in (("german", german), ("soviet", soviet), ("spectator", spectator)):
        stacks = table.seat(name).info()["view"]["stacks"]
        assert told["marks"] == [[place, stack["units"][0]["side"]] for place, stack in stacks.items() if stack["units"]]
    assert revoked["problem"] == "this link is wrong or has been revoked"
    assert (unknown["id"], unknown["problem"], unknown["marks"]) == ("nonsense", "there is no such match", [])
    assert client.post("/api/glances", json={"links": links * 21}).status_code == 400


# ---------------------------------------------------------------- commands


def test_stale_versions_are_refused_with_the_present_one(table: Table) -> None:
    table.german.say("order move-fight", version=0)
    answer = table.german.say("done", version=0)
    assert answer.status_code == 409
    assert answer.json()["version"] == 1


def test_refusals_name_the_rule(table: Table) -> None:
    answer = table.soviet.say("order move-fight", version=0)
    assert answer.status_code == 422
    assert answer.json()["rule"] == "5.1"
    assert table.german.say("fly to moscow", version=0).json()["rule"] == ""
    assert table.german.say({"verb": "order", "word": "move-fight"}, version=0).status_code == 200
    answer = table.german.say({"verb": "move", "nonsense": 1}, version=1)
    assert answer.status_code == 400
    assert "nonsense" in answer.json()["error"]


def test_spectators_only_watch(table: Table) -> None:
    watcher = table.spectator
    assert watcher.info()["seat"] == "spectator"
    assert watcher.say("order move-fight", version=0).status_code == 403
    assert watcher.post("/undo", key="k").status_code == 403
    assert watcher.post("/takeback", say="ask").status_code == 403
    assert watcher.post("/chat", text="hello").status_code == 403
    assert watcher.put("/notes", text="hello").status_code == 403
    assert watcher.post("/players", seat="german", player="computer").status_code == 403
    assert watcher.post("/links/german/revoke").status_code == 403
    assert watcher.post("/links/spectator/revoke").status_code == 403
    assert watcher.get("/export").status_code == 403
    assert watcher.post("/query/check", command="order move-fight").status_code == 403
    assert watcher.post("/query/plan", commands=[]).status_code == 403


def test_seats_cannot_act_for_each_other(table: Table) -> None:
    assert table.german.post("/players", seat="soviet", player="computer").status_code == 403
    assert table.german.post("/links/soviet/revoke").status_code == 403
    assert table.german.post("/links/hotseat/revoke").status_code == 403
    assert table.german.post("/links/spectator/revoke").status_code == 200
    assert table.spectator.get().status_code == 401
    assert table.german.post("/links/nobody/revoke").status_code == 404


def test_the_seed_is_shown_when_the_match_is_over(table: Table) -> None:
    assert table.soviet.say("concede", version=0).status_code == 200
    info = table.spectator.info()
    assert info["over"]
    assert info["seed"] == "1941"
    assert info["seed_chosen"]
    assert table.german.say("done", version=1).status_code == 422


def test_replay_shows_what_the_seat_saw(table: Table) -> None:
    mirror = Mirror()
    mirror.play(table, 40)
    for version in (0, 1, 17, 40):
        then = mirror.match.at(version)
        found = table.soviet.get(f"/at/{version}").json()
        assert found["view"]["stacks"] == as_sent(then.view("soviet"))["stacks"]
        assert found["log"] == as_sent(then.log("soviet"))
        network = table.soviet.get("/query/network", side="german", at=version).json()
        assert network["hexes"] == then.network("german")
    assert table.soviet.get("/query/network", side="german", at=41).status_code == 404
    assert table.soviet.get("/at/41").status_code == 404
    assert table.soviet.get("/at/-1").status_code in (400, 404)
    assert table.soviet.get(since=38).json()["log"] == as_sent(mirror.match.log("soviet", 38))


# ---------------------------------------------------------------- taking back


def test_takeback_needs_the_opponent(table: Table) -> None:
    table.german.say("order move-fight", version=0)
    assert table.german.post("/undo", key="k", agreed=True).status_code == 403
    assert table.soviet.post("/takeback", say="ask").status_code == 422, "nothing of his own to take back"
    assert table.soviet.post("/takeback", say="allow").status_code == 409
    assert table.german.post("/takeback", say="ask").json()["takeback"] == {"seat": "german", "waiting": ["soviet"]}
    assert table.soviet.info()["takeback"] == {"seat": "german", "waiting": ["soviet"]}
    assert table.german.post("/takeback", say="allow").status_code == 403
    assert table.soviet.post("/takeback", say="refuse").json()["takeback"] is None
    table.german.post("/takeback", say="ask")
    done = table.soviet.post("/takeback", say="allow").json()
    assert (done["version"], done["takeback"]) == (0, None)


def test_takeback_goes_back_to_before_the_asking_seats_command(table: Table) -> None:
    for command in ("order move-fight", "done", "done"):
        table.german.say(command)
    assert table.soviet.say("order fight-move").status_code == 200
    version = table.german.info()["version"]
    table.german.post("/takeback", say="ask")
    assert table.soviet.post("/takeback", say="allow").json()["version"] == version - 2
    table.german.post("/takeback", say="ask")
    table.german.say("done")
    assert table.soviet.info()["takeback"] is None, "playing on withdraws the question"


# ---------------------------------------------------------------- hotseat


def test_hotseat_acts_for_the_deciding_seat(client: Client) -> None:
    table = Table(client, hotseat=True)
    hot = table.hotseat
    info = hot.info()
    assert (info["seat"], info["hotseat"]) == ("german", True)
    while hot.info()["seat"] == "german":
        verbs = {verb["verb"] for verb in hot.info()["view"]["decision"]["verbs"]}
        assert hot.say("order move-fight" if "order" in verbs else "done").status_code == 200
    info = hot.info()
    assert info["seat"] == info["view"]["seat"] == "soviet"
    assert hot.post("/undo", key="k", agreed=True).json()["version"] == info["version"] - 1
    assert hot.info()["seat"] == "german"
    assert hot.put("/notes", text="mine").status_code == 200
    assert table.german.info()["notes"] == "mine"
    assert table.soviet.info()["notes"] == ""
    made = hot.post("/links/hotseat/revoke").json()
    assert hot.get().status_code == 401
    assert Seat(client, table.id, made["token"]).post("/links/soviet/revoke").status_code == 200


def test_a_hotseat_speaks_for_the_seat_that_is_not_asked(client: Client) -> None:
    table = Table(client, hotseat=True)
    hot = table.hotseat
    assert hot.info()["seat"] == "german"
    seen = hot.get(seat="soviet").json()
    assert seen["seat"] == "soviet"
    assert seen["view"] == table.soviet.info()["view"]
    assert hot.get("/query/options", verb="order", seat="soviet").status_code == 422, "it is not its decision"
    answer = hot.say("concede", seat="soviet")
    assert answer.status_code == 200
    assert answer.json()["view"]["seat"] == "soviet"
    assert answer.json()["view"]["winner"] == "german"


def test_nobody_speaks_for_a_seat_that_is_not_his(client: Client) -> None:
    table = Table(client, hotseat=True, players={"soviet": "computer:random"})
    for link, seat in (("german", "soviet"), ("spectator", "german"), ("hotseat", "soviet"), ("hotseat", "nobody")):
        assert table.seat(link).say("concede", seat=seat).status_code == 403
        assert table.seat(link).get(seat=seat).status_code == 403
    assert table.german.get(seat="german").status_code == 200
    assert table.german.say("order move-fight", seat="german").status_code == 200


# ---------------------------------------------------------------- saves


def test_export_and_import(client: Client) -> None:
    table = Table(client, hotseat=True)
    mirror = Mirror()
    mirror.play(table, 30)
    text = table.hotseat.get("/export").text
    assert as_sent(loads(text).view("german")) == as_sent(mirror.match.view("german"))
    assert table.german.get("/export").status_code == 403, "an opponent could read the dice to come"

    made = client.post("/api/import", json={"text": text, "hotseat": True}).json()
    again = Seat(client, made["id"], made["hotseat"])
    assert again.info()["version"] == 30
    assert again.info()["seed_chosen"]
    assert Seat(client, made["id"], made["links"]["soviet"]).info()["view"] == as_sent(mirror.match.view("soviet"))
    assert again.get("/export").text == text
    back = again.post("/undo", key="back", agreed=True)
    assert back.json()["version"] == 29


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("seed 1941", "seed 1942"),
        lambda text: text.replace("german: order", "soviet: order", 1),
        lambda text: text.replace("drive-on-moscow", "monopoly"),
        lambda text: "hello",
        lambda text: text.replace("\n", "\0"),
    ],
)
def test_spoilt_saves_are_refused(client: Client, spoil: object) -> None:
    table = Table(client, hotseat=True)
    Mirror().play(table, 5)
    text = table.hotseat.get("/export").text
    answer = client.post("/api/import", json={"text": spoil(text)})  # type: ignore[operator]
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]


# ---------------------------------------------------------------- beginning


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "monopoly"},
        {"game": "drive-on-moscow", "scenario": "moon"},
        {"game": "drive-on-moscow", "options": {"a": "b"}},
        {"game": "drive-on-moscow", "players": {"finnish": "human"}},
        {"game": "drive-on-moscow", "players": {"german": "robot"}},
        {"game": "drive-on-moscow", "players": {"german": "computer:godlike"}},
        {"game": "drive-on-moscow", "seed": "1\ngerman: concede"},
        {"game": "drive-on-moscow", "unknown": 1},
        {"game": 5},
        {},
        [],
    ],
)
def test_wrong_beginnings_are_refused(client: Client, wrong: object) -> None:
    answer = client.post("/api/matches", json=wrong)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_a_match_without_a_seed_gets_a_secret_one(client: Client) -> None:
    made = client.post("/api/matches", json={"game": "drive-on-moscow"}).json()
    seat = Seat(client, made["id"], made["links"]["german"])
    assert not seat.info()["seed_chosen"]
    seat.say("concede")
    assert int(seat.info()["seed"]) > 2**64
    assert grognard.new("drive-on-moscow", seed=seat.info()["seed"]).commitment == seat.info()["commitment"]
