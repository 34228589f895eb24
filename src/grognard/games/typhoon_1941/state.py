"""The position of Typhoon 1941."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from ...core.air import Mission
from ...core.renaming import Unit
from ...core.state import Arrays, Ints, SmallInts, State

GERMAN, RUSSIAN = 0, 1

# flags of a piece
DISRUPTED = 1
HIDDEN = 2  #: lies upside down: only its owner knows it
MOVED = 4  #: has made its operational move of this phase
ATTACKED = 8  #: has attacked, or is allocated to an attack, in this attack phase
NAMED = 16  #: a Disrupted Russian unit that the German means to attack: it does not recover yet
FRESH = 32  #: Disrupted (again) in the attack phase under way
FLOWN = 64  #: an air unit used in this attack phase
BONUS = 128  #: has used its Operational Movement Bonus
RESTING = 256  #: of two adjacent German armies the one its owner wants inactive
RECOVERED = 512  #: has just recovered: hides only with no German unit next to it
RESUPPLIED = 1024  #: supplied from the air in this determination


class Attack(msgspec.Struct, frozen=True):
    """An attack as announced or allocated."""

    targets: tuple[int, ...]
    attackers: tuple[Unit, ...]
    origins: tuple[int, ...]  #: the hexes the attack comes from
    status: str = "open"  #: open, fought or cancelled


class Group(msgspec.Struct, frozen=True):
    """Defenders read on one column of the table."""

    units: tuple[Unit, ...]
    column: int
    result: str = ""


class Bill(msgspec.Struct, frozen=True):
    """Attackers' losses still to be taken: factors in all, and factors that armour must cover first."""

    owed: int
    armour: int


class Fleeing(msgspec.Struct, frozen=True):
    """A beaten unit on its way: hexes it must still go, hexes it may still go, hexes gone."""

    unit: Unit
    forced: int
    free: int
    gone: int = 0


class Battle(msgspec.Struct, frozen=True):
    """The one battle that is being fought."""

    side: int  #: the attacker
    targets: tuple[int, ...]
    attackers: tuple[Unit, ...]
    origins: tuple[int, ...]
    blind: bool = False  #: begun against a hidden piece: it cannot be called off
    press: int = 0
    asked: bool = True  #: the Russian has asked whether the German orders No Retreat!
    standing: tuple[Unit, ...] = ()  #: defenders under No Retreat! orders
    defenders: tuple[tuple[Unit, int], ...] = ()  #: (unit, modified defence) when the die fell
    attack: tuple[tuple[Unit, int], ...] = ()  #: (unit, attack factors) when the die fell
    groups: tuple[Group, ...] = ()
    given: tuple[Unit, ...] = ()  #: defenders that their owner has given up, where an exchange leaves him the choice
    bill: Bill | None = None
    pushes: tuple[tuple[str, tuple[Unit, ...]], ...] = ()  #: retreats whose length the attacker still has to choose
    cornered: tuple[Unit, ...] = ()  #: units that a forced retreat would drive off the map or over open water
    fleeing: tuple[Fleeing, ...] = ()
    reach: int = 0  #: how far the result lets attackers advance, before their own limits
    advanced: tuple[Unit, ...] = ()
    entered: int = 0  #: factors that have advanced into a defended hex


class TyphoonArrays(Arrays):
    """The arrays of Typhoon 1941 as a whole."""

    began: Ints
    sortie: Ints
    back: SmallInts


class TyphoonState(State):
    """Arrays and values of Typhoon 1941 beside the general ones."""

    FLAGS: ClassVar[dict[str, int]] = {
        "disrupted": DISRUPTED, "hidden": HIDDEN, "moved": MOVED, "attacked": ATTACKED, "named": NAMED, "fresh": FRESH,
        "flown": FLOWN, "bonus": BONUS, "resting": RESTING, "recovered": RECOVERED, "resupplied": RESUPPLIED,
    }  # fmt: skip
    ARRAYS: ClassVar[type[Arrays]] = TyphoonArrays
    PIECE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {"began": np.int16, "sortie": np.int16, "back": np.int8}
    VALUES: ClassVar[dict[str, object]] = {
        "turn": 0, "active": GERMAN, "phase": "", "weather": "good", "muds": 0, "snows": 0, "stand": False,
        "offensive": False, "infantry": 0, "tanks": 0, "railed": 0, "siberian": False, "shock": False, "first_move": "forbidden",
        "held": True, "taken": False, "attacks": (), "battle": None, "mission": None, "supported": (), "number": 0,
        "level": "", "worth": 0,
    }  # fmt: skip

    WATCHED = State.WATCHED | {"weather", "phase", "supported", "battle"}

    arrays: TyphoonArrays
    began: memoryview  #: where a unit stood when its player-turn began (paradrops)
    sortie: memoryview  #: the hex a front aviation has flown to in this phase, plus one; 0 for none
    back: memoryview  #: turn on which a shot-down air unit returns
    turn: int
    active: int
    phase: str  #: attack phase: before, operational, second
    weather: str
    muds: int  #: turns of Mud so far, the present one included
    snows: int
    stand: bool  #: the Russian has ordered No Retreat! for this German player-turn
    offensive: bool  #: the second German offensive phase of turn 4 or later has been used
    infantry: int  #: Russian replacement factors
    tanks: int
    railed: int
    siberian: bool  #: a Siberian unit has entered this turn
    shock: bool  #: a shock army has entered this turn
    first_move: str  #: the Unhistorical First Move: forbidden, allowed or taken
    held: bool  #: Moscow and Voronezh have been held in supply at the end of every turn from 5 on
    taken: bool  #: Germans have been in Moscow
    attacks: tuple[Attack, ...]  #: of the Russian attack phase under way
    battle: Battle | None
    mission: Mission | None
    supported: tuple[int, ...]  #: hexes bombed in this attack phase; those of the Luftwaffe have close support
    number: int  #: the number the German has named for the Japanese roll
    level: str  #: historical or smashing, once somebody has won
    worth: int
