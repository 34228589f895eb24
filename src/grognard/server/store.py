"""Everything that is kept: matches, their links, logs, snapshots, chat and notes.

Methods are plain calls that return when the database has committed. Whoever writes to a match says which
revision it knows; if the log has gone on meanwhile nothing is written and `Overtaken` is raised.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import msgspec
import sqlalchemy as sa

from ..core.dice import FIRST_SCHEME, Chapter
from ..core.errors import GrognardError
from ..core.history import Past
from ..core.state import State
from . import schema as t
from .fairness import Fairness

#: moves the head of a match on, if nobody else has done so
_HEAD = t.matches.update().where(t.matches.c.id == sa.bindparam("id_"), t.matches.c.revision == sa.bindparam("before"))

_encode = msgspec.msgpack.encode


class Overtaken(Exception):
    """Somebody else has written to the match."""


class Uncertain(Exception):
    """The database has not answered a commit: what was to be written may be there or not."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the log."""

    revision: int
    version: int
    kind: str
    seat: str
    command: str
    sender: str
    key: str | None = None
    why: str = ""
    barrier: bool = True
    events: bytes = b"\x90"
    time: int = 0
    digest: str = ""
    told: str = ""  #: the reason as others read it, see `grognard.server.reasons`
    trials: int = 0  #: that a computer player made for it: with as many it decides the same again

    def past(self) -> Past:
        return Past(self.seat, self.command, self.barrier, self.events, self.digest)


class Addition(msgspec.Struct, frozen=True):
    """An entry to be written to the log of a match, who must decide after it, the dice from then on, and perhaps the
    position it leads to with the fingerprint of what it was made with."""

    match_id: str
    entry: Entry
    deciding: str | None  #: as the table of matches has it
    dice: tuple[Chapter, ...]
    snapshot: bytes | None = None
    made: str = ""


class Parted(msgspec.Struct, frozen=True):
    """The rules have changed and the match goes on after command `version`, once all persons have agreed to it."""

    version: int
    why: str
    agreed: tuple[str, ...] = ()


class Renewal(msgspec.Struct, frozen=True):
    """What is written when a match has been replayed under other rules than before: the fingerprint it was compared with,
    entries with events made anew, a position, and the parting if it no longer plays as it did."""

    match_id: str
    revision: int
    verified: str
    entries: list[Entry]
    snapshot: tuple[int, bytes] | None
    parting: Addition | None = None
    parted: Parted | None = None


class Record(msgspec.Struct):
    """A match without its log."""

    id: str
    game: str
    rules: int
    scenario: str
    options: dict[str, str]
    dice: tuple[Chapter, ...]
    seed_chosen: bool
    created: int
    players: dict[str, str]
    solo: bool
    revision: int
    version: int
    deciding: str | None
    takeback: str | None
    data_set: int = 1
    verified: str | None = None
    parted: Parted | None = None
    seating: str | None = None
    fairness: Fairness = Fairness()


class Message(msgspec.Struct, frozen=True):
    """A line of chat."""

    n: int
    seat: str
    text: str
    time: int


class Snapshot(msgspec.Struct, frozen=True):
    """A stored position: a cache, good for what it was made with."""

    version: int
    state: bytes
    made: str | None


def in_force(log: Sequence[Entry]) -> list[Entry]:
    """The commands of a log that have been neither taken back nor struck out: number n - 1 is the one that led to version n."""
    line: list[Entry] = []
    for entry in log:
        if entry.kind == "do":
            line.append(entry)
        else:
            del line[entry.version :]
    return line


def taken_back(log: Sequence[Entry]) -> list[Entry]:
    """The commands of a log that were taken back and can be done again, the next one first. Behind a barrier it would not be the
    same again, as far as the log can tell."""
    line: list[Entry] = []
    undone: list[Entry] = []
    for entry in log:
        gone = line[entry.version :] if entry.kind == "undo" else []
        if entry.kind == "do":
            again = undone and (undone[0].seat, undone[0].command) == (entry.seat, entry.command)
            undone = undone[1:] if again else []
            line.append(entry)
            continue
        undone = [*gone, *undone] if gone and not any(one.barrier for one in gone) else []
        del line[entry.version :]
    return undone


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def pack_state(state: State) -> bytes:
    return zlib.compress(_encode(state.to_dict()), 1)


