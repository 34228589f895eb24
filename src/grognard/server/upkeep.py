"""Upkeep of a database without SQL: a backup that any database of ours can be restored from, a list, deleting, a new link.

A backup is a packed file of rows, read in one transaction while the server may go on; it holds everything but the links
themselves, of which the database knows only hashes, so the links people have stay good after a restore."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec
import sqlalchemy as sa

from ..core.errors import GrognardError
from . import schema as t
from .access import digest, new_token
from .database import open_database
from .store import Store

_KIND, _LOT = "grognard backup 1", 500
_pack, _unpack = msgspec.msgpack.encode, msgspec.msgpack.Decoder(dict[str, Any])


class Kept(msgspec.Struct, frozen=True):
    """A match in the list."""

    id: str
    game: str
    scenario: str
    players: dict[str, str]
    commands: int
    deciding: str
    changed: int  #: milliseconds since 1970


@contextmanager
def _opened(database: str) -> Iterator[sa.Engine]:
    engine = open_database(database)
    try:
        yield engine
    finally:
        engine.dispose()


def matches(database: str) -> list[Kept]:
    """All matches, the latest first."""
    c = t.matches.c
    with _opened(database) as engine, engine.connect() as db:
        wanted = (c.id, c.game, c.scenario, c.players, c.version, c.deciding, c.changed)
        rows = db.execute(sa.select(*wanted).order_by(c.changed.desc()))
        return [Kept(r[0], r[1], r[2], msgspec.json.decode(r[3]), r[4], r[5] or "over", r[6]) for r in rows]


def backup(database: str, path: Path) -> int:
    """Write all matches to a file; how many there are. Nothing is left behind under its name unless it is whole."""
    if not path.name:
        raise GrognardError("a backup needs a file to be written to")
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with _opened(database) as engine, engine.connect() as db, gzip.open(unfinished, "wb", compresslevel=6) as file:
            if engine.dialect.name != "sqlite":
                db = db.execution_options(isolation_level="REPEATABLE READ")
            db.begin()
            _write(file, {"kind": _KIND})
            for table in t.metadata.sorted_tables:
                for row in db.execution_options(yield_per=_LOT).execute(sa.select(table)).mappings():
                    _write(file, {"table": str(table.name), "row": {str(key): value for key, value in row.items()}})
            _write(file, {"kind": "end"})
            count: int = db.scalar(sa.select(sa.func.count()).select_from(t.matches)) or 0
        unfinished.replace(path)
        return count
    except OSError as error:
        raise GrognardError(f"the backup cannot be written: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)


def restore(database: str, path: Path) -> int:
    """Put all matches of a backup into a database that has none; how many there are. All of them, or none."""
    with _opened(database) as engine, engine.begin() as db:
        if db.scalar(sa.select(sa.func.count()).select_from(t.matches)):
            raise GrognardError("there are matches in this database: restore into a new one, and nothing can be overwritten")
        tables, count, lot = {table.name: table for table in t.metadata.sorted_tables}, 0, list[dict[str, Any]]()
        last = ""
        for entry in _read(path):
            if entry["table"] not in tables:
                raise GrognardError(f"{path} comes from another version of Grognard: it has {entry['table']!r}")
            if lot and (entry["table"] != last or len(lot) >= _LOT):
                db.execute(tables[last].insert(), lot)
                lot = []
            last = entry["table"]
            lot.append(entry["row"])
            count += last == t.matches.name
        if lot:
            db.execute(tables[last].insert(), lot)
        return count


def delete(database: str, match: str) -> None:
    """Delete a match with its links, its log and its talk."""
    with _opened(database) as engine, engine.begin() as db:
        for table in reversed(t.metadata.sorted_tables):
            if table is not t.matches:
                db.execute(table.delete().where(table.c.match_id == match))
        if not db.execute(t.matches.delete().where(t.matches.c.id == match)).rowcount:
            raise GrognardError(f"there is no match {match!r}")


def relink(database: str, match: str, seat: str) -> str:
    """A new link for a seat whose owner has lost his; the old one opens nothing any more."""
    with _opened(database) as engine:
        store = Store(engine)
        names = [name for name, _ in store.links(match)]
        if not names:
            raise GrognardError(f"there is no match {match!r}")
        if seat not in names:
            raise GrognardError(f"the match has links for {', '.join(sorted(set(names)))}, not {seat!r}")
        token = new_token()
        store.replace_link(match, seat, digest(token))
        return f"/play#{match}.{token}"


def _write(file: IO[bytes] | gzip.GzipFile, entry: dict[str, Any]) -> None:
    data = _pack(entry)
    file.write(len(data).to_bytes(4, "big") + data)


def _read(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a backup; refused where it is none, or not whole."""
    try:
        with gzip.open(path, "rb") as file:
            first = True
            while True:
                size = int.from_bytes(file.read(4), "big")
                entry = _unpack.decode(file.read(size))
                if first and entry.get("kind") != _KIND:
                    raise GrognardError(f"{path} is no backup of Grognard")
                if not first and entry.get("kind") == "end":
                    return
                if not first:
                    yield entry
                first = False
    except (OSError, EOFError, msgspec.MsgspecError) as error:
        raise GrognardError(f"{path} is no whole backup of Grognard: {error}") from None
