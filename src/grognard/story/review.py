"""A game from its end, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from string import capwords

from ..core import view as views
from ..core.board import Board
from ..core.match import Match
from ..core.shown import EventView, View
from ..core.words import counted
from .scenes import Shot, battles, called, scenes
from .shapes import Battle, Review, ReviewTurn, TurningPoint
from .summary import lost

#: The last battle is looked for among so many commands before the end.
_RECENT = 40
#: So many moments are told of.
_POINTS = 3


def review(match: Match, seat: str | None) -> Review:
    """The course of a match as a seat was told of it; of one that is over, also how it ended."""
    number = -1 if seat is None else match.roster.number(seat)
    log = match.log(seat)
    begun = _begun(log)
    ends = [at for _, _, at in begun[1:]] + [match.length]
    turns = [
        _turn(match, number, turn, name, at, end, [event for event in log if at < event.at <= end])
        for (turn, name, at), end in zip(begun, ends, strict=False)
    ]
    _, shots = scenes(match, max(0, match.length - _RECENT), seat)
    view = views.view(match.play, number, decide=False)
    outcome = view.outcome
    where = (outcome.place if outcome is not None else "") or (shots[-1].scene.hex if shots else "")
    sentence = _sentence(match, view, where, shots)
    return Review(outcome, sentence, where, match.length, _last(shots), points(turns), turns)


def _begun(log: Sequence[EventView]) -> list[tuple[int, str, int]]:
    """The turns: number, name and the command with which each began."""
    return [(event.turn, event.text, event.at) for event in log if event.turn is not None]


def _turn(
    match: Match, seat: int, turn: int, name: str, at: int, end: int, events: Sequence[EventView]
) -> ReviewTurn:  # fmt: skip
    view, sides = views.view(match.at(end).play, seat, decide=False), match.game.sides
    losses = {side: sum([lost(side, events, what)[1] for what in ("unit", "step")]) for side in sides}
    held = {side: _held(match.game.board, view, "abcdefgh"[number]) for number, side in enumerate(sides)}
    hexes = {side: view.control.count("abcdefgh"[number]) for number, side in enumerate(sides)}
    return ReviewTurn(turn, name, at, losses, held, hexes)


def _held(board: Board, view: View, letter: str) -> int:
    return len({place.name for place in board.places if place.name and view.control[place.hex] == letter})


def _last(shots: Sequence[Shot]) -> Battle | None:
    return next(iter([*battles(shots)][::-1]), None)


def _sentence(match: Match, view: View, where: str, shots: Sequence[Shot]) -> str:
    """What ended the game, in words: who went where, and why that decides."""
    if view.outcome is None:
        return ""
    events = shots[-1].scene.events if shots else []
    deed = next((event.text for event in events if event.units or event.unseen), "")
    board, reason = match.game.board, view.outcome.reason
    name = called(board, where) if where else ""
    place = "" if not where or name in reason else f": {where}" if name == where else f": {name} ({where})"
    return f"{deed} {reason[:1].upper()}{reason[1:]}{place}.".strip()


def points(turns: Sequence[ReviewTurn]) -> list[TurningPoint]:
    """What the game turned on, as far as mere figures tell it: the turns that cost a side most, in units or in places."""
    found: list[tuple[int, TurningPoint]] = []
    for before, now in pairwise(turns):
        for side, held in now.places.items():
            change = before.places[side] - held
            if change > 0:
                title = f"{capwords(side, '-')} loses {counted(change, 'place')}"
                text = f"{before.places[side]} places before, {held} after."
                found.append((3 * change, TurningPoint(now.turn, now.at, "ground", title, text)))
    for now in turns:
        for side, count in now.losses.items():
            if count:
                title = f"{capwords(side, '-')} loses {count} in units and steps"
                found.append((count, TurningPoint(now.turn, now.at, "losses", title, now.name)))
    best = sorted(found, key=lambda row: -row[0])[:_POINTS]
    return [point for _, point in sorted(best, key=lambda row: row[1].turn)]
