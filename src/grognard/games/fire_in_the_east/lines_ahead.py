"""Which hexes feed whom: whom a hex would cut off from supply if an enemy entered it.

Every stack with a line has a witness: the hexes of one line of it, overland, along the road and by rail to a source. Whoever
neither enters a hex of a witness nor throws his zone upon one cuts nobody off. For the few others the rules trace all lines anew,
as if he stood there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ...core.board import Mask
from ...core.foresight import Lines, Traced
from ...core.kernels import kernel
from ...core.paths import NEVER, Bytes, Ints
from ...core.rule import rule
from .material import P
from .rules import scenarios, supply, supply_status, zones
from .rules.units import face
from .state import AXIS, SOVIET
from .supply_lines import FAR, Ground
from .supply_lines import Lines as Reach

Comers = Callable[[int], Sequence[int]]
_OUTCOME = "is out of supply from the next initial phase on unless a special source feeds it"


@rule("12.A", "12.B", "3.I")
def lines(p: P, side: int) -> Traced:
    """Lines to regular sources as they are now. A stack has one if all its units have, each to the sources of its nation; hexes
    without units are judged by the sources that all have. That all are in supply in the first player turn helps nobody later."""
    stacks = by_nation(p, side)
    net = (supply.lines(p, side, supply.COMMON).overland != FAR).astype(np.uint8)
    for nation, hexes in stacks.items():
        if nation != supply.COMMON:
            net[hexes] = 1
    for nation, hexes in stacks.items():
        net[hexes[supply.lines(p, side, nation).overland[hexes] == FAR]] = 0
    fed = p.s.arrays.count[side] > 0
    fed &= zones.of_side(p, side).count == 0  # aircraft and ships
    return Traced("12.B", _OUTCOME, net, partial(cut_off, p, side), fed, _joined(p, side, fed))


@rule("3.I")
def _joined(p: P, side: int, fed: Mask) -> Lines:
    """Overland lines of any length, without which a unit is isolated."""
    ground = supply.ground_of(p, side)
    closed = supply.closed_to(p, side, supply.COMMON).astype(np.uint8)
    starts = np.flatnonzero(supply.sources(p, side, supply.COMMON)).astype(np.int16)
    return Lines((ground.overland != NEVER).astype(np.uint8), closed, starts, "3.I", "is isolated", fed)


def by_nation(p: P, side: int) -> dict[int, Ints]:
    """The hexes of a side's ground units, by whose sources they use."""
    found: dict[int, set[int]] = {}
    for unit in supply_status.present(p, side).tolist():
        found.setdefault(supply.nation_of(p, unit) if side == AXIS else supply.COMMON, set()).add(p.s.loc[unit])
    return {nation: np.array(sorted(hexes), np.int16) for nation, hexes in found.items()}


# ---------------------------------------------------------------- if a hex were taken


@rule("12.A")
def cut_off(p: P, side: int, wanted: Ints, taken: Ints, by: Comers | None) -> dict[int, list[int]]:
    """By hex that an enemy might enter, the stacks that lose their lines with it, his zone counted; those without any are left
    out. Where nobody tells who comes, it is a unit without a zone."""
    found: dict[int, set[int]] = {}
    for nation, hexes in by_nation(p, side).items():
        now = supply.lines(p, side, nation)
        stacks = np.intersect1d(hexes, wanted)
        stacks = stacks[now.overland[stacks] != FAR]
        vital = witnesses(p, side, nation, now, stacks)
        near = p.game.board.neighbours[taken]
        for hex in taken[vital[taken] | (vital[near] & (near >= 0)).any(axis=1)].tolist():
            closed = closed_by(p, side, hex, by(hex) if by is not None else ())
            if vital[closed].any():
                then = supply.lines_without(p, side, nation, closed)
                lost = stacks[then.overland[stacks] == FAR].tolist()
                found.setdefault(hex, set()).update(stack for stack in lost if stack != hex)
    return {hex: sorted(lost) for hex, lost in sorted(found.items()) if lost}


