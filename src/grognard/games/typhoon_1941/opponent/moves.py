"""Operational movement: Germans carry out the plan of the phase, Russians bar the way and later strike back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from ....ai import Advice
from ....core.board import Board
from ....core.command import Command
from ....core.match import Match
from ..rules import movement
from ..rules.attacks import may_strike
from ..rules.stacking import has_room
from ..rules.zones import zones
from ..state import GERMAN, RUSSIAN
from .german import Plan, Trains
from .sight import Sight

#: Share of an attack's worth by the odds the units around a hex would have.
_BY_ODDS = ((4.0, 1.15), (3.0, 1.0), (2.0, 0.65), (1.5, 0.4), (1.0, 0.2))


#: Pull of Moscow once the spearheads are near.
ALARM = 0.3


class Mover:
    """Moves one unit after the other; a plan and units that had better stay are remembered for the phase."""

    def __init__(self) -> None:
        self.phase: tuple[int, int, str] | None = None
        self.stayed: set[int] = set()
        self.plan: Plan | None = None

    def choose(self, match: Match) -> Advice:
        p = match.play
        phase = (p.s.turn, p.s.active, p.s.phase)
        if phase != self.phase:
            self.phase, self.stayed, self.plan = phase, set(), None
        sight = Sight(match)
        return self.german(sight) if sight.side == GERMAN else self.russian(sight)

    def german(self, sight: Sight) -> Advice:
        """The plan, unit by unit; the armies follow when everybody else stands where he should."""
        plan = self.plan = self.plan or Plan(sight)
        for unit in movement.movable(sight.p, ()):
            target = plan.going.get(unit, -1)
            if unit in self.stayed or target < 0 or target == sight.s.loc[unit]:
                continue
            self.stayed.add(unit)
            path = movement.march_of(sight.p, unit).reach().path(target)
            if path:
                return Advice(Command("move", (unit,), tuple(path)), plan.why[unit])
        for army in sight.game.armies:
            if army not in self.stayed and army in movement.movable(sight.p, ()):
                self.stayed.add(army)
                path = Trains(sight).path(army)
                if path:
                    return Advice(Command("move", (army,), tuple(path)), "supply must keep up")
        return Advice(Command("done"), "everybody stands where he should")

    def russian(self, sight: Sight) -> Advice:
        waiting = [u for u in movement.movable(sight.p, ()) if u not in self.stayed]
        scorer = Russian(sight)
        for unit in sorted(waiting, key=scorer.rank):
            command = scorer.best(unit)
            if command is not None:
                return Advice(command, scorer.why(unit))
            self.stayed.add(unit)
        return Advice(Command("done"), "everybody stands where he should")


class Scorer(ABC):
    """Worth of hexes for a unit; subclasses say what a side wants."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game = sight, sight.p, sight.game
        self.zone = zones(self.p, sight.enemy).controlled
        self.near = {h: [n for n in sight.board.adjacent(h) if may_strike(self.p, n, h)] for h in sight.enemies}
        self.massed = {h: float(sum(self.game.attack[u] for u in sight.strikers(h))) for h in sight.enemies}

    @abstractmethod
    def rank(self, unit: int) -> tuple[float, ...]:
        """Who moves first: the smallest."""

    @abstractmethod
    def worth(self, unit: int, hex: int) -> float:
        """What a hex is worth to a unit."""

    @abstractmethod
    def why(self, unit: int) -> str:
        """The reason a player is told."""

    def best(self, unit: int) -> Command | None:
        """The move to the best hex, None when the present one is as good."""
        march = movement.march_of(self.p, unit).reach()
        here = self.p.s.loc[unit]
        best, found = self.worth(unit, here) + 0.15, -1
        for hex in march.ends:
            if not has_room(self.p, unit, hex):
                continue
            worth = self.worth(unit, hex) - 0.02 * march.costs[hex]
            if worth > best:
                best, found = worth, hex
        return Command("move", (unit,), tuple(march.path(found))) if found >= 0 else None

    def attack_worth(self, unit: int, hex: int, value: float) -> float:
        """What the unit would add to the best attack from a hex."""
        gain = 0.0
        own = float(self.game.attack[unit])
        standing = self.p.s.loc[unit]
        for target in self.sight.board.adjacent(hex):
            if target not in self.sight.enemies or hex not in self.near[target]:
                continue
            defence = max(self.sight.enemies[target], 0.5)
            there = self.massed[target] - (own if standing in self.near[target] else 0.0)
            gain = max(gain, value * (_share((there + own) / defence) - 0.6 * _share(there / defence)))
        return gain


