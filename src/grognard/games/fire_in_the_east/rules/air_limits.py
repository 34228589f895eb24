"""Limits to where air forces operate: rules 32.A, 32.B, 31.Fa, 30f and neutral countries, as far as they concern air units."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ....core.errors import Illegal
from ....core.rule import rule
from ..air_facts import air_war
from ..aircraft import FORCES
from ..home_front import home
from ..material import P
from ..state import AXIS, SOVIET
from . import axis_allies
from .air_supply import is_isolated
from .finnish_war_effort import effort
from .mission_table import Mission, Purpose
from .sorties import air_units, nation
from .units import name

Truths = npt.NDArray[np.bool_]
#: How many air units of these nations may be based and fly in the USSR; all others stay at home.
ABROAD = {"hungarian": 2, "rumanian": 3}
RIVALS = {"hungarian": ("rumanian", "slovakian"), "rumanian": ("hungarian",), "slovakian": ("hungarian",)}
#: nations whose limits `barred` tells whole
UNLIMITED = frozenset({"german", "italian", "soviet", "finnish"})
PER_RESOURCE_POINT = 5
#: Missions from Arctic airbases that need no resource point.
FREE_IN_ARCTIC = frozenset({Purpose.TRANSFER, Purpose.STAGING, Purpose.INTERCEPTION})


@rule("32", "32.A.a", "32.C", "31.Ba", "32.A.1a", "32.B.a", "errata.rules.32B")
def closed_to(p: P, force: str) -> Truths:
    """Hexes that air units of a nation do not fly over: those in which its ground units do not operate either."""
    return axis_allies.closed_to(p, force, 0)


def _home(p: P, unit: int) -> int:
    """The hex an air unit is based in."""
    return p.s.base[unit] if p.s.base[unit] >= 0 else p.s.loc[unit]


def _among_finns(p: P, unit: int) -> bool:
    at = _home(p, unit)
    return 0 <= at < p.game.board.hexes and bool(axis_allies.finland(p)[at])


@rule("32.B.a")
def _waits_in_finland(p: P, unit: int) -> bool:
    """Germans in Finland keep its neutrality as Finns do."""
    return nation(p, unit) == "german" and _among_finns(p, unit) and not axis_allies.finland_at_war(p)


@rule("19a", "32", "32.A.1a", "32.B.a")
def may_patrol(p: P, unit: int, node: int) -> bool:
    """Is a hex within the area of a fighter's nation? Nobody fights from a country that is still neutral."""
    if closed_to(p, nation(p, unit))[node]:
        return False
    return not _waits_in_finland(p, unit) or bool(p.game.board.mask("finland")[node] or p.game.board.mask("norway")[node])


@rule("32.B.d", "32.B.g", "32.B.a", "39.Cb")
def barred(p: P, unit: int) -> Truths:
    """Hexes that an air unit may not have as its target or airbase, limits of Hungarians and Rumanians apart: Finns, and Germans
    based among them, leave Leningrad alone as long as it is Soviet; Germans in Finland wait until it is at war, and no more of
    them come than its south holds."""
    force, shut = nation(p, unit), closed_to(p, nation(p, unit))
    if force not in ("finnish", "german"):
        return shut
    at, finland = _home(p, unit), axis_allies.finland(p)
    among_finns = _among_finns(p, unit)
    if _waits_in_finland(p, unit):
        shut = shut | ~(p.game.board.mask("finland") | p.game.board.mask("norway"))
    if force == "finnish" or (among_finns and not p.game.arctic[at]):
        if effort(p).leningrad:
            shut = shut | (home(p.game).around_leningrad & (p.s.arrays.control == SOVIET))
    elif not axis_allies.has_room_in_the_south(p, (unit,)):
        shut = shut | (finland & ~p.game.arctic)
    return shut


def _why_barred(p: P, unit: int, node: int) -> Illegal:
    if closed_to(p, nation(p, unit))[node]:
        return axis_allies.why_closed(p, unit, node)
    if home(p.game).around_leningrad[node]:
        bound = "32.B.d" if nation(p, unit) == "finnish" else "32.B.g"
        return Illegal(bound, f"{name(p, unit)} flies no mission to Leningrad or beside it while it is Soviet")
    return axis_allies.entry_refused(p, (unit,), node) or Illegal("32.B.a", f"{name(p, unit)} waits until Finland is at war")


def _abroad(p: P, force: str) -> list[int]:
    """Air units of a nation that are based or fly in the USSR."""
    war, ussr = air_war(p.game), p.game.ussr
    units = war.units_of_force[FORCES.index(force)]
    hexes = p.game.board.hexes
    return [
        unit
        for unit in units
        if (0 <= p.s.loc[unit] < hexes and ussr[p.s.loc[unit]]) or (0 <= p.s.base[unit] < hexes and ussr[p.s.base[unit]])
    ]


