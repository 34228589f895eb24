"""The one way to say no: a rule, a sentence for a person, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable


class GrognardError(Exception):
    """Anything this package refuses; the text is meant for a person."""


class Illegal(GrognardError):
    """A command that the rules refuse. `rule` is the id in the game's rulebook ('' when no rule is involved)."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{why} [{rule}]" if rule else why)
        self.rule = rule
        self.why = why

    def __reduce__(self) -> tuple[type[Illegal], tuple[str, str]]:
        return Illegal, (self.rule, self.why)


def refusal(check: Callable[..., object], *args: object) -> Illegal | None:
    """Why a check does not let something pass; None when it does."""
    try:
        check(*args)
    except Illegal as why:
        return why
    return None


def is_legal(check: Callable[..., object], *args: object) -> bool:
    """Does a check let something pass?"""
    return refusal(check, *args) is None


class BadCommand(Illegal):
    """A text that is no command at all: unknown verb, unit or hex."""

    def __init__(self, why: str) -> None:
        super().__init__("", why)


class BadFile(GrognardError):
    """A file or folder that cannot be used; the message names it, and the place in it."""


class BadCase(GrognardError):
    """A case file that is wrong in itself."""


class BadLog(GrognardError):
    """A stored match whose earlier commands cannot be read."""


class BadSave(GrognardError):
    """A save file that is torn, foreign or forged; the message says what can be rescued."""
