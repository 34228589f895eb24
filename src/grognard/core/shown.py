"""What a seat is shown: the shapes of views, one set for every game. What a game, a unit or a moment has none of is left out
of what is sent. The types of the browser page are made from these (`tools/types.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of everything that is shown: made once, shared by all who look, never changed."""


# ---------------------------------------------------------------- counters


class Face(Shape, frozen=True):
    """What can be seen of a counter that lies face down."""

    kind: str
    size: str
    name: str = ""
    group: str = ""  #: counters of one group cannot be told apart


#: What a counter is marked with at a glance.
Badge = Literal["moved", "fought", "moved-fought", "oos", "disrupted", "halved", "entrained", "air"]


class UnitView(Shape, frozen=True):
    """A counter. What is hidden of one that is `covered` is left out."""

    id: str
    side: int
    kind: str
    size: str
    name: str
    group: str = ""
    covered: bool = False
    steps: int | None = None
    max: int | None = None
    attack: float | None = None
    defence: float | None = None
    movement: float | None = None
    ratings: dict[str, float] = {}  #: all others that its game declares
    traits: Sequence[str] = msgspec.field(default_factory=list)
    state: Sequence[str] = msgspec.field(default_factory=list)  #: words: moved, attacked, out of supply
    badges: Sequence[Badge] = msgspec.field(default_factory=list)  #: the same as marks

    @property
    def reduced(self) -> bool:
        """Has it lost steps, as far as can be seen?"""
        return self.steps is not None and self.max is not None and self.steps < self.max


class StackView(Shape, frozen=True):
    """The pieces of a node, topmost first; those that may not be seen are only counted."""

    count: int
    units: list[UnitView]


# ---------------------------------------------------------------- what may be said


class WordView(Shape, frozen=True):
    """A word of a command, and what it means where the word does not say it."""

    word: str
    title: str = ""


class VerbView(Shape, frozen=True):
    """Something that may be said, with everything that may be named with it. What is named only after something else is
    left out. What `follows` need not be asked of whoever has just given the order before it."""

    verb: str
    title: str
    usage: str
    rule: str
    hex_first: bool = False
    ends: bool = False
    units: list[str] | None = None
    hexes: list[str] | None = None
    words: list[WordView] | None = None
    numbers: list[int] | None = None
    follows: bool = False
    number_title: str = ""  #: what the number means, where its word does not say it


class DecisionView(Shape, frozen=True):
    """Who must say what next: `seat` is the reader where he may speak. Where several decide together, `seats` are all of them and
    `ready` those who are through. `only` is the command that is left where there is nothing to choose."""

    seat: str
    step: str
    title: str
    rule: str
    prompt: str
    seats: list[str] | None = None
    ready: list[str] | None = None
    verbs: list[VerbView] | None = None
    only: str | None = None


# ---------------------------------------------------------------- at a glance


class Line(Shape, frozen=True):
    """Something worth knowing that only this game has: in words, with its rule, and the hexes it speaks of. `short` is what
    there is room for in a box of the turn track."""

    title: str
    value: str = ""
    rule: str = ""
    hexes: Sequence[str] = msgspec.field(default_factory=list)
    short: str = ""


class PhaseView(Shape, frozen=True):
    """A phase of the present player turn, in the order in which they are played."""

    title: str
    now: bool = False


class AircraftView(Shape, frozen=True):
    """Aircraft a side has ready; `units` where they are counters with names."""

    side: str
    count: int
    units: Sequence[str] = msgspec.field(default_factory=list)


class AllowanceView(Shape, frozen=True):
    """Movement points of a class of units in this turn, of one side or of all."""

    title: str
    points: int
    side: str = ""


class HoldingView(Shape, frozen=True):
    """A place that counts, and the side that holds it; nobody without one."""

    hex: str
    name: str
    side: str = ""


class CountView(Shape, frozen=True):
    """So many of something: points of a side, counters in a box."""

    title: str
    count: int


class BattleView(Shape, frozen=True):
    """The battle that is being fought. `unseen` attackers may not be identified; `air` is what the attacker has put in."""

    targets: Sequence[str]
    attackers: Sequence[str] = msgspec.field(default_factory=list)
    unseen: int = 0
    air: int = 0
    results: Sequence[str] = msgspec.field(default_factory=list)
    lines: Sequence[Line] = msgspec.field(default_factory=list)


#: What weather or ground is drawn as, whatever a game calls it; nothing where a game has none, or it is not known.
Sky = Literal["", "clear", "mud", "frost", "snow"]


class TurnView(Shape, frozen=True):
    """A box of the turn track."""

    turn: int
    name: str
    lines: Sequence[Line] = msgspec.field(default_factory=list)
    sky: Sky = ""  #: what its weather will be, where that is known


class Status(Shape, frozen=True):
    """What a player wants to know at a glance. Every game has the same parts, empty where it has no rules for them, and
    `lines` for what only it has."""

    active: str = ""  #: the side whose player turn it is
    phases: Sequence[PhaseView] = msgspec.field(default_factory=list)
    ground: str = ""
    weather: str = ""
    movement: Sequence[AllowanceView] = msgspec.field(default_factory=list)
    aircraft: Sequence[AircraftView] = msgspec.field(default_factory=list)
    points: Sequence[CountView] = msgspec.field(default_factory=list)
    places: Sequence[HoldingView] = msgspec.field(default_factory=list)
    boxes: Sequence[CountView] = msgspec.field(default_factory=list)
    lines: Sequence[Line] = msgspec.field(default_factory=list)
    battle: BattleView | None = None
    track: Sequence[TurnView] = msgspec.field(default_factory=list)
    sky: Sky = ""  #: weather and ground of the turn as one sign


# ---------------------------------------------------------------- the whole


class OutcomeView(Shape, frozen=True):
    """How the game has ended; nobody has won a draw."""

    winners: list[str]
    rule: str
    reason: str
    place: str | None


class View(Shape, frozen=True):
    """Everything a seat may know of a position. `control` has one letter per hex; `alliances` lists the sides that stand
    together where that can change, and who is in none is neutral; `anytime` is what the seat may say without being asked."""

    game: str
    seat: str
    turn: int
    turn_name: str
    stacks: dict[str, StackView]
    control: str
    status: Status
    winner: str | None
    reason: str
    outcome: OutcomeView | None = None
    alliances: list[list[str]] | None = None
    decision: DecisionView | None = None
    anytime: list[VerbView] | None = None


class EventView(Shape, frozen=True, kw_only=True):
    """Something that happened, as somebody learns of it, by roles (see `core/events.py`): units he may not identify are only
    counted (`unseen`). `at` is the number of the command that caused it."""

    kind: str
    text: str
    at: int
    side: str = ""
    rule: str = ""
    units: Sequence[str] = msgspec.field(default_factory=list)
    unseen: int = 0
    path: Sequence[str] = msgspec.field(default_factory=list)
    targets: Sequence[str] = msgspec.field(default_factory=list)
    places: Sequence[str] = msgspec.field(default_factory=list)
    retreat: bool = False
    loss: str = ""  #: what each of the units costs its side: a unit, a step, or nothing
    arrives: bool = False
    die: int | None = None
    result: str = ""
    turn: int | None = None
