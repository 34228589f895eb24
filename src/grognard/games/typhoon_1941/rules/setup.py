"""Setting up the game."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Deployed, Lifted, Placed
from ....core.rule import rule
from ..events import Forewarned
from ..material import P
from ..state import GERMAN, HIDDEN, RUSSIAN
from . import maskirovka
from .condition import ground, on_map
from .stacking import excess, has_room
from .zones import around, zones


@rule("setup.1", "setup.2", "setup.3", "setup.4", "maskirovka.3", "siberian.4", "replacement.7")
def begin_set_up(p: P, *, historical: bool) -> None:
    """Everything with a position of its own goes there, the rest into its box; then the Russian, then the German."""
    for unit in range(len(p.game.pieces)):
        p.place(unit, p.game.first_place(unit))
    initial_control(p)
    p.queue(("setup.russian", RUSSIAN), ("setup.german", GERMAN), ("first-move.begin",), ("turn.begin",))
    if historical:
        deceive(p)
        p.pop()
        place_historically(p)
        check_complete(p)
        p.pop()


def initial_control(p: P) -> None:
    """Each side holds its side of the start line."""
    hexes = p.game.board.hexes
    p.s.fill("control", np.where(p.game.board.mask("german-side")[:hexes], GERMAN, RUSSIAN), slice(hexes))


# ---------------------------------------------------------------- Russian


@rule("maskirovka.1", "maskirovka.2")
def deceive(p: P) -> None:
    """Hide everything and scatter the dummies among the armies, at random."""
    p.s.mark([u for u in ground(p, RUSSIAN) if not p.game.is_dummy[u]], HIDDEN)
    held = {p.s.loc[u] for u in ground(p, RUSSIAN)}
    near = set(around(p, held).nonzero()[0].tolist()) - held
    for dummy in p.game.dummies[: maskirovka.MOST]:
        if on_map(p, dummy):
            continue
        able = sorted(near.intersection(maskirovka.dummy_hexes(p, (dummy,))))
        if able:
            p.place(dummy, able[p.pick(len(able))])
            p.s.mark((dummy,), HIDDEN)


def deploy_russian(p: P, command: Command) -> None:
    deceive(p)
    p.emit(Deployed(how="automatic", side=RUSSIAN))


def finish_russian(p: P, command: Command) -> None:
    p.pop()


# ---------------------------------------------------------------- German


def to_place(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return p.s.stack(p.game.board.node("to-german"))


def placeable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units still to be placed, and those that may be shifted."""
    return [*to_place(p, hexes), *placed(p, hexes)]


