"""Operations of the officer: where the markers go and which phase comes first follow from the masses that are to come."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import sequence, supply, supply_markers
from ..state import GERMAN, SOVIET
from . import combat, staff
from .plan import Doctrine, Plan, attacks
from .sight import Sight

#: How each side stands where nothing else calls.
DOCTRINES = {
    GERMAN: Doctrine(clock=True, loyalty=3.0),
    SOVIET: Doctrine(company=0.6, friends=4, prepare=True, besieges=True, raids=True),
}
#: Share of what an attack after moving promises that makes fighting first the better order.
_FIGHT_FIRST = 0.9

Mass = tuple[float, int, tuple[int, ...]]


def masses(sight: Sight) -> list[Mass]:
    """What could be attacked after a move if there were supply for an offensive everywhere, and what stands ready to attack."""
    sight.lavish = True
    found = Plan(sight, None, DOCTRINES[sight.side]).targets
    return sorted(found, reverse=True)


class Markers:
    """Each marker where it feeds the masses that promise most, one of them at a siege; what is left over as usual."""

    def __init__(self) -> None:
        self.turn, self.found = 0, list[Mass]()  #: the masses of a turn: markers change nothing about them

    def __call__(self, match: Match) -> Advice:
        sight = _sight(match)
        if self.turn != sight.s.turn:
            self.turn, self.found = sight.s.turn, masses(sight)
        laid = [(m, r) for m, r in zip(sight.s.markers, supply.RANGES, strict=True) if m >= 0]
        if sight.siege is not None and sight.s.markers[-1] < 0:
            place = sight.board.place_name(sight.siege.target)
            return Advice(
                Command(f"supply-{supply_markers.LETTERS[-1]}", hexes=(sight.siege.target,)), f"feeds the siege of {place}"
            )
        distance = sight.board.distance
        for k, (letter, far) in enumerate(zip(supply_markers.LETTERS, supply.RANGES, strict=True)):
            if sight.s.markers[k] >= 0:
                continue
            left = [(w, t, ps) for w, t, ps in self.found if not all(any(distance(h, m) <= r for m, r in laid) for h in ps)]
            best, fed = _feeds_most(sight, far, left)
            if not fed:
                break
            target = max(fed)[1]
            name = sight.board.place_name(target) or sight.board.names[target]
            others = f" and {len(fed) - 1} more" if len(fed) > 1 else ""
            return Advice(Command(f"supply-{letter}", hexes=(best,)), f"feeds the attack on {name}{others}")
        return staff.markers(match)


def _feeds_most(sight: Sight, far: int, masses: Sequence[Mass]) -> tuple[int, list[tuple[float, int]]]:
    """The hex from which a marker feeds most, and the masses all of whose hexes it feeds."""
    fed = [(worth, target, sight.board.distances(np.array(posts)).max(axis=0) <= far) for worth, target, posts in masses]
    total = np.zeros(sight.hexes)
    for worth, _, near in fed:
        total[near[: sight.hexes]] += worth
    best = int(np.argmax(total))
    return best, [(worth, target) for worth, target, near in fed if near[best]]


def _sight(match: Match) -> Sight:
    return Sight(match, besieges=DOCTRINES[match.side].besieges)


def engaged(match: Match) -> set[int]:
    """Armies that the plan needs itself: all of a side on the offensive that has raids of its own."""
    sight = _sight(match)
    return set(sight.own) if DOCTRINES[sight.side].raids and attacks(sight) else set()


def fight(match: Match) -> Advice:
    """Attacks, with an eye to the next check of points and to sieges where the doctrine says so."""
    return combat.fight(match, clock=DOCTRINES[match.side].clock, besieges=DOCTRINES[match.side].besieges)


def advances(match: Match) -> Advice:
    return combat.advances(match, besieges=DOCTRINES[match.side].besieges)


def arrivals(match: Match) -> Advice:
    return staff.arrivals(match, besieges=DOCTRINES[match.side].besieges)


def reserves(match: Match) -> Advice:
    return staff.reserves(match, besieges=DOCTRINES[match.side].besieges)


def order(match: Match) -> Advice:
    """The phase first that promises more, given where the markers lie."""
    if match.side == GERMAN:
        return staff.order(match)
    sight = _sight(match)
    allowed = sequence.orders_allowed(sight.p)
    if len(allowed) == 1 or "move-fight" not in allowed:
        return Advice(Command("order", word="fight-move"), "so it must be")
    now = staff.at_hand(sight, "fight-move")
    later = Plan(sight, None, DOCTRINES[sight.side]).masses * 0.8
    if now >= _FIGHT_FIRST * later:
        return Advice(Command("order", word="fight-move"), f"attacks at hand promise {now:.0f}, those after a march {later:.0f}")
    return Advice(Command("order", word="move-fight"), f"attacks after a march promise {later:.0f}, those at hand {now:.0f}")