def unpack_state(data: bytes) -> dict[str, Any]:
    """The inverse of `pack_state`; a `GrognardError` for anything else."""
    try:
        return msgspec.msgpack.decode(zlib.decompress(data), type=dict[str, Any])
    except (zlib.error, msgspec.MsgspecError) as error:
        raise GrognardError(f"the stored position cannot be read: {error}") from None


class _Compiled:
    """A statement that is carried out for many rows at every moment: it is worked out once, and rows are handed to the driver as
    they are."""

    def __init__(self, engine: sa.Engine, statement: sa.Insert | sa.Update, names: Sequence[str]) -> None:
        compiled = statement.compile(dialect=engine.dialect, column_keys=[name for name in names if name in _columns(statement)])
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        self._text, self._names = str(compiled), names
        wanted = compiled.positiontup
        self._places = None if wanted is None else [names.index(name) for name in wanted]

    def execute(self, db: sa.Connection, rows: Sequence[tuple[Any, ...]]) -> sa.CursorResult[Any]:
        """Rows have their values in the order of the names."""
        if self._places is None:
            return db.exec_driver_sql(self._text, [dict(zip(self._names, row, strict=True)) for row in rows])
        return db.exec_driver_sql(self._text, [tuple([row[k] for k in self._places]) for row in rows])


def _columns(statement: sa.Insert | sa.Update) -> set[str]:
    return {column.key for column in statement.table.columns}


