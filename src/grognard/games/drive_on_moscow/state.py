"""The position of Drive on Moscow."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from ...core.renaming import Unit
from ...core.state import Arrays, Truths
from ..assault import flags
from ..assault import state as family
from ..assault.state import AssaultArrays, AssaultState

GERMAN, SOVIET = 0, 1

# flags of a piece beside those of the family
UNTRIED = 1  #: face down: nobody knows its strength (2.14)


class Battle(family.Battle, frozen=True):
    """The one battle that is being fought."""

    air: tuple[int, int] = (0, 0)  #: aircraft committed by side
    owed: int = 0  #: steps that remain to be taken


class DomArrays(AssaultArrays):
    """The arrays of Drive on Moscow as a whole."""

    was_german: Truths
    entry: Truths


class DomState(AssaultState):
    """Arrays and values of Drive on Moscow beside those of the family."""

    FLAGS: ClassVar[dict[str, int]] = flags.WORDS | {"untried": UNTRIED}
    ARRAYS: ClassVar[type[Arrays]] = DomArrays
    NODE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {"was_german": np.bool_, "entry": np.bool_}
    VALUES: ClassVar[dict[str, object]] = AssaultState.VALUES | {
        "air": (0, 0), "declared": 0, "quota": 0, "engaged": 0, "steps_mech": 0, "steps_foot": 0, "owed_infantry": 0,
        "owed_cavalry": 0, "drawn": -1,
    }  # fmt: skip
    INNATE: ClassVar[int] = UNTRIED

    WATCHED = AssaultState.WATCHED | {"was_german", "entry", "turn"}

    arrays: DomArrays
    was_german: memoryview  #: has ever been under German control (7.5, 8.3)
    entry: memoryview  #: could trace supply to a map-edge source when the Soviet player turn began (8.3)
    air: tuple[int, int]  #: aircraft counters left this turn, by side
    declared: int  #: turn on which the November offensive was declared, 0 for never
    quota: int  #: units that must attack this Soviet turn (11.2)
    engaged: int  #: units that have attacked this player turn
    steps_mech: int  #: replacement steps left this phase (11.3)
    steps_foot: int
    owed_infantry: int  #: withdrawals still to be made this phase (8.5)
    owed_cavalry: int
    drawn: Unit  #: the Guards unit drawn this turn, -1 for none
    battle: Battle | None
