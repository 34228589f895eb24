"""The position of Drive on Moscow."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import numpy as np

from ...core.state import State
from ..assault.flags import ASSAULTED as ASSAULTED
from ..assault.flags import ATTACKED as ATTACKED
from ..assault.flags import DEFENDED as DEFENDED
from ..assault.flags import FINISHED as FINISHED
from ..assault.flags import OVERTAKEN as OVERTAKEN
from ..assault.flags import PHASE_FLAGS as PHASE_FLAGS
from ..assault.flags import RETREATED as RETREATED

GERMAN, SOVIET = 0, 1

# flags of a piece beside those of the family
UNTRIED = 1  #: face down: nobody knows its strength (2.14)


class Battle(msgspec.Struct, frozen=True):
    """The one battle that is being fought. Units are piece numbers."""

    mobile: bool
    side: int  #: the attacker
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    bystanders: tuple[int, ...] = ()  #: retreated into the hex in this phase: they do not defend (10.28)
    launch: int = -1  #: launch hex of a mobile assault
    air: tuple[int, int] = (0, 0)  #: aircraft committed by side
    revealed: bool = False
    result: str = ""
    owed: int = 0  #: steps that remain to be taken
    gone: tuple[tuple[int, int], ...] = ()  #: (unit, hex) that have retreated so far


class DomState(State):
    """Arrays and values of Drive on Moscow beside the general ones."""

    PIECE_ARRAYS: ClassVar[dict[str, Any]] = {"spent": np.int8, "origin": np.int16, "trail": np.int16}
    NODE_ARRAYS: ClassVar[dict[str, Any]] = {"was_german": np.bool_, "entry": np.bool_}
    VALUES: ClassVar[dict[str, Any]] = {
        "turn": 0, "active": GERMAN, "order": "", "air": (0, 0), "parent": -1, "serial": 0, "declared": 0,
        "quota": 0, "engaged": 0, "steps_mech": 0, "steps_foot": 0, "owed_infantry": 0, "owed_cavalry": 0,
        "drawn": -1, "battle": None,
    }  # fmt: skip

    spent: memoryview  #: movement points used in this phase
    origin: memoryview  #: where a unit stood when the phase began
    trail: memoryview  #: equal for units that have moved as one stack since the phase began
    was_german: memoryview  #: has ever been under German control (7.5, 8.3)
    entry: memoryview  #: could trace supply to a map-edge source when the Soviet player turn began (8.3)
    turn: int
    active: int  #: the side whose player turn it is
    order: str  #: "move-fight" or "fight-move", "" before it is declared
    air: tuple[int, int]  #: aircraft counters left this turn, by side
    parent: int  #: the hex from which the stack now moving began
    serial: int
    declared: int  #: turn on which the November offensive was declared, 0 for never
    quota: int  #: units that must attack this Soviet turn (11.2)
    engaged: int  #: units that have attacked this player turn
    steps_mech: int  #: replacement steps left this phase (11.3)
    steps_foot: int
    owed_infantry: int  #: withdrawals still to be made this phase (8.5)
    owed_cavalry: int
    drawn: int  #: the Guards unit drawn this turn, -1 for none
    battle: Battle | None
