"""What happens in Drive on Moscow alone."""

from __future__ import annotations

from ...core.events import Event, OfUnits, OfUnitsThere


class Declared(Event, frozen=True):
    """The November offensive, to be launched on a later turn."""

    launch: int


class Demanded(Event, frozen=True):
    """Stalin wants so many units to attack."""

    count: int


class Withdrew(OfUnitsThere, frozen=True):
    """Sent to another front."""


class Replenished(OfUnitsThere, frozen=True):
    """Back at full strength."""


class Revealed(OfUnits, frozen=True):
    """Untried units are turned over; `faces` say what they are."""

    faces: tuple[str, ...]


class Reduced(OfUnitsThere, frozen=True):
    """A step is lost."""

    LOSS = "step"


class Formed(OfUnitsThere, frozen=True):
    """What is left of a division fights on as a Kampfgruppe."""

    name: str
