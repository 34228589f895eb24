"""What a host can set, with sound values for one machine and its friends."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from ..core.errors import GrognardError
from ..core.places import cache_folder, data_folder

T = TypeVar("T", int, float)

#: The page as `make setup` builds it.
STATIC = Path(__file__).parent / "static"


class Rate(msgspec.Struct, frozen=True):
    """So many at once, then so many a second."""

    burst: float
    per_second: float


class Limits(msgspec.Struct, frozen=True):
    """How much one address or one link may ask of the server. A factor of 0 in `scaled` turns rates off."""

    requests: Rate = Rate(400, 100)  #: an address, all requests together
    matches: Rate = Rate(40, 0.5)  #: an address, new matches
    imports: Rate = Rate(10, 0.1)  #: an address, imported saves
    guesses: Rate = Rate(30, 0.2)  #: an address, wrong links
    commands: Rate = Rate(100, 30)  #: a link, commands and other changes
    messages: Rate = Rate(20, 1)  #: a link, chat
    body: int = 64 * 1024  #: bytes of a request
    save: int = 4 * 1024 * 1024  #: bytes of an imported save; a campaign of Fire in the East of 60,000 commands has 2.7 million
    frame: int = 16 * 1024  #: bytes of a message on a socket
    waiting: int = 64  #: messages a slow socket may have waiting
    sockets: int = 400  #: an address, sockets open at once; 0: as many as it likes
    connections: int = 0  #: all addresses together; 0: as many as the system allows
    head_seconds: float = 15.0  #: until the head of a request has arrived
    body_seconds: float = 60.0  #: until the rest of it has
    chat_shown: int = 500  #: chat messages given out, newest

    def scaled(self, factor: float) -> Limits:
        """All rates multiplied."""
        rates = ("requests", "matches", "imports", "guesses", "commands", "messages")
        endless = float("inf")
        changed = {
            name: Rate(rate.burst * factor, rate.per_second * factor) if factor else Rate(endless, endless)
            for name in rates
            for rate in [getattr(self, name)]
        }
        return msgspec.structs.replace(self, **changed)


class Settings(msgspec.Struct, frozen=True):
    """Everything `create_app` can be told."""

    limits: Limits = Limits()
    live_matches: int = 600  #: matches kept in memory; see `memory`
    snapshot_every: int = 32  #: commands
    thinkers: int = 1  #: processes for computer players; 0: a thread of the server
    thinking_seconds: float = 10.0  #: after which a search of a computer player is cut short; 0: never
    planner: str = "grognard.ai:planner"  #: what thinks for computer players
    cache: Path = msgspec.field(default_factory=lambda: cache_folder())  #: map tiles
    static: Path = STATIC

    @classmethod
    def from_environment(cls) -> Settings:
        """Everything docs/hosting.md lists; 0 in GROGNARD_RATE means no rates at all."""
        some = max(1, min(4, (os.cpu_count() or 1) - 1))
        usual = Limits()
        limits = msgspec.structs.replace(
            usual.scaled(_number("GROGNARD_RATE", 1.0, 1000)),
            sockets=_number("GROGNARD_SOCKETS", usual.sockets, 100_000),
            connections=_number("GROGNARD_CONNECTIONS", usual.connections, 100_000),
            head_seconds=_number("GROGNARD_HEAD_SECONDS", usual.head_seconds, 3600),
            body_seconds=_number("GROGNARD_BODY_SECONDS", usual.body_seconds, 3600),
        )
        live_matches = _number("GROGNARD_MATCHES", cls().live_matches, 100_000)
        seconds = _number("GROGNARD_THINKING_SECONDS", cls().thinking_seconds, 3600)
        thinkers = _number("GROGNARD_THINKERS", some, 64)
        return cls(limits=limits, thinkers=thinkers, thinking_seconds=seconds, live_matches=live_matches)


def _number(variable: str, usual: T, most: int) -> T:
    """The number that an environment variable holds, from 0 to a limit; the usual one where it is not set."""
    text = os.environ.get(variable)
    if text is None:
        return usual
    try:
        number = type(usual)(text)
    except ValueError:
        number = type(usual)(-1)
    if not 0 <= number <= most:
        raise GrognardError(f"the environment variable {variable} is a number from 0 to {most}, not {text!r}")
    return number


def default_database() -> str:
    """SQLite in the user's data folder."""
    return f"sqlite:///{data_folder() / 'matches.db'}"
