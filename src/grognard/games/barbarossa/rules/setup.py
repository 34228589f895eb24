"""3.0 Set-up and hex control."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ....core.command import Command
from ....core.errors import Illegal
from ....core.events import Lifted, Placed
from ....core.rule import rule
from ..events import Deployed
from ..material import P
from ..state import GERMAN, SOVIET
from . import road_back, stacking
from .counters import name, on_map
from .ground import mechanized

Mask = npt.NDArray[np.bool_]

#: Code on the reverse of a German counter -> area of its set-up, and the rule.
ZONES = {"N": ("agn", "3.3c"), "C": ("agc", "3.3d"), "S": ("ags", "3.3e"), "Rom": ("romania", "3.3b")}

#: Soviet units that stay where they are even if Lithuania is German.
_UNMOVED = ("9big", "ica")


@rule("3.1", "3.2", "4.2b", "12.1")
def lay_out(p: P, scenario: str) -> None:
    """Everything where it is before the first decision, and the first frames of the sequence of play."""
    if scenario == "road-back":
        road_back.lay_out(p)
        return
    p.s.scenario = "campaign"
    initial_control(p)
    sort_counters(p)
    stages = [("setup.soviet", SOVIET)] if lithuania(p) else []
    p.queue(*stages, ("setup.german", GERMAN), ("turn.begin",))
    if scenario == "historical":
        for _ in range(len(stages) + 1):
            place_historically(p)
            p.pop()


def lithuania(p: P) -> bool:
    """Is the option of 3.7 in force?"""
    return p.option("lithuania") == "on"


@rule("3.6a", "3.7")
def initial_control(p: P) -> None:
    """Axis Europe is German, the USSR and the Baltic Republics are Soviet; the option trades Lithuania for Poland."""
    board, s = p.game.board, p.s
    s.fill("control", GERMAN, board.mask("german-start") | board.mask("bulgaria"))
    s.fill("control", SOVIET, board.mask("soviet-start"))
    if lithuania(p):
        s.fill("control", GERMAN, board.mask("lithuania"))
        s.fill("control", SOVIET, board.mask("lithuania-option"))


@rule("3.2", "3.3a", "3.4", "3.5", "8.22")
def sort_counters(p: P) -> None:
    """Soviet units into their hexes, reinforcements onto the track, everything else beside the map."""
    game = p.game
    for unit, side in enumerate(game.side_of):
        start = game.oob.start[unit]
        if game.calendar.schedule(p, unit, game.calendar.first("arrive", unit)):
            continue
        if side == SOVIET and start and not _displaced(p, start):
            p.place(unit, game.board.node(start))
        else:
            p.place(unit, game.off[side])


@rule("3.7")
def _displaced(p: P, start: str) -> bool:
    """Does a Soviet counter name a hex of Lithuania that is German under the option?"""
    return lithuania(p) and bool(p.game.board.mask("lithuania")[p.game.board.node(start)])


# ---------------------------------------------------------------- where a unit may be set up


def _side(p: P) -> int:
    return p.frame.side


@rule("3.3b", "3.3c", "3.3d", "3.3e", "3.3f", "3.7")
def german_zone(p: P, code: str) -> Mask:
    """The hexes of an army group, which binds its units at set-up and never after. With Lithuania traded the North has
    more, Center and South have fewer."""
    board = p.game.board
    area = board.mask(ZONES[code][0])
    if lithuania(p):
        area = (area & ~board.mask("lithuania-option")) | (board.mask("lithuania") if code == "N" else False)
        if code in ("C", "S") and (p.s.arrays.count[GERMAN][area] >= 5).all():
            area = area | _second_line(p, area)
    return area


@rule("3.7")
def _second_line(p: P, area: Mask) -> Mask:
    """What no longer fits into its army group's hexes stands in German hexes next to them."""
    beside = np.zeros(p.game.board.nodes, np.bool_)
    for hex in np.nonzero(area)[0].tolist():
        beside[list(p.game.board.adjacent(hex))] = True
    beside &= (p.s.arrays.control == GERMAN) & ~p.game.water
    return beside


@rule("3.7")
def soviet_zone(p: P, unit: int) -> Mask:
    """Units displaced from Lithuania go to any Soviet hex; others may be moved to the five hexes in Poland."""
    if _displaced(p, p.game.oob.start[unit]):
        anywhere: Mask = (p.s.arrays.control == SOVIET) & ~p.game.water
        return anywhere
    if p.game.pieces[unit].handle in _UNMOVED:
        return np.zeros(p.game.board.nodes, np.bool_)
    return p.game.board.mask("lithuania-option")


def zone_of(p: P, unit: int) -> Mask:
    return german_zone(p, p.game.oob.start[unit]) if _side(p) == GERMAN else soviet_zone(p, unit)


def _belongs(p: P, unit: int) -> bool:
    """Is it one of the units this step is about?"""
    start = p.game.oob.start[unit]
    return p.side_of(unit) == _side(p) and (start in ZONES if _side(p) == GERMAN else bool(start))


