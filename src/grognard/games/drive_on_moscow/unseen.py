"""What can be known of units that nobody sees: the counters that are left, by elimination."""

from __future__ import annotations

from collections import Counter

from ...core.rule import rule
from ...core.seats import Eyes
from ...core.sight import Sight
from .game import P
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
    for number, turn in p.game.track.items():
        expected = turn.reinforcements
        if number > p.s.turn and p.s.count[SOVIET][p.game.turn_box[number]] == sum(expected.values()):
            due.update(expected)
    return due
