"""Set-ups made for a player: one that we propose, and one worked out by the referee. History has none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ....core.command import Command
from ..events import Deployed
from ..material import Mask, P
from ..state import BELGIAN, DUTCH, GERMAN, SOVIET
from . import control, setup, stacking
from .counters import infantry_corps, mechanized

#: How the referee divides the German infantry: so many for the west map and for the Strategic Reserve, all others go east.
WEST_CORPS, RESERVE_CORPS = 14, 4
#: How far from German ground the referee keeps the Juggernauts: infantry does not come so far on turn 1.
APART = 7


def use_proposed(p: P, command: Command) -> None:
    """Put everything where we propose it, and whatever the proposal has no legal hex for where the referee finds one."""
    _deploy(p, place_as_proposed, "proposed")


def use_automatic(p: P, command: Command) -> None:
    """A sensible set-up, made by the referee."""
    _deploy(p, lambda p: None, "automatic")


def _deploy(p: P, begin: Callable[[P], None], name: str) -> None:
    """Everything the speaker sets up in this stage is taken back and placed anew."""
    for unit in setup.placed(p, ()):
        p.place(unit, setup.home(p, unit))
    begin(p)
    place_automatically(p)
    p.emit(Deployed(how=name, side=p.speaker, rule="3.1"))


def place_as_proposed(p: P) -> None:
    """The hexes of our proposal as far as this stage and the options allow them."""
    for row in p.game.proposal:
        node = p.game.board.node(row["place"])
        for unit in map(p.game.names.unit, row["units"].split()):
            if p.s.loc[unit] != setup.home(p, unit) or not setup.concerns(p, unit):
                continue
            reserve = node == p.game.box["reserve-eligible"] and unit in setup.corps_to_divide(p, ())
            if (reserve and p.frame.step == "setup.west") or node in setup.open_hexes(p, (unit,)):
                p.place(unit, node)


def place_automatically(p: P) -> None:
    """Vehicles first."""
    if p.frame.step == "setup.west":
        _divide(p)
    for unit in sorted(setup.own_waiting(p), key=lambda u: (not mechanized(p, u), u)):
        _place(p, unit)


def _divide(p: P) -> None:
    """Corps for the west and for the reserve, unless some are there already."""
    corps = [u for u in p.game.pieces_of_side[GERMAN] if infantry_corps(p, u)]
    if any(p.s.loc[u] != setup.home(p, u) for u in corps):
        return
    weakest = corps[-(WEST_CORPS + RESERVE_CORPS) :]
    for unit in weakest[:WEST_CORPS]:
        _place(p, unit)
    for unit in weakest[WEST_CORPS:]:
        p.place(unit, p.game.box["reserve-eligible"])


def _place(p: P, unit: int) -> None:
    """Whoever defends spreads over works and cities; whoever attacks stands close together near his goal."""
    far, game = _distances(p, unit), p.game
    defends = p.side_of(unit) in (SOVIET, BELGIAN, DUTCH) or p.frame.step == "setup.west"
    strong = game.works | game.city
    rank = {hex: (stacking.crowd_at(p, hex), not strong[hex]) if defends else () for hex in setup.open_hexes(p, (unit,))}
    p.place(unit, min(rank, key=lambda hex: (*rank[hex], far[hex], hex)))


def _distances(p: P, unit: int) -> list[int]:
    """How far every hex is from where a unit should be."""
    side, game = p.side_of(unit), p.game
    to_moscow = side == GERMAN and p.frame.step == "setup.last"
    goal: Mask = game.ruhr
    if side == SOVIET:
        goal = control.german_ground(p) & game.east
    elif to_moscow:
        goal = game.board.mask("moscow-works")
    found: list[int] = game.board.distances(goal.nonzero()[0].astype(np.int16)).min(axis=0).tolist()
    return [abs(far - APART) for far in found] if side == SOVIET else found


# ---------------------------------------------------------------- random play


def sample_proposed(p: P, rng: object) -> Command | None:
    """Random play lets itself be helped only while something is left to place."""
    return Command("proposed") if setup.own_waiting(p) else None


def sample_automatic(p: P, rng: object) -> Command | None:
    return Command("automatic") if setup.own_waiting(p) else None
