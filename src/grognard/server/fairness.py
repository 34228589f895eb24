"""Fairness at a shared table: who holds a seat, which seats share a screen, and what has been given out.

Whoever begins a match has the links of all its seats. A seat that is mailed to somebody is *claimed* by him: he gets a new
link, and the old one opens nothing any more. What could be seen or foreseen before that is told to everybody for ever.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from . import wire
from .access import HOTSEAT

if TYPE_CHECKING:
    from .live import Live

SAVE, VIEW, SCREEN, IMPORT = "save", "view", "screen", "import"


class Disclosure(msgspec.Struct, frozen=True):
    """Something given out that an opponent should know of: to or about whom, after which command, and the seed it showed."""

    kind: str
    seat: str
    version: int
    commitment: str = ""

    def text(self) -> str:
        """In a sentence."""
        after = f"after command {self.version}" if self.version else "before the first command"
        return {
            SAVE: f"A save was given to {self.seat} {after}: it shows everything hidden then and the dice that were to come.",
            VIEW: f"The view of {self.seat} was opened with its first link {after}, before the seat was claimed.",
            SCREEN: f"Until {self.seat} was claimed ({after}) one screen showed the views of all its seats in turn.",
            IMPORT: f"The match was begun from a save ({after}): whoever brought it knows everything hidden in it.",
        }[self.kind]


class Fairness(msgspec.Struct, frozen=True):
    """What a match remembers for it."""

    screen: bool = False  #: there is a link for several seats at one screen
    claimed: tuple[str, ...] = ()  #: seats whose first link has been exchanged for a new one
    lent: tuple[str, ...] = ()  #: seats of persons that the computer plays for the time being
    opened: tuple[str, ...] = ()  #: links that have been used to look, before anything was claimed with them
    told: tuple[Disclosure, ...] = ()

    def disclosing(self, *more: Disclosure) -> Fairness:
        """With disclosures; of those alike in all but the command the last one is kept."""
        old = [one for one in self.told if not any((one.kind, one.seat, one.commitment) == _alike(new) for new in more)]
        return msgspec.structs.replace(self, told=(*old, *more))

    def opening(self, link: str) -> Fairness:
        return self if link in self.opened else msgspec.structs.replace(self, opened=(*self.opened, link))

    def claiming(self, seat: str, version: int) -> Fairness:
        """A person holds the seat from now on; what others have seen with its first link is told."""
        found = []
        if seat in self.opened:
            found.append(Disclosure(VIEW, seat, version))
        if self.screen and HOTSEAT in self.opened:
            found.append(Disclosure(SCREEN, seat, version))
        return msgspec.structs.replace(self.disclosing(*found), claimed=(*self.claimed, seat))

    def lending(self, seat: str, computer: bool) -> Fairness:
        others = tuple(lent for lent in self.lent if lent != seat)
        return msgspec.structs.replace(self, lent=(*others, seat) if computer else others)


def _alike(one: Disclosure) -> tuple[str, str, str]:
    return one.kind, one.seat, one.commitment


def seed_is_known(live: Live) -> bool:
    """Has a save been given out that shows the dice to come?"""
    present = live.match.chapters[-1].commitment
    return any(one.commitment == present for one in live.record.fairness.told)


def fresh_seed() -> str:
    return secrets.token_hex(16)


def told(fairness: Fairness) -> list[wire.Disclosure]:
    """What everybody is told."""
    return [wire.Disclosure(one.version, one.text()) for one in fairness.told]


def at_screen(fairness: Fairness, seats: Sequence[str]) -> list[str]:
    """The seats that the link for one screen speaks for."""
    return [seat for seat in seats if fairness.screen and seat not in fairness.claimed]
