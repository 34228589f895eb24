"""Fog of war in one place: what a seat may see of a position and of what happened.

Server, browser, terminal and computer players get views only. `seat` is a number, or -1 for a spectator,
who sees what everybody may see; `eyes` are the sides whose secrets somebody knows (`seats.eyes_of`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from .events import Event, places_of
from .flow import LegalCommands, Step, Verb
from .game import AnyGame, AnyPlay
from .ratings import FACTORS
from .seats import Eyes, eyes_of, voice
from .shown import Badge, DecisionView, EventView, Face, OutcomeView, StackView, Status, UnitView, VerbView, View, WordView
from .sight import Sight
from .state import Outcome
from .strip import waiting

#: a hex nobody controls, then one letter per side
_SIDES = bytes.maketrans(bytes(range(9)), b".abcdefgh")
_COVERED = -1  #: in place of the steps of a unit that lies face down


def unit_view(p: AnyPlay, unit: int, eyes: Eyes) -> UnitView:
    """A counter as a seat sees it that may identify it: made once, for it is asked for whenever anything happens anywhere."""
    game, s = p.game, p.s
    steps = s.steps[unit] if game.face_known(p, unit) else _COVERED
    state = game.unit_state(p, unit, eyes)
    key: tuple[int | str, ...] = (unit, s.kind[unit], steps, *state)
    shown = game.faces.get(key)
    if shown is None:
        shown = game.faces[key] = _draw(p, unit, s.kind[unit], steps, state)
    return shown


def _draw(p: AnyPlay, unit: int, kind: int, steps: int, state: Sequence[str]) -> UnitView:
    game = p.game
    printed = game.types[kind]
    handle = game.pieces[unit].handle
    if steps == _COVERED:
        face = game.cover(p, unit) or Face(printed.kind, printed.size)
        return _back(handle, printed.side, face, state)
    ratings = game.printed(printed, steps)
    attack, defence, movement = (ratings.pop(name, None) for name in FACTORS)
    return UnitView(
        handle, printed.side, printed.kind, printed.size, printed.name, steps=steps, max=printed.steps,
        attack=attack, defence=defence, movement=movement, ratings=ratings, traits=sorted(printed.traits), state=state,
        badges=badges_of(state),
    )  # fmt: skip


#: words in the state of a unit, and the mark that says the same
_BADGES: tuple[tuple[tuple[str, ...], Badge], ...] = (
    (("out of supply", "unsupplied", "isolated"), "oos"), (("disrupted",), "disrupted"), (("halved",), "halved"),
    (("entrained", "rail movement"), "entrained"), (("air support",), "air"),
)  # fmt: skip


def badges_of(state: Sequence[str]) -> list[Badge]:
    """The marks of a counter in such a state, whatever its game."""

    def says(*words: str) -> bool:
        return any(word in each for word in words for each in state)

    moved, fought = says("moved", "finished"), says("attacked", "assaulted", "fought")
    first: list[Badge] = ["moved-fought"] if moved and fought else ["moved"] if moved else ["fought"] if fought else []
    return first + [badge for words, badge in _BADGES if says(*words)]


def _back(name: str, side: int, face: Face, state: Sequence[str] = ()) -> UnitView:
    """A counter that lies face down."""
    badges = badges_of(state)
    return UnitView(name, side, face.kind, face.size, face.name, face.group, covered=True, state=[*state], badges=badges)


class Stacks(msgspec.Struct, frozen=True):
    """The stacks a seat sees, with what the next look at them starts from."""

    shown: dict[str, StackView]  #: by the name of the node
    backs: int  #: pieces among them that the seat may not identify
    pieces: npt.NDArray[np.uint8]  #: what the state says of every piece, see `State.of_pieces`
    places: npt.NDArray[np.int16]  #: where every piece stands
    looks: npt.NDArray[Any] | None  #: see `Game.looks`
    eyes: Eyes
    again: list[str] | None = None  #: the nodes looked at again, when the others are as they were at the look before


def stacks_view(p: AnyPlay, seat: int, before: Stacks | None = None) -> Stacks:
    """Every node with pieces on it. After an earlier look only stacks that can have changed are looked at again."""
    s, looks, eyes = p.s, p.game.looks(p), eyes_of(p, seat)
    now, whose = s.of_pieces()
    places = s.arrays.loc.copy()
    known = before is not None and before.eyes == eyes and not before.backs
    if before is not None and known and before.looks is not None and looks is not None:
        # a stack may look different when anything has changed about a piece in it, or about one that has left it
        changed = looks != before.looks
        changed[whose[(now != before.pieces).nonzero()[0]]] = True
        nodes = {*places[changed].tolist(), *before.places[changed].tolist()} - {-1}
        shown, backs = _look(p, eyes, nodes)
        if not backs:
            again, stacks = [p.game.board.names[node] for node in nodes], before.shown.copy()
            for name in again:
                stacks.pop(name, None)
            stacks.update(shown)
            return Stacks(stacks, 0, now, places, looks, eyes, again)
    return Stacks(*_look(p, eyes, (s.arrays.top >= 0).nonzero()[0].tolist()), now, places, looks, eyes)


def _look(p: AnyPlay, eyes: Eyes, nodes: Iterable[int]) -> tuple[dict[str, StackView], int]:
    """The stacks of some nodes. Backs of pieces that may not be identified are numbered through all of them,
    so that their names tell nothing, not even which of them was which a moment ago."""
    game, s, sight = p.game, p.s, Sight(p, eyes)
    stacks: dict[str, StackView] = {}
    backs = 0
    for node in nodes:
        pieces = s.stack(node)
        if not pieces or not sight.counts(node):
            continue
        shown: list[UnitView] = []
        for unit in pieces:
            if sight.knows(unit):
                shown.append(unit_view(p, unit, eyes))
            elif sight.opens(node) and (back := game.back(p, unit)) is not None:
                backs += 1
                shown.append(_back(f"h{backs}", game.side_of[unit], back))
        stacks[game.board.names[node]] = StackView(len(pieces), shown)
    return stacks, backs


def view(p: AnyPlay, seat: int, *, decide: bool = True, stacks: Stacks | None = None) -> View:
    """Everything a seat may know of the present position. Views share their counters: read them, never change them."""
    game, s = p.game, p.s
    number, name = game.turn(p)
    anytime = None
    if s.flow and seat >= 0 and decide:
        anytime = [anytime_view(p, v) for v in game.anytime.values() if v.open_to(p, p.roster.sides[seat])]
    return View(
        game=game.slug,
        seat=p.roster.seats[seat] if seat >= 0 else "spectator",
        turn=number,
        turn_name=name,
        stacks=(stacks or stacks_view(p, seat)).shown,
        control=(s.arrays.control[: game.board.hexes] + 1).tobytes().translate(_SIDES).decode(),
        status=status_view(p, eyes_of(p, seat)),
        winner=game.victor(s.outcome),
        reason=s.outcome.rule if s.outcome else "",
        outcome=outcome_view(game, s.outcome) if s.outcome else None,
        alliances=alliances_view(p) if s.alliances else None,
        decision=decision_view(p, seat, decide) if s.flow else None,
        anytime=anytime,
    )


def decision_view(p: AnyPlay, seat: int, decide: bool) -> DecisionView:
    """Who must say what next: for a deciding seat everything it may say, for others whom they wait for. Where seats decide
    together, all of them are listed, and who is through."""
    frame, roster = p.s.flow[-1], p.roster
    step: Step = p.game.flow.steps[frame.step]
    deciding, waiting = roster.deciding(frame), roster.waiting(frame)
    mine = seat in deciding
    together = len(deciding) > 1
    verbs = only = None
    if mine and decide:
        legal = LegalCommands(p, step, voice(p, seat), roster.speaks_for(frame, seat))
        through = seat not in waiting  # has said so, and need not say so again
        verbs = [verb_view(legal, v) for v in legal.verbs if not (through and v.ends)]
        only = None if together else only_command(legal)
    return DecisionView(
        roster.seats[seat if mine else waiting[0]], step.name, step.title, step.rule,
        step.prompt(p) if mine else _waits(p, waiting, step),
        seats=[roster.seats[k] for k in deciding] if together else None,
        ready=[roster.seats[k] for k in deciding if k not in waiting] if together else None,
        verbs=verbs, only=only,
    )  # fmt: skip


def _waits(p: AnyPlay, seats: Sequence[int], step: Step) -> str:
    return f"Waiting for {' and '.join(p.roster.seats[k] for k in seats)}: {step.title}."


def only_command(legal: LegalCommands) -> str | None:
    """The command that is left where there is nothing to choose; the end of a phase is never said unasked."""
    p: AnyPlay = legal.play
    if len(legal.verbs) != 1 or legal.verbs[0].ends:
        return None
    (verb,) = legal.verbs
    if verb.units is not None and len(legal.units_with(verb)) > 1:
        return None
    found = list(islice(verb.elementary(p), 2))
    return verb.pattern.text(found[0], p.game.names) if len(found) == 1 else None


def alliances_view(p: AnyPlay) -> list[list[str]]:
    """The sides as they stand together; a neutral stands alone and fights nobody."""
    groups = dict.fromkeys(p.friends(side) for side in range(len(p.game.sides)) if p.enemies(side))
    return [[p.game.sides[side] for side in group] for group in groups]


def outcome_view(game: AnyGame, outcome: Outcome) -> OutcomeView:
    """How the game has ended."""
    place = game.board.names[outcome.place] if outcome.place >= 0 else None
    return OutcomeView([game.sides[side] for side in outcome.winners], outcome.rule, outcome.reason, place)


def verb_view(legal: LegalCommands, verb: Verb, *, at_once: bool = False) -> VerbView:
    """A verb with everything that may be named with it; hexes that depend on the units are listed only `at_once`."""
    p: AnyPlay = legal.play
    names, titles = p.game.names, p.game.words
    units = hexes = words = numbers = None
    if verb.units is not None and not verb.hex_first:
        units = [names.unit_names[u] for u in legal.units_with(verb)]
    if verb.hexes is not None and (verb.units is None or verb.hex_first):
        hexes = [names.node_names[h] for h in legal.hexes_with(verb)]
    elif verb.hexes is not None and at_once:
        hexes = [names.node_names[h] for h in verb.hexes(p, ())]
    if verb.words is not None:
        words = [WordView(word, titles.get(word, "")) for word in verb.words(p)]
    if verb.numbers is not None:
        numbers = list(verb.numbers(p))
    keyword = next((word for word, kind, _ in verb.pattern.parts if kind == "NUMBER"), "")
    return VerbView(
        verb.name, verb.title, verb.pattern.usage, verb.rule, verb.hex_first, verb.ends, units, hexes, words, numbers,
        follows=verb.follows and not numbers and all(other is verb or other.plain is not None for other in legal.verbs),
        number_title=titles.get(keyword, ""),
    )  # fmt: skip


def anytime_view(p: AnyPlay, verb: Verb) -> VerbView:
    """A verb that needs no decision: whatever may be named with it is listed at once."""
    return verb_view(LegalCommands(p, p.game.flow.steps[p.s.flow[-1].step]), verb, at_once=True)


def status_view(p: AnyPlay, eyes: Eyes) -> Status:
    """How the game stands; one that tells no phases shows at least the decisions that wait."""
    status: Status = p.game.status(p, eyes)
    return status if status.phases or not p.s.flow else msgspec.structs.replace(status, phases=waiting(p))


def event_view(game: AnyGame, event: Event, eyes: Eyes, at: int = 0) -> EventView:
    """An event as somebody learns of it: units he may not identify are only counted."""
    mine, names = event.side in eyes, game.board.names
    event = event.told_to(mine)
    units = [game.pieces[u].handle for u in (event.units if mine else event.seen)]
    unseen = len(event.units) - len(units)
    text = game.describe(event, [*units, f"{unseen} more"] if unseen else units)
    return EventView(
        kind=event.kind, text=text, at=at, side=game.sides[event.side] if event.side >= 0 else "", rule=event.rule,
        units=units, unseen=unseen,
        path=[names[h] for h in getattr(event, "path", ())],
        targets=[names[h] for h in getattr(event, "targets", ())],
        places=[names[h] for h in places_of(event)],
        retreat=event.RETREAT, loss=event.LOSS, arrives=event.ARRIVAL,
        die=getattr(event, "die", None),
        result=getattr(event, "result", ""),
        turn=getattr(event, "turn", None),
    )
