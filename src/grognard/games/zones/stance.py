"""How a side stands: by hex, how many of its units are there and how strongly its zones of control grip it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.kernels import kernel

REDUCED, STANDARD = 1, 2  #: strengths of a zone


@kernel
def stance(
    units: Any, zones: Any, classes: Any, loc: Any, steps: Any, weak: Any, weak_from: int, passable: Any, neighbours: Any,
    special: Any, weakened: Any, blind: Any, hexes: int,
) -> Any:  # fmt: skip
    """(units by node, strength of the zone by node).

    `zones[unit, steps]` is 0 for no zone, 1 for one in `special` hexes alone, 2 for one everywhere, 3 for one in all but those;
    it reaches through the hexsides of `passable[class, hex]`, six bits each. A zone is reduced for units with `weak[unit]` of
    `weak_from` or more, and in `weakened` hexes; it does not fall on `blind` hexes.
    """
    nodes = neighbours.shape[0]
    count = np.zeros(nodes, np.int16)
    grip = np.zeros(nodes, np.uint8)
    for unit in units:
        node = loc[unit]
        if node < 0 or node >= hexes:
            continue
        count[node] += 1
        zone = zones[unit, steps[unit]]
        if zone == 0:
            continue
        whole = 1 if weak[unit] >= weak_from else 2
        bits = passable[classes[unit, steps[unit]], node]
        for d in range(6):
            if bits >> d & 1:
                near = neighbours[node, d]
                if near >= 0 and (zone == 2 or (zone == 1) == special[near]) and not blind[near]:
                    grip[near] = max(grip[near], 1 if weakened[near] else whole)
    return count, grip


@kernel
def any_marked(units: Any, flags: Any, bits: int) -> bool:
    """Has one of these units one of these flags?"""
    for unit in units:  # noqa: SIM110 - a kernel
        if flags[unit] & bits:
            return True
    return False


@kernel
def those_in(units: Any, loc: Any, area: Any) -> Any:
    """Those of some units that stand in an area; whoever is nowhere stands in none."""
    found = np.empty(units.size, np.int16)
    count = 0
    for unit in units:
        if loc[unit] >= 0 and area[loc[unit]]:
            found[count] = unit
            count += 1
    return found[:count]


@kernel
def swept(
    path: Any, zones: Any, bits: Any, neighbours: Any, special: Any, blind: Any, neutral: Any, foes: Any, grip: Any, control: Any,
    owner: Any, side: int,
) -> Any:  # fmt: skip
    """Hexes that units take for good on a path, and whether enemy zones fall near it: those they enter, and those on which
    their own zones fall where there are no enemies and no enemy zones. `bits[unit, step]` are the hexsides they reach through."""
    found = np.empty(7 * path.size, np.int16)
    count = 0
    touched = False
    for step in range(path.size):
        here = path[step]
        if step and (control[here] != side or owner[here] != side):
            found[count] = here
            count += 1
        touched |= grip[here] > 0
        for d in range(6):
            near = neighbours[here, d]
            if near < 0:
                continue
            touched |= grip[near] > 0
            if step == 0 or foes[near] or grip[near] or neutral[near] or (control[near] == side and owner[near] == side):
                continue
            for unit in range(zones.size):
                zone = zones[unit]
                if zone and bits[unit, step] >> d & 1 and (zone == 2 or (zone == 1) == special[near]) and not blind[near]:
                    found[count] = near
                    count += 1
                    break
    return found[:count], touched


@kernel
def lost(
    path: Any, zones: Any, bits: Any, neighbours: Any, special: Any, blind: Any, neutral: Any, own: Any, own_grip: Any, grip: Any,
    control: Any, owner: Any, enemy: int,
) -> Any:  # fmt: skip
    """Hexes that fall to the enemy the instant units go on from a hex of a path, and the steps at which they do: in his zone, and
    in nobody else's. `own` and `own_grip` are units and zones of their side without them."""
    found = np.empty(7 * path.size, np.int16)
    steps = np.empty(7 * path.size, np.int16)
    count = 0
    for step in range(1, path.size):
        for d in range(7):
            hex = path[step - 1] if d == 6 else neighbours[path[step - 1], d]
            if hex < 0 or hex == path[step] or not grip[hex] or own[hex] or own_grip[hex] or neutral[hex]:
                continue
            held = control[hex] == enemy and owner[hex] == enemy
            for before in range(1, step):  # what the units have entered on the way is their own, whoever had it
                held &= path[before] != hex
            for e in range(6):
                if held or neighbours[path[step], e] != hex or blind[hex]:
                    continue
                for unit in range(zones.size):
                    zone = zones[unit]
                    held |= zone and bits[unit, step] >> e & 1 and (zone == 2 or (zone == 1) == special[hex])
            if not held:
                found[count] = hex
                steps[count] = step
                count += 1
    return found[:count], steps[:count]
