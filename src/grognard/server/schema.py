"""The tables of the database. Migrations build them; `Store` and `upkeep` are the only modules that use them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _match_id() -> Column[str]:
    return Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


#: What never changes about a match, and where it stands now (kept so that a list needs no replay).
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the rules it is played with
    Column("scenario", String(64), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", Text, nullable=False),
    Column("dice", Text),  # JSON: chapters of the dice; empty for a match with dice of the first scheme only
    Column("seed_chosen", Boolean, nullable=False),  # by whoever began the match, who can therefore foresee the dice
    Column("created", BigInteger, nullable=False),  # all times are milliseconds since 1970
    Column("players", Text, nullable=False),  # JSON: seat -> human | computer | computer:LEVEL
    Column("solo", Boolean, nullable=False),  # nobody but its creator has ever played it
    Column("revision", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("seating", String(64)),  # who sits where; empty for the usual seating
    Column("deciding", Text),  # the seats that have still to decide, with spaces between; empty when the match is over
    Column("takeback", Text),  # the seat that asks to take something back, and those that have agreed
    Column("changed", BigInteger, nullable=False, index=True),
    Column("data_set", Integer, nullable=False, server_default="1"),  # of the game's data, see grognard.core.data
    Column("verified", String(32)),  # fingerprint of the rules it was last found to play as it did with
    Column("fairness", Text),  # JSON: who holds which seat, and what has been given out
    Column("parted", Text),  # JSON: where the rules have parted it, until all persons agree to go on
)

#: Secret links, one per seat, one for spectators, one for a hotseat. Only their hashes are kept.
links = Table(
    "links",
    metadata,
    _match_id(),
    Column("digest", LargeBinary(32), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
)

#: The log: only ever appended to. Taking back is an entry of its own, with the version it leads back to, and so is a
#: parting, after which commands are no longer in force because the rules have changed.
entries = Table(
    "entries",
    metadata,
    _match_id(),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),  # number of commands in force after this entry
    Column("kind", String(8), nullable=False),  # do | undo | part
    Column("seat", String(32), nullable=False),
    Column("command", Text, nullable=False),
    Column("sender", String(32), nullable=False),  # the link that spoke, or computer
    Column("key", String(100)),  # chosen by the sender, so that saying it twice does it once
    Column("why", Text, nullable=False),
    Column("barrier", Boolean, nullable=False),
    Column("events", LargeBinary, nullable=False),  # a cache: the commands make them anew
    Column("time", BigInteger, nullable=False),
    Column("digest", String(16), nullable=False, server_default=""),  # of the position; entries of the first schema have none
    Column("told", Text, nullable=False, server_default=""),  # the reason as others read it, by seat
    Column("trials", Integer, nullable=False, server_default="0"),  # of a computer player's search, which repeat its decision
    UniqueConstraint("match_id", "sender", "key", name="entries_key"),
)

#: Positions in between, so that a match can be resumed without playing it from the beginning.
snapshots = Table(
    "snapshots",
    metadata,
    _match_id(),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("state", LargeBinary, nullable=False),
    Column("made", String(32)),  # fingerprint of the rules and the layout it was made with
)

messages = Table(
    "messages",
    metadata,
    _match_id(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    _match_id(),
    Column("seat", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)
