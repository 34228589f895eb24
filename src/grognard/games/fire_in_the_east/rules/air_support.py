"""Rules 20.F.2.c to 20.F.2.e: air units that stay: ground support and defensive support in battles, harassment of movement."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ....core.derived import derived, of
from ....core.rule import rule
from ..events.air import HarassedHex
from ..material import P
from ..state import ONE
from .battle import Flight
from .bombing import harassment_cost, printed_strength, share_of, strength_of
from .flak import supporters
from .mission_table import Purpose
from .sorties import flyer, in_flight, on_mission, weather_at


@rule("20.F.2.c", "20.F.2.d", "errata.rules.20F2cd")
def flights(p: P, node: int, side: int, *, attacking: bool) -> tuple[Flight, ...]:
    """Air units that support a side in a battle for a hex, each with its printed points and what is left of them."""
    purpose = Purpose.SUPPORT if attacking else Purpose.DEFENCE
    weather = weather_at(p, node)
    found = [flyer(p, unit) for unit in supporters(p, node, side, purpose)]
    return tuple(Flight(Fraction(printed_strength(one)), share_of(one, weather)) for one in found if not one.jettisoned)


@rule("20.F.2.e", "24.G")
def harassment_points(p: P, node: int, side: int) -> Fraction:
    """Bombing points that a side delivers upon a hex to hinder movement."""
    weather = weather_at(p, node)
    facts = [flyer(p, unit) for unit in supporters(p, node, side, Purpose.HARASSMENT)]
    return sum((strength_of(one, weather) for one in facts if not one.jettisoned), Fraction())


@rule("20.F.2.e", "38.B.2")
def count_harassment(p: P) -> None:
    """What harassing air units cost whoever leaves their hexes, as they stand now."""
    found = []
    for side in (0, 1):
        hexes = {p.s.loc[unit] for unit in in_flight(p, side) if p.s.mission[unit] == Purpose.HARASSMENT and on_mission(p, unit)}
        for node in sorted(hexes):
            cost = harassment_cost(harassment_points(p, node, side))
            if cost:
                found.append((side, node, cost))
    now = tuple(found)
    if now != p.s.harassed:
        before = p.s.harassed
        p.s.harassed = now
        for entry in now:
            if entry not in before:
                p.emit(HarassedHex(hex=entry[1], points=entry[2], side=entry[0], rule="20.F.2.e"))


@derived(of("harassed"))
def leaving(p: P, side: int) -> npt.NDArray[np.uint8] | None:
    """By hex, what units of a side pay more to leave it, in eighths of a movement point; None where nobody is harassed."""
    entries = [(node, cost) for enemy, node, cost in p.s.harassed if enemy == p.foe(side)]
    if not entries:
        return None
    found = np.zeros(p.game.board.nodes, np.uint8)
    for node, cost in entries:
        found[node] = min(cost * ONE, 255)
    return found


def harassment_at(p: P, node: int, side: int) -> int:
    """Movement points more that units of a side pay to leave a hex."""
    return next((cost for enemy, hex, cost in p.s.harassed if enemy == p.foe(side) and hex == node), 0)
