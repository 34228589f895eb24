"""Databases: migrations, damage, matches that cannot be restored, two servers on one database."""

from __future__ import annotations

import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from grognard.server.database import DatabaseRefused, normal_url, open_database
from grognard.server.live import Live
from grognard.server.schema import metadata
from grognard.server.store import Entry

from .tables import Mirror, Table, as_sent, serving


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def other_kind(context: MigrationContext, _: object, __: object, found: sa.types.TypeEngine[Any], wanted: Any) -> bool | None:
    """Texts are of one kind to SQLite, however long they may be; all else is compared as usual."""
    texts = isinstance(found, sa.String) and isinstance(wanted, sa.String)
    return False if texts and context.dialect.name == "sqlite" else None


def test_migrations_build_the_schema(database: str) -> None:
    engine = open_database(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": other_kind})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    open_database(database).dispose()  # a second start changes nothing


def test_a_database_of_a_later_version_is_refused(database: str) -> None:
    engine = open_database(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(DatabaseRefused, match="another version"):
        open_database(database)


def test_urls() -> None:
    assert normal_url("postgres://u@h/d") == normal_url("postgresql://u@h/d") == "postgresql+psycopg://u@h/d"
    assert normal_url("some/file.db").startswith("sqlite:////")
    for wrong in ("nonsense://x", "sqlite:////no/such/folder/x.db", "postgresql://u:secret@127.0.0.1:1/d"):
        with pytest.raises(DatabaseRefused) as refused:
            open_database(wrong)
        assert "secret" not in str(refused.value)


def test_a_torn_log_tail_is_recovered(sqlite: str, tmp_path: Path) -> None:
    """SQLite's own log is cut off in the middle: whole commits are kept, the torn one is dropped."""
    mirror = Mirror()
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
        mirror.play(table, 20)
        copy = tmp_path / "copy.db"
        shutil.copy(file_of(sqlite), copy)
        wal = Path(f"{file_of(sqlite)}-wal").read_bytes()
    versions = []
    for cut in (1, 5000, 50_000):
        torn = tmp_path / f"torn{cut}.db"
        shutil.copy(copy, torn)
        Path(f"{torn}-wal").write_bytes(wal[:-cut])
        with serving(f"sqlite:///{torn}", tmp_path) as client:
            table.http = client
            info = table.german.info()
            versions.append(info["version"])
            assert info["view"] == as_sent(mirror.match.at(info["version"]).view("german"))
    assert 20 > versions[0] >= versions[1] >= versions[2] > 0


@pytest.mark.parametrize("damage", ["cut", "scribbled", "foreign"])
def test_a_damaged_database_is_refused_clearly(damage: str, sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        Mirror().play(Table(client), 20)
    path = file_of(sqlite)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    spoilt = {
        "cut": data[: len(data) * 2 // 3],
        "scribbled": data[:5000] + b"\xff" * (len(data) - 10_000) + data[-5000:],
        "foreign": b"this is not a database, it is a letter" * 100,
    }[damage]
    path.write_bytes(spoilt)
    with pytest.raises(DatabaseRefused, match=r"is damaged .* Nothing has been changed"):
        open_database(sqlite)
    assert path.read_bytes() == spoilt


@pytest.mark.parametrize("positions", [1, 1000], ids=["behind a stored position", "without stored positions"])
def test_a_match_that_cannot_be_restored_says_so_and_spares_the_others(sqlite: str, tmp_path: Path, positions: int) -> None:
    with serving(sqlite, tmp_path, snapshot_every=positions) as client:
        spoilt, sound, old, cut = (Table(client) for _ in range(4))
        for table in (spoilt, sound, old, cut):
            Mirror().play(table, 5)
    with sqlite3.connect(file_of(sqlite)) as connection:
        connection.execute("UPDATE entries SET command = 'move nonsense' WHERE match_id = ? AND revision = 3", (spoilt.id,))
        connection.execute("UPDATE matches SET rules = 99, verified = 'other rules' WHERE id = ?", (old.id,))
        connection.execute("DELETE FROM entries WHERE match_id = ? AND revision = 5", (cut.id,))
    with serving(sqlite, tmp_path) as client:
        for table, why in ((spoilt, "no unit called"), (cut, "4 commands instead of 5")):
            table.http = client
            answer = table.german.get()
            assert answer.status_code == 503
            assert why in answer.json()["error"]
        for table in (sound, old):
            table.http = client
            assert table.german.info()["version"] == 5


def test_two_servers_on_one_database_do_not_fork_a_match(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as here, serving(database, tmp_path) as there:
        table = Table(here)
        table.german.say("order move-fight", version=0)
        table.http = there
        assert table.german.info()["version"] == 1
        table.german.say("done", version=1)
        table.http = here
        answer = table.german.say("done", version=1)
        assert answer.status_code == 409, "the first server did not know of the second command"
        assert table.german.info()["version"] == 2
        assert table.german.say("done", version=2).status_code == 200


def test_a_match_that_moves_on_while_it_is_read_is_read_again(database: str, tmp_path: Path) -> None:
    with serving(database, tmp_path) as here, serving(database, tmp_path) as there:
        table = Table(here)
        german = table.german
        store = there.app.state.service.store
        read_log = store.log

        def overtaken(match_id: str) -> list[Entry]:
            store.log = read_log
            assert german.say("order move-fight", version=0).status_code == 200
            return read_log(match_id)  # type: ignore[no-any-return]

        store.log = overtaken
        table.http = there
        assert table.german.info()["version"] == 1


def test_everybody_who_comes_at_once_shares_one_loading(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
    with serving(sqlite, tmp_path) as client:
        service = client.app.state.service
        load = service.memory._load
        loaded: list[str] = []

        def slowly(match_id: str) -> Live:
            loaded.append(match_id)
            sleep(0.2)
            return load(match_id)  # type: ignore[no-any-return]

        def found(match_id: str) -> Live:
            with service.memory.hold(match_id) as live:
                return live  # type: ignore[no-any-return]

        service.memory._load = slowly
        with ThreadPoolExecutor(6) as threads:
            lives = list(threads.map(found, [table.id] * 6))
        assert loaded == [table.id]
        assert len(set(map(id, lives))) == 1


def test_a_change_that_cannot_be_stored_has_not_happened(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path) as client:
        table = Table(client)
        store = client.app.state.service.store
        with store.engine.begin() as connection:
            connection.execute(
                sa.text("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
            )
        answer = table.german.say("order move-fight", version=0)
        assert answer.status_code == 503
        assert table.german.info()["version"] == 0
        with store.engine.begin() as connection:
            connection.execute(sa.text("DROP TRIGGER full"))
        assert table.german.say("order move-fight", version=0).status_code == 200


def test_matches_leave_memory_and_come_back(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite, tmp_path, live_matches=3) as client:
        tables = [(Table(client, seed=str(n)), Mirror(seed=str(n), luck=n)) for n in range(8)]
        for _ in range(3):
            for table, mirror in tables:
                mirror.play(table, 4)
        assert len(client.app.state.service.memory) <= 3
        for table, mirror in tables:
            assert table.soviet.info()["view"] == as_sent(mirror.match.view("soviet"))
