"""A database in trouble: away, full or read-only is told as 503, and a commit whose answer is lost as uncertain."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from grognard.server.store import Addition

from .tables import PATIENCE, Table, serving
from .test_socket import closed_with, joined

FIRST = "order move-fight"


def changes(table: Table) -> dict[str, Callable[[], httpx.Response]]:
    """Everything that writes."""
    german, http = table.german, table.http
    return {
        "create": lambda: http.post("/api/matches", json={"game": "drive-on-moscow"}),
        "say": lambda: german.say("done", version=1, key="k"),
        "undo": lambda: table.hotseat.post("/undo", key="u", agreed=True),
        "chat": lambda: german.post("/chat", text="hello"),
        "notes": lambda: german.put("/notes", text="mine"),
        "revoke": lambda: german.post("/links/spectator/revoke"),
        "hand": lambda: german.post("/players", seat="german", player="computer:random"),
        "ask": lambda: german.post("/takeback", say="ask"),
        "take back": lambda: table.hotseat.post("/takeback", say="ask"),
    }


class Trouble:
    """Makes a database fail, and lets it work again."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine, self.kind = engine, ""
        sa.event.listen(engine, "before_cursor_execute", self._before)

    def _before(self, connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if self.kind == "away":
            raise sa.exc.OperationalError(statement, {}, Exception("server closed the connection unexpectedly"))
        if self.kind in ("full", "read-only") and not statement.startswith("SELECT"):
            why = "database or disk is full" if self.kind == "full" else "attempt to write a readonly database"
            raise sa.exc.OperationalError(statement, {}, sqlite3.OperationalError(why))


@contextmanager
def table_in_trouble(sqlite: str, folder: Path) -> Iterator[tuple[Table, Trouble]]:
    with serving(sqlite, folder) as client:
        table = Table(client, hotseat=True)
        assert table.german.say(FIRST, version=0).status_code == 200
        yield table, Trouble(client.app.state.service.store.engine)


@pytest.mark.parametrize("kind", ["away", "full", "read-only"])
def test_every_change_is_refused_with_503(kind: str, sqlite: str, tmp_path: Path) -> None:
    with table_in_trouble(sqlite, tmp_path) as (table, trouble):
        before = table.spectator.info()
        for name, change in changes(table).items():
            trouble.kind = kind
            answer = change()
            assert (name, answer.status_code) == (name, 503), answer.text
            assert answer.headers["retry-after"]
            assert "nothing has happened" in answer.json()["error"]
            trouble.kind = ""
            assert table.spectator.info() == before, name


def test_every_look_is_refused_with_503_while_the_database_is_away(sqlite: str, tmp_path: Path) -> None:
    with table_in_trouble(sqlite, tmp_path) as (table, trouble):
        trouble.kind = "away"
        for path in ("", "/at/0", "/export", "/query/reach"):
            assert table.german.get(path, units="3pz").status_code == 503, path
        client = table.http
        assert isinstance(client, TestClient)
        with client.websocket_connect(f"/api/matches/{table.id}/socket") as session:
            session.send_json({"type": "hello", "token": table.tokens["german"]})
            assert closed_with(session) == 4503
        trouble.kind = ""
        with joined(table, "german") as line:
            assert line.first["version"] == 1


def lose_answers(engine: sa.Engine) -> Callable[[], None]:
    """From now on commits succeed and then raise; call the result to end that."""

    def lost(connection: sa.Connection) -> None:
        connection.connection.commit()
        raise sa.exc.OperationalError("COMMIT", {}, Exception("server closed the connection unexpectedly"))

    sa.event.listen(engine, "commit", lost)
    return lambda: sa.event.remove(engine, "commit", lost)


def test_a_commit_whose_answer_is_lost_is_uncertain(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as client:
        table = Table(client, hotseat=True)
        table.german.info()
        restore = lose_answers(client.app.state.service.store.engine)
        answer = table.german.say(FIRST, version=0, key="once")
        assert answer.status_code == 503
        assert answer.json()["uncertain"] is True
        assert "not certain" in answer.json()["error"]
        assert "nothing has happened" not in answer.json()["error"]
        restore()
        again = table.german.say(FIRST, version=0, key="once")
        assert (again.status_code, again.json()["version"]) == (200, 1), "the same key tells what has become of it"
        assert table.german.info()["version"] == 1

        restore = lose_answers(client.app.state.service.store.engine)
        assert table.hotseat.post("/undo", key="back", agreed=True).json()["uncertain"]
        restore()
        assert table.hotseat.post("/undo", key="back", agreed=True).json()["version"] == 0
        assert table.german.info()["revision"] == 2


def test_a_commit_that_failed_is_made_good_with_the_same_key(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
        engine = client.app.state.service.store.engine

        def fail(connection: sa.Connection) -> None:
            raise sa.exc.OperationalError("COMMIT", {}, Exception("disk I/O error"))

        sa.event.listen(engine, "commit", fail)
        assert table.german.say(FIRST, version=0, key="once").json()["uncertain"]
        sa.event.remove(engine, "commit", fail)
        assert table.german.info()["version"] == 0
        assert table.german.say(FIRST, version=0, key="once").json()["version"] == 1


def test_an_uncertain_command_on_a_socket(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
        with joined(table, "german") as line:
            restore = lose_answers(client.app.state.service.store.engine)
            line.session.send_json({"type": "command", "command": FIRST, "key": "once", "version": 0})
            result = line.receive("result")
            assert (result["status"], result["uncertain"]) == (503, True)
            restore()
            assert closed_with(line.session) == 1013, "what is in memory is read anew"
        with joined(table, "german") as line:
            assert line.first["version"] == 1
            line.session.send_json({"type": "command", "command": FIRST, "key": "once", "version": 0})
            assert line.receive("result")["status"] == 200


def test_a_computer_player_thinks_again_when_its_move_was_lost(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        store = client.app.state.service.store
        append, failed = store.append_all, threading.Event()

        def once(additions: Sequence[Addition]) -> Exception | None:
            if additions[0].entry.sender == "computer" and not failed.is_set():
                failed.set()
                return sa.exc.OperationalError("", {}, Exception("disk full"))
            found: Exception | None = append(additions)
            return found

        store.append_all = once
        table = Table(client, players={"german": "computer:random"})
        assert failed.wait(PATIENCE)
        with joined(table, "soviet") as line:
            while line.screen.views["soviet"][0] == 0:
                line.receive("update")
