"""The air war: squadrons are brought in, sent where they change a battle, and moved after the front."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

import numpy as np

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..aircraft import FORCES
from ..rules import air_activation, air_replacement, airbases, flights
from ..rules.mission_table import BY_WORD, range_of
from ..rules.sorties import is_operative, model, nation
from . import air_answers, air_missions
from .sight import Sight

TRANSFER = BY_WORD["transfer"]
#: Who stands further from the enemy than this moves his base forward, not nearer than that, in hexes.
FAR, NEAR = 9, 3
MOST_TRANSFERS = 14


class Flyer:
    """Decisions of the air phases."""

    def __init__(self) -> None:
        self._key: tuple[int, int, str, bool] | None = None
        self._orders: Iterator[Advice] = iter(())

    def choose(self, match: Match) -> Advice:
        p, step = match.play, match.step.name
        key = int(p.s.turn), int(p.s.active), step, bool(p.s.surprise)
        if key != self._key:
            plan = _PLANS.get(step, _nothing)
            self._key, self._orders = key, plan(Sight(match))
        for advice in self._orders:
            if match.check(advice.command, match.seat) is None:
                return advice
        word = next(word for word in ("done", "fight", "pass", "stay") if word in match.step.verbs)
        return Advice(Command(word), "nothing more to be gained in the air")


def _nothing(sight: Sight) -> Iterator[Advice]:
    return iter(())


# ---------------------------------------------------------------- missions


def _missions(sight: Sight) -> Iterator[Advice]:
    """Bombers fly where they change something, fighters with them; the others move after the front."""
    yield from air_missions.missions(sight)
    yield from _transfers(sight)


def _transfers(sight: Sight) -> Iterator[Advice]:
    """Air units far behind go to the airbase nearest to the front that has room."""
    p, s = sight.p, sight.s
    away = sight.hexes_from(sight.enemies(), 24)
    bases = [int(node) for node in np.flatnonzero(airbases.airbases(p, sight.side)) if NEAR <= away[node] <= FAR]
    room = {node: airbases.capacity(p, node) for node in bases}
    units = flights.able(p, TRANSFER)
    there = Counter(s.loc[unit] for unit in units)
    for node in room:
        room[node] -= there[node]
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for unit in sorted(units, key=lambda u: (-model(p, u).tactical, u)):
        here = s.loc[unit]
        if away[here] <= FAR or len(groups) >= MOST_TRANSFERS:
            continue
        reach = range_of(model(p, unit), TRANSFER)
        open_to = [node for node in bases if room[node] > 0 and sight.board.distance(here, node) <= reach]
        best = min(open_to, key=lambda node: (sight.board.distance(here, node), node), default=-1)
        if best >= 0:
            room[best] -= 1
            groups[here, best].append(unit)
    for (_, node), together in groups.items():
        yield Advice(Command("transfer", tuple(together), (node,)), "the base follows the front")


# ---------------------------------------------------------------- the air chart


def _chart(sight: Sight) -> Iterator[Advice]:
    """Who is too many goes, the inoperative first; then the allowances are filled."""
    p = sight.p
    for force in air_replacement.forces_of(p.s.active):
        excess = air_replacement.active(p, force) - air_replacement.allowance(p, force)
        if excess > 0:
            units = [
                unit for unit in air_activation.deactivable(p, ())
                if nation(p, unit) == FORCES[force] and not model(p, unit).is_glider
            ]  # fmt: skip
            gone = tuple(sorted(units, key=lambda unit: (is_operative(p, unit), unit))[:excess])
            if gone:
                yield Advice(Command("deactivate", gone), "more than the allowance")
    if any(air_activation.activable(p, ())):
        yield Advice(Command("spread"), "the allowance is filled, the best first")


_PLANS: dict[str, Callable[[Sight], Iterator[Advice]]] = {
    "air.missions": _missions, "air.interception": air_answers.interceptions, "air.chart": _chart,
}  # fmt: skip
