"""What happens in railways, supply, engineers and the seas."""

from __future__ import annotations

from ....core.events import Event, OfPlace, OfUnits, OfUnitsThere, OfWay

# ---------------------------------------------------------------- railways


class Railed(OfWay, frozen=True):
    """Units have moved by rail."""

    how: str  #: operational or strategic
    size: float  #: regimental equivalents that they took up


class Freighted(Event, frozen=True):
    """Resource points have moved by rail."""

    path: tuple[int, ...]
    points: int


class LineCut(OfPlace, frozen=True):
    """The railway in a hex is broken."""


class LineBuilt(Event, frozen=True):
    """Hexes of the new line are open to trains."""

    places: tuple[int, ...]


class CapacityRaised(OfPlace, frozen=True):
    net: str
    points: int
    more: int


# ---------------------------------------------------------------- supply


class OutOfSupply(OfUnits, frozen=True):
    """Units begin their first turn out of supply."""


class Starved(OfUnitsThere, frozen=True):
    """A die was rolled for an isolated unit: what it came to."""

    total: int


class Tapped(OfUnitsThere, frozen=True):
    """A truck is used up as a source of supply."""


class Replenished(OfUnitsThere, frozen=True):
    """A truck is filled again."""


# ---------------------------------------------------------------- resource points


class PointsLoaded(OfUnitsThere, frozen=True):
    points: int


class PointsUnloaded(OfUnitsThere, frozen=True):
    points: int


class PointsDestroyed(OfPlace, frozen=True):
    points: int


class PointsCaptured(OfPlace, frozen=True):
    points: int


class PointsSpent(OfPlace, frozen=True):
    points: int


# ---------------------------------------------------------------- engineers


class Repaired(OfUnitsThere, frozen=True):
    what: str


class PortDemolished(OfUnitsThere, frozen=True):
    hits: int


class Regauged(OfUnitsThere, frozen=True):
    gauge: str


class ConstructionBegun(OfUnitsThere, frozen=True):
    what: str


class ConstructionLost(OfPlace, frozen=True):
    what: str


class FortBuilt(OfPlace, frozen=True):
    pass


class AirfieldBuilt(OfPlace, frozen=True):
    permanent: bool

    def words(self) -> dict[str, str]:
        return {"sort": "permanent" if self.permanent else "temporary"}


# ---------------------------------------------------------------- the seas


class Sailed(OfWay, frozen=True):
    """Ships or a flotilla have moved."""


class Ferried(OfWay, frozen=True):
    """Units and resource points have been carried over water."""

    points: int


class PointsShipped(OfWay, frozen=True):
    """Resource points have been carried over the sea by themselves."""

    points: int


class MinesStruck(OfUnitsThere, frozen=True):
    hits: int


class PutToSea(OfUnitsThere, frozen=True):
    """A ship has escaped from a port that fell."""


class Unreplenished(OfUnitsThere, frozen=True):
    pass


class Assigned(OfUnitsThere, frozen=True):
    """Ships are to support the defence of a hex."""


class Displaced(OfWay, frozen=True):
    """A flotilla gives way."""


class Provisioned(OfUnitsThere, frozen=True):
    """Supply for so many equivalents has been landed."""

    amount: float


class Refitted(OfUnitsThere, frozen=True):
    pass


class Relaunched(OfUnitsThere, frozen=True):
    pass


# ---------------------------------------------------------------- bridges


class OfBridge(OfUnits, frozen=True):
    """Something is done to a bridge; `places` are its two hexes."""

    places: tuple[int, ...]


class BridgeBlown(OfBridge, frozen=True):
    success: bool

    def words(self) -> dict[str, str]:
        return {"told": "demolish" if self.success else "fail to demolish"}


class BridgeRepaired(OfBridge, frozen=True):
    pass


class BridgeSeized(OfBridge, frozen=True):
    success: bool

    def words(self) -> dict[str, str]:
        return {"told": "seize" if self.success else "fail to seize"}


TEXTS: dict[str, str] = {
    "bridge-blown": "{units} {told} the bridge between {places}.",
    "bridge-repaired": "{units} repair the bridge between {places}.",
    "bridge-seized": "{units} {told} the bridge between {places}.",
    "sailed": "{units} sailed to {last}.",
    "ferried": "{units} carried over water to {last}.",
    "points-shipped": "{points} resource points carried over water to {last}.",
    "mines-struck": "Mines and submarines around {hex}: {units}, {hits} hits.",
    "put-to-sea": "{units} escaped from {hex} to sea.",
    "unreplenished": "{units} in {hex}: unsupplied.",
    "assigned": "{units} support {hex}.",
    "displaced": "{units} gave way to {last}.",
    "provisioned": "Supply for {amount} regimental equivalents landed in {hex}.",
    "refitted": "{units} repaired in {hex}.",
    "relaunched": "{units} in service again in {hex}.",
    "points-loaded": "{units} in {hex} load {points} resource points.",
    "points-unloaded": "{units} bring {points} resource points to {hex}.",
    "points-destroyed": "{points} resource points in {hex} are destroyed.",
    "points-captured": "{points} resource points in {hex} are captured.",
    "points-spent": "{points} resource point spent in {hex}.",
    "repaired": "{units} in {hex} repair the {what}.",
    "port-demolished": "{units} demolish the port in {hex}: {hits} hits.",
    "regauged": "{units} regauge the railway in {hex} to {gauge}.",
    "construction-begun": "{units} begin to build in {hex}: {what}.",
    "construction-lost": "The unfinished {what} in {hex} is given up.",
    "fort-built": "A fort stands in {hex}.",
    "airfield-built": "A {sort} airfield is open in {hex}.",
    "out-of-supply": "Out of supply: {units}.",
    "starved": "{units} in {hex} without supply: {total} as modified.",
    "tapped": "{units} in {hex} is used as a source of supply.",
    "replenished": "{units} in {hex} is filled again.",
    "railed": "{units} moved by {how} rail to {last}.",
    "freighted": "{points} resource points moved by rail to {last}.",
    "line-cut": "The railway in {hex} is broken.",
    "line-built": "New railway: {places}.",
    "capacity-raised": "{points} resource points spent in {hex}: {more} more for the {net} rail net.",
}
