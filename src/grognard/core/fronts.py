"""Sides divided among commanders of fronts: whoever has a front moves and attacks with the units that stand in it.

A front is a band of the map, north, centre or south, the same for both sides. A unit obeys the commander in whose band it stands
at the moment, so a stack always has one commander, and nothing need be remembered. What is off the map, and whatever concerns
the side as a whole, is for the commander of the centre; a battle is for him whose units attack, or whose ground is attacked.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from .game import Game, S
from .play import Play
from .seats import Post, Seat, Seating
from .state import Frame

FRONTS = ("north", "centre", "south")
NORTH, CENTRE, SOUTH = range(3)
#: How the bands of the map are told to players.
_SENTENCE = "A unit obeys the front it stands in; the centre decides what concerns the whole side. {bands}"


def posts_of(sides: Sequence[str]) -> tuple[Post, ...]:
    """Three posts per side, in the order of `FRONTS`."""
    return tuple(Post(f"{side}-{front}", number) for number, side in enumerate(sides) for front in FRONTS)


def seatings_of(sides: Sequence[str], bands: str, *also: tuple[str, str, tuple[str, ...]]) -> tuple[Seating, ...]:
    """A seat per side, as usual; a seat per front of both sides; and others, each with name, title and the sides divided."""
    ways = (("fronts", "A seat per front, six players", tuple(sides)), *also)
    whole = {side: (Seat(side, tuple(f"{side}-{front}" for front in FRONTS)),) for side in sides}
    parts = {side: tuple(Seat(f"{side}-{front}", (f"{side}-{front}",)) for front in FRONTS) for side in sides}
    usual = Seating("standard", "A seat per side", "Everybody commands one side.",
                    tuple(seat for side in sides for seat in whole[side]))  # fmt: skip
    said = _SENTENCE.format(bands=bands)
    return (usual, *(
        Seating(name, title, said, tuple(seat for side in sides for seat in (parts if side in divided else whole)[side]))
        for name, title, divided in ways
    ))  # fmt: skip


class Fronted(Game[S]):
    """A game whose sides can be divided among fronts. `posts` are those of `posts_of`."""

    #: the decisions at which every front acts for itself, until all are through
    by_front: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def front_at(self, name: str) -> int:
        """The front that a hex of this name belongs to."""

    def finish(self) -> None:
        super().finish()
        hexes, names = self.board.hexes, self.board.names
        #: by node; boxes are the centre's
        self.front = [self.front_at(name) if node < hexes else CENTRE for node, name in enumerate(names)]

    def undivided(self, p: Play[Any, Any]) -> bool:
        """May whoever decides just now name any unit of his side? So it is wherever a decision is put to one post, and at
        those that a side makes as a whole (the set-up)."""
        return not p.s.flow or bool(p.frame.posts) or p.frame.step not in self.by_front

    def post_of(self, p: Play[Any, Any], unit: int) -> int:
        return self.post_at(p, p.s.loc[unit], self.side_of[unit])

    def post_at(self, p: Play[Any, Any], node: int, side: int) -> int:
        return -1 if self.undivided(p) else self._post(node, side)

    def _post(self, node: int, side: int) -> int:
        return len(FRONTS) * side + (self.front[node] if node >= 0 else CENTRE)

    def asked(self, p: Play[Any, Any], frame: Frame) -> tuple[int, ...]:
        if frame.step in self.by_front or frame.step.startswith("setup"):
            return ()
        return (self._post(self.concerned(p, frame), frame.side),)

    def concerned(self, p: Play[Any, Any], frame: Frame) -> int:
        """The node that a decision is about; -1 for one about the side as a whole."""
        return -1
