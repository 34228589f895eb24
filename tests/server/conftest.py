"""Both databases: SQLite in a file, and a real PostgreSQL server started for the tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from .tables import Client, serving


def _binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


class Postgres:
    """A PostgreSQL server in a temporary folder, reached through its socket; never run as root."""

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.folder = folder
        self.user = "postgres" if os.getuid() == 0 else None
        if self.user:
            shutil.chown(folder, self.user)
        data = folder / "data"
        start: list[str | Path] = [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "grognard",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
        ]
        subprocess.run(start, check=True, capture_output=True, user=self.user, cwd=folder)
        quick = ["-c", "fsync=off", "-c", "listen_addresses=", "-c", "shared_buffers=16MB", "-c", "max_connections=60"]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [binaries / "postgres", "-D", data, "-k", folder, *quick], stdout=log, stderr=log, user=self.user, cwd=folder
            )
        self._wait()

    def url(self, schema: str = "public") -> str:
        return f"postgresql://grognard@/postgres?host={self.folder}&options=-csearch_path%3D{schema}"

    def _wait(self) -> None:
        engine = self._admin()
        for _ in range(200):
            try:
                with engine.connect():
                    return
            except sa.exc.OperationalError:
                time.sleep(0.1)
        raise RuntimeError((self.folder / "log").read_text())

    def _admin(self) -> sa.Engine:
        url = self.url().replace("postgresql://", "postgresql+psycopg://")
        return sa.create_engine(url, isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)

    def new_schema(self) -> str:
        """An empty corner of its own for a test; much cheaper than a database."""
        name = f"m{uuid.uuid4().hex[:12]}"
        with self._admin().connect() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {name}")
        return self.url(name)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # nothing in it is worth tidying up
        self.process.wait(20)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    try:
        server = Postgres(binaries, folder)
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'matches.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_schema()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'matches.db'}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """An application on SQLite, for tests that are not about the database."""
    folder = tmp_path_factory.mktemp("server")
    with serving(f"sqlite:///{folder / 'matches.db'}", folder) as found:
        yield found