def to_place(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units that must still be set up, then those that may be set up differently."""
    own = p.game.pieces_of_side[_side(p)]
    return [*waiting(p), *(u for u in own if _belongs(p, u) and on_map(p, u) and zone_of(p, u).any())]


def waiting(p: P) -> list[int]:
    return [u for u in p.units(p.game.off[_side(p)], _side(p)) if _belongs(p, u)]


def placed(p: P, hexes: Sequence[int]) -> Sequence[int]:
    """Units of this step that can be taken back."""
    return [u for u in p.game.pieces_of_side[_side(p)] if _belongs(p, u) and on_map(p, u) and p.s.loc[u] != _home(p, u)]


def _home(p: P, unit: int) -> int:
    """Where a unit lies before this step: its printed hex, or beside the map."""
    start = p.game.oob.start[unit]
    if _side(p) == GERMAN or _displaced(p, start):
        return p.game.off[_side(p)]
    return p.game.board.node(start)


def open_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes of the zone with room for all the units."""
    if not units:
        return []
    area = zone_of(p, units[0]).copy()
    for unit in units[1:]:
        area &= zone_of(p, unit)
    return [h for h in np.nonzero(area)[0].tolist() if stacking.fits(p, units, h)]


# ---------------------------------------------------------------- setting up


@rule("3.1", "3.3a", "3.3b", "3.3c", "3.3d", "3.3e", "3.7", "6.3", "6.4")
def place(p: P, command: Command) -> None:
    """Put units where their counters allow it, within stacking."""
    hex = command.hexes[0]
    for unit in command.units:
        if not _belongs(p, unit):
            raise Illegal("3.3a" if _side(p) == GERMAN else "3.7", f"{name(p, unit)} is not set up in this step")
        if not zone_of(p, unit)[hex]:
            rule = ZONES[p.game.oob.start[unit]][1] if _side(p) == GERMAN else "3.7"
            raise Illegal(rule, f"{name(p, unit)} is not set up in {p.game.board.names[hex]}")
    if not stacking.fits(p, command.units, hex):
        raise Illegal("3.1", f"{p.game.board.names[hex]} would be overstacked")
    _put(p, command.units, hex)
    p.emit(Placed(units=command.units, hex=hex, side=_side(p)))


def _put(p: P, units: Sequence[int], hex: int) -> None:
    for unit in units:
        p.place(unit, hex)


def lift(p: P, command: Command) -> None:
    """Pick placed units up again."""
    for unit in command.units:
        if unit not in placed(p, ()):
            raise Illegal("3.1", f"{name(p, unit)} cannot be picked up in this step")
    for unit in command.units:
        p.place(unit, _home(p, unit))
    p.emit(Lifted(units=command.units, side=_side(p)))


def complete(p: P) -> bool:
    return not waiting(p)


@rule("3.1")
def finish(p: P, command: Command) -> None:
    """Close this step of the set-up."""
    left = len(waiting(p))
    if left:
        raise Illegal("3.1", f"still to be placed: {left}")
    p.pop()


# ---------------------------------------------------------------- set up for me


def use_historical(p: P, command: Command) -> None:
    """Put everything where it stood on 22 June 1941."""
    _clear(p)
    place_historically(p)
    p.emit(Deployed(how="historical", side=_side(p)))


def use_automatic(p: P, command: Command) -> None:
    """A sensible set-up, made by the referee."""
    _clear(p)
    place_automatically(p)
    p.emit(Deployed(how="automatic", side=_side(p)))


def _clear(p: P) -> None:
    for unit in list(placed(p, ())):
        p.place(unit, _home(p, unit))


@rule("3.3b", "3.3c", "3.3d", "3.3e")
def place_historically(p: P) -> None:
    """The historical hexes as far as they are allowed; what does not fit is placed by the referee."""
    if _side(p) == GERMAN:
        for handle, hex in p.game.historical:
            unit, node = p.game.names.unit(handle), p.game.board.node(hex)
            if zone_of(p, unit)[node] and stacking.fits(p, (unit,), node):
                p.place(unit, node)
    place_automatically(p)


def place_automatically(p: P) -> None:
    """Vehicles first, each where its fellows leave most room."""
    for unit in sorted(waiting(p), key=lambda u: (not mechanized(p, u), u)):
        hexes = open_hexes(p, (unit,))
        p.place(unit, min(hexes, key=lambda h: (_crowd(p, h), _depth(p, unit, h), h)))


def _crowd(p: P, hex: int) -> int:
    return int(p.s.count[_side(p)][hex])


def _depth(p: P, unit: int, hex: int) -> int:
    """Displaced Soviet units stay near the hex they come from."""
    start = p.game.oob.start[unit]
    return 0 if start in ZONES else p.game.board.distance(hex, p.game.board.node(start))


def sample_place(p: P, rng: random.Random) -> Command | None:
    """Random play places the first waiting unit anywhere legal."""
    units = waiting(p)
    if not units:
        return None
    hexes: Any = open_hexes(p, units[:1])
    return Command("place", (units[0],), (hexes[int(rng.random() * len(hexes))],))
