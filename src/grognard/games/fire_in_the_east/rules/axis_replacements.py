"""34.B.1 Axis replacements: by nation, on the first turn of each month."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ....core.command import Command
from ....core.errors import Illegal
from ....core.rule import rule
from ..events.home import PointsReceived, Rebuilt, Replaced
from ..home_front import home
from ..material import P
from ..state import AXIS, ONE
from . import reinforcements, replacement_limits, special_replacements, stacking, supply, zones
from .replacement_costs import BOTH, NONE, Price, cadre_face, currency_of, dead_face, price, rebuilding, whole_face
from .units import face, name, on_map, where

#: where each nation's points lie in `axis_points`
INFANTRY_AT = {"german": 0, "rumanian": 2, "finnish": 3}
ARMOR_AT = 1
#: where those who are replaced arrive
ARRIVES = {"german": "west-edge-or-sea", "rumanian": "rumanian-cities", "finnish": "finnish-cities"}
#: steps of a division that can be reduced, and of its cadre
WHOLE, CADRE = 2, 1


@rule("34.B", "34.B.1a", "34.B.3")
def receive(p: P) -> None:
    """On the first turn of a month what the chart says; in every initial phase a part of what was lost."""
    special = special_replacements.returning(p, AXIS)
    special_replacements.forget(p, AXIS)
    for nation, points in home(p.game).charts.axis.get(p.s.turn, {}).items():
        add(p, nation, Price(points.infantry * ONE, points.armor * ONE))
        p.emit(PointsReceived(nation=nation, infantry=points.infantry, armor=points.armor, side=AXIS, rule="34.B.1a"))
    for nation, eighths in special.items():
        if eighths:
            add(p, nation, Price(eighths, 0))
            p.emit(PointsReceived(nation=nation, infantry=eighths // ONE, armor=0, side=AXIS, rule="34.B.3"))


def add(p: P, nation: str, points: Price) -> None:
    """Points come to a nation, or go if they are below 0."""
    pools = list(p.s.axis_points)
    pools[INFANTRY_AT[nation]] += points.infantry
    pools[ARMOR_AT] += points.armor
    p.s.axis_points = (pools[0], pools[1], pools[2], pools[3])


def pay(p: P, nation: str, cost: Price) -> None:
    add(p, nation, Price(-cost.infantry, -cost.armor))


@rule("34.B.1a", "34.B.1c")
def can_pay(p: P, nation: str, cost: Price) -> bool:
    """Does a nation have the points? No other nation's may be used."""
    pools = p.s.axis_points
    return pools[INFANTRY_AT[nation]] >= cost.infantry and pools[ARMOR_AT] >= cost.armor


@rule("34.B", "34.Ba", "34.B.1e")
def unreplaceable(p: P, unit: int, cadre: bool = False) -> Illegal | None:
    """Why a dead unit may not be replaced, whole or as a cadre; None if it may."""
    nation = whole_face(p, unit).nation
    if p.s.loc[unit] != p.game.pool[AXIS]:
        return Illegal("34.B", f"{name(p, unit)} is not in the replacement pool")
    if currency_of(p, unit) == NONE:
        return Illegal("34.B.1a", f"{name(p, unit)}: no replacement points serve for it")
    shown = cadre_face(p, unit) if cadre else dead_face(p, unit)
    if shown is None:
        return Illegal("34.Ba", f"{name(p, unit)} has no cadre")
    if wrong := replacement_limits.exceeded(p, unit, shown):
        return wrong
    if not can_pay(p, nation, cost_of(p, unit, cadre)):
        return Illegal("34.B", f"{name(p, unit)}: there are not enough points")
    return None


def cost_of(p: P, unit: int, cadre: bool = False) -> Price:
    """What a dead unit costs."""
    whole = whole_face(p, unit)
    if not cadre:
        return price(dead_face(p, unit))
    shown = cadre_face(p, unit)
    assert shown is not None
    if currency_of(p, unit) == BOTH:
        full, rest = price(whole), rebuilding_of(p, unit)
        return Price(full.infantry - rest.infantry, full.armor - rest.armor)
    return price(shown)


def rebuilding_of(p: P, unit: int) -> Price:
    return rebuilding(p, unit)


def replaceable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    return [unit for unit in p.units(p.game.pool[AXIS], AXIS) if unreplaceable(p, unit) is None]


def revivable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    return [unit for unit in p.units(p.game.pool[AXIS], AXIS) if unreplaceable(p, unit, cadre=True) is None]


@rule("34.B.1b")
def nodes_for(p: P, units: Sequence[int], *, cadre: bool = False) -> list[int]:
    """Where a replaced unit may appear."""
    if len(units) != 1:
        return []
    nation = whole_face(p, units[0]).nation
    if nation not in ARRIVES:
        return []
    return [node for node in reinforcements.grounds(p, units[0], ARRIVES[nation]) if has_room(p, units[0], node, cadre=cadre)]


def revival_nodes(p: P, units: Sequence[int]) -> list[int]:
    """Where a division that is brought back as its cadre may appear."""
    return nodes_for(p, units, cadre=True)


