"""Commands as scenes: a move is one, a battle with all that follows from it is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ..core import view as views
from ..core.board import Board
from ..core.match import Match
from ..core.seats import eyes_of
from ..core.shown import EventView, View
from .shapes import Battle, Scene, Stage


class Shot(msgspec.Struct, frozen=True):
    """A scene and the position after it, as the seat sees it."""

    scene: Scene
    view: View


def scenes(match: Match, since: int, seat: str | None) -> tuple[View, list[Shot]]:
    """The position after command `since`, and everything after it scene by scene."""
    number = -1 if seat is None else match.roster.number(seat)
    walker = match.walk(since)
    _, now = next(walker)
    first = before = _seen(now, number)
    phase = "" if now.over else now.step.title
    found: list[Shot] = []
    for link, now in walker:
        eyes = eyes_of(now.play, number)
        events = [views.event_view(now.game, event, eyes, link.number) for event in link.events]
        after = _seen(now, number)
        side = now.game.sides[now.roster.sides[link.seat][0]]
        goes_on = before.status.battle is not None and found and found[-1].scene.kind == "battle"
        if goes_on:
            found[-1] = Shot(_joined(now.game.board, found[-1].scene, link.number, events), after)
        else:
            found.append(Shot(_scene(now.game.board, link.number, side, phase, events), after))
        before = after
        if after.status.battle is None and not now.over:
            phase = now.step.title
    return first, [Shot(_settled(shot.scene), shot.view) for shot in found]


def stages(match: Match, since: int, seat: str | None) -> list[Stage]:
    """The phases in which the commands after command `since` were given, as the phase strip names them."""
    number = -1 if seat is None else match.roster.number(seat)
    walker = match.walk(since)
    _, now = next(walker)
    phase, found = _phase(now, number), list[Stage]()
    for link, now in walker:
        if phase is not None and (not found or phase != (found[-1].side, found[-1].title)):
            found.append(Stage(link.number, *phase))
        phase = _phase(now, number) or phase
    return found


def _phase(match: Match, seat: int) -> tuple[str, str] | None:
    """Whose turn it is and its phase; a moment between two phases belongs to the one before."""
    status = views.status_view(match.play, eyes_of(match.play, seat))
    return next(((status.active, phase.title) for phase in status.phases if phase.now), None)


def _seen(match: Match, seat: int) -> View:
    return views.view(match.play, seat, decide=False)


def _scene(board: Board, at: int, side: str, phase: str, events: Sequence[EventView]) -> Scene:
    attack = next((event for event in events if event.targets and (event.units or event.unseen)), None)
    if attack is not None:
        hex = attack.targets[0]
        battle = Battle(hex, f"Battle for {called(board, hex)}", list(attack.units), attack.unseen)
        scene = Scene(
            kind="battle", first=at, last=at, side=attack.side or side, phase=phase, text=attack.text, hex=hex, battle=battle
        )  # fmt: skip
        return _joined(board, scene, at, events)
    move = next((event for event in events if len(event.path) > 1), None)
    if move is not None:
        return Scene(
            kind="move", first=at, last=at, side=move.side or side, phase=phase, text=_text(events), hex=move.path[-1],
            units=list(move.units), unseen=move.unseen, path=list(move.path), events=list(events),
        )  # fmt: skip
    where = next((hex for event in events for hex in (*event.places, *event.path) if board.node(hex) < board.hexes), "")
    return Scene(kind="other", first=at, last=at, side=side, phase=phase, text=_text(events), hex=where, events=list(events))


def _joined(board: Board, scene: Scene, at: int, events: Sequence[EventView]) -> Scene:
    """A battle goes on with what a further command has led to."""
    assert scene.battle is not None
    battle, lines = scene.battle, list(scene.battle.lines)
    for event in events:
        if event.die is not None:
            battle = msgspec.structs.replace(battle, die=event.die)
        if event.result:
            battle = msgspec.structs.replace(battle, result=event.result, words=event.text, rule=event.rule)
        else:
            lines.append(event.text)
    battle = msgspec.structs.replace(battle, lines=lines)
    return msgspec.structs.replace(scene, last=at, battle=battle, events=[*scene.events, *events])


def _settled(scene: Scene) -> Scene:
    """An attack that was only announced, or called off, is no battle."""
    if scene.battle is None or scene.battle.result or scene.battle.die is not None or len(scene.events) > 1:
        return scene
    return msgspec.structs.replace(scene, kind="other", battle=None)


def _text(events: Sequence[EventView]) -> str:
    return " ".join([event.text for event in events])


def called(board: Board, hex: str) -> str:
    """A hex as a person calls it."""
    return next((place.name for place in board.places_at(board.node(hex)) if place.name), hex)


def battles(shots: Sequence[Shot]) -> Iterator[Battle]:
    for shot in shots:
        if shot.scene.battle is not None:
            yield shot.scene.battle
