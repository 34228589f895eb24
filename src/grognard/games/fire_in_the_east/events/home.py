"""What happens in deployment, weather, arrivals and the home front."""

from __future__ import annotations

from ....core.events import Event, OfPlace, OfUnits, OfUnitsThere


class WeatherCame(Event, frozen=True):
    """The weather of a game turn, by zone from A to D."""

    zones: tuple[str, ...]

    def words(self) -> dict[str, str]:
        return {"zones": ", ".join(f"{letter} {word}" for letter, word in zip("ABCD", self.zones, strict=True))}


class Arrived(OfUnitsThere, frozen=True):
    """Reinforcements are placed."""


class Delayed(OfUnits, frozen=True):
    """Reinforcements wait for the next turn."""


class Pooled(OfUnits, frozen=True):
    """Units go into the replacement pool: they come only through replacement."""


class Released(OfUnits, frozen=True):
    """Rumanian units are released from reserve."""


class Withdrawn(OfUnits, frozen=True):
    """Units leave play for good; `forfeited` are replacement points, in eighths, paid for one that was dead already."""

    forfeited: int = 0


class Converted(OfUnitsThere, frozen=True):
    """Units are replaced by others: the old ones first, then the new."""


class Upgraded(OfUnitsThere, frozen=True):
    """3-6 rifle divisions become 4-6."""


class Replaced(OfUnitsThere, frozen=True):
    """Dead units come back for replacement points."""

    cost: int | None = None


class Rebuilt(OfUnitsThere, frozen=True):
    """A cadre becomes a whole division."""

    cost: int | None = None


class Disbanded(OfUnits, frozen=True):
    """Soviet mobile units or militia are broken up for replacement points."""

    points: int | None = None


class Allotted(Event, frozen=True):
    """Points go to the pool of a district."""

    district: str
    points: int


class PointsReceived(Event, frozen=True):
    """Replacement points have come."""

    nation: str
    infantry: int
    armor: int


class Ungarrisoned(Event, frozen=True):
    """Axis cities that lack their garrison, and the points their partisans are worth."""

    places: tuple[int, ...]
    points: int


class FactoryMoved(OfPlace, frozen=True):
    """A factory leaves for the Urals."""

    name: str
    arrives: int


class FactoryOpened(Event, frozen=True):
    """A factory works in the Urals."""

    name: str


class FactoryDestroyed(OfPlace, frozen=True):
    name: str


class CapitalMoved(OfPlace, frozen=True):
    """The Soviet government has moved, or been set up again."""


class CapitalCaptured(OfPlace, frozen=True):
    pass


class LendLeaseCame(Event, frozen=True):
    """Items of lend-lease that have arrived, and how many were sunk."""

    hex: int
    what: str
    count: int
    sunk: int


class LendLeaseLost(Event, frozen=True):
    """No port is open to it."""

    what: str


class EnteredWar(Event, frozen=True):
    """A country enters the war."""

    country: str


TEXTS: dict[str, str] = {
    "weather-came": "Weather: {zones}.",
    "arrived": "{units} arrived in {hex}.",
    "delayed": "{units} delayed.",
    "pooled": "{units} in the replacement pool.",
    "released": "{units} released from reserve.",
    "withdrawn": "{units} withdrawn.",
    "converted": "{units} converted in {hex}.",
    "upgraded": "{units} upgraded in {hex}.",
    "replaced": "{units} replaced in {hex}.",
    "rebuilt": "{units} rebuilt in {hex}.",
    "disbanded": "{units} disbanded.",
    "allotted": "{points} replacement points for {district}.",
    "points-received": "Replacement points for {nation}: {infantry} infantry, {armor} armor.",
    "ungarrisoned": "Cities without a garrison: {places}.",
    "factory-moved": "The factory of {name} leaves for the Urals.",
    "factory-opened": "The factory of {name} works in the Urals.",
    "factory-destroyed": "The factory of {name} in {hex} is destroyed.",
    "capital-moved": "The Soviet government is in {hex}.",
    "capital-captured": "The Soviet capital in {hex} is captured.",
    "lend-lease-came": "Lend-lease in {hex}: {count} {what}.",
    "lend-lease-lost": "Lend-lease does not arrive: {what}.",
    "entered-war": "{country} enters the war.",
}