@rule("32.A.1b", "32.A.2a", "32.A.a")
def check_nation(p: P, units: Sequence[int], node: int) -> None:
    """May these air units fly to a hex or be based there?"""
    coming: dict[str, list[int]] = {}
    for unit in units:
        coming.setdefault(nation(p, unit), []).append(unit)
    here = {nation(p, unit) for unit in air_units(p, node, AXIS)} if RIVALS.keys() & coming.keys() else set()
    for unit in units:
        if barred(p, unit)[node]:
            raise _why_barred(p, unit, node)
    _check_room_in_finland(p, units, node)
    for force, several in coming.items():
        for rival in RIVALS.get(force, ()):
            if rival in here or rival in coming:
                raise Illegal("32.A", f"{force.capitalize()} and {rival.capitalize()} air units do not share a hex")
        if force in ABROAD:
            native = air_war(p.game).home[force]
            if p.game.ussr[node]:
                if len({*_abroad(p, force), *several}) > ABROAD[force]:
                    raise Illegal(
                        "32.A.1b" if force == "hungarian" else "32.A.2a",
                        f"no more than {ABROAD[force]} {force.capitalize()} air units operate in the USSR",
                    )
            elif not native[node]:
                raise Illegal(
                    "32.A.1b" if force == "hungarian" else "32.A.2a",
                    f"{force.capitalize()} air units operate at home or in the USSR",
                )


@rule("32.B.g")
def _check_room_in_finland(p: P, units: Sequence[int], node: int) -> None:
    """Several Germans at once: is there room for all of them in the south of Finland?"""
    refused = axis_allies.entry_refused(p, units, node) if p.side_of(units[0]) == AXIS and len(units) > 1 else None
    if refused is not None:
        raise refused


def may_operate(p: P, units: Sequence[int], node: int) -> bool:
    """Does no limit of their nations keep these air units from a hex?"""
    try:
        check_nation(p, units, node)
    except Illegal:
        return False
    return True


def where_may_operate(p: P, units: Sequence[int], nodes: npt.NDArray[np.int64]) -> list[int]:
    """Those of some hexes from which no limit of their nations keeps these air units."""
    for unit in units:
        nodes = nodes[~barred(p, unit)[nodes]]
    found: list[int] = nodes.tolist()
    if len(units) == 1 and nation(p, units[0]) in UNLIMITED:
        return found
    return [node for node in found if may_operate(p, units, node)]


@rule("31.Fa", "31.F.2a")
def check_surprise(p: P, unit: int) -> None:
    """In the surprise turn German air units based in Greater Germany or Rumania fly alone."""
    if not p.s.surprise:
        return
    if nation(p, unit) != "german" or not air_war(p.game).jump_off[p.s.loc[unit]]:
        raise Illegal("31.Fa", "only German air units based in Greater Germany or Rumania fly in the surprise turn")


@rule("30f")
def arctic_need(p: P, units: Sequence[int], mission: Mission) -> int:
    """How many of these missions from the Arctic need resource points."""
    if mission.purpose in FREE_IN_ARCTIC:
        return 0
    war = air_war(p.game)
    return sum(bool(p.game.arctic[p.s.loc[unit]]) for unit in units if not war.model(unit).is_glider)


@rule("30f")
def arctic_points(p: P, side: int) -> list[int]:
    """Hexes in the Arctic whose resource points may be spent for air missions: those that are not isolated, the largest stocks
    first."""
    found = [node for node in _arctic_stocks(p, side) if not is_isolated(p, node, side)]
    return sorted(found, key=lambda node: -p.s.resource[node])


def has_arctic_points(p: P, side: int) -> bool:
    """Is there one of them?"""
    return any(not is_isolated(p, node, side) for node in _arctic_stocks(p, side))


def _arctic_stocks(p: P, side: int) -> list[int]:
    found: list[int] = np.flatnonzero((p.s.arrays.resource > 0) & p.game.arctic & (p.s.arrays.control == side)).tolist()
    return found


@rule("30f")
def check_arctic(p: P, units: Sequence[int], mission: Mission, side: int, cargo: int = 0) -> None:
    """Is there a resource point for each five? Those that fly as cargo are not burnt."""
    missing = arctic_need(p, units, mission) - p.s.arctic_sorties
    if missing > 0:
        open_to = arctic_points(p, side)
        points = sum(p.s.resource[node] for node in open_to)
        points -= cargo if p.s.loc[units[0]] in open_to else 0
        if points * PER_RESOURCE_POINT < missing:
            raise Illegal("30f", "a resource point in the Arctic is needed for every five air units that fly from there")


@rule("30f")
def pay_arctic(p: P, unit: int, mission: Mission, side: int) -> None:
    """One resource point for five missions from the Arctic."""
    if not arctic_need(p, (unit,), mission):
        return
    if p.s.arctic_sorties == 0:
        node = arctic_points(p, side)[0]
        spend_resource(p, node)
        p.s.arctic_sorties = PER_RESOURCE_POINT
    p.s.arctic_sorties -= 1


def spend_resource(p: P, node: int) -> None:
    """A resource point of a hex is used up."""
    if "resource" in p.s.WATCHED:
        p.s.set("resource", node, p.s.resource[node] - 1)
    else:
        p.s.resource[node] -= 1
