"""Operational movement: Germans carry out the plan of the phase, Russians bar the way and later strike back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from ....ai import Advice
from ....core.command import Command
from ....core.match import Match
from ..material import Material
from ..rules import movement
from ..rules.attacks import may_strike
from ..rules.stacking import has_room
from ..rules.zones import zones
from ..state import GERMAN, RUSSIAN
from .german import ExactTrains, Plan, Trains
from .sight import Sight

Hexes = npt.NDArray[np.int64]
Worth = npt.NDArray[np.float64]

#: Share of an attack's worth by the odds the units around a hex would have.
_BY_ODDS = ((4.0, 1.15), (3.0, 1.0), (2.0, 0.65), (1.5, 0.4), (1.0, 0.2))


#: Pull of Moscow once the spearheads are near.
ALARM = 0.3


class Mover:
    """Moves one unit after the other; a plan and units that had better stay are remembered for the phase."""

    trains: type[Trains] = Trains

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
                path = self.trains(sight).path(army)
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


class CarefulMover(Mover):
    """The officer's: his armies go where they feed most."""

    trains = ExactTrains


class Scorer(ABC):
    """Worth of hexes for a unit; subclasses say what a side wants."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game = sight, sight.p, sight.game
        self.zone = zones(self.p, sight.enemy).controlled
        self.near = {h: [n for n in sight.board.adjacent(h) if may_strike(self.p, n, h)] for h in sight.enemies}
        self._fronts: dict[int, list[int]] | None = None  #: hexes and the enemies who can be struck from them
        self.massed = {h: float(sum(self.game.attack[u] for u in sight.strikers(h))) for h in sight.enemies}

    @abstractmethod
    def rank(self, unit: int) -> tuple[float, ...]:
        """Who moves first: the smallest."""

    @abstractmethod
    def worth(self, unit: int, hexes: Hexes) -> Worth:
        """What hexes are worth to a unit."""

    @abstractmethod
    def why(self, unit: int) -> str:
        """The reason a player is told."""

    def best(self, unit: int) -> Command | None:
        """The move to the best hex, None when the present one is as good."""
        march = movement.march_of(self.p, unit).reach()
        here = self.p.s.loc[unit]
        able = [hex for hex in march.ends if has_room(self.p, unit, hex)]
        if not able:
            return None
        costs = march.costs
        worth = self.worth(unit, np.array([here, *able])) - 0.02 * np.array([0, *[costs[hex] for hex in able]])
        best = int(worth[1:].argmax()) + 1
        return Command("move", (unit,), tuple(march.path(able[best - 1]))) if worth[best] > worth[0] + 0.15 else None

    def attack_worth(self, unit: int, hexes: Hexes, value: float) -> Worth:
        """What the unit would add to the best attack from each hex."""
        found = np.zeros(len(hexes))
        own = float(self.game.attack[unit])
        standing = self.p.s.loc[unit]
        if self._fronts is None:
            self._fronts = {}
            for target, near in self.near.items():
                for hex in near:
                    self._fronts.setdefault(hex, []).append(target)
        for at, hex in enumerate(hexes.tolist()):
            for target in self._fronts.get(hex, ()):
                defence = max(self.sight.enemies[target], 0.5)
                there = self.massed[target] - (own if standing in self.near[target] else 0.0)
                gain = value * (_share((there + own) / defence) - 0.6 * _share(there / defence))
                found[at] = max(found[at], gain)
        return found


def _share(ratio: float) -> float:
    return next((share for least, share in _BY_ODDS if ratio >= least), 0.0)


class Russian(Scorer):
    """A line in depth before Moscow and Tula, on ground that helps; from turn 5 on attacks where the German is thin."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        self.winter = self.p.s.turn >= 5
        names = ("Moscow", "Tula", "Voronezh", "Kalinin", "Kaluga", "Vyazma", "Orel", "Kursk", "Rzhev", "Bryansk")
        self.ground = russian_ground(self.game)
        self.posts = np.zeros(sight.board.hexes)
        for k, name in enumerate(names):
            if name in self.game.places:
                self.posts[self.game.places[name]] = 3.0 - 0.2 * k
        self.danger = sorted(sight.threat)
        self.enemy = self.game.apart[:, self.danger].min(axis=1, initial=99).astype(np.int64)
        self.net = np.asarray(sight.fed)
        counted = [not free for free in self.game.is_free_of_stacking]
        self.friends = np.bincount(
            [self.p.s.loc[u] for u in self.game.ground_of[RUSSIAN] if counted[u] and 0 <= self.p.s.loc[u] < sight.board.hexes],
            minlength=sight.board.hexes,
        )
        near = sight.distance(self.game.moscow, self.danger) if self.game.moscow >= 0 else 99
        self.homeward = 0.12 if near > 7 else ALARM  #: pull of Moscow; the alarm is raised when the spearheads come near

    def rank(self, unit: int) -> tuple[float, ...]:
        return float(self.game.is_dummy[unit]), self.sight.distance(self.p.s.loc[unit], self.danger), unit

    def why(self, unit: int) -> str:
        if self.game.is_dummy[unit]:
            return "to look like an army"
        return "to strike where he is thin" if self.winter else "to bar the way to Moscow"

    def worth(self, unit: int, hexes: Hexes) -> Worth:
        game, ground = self.game, self.ground
        enemy, moscow = self.enemy[hexes], ground.moscow[hexes]
        friends = self.friends[hexes]
        if not game.is_free_of_stacking[unit]:
            friends = friends - (hexes == self.p.s.loc[unit])
        worth: Worth = np.where(enemy <= 8, self.posts[hexes] * np.where(friends < 2, 1.0, 0.3), 0.0)
        worth = worth + 0.8 * (ground.forest[hexes] & game.is_infantry[unit])
        worth = worth + ground.helpful[hexes]
        worth = worth - 7.0 * ~self.net[hexes]
        if game.is_katyusha[unit]:
            return np.asarray(worth + np.where(friends > 0, 2.0, -4.0) - 0.1 * abs(enemy - 2))
        if game.is_dummy[unit]:
            return worth + self.bluff_worth(unit, hexes, enemy) - self.homeward * moscow
        if self.winter:
            worth = worth + (self.attack_worth(unit, hexes, 4.5) - 0.35 * enemy)
        else:
            worth = worth - (0.45 * abs(enemy - 3) + self.homeward * moscow)
            worth = worth - 0.5 * self.pressure[hexes] / np.maximum(1.0, 1.0 + friends)
            worth = worth + self.attack_worth(unit, hexes, 2.0)
        return worth + 0.25 * np.minimum(self.lines[hexes], 3) - 0.6 * np.maximum(0, friends - 1)

    def bluff_worth(self, unit: int, hexes: Hexes, enemy: Hexes) -> Worth:
        """A dummy fills a gap: alone like an army of the second line, out of sight, never beside another dummy."""
        is_dummy, adjacent, units = self.game.is_dummy, self.sight.board.adjacent, self.p.units
        there = [[u for u in units(hex, RUSSIAN) if u != unit] for hex in hexes.tolist()]
        dummies = np.array([sum(is_dummy[u] for u in stack) for stack in there])
        beside = np.array([
            sum(any(is_dummy[u] for u in units(n, RUSSIAN)) for n in adjacent(hex)) for hex in hexes.tolist()
        ])  # fmt: skip
        worth = -0.45 * abs(enemy - 2) - 4.0 * (enemy <= 1) - 2.5 * dummies - 0.5 * beside
        return np.asarray(worth - 0.8 * np.array([len(stack) for stack in there]))

    @cached_property
    def pressure(self) -> Worth:
        """German factors that can strike each hex at once."""
        force = np.array([min(self.sight.threat[h], 9.0) for h in self.danger])
        return np.asarray(((self.game.apart[:, self.danger] <= 1) * force).sum(axis=1) / 4.0)

    @cached_property
    def lines(self) -> Hexes:
        """Hexes with own units two away from each hex."""
        held = self.p.s.arrays.count[RUSSIAN][: self.sight.board.hexes] > 0
        return np.asarray((held[self.ground.ring] & self.ground.in_ring).sum(axis=1))


class RussianGround:
    """What the Russian asks of the map, the same in every position of a game."""

    def __init__(self, game: Material) -> None:
        board = game.board
        self.moscow = game.apart[game.moscow].astype(np.int64) if game.moscow >= 0 else np.zeros(board.hexes, np.int64)
        self.forest = game.forest[: board.hexes]
        self.helpful = 1.0 * board.mask("behind-defence-line")[: board.hexes] + 0.5 * game.settled[: board.hexes]
        two_away = [np.nonzero(row == 2)[0] for row in game.apart]
        most = max(map(len, two_away))
        self.ring = np.array([np.pad(row, (0, most - len(row))) for row in two_away])
        self.in_ring = np.array([np.arange(most) < len(row) for row in two_away])


@cache
def russian_ground(game: Material) -> RussianGround:
    return RussianGround(game)