class Store:
    """The database of a server."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        # SQLite has one writer at a time; queueing here is fairer than polling its lock
        self._writer = threading.Lock() if engine.dialect.name == "sqlite" else nullcontext()
        heads = ("id_", "before", "revision", "version", "deciding", "takeback", "dice", "changed")
        self._heads = _Compiled(engine, _HEAD, heads)
        self._entries = _Compiled(engine, t.entries.insert(), ("match_id", *Entry.__struct_fields__))

    @contextmanager
    def _write(self) -> Iterator[sa.Connection]:
        with self._writer, self.engine.connect() as connection:
            yield connection  # leaving without a commit takes everything back
            try:
                connection.commit()
            except Exception as error:
                raise Uncertain from error

    def close(self) -> None:
        self.engine.dispose()

    # ---------------------------------------------------------------- matches

    def create(self, record: Record, digests: dict[str, bytes], log: list[Entry], snapshots: dict[int, bytes]) -> None:
        """Keep a new match (with the log of an imported one)."""
        row = msgspec.structs.asdict(record) | {"changed": record.created, "seed": record.dice[0].seed}
        for name in _TYPES:
            row[name] = _json(getattr(record, name))
        with self._write() as db:
            db.execute(t.matches.insert().values(row))
            made = [{"match_id": record.id, "name": n, "digest": d, "created": record.created} for n, d in digests.items()]
            db.execute(t.links.insert(), made)
            if log:
                db.execute(t.entries.insert(), [msgspec.structs.asdict(entry) | {"match_id": record.id} for entry in log])
            if snapshots:
                rows = [
                    {"match_id": record.id, "version": version, "state": state, "made": record.verified}
                    for version, state in snapshots.items()
                ]
                db.execute(t.snapshots.insert(), rows)

    def find(self, match_id: str) -> Record | None:
        """A match by its id."""
        with self.engine.connect() as db:
            row = db.execute(sa.select(t.matches).where(t.matches.c.id == match_id)).mappings().first()
        return None if row is None else _record(row)

    def changed(self, match_id: str) -> int:
        """When something was last done in a match."""
        with self.engine.connect() as db:
            return db.scalar(sa.select(t.matches.c.changed).where(t.matches.c.id == match_id)) or 0

    def read(self, match_id: str) -> tuple[Record, list[Entry], Snapshot | None] | None:
        """A match, its log and its latest stored position, all of one moment: read again if it has moved on meanwhile."""
        record = self.find(match_id)
        while record is not None:
            log, stored = self.log(match_id), self.snapshot(match_id)
            before, record = record, self.find(match_id)
            if record is not None and record.revision == before.revision:
                return record, log, stored
        return None

    def waiting_for_computers(self) -> list[str]:
        """Matches in which a seat must decide that the computer plays."""
        with self.engine.connect() as db:
            rows = db.execute(
                sa.select(t.matches).where(t.matches.c.deciding.is_not(None), t.matches.c.players.contains("computer"))
            ).mappings()
            records = [_record(row) for row in rows]
        return [r.id for r in records if any(r.players[seat].startswith("computer") for seat in (r.deciding or "").split())]

    def set_players(
        self, match_id: str, players: dict[str, str], solo: bool, fairness: Fairness, dice: tuple[Chapter, ...]
    ) -> None:
        self._update(match_id, players=_json(players), solo=solo, fairness=_json(fairness), dice=_json(dice))

    def set_fairness(self, match_id: str, fairness: Fairness) -> None:
        self._update(match_id, fairness=_json(fairness))

    def claim(self, match_id: str, name: str, digest: bytes, fairness: Fairness, dice: tuple[Chapter, ...]) -> None:
        """Exchange the first link of a seat for a new one."""
        with self._write() as db:
            _replace_link(db, match_id, name, digest)
            values = {"fairness": _json(fairness), "dice": _json(dice), "changed": now()}
            db.execute(t.matches.update().where(t.matches.c.id == match_id).values(**values))

    def set_parted(self, match_id: str, parted: Parted | None, dice: tuple[Chapter, ...]) -> None:
        self._update(match_id, parted=_json(parted), dice=_json(dice))

    def set_takeback(self, match_id: str, request: str | None) -> None:
        self._update(match_id, takeback=request)

    def _update(self, match_id: str, **values: Any) -> None:
        with self._write() as db:
            db.execute(t.matches.update().where(t.matches.c.id == match_id).values(**values, changed=now()))

    # ---------------------------------------------------------------- the log

    def append(self, additions: Sequence[Addition]) -> list[Exception | None]:
        """Write entries of different matches and move their heads on, in one commit: this is the moment commands count.
        Tells of each what has gone wrong with it; what could not be written has no effect on the others."""
        fault = self.append_all(additions)
        if fault is None or len(additions) == 1:
            return [fault] * len(additions)
        return [self.append_all([addition]) for addition in additions]

    def append_all(self, additions: Sequence[Addition]) -> Exception | None:
        """Write entries, those of one match in their order: all of them, or none if something goes wrong."""
        try:
            with self._write() as db:
                self._append(db, additions)
            return None
        except Exception as error:
            return error

    def _append(self, db: sa.Connection, additions: Sequence[Addition]) -> None:
        heads = [
            (a.match_id, a.entry.revision - 1, a.entry.revision, a.entry.version, a.deciding, None, _json(a.dice), a.entry.time)
            for a in additions
        ]
        if self._heads.execute(db, heads).rowcount != len(additions):
            raise Overtaken
        self._entries.execute(db, [(a.match_id, *msgspec.structs.astuple(a.entry)) for a in additions])
        for addition in additions:
            if addition.entry.kind != "do":
                c = t.snapshots.c
                gone = (c.match_id == addition.match_id) & (c.version > addition.entry.version)
                db.execute(t.snapshots.delete().where(gone))
        snapshots = [
            {"match_id": a.match_id, "version": a.entry.version, "state": a.snapshot, "made": a.made}
            for a in additions
            if a.snapshot is not None
        ]
        if snapshots:
            db.execute(t.snapshots.insert(), snapshots)

    def renew(self, renewal: Renewal) -> None:
        """Write what a replay under other rules has led to; `Overtaken` if the match has gone on meanwhile."""
        mine, c = t.matches.c.id == renewal.match_id, t.entries.c
        with self._write() as db:
            known = mine & (t.matches.c.revision == renewal.revision)
            if not db.execute(t.matches.update().where(known).values(verified=renewal.verified)).rowcount:
                raise Overtaken
            if renewal.entries:
                changed = [{"entry": e.revision, "events": e.events, "digest": e.digest} for e in renewal.entries]
                db.execute(t.entries.update().where(c.match_id == renewal.match_id, c.revision == sa.bindparam("entry")), changed)
            db.execute(t.snapshots.delete().where(t.snapshots.c.match_id == renewal.match_id))
            if renewal.snapshot is not None:
                version, state = renewal.snapshot
                made = {"match_id": renewal.match_id, "version": version, "state": state, "made": renewal.verified}
                db.execute(t.snapshots.insert().values(made))
            if renewal.parting is not None:
                self._append(db, [renewal.parting])
                db.execute(t.matches.update().where(mine).values(parted=_json(renewal.parted)))

    def log(self, match_id: str) -> list[Entry]:
        """Everything that has been said, taken back or not."""
        columns = [t.entries.c[name] for name in Entry.__struct_fields__]
        with self.engine.connect() as db:
            query = sa.select(*columns).where(t.entries.c.match_id == match_id).order_by(t.entries.c.revision)
            return [Entry(*row) for row in db.execute(query)]

    def lowest_since(self, match_id: str, revision: int) -> int | None:
        """The earliest version that has been gone back to after a revision; None if nothing was taken back."""
        c = t.entries.c
        query = sa.select(sa.func.min(c.version)).where(c.match_id == match_id, c.revision > revision, c.kind != "do")
        with self.engine.connect() as db:
            lowest: int | None = db.execute(query).scalar_one()
        return lowest

    def snapshot(self, match_id: str) -> Snapshot | None:
        """The latest stored position."""
        c = t.snapshots.c
        query = sa.select(c.version, c.state, c.made).where(c.match_id == match_id).order_by(c.version.desc()).limit(1)
        with self.engine.connect() as db:
            row = db.execute(query).first()
        return None if row is None else Snapshot(*row)

    # ---------------------------------------------------------------- links

    def links(self, match_id: str) -> list[tuple[str, bytes]]:
        """(name, hash) of every link that is still good."""
        query = sa.select(t.links.c.name, t.links.c.digest).where(t.links.c.match_id == match_id, t.links.c.revoked.is_(None))
        with self.engine.connect() as db:
            return [(row.name, bytes(row.digest)) for row in db.execute(query)]

    def replace_link(self, match_id: str, name: str, digest: bytes) -> None:
        """Revoke every link of that name and make another."""
        with self._write() as db:
            _replace_link(db, match_id, name, digest)

    # ---------------------------------------------------------------- talk

    def messages(self, match_id: str, after: int, most: int) -> list[Message]:
        """Chat after a message, the newest `most` of it."""
        c = t.messages.c
        query = sa.select(c.n, c.seat, c.text, c.time).where(c.match_id == match_id, c.n > after).order_by(c.n.desc()).limit(most)
        with self.engine.connect() as db:
            return [Message(*row) for row in db.execute(query)][::-1]

    def add_message(self, match_id: str, seat: str, text: str) -> Message:
        with self._write() as db:
            last = db.execute(sa.select(sa.func.max(t.messages.c.n)).where(t.messages.c.match_id == match_id)).scalar_one()
            message = Message((last or 0) + 1, seat, text, now())
            db.execute(t.messages.insert().values(msgspec.structs.asdict(message) | {"match_id": match_id}))
        return message

    def note(self, match_id: str, seat: str) -> str:
        c = t.notes.c
        with self.engine.connect() as db:
            return db.execute(sa.select(c.text).where(c.match_id == match_id, c.seat == seat)).scalar() or ""

    def set_note(self, match_id: str, seat: str, text: str) -> None:
        mine = (t.notes.c.match_id == match_id) & (t.notes.c.seat == seat)
        with self._write() as db:
            if not db.execute(t.notes.update().where(mine).values(text=text)).rowcount:
                db.execute(t.notes.insert().values(match_id=match_id, seat=seat, text=text))


def _json(data: Any) -> str | None:
    return None if data is None else msgspec.json.encode(data).decode()


#: What is kept as JSON.
_TYPES: dict[str, Any] = {
    "options": dict[str, str], "players": dict[str, str], "dice": tuple[Chapter, ...], "parted": Parted, "fairness": Fairness,
}  # fmt: skip


def _replace_link(db: sa.Connection, match_id: str, name: str, digest: bytes) -> None:
    old = (t.links.c.match_id == match_id) & (t.links.c.name == name) & t.links.c.revoked.is_(None)
    db.execute(t.links.update().where(old).values(revoked=now()))
    db.execute(t.links.insert().values(match_id=match_id, name=name, digest=digest, created=now()))


def _record(row: sa.RowMapping) -> Record:
    fields = {name: row[name] for name in Record.__struct_fields__}
    for name, stored_as in _TYPES.items():
        if fields[name] is not None:
            fields[name] = msgspec.json.decode(fields[name], type=stored_as)
    fields["dice"] = fields["dice"] or (Chapter(0, FIRST_SCHEME, row["seed"]),)
    fields["fairness"] = fields["fairness"] or Fairness()
    return Record(**fields)
