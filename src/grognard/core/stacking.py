"""How much may stand in one hex: limits as data, by place and side, in whatever a game counts.

A *measure* is a weight per type of unit: 1 for every unit, 1 for divisions alone, half equivalents, steps. A *limit* says how
much of each measure there may be; where it has alternatives one of them must hold. The first limit of the file that fits a hex
and a side is the one that counts; boxes hold any number. Who stands beside whom, and when one looks, is for the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from .board import Board, Mask
from .errors import GrognardError

_BITS = 16  #: room for the load of one measure
_FULL = (1 << _BITS) - 1


class Limit(msgspec.Struct, frozen=True):
    """One line of the file: where and for whom it holds (everywhere, for all, if it does not say), and how much it allows."""

    most: tuple[dict[str, int], ...]
    area: str = ""
    plane: str = ""  #: a map, where a game has several
    terrain: str = ""
    side: str = ""

    def where(self, board: Board) -> Mask:
        """The hexes it holds for."""
        found = board.mask(self.area) if self.area else np.ones(board.nodes, np.bool_)
        if self.terrain:
            found = found & board.terrain_mask(self.terrain)
        found = found[: board.hexes]
        return found & np.array([plane == self.plane for plane, _, _ in board.cells]) if self.plane else found


class Stacking:
    """The limits of a game on its board."""

    def __init__(
        self, limits: Sequence[Mapping[str, Any]], board: Board, sides: Sequence[str], measures: Mapping[str, Sequence[int]]
    ) -> None:
        """`measures` are weights by type."""
        try:
            self.limits = msgspec.convert(limits, tuple[Limit, ...])
        except msgspec.ValidationError as error:
            raise GrognardError(f"the limits of stacking: {error}") from None
        self.measures = tuple(measures)
        #: by type, what it counts in all measures, side by side in one number: they are added up at once
        self._weights = [sum(n << k * _BITS for k, n in enumerate(row)) for row in zip(*measures.values(), strict=True)]
        self._caps = [self._in_order(limit) for limit in self.limits]
        #: by side and hex, which limit holds
        self._which = [self._holding(board, side).tolist() for side in sides]

    def _in_order(self, limit: Limit) -> list[list[tuple[int, int]]]:
        """Alternatives as pairs of where a measure lies and the most of it."""
        if strange := {name for most in limit.most for name in most} - {*self.measures}:
            raise GrognardError(f"the limits of stacking count {min(strange)!r}, the game counts {', '.join(self.measures)}")
        return [[(self.measures.index(name) * _BITS, number) for name, number in most.items()] for most in limit.most]

    def _holding(self, board: Board, side: str) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
        found = np.full(board.hexes, -1, np.int8)
        for number in reversed(range(len(self.limits))):
            limit = self.limits[number]
            if limit.side in ("", side):
                found[limit.where(board)] = number
        if (found < 0).any():
            raise GrognardError(f"no limit of stacking holds for {side} in {board.names[int(found.argmin())]}")
        return found

    def most(self, side: int, hex: int, measure: str) -> int:
        """How much of a measure one side may have in a hex, whatever else is there."""
        return max(most[measure] for most in self.limits[self._which[side][hex]].most)

    def loads(self, types: Sequence[int]) -> npt.NDArray[np.int16]:
        """What units of these types count, by type and measure."""
        rows = [[self._weights[unit_type] >> k * _BITS & _FULL for k in range(len(self.measures))] for unit_type in types]
        return np.array(rows, np.int16).reshape(len(rows), len(self.measures))

    def excess(self, side: int, node: int, types: Iterable[int]) -> int:
        """By how much units of these types are too many in a hex, in the measure that is exceeded most; 0 when they may stay."""
        which = self._which[side]
        if node >= len(which):
            return 0
        loads, least = sum(map(self._weights.__getitem__, types)), _FULL
        for caps in self._caps[which[node]]:
            worst = 0
            for shift, most in caps:
                over = (loads >> shift & _FULL) - most
                if over > worst:
                    worst = over
            if worst < least:
                least = worst
        return least
