"""The face of a game of the assault family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from ...core.game import Game
from ...core.play import Play
from ...core.seats import Eyes
from .odds import ResultsTable, column, name
from .state import AssaultState

S = TypeVar("S", bound=AssaultState)


class AssaultGame(Game[S]):
    """A game that answers through its own modules. They import the game, so its package hands them over, like the flow."""

    queries: ClassVar[Any]  #: what players ask
    invariants: ClassVar[Any]  #: what must always hold
    supply_rules: ClassVar[Any]  #: the chapter on supply
    results: ResultsTable

    def finish(self) -> None:
        super().finish()
        sides = range(len(self.sides))
        self.of_side = [np.array(self.side_of) == k for k in sides]
        self.pieces_of_side = [[u for u, side in enumerate(self.side_of) if side == k] for k in sides]
        self.on_map_side = (self.board.neighbours >= 0).astype(np.uint8)  #: by hex and direction: is there another hex?

    def status(self, p: Play[S, Any], eyes: Eyes) -> dict[str, Any]:
        return self.queries.status(p, eyes)  # type: ignore[no-any-return]

    def unit_state(self, p: Play[S, Any], unit: int, eyes: Eyes) -> list[str]:
        return self.queries.unit_state(p, unit)  # type: ignore[no-any-return]

    def check(self, p: Play[S, Any]) -> list[str]:
        return self.invariants.faults(p)  # type: ignore[no-any-return]

    def reach(self, p: Play[S, Any], units: Sequence[int]) -> dict[str, Any]:
        return self.queries.reach(p, units)  # type: ignore[no-any-return]

    def odds(self, p: Play[S, Any], target: int, units: Sequence[int], *, air: int = 0, eyes: Eyes = ()) -> dict[str, Any]:
        return self.queries.odds(p, target, units, air, eyes)  # type: ignore[no-any-return]

    def table_odds(self, attack: int, defence: int, shift: int) -> dict[str, Any]:
        final = column(attack, defence) + shift
        return {"attack": attack, "defence": defence, "odds": {name(final): 1.0}, "results": self.results.chances(final)}

    def supply(self, p: Play[S, Any], unit: int, eyes: Eyes) -> dict[str, Any]:
        return self.queries.supply(p, unit)  # type: ignore[no-any-return]

    def network(self, p: Play[S, Any], side: int, eyes: Eyes) -> Sequence[int]:
        return self.supply_rules.network(p, side)[: self.board.hexes].nonzero()[0].tolist()  # type: ignore[no-any-return]
