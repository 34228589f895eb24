"""What others have done since a seat last had the say, on one screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import capwords

from ..core.match import Match
from ..core.shown import EventView, View
from ..core.words import counted
from .scenes import Shot, battles, scenes
from .shapes import Arrivals, Battle, Ground, Losses, Summary

_LETTERS = ".abcdefgh"


def summary(match: Match, since: int, seat: str | None) -> Summary:
    """Everything after command `since`, counted."""
    before, shots = scenes(match, since, seat)
    after = shots[-1].view if shots else before
    events = [event for shot in shots for event in shot.scene.events]
    sides, mine = match.game.sides, _mine(match, seat)
    movers = list(dict.fromkeys(shot.scene.side for shot in shots if shot.scene.side not in mine))
    ground = [_ground(match, side, number, before, after) for number, side in enumerate(sides)]
    attacks = [shot for shot in shots if shot.scene.side in movers and shot.scene.battle is not None]
    fought = list(battles(attacks))
    attackers = list(dict.fromkeys(shot.scene.side for shot in attacks))
    return Summary(
        since=since, until=match.length, turn=after.turn, turn_name=after.turn_name, sides=movers,
        headline=_headline(attackers or movers, fought, ground, mine), ground=ground, places=_places(match, before, after),
        losses=[_losses(side, events) for side in sides], arrivals=[_arrivals(side, events) for side in sides], battles=fought,
        moves=_moves(shots),
    )  # fmt: skip


def _mine(match: Match, seat: str | None) -> list[str]:
    if seat is None:
        return []
    return [match.game.sides[side] for side in match.roster.sides[match.roster.number(seat)]]


def _moves(shots: Iterable[Shot]) -> int:
    return sum(shot.scene.kind == "move" for shot in shots)


def _ground(match: Match, side: str, number: int, before: View, after: View) -> Ground:
    letter, names = _LETTERS[number + 1], match.game.board.names
    pairs = list(enumerate(zip(before.control, after.control, strict=True)))
    gained = [names[hex] for hex, (was, now) in pairs if was != letter == now]
    lost = [names[hex] for hex, (was, now) in pairs if was == letter != now]
    return Ground(side, after.control.count(letter), gained, lost)


def _places(match: Match, before: View, after: View) -> list[str]:
    places = [place for place in match.game.board.places if place.name]
    return list(dict.fromkeys(place.name for place in places if before.control[place.hex] != after.control[place.hex]))


def lost(side: str, events: Sequence[EventView], what: str) -> tuple[list[str], int]:
    """The units of a side that events have cost it, by handle, and how many there are with those that nobody may identify."""
    told = [event for event in events if event.loss == what and event.side == side]
    return [unit for event in told for unit in event.units], sum([len(event.units) + event.unseen for event in told])


def _losses(side: str, events: Sequence[EventView]) -> Losses:
    units, count = lost(side, events, "unit")
    return Losses(side, units, count, lost(side, events, "step")[1])


def _arrivals(side: str, events: Sequence[EventView]) -> Arrivals:
    came = [event for event in events if event.arrives and event.side == side]
    hexes = dict.fromkeys(hex for event in came for hex in (*event.places, *event.path[-1:]))
    return Arrivals(side, sum([len(event.units) + event.unseen for event in came]), list(hexes))


def _headline(who: Sequence[str], fought: Sequence[Battle], ground: Sequence[Ground], mine: Sequence[str]) -> str:
    """Two sentences of facts."""
    named = " and ".join(capwords(side, "-") for side in who) or "Nobody"
    often = {0: "did not attack", 1: "attacked once"}.get(len(fought), f"attacked {len(fought)} times")
    won = sum([len(each.gained) for each in ground if each.side in mine])
    gone = sum([len(each.lost) for each in ground if each.side in mine])
    return f"{named} {often}. You have lost {counted(gone, 'hex')} and gained {counted(won, 'hex')}."
