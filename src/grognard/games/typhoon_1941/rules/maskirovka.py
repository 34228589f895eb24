"""Hiding units, and the dummies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal, is_legal
from ....core.flow import Countable
from ....core.rule import rule
from ..events import Appeared, Hidden, Shown
from ..material import P
from ..state import DISRUPTED, GERMAN, HIDDEN, RECOVERED, RUSSIAN
from .condition import flagged, ground, has, on_map, real, reveal
from .supply import network
from .zones import Mask, beside, next_to

#: Dummies in use; the fifth is a spare.
MOST = 4


@rule("maskirovka.1", "disrupted.5")
def check_hide(p: P, unit: int) -> None:
    """May a unit be turned upside down? Not if Disrupted, nor next to an UnDisrupted German unit; one that has just
    recovered not next to any German unit."""
    handle = p.game.pieces[unit].handle
    if p.side_of(unit) != RUSSIAN or not on_map(p, unit):
        raise Illegal("maskirovka.1", f"{handle} is no Russian unit on the map")
    if has(p, unit, HIDDEN):
        raise Illegal("maskirovka.1", f"{handle} is hidden already")
    if has(p, unit, DISRUPTED):
        raise Illegal("disrupted.5", f"{handle} is Disrupted and stays face up")
    hex = p.s.loc[unit]
    if next_to(p, hex, GERMAN):
        raise Illegal("maskirovka.1", f"{handle} is next to a German unit that is not Disrupted")
    if has(p, unit, RECOVERED) and next_to(p, hex, GERMAN, fit_only=False):
        raise Illegal("disrupted.5", f"{handle} has just recovered next to a German unit and stays face up")


def hideable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    found, flags = [], p.s.arrays.flags.tolist()
    for unit in ground(p, RUSSIAN):
        if not flags[unit] & (HIDDEN | DISRUPTED):
            try:
                check_hide(p, unit)
            except Illegal:
                continue
            found.append(unit)
    return found


@rule("maskirovka.1")
def hide(p: P, command: Command) -> None:
    for unit in command.units:
        check_hide(p, unit)
    p.s.mark(command.units, HIDDEN)
    p.emit(Hidden(units=command.units, places=tuple(sorted({p.s.loc[u] for u in command.units})), side=RUSSIAN))


def showable(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return [u for u in flagged(p, ground(p, RUSSIAN), HIDDEN) if not p.game.is_dummy[u]]


@rule("maskirovka.1")
def show(p: P, command: Command) -> None:
    """Turn units face up of one's own will (while setting up)."""
    for unit in command.units:
        if unit not in showable(p, ()):
            raise Illegal("maskirovka.1", f"{p.game.pieces[unit].handle} is not a hidden unit")
    p.s.clear(command.units, HIDDEN)
    p.emit(Shown(units=command.units, side=RUSSIAN))


@rule("replacement.1")
def hide_on_entry(p: P, unit: int) -> None:
    """Whatever enters does so upside down, unless a German unit stands by."""
    if not next_to(p, p.s.loc[unit], GERMAN):
        p.s.mark((unit,), HIDDEN)


# ---------------------------------------------------------------- dummies


@rule("maskirovka.2", "maskirovka.3")
def check_in_use(p: P, dummy: int) -> None:
    if not p.game.is_dummy[dummy]:
        raise Illegal("maskirovka.2", f"{p.game.pieces[dummy].handle} is no Maskirovka piece")
    if not on_map(p, dummy) and sum(on_map(p, u) for u in p.game.dummies) >= MOST:
        raise Illegal("maskirovka.2", "four Maskirovka pieces are in use; the fifth is a spare")


@rule("maskirovka.2", "maskirovka.6")
def in_german_hands(p: P) -> Mask:
    """Where no dummy is put: German towns and edges, which it could not take; before the first turn all of the German side."""
    german = p.s.arrays.control == GERMAN
    return np.asarray(german & p.game.prizes if p.s.turn else german)


@rule("maskirovka.2")
def check_dummy(p: P, dummy: int, hex: int) -> None:
    """A dummy lies on a Russian unit, or anywhere within Russian supply; four at most are in use."""
    game, names = p.game, p.game.board.names
    check_in_use(p, dummy)
    if hex >= game.board.hexes or p.s.count[GERMAN][hex]:
        raise Illegal("maskirovka.2", f"{names[hex]} is no place for it")
    if not real(p, hex, RUSSIAN):
        if not network(p, RUSSIAN)[hex]:
            raise Illegal("maskirovka.2", f"{names[hex]} is out of Russian supply")
        if in_german_hands(p)[hex]:
            raise Illegal("maskirovka.2", f"{names[hex]} is in German hands")
        if next_to(p, hex, GERMAN):
            raise Illegal("maskirovka.1", f"a German unit next to {names[hex]} would see it at once")


@rule("maskirovka.2", "maskirovka.5", "maskirovka.6", "maskirovka.3")
def relocate(p: P, command: Command) -> None:
    """Put dummies on the map or shift them."""
    hex = command.hexes[0]
    if not command.units:
        raise Illegal("maskirovka.2", "name a Maskirovka piece")
    for dummy in command.units:
        check_dummy(p, dummy, hex)
        old = p.s.loc[dummy]
        p.place(dummy, hex)
        p.s.mark((dummy,), HIDDEN)
        p.emit(Appeared(units=(dummy,), path=(old, hex) if old < p.game.board.hexes else (hex,), side=RUSSIAN))


def dummies(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Dummies that can be placed or shifted; beyond four on the map only those that are there."""
    there = [u for u in p.game.dummies if on_map(p, u)]
    return there if len(there) >= MOST else p.game.dummies


def dummy_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes where the dummies named may lie; all dummies may lie in the same."""
    return _places_for_dummies(p).tolist() if _may_lie_together(p, units) else ()


def all_dummy_hexes(p: P) -> tuple[Sequence[int], Sequence[Countable]]:
    """All dummies that can be placed or shifted, and where to."""
    units, able = dummies(p, ()), _places_for_dummies(p)
    return units, [able if _may_lie_together(p, (dummy,)) else () for dummy in units]


def _may_lie_together(p: P, units: Sequence[int]) -> bool:
    """Are these dummies that can be in use together with those on the map?"""
    if not units or not all(is_legal(check_in_use, p, dummy) for dummy in units):
        return False
    return len({*units, *(u for u in p.game.dummies if on_map(p, u))}) <= MOST


def _places_for_dummies(p: P) -> npt.NDArray[np.intp]:
    able = network(p, RUSSIAN) & ~in_german_hands(p) & (p.s.arrays.count[GERMAN] == 0) & ~beside(p, GERMAN)
    able[[p.s.loc[u] for u in ground(p, RUSSIAN) if not p.game.is_dummy[u]]] = True
    return np.asarray(able[: p.game.board.hexes].nonzero()[0])


@rule("maskirovka.7", "sequence.2", "maskirovka.5")
def reveal_neighbours(p: P) -> None:
    """The first act of a German player-turn: hidden pieces next to UnDisrupted German units are turned up."""
    seen = [u for u in flagged(p, ground(p, RUSSIAN), HIDDEN) if next_to(p, p.s.loc[u], GERMAN)]
    reveal(p, seen, "maskirovka.7")
