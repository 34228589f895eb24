"""What is looked at in every battle, in the words of the chapter on odds, and what is wanting where it does not count."""

from __future__ import annotations

from ...core.answers import PossibleShift
from .state import GERMAN, RUSSIAN

POSSIBLE_SHIFTS = (
    PossibleShift("terrain.2", "forest", "no infantry in a forest"),
    PossibleShift("terrain.4", "across a river", "somebody attacks without crossing a river"),
    PossibleShift("air.14", "close air support", "no Luftwaffe unit has bombed every hex of the attack", GERMAN),
    PossibleShift("katyusha.2", "Katyushas", "no Katyushas take part", RUSSIAN),
    PossibleShift("army.7", "shock artillery", "no shock army attacks before movement", RUSSIAN),
    PossibleShift("disrupted.2", "Disrupted", "no defender is Disrupted"),
    PossibleShift("supply.7", "unsupplied", "every defender is supplied"),
)
