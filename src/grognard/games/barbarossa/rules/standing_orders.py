"""8.11 Emergency deployments by standing order, for those who cannot watch every German move: at one table, by mail, and
for the computer."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..material import P
from ..state import SOVIET
from . import rvgk


@rule("8.11")
def give(p: P, command: Command) -> None:
    """A unit of the box is told off for a city; it goes there as soon as a German unit comes next to the city or announces
    a mobile assault on it. The German does not hear of it."""
    _require_soviet(p)
    unit, hex = command.units[0], command.hexes[0]
    if len(command.units) != 1:
        raise Illegal("8.11", "one unit only")
    rvgk.require_in_box(p, unit)
    if not p.game.city[hex]:
        raise Illegal("8.11", f"{p.game.board.names[hex]} is no city")
    p.s.standing = (*(order for order in p.s.standing if order[0] != unit), (unit, hex))


@rule("8.11")
def revoke(p: P, command: Command) -> None:
    """Standing orders are dropped."""
    _require_soviet(p)
    p.s.standing = tuple(order for order in p.s.standing if order[0] not in command.units)


def _require_soviet(p: P) -> None:
    if p.speaker != SOVIET:
        raise Illegal("8.11", "emergency deployments are the Soviet player's")


@rule("8.11")
def watch(p: P, hex: int) -> None:
    """A German unit has come to a hex, or is about to assault it: the first order that fits is carried out."""
    if not p.s.standing or rvgk.emergency_refusal(p) is not None:
        return
    near = {hex, *p.game.board.adjacent(hex)}
    for unit, city in p.s.standing:
        if city in near and unit in rvgk.emergency_units(p, ()) and city in rvgk.emergency_hexes(p, (unit,)):
            p.s.standing = tuple(order for order in p.s.standing if order[0] != unit)
            rvgk.rush(p, unit, city)
            return


# ---------------------------------------------------------------- what may be named


def waiting_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return rvgk.deployable(p)


def cities(p: P, units: Sequence[int]) -> Sequence[int]:
    """Cities in Soviet hands."""
    return (p.game.city & (p.s.arrays.control == SOVIET)).nonzero()[0].tolist()  # type: ignore[no-any-return]


def ordered_units(p: P, hexes: Sequence[int]) -> Sequence[int]:
    return [unit for unit, _ in p.s.standing]
