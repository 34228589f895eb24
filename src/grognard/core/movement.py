"""How a group moves: one description, from which everything that is asked about it follows.

A game says once what holds for units that move together in a position: how many points they have, what each hexside costs, which
hexes are closed, full, dear to enter or to leave, or stop them, and, should somebody ask, why. Where they can go (`reach`), what
a way costs and why it is refused (`price`), how to get to a hex (`way`), what may be named and what is drawn at random, and what
the computer plans all follow from that description, so none of them can say anything else than the others.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from enum import Enum
from itertools import pairwise
from typing import Any, Self

import msgspec
import numpy as np

from .board import Board
from .errors import Illegal
from .paths import NEVER, Bytes, Ints, Reach, reach

#: More points than any way costs.
_ENDLESS = 30_000


class Hindrance(Enum):
    """What speaks against a step, in the order in which it is looked for."""

    APART = "the hexes do not touch"
    CLOSED = "the hex may not be entered"
    BARRED = "the hexside cannot be crossed"
    STOPPED = "the hex before ends the move"
    GRIPPED = "both hexes are in the zone of control of one unit"
    POINTS = "the points do not suffice"
    FULL = "there is no room in the hex"
    FAR = "no way leads to the hex"


class Refused(msgspec.Struct, frozen=True):
    """A step that cannot be made."""

    hindrance: Hindrance
    here: int
    there: int
    points: int = 0  #: what the way would cost as far as the hex
    gripped: int = 0  #: so many of them for leaving hexes in enemy zones of control


def is_passable_step(board: Board, cost: Bytes, here: int, hex: int) -> bool:
    """Do two hexes touch, and can the hexside be crossed at some price?"""
    direction = board.direction(here, hex)
    return direction >= 0 and cost.item(here, direction) != NEVER


def path_costs(board: Board, cost: Bytes, way: Sequence[int]) -> list[int]:
    """What each step of a way costs that is known to be open, where nothing is paid on top of the hexsides."""
    return [cost.item(here, board.direction(here, hex)) for here, hex in pairwise(way)]


def no_way(board: Board, target: int, hex: int, why: Illegal) -> Illegal:
    """A refusal of a whole way, given what speaks against one hex of it."""
    return why if hex == target else Illegal(why.rule, f"no way to {board.names[target]} is open: {why.why}")


class Movement(msgspec.Struct, frozen=True):
    """Units that move together, and everything that bears on where they can go."""

    p: Any
    units: Sequence[int]
    start: int
    budget: int
    cost: Bytes  #: of leaving a hex in a direction, NEVER where that is not possible
    closed: Bytes | Ints  #: hexes that may not be entered
    why: Callable[[Movement, Refused], Illegal]  #: the rule that forbids a step, in its own words
    crowd: Ints | None = None  #: a hex with a crowd of more than `most` is full
    most: int = 0
    toll: Bytes | None = None  #: paid on top for entering a hex
    leave: Bytes | None = None  #: paid on top for leaving a hex
    stop: Bytes | None = None  #: who enters such a hex goes no further
    first: int = -1  #: a neighbouring hex may be entered for so many points at most, whatever it costs; -1 for no such right
    across: tuple[int, ...] = ()  #: neighbouring hexes that may be entered so although the hexside cannot be crossed
    zone: Bytes | None = None  #: by hex, how strongly the enemy's zone of control grips it, 0 for not at all
    between: Bytes | None = None  #: paid on top for leaving a hex so gripped for another, by the strength in both

    def but(self, **changes: Any) -> Self:
        """The same with something else assumed."""
        return msgspec.structs.replace(self, **changes)

    # ---------------------------------------------------------------- where to

    def reach(self) -> Reach:
        """Every hex the units can get to, the one they are in first."""
        game = self.p.game
        found = reach(
            game.board.neighbours, self.cost, self.closed, self.start, max(0, self.budget), game.space,
            toll=self.toll, stop=self.stop, crowd=self.crowd, most=self.most, leave=self.leave, zone=self.zone,
            between=self.between,
        )  # fmt: skip
        return found if self.first < 0 else self._with_first_hexes(found)

    def _with_first_hexes(self, found: Reach) -> Reach:
        """The hexes beside the start that the points do not reach, at the price of all points."""
        start = self.start
        dear = [hex for direction, hex in enumerate(self.p.game.board.rows[start]) if hex >= 0 and self._is_dear(hex, direction)]
        if not dear:
            return found
        known = set(found.nodes.tolist())
        extra = [hex for hex in dear if hex not in known and self.hindrance(start, hex, hex in self.across) is None]
        if not extra:
            return found
        return Reach(
            np.concatenate([found.nodes, np.array(extra, np.int16)]),
            np.concatenate([found.costs, np.full(len(extra), self.budget, np.int16)]),
            np.concatenate([found.before, np.full(len(extra), start, np.int16)]),
        )  # fmt: skip

    def _is_dear(self, hex: int, direction: int) -> bool:
        """Do the points not suffice for a step from the start?"""
        cost = self.cost.item(self.start, direction)
        return cost == NEVER or self._toll(self.start, hex, cost) > self.budget

    def hexes(self) -> list[int]:
        """The hexes in reach without the start."""
        found: list[int] = self.reach().nodes[1:].tolist()
        return found

    def drawn(self, rng: random.Random) -> list[int]:
        """The way to a random hex in reach; empty when there is none."""
        found = self.reach()
        if found.nodes.size < 2:
            return []
        goal = found.nodes.item(1 + int(rng.random() * (found.nodes.size - 1)))
        return [goal] if self.is_step(goal) else found.path(goal)

    def way(self, target: int) -> list[int]:
        """How to get to a hex: in one step if the points suffice for it, else by the cheapest way."""
        path = [target] if self.is_step(target) else self.reach().path(target)
        if not path and self.p.game.board.direction(self.start, target) < 0:
            raise self.why_far(target)
        return path or [target]

    def why_far(self, target: int) -> Illegal:
        """Why no way leads to a hex: even the cheapest costs too much, or something bars all of them, and what bars the shortest
        is named."""
        endless = self.but(budget=_ENDLESS)
        if path := endless.reach().path(target):
            way = (self.start, *path)
            refused = Refused(Hindrance.POINTS, way[-2], target, sum(self.costs(path)), sum(map(self._grip, way, path)))
            return self.why(self, refused)
        freely = endless.but(closed=np.zeros_like(self.closed), crowd=None, stop=None).reach()
        steps = list(pairwise((self.start, *freely.path(target))))
        for here, hex in (*steps[-1:], *steps):  # what is wrong with the hex itself matters most
            found = self.hindrance(here, hex)
            if found is not None:
                return no_way(self.p.game.board, target, hex, self.why(self, Refused(found, here, hex)))
        if beside := {*self.p.game.board.adjacent(target)} & {*freely.nodes.tolist()}:
            return self.why(self, Refused(Hindrance.BARRED, min(beside), target))
        return self.why(self, Refused(Hindrance.FAR, self.start, target))

    def is_step(self, hex: int) -> bool:
        """Is this a neighbouring hex for which the points suffice?"""
        beside = self.p.game.board.direction(self.start, hex) >= 0
        return beside and (hex in self.across or self.step(self.start, hex) <= self.budget)

    # ---------------------------------------------------------------- step by step

    def step(self, here: int, hex: int) -> int:
        """What a step between neighbours costs, NEVER or more where it is barred."""
        return self._toll(here, hex, self.cost.item(here, self.p.game.board.direction(here, hex)))

    def _toll(self, here: int, hex: int, cost: int) -> int:
        """The cost of a step with what is paid on top of it."""
        if self.toll is not None:
            cost += self.toll.item(hex)
        if self.leave is not None:
            cost += self.leave.item(here)
        return cost if self.zone is None else cost + self._grip(here, hex)

    def _grip(self, here: int, hex: int) -> int:
        """What is paid on top for leaving a hex in an enemy zone of control."""
        if self.zone is None or self.between is None or not (held := self.zone.item(here)):
            return 0
        return self.between.item(held, self.zone.item(hex))

    def hindrance(self, here: int, hex: int, across: bool = False) -> Hindrance | None:
        """What speaks against a step, however many points there are."""
        board = self.p.game.board
        return self._hindrance(here, hex, board.direction(here, hex) if 0 <= hex < board.hexes else -1, across)

    def _hindrance(self, here: int, hex: int, direction: int, across: bool) -> Hindrance | None:
        if direction < 0:
            return Hindrance.APART
        if self.closed.item(hex):
            return Hindrance.CLOSED
        if self.cost.item(here, direction) == NEVER and not across:
            return Hindrance.BARRED
        if self.stop is not None and here != self.start and self.stop.item(here):
            return Hindrance.STOPPED
        return Hindrance.FULL if self.crowd is not None and hex != self.start and self.crowd.item(hex) > self.most else None

    def price(self, path: Sequence[int]) -> list[int]:
        """What each hex of a path costs; refused where a step is forbidden or the points do not suffice."""
        here, total, costs, board = self.start, 0, [], self.p.game.board
        for hex in path:
            direction = board.direction(here, hex) if 0 <= hex < board.hexes else -1
            found = self._hindrance(here, hex, direction, False)
            if found is not None and found is not Hindrance.FULL:
                raise self.why(self, Refused(found, here, hex))
            cost = self._toll(here, hex, self.cost.item(here, direction))
            total += cost
            if total > self.budget:
                if self.first < 0 or len(path) > 1:
                    raise self.why(self, Refused(Hindrance.POINTS, here, hex, total))
                cost = min(cost, self.first)
            if found is not None:
                raise self.why(self, Refused(found, here, hex))
            costs.append(cost)
            here = hex
        return costs

    def costs(self, path: Sequence[int]) -> list[int]:
        """What each hex of a path costs that is known to be open."""
        return [self.step(here, hex) for here, hex in zip((self.start, *path), path, strict=False)]
