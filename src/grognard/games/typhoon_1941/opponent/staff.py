"""Decisions between the battles: set-up, orders, recovery, air supply, reinforcements and deception."""

from __future__ import annotations

import random

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..rules import airlift as missions
from ..rules import maskirovka, reinforcements, stacking
from ..rules.condition import has, on_map
from ..rules.victory import RUSSIAN_GOALS
from ..state import DISRUPTED, HIDDEN, RUSSIAN
from .sight import Sight

#: Attack factors near Moscow that are worth the second offensive phase.
_ENOUGH_FOR_MOSCOW = 22
#: German attack factors next to Moscow at which nobody retreats any more.
_LAST_DITCH = 12


def set_up_russian(match: Match) -> Advice:
    p = match.play
    if not any(has(p, u, HIDDEN) for u in p.game.ground_of[RUSSIAN]):
        return Advice(Command("automatic"), "nobody needs to know who stands where")
    return Advice(Command("done"), "everything is hidden")


def set_up_german(match: Match) -> Advice:
    verbs = {v.name for v in match.legal_commands().verbs}
    if "done" in verbs:
        return Advice(Command("done"), "the line is covered")
    return Advice(Command("historical" if "historical" in verbs else "automatic"), "the korps stand where they stood")


def first_move(match: Match) -> Advice:
    return Advice(Command("leave"), "it would open a second way to him")


def orders(match: Match) -> Advice:
    """Space is worth more than ground, until the ground is Moscow: then a D1 must not open the ring."""
    sight = Sight(match)
    near = sum(f for h, f in sight.threat.items() if sight.board.distance(h, sight.game.moscow) <= 2)
    if near >= _LAST_DITCH:
        return Advice(Command("order", word="no-retreat"), "behind us is Moscow")
    return Advice(Command("order", word="free"), "units that retreat live to fight")


def offensive(match: Match) -> Advice:
    """In frost at once; in snow when the army has come up to Moscow, or when time runs out."""
    sight = Sight(match)
    p = sight.p
    near = [u for u in sight.own if sight.board.distance(p.s.loc[u], sight.game.moscow) <= 3 and not has(p, u, DISRUPTED)]
    if p.s.weather == "hard-frost" or p.s.turn >= 6 or sum(sight.game.attack[u] for u in near) >= _ENOUGH_FOR_MOSCOW:
        return Advice(Command("offensive"), "now or never")
    return Advice(Command("wait"), "later, nearer to Moscow")


def intent(match: Match) -> Advice:
    """Name every Disrupted stack that can be attacked: it costs nothing."""
    sight = Sight(match)
    verb = match.legal_commands().step.verbs["target"]
    assert verb.hexes is not None
    for hex in verb.hexes(sight.p, ()):
        if sight.strikers(hex):
            return Advice(Command("target", hexes=(hex,)), "it must not recover")
    return Advice(Command("done"), "the others are out of reach")


def overstacked(match: Match) -> Advice:
    p = match.play
    attack, defence = p.game.attack, p.game.defence
    unit = min(stacking.too_many(p, ()), key=lambda u: (u in p.game.armies, attack[u] + defence[u], u))
    return Advice(Command("remove", (unit,)), "the weakest must go")


def airlift(match: Match) -> Advice:
    p = match.play
    for hex in missions.needy_hexes(p, ()):
        if any(has(p, u, DISRUPTED) for u in p.units(hex, 0)) and not p.game.settled[hex]:
            return Advice(Command("resupply", (missions.suppliers(p, (hex,))[0],), (hex,)), "else they are lost")
    return Advice(Command("done"), "nobody is about to be lost")


def paradrop(match: Match) -> Advice:
    """A korps drops where a victory lies open: an empty town of the German rear, or his edge of the map."""
    p = match.play
    goals = {p.game.places.get(name, -1) for name in RUSSIAN_GOALS}
    for unit in missions.can_drop(p, ()):
        for hex in missions.drop_hexes(p, (unit,)):
            if hex in goals or p.game.edge["west"][hex]:
                return Advice(Command("drop", (unit,), (hex,)), "nobody guards it")
    return Advice(Command("done"), "the korps is needed on the ground")


def japan(match: Match) -> Advice:
    return Advice(Command("name", number=4), "as good as any other")


# ---------------------------------------------------------------- Russian replacements


