"""Fog of war in one place: what a seat may see of a position and of what happened.

Server, browser, terminal and computer players get views only. `seat` is a number, or -1 for a spectator,
who sees what everybody may see.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy.typing as npt

from .flow import Verb
from .play import Event, Play
from .state import Outcome

#: a hex nobody controls, then one letter a side
_SIDES = bytes.maketrans(bytes(range(9)), b".abcdefgh")
_COVERED = -1  #: in place of the steps of a unit that lies face down


def unit_view(p: Play[Any, Any], unit: int) -> dict[str, Any]:
    """A counter as a seat sees it that may identify it: made once, for it is asked for whenever anything happens anywhere."""
    game, s = p.game, p.s
    steps = s.steps[unit] if game.face_known(p, unit) else _COVERED
    key = unit, s.kind[unit], steps, *game.unit_state(p, unit)
    shown = game.faces.get(key)
    if shown is None:
        shown = game.faces[key] = _draw(p, *key[:3])
        if key[3:]:
            shown["state"] = list(key[3:])
    return shown  # type: ignore[no-any-return]


def _draw(p: Play[Any, Any], unit: int, kind: int, steps: int) -> dict[str, Any]:
    game = p.game
    shown = game.types[kind]
    data: dict[str, Any] = {"id": game.pieces[unit].handle, "side": shown.side, "kind": shown.kind, "size": shown.size}
    if steps == _COVERED:
        data |= game.cover(p, unit) | {"covered": True}
        return data
    data |= {"name": shown.name, "steps": steps, "max": shown.steps, "traits": sorted(shown.traits)}
    if 0 < steps <= shown.steps:
        data["attack"], data["defence"] = shown.strengths[steps - 1]
    return data


def knows(p: Play[Any, Any], unit: int, seat: int) -> bool:
    """May the seat tell which unit this is?"""
    return bool(p.game.side_of[unit] == seat or p.game.identified(p, unit))


class Stacks(msgspec.Struct, frozen=True):
    """The stacks a seat sees, with what the next look at them starts from."""

    shown: dict[str, Any]  #: by the name of the node
    backs: int  #: pieces among them that the seat may not identify
    pieces: dict[str, npt.NDArray[Any]]  #: what the state says of every piece, by the name of the array
    looks: npt.NDArray[Any] | None  #: see `Game.looks`


def stacks_view(p: Play[Any, Any], seat: int, before: Stacks | None = None) -> Stacks:
    """Every node with pieces on it. After an earlier look only stacks that can have changed are looked at again."""
    s, looks = p.s, p.game.looks(p)
    now = {name: getattr(s.arrays, name).copy() for name in s.piece_arrays()}
    if before is not None and before.looks is not None and looks is not None and not before.backs:
        # a stack may look otherwise when anything has changed about a piece in it, or about one that has left it
        changed = looks != before.looks
        for name, entries in now.items():
            changed |= entries != before.pieces[name]
        nodes = {*now["loc"][changed].tolist(), *before.pieces["loc"][changed].tolist()} - {-1}
        shown, backs = _look(p, seat, nodes)
        if not backs:
            gone = {p.game.board.names[node] for node in nodes}
            kept = {name: stack for name, stack in before.shown.items() if name not in gone}
            return Stacks(kept | shown, 0, now, looks)
    return Stacks(*_look(p, seat, (s.arrays.top >= 0).nonzero()[0].tolist()), now, looks)


def _look(p: Play[Any, Any], seat: int, nodes: Iterable[int]) -> tuple[dict[str, Any], int]:
    """The stacks of some nodes. Backs of pieces a seat may not identify are numbered through all of them,
    so that their names tell nothing, not even which of them was which a moment ago."""
    game, s = p.game, p.s
    side_of, hexes = game.side_of, game.board.hexes
    stacks: dict[str, Any] = {}
    backs = 0
    for node in nodes:
        pieces = s.stack(node)
        closed = node >= hexes and not game.box_open(p, node, seat)
        if not pieces or (closed and not game.box_counted(p, node, seat)):
            continue
        shown = []
        for unit in pieces:
            if side_of[unit] == seat or (not closed and game.identified(p, unit)):
                shown.append(unit_view(p, unit))
            elif not closed and (back := game.back(p, unit)) is not None:
                backs += 1
                shown.append({"id": f"h{backs}", "covered": True, **back})
        stacks[game.board.names[node]] = {"count": len(pieces), "units": shown}
    return stacks, backs


def view(p: Play[Any, Any], seat: int, *, decide: bool = True, stacks: Stacks | None = None) -> dict[str, Any]:
    """Everything a seat may know of the present position. Views share their counters: read them, never change them."""
    game, s = p.game, p.s
    number, name = game.turn(p)
    data: dict[str, Any] = {
        "game": game.slug,
        "seat": game.seats[seat] if seat >= 0 else "spectator",
        "turn": number,
        "turn_name": name,
        "stacks": (stacks or stacks_view(p, seat)).shown,
        "control": (s.arrays.control[: game.board.hexes] + 1).tobytes().translate(_SIDES).decode(),
        "status": game.status(p, seat),
        "winner": game.victor(s.outcome),
        "reason": s.outcome.rule if s.outcome else "",
    }
    if s.outcome:
        data["outcome"] = outcome_view(game, s.outcome)
    if s.flow:
        frame = s.flow[-1]
        step = game.flow.steps[frame.step]
        data["decision"] = {"seat": game.seats[frame.seat], "step": step.name, "title": step.title, "rule": step.rule}
        if frame.seat == seat:
            data["decision"]["prompt"] = step.prompt(p)
            if decide:
                data["decision"]["verbs"] = [verb_view(p, v) for v in step.verbs.values() if v.available(p)]
        else:
            data["decision"]["prompt"] = f"Waiting for {game.seats[frame.seat]}: {step.title}."
        if seat >= 0 and decide:
            data["anytime"] = [anytime_view(p, v) for v in game.anytime.values() if v.open_to(p, seat)]
    return data


def outcome_view(game: Any, outcome: Outcome) -> dict[str, Any]:
    """How the game has ended; nobody has won a draw."""
    place = game.board.names[outcome.place] if outcome.place >= 0 else None
    winners = [game.sides[side] for side in outcome.winners]
    return {"winners": winners, "rule": outcome.rule, "reason": outcome.reason, "place": place}


def verb_view(p: Play[Any, Any], verb: Verb) -> dict[str, Any]:
    """A verb with everything that may be named with it."""
    names = p.game.names
    data: dict[str, Any] = {"verb": verb.name, "title": verb.title, "usage": verb.pattern.usage, "rule": verb.rule}
    if verb.hex_first:
        data["hex_first"] = True
    if verb.ends:
        data["ends"] = True
    if verb.units is not None and not verb.hex_first:
        data["units"] = [names.unit_names[u] for u in verb.units(p, ())]
    if verb.hexes is not None and (verb.units is None or verb.hex_first):
        data["hexes"] = [names.node_names[h] for h in verb.hexes(p, ())]
    if verb.words is not None:
        data["words"] = list(verb.words(p))
    if verb.numbers is not None:
        data["numbers"] = list(verb.numbers(p))
    return data


def anytime_view(p: Play[Any, Any], verb: Verb) -> dict[str, Any]:
    """A verb that needs no decision: whatever may be named with it is listed at once."""
    data = verb_view(p, verb)
    if verb.hexes is not None and "hexes" not in data:
        data["hexes"] = [p.game.names.node_names[h] for h in verb.hexes(p, ())]
    return data


def event_view(game: Any, event: Event, seat: int) -> dict[str, Any]:
    """An event as a seat learns of it: units it may not identify are only counted."""
    mine = event.side >= 0 and event.side == seat
    units = [game.pieces[u].handle for u in (event.units if mine else event.seen)]
    data: dict[str, Any] = {"kind": event.kind}
    if event.side >= 0:
        data["side"] = game.sides[event.side]
    if event.units:
        data["units"] = units
        if len(units) < len(event.units):
            data["unseen"] = len(event.units) - len(units)
    if event.hexes:
        data["hexes"] = [game.board.names[h] for h in event.hexes]
    if event.number is not None:
        data["number"] = event.number
    if event.data:
        data["data"] = list(event.data)
    if event.rule:
        data["rule"] = event.rule
    shown = units + ([f"{data['unseen']} more"] if data.get("unseen") else [])
    data["text"] = game.describe(event, shown)
    return data
