"""What happens in the air war."""

from __future__ import annotations

from ....core.events import Event, Hexes, OfPlace, OfUnits, OfUnitsThere, OfWay, Units
from .battle import ToldModifier


class Flown(OfWay, frozen=True):
    """An air unit has flown to its target hex."""

    mission: str
    how: str = ""  #: extended range, at night


class KeptDown(OfUnitsThere, frozen=True):
    """An air unit does not fly last turn's mission again; `why` not."""

    why: str


class Patrolled(Event, frozen=True):
    """A patrol attack: the fighter first, then the air unit it attacks."""

    units: Units
    hex: int
    die: int
    success: bool

    def words(self) -> dict[str, str]:
        return {"told": "turns it back" if self.success else "has no effect"}


class Scrambled(OfWay, frozen=True):
    """A fighter leaves an airbase that is about to be bombed."""


class ReturnedToBase(OfWay, frozen=True):
    """An air unit lands."""


class Crashed(OfUnitsThere, frozen=True):
    """A day air unit comes down badly at night."""


class AirUnitLost(OfUnitsThere, frozen=True):
    """`box` is where it goes on the air chart, none if it is gone for good."""

    box: str


class Jettisoned(OfUnitsThere, frozen=True):
    """Fighters throw off their bombs."""


# ---------------------------------------------------------------- fire


class Dogfought(Event, frozen=True):
    """One air unit has fired at another: the firer first."""

    units: Units
    hex: int
    differential: int
    shifts: tuple[ToldModifier, ...]
    dice: int
    result: str


class FlakFired(Event, frozen=True):
    """Antiaircraft fire at an air unit; `strength` in eighths."""

    units: Units
    hex: int
    strength: int
    shifts: tuple[ToldModifier, ...]
    dice: int
    result: str


class Bombed(Event, frozen=True):
    """A bombing attack; `strength` in twelfths, which hold all halves and thirds that occur."""

    units: Units
    hex: int
    mission: str
    strength: float
    die: int
    success: bool
    prey: Units = ()

    def words(self) -> dict[str, str]:
        return {"told": "hit" if self.success else "miss"}


class Recalled(OfWay, frozen=True):
    """A ship that was hit at sea returns to port, with its cargo."""


class HitOnGround(OfUnitsThere, frozen=True):
    """An air unit at its airbase becomes inoperative."""


class AirbaseDamaged(OfPlace, frozen=True):
    hits: int
    left: int


class TargetDamaged(OfPlace, frozen=True):
    """A port, a factory, a city, a yard, a railway, a bridge."""

    what: str
    hits: int


class HarassedHex(OfPlace, frozen=True):
    """Enemies that leave the hex pay so many movement points more."""

    points: int


# ---------------------------------------------------------------- airbases


class Abandoned(OfPlace, frozen=True):
    """An airfield is given up."""


class AirfieldDestroyed(OfPlace, frozen=True):
    pass


class Escaped(OfWay, frozen=True):
    """An air unit flies out from under the enemy's guns, inoperative."""


class StayedBehind(OfUnitsThere, frozen=True):
    """Air units are taken with their airbase."""


class RepairedAir(OfUnitsThere, frozen=True):
    """An inoperative air unit is operative again."""


# ---------------------------------------------------------------- transport and drops


class Unloaded(OfUnitsThere, frozen=True):
    """Cargo has come down: units, resource points, supply (in eighths of an equivalent)."""

    points: int = 0
    supply: int = 0


class Dropped(Event, frozen=True):
    """An airborne unit has jumped."""

    units: Units
    hex: int
    die: int
    roll: int
    disrupted: bool

    def words(self) -> dict[str, str]:
        return {"told": "disrupted" if self.disrupted else "in good order"}


class DropPlanned(Event, frozen=True):
    """An airborne operation is planned; only its own side knows which."""

    SECRET = ("planned", "target")

    planned: Units | None = None
    target: int | None = None


class DropCancelled(Event, frozen=True):
    SECRET = ("planned",)

    planned: Units | None = None


class GliderExpended(OfUnits, frozen=True):
    pass


# ---------------------------------------------------------------- the air chart


class Boxed(OfUnits, frozen=True):
    """Air units move on the air chart."""

    box: str


class Activated(OfUnitsThere, frozen=True):
    """An air unit comes into play at an airbase."""


class AllowanceChanged(Event, frozen=True):
    force: str
    allowance: int


class MadeGuards(OfUnits, frozen=True):
    pass


class StruckBySurprise(Event, frozen=True):
    """The surprise attack on the Soviet air force."""

    attackers: int
    lost: int
    over_friendly: int
    aborted: int
    disrupted: int


class Ordered(Event, frozen=True):
    """A standing order; the enemy does not learn which."""

    SECRET = ("order", "about")

    order: str | None
    about: Hexes | None = None


TEXTS: dict[str, str] = {
    "flown": "{units} fly {mission} to {last}{how}.",
    "patrolled": "Patrol attack in {hex}: {units}, die {die}, {told}.",
    "kept-down": "{units} cannot fly to {hex} again: {why}.",
    "scrambled": "{units} scramble to {last}.",
    "returned-to-base": "{units} land in {last}.",
    "crashed": "{units} crash-land in {hex}.",
    "air-unit-lost": "{units} are lost over {hex}.",
    "jettisoned": "{units} jettison their bombs over {hex}.",
    "dogfought": "Air combat over {hex}: {units}, differential {differential}, dice {dice} {shifts}: {result}.",
    "flak-fired": "Antiaircraft fire in {hex} at {units}, dice {dice} {shifts}: {result}.",
    "bombed": "{units} bomb {hex} ({mission}), die {die}: {told}.",
    "recalled": "{units} return to {last}.",
    "hit-on-ground": "{units} are hit at their airbase in {hex}.",
    "airbase-damaged": "The airbase in {hex} takes {hits} hits and holds {left}.",
    "target-damaged": "{what} in {hex}: {hits} hits.",
    "harassed-hex": "Leaving {hex} costs {points} movement points more.",
    "abandoned": "The airfield in {hex} is abandoned.",
    "airfield-destroyed": "The airfield in {hex} is gone.",
    "escaped": "{units} escape to {last}.",
    "stayed-behind": "{units} are taken at their airbase in {hex}.",
    "repaired-air": "{units} in {hex} are repaired.",
    "unloaded": "{units} come down in {hex}.",
    "dropped": "{units} jump over {hex}, die {die}, {roll} as modified: {told}.",
    "drop-planned": "An airborne operation is planned.",
    "drop-cancelled": "An airborne operation is cancelled.",
    "glider-expended": "{units} are expended.",
    "boxed": "{units} go to {box}.",
    "activated": "{units} come into play in {hex}.",
    "allowance-changed": "Group allowance of {force}: {allowance}.",
    "made-guards": "{units} become Guards.",
    "struck-by-surprise": "{attackers} air units strike by surprise: {lost} Soviet ones are lost, {aborted} German ones aborted.",
    "ordered": "Standing orders are changed.",
}
