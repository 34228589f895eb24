"""What happens in 1940: What If? beside what happens in most games of the family."""

from __future__ import annotations

import msgspec

from ...core import events as shared
from ...core.events import Event, OfPlace, OfUnits, OfUnitsThere, OfWay

# ---------------------------------------------------------------- set-up and sequence


class Dealt(Event, frozen=True):
    """Untried armies are dealt face down."""


class Placed(shared.Placed, frozen=True):
    """Who may not see any of the units does not learn where they are."""

    def told_to(self, mine: bool) -> Event:
        return self if mine or self.seen else msgspec.structs.replace(self, hex=None)


class Deployed(shared.Deployed, frozen=True):
    """Only its own side knows which set-up it is; others see what comes of it."""

    SECRET = ("how",)


class Turned(Event, frozen=True):
    """A game turn begins."""

    turn: int


class Redeployed(OfUnitsThere, frozen=True):
    """Moved between turns."""


# ---------------------------------------------------------------- units


class Transferred(OfUnits, frozen=True):
    """Goes to a box."""

    to: str


class Revealed(OfUnits, frozen=True):
    """Untried units are turned up."""


class Restored(OfUnits, frozen=True):
    """Whole again."""


class Lost(OfUnits, frozen=True):
    """A step is lost."""

    LOSS = "step"

    why: str


class Eliminated(OfUnits, frozen=True):
    LOSS = "unit"
    why: str


class Formed(Event, frozen=True):
    """Something new is possible from now on."""

    what: str


class Built(OfPlace, frozen=True):
    """A fortification."""


class Destroyed(OfPlace, frozen=True):
    """A garrison is no more."""


# ---------------------------------------------------------------- battles and aircraft


class Opened(OfUnitsThere, frozen=True):
    """The defenders are laid open."""


class Displaced(OfWay, frozen=True):
    """Makes room for those who retreat."""

    RETREAT = True


class Landed(OfUnitsThere, frozen=True):
    """Paratroops: whole, reduced or eliminated."""

    found: str


class Suppressed(Event, frozen=True):
    """An aircraft of an enemy is shut out."""

    owner: str


class Interdicted(OfPlace, frozen=True):
    """By aircraft."""


# ---------------------------------------------------------------- other powers


class Captured(Event, frozen=True):
    """A place off the map."""

    place: str


class Joined(Event, frozen=True):
    """Another power enters the war."""

    who: str


class Neutral(Event, frozen=True):
    """A neutral has made up its mind."""

    what: str