@rule("12.A")
def closed_by(p: P, side: int, hex: int, comers: Sequence[int]) -> Mask:
    """The hexes that an enemy closes who enters one: with the widest zone of those who can come."""
    closed: Mask = np.zeros(p.game.board.nodes, np.bool_)
    closed[hex] = True
    kinds = {(face(p, unit).zone, face(p, unit).moves_as): unit for unit in comers if face(p, unit).zone}
    widest = max((zones.zone_from(p, unit, hex) for unit in kinds.values()), key=len, default=[])
    own = zones.of_side(p, side).count
    closed[[near for near in widest if not own[near]]] = True
    return closed


# ---------------------------------------------------------------- witnesses


def witnesses(p: P, side: int, nation: int, now: Reach, stacks: Ints) -> Mask:
    """Hexes of one line of each of these stacks. Where trucks carry a line, all ways about them are taken as needed."""
    ground, vital = supply.ground_of(p, side), np.zeros(p.game.board.nodes, np.bool_)
    starts = supply.sources(p, side, nation)
    goals = stacks
    carrying = zip(supply.extending(p, side), now.trucks.tolist(), strict=True)
    trucks = [hex for hex, joins in carrying if joins and not now.rail[hex]]
    if trucks:
        most = int(ground.limits[supply.TRUCK].max())
        near = np.flatnonzero(supply.hexes_to(p, side, trucks, most) != FAR).astype(np.int16)
        goals = np.union1d(goals, near[now.road[near] != FAR])
        vital[near] = True
    closed, near_by = supply.closed_to(p, side, nation), (ground.neighbours, ground.opposites)
    _walk(*near_by, ground.overland, closed, now.overland, goals, vital)
    _walk(*near_by, ground.along, closed, now.road, np.flatnonzero(vital & (now.road != FAR)).astype(np.int16), vital)
    before = _ways(*near_by, supply.tracks(p, side), now.rail, starts.view(np.uint8))
    _back(before, np.flatnonzero(vital & (now.rail != 0)), vital)
    if side == SOVIET:
        _link_cities(p, ground, now.rail, starts & ~scenarios.sources(p, SOVIET), vital)
    return vital


@rule("12.C.2")
def _link_cities(p: P, ground: Ground, rail: Bytes, cities: Mask, vital: Mask) -> None:
    """Cities are sources as long as they are joined to each other: mark ways from all of them to one."""
    left = cities.copy()
    vital |= cities
    while left.any():
        first = np.zeros(left.size, np.uint8)
        first[left.argmax()] = 1
        before = _ways(ground.neighbours, ground.opposites, supply.tracks(p, SOVIET), rail, first)
        here = left & ((before >= 0) | (first != 0))
        _back(before, np.flatnonzero(here), vital)
        left &= ~here


@kernel
def _walk(neighbours: Any, opposites: Any, cost: Any, closed: Any, lengths: Any, starts: Any, vital: Any) -> None:
    """Mark a shortest way of an element from each of these hexes to where it ends; a closed one can only be its beginning."""
    for start in starts:
        node = start
        vital[node] = True
        while 0 < lengths[node] < 255:
            after = -1
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and not closed[near] and lengths[near] < lengths[node]:
                    step = cost[near, opposites[d]]
                    if step != 255 and lengths[near] + step <= lengths[node] and (after < 0 or vital[near]):
                        after = near
            if after < 0:
                break
            node = after
            vital[node] = True


@kernel
def _ways(neighbours: Any, opposites: Any, usable: Any, rail: Any, sources: Any) -> Any:
    """By hex of the railway, the next one on its way to a source, -1 at one."""
    before = np.full(rail.size, -1, np.int16)
    seen = np.zeros(rail.size, np.bool_)
    queue = np.empty(rail.size, np.int16)
    last = 0
    for node in range(rail.size):
        if rail[node] and sources[node]:
            seen[node] = True
            queue[last] = node
            last += 1
    first = 0
    while first < last:
        node = queue[first]
        first += 1
        for d in range(6):
            if usable[node] >> d & 1:
                near = neighbours[node, d]
                if rail[near] and not seen[near] and usable[near] >> opposites[d] & 1:
                    seen[near] = True
                    before[near] = node
                    queue[last] = near
                    last += 1
    return before


def _back(before: Ints, starts: npt.NDArray[np.int64], vital: Mask) -> None:
    """Mark the ways from these hexes."""
    gone = {*starts.tolist()}
    for start in starts.tolist():
        hex = before.item(start)
        while hex >= 0 and hex not in gone:
            gone.add(hex)
            hex = before.item(hex)
    vital[[*gone]] = True
