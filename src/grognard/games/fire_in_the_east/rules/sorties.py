"""Air units in a position (16, 18): at an airbase or in flight, what they are flying for, and the facts that fire and bombs need.

An air unit at an airbase has no mission. In flight it stands in its target hex; ground units never notice it as a unit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....core.rule import rule
from ..air_charts import Result
from ..air_facts import air_war
from ..aircraft import Aircraft
from ..material import P
from ..state import INOPERATIVE
from .flyer import Flyer
from .mission_table import MISSIONS, Mission, Purpose

# particulars of a flight
EXTENDED, NIGHT, JETTISONED, TURNED_BACK, ABORTED, DONE = 1, 2, 4, 8, 16, 32
#: of an air unit in this air phase
PATROLLED, STAGED, MOVED_BASE, STAGED_BY_DAY = 64, 128, 1024, 2048
#: of an air unit for good
GUARDS, ROYAL = 256, 512
LASTING = GUARDS | ROYAL
OUT = TURNED_BACK | ABORTED


def model(p: P, unit: int) -> Aircraft:
    """What is printed on an air unit; an Me 110D lies where it has taken the place of another (more-optional.1)."""
    war = air_war(p.game)
    return war.night_fighter if unit == p.s.night_fighter else war.model(unit)


def nation(p: P, unit: int) -> str:
    return air_war(p.game).nation[unit]


def is_air(p: P, unit: int) -> bool:
    return p.game.is_air[unit]


@rule("16.B.1")
def is_operative(p: P, unit: int) -> bool:
    return not p.s.flags[unit] & INOPERATIVE


def is_flying(p: P, unit: int) -> bool:
    return p.s.mission[unit] != Purpose.NONE


def on_mission(p: P, unit: int) -> bool:
    """In flight and not turned back, aborted or done with."""
    return p.s.mission[unit] != Purpose.NONE and not p.s.sortie[unit] & OUT


def mission_of(p: P, unit: int) -> Mission:
    return MISSIONS[Purpose(p.s.mission[unit])]


def has(p: P, unit: int, bit: int) -> bool:
    return bool(p.s.sortie[unit] & bit)


def note(p: P, unit: int, bit: int) -> None:
    p.s.sortie[unit] |= bit


@rule("35e", "24.C")
def is_guards(p: P, unit: int) -> bool:
    """Guards, or the Hurricane while it flies under the allowance of the Royal Air Force."""
    return has(p, unit, GUARDS | ROYAL)


def glider_of(p: P, unit: int) -> int:
    """The glider a transport tows, -1 for none."""
    others = air_war(p.game).units_of_side[p.side_of(unit)]
    towed: list[int] = others[p.s.arrays.tug[others] == unit].tolist()
    return towed[0] if towed else -1


def flyer(p: P, unit: int) -> Flyer:
    """The facts about an air unit in flight."""
    towed = glider_of(p, unit) if model(p, unit).is_transport else -1
    return Flyer(
        model(p, unit),
        nation(p, unit),
        Purpose(p.s.mission[unit]),
        guards=is_guards(p, unit),
        extended=has(p, unit, EXTENDED),
        night=has(p, unit, NIGHT),
        jettisoned=has(p, unit, JETTISONED),
        glider=model(p, towed) if towed >= 0 else None,
    )


def air_units(p: P, node: int, side: int) -> list[int]:
    """All air units of a side in a hex, at its airbase and in flight."""
    is_air = p.game.is_air
    return [unit for unit in p.units(node, side) if is_air[unit]]


def on_ground(p: P, node: int, side: int) -> list[int]:
    """Air units of a side at the airbase of a hex."""
    return [unit for unit in air_units(p, node, side) if not is_flying(p, unit)]


@rule("16", "16.B", "16.B.2")
def in_flight(p: P, side: int) -> list[int]:
    """All air units of a side in flight, wherever their target hexes are."""
    units = air_war(p.game).units_of_side[side]
    found: list[int] = units[p.s.arrays.mission[units] != 0].tolist()
    return found


def over(p: P, node: int, side: int, purposes: Iterable[Purpose] = ()) -> list[int]:
    """Air units of a side with a mission in a hex, those turned back left out; with `purposes` those that fly for one of them."""
    wanted = frozenset(purposes)
    found = [unit for unit in air_units(p, node, side) if on_mission(p, unit)]
    return [unit for unit in found if not wanted or p.s.mission[unit] in wanted]


def target_hexes(p: P, side: int) -> Iterator[int]:
    """Hexes in which air units of a side have a mission, each once."""
    yield from sorted({p.s.loc[unit] for unit in in_flight(p, side) if on_mission(p, unit)})


def weather_at(p: P, node: int) -> str:
    """The weather of the zone that a hex lies in."""
    return p.s.weather[p.game.zone_of[node]]


@rule("21.B.1")
def suffer(p: P, unit: int, result: Result) -> None:
    """A result that is no loss: the unit does nothing more and goes home; an aborted one will be inoperative."""
    if result is Result.TURNED_BACK:
        note(p, unit, TURNED_BACK)
    elif result is Result.ABORTED:
        note(p, unit, ABORTED)
