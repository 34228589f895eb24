"""9.0 Hero cities and fortress cities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....core.board import Mask
from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events import Proclaimed
from ..material import P
from ..state import FORTRESS, GERMAN, HERO, SOVIET

#: Odds columns to the left against a hero or fortress city, in place of the one of a city (9.6).
SHIFT = 3

#: Game turn -> markers received at its very start.
_HEROES = {4: 5}
_FORTRESSES = {13: 1}
_LATE_FORTRESSES = {28: 4}
#: Where alone the later fortress markers may go.
_LATE_COUNTRIES = ("greater-germany", "hungary", "general-government")


@rule("9.1", "9.2")
def receive_markers(p: P) -> None:
    """At the very start of turns 4, 13 and 28. In The Road Back the first ones are on the map already."""
    p.s.heroes += _HEROES.get(p.s.turn, 0)
    p.s.fortresses += _FORTRESSES.get(p.s.turn, 0)
    p.s.late_fortresses += _LATE_FORTRESSES.get(p.s.turn, 0)


@rule("9.3", "9.6")
def stronghold(p: P, hex: int) -> bool:
    """A hero or fortress city, whatever its supply: 3L, no mobile assault, no concentric bonus, DR becomes BB."""
    return bool(p.s.works[hex] & (HERO | FORTRESS))


@rule("9.1", "9.3")
def may_be_hero(p: P, units: Sequence[int] = ()) -> list[int]:
    """Soviet-controlled cities of the USSR without a marker, while there is one in hand."""
    if not p.s.heroes:
        return []
    return _open_cities(p, SOVIET, p.game.board.mask("ussr"))


@rule("9.2", "9.3")
def may_be_fortress(p: P, units: Sequence[int] = ()) -> list[int]:
    """German-controlled cities: any for the first marker, those of the later ones by country. Never the industrial region."""
    if p.s.fortresses:
        return _open_cities(p, GERMAN, np.ones(p.game.board.nodes, np.bool_))
    return _open_cities(p, GERMAN, _late_countries(p)) if p.s.late_fortresses else []


def _open_cities(p: P, side: int, area: Mask) -> list[int]:
    free = p.game.city & area & (p.s.arrays.control == side) & ((p.s.arrays.works & (HERO | FORTRESS)) == 0)
    return [hex for hex in np.nonzero(free)[0].tolist() if not under_attack(p, hex)]


@rule("9.7", "8.11")
def under_attack(p: P, hex: int) -> bool:
    """Has an attack on the hex been declared? A mobile assault has when its force is committed; before, it is about to begin."""
    battle = p.s.battle
    return battle is not None and battle.target == hex and (battle.revealed or not battle.mobile)


def _late_countries(p: P) -> Mask:
    return np.logical_or.reduce([p.game.board.mask(country) for country in _LATE_COUNTRIES])  # type: ignore[no-any-return]


@rule("9.1", "9.3", "9.4", "9.7")
def declare_hero(p: P, command: Command) -> None:
    """At any time: a Soviet city of the USSR becomes a hero city and stays one until it falls."""
    (hex,) = command.hexes
    _refuse(p, hex, SOVIET, "9.1")
    if not p.s.heroes:
        raise Illegal("9.1", "there is no hero city marker in hand")
    if not p.game.board.mask("ussr")[hex]:
        raise Illegal("9.1", "hero cities are cities of the USSR")
    p.s.heroes -= 1
    _mark(p, hex, HERO, SOVIET, "hero", "9.1")


@rule("9.2", "9.3", "9.5", "9.7")
def declare_fortress(p: P, command: Command) -> None:
    """At any time: a German-controlled city becomes a fortress. A marker that is bound to some countries is used there first."""
    (hex,) = command.hexes
    _refuse(p, hex, GERMAN, "9.2")
    if p.s.late_fortresses and _late_countries(p)[hex]:
        p.s.late_fortresses -= 1
    elif p.s.fortresses:
        p.s.fortresses -= 1
    elif p.s.late_fortresses:
        raise Illegal("9.2", "the later fortress markers go to Greater Germany, Hungary and the General Government")
    else:
        raise Illegal("9.2", "there is no fortress city marker in hand")
    _mark(p, hex, FORTRESS, GERMAN, "fortress", "9.2")


def _refuse(p: P, hex: int, side: int, number: str) -> None:
    if p.speaker != side:
        raise Illegal(number, f"this is for the {p.game.sides[side]} player to say")
    if under_attack(p, hex):
        raise Illegal("9.7", "an attack on the city has been declared: its status cannot change until it is over")
    if not p.game.city[hex] or p.s.control[hex] != side:
        raise Illegal(number, f"the marker goes to a city under {p.game.sides[side]} control")
    if stronghold(p, hex):
        raise Illegal("9.3", "the city has a marker already")


def _mark(p: P, hex: int, work: int, side: int, word: str, number: str) -> None:
    p.s.build(hex, work)
    p.bind()  # said aloud across the table: the opponent's next command cannot take it back
    p.emit(Proclaimed(hex=hex, sort=word, side=side, rule=number))
