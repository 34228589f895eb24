"""What is looked at in every battle, in the words of the chapter on odds, and what is wanting where it does not count."""

from __future__ import annotations

from ...core.answers import PossibleShift
from .state import GERMAN, SOVIET

POSSIBLE_SHIFTS = (
    PossibleShift("10.21a", "concentric assault", "prepared, from all around, on anything but a city", GERMAN),
    PossibleShift("5.3c", "German fight/move", "a prepared assault in a turn of fight/move", GERMAN),
    PossibleShift("5.4", "first turn of the offensive", "the first turn", GERMAN),
    PossibleShift("11.3c", "November offensive", "the turn of the November offensive", GERMAN),
    PossibleShift("5.3d", "Soviet move/fight", "a turn of move/fight", SOVIET),
    PossibleShift("10.15", "every attacker across a river", "somebody attacks without crossing a river"),
    PossibleShift("10.13", "forest against mobile assault", "a mobile assault into forest", GERMAN),
    PossibleShift("10.18b", "city", "there is no city"),
    PossibleShift("10.19", "fortification", "there is no fortification", GERMAN),
    PossibleShift("10.20d", "aircraft of the attacker", "no aircraft takes part"),
)
