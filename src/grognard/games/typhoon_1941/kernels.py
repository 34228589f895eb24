"""Supply and zones of Typhoon 1941 in machine code: each chain of questions about the whole board is one call."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernels import kernel
from ...core.paths import flood, spread
from ...core.zoc import shut, widest


@kernel
def zone_kinds(
    units: Any, zones: Any, divisions: Any, tanks: Any, loc: Any, flags: Any, hidden: int, unfit: int, none: int, tank: int,
    full: int, hexes: int, nodes: int,
) -> Any:  # fmt: skip
    """By node, the widest zone that units exert there, each by itself or two divisions that are fit together."""
    found = widest(units, zones, loc, flags, hidden, full, nodes)
    fit = np.zeros(nodes, np.int8)
    armour = np.zeros(nodes, np.int8)
    for k in range(divisions.size):
        node = loc[divisions[k]]
        if 0 <= node < hexes and not flags[divisions[k]] & unfit:
            fit[node] += 1
            armour[node] += tanks[k]
    for k in range(divisions.size):
        node = loc[divisions[k]]
        if 0 <= node < hexes and fit[node] > 1 and found[node] == none:
            found[node] = tank if armour[node] == fit[node] else full
    return found


@kernel
def barred(
    held: Any, foes: Any, zone: Any, own: Any, units: Any, dummies: Any, loc: Any, hexes: int, seen_through: bool
) -> Any:  # fmt: skip
    """The nodes that are closed to lines, and those in enemy zones with nothing but dummies: these are closed too, which only
    somebody knows who sees through them."""
    closed = shut(held, foes, zone, own)
    decoys = np.empty(dummies.size, np.int16)
    count = 0
    if dummies.size:
        peopled = np.zeros(closed.size, np.bool_)
        for k in range(units.size):
            if loc[units[k]] >= 0:
                peopled[loc[units[k]]] = True
        for k in range(dummies.size):
            node = loc[dummies[k]]
            if 0 <= node < hexes and zone[node] and not peopled[node]:
                decoys[count] = node
                count += 1
                closed[node] = seen_through or held[node]
    return closed, decoys[:count].copy()


@kernel
def german_lines(
    neighbours: Any, roads: Any, steps: Any, closed: Any, edge: Any, limit: int, armies: Any, loc: Any, flags: Any, resting: int,
    hexes: int,
) -> Any:  # fmt: skip
    """Where German lines begin, what they reach, and the armies that have a line of their own: of two that touch each other
    only one works, and one that rests only if the other cannot."""
    sources = flood(neighbours, roads, closed, edge)
    linked = spread(neighbours, steps, closed, sources.nonzero()[0], limit)
    working = np.empty(armies.size, np.int16)
    count = 0
    for late in range(2):
        for k in range(armies.size):
            node = loc[armies[k]]
            if (flags[armies[k]] & resting != 0) != (late == 1) or node < 0 or node >= hexes or linked[node] < 0:
                continue
            alone = True
            for j in range(count):
                other = loc[working[j]]
                alone = alone and other != node
                for d in range(6):
                    alone = alone and other != neighbours[node, d]
            if alone:
                working[count] = armies[k]
                count += 1
    reached = spread(neighbours, steps, closed, loc[working[:count]], limit) >= 0
    return sources, reached, working[:count]


@kernel
def russian_lines(neighbours: Any, roads: Any, passable: Any, closed: Any, edge: Any, moscow: int) -> Any:
    """The same for Russian lines, which have any length and no armies; Moscow is a source unless it is -1."""
    sources = flood(neighbours, roads, closed, edge)
    if moscow >= 0:
        sources[moscow] = not closed[moscow]
    return sources, flood(neighbours, passable, closed, sources.nonzero()[0])
