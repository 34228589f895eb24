"""Opening a database: its URL, its dialect, its health, its migrations."""

from __future__ import annotations

import itertools
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from ..core.errors import GrognardError

log = logging.getLogger("grognard.server")

BUSY_MS = 15_000  #: how long a writer waits for another process


class DatabaseRefused(GrognardError):
    """The database cannot be used; the message says why and what to do."""


def normal_url(database: str) -> str:
    """A database as SQLAlchemy names it: a bare path is SQLite, PostgreSQL is spoken to by psycopg."""
    if database.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + database.split("://", 1)[1]
    if "://" not in database:
        return f"sqlite:///{Path(database).absolute()}"
    return database


def open_database(database: str) -> sa.Engine:
    """An engine on a sound database of the present schema; else `DatabaseRefused`."""
    url = normal_url(database)
    try:
        parsed = sa.engine.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        raise DatabaseRefused(f"{database!r} names no database: give a file, or postgresql://USER@HOST/NAME") from None
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise DatabaseRefused(f"{database!r} names no file: matches kept in memory would be lost")
    shown = parsed.render_as_string(hide_password=True)
    try:
        engine = sa.create_engine(url, **({"pool_pre_ping": True, "pool_size": 10} if url.startswith("postgresql") else {}))
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _prepare_sqlite)
            with engine.connect() as connection:
                faults = [str(row[0]) for row in connection.exec_driver_sql("PRAGMA quick_check(5)")]
            if faults != ["ok"]:
                raise DatabaseRefused(_damaged(shown, " ".join("; ".join(faults).split())))
        _migrate(engine)
    except (sa.exc.DatabaseError, sa.exc.ArgumentError, ModuleNotFoundError) as error:
        cause = re.sub(r"\s+", " ", str(getattr(error, "orig", None) or error))
        damaged = "not a database" in cause or "malformed" in cause
        raise DatabaseRefused(_damaged(shown, cause) if damaged else f"the database {shown} cannot be used: {cause}") from None
    except CommandError as error:
        raise DatabaseRefused(f"the database {shown} belongs to another version of Grognard: {error}") from None
    return engine


def _damaged(shown: str, cause: str) -> str:
    return (
        f"the database {shown} is damaged ({cause}). Nothing has been changed in it. "
        "Restore a backup, or save what is readable with `sqlite3 FILE .recover` into a new file (docs/hosting.md)."
    )


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # a commit that was acknowledged survives a power cut too
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _migrate(engine: sa.Engine) -> None:
    """Bring the tables up to date; a file of SQLite is copied first."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", "grognard.server:migrations")
    steps = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and steps.get_revision(present) and present != steps.get_current_head():
        if engine.dialect.name == "sqlite":
            _copy(Path(str(engine.url.database)), present)
        log.info("the database is brought from schema %s to %s", present, steps.get_current_head())
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _copy(path: Path, schema: str) -> None:
    """Keep a database as it is before an upgrade, in a file beside it: matches.db.schema-0001. What is still in its
    write-ahead log is in the copy too."""
    name = f"{path.name}.schema-{schema}"
    names = (path.with_name(name if number == 1 else f"{name}-{number}") for number in itertools.count(1))
    target = next(each for each in names if not each.exists())
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(unfinished)) as kept:
            source.backup(kept)
        unfinished.replace(target)
    except (sqlite3.Error, OSError) as error:
        unfinished.unlink(missing_ok=True)
        raise DatabaseRefused(
            f"the database {path} cannot be copied before its upgrade ({error}); nothing has been changed in it"
        ) from None
    log.warning("the database was copied to %s before its upgrade", target)
