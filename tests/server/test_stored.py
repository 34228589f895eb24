"""A database outlives our code: one of the first schema, and matches that a mended rule parts."""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.first_format import alike
from grognard.core.match import Match
from grognard.core.save import dump, loads
from grognard.server.database import DatabaseRefused, open_database
from grognard.server.store import unpack_state
from tools.golden import first_layout

from ..later import LaterState, Rumoured, later, two_sets
from .tables import Client, Mirror, Seat, Table, as_sent, serving

__all__ = ["later", "two_sets"]

FOLDER = Path(__file__).parents[1] / "stored"
EXPECTED: dict[str, Any] = json.loads(gzip.decompress((FOLDER / "expected.json.gz").read_bytes()))["matches"]

#: Rules that have been mended since: where a match of the old database parts, and by which of them.
MENDED: dict[str, tuple[int, str]] = {
    "typhoon": (86, "recovery.4: Disrupted units can be bombed, so the German names his targets before any recover"),
    "typhoon-bombs": (9, "recovery.4"),
    "typhoon-over": (184, "recovery.4"),
}


@pytest.fixture
def old(tmp_path: Path) -> str:
    """A database as the version before save format 2 has left it."""
    path = tmp_path / "matches.db"
    path.write_bytes(gzip.decompress((FOLDER / "matches.db.gz").read_bytes()))
    return f"sqlite:///{path}"


class Sitting:
    """A match of the old database, entered with the links it was begun with."""

    def __init__(self, http: Client, name: str) -> None:
        self.expected, self.http = EXPECTED[name], http
        self.id: str = self.expected["id"]

    def seat(self, name: str) -> Seat:
        return Seat(self.http, self.id, self.expected["links"][name])

    @property
    def match(self) -> Match:
        with self.http.app.state.service.memory.hold(self.id) as live:
            found: Match = live.match
            return found


def test_every_match_of_an_old_database_goes_on(old: str, tmp_path: Path) -> None:
    with serving(old, tmp_path) as client:
        for name in EXPECTED:
            sitting, expected = Sitting(client, name), EXPECTED[name]
            info = sitting.seat("spectator").info()
            assert [message["text"] for message in info["chat"]] == expected["chat"]
            if name in MENDED:
                assert (info["version"], info["parted"]["version"]) == (MENDED[name][0], MENDED[name][0]), info["parted"]
                assert info["struck"][0]["commands"] == expected["version"] - info["version"]
                continue
            assert (info["parted"], info["struck"], info["version"]) == (None, [], expected["version"]), (name, info["parted"])
            match = sitting.match
            assert json.loads(json.dumps(first_layout(match))) == expected["state"]
            assert [[seat, match.text(command)] for seat, command in match.commands] == expected["commands"]


def rows(database: str, query: str, *values: object) -> list[tuple[Any, ...]]:
    with sqlite3.connect(database.removeprefix("sqlite:///")) as db:
        return db.execute(query, values).fetchall()


