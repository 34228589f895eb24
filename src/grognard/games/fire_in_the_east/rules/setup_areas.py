"""36: which counters each stage of the set-up places, and what speaks against a hex for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec
import numpy as np

from ....core.board import Mask
from ....core.errors import Illegal
from ....core.paths import NEVER
from ....core.rule import rule
from ..deployment import AXIS_STEP, BORDER, INTERIOR, Ground, Group
from ..home_front import home
from ..material import P
from ..state import AXIS, ONE, SOVIET
from . import finnish_war_effort, scenarios, terrain
from .units import face, ground_units, on_map, where

#: the decisions of the set-up, by step of the orders of battle
STAGES = {"setup.border": BORDER, "setup.axis": AXIS_STEP, "setup.interior": INTERIOR}
SIDE_OF = {BORDER: SOVIET, AXIS_STEP: AXIS, INTERIOR: SOVIET}
Standing = dict[int, list[int]]  #: units by hex


def step_of(p: P) -> str:
    return STAGES[p.frame.step]


def group_of(p: P, unit: int) -> Group:
    return home(p.game).groups[p.s.group[unit]]


def waiting(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Counters that must still be placed in this stage."""
    return [*waits(p, step_of(p))]


def waits(p: P, step: str) -> Iterator[int]:
    side = SIDE_OF[step]
    return (unit for unit in p.units(p.game.reinforcements[side], side) if group_of(p, unit).step == step)


