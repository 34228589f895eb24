"""1.3 Two, three or four players."""

from __future__ import annotations

from ....core.errors import Illegal
from ....core.rule import rule
from ....core.seats import Post, Seat, Seating
from ..material import P
from ..state import ALLIED, BELGIAN, DUTCH, GERMAN, GERMAN_EAST, GERMAN_WEST, SOVIET

_WITH_THE_DUTCH = ("german-west", "german-east", "dutch")
POSTS = (
    Post("german-west", GERMAN), Post("german-east", GERMAN), Post("soviet", SOVIET), Post("anglo-french", ALLIED),
    Post("belgian", BELGIAN), Post("dutch", DUTCH),
)  # fmt: skip
SEATINGS = (
    Seating("two", "Two players", "One has the Germans, the other both the Anglo-French and the Soviets.",
            (Seat("german", _WITH_THE_DUTCH), Seat("allied", ("soviet", "anglo-french", "belgian")))),
    Seating("three", "Three players", "Germans, Soviets and Anglo-French have a commander each.",
            (Seat("german", _WITH_THE_DUTCH), Seat("soviet", ("soviet",)), Seat("anglo-french", ("anglo-french", "belgian")))),
    Seating("four", "Four players", "The Germans have a commander per map; he of the east is the senior one.",
            (Seat("german-west", ("german-west", "dutch")), Seat("german-east", ("german-east",)),
             Seat("soviet", ("soviet",)), Seat("anglo-french", ("anglo-french", "belgian")))),
)  # fmt: skip


@rule("1.3a", "1.3b")
def seating(players: int) -> Seating:
    """Who commands what. The Dutch always go with the Germans of the west map, Belgians of the coup with the Anglo-French; both
    are set up by the German."""
    for found in SEATINGS:
        if len(found.seats) == players:
            return found
    raise Illegal("1.3a", f"two, three or four can play, not {players}")


@rule("1.3a")
def commander(p: P, side: int, node: int) -> tuple[int, ...]:
    """The post that decides for a side about a battle on a node: of the Germans he of the map."""
    if side != GERMAN:
        return ()
    return (GERMAN_WEST,) if p.game.west[node] else (GERMAN_EAST,)
