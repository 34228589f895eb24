"""What a mission builder shows: airbases with their air units, what they could fly, what it would come to, and standing orders.

Shapes only, for every game whose air units fly from bases to targets. Commands come ready made, so a page needs no rule to say
them.
"""

from __future__ import annotations

import msgspec

from .command import CommandForm
from .shown import Line, Shape


class AirUnit(Shape, frozen=True):
    """An air unit at its base, and how far it flies on a usual mission. `state` is empty while it could fly."""

    id: str
    range: int
    state: str = ""
    fighter: bool = False


class AirBase(Shape, frozen=True):
    """An airbase: how many missions may begin there in an air phase, and how many still may."""

    hex: str
    title: str
    capacity: int
    left: int
    units: list[AirUnit]
    temporary: bool = False  #: an airfield that falls with its hex


class Ring(Shape, frozen=True):
    """All hexes within so many hexes of one: a patrol zone."""

    hex: str
    hexes: int
    title: str = ""


class MissionKind(Shape, frozen=True):
    """A mission that may be said now, and how many air units could begin it."""

    verb: str
    title: str
    rule: str
    units: int


class Incoming(Shape, frozen=True):
    """Enemy air units that may be answered in a hex, and the verb of the answer that comes to mind first."""

    hex: str
    title: str
    verb: str
    units: list[str]


class StandingOrder(Shape, frozen=True):
    """A sentence with a number in it that answers for its owner; not `given` yet, it could be. `needs_hex`: it is about a hex
    that its owner names."""

    verb: str
    before: str
    number: int
    after: str
    rule: str
    numbers: list[int]
    given: bool = False
    hex: str = ""
    needs_hex: bool = False
    word: str = ""  #: said in place of the number
    drop: CommandForm | None = None  #: takes it back


class Raid(Shape, frozen=True):
    """A package: a mission, its target, who flies it and who escorts them."""

    verb: str
    hex: str
    units: list[str]
    escort: list[str] = msgspec.field(default_factory=list)


class Air(Shape, frozen=True):
    """What the mission builder opens with."""

    bases: list[AirBase]
    kinds: list[MissionKind] = msgspec.field(default_factory=list)  #: empty while nothing may be flown
    incoming: list[Incoming] = msgspec.field(default_factory=list)
    zones: list[Ring] = msgspec.field(default_factory=list)  #: enemy patrol zones
    orders: list[StandingOrder] = msgspec.field(default_factory=list)
    verbs: list[str] = msgspec.field(default_factory=list)  #: what is said by the builder, and need not be offered besides
    last: list[Raid] = msgspec.field(default_factory=list)  #: flown in the last air phase


class MissionAsk(Shape, frozen=True):
    """A mission that somebody thinks about, by pieces and nodes. `taken`: air units that are meant for other missions."""

    hex: int
    verb: str = ""
    units: tuple[int, ...] = ()
    escort: tuple[int, ...] = ()
    word: str = ""
    taken: tuple[int, ...] = ()


class Candidate(Shape, frozen=True):
    """An air unit that could take part: how far it would fly of how far it can, and what it would bring."""

    id: str
    base: str
    hexes: int
    range: int
    strength: float = 0


class Chance(Shape, frozen=True):
    """A thing that may come about, and how likely."""

    title: str
    chance: float


class Toll(Shape, frozen=True):
    """Air units lost on average: if nobody comes to meet the mission, and if the other side sends its best (none if nobody can
    come)."""

    title: str
    side: int
    alone: float
    met: float | None = None


class MissionView(Shape, frozen=True):
    """A mission before anybody commits himself: who could fly it, and what would come of it as exact chances."""

    hex: str
    verb: str
    kinds: list[MissionKind]  #: what could be flown to this hex
    flyers: list[Candidate] = msgspec.field(default_factory=list)
    escorts: list[Candidate] = msgspec.field(default_factory=list)
    words: list[str] = msgspec.field(default_factory=list)  #: other ways to fly it
    lines: list[Line] = msgspec.field(default_factory=list)
    outcome: str = ""  #: what `chances` are about
    chances: list[Chance] = msgspec.field(default_factory=list)
    tolls: list[Toll] = msgspec.field(default_factory=list)
    chip: str = ""  #: what it comes to, in a word
    commands: list[CommandForm] = msgspec.field(default_factory=list)  #: to be said one after the other
    rule: str = ""
    why: str = ""  #: why it may not be flown so
