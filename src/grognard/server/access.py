"""Who may do what: secret links, one per seat, one for spectators, one for a hotseat."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

import msgspec

SPECTATOR, HOTSEAT = "spectator", "hotseat"
#: No real link is longer; anything else is refused before it is hashed.
LONGEST = 200


class Pass(msgspec.Struct, frozen=True):
    """A link that has been checked: its match, whose it is (a seat, spectator or hotseat), and the seat a hotseat
    speaks for out of turn."""

    match: str
    name: str
    digest: bytes
    seat: str | None = None

    @property
    def watches(self) -> bool:
        return self.name == SPECTATOR

    @property
    def hotseat(self) -> bool:
        return self.name == HOTSEAT

    def speaking_for(self, seat: str | None) -> Pass:
        """The same link for a certain seat; None leaves it where it is."""
        return self if seat is None else msgspec.structs.replace(self, seat=seat)


class Denied(Exception):
    """The request is refused before the rules are asked."""

    def __init__(self, status: int, error: str, **more: int | str) -> None:
        super().__init__(error)
        self.status, self.error, self.more = status, error, more


def new_token() -> str:
    """192 bits nobody can guess."""
    return secrets.token_urlsafe(24)


def new_match_id() -> str:
    return secrets.token_hex(8)


def is_match_id(text: str) -> bool:
    """Could this be a match? (Anything else never reaches the database.)"""
    return re.fullmatch(r"[0-9a-f]{16}", text) is not None


def digest(token: str) -> bytes:
    """What is kept of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).digest()


def bearer(header: str | None) -> str:
    """The token of an Authorization header."""
    scheme, _, token = (header or "").partition(" ")
    if scheme.lower() != "bearer" or not token or len(token) > LONGEST:
        raise Denied(401, "this needs the secret link of a seat (Authorization: Bearer ...)")
    return token


def recognise(match: str, token: str, links: list[tuple[str, bytes]]) -> Pass:
    """The link a token belongs to. Every link is compared, in constant time, so that timing tells nothing."""
    given = digest(token)
    found = [name for name, known in links if hmac.compare_digest(known, given)]
    if not found:
        raise Denied(401, "this link is wrong or has been revoked")
    return Pass(match, found[0], given)
