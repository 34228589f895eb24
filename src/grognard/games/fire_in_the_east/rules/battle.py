"""The facts of a battle: all that its reckoning depends on.

The rules know them from the position, a preview from what somebody sees, a computer player from where it would send its units.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

import msgspec

from ....core.rule import rule
from .armor import Capability


@rule("3.A.3")
class Artillery(StrEnum):
    """Is a unit artillery, and of which kind? A ship that supports a battle is an artillery unit of one equivalent in it."""

    NO = "no"
    FIELD = "field"
    ROCKET = "rocket"
    SIEGE = "siege"
    RAILROAD = "railroad"
    SHIP = "ship"


class Engineer(StrEnum):
    """Is a unit an engineer, and of which kind? Flammpanzers are like combat engineers when they attack."""

    NO = "no"
    CONSTRUCTION = "construction"
    COMBAT = "combat"
    ASSAULT = "assault"
    RAILROAD = "railroad"
    FLAME = "as combat when attacking"


class City(StrEnum):
    """The city in a hex; the last two are major ones."""

    NONE = "none"
    REFERENCE = "reference-city"
    DOT = "dot-city"
    PARTIAL = "partial-hex"
    FULL = "full-hex"


class Hexside(msgspec.Struct, frozen=True):
    """What a unit attacks across."""

    kind: str = ""  #: as the charts name it; nothing: open ground
    frozen: bool = False
    flotilla: bool = False  #: a river held by a flotilla in the attacked hex


OPEN = Hexside()


@rule("9.F.1d", "14.B.2")
class Fighter(msgspec.Struct, frozen=True):
    """A unit that attacks or is attacked."""

    attack: Fraction  #: as printed
    defence: Fraction
    size: Fraction  #: in regimental equivalents; 0 for counters that have none in combat: position AA, trucks
    place: int = 0  #: its hex: support comes from the same one
    # Capabilities of armour; None: left out of proportions, as whatever does not count for stacking
    aeca: Capability | None = Capability.NONE
    aecd: Capability | None = Capability.NONE
    atec: Capability | None = Capability.NONE
    artillery: Artillery = Artillery.NO
    engineer: Engineer = Engineer.NO
    supported: bool = True  #: has supporting arms of its own
    supports: bool = False  #: gives support to others
    unsupplied: int = 0  #: consecutive turns out of supply that count in this player turn
    across: Hexside = OPEN
    distance: int = 1  #: railroad artillery may fire over two hexes
    mountain: bool = False
    winterized: bool = False
    finnish: bool = False
    fortified: bool = False  #: a fortified area, which is a fort as well
    landing: bool = False  #: attacks from the sea, and is no marine unit
    disrupted: bool = False  #: by its air drop
    arrived: bool = False  #: has retreated into the attacked hex in this phase
    steadfast: bool = False  #: began the phase in one hex with an NKVD unit
    breaching: bool = False  #: not halved by a fortress: heavy antiaircraft guns, where the option is in use

    @property
    def is_artillery(self) -> bool:
        return self.artillery is not Artillery.NO

    @property
    def stakes(self) -> bool:
        """Does its printed strength count when losses are reckoned?"""
        return not self.arrived and self.is_subject

    @property
    def is_subject(self) -> bool:
        """Is it subject to the result?"""
        return self.distance == 1 and self.artillery is not Artillery.SHIP


class Flight(msgspec.Struct, frozen=True):
    """Tactical bombing points that support a side, and what weather, range or night leave of each."""

    printed: Fraction
    share: Fraction = Fraction(1)


@rule("3.G")
class Ground(msgspec.Struct, frozen=True):
    """The attacked hex."""

    terrain: str = "clear"
    frozen: bool = False  #: where this terrain freezes
    weather: str = "clear"
    city: City = City.NONE
    fortress: bool = False
    fort: bool = False
    first_winter: bool = False

    @property
    def is_major_city(self) -> bool:
        return self.city in (City.PARTIAL, City.FULL)

    @property
    def is_stronghold(self) -> bool:
        """A major city or a fortress."""
        return self.is_major_city or self.fortress


@rule("31.G")
def unprepared(ground: Ground) -> Ground:
    """A Soviet hex on Jun II 41: of a major city nothing is left but a dot city in the open."""
    return msgspec.structs.replace(ground, terrain="clear", city=City.DOT) if ground.is_major_city else ground


@rule("9.A.2", "9.F.1d", "14.A.2a", "25.C", "31.A.5c")
class Battle(msgspec.Struct, frozen=True):
    """Who attacks whom, where, and with what help."""

    attackers: Sequence[Fighter]
    defenders: Sequence[Fighter]
    axis_attacks: bool
    ground: Ground = Ground()
    ground_support: Sequence[Flight] = ()
    defensive_support: Sequence[Flight] = ()
    overrun_air: bool = False  #: aircraft count in overruns as well: without the erratum to 13
    use_engineers: bool = True  #: the attacker may do without them and what they oblige him to lose
    mingled: bool = False  #: both sides are in one hex, and somebody must go: NE is rolled again

    @property
    def holders(self) -> list[Fighter]:
        """Defenders that contribute to the defence: not those which have just retreated into the hex."""
        return [unit for unit in self.defenders if not unit.arrived]

    @property
    def has_fort(self) -> bool:
        """A fortified area is a fort."""
        return self.ground.fort or any(unit.fortified for unit in self.holders)

    @property
    def suits_engineers(self) -> bool:
        """Engineers are at their best against and in major cities, fortresses and forts."""
        return self.ground.is_stronghold or self.has_fort
