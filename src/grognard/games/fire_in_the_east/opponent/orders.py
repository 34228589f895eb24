"""Orders that have been thought out and not yet given, and who will stand where once they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ....core.paths import Reach
from ..rules import movement
from ..rules.units import ground_units
from .sight import Sight


class Order(NamedTuple):
    """A command to come; a hex alone is a destination."""

    verb: str
    units: tuple[int, ...]
    hexes: tuple[int, ...]
    why: str
    word: str | None = None
    at: int = -1  #: where those who carry it out must stand by then


class Ground:
    """What the stages of a phase tell each other: who has his orders, and who is needed where he stands."""

    def __init__(self) -> None:
        self.busy: set[int] = set()


class Places:
    """Who will stand where: those who have been moved in thought, and all others where they are."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._there: dict[int, list[int]] = {}
        self.moved: dict[int, int] = {}

    def there(self, hex: int) -> list[int]:
        if hex not in self._there:
            self._there[hex] = ground_units(self.sight.p, hex, self.sight.side)
        return self._there[hex]

    def has_room(self, units: Sequence[int], hex: int) -> bool:
        there = self.there(hex)
        return self.sight.fits(hex, [*there, *(unit for unit in units if unit not in there)])

    def go(self, unit: int, hex: int) -> None:
        here = self.moved.get(unit, self.sight.s.loc[unit])
        if unit in self.there(here):
            self._there[here].remove(unit)
        self.there(hex).append(unit)
        self.moved[unit] = hex


def ready(sight: Sight, ground: Ground) -> dict[int, Reach]:
    """Everybody who may still march and has no orders, and where he can get to."""
    p = sight.p
    units, _ = sight.strengths("attack", sight.side)
    free = [unit for unit in units.tolist() if unit not in ground.busy and movement.is_free(p, unit)]
    return {unit: movement.march_of(p, (unit,)).reach() for unit in free}


def marches(sight: Sight, moved: dict[int, int], why: str) -> list[Order]:
    """Marches of single units as marches of groups that start together, go to one hex and are of one kind."""
    groups: dict[tuple[int, int, int, int], list[int]] = defaultdict(list)
    for unit, hex in moved.items():
        if sight.s.loc[unit] != hex:
            shown = sight.game.printed_faces[unit][sight.s.steps[unit]]
            groups[sight.s.loc[unit], hex, shown.moves_as, shown.movement].append(unit)
    return [Order("move", tuple(units), (hex,), why) for (_, hex, _, _), units in groups.items()]