def _share(ratio: float) -> float:
    return next((share for least, share in _BY_ODDS if ratio >= least), 0.0)


class Russian(Scorer):
    """A line in depth before Moscow and Tula, on ground that helps; from turn 5 on attacks where the German is thin."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        self.winter = self.p.s.turn >= 5
        names = ("Moscow", "Tula", "Voronezh", "Kalinin", "Kaluga", "Vyazma", "Orel", "Kursk", "Rzhev", "Bryansk")
        self.posts = {self.game.places[n]: 3.0 - 0.2 * k for k, n in enumerate(names) if n in self.game.places}
        self.danger = sorted(sight.threat)
        self.behind = sight.board.mask("behind-defence-line")
        self.net = np.asarray(sight.fed)
        near = sight.distance(self.game.moscow, self.danger) if self.game.moscow >= 0 else 99
        self.homeward = 0.12 if near > 7 else ALARM  #: pull of Moscow; the alarm is raised when the spearheads come near

    def rank(self, unit: int) -> tuple[float, ...]:
        return float(self.game.is_dummy[unit]), self.sight.distance(self.p.s.loc[unit], self.danger), unit

    def why(self, unit: int) -> str:
        if self.game.is_dummy[unit]:
            return "to look like an army"
        return "to strike where he is thin" if self.winter else "to bar the way to Moscow"

    def worth(self, unit: int, hex: int) -> float:
        game, board = self.game, self.sight.board
        enemy = self.sight.distance(hex, self.danger)
        moscow = game.far[hex][game.moscow] if game.moscow >= 0 else 0
        friends = [u for u in self.p.units(hex, RUSSIAN) if u != unit and not game.is_free_of_stacking[u]]
        worth = self.posts.get(hex, 0.0) * (1.0 if len(friends) < 2 else 0.3) if enemy <= 8 else 0.0
        worth += 0.8 * bool(game.forest[hex] and game.is_infantry[unit])
        worth += 1.0 * bool(self.behind[hex]) + 0.5 * bool(game.settled[hex])
        worth -= 7.0 * (not self.net[hex])
        if game.is_katyusha[unit]:
            return worth + (2.0 if friends else -4.0) - 0.1 * abs(enemy - 2)
        if game.is_dummy[unit]:
            return worth + self.bluff_worth(unit, hex, enemy) - self.homeward * moscow
        if self.winter:
            worth += self.attack_worth(unit, hex, 4.5) - 0.35 * enemy
        else:
            worth -= 0.45 * abs(enemy - 3) + self.homeward * moscow
            worth -= 0.5 * self.pressure(hex) / max(1.0, 1.0 + len(friends))
            worth += self.attack_worth(unit, hex, 2.0)
        line = sum(1 for n in _ring(board, hex) if self.p.s.count[RUSSIAN][n])
        return worth + 0.25 * min(line, 3) - 0.6 * max(0, len(friends) - 1)

    def bluff_worth(self, unit: int, hex: int, enemy: int) -> float:
        """A dummy fills a gap: alone like an army of the second line, out of sight, never beside another dummy."""
        there = [u for u in self.p.units(hex, RUSSIAN) if u != unit]
        beside = sum(any(self.game.is_dummy[u] for u in self.p.units(n, RUSSIAN)) for n in self.sight.board.adjacent(hex))
        worth = -0.45 * abs(enemy - 2) - 4.0 * (enemy <= 1) - 2.5 * sum(self.game.is_dummy[u] for u in there) - 0.5 * beside
        return worth - 0.8 * len(there)

    def pressure(self, hex: int) -> float:
        """German factors that can strike here at once."""
        far = self.game.far[hex]
        return sum(min(self.sight.threat[h], 9.0) for h in self.danger if far[h] <= 1) / 4.0


def _ring(board: Board, hex: int) -> Sequence[int]:
    """Hexes two away, where a neighbour's zone touches one's own."""
    near = set(board.adjacent(hex))
    return [n for n in {m for h in near for m in board.adjacent(h)} if n != hex and n not in near]
