"""The position of a game of the assault family."""

from __future__ import annotations

from typing import ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from ...core.renaming import Unit
from ...core.state import Arrays, Ints, SmallInts, State


class Battle(msgspec.Struct, frozen=True):
    """The one battle that is being fought, as far as the family goes. Units are piece numbers."""

    mobile: bool
    side: int  #: the attacker
    target: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    bystanders: tuple[Unit, ...] = ()  #: retreated into the hex in this phase: they do not defend
    launch: int = -1  #: launch hex of a mobile assault
    revealed: bool = False
    result: str = ""
    gone: tuple[tuple[Unit, int], ...] = ()  #: (unit, hex) that have retreated so far


class AssaultArrays(Arrays):
    """The arrays of the family as a whole."""

    spent: SmallInts
    origin: Ints
    trail: Ints


class AssaultState(State):
    """Arrays and values that the family shares beside the general ones."""

    ARRAYS: ClassVar[type[Arrays]] = AssaultArrays
    PIECE_ARRAYS: ClassVar[dict[str, npt.DTypeLike]] = {"spent": np.int8, "origin": np.int16, "trail": np.int16}
    VALUES: ClassVar[dict[str, object]] = {
        "turn": 0, "active": 0, "order": "", "parent": -1, "serial": 0, "battle": None,
    }  # fmt: skip

    arrays: AssaultArrays
    spent: memoryview  #: movement points used in this phase
    origin: memoryview  #: where a unit stood when the phase began
    trail: memoryview  #: equal for units that have moved as one stack since the phase began
    turn: int
    active: int  #: the side whose player turn it is
    order: str  #: of the phases: "move-fight", "fight-move" or "fight-fight", "" before it is declared
    parent: int  #: the hex from which the stack now moving began
    serial: int  #: counts the stacks that have moved in this phase
    battle: Battle | None
