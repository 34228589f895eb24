"""The position of Barbarossa."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from ...core.renaming import Unit
from ...core.state import Arrays, Bytes, SmallInts, Truths
from ..assault import flags
from ..assault import state as family
from ..assault.state import AssaultArrays, AssaultState

GERMAN, SOVIET = 0, 1

#: The hidden choice of the last German offensive, and the turns on which it is made and laid open (4.18).
WATCHES = ("rhine", "oder")
CHOSEN_ON, LAUNCHED_ON = 28, 30

# flags of a piece beside those of the family
ENTRAINED = 1  #: was in a city with overland supply when the strategic movement phase began (8.7)
SEA_MOVED = 128  #: has moved by sea in this player turn and may not attack in it (10.16, 10.17)
FOUGHT = 256  #: has attacked in this player turn (10.16)
TRANSFERRED = 512  #: has moved strategically in this player turn (8.7, 10.16)
OBLIGED = 1024  #: stood next to the enemy when this combat phase began and must attack (5.12)
CUT_OFF = 2048  #: was due to leave or to be reorganised and still waits for supply or the dead pile (8.17, 8.23)
RETURNED = 4096  #: a Romanian army that has come back once (8.15)
WAITING = 8192  #: a delayed reinforcement that may not leave the RVGK box like others (8.19, 8.20, 8.25)
STANDS_FAST = 16384  #: was cut off in Stalingrad when the game turn began and may neither move nor attack in it (12.7)
PHASE_FLAGS = flags.PHASE_FLAGS | OBLIGED
TURN_FLAGS = SEA_MOVED | FOUGHT | TRANSFERRED

# works of a hex
WALL = 1  #: an intact German fortified line, printed or an East Wall counter (11.21)
HERO = 2  #: a Soviet hero city marker (9.1)
FORTRESS = 4  #: a German fortress city marker (9.2)
AREA = 8  #: the marker of the Soviet fortified area (8.18)


class Battle(family.Battle, frozen=True):
    """The one battle that is being fought."""

    origins: tuple[int, ...] = ()  #: hexes the attack comes from: nobody retreats there (11.27)
    air: int = -1  #: Luftwaffe counters in this battle, 0 or 1; -1 before the German has said
    airdrop: bool = False  #: the 2nd Paratroop Corps jumps onto the target (4.17)
    dice: tuple[tuple[Unit, int], ...] = ()  #: (emergency unit, its factor in this battle) (8.4)
    worth: tuple[tuple[Unit, int, int], ...] = ()  #: (attacker, factor, divisor) it fought with (11.26)
    defence: int = 0  #: defence factors in this battle
    lenient: bool = False  #: the attacker has chosen DR for BB: no city makes it BB again (11.33)
    advanced: tuple[Unit, ...] = ()  #: units that have advanced one hex and may go on (11.32)

    def with_counter(self, old: int, new: int) -> Battle:
        """The same battle with one counter in the place of another."""

        def units(named: tuple[int, ...]) -> tuple[int, ...]:
            return tuple([new if unit == old else unit for unit in named])

        return msgspec.structs.replace(
            self, attackers=units(self.attackers), defenders=units(self.defenders), bystanders=units(self.bystanders),
            advanced=units(self.advanced), gone=tuple([(new if unit == old else unit, hex) for unit, hex in self.gone]),
            worth=tuple([(new if unit == old else unit, factor, divisor) for unit, factor, divisor in self.worth]),
        )  # fmt: skip


class Expedition(msgspec.Struct, frozen=True):
    """The Caucasus expedition (4.11 to 4.13)."""

    units: tuple[Unit, ...]
    launched: int  #: game turn
    response: tuple[Unit, ...] = ()  #: the Soviet armies in the box
    status: str = "under way"  #: under way, succeeded, recalled, defeated


class BarbarossaArrays(AssaultArrays):
    """The arrays of Barbarossa as a whole."""

    toll: SmallInts
    allowance: SmallInts
    works: Bytes
    was_german: Truths
    arrivals: SmallInts


class BarbarossaState(AssaultState):
    """Arrays and values of Barbarossa beside those of the family."""

    FLAGS: ClassVar[dict[str, int]] = flags.WORDS | {
        "entrained": ENTRAINED, "sea-moved": SEA_MOVED, "fought": FOUGHT, "transferred": TRANSFERRED, "obliged": OBLIGED,
        "cut-off": CUT_OFF, "returned": RETURNED, "waiting": WAITING, "stands-fast": STANDS_FAST,
    }  # fmt: skip
    ARRAYS: ClassVar[type[Arrays]] = BarbarossaArrays
    PIECE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = AssaultState.PIECE_ARRAYS | {"toll": np.int8, "allowance": np.int8}
    NODE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {"works": np.uint8, "was_german": np.bool_, "arrivals": np.int8}
    FILLS: ClassVar[dict[str, int]] = {"allowance": -1}
    VALUES: ClassVar[dict[str, object]] = AssaultState.VALUES | {
        # sequence of play
        "scenario": "campaign", "combats": 0, "crossings": (), "pause": "", "bonus_zone": "", "fought_twice": (),
        # victory points
        "vp": 14, "once": (), "forgiveness": 0,
        # supply, aircraft, cities
        "air": 0, "airlift": -1, "airlift_from": 6, "markers": (-1, -1, -1), "crimea": "", "crimea_units": (),
        "heroes": 0, "fortresses": 0, "late_fortresses": 0, "walls": 0, "fortified_area": 0,
        # special operations
        "offensive": 0, "gambit": False, "oder": "", "expedition": None, "soviet_losses": 0,
        "caucasus_base": False, "no_markers": False,
        # administration
        "replacements": (0, 0), "strategic_left": 0, "rvgk_left": 0, "rvgk_moved": (), "emergency_used": False, "standing": (),
        "owed": 0, "allies": (), "in_situ": (), "exited": -1, "stand_fast": False, "besieged": True,
    }  # fmt: skip

    FRAMES: ClassVar[dict[str, Any]] = {"soviet.convert": tuple[Unit]}
    INNATE: ClassVar[int] = CUT_OFF | RETURNED | WAITING

    WATCHED = AssaultState.WATCHED | {"works"}

    arrays: BarbarossaArrays
    toll: memoryview  #: movement points owed for the map edge hex entered in this game turn (8.1)
    allowance: memoryview  #: movement points of this phase, fixed when the unit first moves (7.17); -1 before
    works: memoryview  #: WALL, HERO, FORTRESS, AREA
    was_german: memoryview  #: under German control when the game turn began (4.4, 4.19)
    arrivals: memoryview  #: units that entered play in the hex in this game turn (8.1)
    scenario: str  #: campaign or road-back
    combats: int  #: combat phases begun in this player turn
    crossings: tuple[str, ...]  #: sea moves and strait crossings of this movement phase: kerch, black-sea, baltic
    pause: str  #: the Paulus Pause: "pause" or "no-pause", "" before turn 3
    bonus_zone: str  #: zone of the fight/move bonus of 1942: "north" or "south"
    fought_twice: tuple[int, ...]  #: turns on which a side chose fight/fight
    battle: Battle | None
    vp: int  #: German victory points
    once: tuple[str, ...]  #: what can happen only once and has happened (4.5, 4.6, 4.7, 4.8, 4.15, 8.16 ...)
    forgiveness: int
    air: int  #: Luftwaffe counters left this game turn
    airlift: int  #: hex of the aerial supply marker, -1 off the map, -2 used up in this game turn
    airlift_from: int  #: game turn from which the aerial supply marker may be used
    markers: tuple[int, int, int]  #: hexes of the offensive supply markers A, B, C
    crimea: str  #: supply in the south in this game turn: "coast", or Crimea supply, now "on" or "off"; "" neither yet
    crimea_units: tuple[Unit, ...]  #: units on Crimea supply if the German has chosen them
    heroes: int  #: hero city markers in hand
    fortresses: int  #: fortress city markers in hand that may go anywhere
    late_fortresses: int  #: fortress city markers in hand for Greater Germany, Hungary and the General Government
    walls: int  #: East Wall counters still to be placed
    fortified_area: int  #: game turn on which the fortified area was placed, 0 for never
    offensive: int  #: game turn of the summer offensive of 1943, 0 for none
    gambit: bool
    oder: str  #: the hidden choice: "rhine" or "oder", "" before turn 28
    expedition: Expedition | None
    caucasus_base: bool  #: the game turn began with a base for the expedition (4.11)
    no_markers: bool  #: Moscow is lost: no offensive supply markers (7.21)
    soviet_losses: int  #: Soviet units eliminated in this game turn, strong ones twice (4.19)
    replacements: tuple[int, int]  #: replacements left in this segment: mechanized, other
    strategic_left: int
    rvgk_left: int
    rvgk_moved: tuple[Unit, ...]
    emergency_used: bool
    standing: tuple[tuple[Unit, int], ...]  #: units of the box and the cities they are to save (8.11)
    owed: int  #: withdrawals still due in this segment
    allies: tuple[str, ...]  #: what has happened among the allies: polish, romanian, bulgarian ...
    in_situ: tuple[int, ...]  #: hexes that have taken a KG or emergency unit in this segment (8.2, 8.4)
    exited: Unit  #: the Soviet unit that has gone to Bulgaria, -1 for none (8.26)
    stand_fast: bool  #: are there Germans who may neither move nor attack this game turn? (12.7)
    besieged: bool  #: is Leningrad under siege? (12.23)

    def build(self, hex: int, works: int) -> None:
        """A hex gets works."""
        self.set("works", hex, self.works[hex] | works)

    def raze(self, hex: int, works: int) -> None:
        """A hex loses works."""
        self.set("works", hex, self.works[hex] & ~works)