def test_a_match_is_compared_once_and_then_resumed(old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(old, tmp_path) as client:
        sitting = Sitting(client, "barbarossa")
        before = sitting.match.state.copy()
        log = sitting.seat("german").info()["log"]
        assert rows(old, "SELECT count(*) FROM entries WHERE match_id = ? AND digest != ''", sitting.id)[0][0] == 90 // 20
    replayed = []
    monkeypatch.setattr("grognard.server.loading.replay", lambda *args: replayed.append(args))
    with serving(old, tmp_path) as client:
        sitting = Sitting(client, "barbarossa")
        assert sitting.match.state == before
        assert sitting.seat("german").info()["log"] == log
    assert replayed == []


def foreign(state: bytes) -> bytes:
    """A position of another layout, well packed."""
    data = unpack_state(state)
    return zlib.compress(msgspec.msgpack.encode(data | {"winner": 1}))


def untrue(state: bytes) -> bytes:
    """A position that is not the one the commands lead to."""
    data = unpack_state(state)
    return zlib.compress(msgspec.msgpack.encode(data | {"turn": data["turn"] + 1}))


@pytest.mark.parametrize("damage", [foreign, untrue, lambda state: b"", lambda state: state[:-9], lambda state: b"x" * 500])
def test_a_stored_position_that_does_not_fit_is_made_anew(damage: Any, sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, snapshot_every=40) as client:
        table, match = Table(client), playing(client, 40)
        view = table.german.info()["view"]
    [(version, state, made)] = rows(sqlite, "SELECT version, state, made FROM snapshots WHERE match_id = ?", match)
    assert 1 <= version <= 40
    assert made
    rows(sqlite, "UPDATE snapshots SET state = ? WHERE match_id = ?", damage(state), match)
    with serving(sqlite, tmp_path) as client:
        with client.app.state.service.memory.hold(match) as live:
            assert live.match.length == 40
            digest = live.match.digest
        [(version, state, _)] = rows(sqlite, "SELECT version, state, made FROM snapshots WHERE match_id = ?", match)
        assert version == 40
    assert digest == rows(sqlite, "SELECT digest FROM entries WHERE match_id = ? AND version = 40", match)[0][0]
    assert view


def playing(http: Client, commands: int) -> str:
    """A match in which so many commands have been said; its id."""
    table, mirror = Table(http), Mirror()
    mirror.play(table, commands)
    return table.id


def test_stored_events_that_cannot_be_read_are_made_anew(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table, mirror = Table(client), Mirror()
        mirror.play(table, 40)
        log = table.german.info()["log"]
    rows(sqlite, "UPDATE entries SET events = ? WHERE version IN (3, 32)", b"\xc1 nonsense")
    with serving(sqlite, tmp_path) as client:
        table.http = client
        assert table.german.info()["log"] == log


def test_matches_that_began_together_keep_their_positions_in_turn(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, snapshot_every=8) as client:
        played = [playing(client, 16) for _ in range(6)]
    found = rows(sqlite, "SELECT match_id, version FROM snapshots")
    kept = {match: sorted(version for each, version in found if each == match) for match in played}
    assert all(second - first == 8 for first, second in kept.values())
    assert len({first for first, _ in kept.values()}) > 1


# ---------------------------------------------------------------- parted by a mended rule


class Mended:
    """A rule that refuses a certain command from now on, and a fingerprint that tells of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, match: Match, number: int) -> None:
        link = match.links()[number - 1]
        assert link.command is not None
        verb = match.at(number - 1).step.verbs[link.command.verb]
        known = verb.do

        def do(play: Any, command: Any) -> None:
            if command == link.command and play.s.rolls == match.at(number - 1).state.rolls:
                raise Illegal("9.99", "a rule that has been mended")
            known(play, command)

        monkeypatch.setattr(verb, "do", do)
        for module in ("loading", "ledger", "beginning"):
            monkeypatch.setattr(f"grognard.server.{module}.fingerprint", lambda game: "after the upgrade")


def told(seat: Seat) -> list[dict[str, Any]]:
    """What a seat reads of the commands that were struck out, without its own that caused nothing."""
    return [event for event in seat.info()["struck"][0]["events"] if event["kind"] != "said"]


def unlike(match: Match, after: int) -> int:
    """The first command after so many that had not been said before."""
    lines = [match.text(command) for _, command in match.commands]
    return next(number for number in range(after + 1, len(lines) + 1) if lines[number - 1] not in lines[: number - 1])


@pytest.fixture
def parted(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, Mirror, int]]:
    """A match of fifty commands one of which is refused after an upgrade, and the number of the last before it."""
    with serving(database, tmp_path) as client:
        table, mirror = Table(client), Mirror()
        mirror.play(table, 50)
    dump(mirror.match)  # works out its digests while its rules hold
    number = unlike(mirror.match, 33)
    Mended(monkeypatch, mirror.match, number)
    with serving(database, tmp_path) as client:
        table.http = client
        yield table, mirror, number - 1


def test_a_parted_match_opens_at_the_last_identical_command_and_waits(parted: tuple[Table, Mirror, int]) -> None:
    table, mirror, last = parted
    info = table.german.info()
    assert info["version"] == last
    speaker = mirror.match.seats[mirror.match.links()[last].seat]
    why = f"command {last + 1}, said by {speaker}, is refused by today's rules [9.99]"
    assert info["parted"] == {"version": last, "why": why, "struck": 50 - last, "waiting": ["german", "soviet"]}
    assert "mended" not in json.dumps(info), "a refusal may tell what only one side knows"
    [struck] = info["struck"]
    assert (struck["after"], struck["why"], struck["commands"]) == (last, why, 50 - last)
    for seat in ("german", "soviet"):
        assert told(table.seat(seat)) == as_sent(mirror.match.log(seat, last)), "everything is still there to be read"
    then = mirror.match.at(last)
    deciding = table.seat(then.seats[then.seat])
    line = then.text(then.options().verbs[0].plain or next(iter(then.options())))
    refused = deciding.say(line, version=last)
    assert refused.status_code == 409
    assert "german and soviet must first agree" in refused.json()["error"]
    assert deciding.post("/undo", key="back").status_code == 409
    assert deciding.post("/takeback", say="ask").status_code == 409
    assert table.spectator.post("/go-on").status_code == 403
    assert table.german.post("/go-on").status_code == 200
    assert table.soviet.info()["parted"]["waiting"] == ["soviet"]
    assert table.german.say(line, version=last).status_code in (409, 422)
    assert table.soviet.post("/go-on").status_code == 200
    info = table.german.info()
    assert info["parted"] is None
    assert len(info["dice"]) == 2, "dice to come are new"
    assert len(info["struck"]) == 1, "and what is struck out stays"
    assert table.german.post("/go-on").status_code == 409
    assert deciding.say(line, version=last).status_code == 200


def test_going_on_survives_a_restart(parted: tuple[Table, Mirror, int], database: str, tmp_path: Path) -> None:
    table, mirror, last = parted
    assert table.german.post("/go-on").status_code == 200
    with serving(database, tmp_path) as client:
        table.http = client
        assert table.german.info()["parted"]["waiting"] == ["soviet"]
        assert table.soviet.post("/go-on").status_code == 200
        dice = table.german.info()["dice"]
    with serving(database, tmp_path) as client:
        table.http = client
        info = table.german.info()
        assert (info["version"], info["parted"], info["dice"]) == (last, None, dice)
        assert told(table.german) == as_sent(mirror.match.log("german", last))
        kinds = Counter(entry.kind for entry in client.app.state.service.store.log(table.id))
        assert kinds == {"do": 50, "part": 1}, "nothing was deleted, and it was parted once"


def test_a_seat_handed_to_the_computer_has_agreed(parted: tuple[Table, Mirror, int]) -> None:
    table, _, last = parted
    assert table.german.info()["parted"]["waiting"] == ["german", "soviet"]
    assert table.soviet.post("/players", seat="soviet", player="computer:random").status_code == 200
    info = table.german.info()
    assert (info["parted"]["waiting"], info["version"], info["thinking"]) == (["german"], last, None), "the computer waits"
    assert table.german.post("/go-on").status_code == 200
    assert table.german.info()["parted"] is None


def test_an_open_socket_is_told(parted: tuple[Table, Mirror, int]) -> None:
    table, _, last = parted
    client = cast("Client", table.http)
    with client.websocket_connect(f"/api/matches/{table.id}/socket") as socket:
        socket.send_json({"type": "hello", "token": table.tokens["german"], "since": 50, "revision": 50})
        first = socket.receive_json()
        assert (first["version"], first["from"], first["parted"]["version"]) == (last, last, last)
        assert first["struck"][0]["commands"] == 50 - last
        table.german.post("/go-on")
        assert socket.receive_json()["parted"]["waiting"] == ["soviet"]
        table.soviet.post("/go-on")
        assert socket.receive_json()["parted"] is None


def test_a_match_without_persons_goes_on_by_itself(sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sqlite, tmp_path) as client:
        table, mirror = Table(client), Mirror()
        mirror.play(table, 40)
    rows(sqlite, "UPDATE matches SET players = ?", json.dumps({"german": "computer:random", "soviet": "computer:random"}))
    number = unlike(mirror.match, 20)
    Mended(monkeypatch, mirror.match, number)
    with serving(sqlite, tmp_path) as client:
        table.http = client
        info = table.spectator.info()
        assert info["parted"] is None
        assert info["struck"][0]["after"] == number - 1


def test_a_save_that_parts_can_be_imported_and_exported(parted: tuple[Table, Mirror, int]) -> None:
    table, mirror, last = parted
    text = "\n".join(line for line in dump(mirror.match).splitlines() if not line.startswith("rules "))
    body = text[: text.rindex("end ")]
    text = f"{body}end 50 {hashlib.sha256(body.encode()).hexdigest()}\n"
    made = table.http.post("/api/import", json={"text": text, "hotseat": True})
    assert made.status_code == 200, made.text
    both = Seat(table.http, made.json()["id"], made.json()["hotseat"])
    info = both.info()
    known = last - last % 20
    assert (info["version"], info["parted"]["version"], info["parted"]["struck"]) == (known, known, 50 - known)
    assert both.post("/go-on").status_code == 200, "a hotseat agrees for everybody"
    assert both.info()["parted"] is None
    again = loads(both.get("/export").text)
    assert (again.length, len(again.struck[0].lines), again.parted) == (known, 50 - known, None)


# ---------------------------------------------------------------- what a later version adds


def test_a_later_version_adds_an_option_a_value_and_a_kind_of_event(
    old: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = request.getfixturevalue("later")
    monkeypatch.setattr("grognard.server.loading.load_game", lambda slug, data=None, data_set=None: game)
    with serving(old, tmp_path) as client:
        for name in ("moscow", "moscow-over"):
            sitting = Sitting(client, name)
            info = sitting.seat("german").info()
            assert (info["parted"], info["version"]) == (None, EXPECTED[name]["version"])
            assert isinstance(sitting.match.state, LaterState)
            assert any(event["kind"] == "rumoured" for event in info["log"])
            now = json.loads(json.dumps(first_layout(sitting.match)))
            del now["partisans"], now["craters"]
            assert now == EXPECTED[name]["state"]


def test_an_old_event_is_compared_by_what_it_tells_of_the_position() -> None:
    kept = msgspec.msgpack.encode([
        {"kind": "scored", "side": 1, "units": (3, 4), "seen": (3,), "hexes": (17, 18), "number": 2, "data": ("a long way", 7)}
    ])  # fmt: skip

    class Scored(Event, frozen=True):
        units: tuple[int, ...] = (3, 4)
        path: tuple[int, ...] = (17, 18)
        points: int = 2
        total: int = 7
        why: str = "a long way"

    class Rushed(Scored, frozen=True):
        pass

    event = Scored(side=1, rule="9.3")
    change = msgspec.structs.replace
    assert alike("barbarossa", kept, [event])
    assert alike("barbarossa", kept, [change(event, rule="9.4", seen=(3,), why="another wording"), Rumoured(what="")])
    others = ({"units": (3,)}, {"path": (17,)}, {"points": 3}, {"total": 8}, {"side": 0})
    for other in (Rushed(side=1), *(change(event, **other) for other in others)):
        assert not alike("barbarossa", kept, [other])
    assert not alike("barbarossa", kept, [])
    assert not alike("barbarossa", kept, [event, event])


# ---------------------------------------------------------------- sets of data


def mechanized(table: Table) -> int:
    """The movement points that the table shows for mechanized units."""
    shown = table.german.info()["view"]["status"]["movement"]
    (points,) = [entry["points"] for entry in shown if entry["title"] == "mechanized"]
    return int(points)


def test_matches_keep_the_set_of_data_they_began_with(old: str, tmp_path: Path, two_sets: Path) -> None:
    with serving(old, tmp_path) as client:
        began = {"old": Sitting(client, "moscow-over").match.game.data_set}
        table = Table(client)
        began["new"] = mechanized(table)
        assert rows(old, "SELECT data_set FROM matches WHERE id = ?", table.id) == [(2,)]
    assert began == {"old": 1, "new": 12}
    with serving(old, tmp_path) as client:
        table.http = client
        assert mechanized(table) == 12


# ---------------------------------------------------------------- upgrades of the database


def test_an_upgrade_copies_the_file_first(old: str, tmp_path: Path) -> None:
    path = Path(old.removeprefix("sqlite:///"))
    with closing(sqlite3.connect(path)) as writer:  # what is only in the write-ahead log is copied too
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("UPDATE notes SET text = 'written last'")
        writer.commit()
        with serving(old, tmp_path) as client:
            assert Sitting(client, "moscow").seat("german").info()["notes"] == "written last"
    copy = path.with_name("matches.db.schema-0001")
    assert rows(str(copy), "SELECT version_num FROM alembic_version") == [("0001",)]
    assert {row[0] for row in rows(str(copy), "SELECT text FROM notes")} == {"written last"}
    assert rows(str(copy), "SELECT count(*) FROM matches") == [(len(EXPECTED),)]
    assert "digest" not in {row[1] for row in rows(str(copy), "PRAGMA table_info(entries)")}
    with serving(old, tmp_path):
        pass
    assert [file.name for file in tmp_path.iterdir() if ".schema-" in file.name] == [copy.name], "one copy per upgrade"


def test_an_upgrade_that_cannot_be_copied_does_not_begin(old: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(old.removeprefix("sqlite:///"))

    def full(self: Path, target: Path) -> Path:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(DatabaseRefused, match=r"cannot be copied .*no space left.* nothing has been changed"):
        open_database(old)
    assert rows(str(path), "SELECT version_num FROM alembic_version") == [("0001",)]
    assert {file.name for file in tmp_path.iterdir()} <= {"matches.db", "matches.db-wal", "matches.db-shm"}
