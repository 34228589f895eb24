"""Rule 3.F: who controls a hex. Everybody who moves ground units does it with `put`, which sees to control."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np

from ....core.board import Mask
from ....core.rule import rule
from ...zones.stance import lost, swept
from ..material import P
from ..state import ONE
from . import zones
from .units import face, ground_units


@rule("3.F")
def put(p: P, units: Sequence[int], node: int) -> None:
    """Place units on a node; the hexes they leave and those they come to change hands as the rules say."""
    hexes = p.game.board.hexes
    left = {p.s.loc[unit] for unit in units if 0 <= p.s.loc[unit] < hexes and p.s.loc[unit] != node}
    for unit in units:
        p.place(unit, node)
    if 0 <= node < hexes:
        enter(p, units, node)
        for met in ENTERS:
            met(p, node, p.side_of(units[0]), next(iter(left), -1))
    else:
        _forget_supply(p, units)
    for hex in left:
        leave(p, hex, p.side_of(units[0]))
        for told in LEAVES:
            told(p, hex, p.side_of(units[0]))


def _forget_supply(p: P, units: Sequence[int]) -> None:
    """Off the map nobody counts turns out of supply."""
    for unit in units:
        for name in ("unsupplied", "turns_out"):
            if getattr(p.s, name)[unit]:
                p.s.set(name, unit, 0)


@rule("3.Fa", "3.Fb")
def march(p: P, units: Sequence[int], way: Sequence[int]) -> None:
    """Units go along a way, the first hex of which is their own: what they enter and what their uncontested zones pass over
    becomes theirs, and what they leave behind may fall to the enemy."""
    side = p.side_of(units[0])
    if sum(face(p, unit).presence for unit in units) < ONE and not _is_home(p, way, side):  # they may have to give back hexes
        for hex in way[1:]:
            put(p, units, hex)
        return
    game, s, path = p.game, p.s, np.array(way, np.int16)
    faces = [face(p, unit) for unit in units]
    enemy = zones.of_side(p, p.foe(side))
    kinds = np.array([shown.zone for shown in faces], np.int8)
    passable = zones.passable(p)
    if len(faces) == 1:
        bits = passable[faces[0].moves_as, path][None]
    else:
        bits = passable[[shown.moves_as for shown in faces]][:, path]
    taken, touched = swept(
        path, kinds, bits, game.board.neighbours, game.arctic, zones.blind(p, side), spared(p, side), enemy.count, enemy.grip,
        s.arrays.control, s.arrays.owner, side,
    )  # fmt: skip
    for unit in units:
        p.place(unit, way[-1])
    for told in LEAVES:
        told(p, way[0], side)
    for before, hex in pairwise(way):
        for met in ENTERS:
            met(p, hex, side, before)
    for hex in taken.tolist():
        _take(p, hex, side, lasting=True)
    if s.control[way[0]] == side and s.owner[way[0]] != side and not ground_units(p, way[0], side):
        _give(p, way[0], s.owner[way[0]])
    if touched:
        others = zones.without(p, side, units)
        fallen, steps = lost(
            path, kinds, bits, game.board.neighbours, game.arctic, zones.blind(p, side), spared(p, p.foe(side)), others.count,
            others.grip, enemy.grip, s.arrays.control, s.arrays.owner, p.foe(side),
        )  # fmt: skip
        for hex in fallen.tolist():
            _take(p, hex, p.foe(side), lasting=True)
        last = dict(zip(fallen.tolist(), steps.tolist(), strict=True))
        for step, hex in enumerate(way):
            if step > last.get(hex, step):  # they have come back to it
                _take(p, hex, side, lasting=True)


def _is_home(p: P, way: Sequence[int], side: int) -> bool:
    """Does a way lead over hexes that are a side's own for good, each once?"""
    control, owner = p.s.control, p.s.owner
    return all(control[hex] == owner[hex] == side for hex in way[1:]) and len({*way}) == len(way)


