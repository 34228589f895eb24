"""The shapes of what is told."""

from __future__ import annotations

import msgspec

from ..core.shown import EventView, OutcomeView, Shape


class Battle(Shape, frozen=True):
    """A battle from its announcement to the last advance."""

    hex: str
    title: str
    attackers: list[str] = msgspec.field(default_factory=list)
    unseen: int = 0  #: attackers that may not be identified
    die: int | None = None
    result: str = ""  #: the code of the table, ...
    words: str = ""  #: ... and what it means
    rule: str = ""
    lines: list[str] = msgspec.field(default_factory=list)  #: what else happened in it


class Scene(Shape, frozen=True, kw_only=True):
    """A move, a battle or something else, with the commands that it took."""

    kind: str  #: move, battle or other
    first: int
    last: int
    side: str
    phase: str
    text: str
    hex: str = ""  #: where to look
    units: list[str] = msgspec.field(default_factory=list)
    unseen: int = 0
    path: list[str] = msgspec.field(default_factory=list)
    battle: Battle | None = None
    events: list[EventView] = msgspec.field(default_factory=list)


class Ground(Shape, frozen=True, omit_defaults=False):
    """What a side holds, what it has gained, and what it has lost."""

    side: str
    hexes: int
    gained: list[str]
    lost: list[str]


class Losses(Shape, frozen=True, omit_defaults=False):
    """What a side has lost: units by name, how many in all, and steps of units that fight on."""

    side: str
    units: list[str]
    count: int
    steps: int


class Arrivals(Shape, frozen=True, omit_defaults=False):
    """How many units of a side have come into play, and where."""

    side: str
    count: int
    hexes: list[str]


class Stage(Shape, frozen=True):
    """A phase of a player turn, from the first command that was given in it."""

    first: int
    side: str
    title: str


class Summary(Shape, frozen=True, omit_defaults=False):
    """What others have done since a seat last had the say."""

    since: int
    until: int
    turn: int
    turn_name: str
    sides: list[str]  #: who has moved
    headline: str
    ground: list[Ground]
    places: list[str]  #: names of places that have changed hands
    losses: list[Losses]
    arrivals: list[Arrivals]
    battles: list[Battle]
    moves: int


class ReviewTurn(Shape, frozen=True, omit_defaults=False):
    """A turn of a game in figures."""

    turn: int
    name: str
    at: int  #: the command with which it began
    losses: dict[str, int]  #: by side: units and steps
    places: dict[str, int]  #: by side: named places held at its end
    hexes: dict[str, int]


class PlayerTurn(Shape, frozen=True, omit_defaults=False):
    """A player turn weighed: the winning chance of its side before and after it, and what the swing came from. `chance` is that
    after the best plan known with the dice as they fall on average; shares of one, so 0.01 is a point."""

    turn: int
    name: str
    side: str
    first: int  #: its first command
    last: int
    chance: float
    after: float
    decision: float  #: the plan played, less the best one
    dice: float  #: what fell, less the mean of all faces
    unknown: float  #: the true deal, less the one that was to be expected
    rest: float  #: what is left of the swing, since the others are each found by themselves
    best: str  #: whose plan was best: played, computer, still
    plan: list[str]  #: its first commands, where another plan was better
    why: str = ""  #: why chance and unknown are less sure than a point
    error: float = 0.0  #: how far off they may be, since they rest on a few deals (one standard error)


class TurningPoint(Shape, frozen=True, omit_defaults=False):
    """A moment that decided much, in words, with the command after which it can be seen."""

    turn: int
    at: int
    kind: str  #: decision, dice, unknown, losses or ground
    title: str
    text: str
    gain: float | None = None
    plan: list[str] = msgspec.field(default_factory=list)  #: a better one, as commands


class Review(Shape, frozen=True, omit_defaults=False):
    """A game from its end: who has won, where and by which rule, what it turned on, and its course turn by turn."""

    outcome: OutcomeView | None
    sentence: str
    hex: str
    commands: int
    last: Battle | None  #: the last battle
    points: list[TurningPoint]
    turns: list[ReviewTurn]
    moves: list[PlayerTurn] = msgspec.field(default_factory=list)  #: the player turns, once the game is over and has been weighed
    basis: str = ""  #: what their chances rest on
    weighing: bool = False  #: is somebody still weighing them? Ask again in a while