@rule("8.Ba", "34.B")
def has_room(p: P, unit: int, node: int, *, cadre: bool = False) -> bool:
    """Would a dead unit keep the limit where it is to stand again, as what it will be and not as what it died as?"""
    if node >= p.game.board.hexes or not p.game.is_ground[unit]:
        return True
    return stacking.has_room_with(p, unit, node, raised_steps(p, unit, cadre=cadre))


def raised_steps(p: P, unit: int, *, cadre: bool = False) -> int:
    """The steps with which a dead unit stands again."""
    if cadre_face(p, unit) is None:
        return p.s.steps[unit]
    return CADRE if cadre else WHOLE


@rule("34.B", "34.B.1b", "34.B.1d")
def replace(p: P, command: Command, *, cadre: bool = False) -> None:
    """Bring a dead unit back."""
    for unit in command.units:
        if wrong := unreplaceable(p, unit, cadre):
            raise wrong
        node = command.hexes[0]
        if node not in nodes_for(p, (unit,), cadre=cadre):
            raise Illegal("34.B.1b", f"{name(p, unit)} does not appear in {where(p, node)}")
        cost = cost_of(p, unit, cadre)
        pay(p, whole_face(p, unit).nation, cost)
        replacement_limits.note(p, unit, dead_face(p, unit))
        raise_dead(p, unit, node, cadre=cadre)
        p.emit(Replaced(units=(unit,), hex=node, cost=sum(cost), side=AXIS, rule="34.B"))


def revive(p: P, command: Command) -> None:
    """Bring a dead division back as its cadre."""
    replace(p, command, cadre=True)


def raise_dead(p: P, unit: int, node: int, *, cadre: bool = False) -> None:
    """A dead unit stands again, fresh."""
    p.s.set("steps", unit, raised_steps(p, unit, cadre=cadre))
    p.s.set("unsupplied", unit, 0)
    p.s.status[unit] = 0
    reinforcements.bring(p, unit, node)


# ---------------------------------------------------------------- cadres


@rule("34.Bb", "34.D")
def unsettled(p: P, unit: int, rule_: str) -> Illegal | None:
    """Why a unit may be neither rebuilt nor converted where it stands: city or fortress, a supply line, no enemy zone."""
    side = p.side_of(unit)
    if not on_map(p, unit):
        return Illegal(rule_, f"{name(p, unit)} is not on the map")
    hex = p.s.loc[unit]
    if not home(p.game).is_city[hex]:
        return Illegal(rule_, f"{name(p, unit)} is in no city or fortress")
    if zones.in_enemy_zone(p, hex, side):
        return Illegal(rule_, f"{name(p, unit)} is in an enemy zone of control")
    if not supply.traces(p, hex, side, supply.nation_of(p, unit)):
        return Illegal(rule_, f"{name(p, unit)} has no supply line to a regular source")
    return None


@rule("34.Bb")
def unbuildable(p: P, unit: int) -> Illegal | None:
    """Why a unit may not be rebuilt; None if it may."""
    if not face(p, unit).cadre or cadre_face(p, unit) is None:
        return Illegal("34.Bb", f"{name(p, unit)} is not the cadre of a division")
    if wrong := unsettled(p, unit, "34.Bb"):
        return wrong
    nation = whole_face(p, unit).nation
    if currency_of(p, unit) == NONE or nation not in INFANTRY_AT:
        return Illegal("34.B.1a", f"{name(p, unit)}: no replacement points serve for it")
    if not can_pay(p, nation, rebuilding_of(p, unit)):
        return Illegal("34.B", f"{name(p, unit)}: there are not enough points")
    if not stacking.has_room_with(p, unit, p.s.loc[unit], WHOLE):
        return Illegal("8.Ba", f"{name(p, unit)} would be one division too many in {where(p, p.s.loc[unit])}")
    return None


def buildable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Cadres that may be rebuilt."""
    if not any(points > 0 for points in p.s.axis_points):
        return []
    own = p.game.ground_of_side[AXIS]
    steps, loc = p.s.arrays.steps, p.s.arrays.loc
    cadres = own[(steps[own] == 1) & (loc[own] >= 0) & (loc[own] < p.game.board.hexes)].tolist()
    return [unit for unit in cadres if unbuildable(p, unit) is None]


@rule("34.Bb", "errata.rules.34B")
def rebuild(p: P, command: Command) -> None:
    """Make a cadre whole. It may move and attack in this turn."""
    for unit in command.units:
        if wrong := unbuildable(p, unit):
            raise wrong
        cost = rebuilding_of(p, unit)
        pay(p, whole_face(p, unit).nation, cost)
        p.s.set("steps", unit, WHOLE)
        p.emit(Rebuilt(units=(unit,), hex=p.s.loc[unit], cost=sum(cost), side=AXIS, rule="34.Bb"))


def sample_replace(p: P, rng: random.Random) -> Command | None:
    units = replaceable(p)
    if not units:
        return None
    unit = units[int(rng.random() * len(units))]
    nodes = nodes_for(p, (unit,))
    return Command("replace", (unit,), (nodes[int(rng.random() * len(nodes))],)) if nodes else None
