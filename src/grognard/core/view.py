"""Fog of war in one place: what a seat may see of a position and of what happened.

Server, browser, terminal and computer players get views only. `seat` is a number, or -1 for a spectator,
who sees what everybody may see; `eyes` are the sides whose secrets somebody knows (`seats.eyes_of`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import numpy.typing as npt

from .flow import Options, Step, Verb
from .play import Event, Play
from .seats import Eyes, eyes_of, voice
from .sight import Sight
from .state import Outcome

#: a hex nobody controls, then one letter a side
_SIDES = bytes.maketrans(bytes(range(9)), b".abcdefgh")
#: what happens between people rather than units reads the same in every game
_TEXTS = {"ready": "{0} is through", "allied": "{0}"}
_COVERED = -1  #: in place of the steps of a unit that lies face down


def unit_view(p: Play[Any, Any], unit: int, eyes: Eyes) -> dict[str, Any]:
    """A counter as a seat sees it that may identify it: made once, for it is asked for whenever anything happens anywhere."""
    game, s = p.game, p.s
    steps = s.steps[unit] if game.face_known(p, unit) else _COVERED
    key = unit, s.kind[unit], steps, *game.unit_state(p, unit, eyes)
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


class Stacks(msgspec.Struct, frozen=True):
    """The stacks a seat sees, with what the next look at them starts from."""

    shown: dict[str, Any]  #: by the name of the node
    backs: int  #: pieces among them that the seat may not identify
    pieces: dict[str, npt.NDArray[Any]]  #: what the state says of every piece, by the name of the array
    looks: npt.NDArray[Any] | None  #: see `Game.looks`
    eyes: Eyes


def stacks_view(p: Play[Any, Any], seat: int, before: Stacks | None = None) -> Stacks:
    """Every node with pieces on it. After an earlier look only stacks that can have changed are looked at again."""
    s, looks, eyes = p.s, p.game.looks(p), eyes_of(p, seat)
    now = {name: getattr(s.arrays, name).copy() for name in s.piece_arrays()}
    known = before is not None and before.eyes == eyes and not before.backs
    if before is not None and known and before.looks is not None and looks is not None:
        # a stack may look otherwise when anything has changed about a piece in it, or about one that has left it
        changed = looks != before.looks
        for name, entries in now.items():
            changed |= entries != before.pieces[name]
        nodes = {*now["loc"][changed].tolist(), *before.pieces["loc"][changed].tolist()} - {-1}
        shown, backs = _look(p, eyes, nodes)
        if not backs:
            gone = {p.game.board.names[node] for node in nodes}
            kept = {name: stack for name, stack in before.shown.items() if name not in gone}
            return Stacks(kept | shown, 0, now, looks, eyes)
    return Stacks(*_look(p, eyes, (s.arrays.top >= 0).nonzero()[0].tolist()), now, looks, eyes)


def _look(p: Play[Any, Any], eyes: Eyes, nodes: Iterable[int]) -> tuple[dict[str, Any], int]:
    """The stacks of some nodes. Backs of pieces that may not be identified are numbered through all of them,
    so that their names tell nothing, not even which of them was which a moment ago."""
    game, s, sight = p.game, p.s, Sight(p, eyes)
    stacks: dict[str, Any] = {}
    backs = 0
    for node in nodes:
        pieces = s.stack(node)
        if not pieces or not sight.counts(node):
            continue
        shown = []
        for unit in pieces:
            if sight.knows(unit):
                shown.append(unit_view(p, unit, eyes))
            elif sight.opens(node) and (back := game.back(p, unit)) is not None:
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
        "seat": p.roster.seats[seat] if seat >= 0 else "spectator",
        "turn": number,
        "turn_name": name,
        "stacks": (stacks or stacks_view(p, seat)).shown,
        "control": (s.arrays.control[: game.board.hexes] + 1).tobytes().translate(_SIDES).decode(),
        "status": game.status(p, eyes_of(p, seat)),
        "winner": game.victor(s.outcome),
        "reason": s.outcome.rule if s.outcome else "",
    }
    if s.outcome:
        data["outcome"] = outcome_view(game, s.outcome)
    if s.alliances:
        data["alliances"] = alliances_view(p)
    if s.flow:
        data["decision"] = decision_view(p, seat, decide)
        if seat >= 0 and decide:
            sides = p.roster.sides[seat]
            data["anytime"] = [anytime_view(p, v) for v in game.anytime.values() if v.open_to(p, sides)]
    return data


def decision_view(p: Play[Any, Any], seat: int, decide: bool) -> dict[str, Any]:
    """Who must say what next: for a deciding seat everything it may say, for others whom they wait for. Where seats decide
    together, all of them are listed, and who is through."""
    frame, roster = p.s.flow[-1], p.roster
    step: Step = p.game.flow.steps[frame.step]
    deciding, waiting = roster.deciding(frame), roster.waiting(frame)
    speaker = seat if seat in deciding else waiting[0]
    data: dict[str, Any] = {"seat": roster.seats[speaker], "step": step.name, "title": step.title, "rule": step.rule}
    if len(deciding) > 1:
        data["seats"] = [roster.seats[k] for k in deciding]
        data["ready"] = [roster.seats[k] for k in deciding if k not in waiting]
    if seat not in deciding:
        data["prompt"] = f"Waiting for {' and '.join(roster.seats[k] for k in waiting)}: {step.title}."
        return data
    data["prompt"] = step.prompt(p)
    if decide:
        options = Options(p, step, voice(p, seat))
        through = seat not in waiting  # has said so, and need not say so again
        data["verbs"] = [verb_view(options, v) for v in options.verbs if not (through and v.ends)]
    return data


def alliances_view(p: Play[Any, Any]) -> list[list[str]]:
    """The sides as they stand together; a neutral stands alone and fights nobody."""
    groups = dict.fromkeys(p.friends(side) for side in range(len(p.game.sides)) if p.enemies(side))
    return [[p.game.sides[side] for side in group] for group in groups]


def outcome_view(game: Any, outcome: Outcome) -> dict[str, Any]:
    """How the game has ended; nobody has won a draw."""
    place = game.board.names[outcome.place] if outcome.place >= 0 else None
    winners = [game.sides[side] for side in outcome.winners]
    return {"winners": winners, "rule": outcome.rule, "reason": outcome.reason, "place": place}


def verb_view(options: Options, verb: Verb) -> dict[str, Any]:
    """A verb with everything that may be named with it."""
    p: Play[Any, Any] = options.play
    names = p.game.names
    data: dict[str, Any] = {"verb": verb.name, "title": verb.title, "usage": verb.pattern.usage, "rule": verb.rule}
    if verb.hex_first:
        data["hex_first"] = True
    if verb.ends:
        data["ends"] = True
    if verb.units is not None and not verb.hex_first:
        data["units"] = [names.unit_names[u] for u in options.units_with(verb)]
    if verb.hexes is not None and (verb.units is None or verb.hex_first):
        data["hexes"] = [names.node_names[h] for h in options.hexes_with(verb)]
    if verb.words is not None:
        data["words"] = list(verb.words(p))
    if verb.numbers is not None:
        data["numbers"] = list(verb.numbers(p))
    return data


def anytime_view(p: Play[Any, Any], verb: Verb) -> dict[str, Any]:
    """A verb that needs no decision: whatever may be named with it is listed at once."""
    data = verb_view(Options(p, p.game.flow.steps[p.s.flow[-1].step]), verb)
    if verb.hexes is not None and "hexes" not in data:
        data["hexes"] = [p.game.names.node_names[h] for h in verb.hexes(p, ())]
    return data


def event_view(game: Any, event: Event, eyes: Eyes) -> dict[str, Any]:
    """An event as somebody learns of it: units he may not identify are only counted."""
    mine = event.side in eyes
    if event.kind in game.private and not mine:
        event = msgspec.structs.replace(event, number=None, data=())
    elif event.kind in game.telling and not mine and len(event.seen) < len(event.units):
        event = msgspec.structs.replace(event, number=None)
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
    data["text"] = _TEXTS[event.kind].format(*event.data) if event.kind in _TEXTS else game.describe(event, shown)
    return data