@rule("3.Fa", "3.Fb")
def enter(p: P, units: Sequence[int], hex: int) -> None:
    """Units have come to a hex: it is theirs, for good if they are a regimental equivalent together or one of them exerts an
    uncontested zone; and so is what their uncontested zones fall on."""
    side = p.side_of(units[0])
    _take(p, hex, side, lasting=_size(p, hex, side) >= ONE)
    _sweep(p, {near for unit in units for near in zones.zone_of(p, unit)}, side)


@rule("3.Fa", "3.Fb")
def leave(p: P, hex: int, side: int) -> None:
    """Units of a side have left a hex. Empty, it goes back to whom it lastingly belongs; what their zones contested may now be in
    an enemy's zone alone."""
    enemy = p.foe(side)
    if p.s.control[hex] == side and p.s.owner[hex] != side and not ground_units(p, hex, side):
        _give(p, hex, p.s.owner[hex])
    theirs = zones.of_side(p, enemy).grip
    if theirs[hex] or any(theirs[near] for near in p.game.board.around[hex]):
        _sweep(p, [near for near in (hex, *p.game.board.around[hex]) if theirs[near]], enemy)


#: Countries in which the zones of a side win nothing, by the chapter that says who is at peace: (p, side) -> a mask, or None.
SPARED: list[Callable[[P, int], Mask | None]] = []


@rule("3.Fa", "31.Ba", "32.A.1a", "32.B.a")
def spared(p: P, side: int) -> Mask:
    """Hexes that zones of control of a side do not win: those of neutrals."""
    for spares in SPARED:
        found = spares(p, side)
        if found is not None:
            return found
    return p.game.neutral


def _sweep(p: P, hexes: Iterable[int], side: int) -> None:
    """Hexes in a zone of a side become its own for good where no enemy stands and no enemy zone falls."""
    enemy = p.foe(side)
    theirs = zones.of_side(p, enemy)
    control, owner, neutral = p.s.control, p.s.owner, spared(p, side)
    for hex in hexes:
        if (control[hex] != side or owner[hex] != side) and not theirs.count[hex] and not theirs.grip[hex] and not neutral[hex]:
            _take(p, hex, side, lasting=True)


@rule("3.Fb", "14.I")
def _size(p: P, hex: int, side: int) -> int:
    """Equivalents of a side in a hex; trucks and position AA hold nothing for good."""
    return sum(face(p, unit).presence for unit in ground_units(p, hex, side))


def _take(p: P, hex: int, side: int, *, lasting: bool) -> None:
    if lasting and p.s.owner[hex] != side:
        p.s.set("owner", hex, side)
    _give(p, hex, side)


@rule("esp.when")
def _give(p: P, hex: int, side: int) -> None:
    """A hex changes hands; the chapters that have something to lose in it hear of it."""
    if p.s.control[hex] == side:
        return
    p.control(hex, side)
    for heard in HEARS:
        heard(p, hex, side)


#: What happens at once in a hex that changes hands (airbases, resource points, ports, factories): (p, hex, its new side).
HEARS: list[Callable[[P, int, int], None]] = []


#: Who gives way in a hex that units enter (river flotillas): (p, hex, their side, the hex they come from).
ENTERS: list[Callable[[P, int, int, int], None]] = []
#: What happens at once in a hex that units have left (airfields and forts that engineers keep or build): (p, hex, their side).
LEAVES: list[Callable[[P, int, int], None]] = []


def hold_all(p: P, hexes: Iterable[int], side: int) -> None:
    """Hexes belong to a side from the start, or by the position somebody has written."""
    for hex in hexes:
        p.control(hex, side)
        p.s.set("owner", hex, side)


def note_start_of_player_turn(p: P) -> None:
    """Who controls what as a player turn begins (6.B, 7.A)."""
    p.s.fill("held", p.s.arrays.control)
