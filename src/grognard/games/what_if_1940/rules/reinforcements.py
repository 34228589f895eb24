"""9.5, 9.8 and 9.10 Soviet arrivals: reinforcements, replacements and semi-permanent forts."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ...assault.events import Entered
from ..events import Built, Transferred
from ..material import Mask, P
from ..state import GERMAN, SOVIET
from . import control, stacking, supply
from .counters import name


@rule("9.5a", "9.8a", "9.10a", "9.10b")
def open_arrivals(p: P) -> None:
    """Replacements are drawn blind from the dead pile to join the reinforcements of the turn; from turn 5 a die allows forts."""
    p.pop()
    pile, count = p.units(p.game.dead[SOVIET], SOVIET), p.game.track[p.s.turn].replacements
    for unit in p.shuffled(pile)[:count] if count else ():
        p.game.calendar.schedule(p, unit, p.s.turn)
    p.s.forts_left = 0
    if p.s.turn >= p.game.charts.forts_from:
        built = int(p.game.charts.forts.result(p.roll("new fortifications", "9.8a", side=SOVIET)))
        p.s.forts_left = min(built, forts_in_hand(p))


@rule("9.8a", "9.8f")
def forts_in_hand(p: P) -> int:
    """Markers that are not on the map; lost ones come back."""
    return p.game.fort_markers - int(p.s.arrays.fort.sum())


# ---------------------------------------------------------------- armies


def arrivals(p: P, hexes: Sequence[int]) -> list[int]:
    return p.game.calendar.due(p, SOVIET)


@rule("9.5c", "12.9b")
def may_arrive(p: P, hex: int) -> bool:
    """In the red row, or in a supplied city that has been Soviet all the time and has no German beside it."""
    game = p.game
    if p.s.foes[SOVIET][hex]:
        return False
    if game.red_row[hex]:
        return True
    if not (game.city[hex] and control.soviet_ground(p)[hex]) or p.s.was_german[hex]:
        return False
    fed = bool(supply.soviet(p)[hex]) or hex in (game.moscow, game.leningrad)
    return fed and not any(p.s.foes[SOVIET][near] for near in game.board.adjacent(hex))


@rule("9.5c")
def arrival_hexes(p: P, units: Sequence[int]) -> list[int]:
    near = (p.game.red_row | (p.game.city & p.game.east)).nonzero()[0].tolist()
    return [hex for hex in near if may_arrive(p, hex) and (not units or stacking.fits(p, units, hex))]


@rule("9.5a", "9.5c", "9.7", "12.5a")
def arrive(p: P, command: Command) -> None:
    """Armies of this turn's box enter the map, untried ones untried."""
    hex = command.hexes[0]
    for unit in command.units:
        if unit not in arrivals(p, ()):
            raise Illegal("9.5a", f"{name(p, unit)} does not arrive in this game turn")
    if not may_arrive(p, hex):
        raise Illegal("9.5c", f"no army arrives in {p.game.board.names[hex]}")
    stacking.require(p, command.units, hex, "7.5")
    for unit in command.units:
        p.place(unit, hex)
        control.enter(p, unit, hex)
    p.emit(Entered(units=command.units, hex=hex, side=SOVIET, rule="9.5c"))


@rule("12.7d", "12.7e")
def for_southwest(p: P, hexes: Sequence[int]) -> list[int]:
    return [u for u in arrivals(p, ()) if u not in p.s.portioned]


@rule("12.7d", "12.7e")
def send_southwest(p: P, command: Command) -> None:
    """Arrivals may go to the Southwest Front instead."""
    for unit in command.units:
        if unit not in for_southwest(p, ()):
            raise Illegal("12.7e", f"{name(p, unit)} cannot go to the Southwest Front now")
    for unit in command.units:
        p.place(unit, p.game.box["southwest-arrived"])
    p.s.portioned = (*p.s.portioned, *command.units)
    p.emit(Transferred(units=command.units, to="the Southwest Front", side=SOVIET, rule="12.7d"))


# ---------------------------------------------------------------- forts


@rule("9.8b", "9.8c", "9.8d", "9.8e")
def fort_hexes(p: P, units: Sequence[int]) -> list[int]:
    """Within five hexes of a Soviet Moscow or Leningrad without Germans beside it, in the USSR, no city, one fort per hex, no
    German beside the hex, and with a line through one of the two cities to the red row."""
    game, lines = p.game, supply.soviet(p)
    cities = {"moscow-works": game.moscow, "leningrad-works": game.leningrad}
    through = any(p.s.control[city] == SOVIET and lines[city] for city in cities.values())
    found: Mask = game.board.mask("moscow-works") & False
    for area, city in cities.items():
        if through and p.s.control[city] == SOVIET and not _germans_beside(p, city):
            found = found | game.board.mask(area)
    able = found & ~game.city & ~p.s.arrays.fort & (lines > 0)
    return [hex for hex in able.nonzero()[0].tolist() if not _germans_beside(p, hex) and not p.s.count[GERMAN][hex]]


def _germans_beside(p: P, hex: int) -> bool:
    return any(p.s.count[GERMAN][near] for near in p.game.board.adjacent(hex))


def may_build(p: P) -> bool:
    return p.s.forts_left > 0


@rule("9.8a", "9.8b", "9.8e")
def build(p: P, command: Command) -> None:
    """A marker is placed; what is not used is lost."""
    hex = command.hexes[0]
    if not may_build(p):
        raise Illegal("9.8a", "no more fortifications are allowed in this game turn")
    if hex not in fort_hexes(p, ()):
        raise Illegal("9.8b", f"no fortification can be built in {p.game.board.names[hex]}")
    p.s.set("fort", hex, True)
    p.s.forts_left -= 1
    p.emit(Built(hex=hex, side=SOVIET, rule="9.8b"))


@rule("9.5b", "9.8a")
def close_arrivals(p: P, command: Command) -> None:
    """Whoever has not come waits for the next game turn; unused forts do not."""
    p.pop()
    p.s.forts_left = 0
    p.game.calendar.postpone(p, arrivals(p, ()))
