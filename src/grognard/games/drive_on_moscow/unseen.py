"""What can be known of units that nobody sees: the counters that are left, by elimination."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from ...core.rule import rule
from ...core.seats import Eyes
from ...core.sight import Sight
from ..assault.reckoning import Belief, likely, sure
from .material import P
from .state import GERMAN, SOVIET, UNTRIED

Face = tuple[int, int]  #: a type and its steps


@rule("2.14a")
def unseen_types(p: P) -> dict[str, list[int]]:
    """Per untried group, the types of counters that nobody has turned up yet."""
    flags, kinds = p.s.flags, p.s.kind
    return {group: sorted([kinds[u] for u in pieces if flags[u] & UNTRIED]) for group, pieces in p.game.slots.items()}


@rule("10.7a")
def covered_faces(p: P, side: int, eyes: Eyes) -> dict[Face, float]:
    """What a unit of a side under the top of its stack may be, and how likely, to these eyes: any of those they cannot
    find elsewhere. Of the untried no more can stand there than the track has brought."""
    sight, s, types = Sight(p, eyes), p.s, p.game.types
    hidden = [u for u in p.game.pieces_of_side[side] if not sight.knows(u)]
    untried = Counter(p.game.group_of(u) for u in hidden if s.flags[u] & UNTRIED)
    untried -= _still_to_come(p) if side == SOVIET and SOVIET not in eyes else Counter()
    found: dict[Face, float] = {}
    for group, number in sorted(untried.items()):
        unseen = unseen_types(p)[group]
        for kind in unseen:
            _add(found, (kind, types[kind].steps), number / len(unseen))
    veterans = [u for u in hidden if not s.flags[u] & UNTRIED]
    worn = Counter(s.steps[u] for u in veterans if side == GERMAN and types[s.kind[u]].steps > 1)
    for unit in veterans:
        kind, steps = s.kind[unit], s.steps[unit]
        shares = worn if side == GERMAN and types[kind].steps > 1 else Counter({steps: 1})
        for left, number in sorted(shares.items()):
            _add(found, (kind, left), number / shares.total())
    whole = sum(found.values())
    return {face: found[face] / whole for face in sorted(found)}


def _add(found: dict[Face, float], face: Face, chance: float) -> None:
    found[face] = found.get(face, 0.0) + chance


@rule("3.2d", "8.3a")
def _still_to_come(p: P) -> Counter[str]:
    """Untried units that wait on the track by its print; a box that does not hold what is printed tells nothing."""
    due: Counter[str] = Counter()
    calendar = p.game.calendar
    for turn, box in calendar.boxes.items():
        expected = calendar.kinds(turn, "arrive", SOVIET)
        if turn > p.s.turn and p.s.count[SOVIET][box] == expected.total():
            due.update(expected)
    return due


class Believer:
    """What units are, or may be, to these eyes: an untried one any unseen counter of its group, a covered one any that is left of
    its side. Each is worked out once."""

    def __init__(self, p: P, eyes: Eyes) -> None:
        self.p, self.sight = p, Sight(p, eyes)
        self._units: dict[int, Belief[Face]] = {}
        self._unknown: dict[str | int, Belief[Face]] = {}

    def of(self, unit: int) -> Belief[Face]:
        found = self._units.get(unit)
        if found is None:
            found = self._units[unit] = self._believed(unit)
        return found

    @cached_property
    def _types(self) -> dict[str, list[int]]:
        return unseen_types(self.p)

    def _believed(self, unit: int) -> Belief[Face]:
        p, game = self.p, self.p.game
        covered = not self.sight.knows(unit)
        if not covered and game.face_known(p, unit):
            return sure((p.s.kind[unit], p.s.steps[unit]))
        pool: str | int = game.side_of[unit] if covered else game.group_of(unit)
        if pool not in self._unknown:
            self._unknown[pool] = self._left(pool)
        return self._unknown[pool]

    def _left(self, pool: str | int) -> Belief[Face]:
        """What is left of a side under the tops of stacks, or of an untried group. Counters that show the same are one face: of
        a hundred rifle divisions there are few kinds."""
        if isinstance(pool, int):
            chances = covered_faces(self.p, pool, self.sight.eyes)
        else:
            kinds = self._types[pool]
            chances = {(kind, self.p.game.types[kind].steps): n / len(kinds) for kind, n in Counter(kinds).items()}
        first: dict[tuple[object, ...], Face] = {}
        found: dict[Face, float] = {}
        for (kind, steps), chance in chances.items():
            shown = self.p.game.types[kind]
            _add(found, first.setdefault((shown.kind, shown.size, shown.ratings, shown.traits, steps), (kind, steps)), chance)
        return likely(found)