def placed(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """German units on the map that may be taken up again; the armies stay where they are marked."""
    return [u for u in ground(p, GERMAN) if not p.game.is_army[u]]


@rule("setup.4")
def check_place(p: P, unit: int, hex: int) -> None:
    """A unit of a Panzergruppe on or next to its concentration, others anywhere on the German side."""
    game, handle, names = p.game, p.game.pieces[unit].handle, p.game.board.names
    if p.side_of(unit) != GERMAN or game.is_air[unit] or game.is_army[unit]:
        raise Illegal("setup.4", f"{handle} is not to be placed")
    if hex >= game.board.hexes or p.s.control[hex] != GERMAN:
        raise Illegal("setup.4", f"{names[hex]} is not on the German side of the start line")
    group = next((trait for trait in game.types[unit].traits if trait.startswith("pzgr-")), "")
    if group:
        centre = game.board.areas[group].hexes[0]
        if game.board.distance(centre, hex) > 1:
            raise Illegal("setup.4", f"{handle} starts on or next to {names[centre]}")
    if not has_room(p, unit, hex):
        raise Illegal("stacking.2", f"{names[hex]} would be overstacked")


def place_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    found = []
    for hex in (p.s.arrays.control[: p.game.board.hexes] == GERMAN).nonzero()[0].tolist() if units else ():
        try:
            for unit in units:
                check_place(p, unit, hex)
        except Illegal:
            continue
        there = [u for u in p.units(hex, GERMAN) if u not in units]
        if len(units) == 1 or not excess(p, hex, GERMAN, [*there, *units]):
            found.append(hex)
    return found


@rule("setup.4")
def place(p: P, command: Command) -> None:
    for unit in command.units:
        check_place(p, unit, command.hexes[0])
        p.place(unit, command.hexes[0])
    p.emit(Placed(units=command.units, hex=command.hexes[0], side=GERMAN))


def lift(p: P, command: Command) -> None:
    for unit in command.units:
        if unit not in placed(p, ()):
            raise Illegal("setup.4", f"{p.game.pieces[unit].handle} cannot be picked up")
    for unit in command.units:
        p.place(unit, p.game.board.node("to-german"))
    p.emit(Lifted(units=command.units, side=GERMAN))


@rule("setup.4", "zoc.1")
def bare_hexes(p: P) -> list[int]:
    """German start-line hexes neither held nor in a German zone of control; a lone division covers its own hex only."""
    line = p.game.board.mask("german-line")
    return np.nonzero(line & (p.s.arrays.count[GERMAN] == 0) & ~zones(p, GERMAN).controlled)[0].tolist()


@rule("setup.4")
def check_complete(p: P) -> None:
    left = len(to_place(p, ()))
    if left:
        raise Illegal("setup.4", f"still to be placed: {left}")
    bare = bare_hexes(p)
    if bare:
        raise Illegal("setup.4", f"start-line hexes not covered: {', '.join(p.game.board.names[h] for h in bare[:6])}")


def complete(p: P) -> bool:
    try:
        check_complete(p)
    except Illegal:
        return False
    return True


@rule("setup.1")
def finish_german(p: P, command: Command) -> None:
    check_complete(p)
    p.pop()


def take_up(p: P) -> None:
    for unit in placed(p, ()):
        p.place(unit, p.game.board.node("to-german"))


def deploy_historical(p: P, command: Command) -> None:
    take_up(p)
    place_historically(p)
    p.emit(Deployed(how="historical", side=GERMAN))


@rule("setup.4")
def place_historically(p: P) -> None:
    for row in p.game.historical:
        unit, hex = p.game.names.unit(row["piece"]), p.game.board.node(row["hex"])
        check_place(p, unit, hex)
        p.place(unit, hex)


def deploy_automatic(p: P, command: Command) -> None:
    take_up(p)
    place_automatically(p)
    p.emit(Deployed(how="automatic", side=GERMAN))


def place_automatically(p: P) -> None:
    """Groups around their concentrations, then one korps after the other where most of the line is bare, then in support."""
    board = p.game.board
    line = np.nonzero(board.mask("german-line"))[0].tolist()
    grouped = [u for u in to_place(p, ()) if any(t.startswith("pzgr-") for t in p.game.types[u].traits)]
    for unit in sorted(grouped, key=lambda u: (p.game.is_tank[u], -p.game.attack[u])):
        bare = set(bare_hexes(p))
        options = place_hexes(p, (unit,))
        p.place(unit, max(options, key=lambda h: (_covers(p, unit, h, bare), h in line, -p.s.count[GERMAN][h], -h)))
    for unit in sorted(to_place(p, ()), key=lambda u: p.game.attack[u]):
        bare = set(bare_hexes(p))
        options = place_hexes(p, (unit,))
        p.place(unit, max(options, key=lambda h: (_covers(p, unit, h, bare), h in line, -p.s.count[GERMAN][h], -h)))


def _covers(p: P, unit: int, hex: int, bare: set[int]) -> int:
    """Bare line hexes a unit would cover: its own, and those its zone reaches."""
    sides = p.game.zone_sides[0, p.game.zone[unit], hex]
    reached = [n for d, n in enumerate(p.game.board.rows[hex]) if n >= 0 and sides[d]]
    return len(bare & {hex, *reached})


def sample_place(p: P, rng: random.Random) -> Command | None:
    waiting = to_place(p, ())
    if not waiting:
        return None
    hexes = place_hexes(p, waiting[:1])
    return Command("place", tuple(waiting[:1]), (hexes[int(rng.random() * len(hexes))],)) if hexes else None


# ---------------------------------------------------------------- Unhistorical First Move


@rule("victory.6")
def offer_first_move(p: P) -> None:
    p.pop()
    if p.s.first_move == "allowed":
        p.push("first-move", RUSSIAN)


@rule("victory.6")
def take_first_move(p: P, command: Command) -> None:
    """The Russian moves before the German has begun, and opens a second way to victory to him."""
    p.pop()
    p.s.first_move, p.s.active = "taken", RUSSIAN
    p.emit(Forewarned(side=RUSSIAN, rule="victory.6"))
    p.push("move.begin")


def decline_first_move(p: P, command: Command) -> None:
    p.pop()
    p.s.first_move = "forbidden"
