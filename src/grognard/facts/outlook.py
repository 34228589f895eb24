"""A position as somebody sees it who thinks about what is to come: made once, asked often."""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.foresight import Lines, Phase, Traced
from ..core.paths import Bytes
from ..core.play import Play
from ..core.seats import Eyes
from ..core.sight import Sight
from .beliefs import Beliefs
from .cuts import network
from .reaches import Reaches, reaches


class Outlook:
    """A position in which everything hidden from these eyes has been dealt anew (`Match.fork`). What is worked out is kept; the
    position must not change any more. Where a `seat` is told that shares its side with others, what is said of stacks is
    said of its own. With `starts` only marches from these hexes are looked at."""

    def __init__(self, p: Play[Any, Any], eyes: Eyes, seat: int = -1, starts: Set[int] | None = None) -> None:
        self.p, self.eyes, self.seat, self.starts = p, eyes, seat, starts
        self.sight = Sight(p, eyes)
        self._ahead: dict[tuple[int, Phase], Play[Any, Any] | None] = {}
        self._reaches: dict[int, Reaches | None] = {}
        self._lines: dict[int, Lines | Traced | None] = {}
        self._nets: dict[int, Bytes] = {}
        self.memory: dict[str, Any] = {}  #: what a game keeps that weighs many attacks

    @cached_property
    def hidden(self) -> frozenset[int]:
        """The units that these eyes cannot identify where they are."""
        loc, knows = self.p.s.loc, self.sight.knows
        return frozenset(unit for unit in range(len(self.p.game.pieces)) if loc[unit] >= 0 and not knows(unit))

    @cached_property
    def beliefs(self) -> Beliefs:
        return Beliefs(self.p, self.sight, self.hidden)

    def ahead(self, side: int, phase: Phase) -> Play[Any, Any] | None:
        """The position when a side next moves or fights."""
        key = side, phase
        if key not in self._ahead:
            self._ahead[key] = None if self.p.over else self.p.game.foresight.ahead(self.p, side, phase)
        return self._ahead[key]

    def reaches(self, side: int) -> Reaches | None:
        """Where everybody of a side can go in its next movement phase; None when it has none any more."""
        if side not in self._reaches:
            q = self.ahead(side, Phase.MOVE)
            fed = None if self.lines(side) is None else self.net(side)
            self._reaches[side] = None if q is None else reaches(q, side, self.hidden, fed, self.starts)
        return self._reaches[side]

    def lines(self, side: int) -> Lines | Traced | None:
        """How supply of a side runs now."""
        if side not in self._lines:
            self._lines[side] = self.p.game.foresight.lines(self.p, side)
        return self._lines[side]

    def net(self, side: int) -> Bytes:
        """The hexes in which a side needs no supply line or has one."""
        if side not in self._nets:
            lines = self.lines(side)
            if lines is None:
                self._nets[side] = np.ones(self.p.game.board.nodes, np.uint8)
            else:
                found = lines.net if isinstance(lines, Traced) else network(self.p.game.board, lines)
                self._nets[side] = found if lines.fed is None else found | lines.fed
        return self._nets[side]

    def defended(self, side: int) -> npt.NDArray[np.int16]:
        """The hexes in which a side stands, or in which somebody would fight for it all the same."""
        alone = self.p.game.foresight.garrisoned(self.p, side)
        return np.union1d(self.stacks(side), np.array(alone, np.int16)) if len(alone) else self.stacks(side)

    def ours(self, hexes: npt.NDArray[np.int16], side: int) -> npt.NDArray[np.int16]:
        """Of hexes of a side those that concern the seat: where it has units, or, where nobody stands, its own ground."""
        roster = self.p.roster
        if self.seat < 0 or roster.seats_of[side] == (self.seat,) or self.seat not in roster.seats_of[side]:
            return hexes
        return hexes[np.array([self._concerns(hex, side) for hex in hexes.tolist()], np.bool_)]

    def _concerns(self, hex: int, side: int) -> bool:
        p = self.p
        units = p.units(hex, side)
        posts = {p.game.post_of(p, unit) for unit in units} if units else {p.game.post_at(p, hex, side)}
        return not posts.isdisjoint({-1, *p.roster.posts[self.seat]})

    def stacks(self, side: int) -> npt.NDArray[np.int16]:
        """The hexes in which a side stands."""
        here = self.p.s.arrays.count[side][: self.p.game.board.hexes]
        return here.nonzero()[0].astype(np.int16)  # type: ignore[no-any-return]
