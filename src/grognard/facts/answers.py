"""The facts as they are handed out: names instead of numbers, nobody named who is hidden."""

from __future__ import annotations

import msgspec


class Comers(msgspec.Struct, frozen=True):
    """Units of a hex of which at least one can get somewhere with this chance; those that are hidden are only counted."""

    start: str
    units: list[str]
    hidden: int
    chance: float
    cost: int = 0  #: movement points that the quickest of them needs


class Strike(msgspec.Struct, frozen=True):
    """An attack on a hex with everybody who can take part, and what it is worth as far as it is known."""

    how: str  #: prepared (from where they stand), moved (prepared, after a move) or mobile
    hexes: list[str]  #: from which it is made
    units: list[str]
    hidden: int
    attack: float
    defence: float
    low: str  #: odds that are reached nine times of ten; empty in a game without odds
    odds: str  #: one time of two
    high: str  #: one time of ten
    rule: str = ""


class Target(msgspec.Struct, frozen=True):
    """A hex that can be attacked now, with the likeliest column of the table; empty where these may not attack together, or
    in a game without odds."""

    hex: str
    likely: str  #: of the units that were asked about
    together: str  #: of everybody who can take part


class Who(msgspec.Struct, frozen=True):
    """Who of a side can come to a hex, or attack it, in the next phase of the side."""

    side: str
    turn: int
    comers: list[Comers]
    strikes: list[Strike]


class Threat(msgspec.Struct, frozen=True):
    """Something that an enemy can do in his next turn."""

    kind: str  #: open, cut, pocket, attack or unsupplied
    text: str
    rule: str
    fatal: bool
    hexes: list[str]  #: where it happens
    stacks: list[str]  #: the hexes of one's own units that it concerns
    side: str  #: whose doing it would be
    comers: list[Comers] = []
    note: str = ""  #: what there is room for on the map


class Believed(msgspec.Struct, frozen=True):
    """What the units of a side in a hex are believed to be worth: mean factors, and between what the defence lies four times
    of five."""

    hex: str
    side: str
    attack: float
    defence: float
    low: float
    high: float
    units: int
    hidden: int


class Threats(msgspec.Struct, frozen=True):
    """What a seat has to fear, the worst first."""

    seat: str
    threats: list[Threat]


class Consequence(msgspec.Struct, frozen=True):
    """Something that follows when a hex falls, by its rule; `hexes` are those of units that it concerns."""

    text: str
    rule: str
    fatal: bool = False
    hexes: list[str] = []


class Route(msgspec.Struct, frozen=True):
    """A way over several turns, without the start: the hexes, and for each in which turn it is reached (0: in this movement
    phase, or the next if none is under way). `why` there is none."""

    path: list[str] = []
    turns: list[int] = []
    why: str = ""


class Remedy(msgspec.Struct, frozen=True):
    """A command that helps against something, in words and as it can be said now."""

    text: str
    verb: str
    units: list[str]
    hexes: list[str]
    cost: int


class Item(msgspec.Struct, frozen=True):
    """A line of the desk."""

    kind: str  #: duty, move, strike, use, unspent; or the kind of a threat
    text: str
    rule: str
    fatal: bool
    hexes: list[str]
    units: list[str]
    remedy: Remedy | None = None


class Desk(msgspec.Struct, frozen=True):
    """What is left to do, and what is at stake, before the present decision ends."""

    seat: str
    step: str
    title: str
    items: list[Item]