def placed(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Counters of this stage that can be picked up again; ships have berths and belong to no group (36f)."""
    step, game = step_of(p), p.game
    loc = p.s.arrays.loc
    own = game.ground_of_side[SIDE_OF[step]]
    here = own[(loc[own] >= 0) & (loc[own] < game.board.hexes)]
    return [
        unit for unit in here.tolist() if group_of(p, unit).step == step and game.rows[unit].get("enters", "") in ("start", "")
    ]


@rule("36c", "36d", "32.A.a", "14.F", "30c")
def ground_for(p: P, unit: int, group: Group | None = None) -> frozenset[int]:
    """The hexes of a unit's group that it can stand on: its own country, no water, no Arctic for cavalry, and railways for rail
    guns."""
    group = group or group_of(p, unit)
    if group.name == "army-norway":
        group = _norway(p, group)
    shown = face(p, unit)
    key = "setup", group, shown.moves_as, shown.cavalry, p.game.rows[unit]["movement"]
    found: frozenset[int] | None = p.game.kept.get(key)
    if found is None:
        own = p.game.board.mask("axis-start" if group.step == AXIS_STEP else "soviet-start") & p.game.land & _enterable(p, unit)
        found = p.game.kept[key] = frozenset(hex for hex in group.hexes if own[hex])
    return found - {hex for hex in found if unplayed(p, hex)} if p.s.scenario else found


@rule("39.Cb", "39.Cc", "39.Ce", "39.Cf", "39.Cg")
def _norway(p: P, group: Group) -> Group:
    """Army Norway deploys in all of Finland, or not at all there, where the card of the Finnish war effort says so."""
    effort = finnish_war_effort.effort(p)
    if not (effort.norway_anywhere or effort.norway_waits):
        return group
    areas = ("norway", "finland") if effort.norway_anywhere else ("norway",)
    hexes = frozenset(hex for area in areas for hex in p.game.board.areas[area].hexes)
    return msgspec.structs.replace(group, hexes=hexes, grounds=(Ground(hexes),))


def _enterable(p: P, unit: int) -> Mask:
    """Hexes that a unit could enter: rail guns go by railways alone, and no ground is closed to what never moves."""
    shown, board = face(p, unit), p.game.board
    if (not shown.movement and p.game.rows[unit]["movement"] != "R") or not p.game.is_ground[unit]:
        return np.ones(board.nodes, np.bool_)
    if p.game.rows[unit]["movement"] == "R":
        on_rails: Mask = np.asarray(terrain.railways(p.game).any(axis=1), np.bool_)
        return on_rails
    found = np.zeros(board.nodes, np.bool_)
    found[board.neighbours[terrain.costs(p, p.side_of(unit), shown.moves_as, shown.movement) != NEVER]] = True
    return found & ~p.game.arctic if shown.cavalry else found


@rule("39.Cg")
def withholdable(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Units of Army Norway that need not be deployed: where Finland stays neutral for good."""
    if not finnish_war_effort.stays_neutral(p):
        return []
    return [unit for unit in waiting(p) if group_of(p, unit).name == "army-norway"]


@rule("36c", "36d", "errata.ob.soviet.stalin-line", "errata.ob.soviet.airfields")
def open_hexes(p: P, units: Sequence[int]) -> Sequence[int]:
    """Hexes in which all the units may be set up together."""
    if not units:
        return []
    grounds = frozenset.intersection(*(ground_for(p, unit) for unit in units))
    known = {p.s.group[unit]: standing(p, group_of(p, unit), units) for unit in units}
    return [hex for hex in sorted(grounds) if next(objections(p, units, hex, known), None) is None]


def objections(p: P, units: Sequence[int], hex: int, known: dict[int, Standing] | None = None) -> Iterator[Illegal]:
    """What speaks against setting units up in a hex of their areas; `known`: where the rest of their groups stands."""
    if overstacked(p, units, hex):
        yield Illegal("36c", f"{where(p, hex)} would be overstacked")
    for number in {p.s.group[unit] for unit in units}:
        group = home(p.game).groups[number]
        group = _norway(p, group) if group.name == "army-norway" else group
        same = [unit for unit in units if p.s.group[unit] == number]
        yield from _against_group(p, group, same, hex, None if known is None else known[number])
    if p.side_of(units[0]) == AXIS and _rivals(p, units, hex):
        yield Illegal("32.A.a", "Hungarians do not stand with Rumanians or Slovakians")


def overstacked(p: P, units: Sequence[int], hex: int) -> bool:
    """Would a hex be overstacked with these units besides those in it?"""
    side, most = p.side_of(units[0]), p.game.faces_per_piece
    there = {*units, *ground_units(p, hex, side)}
    return p.game.stacking.excess(side, hex, [unit * most + p.s.steps[unit] for unit in there if p.game.is_ground[unit]]) > 0


def _rivals(p: P, units: Sequence[int], hex: int) -> bool:
    nations = {face(p, unit).nation for unit in (*units, *p.units(hex, AXIS))}
    return "hungarian" in nations and bool(nations & {"rumanian", "slovakian"})


def _against_group(p: P, group: Group, units: Sequence[int], hex: int, known: Standing | None) -> Iterator[Illegal]:
    if group.stacked_with and not company(p, group.stacked_with, units, hex):
        yield Illegal("36d", f"{group.title}: they stand with other units of their district, and none are in {where(p, hex)}")
    if group.apart and _too_near(p, group, units, hex):
        yield Illegal("errata.ob.soviet.stalin-line", "a fortified area stands at least three hexes from every other")
    if group.airbases and not is_airbase(p, hex):
        yield Illegal("36c", f"{where(p, hex)} has no airbase")
    if any(ground.limited or ground.units_each is not None or ground.one_of_a_type for ground in group.grounds):
        yield from _over_limits(p, group, units, hex, standing(p, group, units) if known is None else known)


@rule("36d")
def company(p: P, district: str, units: Sequence[int], hex: int) -> bool:
    """Does a unit of one of the district's armies stand there?"""
    return any(
        group_of(p, other).district == district
        for other in p.units(hex, SOVIET)
        if other not in units and p.game.is_ground[other]
    )


def _too_near(p: P, group: Group, units: Sequence[int], hex: int) -> bool:
    """Two of one kind closer to each other than they may be."""
    others = [
        u
        for u in _members(p, ("stalin-line-north", "stalin-line-south", "stalin-line-rumania"))
        if u not in units and on_map(p, u)
    ]
    return len(units) > 1 or any(p.game.board.distance(hex, p.s.loc[other]) < group.apart for other in others)


def _members(p: P, names: Sequence[str]) -> list[int]:
    front = home(p.game)
    return [p.game.handles[handle] for name in names for handle in front.groups[front.group_numbers[name]].pieces]


def is_airbase(p: P, hex: int) -> bool:
    """A city, a fortress or an airfield."""
    return bool(home(p.game).is_city[hex]) or p.s.airfield[hex] > 0


def size_of(p: P, units: Sequence[int]) -> Fraction:
    return Fraction(sum(face(p, unit).equivalents for unit in units), ONE)


def standing(p: P, group: Group, without: Sequence[int] = ()) -> Standing:
    """The units of a group that are set up, by hex."""
    number = home(p.game).group_numbers[group.name]
    found: Standing = {}
    members = (p.s.arrays.group == number).nonzero()[0].tolist()
    for unit in members:
        if on_map(p, unit) and unit not in without and p.game.rows[unit].get("enters", "") in ("start", ""):
            found.setdefault(p.s.loc[unit], []).append(unit)
    return found


@rule("36c", "34.A.2e")
def _over_limits(p: P, group: Group, units: Sequence[int], hex: int, known: Standing) -> Iterator[Illegal]:
    """The limits of the areas of a group, with these units in a hex besides those that stand already."""
    there = {**known, hex: [*known.get(hex, ()), *units]}
    city = home(p.game).city_at.get(hex)
    for ground in group.grounds:
        if hex not in ground.hexes:
            continue
        said = f"{group.title}, {where(p, hex)}"
        if ground.each is not None and size_of(p, there[hex]) > ground.each:
            yield Illegal("36c", f"{said}: {ground.each} equivalents stand in each of these cities")
        in_city = [unit for at in (city.hexes if city else (hex,)) for unit in there.get(at, ())]
        if ground.units_each is not None and len(in_city) > ground.units_each:
            yield Illegal("36c", f"{said}: one unit per city")
        if ground.one_of_a_type and max(Counter(face(p, unit).type for unit in in_city).values()) > 1:
            yield Illegal("34.A.2e", f"{said}: no more than one unit of each type per city")
    for number, ground in enumerate(group.grounds):
        limit = ground.most if ground.most is not None else ground.exactly
        if limit is not None and _bound_to(p, group, number, there) > limit:
            yield Illegal("36c", f"{group.title}: no more than {limit} equivalents in this area")
            return


def _bound_to(p: P, group: Group, number: int, there: Standing) -> Fraction:
    """Equivalents that stand in one ground of a group and in none of the later ones, nor in cities that have their own number."""
    key = "bound", group.name, number
    if key not in p.game.kept:
        others = frozenset[int]().union(
            *(g.hexes for k, g in enumerate(group.grounds) if k > number or (g.each is not None and k != number))
        )
        p.game.kept[key] = group.grounds[number].hexes - others
    own: frozenset[int] = p.game.kept[key]
    return size_of(p, [unit for hex, units in there.items() if hex in own for unit in units])


def unplayed(p: P, hex: int) -> bool:
    """Is a hex outside the area of a scenario?"""
    beyond = scenarios.outside(p)
    return beyond is not None and bool(beyond[hex])
