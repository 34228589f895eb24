"""Zones of control: which hexes a side's units command, and from which hex they do it.

What commands what is the game's business: it says which hexes exert a zone, and through which of their
sides it reaches (`reaches[hex, direction]`). A `Zones` object then answers three questions at once for the whole
board: is a hex in a zone, who holds it there, and are two neighbouring hexes held from the same hex, which is what
rules about moving "from zone to zone of the same unit" ask.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .kernels import kernel

Mask = npt.NDArray[np.bool_]


@kernel
def _grips(neighbours: Any, zones: Any, reaches: Any) -> Any:
    grip = np.zeros(zones.size, np.uint8)
    for node in range(zones.size):
        zone = zones[node]
        if zone:
            for d in range(6):
                near = neighbours[node, d]
                if near >= 0 and reaches[zone, node, d]:
                    grip[near] |= 1 << (d + 3) % 6
    return grip


@kernel
def widest(pieces: Any, zones: Any, loc: Any, flags: Any, covered: int, full: int, nodes: int) -> Any:
    """By node, the widest kind of zone that pieces exert there: `zones[piece]`, or `full` for one with a flag of `covered`."""
    found = np.zeros(nodes, np.int8)
    for k in range(pieces.size):
        piece = pieces[k]
        node = loc[piece]
        zone = full if flags[piece] & covered else zones[piece]
        if node >= 0 and zone > found[node]:
            found[node] = zone
    return found


@kernel
def shut(held: Any, foes: Any, zone: Any, own: Any) -> Any:
    """The nodes that are held by the enemy, have enemies in them, or lie in their zone without a friend."""
    found = np.empty(held.size, np.bool_)
    for node in range(held.size):
        found[node] = held[node] or foes[node] > 0 or (zone[node] and own[node] == 0)
    return found


class Zones:
    """The zones of control of one side in one position."""

    __slots__ = ("controlled", "grip", "kinds", "rows")

    def __init__(
        self, neighbours: npt.NDArray[np.int16], rows: list[list[int]], zones: npt.NDArray[np.int8], reaches: Mask
    ) -> None:  # fmt: skip
        """`kinds[hex]` is the kind of zone that a hex exerts, 0 for none, and `reaches[kind, hex, direction]` tells through
        which sides of the hex it leads."""
        self.rows = rows
        self.kinds = zones
        #: six bits per hex: bit d is set when the neighbour in direction d exerts its zone into the hex
        self.grip: npt.NDArray[np.uint8] = _grips(neighbours, zones, reaches)
        self.controlled: Mask = self.grip != 0

    def holders(self, hex: int) -> list[int]:
        """The hexes from which a hex is controlled."""
        grip = self.grip.item(hex)
        return [near for d, near in enumerate(self.rows[hex]) if grip >> d & 1]

    def same(self, a: int, b: int) -> bool:
        """Are two neighbouring hexes controlled from one and the same hex?

        Only the two hexes that touch both can do that, so two looks at the grip decide.
        """
        d = self.rows[a].index(b)
        one, other = self.grip.item(a), self.grip.item(b)
        left = one >> (d + 1) % 6 & other >> (d + 2) % 6
        right = one >> (d + 5) % 6 & other >> (d + 4) % 6
        return bool((left | right) & 1)
