"""Rule 38.B: antiaircraft fire in the movement phases, at air units that harass a hex; overruns never meet any (38.B.1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..material import P
from ..state import FINISHED, MOVED
from .air_support import count_harassment
from .flak import battery_of, fire, supporters
from .mission_table import Purpose
from .sorties import on_mission
from .units import face, name

OPTION = "antiaircraft"


def _now(p: P) -> tuple[int, int, str]:
    return p.s.turn, p.s.active, p.s.phase


@rule("38.B.2")
def refusal(p: P, unit: int) -> tuple[str, str] | None:
    """Why a unit may not fire at air units that harass its hex."""
    if not p.game.is_ground[unit] or p.side_of(unit) != p.s.active:
        return "38.B.2", f"{name(p, unit)} is no ground unit of yours"
    if not supporters(p, p.s.loc[unit], p.foe(p.s.active), Purpose.HARASSMENT):
        return "38.B.2", "nobody harasses this hex"
    if p.s.phase == "exploitation" and not face(p, unit).motorized:
        return "38.B.2", "only combat/motorized units fire in the exploitation phase"
    if not p.s.flags[unit] & MOVED:
        return "38.B.2", f"{name(p, unit)} has not entered the hex in this phase"
    if battery_of(p, unit) is None:
        return "38.B.2", f"{name(p, unit)} has no antiaircraft strength"
    if (*_now(p), p.s.loc[unit]) in p.s.shot_at:
        return "38.B.2", "there is one such attack per hex and phase"
    return None


@rule("38.B", "38.B.2", "38.B.1")
def shoot(p: P, command: Command) -> None:
    """`shoot UNITS`: units that have just entered a harassed hex end their movement and fire at all who harass it."""
    if (p.s.options.get(OPTION) or p.game.defaults.get(OPTION)) != "on":
        raise Illegal("38.B.2", "this advanced rule is not in use")
    for unit in command.units:
        refused = refusal(p, unit)
        if refused:
            raise Illegal(*refused)
    nodes = {p.s.loc[unit] for unit in command.units}
    if len(nodes) > 1:
        raise Illegal("38.B.2", "they fire from one hex")
    (node,) = nodes
    batteries = [battery for unit in command.units if (battery := battery_of(p, unit))]
    strength = sum((battery.strength for battery in batteries), Fraction())
    p.s.shot_at = (*(entry for entry in p.s.shot_at if entry[:3] == _now(p)), (*_now(p), node))
    p.s.mark(command.units, FINISHED)
    for unit in supporters(p, node, p.foe(p.s.active), Purpose.HARASSMENT):
        fire(p, unit, strength, "38.B.2")
    count_harassment(p)


def shooters(p: P, hexes: Sequence[int]) -> list[int]:
    """Who could fire now: looked for only where somebody harasses, however little it costs to leave."""
    nodes = sorted({p.s.loc[unit] for unit in _harassing(p)})
    return [unit for node in nodes for unit in p.units(node, p.s.active) if refusal(p, unit) is None]


def _harassing(p: P) -> list[int]:
    units = air_war(p.game).units_of_side[p.foe(p.s.active)]
    over: list[int] = units[p.s.arrays.mission[units] == Purpose.HARASSMENT].tolist()
    return [unit for unit in over if on_mission(p, unit)]


def is_open(p: P) -> bool:
    return (p.s.options.get(OPTION) or p.game.defaults.get(OPTION)) == "on" and bool(_harassing(p))
