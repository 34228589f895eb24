"""Player turns: whose it is, where it begins and where it ends."""

from __future__ import annotations

import msgspec

from ..ai import features
from ..core.match import Match


class Turn(msgspec.Struct, frozen=True):
    """The commands `first` to `last` belong to the player turn of a side."""

    number: int  #: of the game turn
    name: str
    side: int
    first: int
    last: int


def mover(match: Match) -> int:
    """The side whose player turn it is, whoever has to answer something in it."""
    return features.mover(match.play, match.side)


def player_turns(match: Match) -> list[Turn]:
    """All player turns of a match in which something was said. What a side says between two game turns belongs to one of its
    player turns with what comes before or after."""
    walker = match.walk(0)
    _, now = next(walker)
    found: list[Turn] = []
    (number, name), side = now.game.turn(now.play), mover(now)
    for link, now in walker:
        if found and found[-1].side == side:
            found[-1] = msgspec.structs.replace(found[-1], last=link.number)
        else:
            found.append(Turn(number, name, side, link.number, link.number))
        if not now.over:
            (number, name), side = now.game.turn(now.play), mover(now)
    return found
