"""Dice: seeded, counted, checkable by anyone, and scriptable for tests.

Roll number n of a match is a pure function of its chapter and n, computed with SHA-256, so it is the same on every
machine for ever, and a state needs to remember only how many rolls were made. A chapter begins at a certain roll, with
a seed and the number of times the match has been taken back beyond a die: such a take-back opens a new chapter, so
that nobody learns the dice to come by it. The hash of a seed is published before its first roll (`commitment`), the
seed after the last: whoever has both can check every roll.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

import msgspec

from .errors import GrognardError

_sha256 = hashlib.sha256

#: How rolls are worked out. Scheme 1 (save format 1) puts seed and number side by side, so that roll 23 of seed "1" is
#: roll 3 of seed "12"; it stays as it is for the matches that were begun with it.
FIRST_SCHEME, SCHEME = 1, 2

LONGEST_SEED = 100


class Chapter(msgspec.Struct, frozen=True):
    """The dice from roll number `first` on."""

    first: int
    scheme: int
    seed: str
    takebacks: int = 0  #: how often the match had been taken back beyond a die

    @property
    def commitment(self) -> str:
        """What is published before its first roll."""
        return commitment(self.seed)

    @property
    def start(self) -> bytes:
        """What is hashed before the number of a roll."""
        if self.scheme == FIRST_SCHEME:
            return f"grognard dice {self.seed}".encode()
        return f"grognard dice {self.scheme}\n{self.seed}\n{self.takebacks}\n".encode()


class Dice(Protocol):
    """Where chance comes from. `index` is the number of the roll, counted by the state."""

    def number(self, index: int, sides: int) -> int:
        """A whole number from 1 to `sides`."""
        ...

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        """The same for a run of rolls, the first of which is number `index`."""
        ...


class SeededDice:
    """The dice of real games: those of a seed (by the first scheme), or of the chapters of a match."""

    def __init__(self, seed: str | int | Sequence[Chapter]) -> None:
        self.chapters = (Chapter(0, FIRST_SCHEME, str(seed)),) if isinstance(seed, str | int) else tuple(seed)
        self._first, self._start = self.chapters[-1].first, self.chapters[-1].start

    def number(self, index: int, sides: int) -> int:
        start = self._start if index >= self._first else self._start_of(index)
        hashed = _sha256(b"%b%d" % (start, index), usedforsecurity=False)  # three times quicker when it need not be secure
        return int.from_bytes(hashed.digest()[:8], "big") % sides + 1

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        start, sha256, read = self._start if index >= self._first else self._start_of(index), _sha256, int.from_bytes
        return [
            read(sha256(b"%b%d" % (start, number), usedforsecurity=False).digest()[:8], "big") % most + 1
            for number, most in enumerate(sides, index)
        ]

    def _start_of(self, index: int) -> bytes:
        """Of the chapter a roll falls in. Chapters begin between commands, so a run of rolls lies in one of them."""
        return next(chapter.start for chapter in reversed(self.chapters) if chapter.first <= index)

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return self.chapters[0].commitment


def new_chapter(chapters: Sequence[Chapter], first: int, seed: str | None = None) -> tuple[Chapter, ...]:
    """The chapters of a match after a take-back beyond a die to roll number `first`, or from there on with a fresh seed.
    Chapters that would begin later have never begun."""
    last = chapters[-1]
    kept = [chapter for chapter in chapters if chapter.first < first]
    takebacks = last.takebacks + 1 if seed is None else last.takebacks
    return (*kept, Chapter(first, SCHEME, last.seed if seed is None else checked_seed(seed), takebacks))


class ScriptedDice:
    """Dice that fall as told; a case that needs more rolls than it wrote is an error."""

    def __init__(self, script: Sequence[int]) -> None:
        self.script = tuple(script)

    def number(self, index: int, sides: int) -> int:
        if index >= len(self.script):
            raise GrognardError(f"the script has only {len(self.script)} rolls and another was needed (1 to {sides})")
        value = self.script[index]
        if not 1 <= value <= sides:
            raise GrognardError(f"scripted roll {value} does not fit a die of {sides} sides")
        return value

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        return [self.number(number, most) for number, most in enumerate(sides, index)]


def checked_seed(seed: str | int) -> str:
    """A seed as text: anything that stands on one line of a save and is read back from it unchanged."""
    text = str(seed)
    if not text.isprintable() or text != text.strip() or not 1 <= len(text) <= LONGEST_SEED:
        raise GrognardError(f"a seed is a word or a number of 1 to {LONGEST_SEED} printable characters, not {text[:40]!r}")
    return text


def commitment(seed: str | int) -> str:
    """The hash that binds a seed without showing it."""
    return hashlib.sha256(f"grognard commitment {seed}".encode()).hexdigest()
