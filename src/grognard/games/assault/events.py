"""What happens in games of the assault family beside what happens in most games."""

from __future__ import annotations

from ...core.events import Event, Hexes, OfPlace, OfUnits, OfUnitsThere, Units
from .odds import Shift


class Ordered(Event, frozen=True):
    """The order of phases is declared."""

    order: str

    def words(self) -> dict[str, str]:
        return {"order": self.order.replace("-", " first, then ")}


class Attacked(Event, frozen=True):
    """A prepared assault is announced, perhaps with aircraft."""

    units: Units
    targets: Hexes
    air: int | None = None


class Assaulted(Event, frozen=True):
    """A mobile assault is announced, perhaps with aircraft."""

    units: Units
    targets: Hexes
    air: int | None = None


class Supported(OfPlace, frozen=True):
    """Aircraft join a battle."""

    air: int


class Weighed(Event, frozen=True):
    """The odds before and after all shifts; `column` is the final one on the ladder."""

    targets: Hexes
    attack: int
    defence: int
    raw: str
    final: str
    column: int
    shifts: tuple[Shift, ...]


class Resolved(Event, frozen=True):
    """What the table says at the final odds."""

    targets: Hexes
    result: str
    odds: str


class Converted(Event, frozen=True):
    """One result takes the place of another."""

    before: str
    after: str


class Trapped(OfPlace, frozen=True):
    """Nobody there can retreat."""


class Entered(OfUnitsThere, frozen=True):
    """A mobile assault has broken in."""


class Arrived(OfUnitsThere, frozen=True):
    """Reinforcements."""

    ARRIVAL = True


class Forfeited(OfUnits, frozen=True):
    """Will never enter play."""


class Drawn(OfUnits, frozen=True):
    """Chosen, or drawn from a pool."""


class Promoted(OfUnitsThere, frozen=True):
    """One counter, the first, is exchanged for another."""


TEXTS = {
    "placed": "{Side} places {units} in {hex}.",
    "lifted": "{Side} picks up {units}.",
    "began": "Game turn {turn}, {name}.",
    "ordered": "{Side} will {order}.",
    "arrived": "{units} arrives in {hex}.",
    "forfeited": "{units} will never enter play.",
    "cancelled": "The attack on {targets} is called off.",
    "weighed": "{attack} against {defence} is {raw}; final odds {final}[ ({shifts})].",
    "rolled": "Die: {die} ({why}).",
    "resolved": "Result {result}: {meaning}.",
    "converted": "{before} becomes {after}.",
    "eliminated": "{units} is eliminated.",
    "trapped": "The defenders of {hex} cannot retreat.",
    "retreated": "{units} retreats to {last}.",
    "entered": "{units} breaks into {hex}.",
    "advanced": "{units} advances into {last}.",
    "won": "{Side} wins: {why}.",
}
