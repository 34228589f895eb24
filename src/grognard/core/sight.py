"""Who may look at what: the one place that says it, for views, for questions and for what a computer player is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .play import Play
from .seats import Eyes


class Sight:
    """Somebody who knows the secrets of some sides, before a position."""

    __slots__ = ("_opened", "_sealed", "eyes", "game", "p")

    def __init__(self, p: Play[Any, Any], eyes: Eyes) -> None:
        self.p, self.game, self.eyes = p, p.game, eyes
        self._opened: dict[int, bool] = {}
        self._sealed = p.game.sealed(p, eyes)

    def opens(self, node: int) -> bool:
        """May they look at what lies on a node? A hex lies open unless it is sealed, though perhaps only its topmost counter."""
        if node in self._sealed:
            return False
        if node < self.game.board.hexes:
            return True
        found = self._opened.get(node)
        if found is None:
            found = self._opened[node] = self.game.box_open(self.p, node, self.eyes)
        return found

    def counts(self, node: int) -> bool:
        """May they see how many pieces lie on a node?"""
        return self.opens(node) or (node not in self._sealed and self.game.box_counted(self.p, node, self.eyes))

    def knows(self, unit: int) -> bool:
        """May they tell which unit this is, where it lies now?"""
        if self.game.side_of[unit] in self.eyes:
            return True
        node = self.p.s.loc[unit]
        return node >= 0 and self.opens(node) and self.game.identified(self.p, unit)

    def named(self, units: Sequence[int]) -> tuple[list[str], int]:
        """The names of those units they can identify, and how many the others are."""
        known = [self.game.pieces[unit].handle for unit in units if self.knows(unit)]
        return known, len(units) - len(known)
