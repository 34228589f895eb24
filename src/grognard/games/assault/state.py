"""The position of a game of the assault family."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...core.state import State


class AssaultState(State):
    """Arrays and values that the family shares beside the general ones."""

    PIECE_ARRAYS: ClassVar[dict[str, Any]] = {"spent": np.int8, "origin": np.int16, "trail": np.int16}
    VALUES: ClassVar[dict[str, Any]] = {
        "turn": 0, "active": 0, "order": "", "parent": -1, "serial": 0, "battle": None,
    }  # fmt: skip

    spent: memoryview  #: movement points used in this phase
    origin: memoryview  #: where a unit stood when the phase began
    trail: memoryview  #: equal for units that have moved as one stack since the phase began
    turn: int
    active: int  #: the side whose player turn it is
    order: str  #: of the phases: "move-fight", "fight-move" or "fight-fight", "" before it is declared
    parent: int  #: the hex from which the stack now moving began
    serial: int  #: counts the stacks that have moved in this phase
    battle: Any
