"""The initial phase and small decisions: arrivals, replacements, factories, set-up."""

from __future__ import annotations

from collections.abc import Iterator

from ....ai import Advice
from ....core.command import Command
from ....core.errors import refusal
from ....core.match import Match
from ..rules import (
    air_setup,
    axis_replacements,
    construction,
    conversions,
    factories,
    government,
    reinforcements,
    soviet_replacements,
    withdrawals,
)
from ..rules.replacement_costs import dead_face
from ..state import AXIS
from .sight import Sight

#: A factory leaves when an enemy stands so near to it, in hexes.
THREATENED = 9
#: The government leaves when an enemy stands so near.
AT_THE_GATES = 2
#: Replacements of one phase; the rest stays in the pools for better days.
MOST = 40


def done(match: Match) -> Advice:
    return Advice(Command("done"), "nothing more is to be gained here")


def set_up(match: Match) -> Advice:
    p = match.play
    if match.step.name == "setup.air" and not p.s.surprise_attackers and air_setup.assignable(p, ()):
        return Advice(Command("historical"), "the Luftwaffe strikes the airbases by surprise")
    if match.check(Command("done")) is None:
        return Advice(Command("done"), "everybody stands where he stood in history")
    if match.check(Command("historical")) is None:
        return Advice(Command("historical"), "the deployment of 22 June 1941")
    return Advice(Command("automatic"), "the rest is placed by the referee")


def surplus(match: Match) -> Advice:
    """The weakest of those who are too many."""
    sight = Sight(match)
    units = match.legal_commands().units("remove")
    worst = min(units, key=lambda unit: (sight.value("attack", unit) + sight.value("defence", unit), unit))
    return Advice(Command("remove", (worst,)), "the weakest of too many")


def flee(match: Match) -> Advice:
    return Advice(Command("flee"), "the airbase is lost")


class Staff:
    """What is said in the initial phases, one thing after the other; what was refused is not said again."""

    def __init__(self) -> None:
        self._key: tuple[int, int, str] | None = None
        self._orders: Iterator[Advice] = iter(())

    def choose(self, match: Match) -> Advice:
        p = match.play
        key = int(p.s.turn), int(p.s.active), match.step.name
        if key != self._key:
            self._key, self._orders = key, self._plan(match)
        self._match = match
        for advice in self._orders:
            if match.check(advice.command) is None:
                return advice
        return done(match)

    def _plan(self, match: Match) -> Iterator[Advice]:
        self._match = match
        step = match.step.name
        if step == "initial.third":
            yield from self._third()
        elif step == "initial.fourth":
            yield from self._forts()

    def _third(self) -> Iterator[Advice]:
        """Whatever falls due; each thing is looked up in the position of the moment."""
        if self._match.play.s.active == AXIS:
            yield from self._withdraw()
            yield from self._rebuild()
        else:
            yield from self._govern()
            yield from self._evacuate()
        if reinforcements.due(self._match.play):
            yield Advice(Command("muster"), "reinforcements where there is most room")
        yield from self._convert()
        yield from self._replace()

    def _withdraw(self) -> Iterator[Advice]:
        sight = Sight(self._match)
        units = withdrawals.withdrawable(sight.p)
        for unit in sorted(units, key=lambda u: (sight.value("attack", u), u)):
            yield Advice(Command("withdraw", (unit,)), "it is called away")

    def _rebuild(self) -> Iterator[Advice]:
        for _ in range(MOST):
            sight = Sight(self._match)
            units = axis_replacements.buildable(sight.p)
            if not units:
                return
            best = max(units, key=lambda u: (sight.game.printed_faces[u][-1].attack, -u))
            yield Advice(Command("rebuild", (best,)), "the strongest cadre first")

    def _govern(self) -> Iterator[Advice]:
        """A government that has been driven out, or will be, goes to the Urals: that costs less than its capture."""
        sight = Sight(self._match)
        p, urals = sight.p, sight.game.box["urals"]
        if government.is_homeless(p):
            yield Advice(Command("capital", hexes=(urals,)), "the government sits where nobody can reach it")
        elif p.s.capital < sight.board.hexes and sight.hexes_from(sight.enemies(), AT_THE_GATES)[p.s.capital] <= AT_THE_GATES:
            yield Advice(Command("capital", hexes=(urals,)), "the enemy is at the gates")

    def _forts(self) -> Iterator[Advice]:
        """Engineers fortify what the enemy comes near to: objectives first."""
        sight = Sight(self._match)
        if sight.side == AXIS:
            return
        away, loc = sight.hexes_from(sight.enemies(), THREATENED), sight.s.loc
        able = [u for u in construction.can_begin(construction.FORT, sight.p, ()) if 2 <= away[loc[u]] <= THREATENED]
        ranked = sorted(
            able, key=lambda u: (loc[u] not in sight.objectives(), loc[u] not in sight.front.city_at, int(away[loc[u]]), u)
        )
        for unit in ranked:
            order = construction.ORDERS[construction.FORT]
            yield Advice(Command(order, (unit,)), f"the enemy is {int(away[loc[unit]])} hexes away")

    def _evacuate(self) -> Iterator[Advice]:
        """Factories leave before the enemy is there."""
        sight = Sight(self._match)
        away = sight.hexes_from(sight.enemies(), THREATENED)
        for hex in sorted(factories.movable(sight.p), key=lambda hex: (int(away[hex]), hex)):
            if away[hex] <= THREATENED:
                yield Advice(Command("evacuate", hexes=(hex,)), f"the enemy is {int(away[hex])} hexes away")

    def _convert(self) -> Iterator[Advice]:
        p = self._match.play
        for unit in list(conversions.upgradable(p, ())) if p.s.active != AXIS else []:
            yield Advice(Command("upgrade", (unit,)), "a stronger division")

    def _replace(self) -> Iterator[Advice]:
        """The strongest that can be paid for come back, as near to the front as they may."""
        for _ in range(MOST):
            sight = Sight(self._match)
            p = sight.p
            chapter = axis_replacements if p.s.active == AXIS else soviet_replacements
            units = sorted(chapter.replaceable(p), key=lambda u: (-dead_face(p, u).attack, u))
            found = next(((u, nodes) for u in units[:12] if (nodes := chapter.nodes_for(p, (u,)))), None)
            if found is None:
                return
            unit, nodes = found
            away = sight.hexes_from(sight.enemies(), 20)
            safe = [node for node in nodes if away[node] > 3] or nodes
            best = min(safe, key=lambda node: (node >= sight.board.hexes, int(away[node]), node))
            command = Command("replace", (unit,), (best,))
            if refusal(_said, self._match, command) is not None:
                return
            yield Advice(command, "the strongest that can be paid for")


def _said(match: Match, command: Command) -> None:
    why = match.check(command)
    if why is not None:
        raise why
