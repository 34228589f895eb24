"""A computer player's reasons as others may read them while the game goes on: its mission and its odds as they look from where
the reader sits. They are made from what the reader knows of the position and hears of the command, never from what the player
has thought, so they cannot betray it.
"""

from __future__ import annotations

from ..core.errors import GrognardError
from ..core.match import Match
from ..core.seats import eyes_of
from ..core.shown import EventView
from ..core.sight import Sight


def outward(before: Match, after: Match, reader: str | None) -> str:
    """Why the last command was given, as far as a seat (or a spectator: None) can tell; empty when nothing can be told."""
    for event in after.log(reader, after.length - 1):
        if event.targets and (event.units or event.unseen):
            return _attack(before.fork(reader), event, reader)
        if len(event.path) > 1 and not event.retreat:
            return _march(after, event)
    return ""


def _attack(match: Match, event: EventView, reader: str | None) -> str:
    """What is attacked, and at which odds as far as the reader can judge them."""
    target = match.game.names.node(event.targets[0])
    text = f"to take {_name(match, target)}"
    odds = _odds(match, event, target, reader)
    return f"{text}, at {odds} as far as can be seen" if odds else text


def _odds(match: Match, event: EventView, target: int, reader: str | None) -> str:
    p, game = match.play, match.game
    eyes = eyes_of(p, -1 if reader is None else match.roster.number(reader))
    sight, side = Sight(p, eyes), game.sides.index(event.side)
    near = [u for hex in game.board.adjacent(target) for u in p.units(hex, side)]
    seen = [game.names.unit(name) for name in event.units]
    unseen = [u for u in near if not sight.knows(u)][: event.unseen]
    force = [u for u in seen if u in near] + unseen
    try:
        found: dict[str, float] = game.odds(p, target, force, eyes=eyes).odds if force else {}
    except GrognardError:  # a game without odds
        return ""
    return max(found, key=lambda odds: found[odds]) if found else ""


def _march(match: Match, event: EventView) -> str:
    """Where units go, seen from the side they may go against. Who holds which hex is open to all."""
    game, board = match.game, match.game.board
    first, last = (game.names.node(event.path[k]) for k in (0, -1))
    if any(place.hex == last for place in board.places):
        return f"to {_name(match, last)}"
    if max(first, last) >= board.hexes or board.spots[first][0] != board.spots[last][0]:
        return ""
    foes = match.state.arrays.foes[game.sides.index(event.side), : board.hexes].nonzero()[0].tolist()
    held = [hex for hex in foes if board.spots[hex][0] == board.spots[last][0]]  # on other maps nobody is near or far
    if not held:
        return ""
    was, now = (min(board.distance(hex, enemy) for enemy in held) for hex in (first, last))
    if now == 1:
        return "along the enemy's front" if was == 1 else "up to the enemy"
    return "towards the enemy" if now < was else "away from the enemy" if now > was else "to another part of the front"


def _name(match: Match, node: int) -> str:
    place = next((place.name for place in match.game.board.places if place.hex == node and place.name), "")
    return f"{place} ({match.game.board.names[node]})" if place else match.game.board.names[node]
