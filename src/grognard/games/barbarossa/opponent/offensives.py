"""Operations of the officer: where the markers go and which phase comes first follow from the masses that are to come."""

from __future__ import annotations

from collections.abc import Sequence

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import sequence, supply, supply_markers
from ..state import GERMAN, SOVIET
from . import combat, staff
from .plan import Doctrine, Plan
from .sight import Sight

#: How each side stands where nothing else calls.
DOCTRINES = {
    GERMAN: Doctrine(clock=True, loyalty=3.0),
    SOVIET: Doctrine(company=0.6, friends=4, prepare=True),
}
#: Share of what an attack after moving promises that makes fighting first the better order.
_FIGHT_FIRST = 0.9

Mass = tuple[float, int, tuple[int, ...]]


def masses(sight: Sight) -> list[Mass]:
    """What could be attacked after a move if there were supply for an offensive everywhere, and what stands ready to attack."""
    sight.lavish = True
    found = Plan(sight, None, DOCTRINES[sight.side]).targets
    return sorted(found, reverse=True)


def markers(match: Match) -> Advice:
    """Each marker where it feeds the masses that promise most; what is left over as usual."""
    sight = Sight(match)
    found = masses(sight)
    laid = [(m, r) for m, r in zip(sight.s.markers, supply.RANGES, strict=True) if m >= 0]
    distance = sight.board.distance
    for k, (letter, far) in enumerate(zip(supply_markers.LETTERS, supply.RANGES, strict=True)):
        if sight.s.markers[k] >= 0:
            continue
        left = [(w, t, ps) for w, t, ps in found if not all(any(distance(h, m) <= r for m, r in laid) for h in ps)]
        if not left:
            break
        best, fed = max(
            ((h, _fed(sight, h, far, left)) for h in range(sight.hexes)), key=lambda row: (sum(w for w, _ in row[1]), -row[0])
        )
        if not fed:
            break
        target = max(fed)[1]
        name = sight.board.place_name(target) or sight.board.names[target]
        others = f" and {len(fed) - 1} more" if len(fed) > 1 else ""
        return Advice(Command(f"supply-{letter}", hexes=(best,)), f"feeds the attack on {name}{others}")
    return staff.markers(match)


def _fed(sight: Sight, hex: int, far: int, masses: Sequence[Mass]) -> list[tuple[float, int]]:
    """The masses all of whose hexes a marker here would feed."""
    distance = sight.board.distance
    return [(worth, target) for worth, target, posts in masses if all(distance(hex, post) <= far for post in posts)]


def fight(match: Match) -> Advice:
    """Attacks, with an eye to the next check of points where the doctrine says so."""
    return combat.fight(match, clock=DOCTRINES[match.side].clock)


def order(match: Match) -> Advice:
    """The phase first that promises more, given where the markers lie."""
    if match.side == GERMAN:
        return staff.order(match)
    sight = Sight(match)
    allowed = sequence.orders_allowed(sight.p)
    if len(allowed) == 1 or "move-fight" not in allowed:
        return Advice(Command("order", word="fight-move"), "so it must be")
    now = staff.at_hand(sight, "fight-move")
    later = Plan(sight, None, DOCTRINES[sight.side]).masses * 0.8
    if now >= _FIGHT_FIRST * later:
        return Advice(Command("order", word="fight-move"), f"attacks at hand promise {now:.0f}, those after a march {later:.0f}")
    return Advice(Command("order", word="move-fight"), f"attacks after a march promise {later:.0f}, those at hand {now:.0f}")