class Rear:
    """The Russian rear: what to bring in, where, and how to fool the German. The bluffs are drawn at random. One that `gambles`
    brings a shock army so early that Japan may attack, if Moscow is about to fall."""

    def __init__(self, seed: int | str, *, gambles: bool = True) -> None:
        self.seed, self.gambles = seed, gambles
        self.turn = 0
        self.shifted: set[int] = set()

    def choose(self, match: Match) -> Advice:
        sight = Sight(match)
        s = sight.s
        if s.turn != self.turn:
            self.turn, self.shifted = s.turn, set()
        rng = random.Random(f"{self.seed} {s.turn} {match.length}")
        return (
            self.replacement(sight) or self.arrival(sight) or self.rail(sight) or self.hiding(sight) or self.bluff(sight, rng)
            or Advice(Command("done"), f"{s.infantry} infantry and {s.tanks} tank factors are kept")
        )  # fmt: skip

    def replacement(self, sight: Sight) -> Advice | None:
        """The most defence for the price, in Moscow if there is room, else on the edge nearest to it."""
        p, game = sight.p, sight.game
        for unit in sorted(reinforcements.replaceable(p, ()), key=lambda u: (-game.defence[u], u)):
            hexes = [h for h in reinforcements.entry_hexes(p, (unit,)) if stacking.has_room(p, unit, h)]
            if hexes:
                near = min(hexes, key=lambda h: (sight.board.distance(h, game.moscow), h))
                return Advice(Command("replace", (unit,), (near,)), "a new army")
        return None

    def arrival(self, sight: Sight) -> Advice | None:
        """Siberians to Moscow; shock armies from turn 5, or at turn 4 when Moscow is about to fall."""
        p, game = sight.p, sight.game
        for unit in reinforcements.arriving(p, ()):
            if game.is_shock[unit] and p.s.turn < 5:
                near = sight.distance(game.moscow, sorted(sight.enemies))
                if p.s.turn < 4 or near > 2 or not self.gambles:
                    continue
            hexes = [h for h in reinforcements.arrival_hexes(p, (unit,)) if stacking.has_room(p, unit, h)]
            if hexes:
                best = min(hexes, key=lambda h: (sight.board.distance(h, game.moscow) + 0.5 * p.s.count[RUSSIAN][h], h))
                return Advice(Command("enter", (unit,), (best,)), "from the Far East")
        return None

    def rail(self, sight: Sight) -> Advice | None:
        """Armies far from the danger go to the reserve behind Moscow's line; they arrive Disrupted, so out of his reach."""
        p, game, board = sight.p, sight.game, sight.board
        enemies = sorted(sight.enemies)
        armies = [(u, p.s.loc[u]) for u in reinforcements.railable(p, ()) if game.is_army[u]]
        far = [u for u, here in armies if board.distance(here, game.moscow) > 5 and sight.distance(here, enemies) > 5]
        for unit in sorted(far, key=lambda u: (-game.defence[u], u)):
            hexes = [
                h for h in reinforcements.rail_hexes(p, (unit,))
                if board.distance(h, game.moscow) <= 4 and sight.distance(h, enemies) >= 4 and stacking.has_room(p, unit, h)
            ]  # fmt: skip
            if hexes:
                best = min(hexes, key=lambda h: (sight.distance(h, enemies) + p.s.count[RUSSIAN][h], h))
                return Advice(Command("rail", (unit,), (best,)), "to the reserve of Moscow")
        return None

    def hiding(self, sight: Sight) -> Advice | None:
        units = tuple(maskirovka.hideable(sight.p, ()))
        return Advice(Command("hide", units), "nobody needs to know who they are") if units else None

    def bluff(self, sight: Sight, rng: random.Random) -> Advice | None:
        """Dummies go where an army would bar the way: two or three hexes before the Germans, on the road to Moscow."""
        p, game = sight.p, sight.game
        waiting = [u for u in maskirovka.dummies(p, ()) if u not in self.shifted and (not on_map(p, u) or rng.random() < 0.5)]
        if not waiting:
            return None
        dummy = waiting[0]
        self.shifted.add(dummy)
        enemies = sorted(sight.enemies)
        hexes = [h for h in maskirovka.dummy_hexes(p, (dummy,)) if 2 <= sight.distance(h, enemies) <= 4]
        if not hexes:
            return None
        hexes.sort(key=lambda h: (sight.board.distance(h, game.moscow) + 3 * p.s.count[RUSSIAN][h], h))
        return Advice(Command("mask", (dummy,), (hexes[int(rng.random() * min(8, len(hexes)))],)), "an army that is not there")
