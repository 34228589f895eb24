"""What is looked at in every battle, in the words of the chapter on odds, and what is wanting where it does not count."""

from __future__ import annotations

from ...core.answers import PossibleShift
from .state import GERMAN, SOVIET

POSSIBLE_SHIFTS = (
    PossibleShift("11.10a", "concentric assault", "from all around"),
    PossibleShift("5.3b", "fight before moving", "a prepared assault in the east, before moving", GERMAN),
    PossibleShift("11.8a", "city", "there is no city"),
    PossibleShift("10.22b", "fortification", "there is no printed fortification of the defender"),
    PossibleShift("9.7", "1st Shock Army", "the 1st Shock Army takes no part", SOVIET),
    PossibleShift("8.4a", "aircraft", "no aircraft takes part"),
)
