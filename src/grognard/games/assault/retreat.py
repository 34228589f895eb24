"""Where a beaten stack may go: all of it or none, together if one hex takes it, nearest to supply first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.errors import Illegal
from ...core.rule import concept
from .battle import require_each_once, surviving_attackers, the_battle
from .game import P

#: unit -> the hexes it could enter
Doors = Mapping[int, Sequence[int]]


def waiting(p: P, hexes: Sequence[int] = ()) -> list[int]:
    """Defenders that have still to retreat."""
    battle = the_battle(p)
    return [u for u in battle.defenders if p.s.loc[u] == battle.target]


@concept("retreat from the victors")
def held_by_the_victors(p: P, side: int, hex: int) -> bool:
    """Does a hex hold enemies of a side that retreats? A mobile assault has left its launch hex for the hex it attacks."""
    battle = the_battle(p)
    away = len(surviving_attackers(p)) if battle.mobile and hex == battle.launch else 0
    return bool(p.s.foes[side][hex] > away)


def check_waiting(p: P, units: Sequence[int], rule: str) -> None:
    """Units named once each that have still to retreat."""
    require_each_once(units, rule, "retreating unit")
    for unit in units:
        if unit not in waiting(p):
            raise Illegal(rule, f"{p.game.pieces[unit].handle} is not waiting to retreat")


class Retreat:
    """The choices of a stack that must retreat.

    `doors` are the hexes each unit may enter, `room` how many more units each hex can take, `distance`
    how far each hex is from the nearest source of supply.
    """

    def __init__(self, doors: Doors, room: Mapping[int, int], distance: Mapping[int, int]) -> None:
        self.doors = {unit: tuple(hexes) for unit, hexes in doors.items()}
        self.room = dict(room)
        self.distance = dict(distance)
        self.ranks = sorted({distance[h] for hexes in self.doors.values() for h in hexes})

    @concept("retreat direction", "retreat stacking")
    def whole(self) -> list[int]:
        """Of the hexes that can take the whole stack, those nearest to supply; empty when stacking splits it."""
        common = set.intersection(*(set(hexes) for hexes in self.doors.values())) if self.doors else set()
        able = [h for h in common if self.room[h] >= len(self.doors)]
        nearest = min((self.distance[h] for h in able), default=0)
        return sorted(h for h in able if self.distance[h] == nearest)

    @concept("retreat splitting")
    def best(self, placed: Mapping[int, int] | None = None) -> tuple[int, ...] | None:
        """How many units end in hexes of each rank of distance, at best; None when not all find room.

        `placed` are units whose hex is decided already.
        """
        room = dict(self.room)
        fixed = dict(placed or {})
        for hex in fixed.values():
            room[hex] -= 1
        waiting = sorted((u for u in self.doors if u not in fixed), key=lambda u: len(self.doors[u]))
        best: tuple[int, ...] | None = None

        def place(at: int, filled: dict[int, int]) -> None:
            nonlocal best
            if at == len(waiting):
                counts = self._counts([*fixed.values(), *(h for h, n in filled.items() for _ in range(n))])
                if best is None or counts > best:
                    best = counts
                return
            for hex in self.doors[waiting[at]]:
                if room[hex] - filled.get(hex, 0) > 0:
                    filled[hex] = filled.get(hex, 0) + 1
                    place(at + 1, filled)
                    filled[hex] -= 1

        place(0, {})
        return best

    def _counts(self, hexes: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(self.distance[h] == rank for h in hexes) for rank in self.ranks)

    @concept("retreat all or none")
    def possible(self) -> bool:
        """Can the whole force get away at all?"""
        return bool(self.whole()) or self.best() is not None

    @concept("retreat splitting")
    def allowed(self, units: Sequence[int], placed: Mapping[int, int] | None = None) -> list[int]:
        """The hexes into which these units may go next, given those that have gone."""
        placed = dict(placed or {})
        whole = self.whole()
        if whole and not placed:
            return whole if len(units) == len(self.doors) else []
        ideal = self.best()
        if ideal is None:
            return []
        common = set.intersection(*(set(self.doors[u]) for u in units))
        return sorted(
            h for h in common if self._fits(h, units, placed) and self.best({**placed, **dict.fromkeys(units, h)}) == ideal
        )

    def _fits(self, hex: int, units: Sequence[int], placed: Mapping[int, int]) -> bool:
        return self.room[hex] - sum(h == hex for h in placed.values()) >= len(units)
