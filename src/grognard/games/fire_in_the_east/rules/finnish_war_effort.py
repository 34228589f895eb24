"""39.C Finnish war effort: a card that the German player draws before the set-up and the Soviet player does not see."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ....core.rule import rule
from ..material import P

SPADES = 3
#: ranks from the two to the ace; a card is suit * 13 + rank
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
NEVER = 99
WITHOUT_LIMIT = Fraction(10_000)


class Effort(msgspec.Struct, frozen=True):
    """How Finland wages war."""

    enters: int = 2  #: the turn on which it enters the war
    germans: Fraction = Fraction(5)  #: equivalents of German forces in Finland south of the Arctic
    finns: Fraction = Fraction(10)  #: equivalents of Finnish units in the Arctic outside Finland
    leningrad: bool = True  #: may Leningrad and its surroundings not be attacked?
    stop_line: bool = True
    norway_waits: bool = False  #: Army Norway neither deploys in Finland nor enters it before the war
    transit: bool = True  #: does the reinforcement come through Sweden?
    norway_anywhere: bool = False  #: Army Norway may be deployed all over Finland


PLAIN = Effort()


@rule("39.C", "39.Cb", "39.Cc", "39.Cd", "39.Ce", "39.Cf", "39.Cg")
def effort_of(card: int) -> Effort:
    """What a card means; without one 32.B stands as it is."""
    if card < 0:
        return PLAIN
    suit, rank = SUITS[card // 13], RANKS[card % 13]
    if rank == "ace" and suit == "spades":
        return Effort(1, WITHOUT_LIMIT, WITHOUT_LIMIT, False, False, norway_anywhere=True)
    if rank in ("ace", "king"):
        return Effort(1, Fraction(20), WITHOUT_LIMIT, True, False, norway_anywhere=True)
    if rank in ("queen", "jack"):
        return Effort(germans=Fraction(10), finns=Fraction(20))
    if rank in ("5", "4"):
        return Effort(germans=Fraction(3), finns=Fraction(5), norway_waits=True, transit=False)
    if rank == "3":
        return Effort(3, Fraction(0), Fraction(0), norway_waits=True, transit=False)
    if rank == "2":
        return Effort(NEVER, Fraction(0), Fraction(0), norway_waits=True, transit=False)
    return PLAIN


def effort(p: P) -> Effort:
    return effort_of(p.s.card)


def stays_neutral(p: P) -> bool:
    """Does Finland stay out of the war for good?"""
    return effort(p).enters == NEVER


def card_name(card: int) -> str:
    return f"{RANKS[card % 13]} of {SUITS[card // 13]}"


@rule("39.Ca")
def draw(p: P) -> None:
    """One of 52 cards, unseen, where the option is in use."""
    if p.option("finnish-war-effort") == "on":
        p.s.card = p.pick(52)
