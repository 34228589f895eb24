"""4.4, 4.19 What an offensive has won."""

from __future__ import annotations

import numpy as np

from ....core.rule import rule
from ..material import P
from ..state import GERMAN


@rule("4.4c", "4.19")
def kept_and_gained(p: P) -> int:
    """How many cities the German has gained since the game turn began; -1 when he has lost one. Supply does not matter."""
    now = p.s.arrays.control == GERMAN
    if bool((p.game.city & p.s.arrays.was_german & ~now).any()):
        return -1
    return int(np.count_nonzero(p.game.city & now & ~p.s.arrays.was_german))
