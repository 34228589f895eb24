"""What happens in Barbarossa alone."""

from __future__ import annotations

from ...core import events
from ...core.events import Event, Hexes, OfPlace, OfUnits, OfUnitsThere, OfWay, Units

# ---------------------------------------------------------------- set-up and sequence


class Deployed(Event, frozen=True):
    """All that was left has been set up, or armies have left their box for the map."""

    units: Units = ()
    hex: int = -1
    how: str = ""


class Paused(Event, frozen=True):
    """Is there a Paulus Pause?"""

    choice: str


class Zoned(Event, frozen=True):
    """The zone of the bonus of 1942 is chosen."""

    zone: str


# ---------------------------------------------------------------- movement and combat


class Moved(events.Moved, frozen=True):
    """Vehicles pay more: the cost tells what moves."""

    TELLING = ("cost",)


class Sailed(OfWay, frozen=True):
    """By sea."""


class Transferred(OfWay, frozen=True):
    """By rail."""


class Covered(OfUnitsThere, frozen=True):
    """Laid on top of its stack."""


class Opened(OfUnitsThere, frozen=True):
    """The defenders are laid open."""


class Wrecked(OfPlace, frozen=True):
    """A fortified line is destroyed."""


# ---------------------------------------------------------------- new units and old


class Reclaimed(OfUnitsThere, frozen=True):
    """Back from the dead pile."""


class Delayed(OfUnits, frozen=True):
    """Waits for a later turn."""


class Withdrawn(OfUnits, frozen=True):
    """Leaves the map until turn `back`."""

    back: int


class Removed(OfUnits, frozen=True):
    """Leaves the game."""


class Dissolved(OfUnitsThere, frozen=True):
    """Its troops go to others."""


class Combed(Event, frozen=True):
    """Replacements are combed out of the rear."""

    count: int


class Reserved(OfUnits, frozen=True):
    """Goes to the reserve, from where it stood."""

    places: Hexes = ()


class Rushed(OfUnitsThere, frozen=True):
    """Sent out of the reserve in an emergency."""

    ARRIVAL = True


class Joined(OfUnitsThere, frozen=True):
    """Allies enter the war."""

    ARRIVAL = True


class Defected(Event, frozen=True):
    """Romania changes sides."""


class Exited(OfUnitsThere, frozen=True):
    """Leaves for Bulgaria."""


class Walled(OfPlace, frozen=True):
    """The East Wall rises; `left` counters are still to be placed."""

    left: int


class Fortified(OfPlace, frozen=True):
    """A fortified area is built."""


class Razed(OfPlace, frozen=True):
    """The fortified area is lost."""


class Held(OfPlace, frozen=True):
    """A garrison must stand fast."""


# ---------------------------------------------------------------- supply, cities, victory


class Aimed(OfPlace, frozen=True):
    """An offensive supply marker is placed."""

    marker: str


class Supplied(OfPlace, frozen=True):
    """By the Luftwaffe."""


class ShutOff(Event, frozen=True):
    """Crimea supply ends."""


class Proclaimed(OfPlace, frozen=True):
    """A hero or fortress city."""

    sort: str


class Fallen(OfPlace, frozen=True):
    """A hero or fortress city is lost."""

    sort: str


class Scored(Event, frozen=True):
    """German victory points, and how many there are now."""

    points: int
    why: str
    total: int

    def words(self) -> dict[str, str]:
        return {"points": f"{self.points:+d}"}


class Forgiven(Event, frozen=True):
    points: int
    total: int


# ---------------------------------------------------------------- special operations


class Declared(Event, frozen=True):
    """The summer offensive, or the Gambit."""

    what: str


class Judged(Event, frozen=True):
    """Has the offensive succeeded?"""

    outcome: str


class Chosen(Event, frozen=True):
    """The last offensive is chosen in secret."""


class Revealed(Event, frozen=True):
    """The river on which the Germans keep watch."""

    river: str

    def words(self) -> dict[str, str]:
        return {"river": self.river.capitalize()}


class Dropped(OfUnitsThere, frozen=True):
    """Paratroops jump."""


class Launched(OfUnits, frozen=True):
    """The Caucasus expedition leaves."""


class Answered(OfUnits, frozen=True):
    """Soviet armies go to the Caucasus."""


class BrokeThrough(Event, frozen=True):
    """The expedition has reached the oil."""


class CutOff(Event, frozen=True):
    """The expedition is defeated."""

    why: str


class Recalled(OfUnits, frozen=True):
    """The expedition is called back."""


class Returned(OfUnitsThere, frozen=True):
    """Back from the Caucasus."""
