"""Rule 38.A: retreats by overrun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ....core.events import Retreated
from ....core.rule import rule
from ..counters import Printed
from ..events.battle import Overran
from ..material import P
from ..state import RETREATED
from . import control, resource_points, zones
from .casualties import has_cadre, lose
from .combat import overrun
from .combat_steps import fight_of
from .engagement import battle_of, defenders_in, fits
from .flight import flight_of, is_friendly, is_way
from .units import face

replace = msgspec.structs.replace


@rule("38.A")
def may_break_out(p: P, units: Sequence[int], hex: int) -> bool:
    """Can these units retreat into a hex by overrunning the enemies in it? Zones of other enemies take their toll first."""
    if p.option("retreat-by-overrun") != "on" or not units:
        return False
    here, side = p.s.loc[units[0]], p.side_of(units[0])
    if any(p.s.loc[unit] != here or not is_way(p, unit, here, hex) for unit in units):
        return False
    if not defenders_in(p, hex, side):
        return False
    faces = [_after_zone(p, unit, hex) for unit in units]
    left = [(unit, shown) for unit, shown in zip(units, faces, strict=True) if shown is not None]
    if len(left) != len(units) or not fits(p, side, hex, units):
        return False
    battle = battle_of(p, side, hex, [unit for unit, _ in left], [here] * len(left), faces=[shown for _, shown in left])
    return overrun(battle, p.game.charts).cost is not None


def _after_zone(p: P, unit: int, hex: int) -> Printed | None:
    """What is left of a unit that retreats into an enemy zone: its cadre, or nothing."""
    if not zones.in_enemy_zone(p, hex, p.side_of(unit)):
        return face(p, unit)
    return p.game.face(unit, p.s.steps[unit] - 1) if has_cadre(p, unit) else None


def _groups(p: P, hex: int) -> Iterator[tuple[int, ...]]:
    """Who could break out into an enemy hex: single units, and all from one hex."""
    from_hex: dict[int, list[int]] = {}
    for flight in fight_of(p).fleeing:
        from_hex.setdefault(flight.way[-1], []).append(flight.unit)
    for here, units in from_hex.items():
        if p.game.board.direction(here, hex) >= 0:
            able = tuple(unit for unit in units if is_way(p, unit, here, hex) and _after_zone(p, unit, hex) is not None)
            yield from ((unit,) for unit in able)
            if len(able) > 1:
                yield able


@rule("38.A")
def break_outs(p: P) -> list[tuple[tuple[int, ...], int]]:
    """Retreats by overrun that are open: units and hex."""
    if p.option("retreat-by-overrun") != "on":
        return []
    found = []
    fleeing = fight_of(p).fleeing
    foes = p.s.foes[p.side_of(fleeing[0].unit)] if fleeing else ()
    for here in {flight.way[-1] for flight in fleeing}:
        for hex in (near for near in p.game.board.around[here] if foes[near]):
            found += [(units, hex) for units in dict.fromkeys(_groups(p, hex)) if may_break_out(p, units, hex)]
    return list(dict.fromkeys(found))


@rule("38.A", "13b")
def break_out(p: P, units: Sequence[int], hex: int) -> None:
    """First the zones of other enemies take their toll, then the enemies in the hex are overrun."""
    side = p.side_of(units[0])
    if zones.in_enemy_zone(p, hex, side):
        lose(p, units, "9.F.1b")
    p.emit(Overran(units=tuple(units), targets=(hex,), odds="", side=side, rule="38.A"))
    lose(p, defenders_in(p, hex, side), "13b", wholly=True, why="overrun")
    for unit in units:
        flight = flight_of(p, unit)
        assert flight is not None
        if not is_friendly(p, flight.way[-1], side):  # else they are in good hands where they lie
            resource_points.take_along(p, unit, flight.way[-1])
        control.put(p, (unit,), hex)
        resource_points.set_down(p, unit, "12.Fd")
        p.s.mark((unit,), RETREATED)
        p.emit(Retreated(units=(unit,), path=(flight.way[-1], hex), side=side, rule="38.A"))
    fight = fight_of(p)
    p.s.battle = replace(fight, fleeing=tuple(flight for flight in fight.fleeing if flight.unit not in units))
