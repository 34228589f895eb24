"""1.3 Two, three or four players."""

from __future__ import annotations

from ....core.errors import Illegal
from ....core.rule import rule
from ....core.seats import Seating
from ..game import WhatIf


@rule("1.3a", "1.3b")
def seating(players: int) -> Seating:
    """Who commands what. The Dutch always go with the Germans of the west map, Belgians of the coup with the Anglo-French; both
    are set up by the German."""
    for found in WhatIf.seatings:
        if len(found.seats) == players:
            return found
    raise Illegal("1.3a", f"two, three or four can play, not {players}")
