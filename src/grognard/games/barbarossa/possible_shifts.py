"""What is looked at in every battle, in the words of the chapter on odds, and what is wanting where it does not count."""

from __future__ import annotations

from ...core.answers import PossibleShift
from .state import GERMAN, SOVIET

POSSIBLE_SHIFTS = (
    PossibleShift("11.24", "concentric assault", "prepared, from all around, on no hero or fortress city"),
    PossibleShift("5.6a", "German fight/move", "a prepared assault in a summer turn of 1941 with fight/move", GERMAN),
    PossibleShift("5.7a", "Soviet move/fight", "a prepared assault in a turn of move/fight", SOVIET),
    PossibleShift("11.16", "every attacker across a river", "somebody attacks without crossing a river, or rivers do not count"),
    PossibleShift("11.14", "rough ground", "the ground is not rough"),
    PossibleShift("11.15", "marsh", "a prepared assault on a marsh"),
    PossibleShift("11.20a", "city", "there is no city that counts as one"),
    PossibleShift("11.21a", "fortified line", "there is no fortified line"),
    PossibleShift("8.18b", "fortified area", "there is no fortified area"),
    PossibleShift("11.33", "satellite army alone", "an Axis satellite army alone, inside the USSR", SOVIET),
    PossibleShift("11.23", "Luftwaffe", "the Luftwaffe takes no part"),
)
