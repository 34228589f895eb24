"""Tables of what a step costs, put together hexside by hexside."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernels import kernel
from ...core.paths import NEVER


@kernel
def step_costs(neighbours: Any, entering: Any, crossing: Any, roads: Any, along: Any, shut: Any) -> Any:
    """`cost[hex, direction]`: the hex entered and the hexside crossed, or the price along a road if that is less; NEVER into
    hexes that are shut, and where either part is NEVER."""
    nodes = neighbours.shape[0]
    found = np.full((nodes, 6), NEVER, np.uint8)
    for node in range(nodes):
        for d in range(6):
            near = neighbours[node, d]
            if near < 0 or shut[near]:
                continue
            cost = NEVER
            if entering[near] < NEVER and crossing[node, d] < NEVER:
                cost = min(entering[near] + crossing[node, d], NEVER)
            if roads[node, d]:
                cost = min(cost, along[near])
            found[node, d] = cost
    return found


@kernel
def usable_steps(table: Any, neighbours: Any, roads: Any, ground: Any, plain: Any) -> Any:
    """Of a table, the steps along roads, and those over plain hexsides into ground of a kind."""
    found = np.full(table.shape, NEVER, np.uint8)
    for node in range(table.shape[0]):
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0 and (roads[node, d] or (ground[near] and plain[node, d])):
                found[node, d] = table[node, d]
    return found


@kernel
def kept_out(table: Any, neighbours: Any, area: Any) -> Any:
    """A table in which no step leads into an area."""
    found = table.copy()
    for node in range(table.shape[0]):
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0 and area[near] and not area[node]:
                found[node, d] = NEVER
    return found


@kernel
def slowed(table: Any, neighbours: Any, area: Any) -> Any:
    """A table in which steps within an area cost twice as much, and none leads out of it."""
    found = table.copy()
    for node in range(table.shape[0]):
        if not area[node]:
            continue
        for d in range(6):
            near = neighbours[node, d]
            if near >= 0:
                found[node, d] = min(2 * table[node, d], NEVER) if area[near] else NEVER
    return found


@kernel
def open_sides(table: Any) -> Any:
    """Six bits per hex: bit d is set where a table of costs lets one step in direction d."""
    found = np.zeros(table.shape[0], np.uint8)
    for node in range(table.shape[0]):
        for d in range(6):
            if table[node, d] != NEVER:
                found[node] |= 1 << d
    return found
