"""What happens in Typhoon 1941 beside what happens in most games."""

from __future__ import annotations

import msgspec

from ...core import events
from ...core.events import Event, Hexes, OfPlace, OfUnits, OfUnitsThere, OfWay, Units
from ...core.words import counted

# ---------------------------------------------------------------- sequence


class Forewarned(Event, frozen=True):
    """The Unhistorical First Move."""


class Weathered(Event, frozen=True):
    weather: str


class Commanded(Event, frozen=True):
    """Russian orders about retreats."""

    orders: str


class LaunchedOffensive(Event, frozen=True):
    """The Germans attack a second time."""


class Determined(Event, frozen=True):
    """Supply is determined; how many lack it is their own side's business."""

    SECRET = ("count",)

    count: int | None

    def words(self) -> dict[str, str]:
        return {"told": "supply is determined" if self.count is None else f"units out of supply: {self.count}"}


class Rested(OfUnits, frozen=True):
    """Of two armies too close to each other, the inactive one."""


# ---------------------------------------------------------------- hidden units


class Hidden(OfUnits, frozen=True):
    places: Hexes


class Shown(OfUnits, frozen=True):
    """Turned face up by their owner."""


class Revealed(OfUnits, frozen=True):
    """Laid open; `faces` say what they are."""

    places: Hexes
    faces: tuple[str, ...]


class Appeared(OfWay, frozen=True):
    """Comes onto the map, or lies somewhere else."""

    ARRIVAL = True


# ---------------------------------------------------------------- attacks


class Shift(msgspec.Struct, frozen=True, gc=False):
    """A reason why the column moves: up for the attacker, down for the defender."""

    columns: int
    why: str
    rule: str

    def __str__(self) -> str:
        return f"{self.columns:+d} {self.why} [{self.rule}]"


class Allocated(events.Attacked, frozen=True):
    """A Russian attack that will be made."""


class Spent(events.Attacked, frozen=True):
    """There was nothing there."""


class Stood(OfUnits, frozen=True):
    """No Retreat!"""


class Weighed(Event, frozen=True):
    """The odds before all shifts, and after those of each group of defenders."""

    targets: Hexes
    attack: int
    defence: int
    raw: str
    final: tuple[str, ...]
    shifts: tuple[Shift, ...]


class Resolved(Event, frozen=True):
    """What the table says of some defenders, or of all in a hex."""

    result: str
    odds: str = ""
    units: Units = ()
    targets: Hexes = ()


class Declined(Event, frozen=True):
    """An exchange is declined."""

    targets: Hexes


class Disrupted(OfUnits, frozen=True): ...


class Recovered(OfUnits, frozen=True): ...


class Eliminated(OfUnits, frozen=True):
    LOSS = "unit"
    places: Hexes


class Pushed(OfUnits, frozen=True):
    """Must retreat so many hexes, or none at all if the attacker says so."""

    distance: int

    def words(self) -> dict[str, str]:
        return {"told": f"must retreat {counted(self.distance, 'hex')}" if self.distance else "need not retreat"}


class Named(OfPlace, frozen=True):
    """Disrupted units that are going to be attacked."""


# ---------------------------------------------------------------- air


class Launched(OfUnitsThere, frozen=True):
    """A mission flies."""

    mission: str


class Intercepted(OfUnitsThere, frozen=True): ...


class Turned(OfUnits, frozen=True):
    """Sent home by interceptors."""


class Downed(OfUnits, frozen=True):
    """Shot down, and back on a later turn."""

    back: int


class Prevented(OfPlace, frozen=True):
    """A mission fails."""

    mission: str


class Bombed(OfPlace, frozen=True):
    effect: str


class Dropped(OfUnitsThere, frozen=True):
    """Paratroops."""


class Resupplied(OfPlace, frozen=True):
    """From the air."""


class Returned(OfUnits, frozen=True):
    """Aircraft are available again."""


class Withdrew(OfUnits, frozen=True):
    """Leaves for the Mediterranean."""


# ---------------------------------------------------------------- new units


class Received(Event, frozen=True):
    """Replacement factors, which are the Russian's own business."""

    SECRET = ("infantry", "tanks")

    infantry: int | None
    tanks: int | None


class Disbanded(OfUnits, frozen=True):
    """Given up for replacements."""

    places: Hexes


class Gambled(Event, frozen=True):
    """A shock army leaves the Far East early."""


class Railed(OfWay, frozen=True):
    """By rail."""
