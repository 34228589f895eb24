"""The position of 1940: What If?"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ...core.renaming import Unit
from ...core.state import Arrays, SmallInts, Truths
from ..assault import flags
from ..assault import state as family
from ..assault.state import AssaultArrays, AssaultState

GERMAN, SOVIET, ALLIED, BELGIAN, DUTCH = range(5)
SIDES = ("german", "soviet", "anglo-french", "belgian", "dutch")
#: alliances: Soviets and Anglo-French win and lose together (4.1)
AXIS, ALLIES = 0, 1

GERMAN_WEST, GERMAN_EAST = 0, 1  #: posts of the German side; the others have one each
ANGLO_FRENCH_POST = 3

ATTACKER, DEFENDER = 0, 1  #: the parties to a battle

#: Aircraft of German, Soviets and Anglo-French (3.2, 3.3, 3.5).
AIRCRAFT = (4, 1, 2)

UNTRIED = 128  #: lies face down: nobody knows its strength yet (2.12)
FROZEN = 256  #: was in its box when Japan or Finland entered the war and never leaves it (12.5, 12.6)


class WhatIfArrays(AssaultArrays):
    """The arrays of What If as a whole."""

    allowance: SmallInts
    garrison: Truths
    was_german: Truths
    fort: Truths


class Battle(family.Battle, frozen=True):
    """The battle being fought, with what only this game knows. `defenders` are all who share its result; the bystanders among
    them, who retreated into the hex, add no strength. Nobody defends a hex that only its garrison holds."""

    airborne: bool = False  #: the 7th Flieger Corps lands on the hex; it is not among the attackers on the ground
    aircraft: tuple[int, int] = (0, 0)  #: in support of the attacker, of the defender
    owed: tuple[int, int] = (0, 0)  #: steps that attacker and defender have still to give up
    stayed: tuple[Unit, ...] = ()  #: could not retreat and have paid for it in place


class WhatIfState(AssaultState):
    """Arrays and values of What If beside those of the family."""

    FLAGS: ClassVar[dict[str, int]] = flags.WORDS | {"untried": UNTRIED, "frozen": FROZEN}
    ARRAYS: ClassVar[type[Arrays]] = WhatIfArrays
    PIECE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = AssaultState.PIECE_ARRAYS | {"allowance": np.int8}
    FILLS: ClassVar[dict[str, int]] = {"allowance": -1}
    NODE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {"garrison": np.bool_, "was_german": np.bool_, "fort": np.bool_}
    VALUES: ClassVar[dict[str, object]] = AssaultState.VALUES | {
        # neutrals
        "belgium": "neutral", "holland": "neutral",
        # aircraft
        "air": AIRCRAFT, "suppressed": (0, 0, 0), "superiority": 0, "interdicted": (), "interdictor": -1,
        # off the map
        "japan": False, "finland": False, "ploesti": False, "invaded": False, "transferred": (), "portioned": (),
        "far_east_left": False, "arctic_way": "",
        # once and for all
        "ardennes": False, "tank_army": False, "tank_corps": 0,
        # surprise
        "ignore_rivers": False, "redeployments": 0, "june": 0,
        # arrivals and replacements
        "forts_left": 0, "replaced": (),
        # combat
        "stormed": (),
    }  # fmt: skip
    FRAMES: ClassVar[dict[str, Any]] = {"doctrine.entry": tuple[Unit], "battle.displace": tuple[Unit, int]}
    INNATE: ClassVar[int] = UNTRIED | FROZEN
    WATCHED = AssaultState.WATCHED | {"garrison", "was_german", "fort", "ardennes", "belgium", "holland"}

    arrays: WhatIfArrays
    allowance: memoryview  #: movement points of this phase, fixed when the unit first moves (6.7); -1 before
    garrison: memoryview  #: does the intrinsic garrison of a hex still live? (11.21)
    was_german: memoryview  #: has a hex ever been under German control? (6.5, 9.5)
    fort: memoryview  #: a semi-permanent Soviet fortification (9.8)
    belgium: str  #: neutral, frozen or allied (3.6)
    holland: str  #: neutral or at war (3.6)
    air: tuple[int, int, int]  #: aircraft of German, Soviets and Anglo-French that can still fly in this game turn
    suppressed: tuple[int, int, int]  #: those shut out of this game turn by the German (8.1)
    superiority: int  #: Luftwaffe units that have flown for air superiority in this game turn
    interdicted: tuple[int, ...]  #: hexes with an interdicting aircraft in this movement phase (8.3)
    interdictor: int  #: the side whose aircraft those are, -1 for none
    japan: bool  #: at war with the Soviets (12.5)
    finland: bool  #: at war with the Soviets (12.6)
    ploesti: bool  #: captured by the Soviets (6.10)
    invaded: bool  #: have Soviet units ever entered Romania? (12.4)
    transferred: tuple[Unit, ...]  #: German units that have gone into or out of their box in this game turn (12.1)
    portioned: tuple[Unit, ...]  #: Soviet units that have entered a portion of the Southwest box in this player turn (12.7)
    far_east_left: bool  #: has an army left the Far East in this player turn? (12.5)
    arctic_way: str  #: in or out, once units have gone into or out of the Arctic box in this game turn (12.6)
    ardennes: bool  #: open like other forests (10.10)
    tank_army: bool  #: the 1st Allied Tank Army has been formed (9.4)
    tank_corps: int  #: game turn on which the first Anglo-French tank corps entered, 0 for none (9.2)
    ignore_rivers: bool  #: Soviet units defend without rivers in this German player turn (5.5)
    redeployments: int  #: Soviet units that may still be moved about after the surprise roll (5.5)
    forts_left: int  #: fortifications that may still be built in this game turn (9.8)
    replaced: tuple[str, ...]  #: kinds that have had their replacements in this phase (9.9, 9.11)
    june: int  #: reinforcements of turn 1 that may still be placed after the surprise roll (5.5)
    stormed: tuple[int, ...]  #: hexes whose garrison, alone in them, has been attacked in this combat phase (11.4)
    battle: Battle | None
