"""Dice: seeded, counted, checkable by anyone, and scriptable for tests.

Roll number n of a game is a pure function of (seed, n), computed with SHA-256, so it is the same on
every machine for ever, and a state needs to remember only how many rolls were made. The hash of the
seed is published before the first roll (`commitment`), the seed after the last: whoever has both can
check every roll.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol

from .errors import GrognardError

_sha256 = hashlib.sha256

LONGEST_SEED = 100


class Dice(Protocol):
    """Where chance comes from. `index` is the number of the roll, counted by the state."""

    def number(self, index: int, sides: int) -> int:
        """A whole number from 1 to `sides`."""
        ...

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        """The same for a run of rolls, the first of which is number `index`."""
        ...


class SeededDice:
    """The dice of real games."""

    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)
        self._start = f"grognard dice {self.seed}".encode()

    def number(self, index: int, sides: int) -> int:
        return self.numbers(index, (sides,))[0]

    def numbers(self, index: int, sides: Sequence[int]) -> list[int]:
        start, sha256, read = self._start, _sha256, int.from_bytes
        return [  # hashing is three times quicker when it need not be secure
            read(sha256(b"%b%d" % (start, number), usedforsecurity=False).digest()[:8], "big") % most + 1
            for number, most in enumerate(sides, index)
        ]

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return commitment(self.seed)


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
