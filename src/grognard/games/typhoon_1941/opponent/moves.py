"""Operational movement: Germans gather for attacks and drive on Moscow, Russians bar the way and later strike back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ....ai import Advice
from ....core.board import Board
from ....core.command import Command
from ....core.match import Match
from ..rules import movement
from ..rules.attacks import may_strike
from ..rules.condition import on_map
from ..rules.stacking import has_room
from ..rules.supply import length, sources, within_length
from ..rules.victory import RUSSIAN_GOALS
from ..rules.zones import zones
from ..state import GERMAN, RUSSIAN
from .sight import Sight

#: Share of an attack's worth by the odds the units around a hex would have.
_BY_ODDS = ((4.0, 1.15), (3.0, 1.0), (2.0, 0.65), (1.5, 0.4), (1.0, 0.2))


class Mover:
    """Moves one unit after the other; units that had better stay are remembered for the phase."""

    def __init__(self) -> None:
        self.phase: tuple[int, int, str] | None = None
        self.stayed: set[int] = set()

    def choose(self, match: Match) -> Advice:
        p = match.play
        phase = (p.s.turn, p.s.active, p.s.phase)
        if phase != self.phase:
            self.phase, self.stayed = phase, set()
        sight = Sight(match)
        waiting = [u for u in movement.movable(p, ()) if u not in self.stayed]
        scorer = German(sight) if sight.side == GERMAN else Russian(sight)
        for unit in sorted(waiting, key=scorer.rank):
            command = scorer.best(unit)
            if command is not None:
                return Advice(command, scorer.why(unit))
            self.stayed.add(unit)
        return Advice(Command("done"), "everybody stands where he should")


class Scorer:
    """Worth of hexes for a unit; subclasses say what a side wants."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game = sight, sight.p, sight.game
        self.zone = zones(self.p, sight.enemy).controlled
        self.near = {h: [n for n in sight.board.adjacent(h) if may_strike(self.p, n, h)] for h in sight.enemies}
        self.massed = {h: float(sum(self.game.attack[u] for u in sight.strikers(h))) for h in sight.enemies}

    def rank(self, unit: int) -> tuple[float, ...]:
        raise NotImplementedError

    def worth(self, unit: int, hex: int) -> float:
        raise NotImplementedError

    def why(self, unit: int) -> str:
        raise NotImplementedError

    def best(self, unit: int) -> Command | None:
        """The move to the best hex, None when the present one is as good."""
        march = movement.reach_of(self.p, unit)
        here = self.p.s.loc.item(unit)
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
        standing = self.p.s.loc.item(unit)
        for target in self.sight.board.adjacent(hex):
            if target not in self.sight.enemies or hex not in self.near[target]:
                continue
            defence = max(self.sight.enemies[target], 0.5)
            there = self.massed[target] - (own if standing in self.near[target] else 0.0)
            gain = max(gain, value * (_share((there + own) / defence) - 0.6 * _share(there / defence)))
        return gain


def _share(ratio: float) -> float:
    return next((share for least, share in _BY_ODDS if ratio >= least), 0.0)


class German(Scorer):
    """Armour leads, korps follow, armies keep the supply lines within reach."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(sight)
        goals = [sight.game.places.get(name, -1) for name in ("Moscow", "Tula", "Kalinin")]
        held = self.p.s.control
        self.goals = [h for h in goals if h >= 0 and held.item(h) == RUSSIAN] or [h for h in goals[:1] if h >= 0] or [0]
        self.linked = within_length(self.p, sources(self.p, GERMAN))
        self.front = [self.p.s.loc.item(u) for u in sight.own if not self.game.is_army[u]]
        self.armies = [u for u in self.game.armies if on_map(self.p, u)]
        self.home = self.in_danger()
        self.quarry = self.hunters()

    def rank(self, unit: int) -> tuple[float, ...]:
        order = 2 if self.game.is_army[unit] else 0 if self.game.is_tank[unit] else 1
        return order, self.sight.distance(self.p.s.loc.item(unit), self.goals), unit

    def why(self, unit: int) -> str:
        return "supply must keep up" if self.game.is_army[unit] else "to the point of attack, and on to Moscow"

    def worth(self, unit: int, hex: int) -> float:
        guard = self.p.s.count.item(GERMAN, hex) - (self.p.s.loc.item(unit) == hex)
        watch = self.home.get(hex, 0.0) * (not guard and not self.game.is_tank[unit])
        if self.game.is_army[unit]:
            return self.army_worth(unit, hex) + watch
        if unit in self.quarry:
            chase = 1.5 * self.attack_worth(unit, hex, 4.0) - 0.9 * self.sight.board.distance(hex, self.quarry[unit])
            return chase + watch - 5.0 * (not self.sight.fed[hex])
        goal = self.game.moscow if self.game.moscow >= 0 else self.goals[0]
        far = min(self.sight.board.distance(hex, goal), self.sight.distance(hex, self.goals) + 2)
        pace = 0.55 if self.game.is_tank[unit] else 0.4
        worth = self.attack_worth(unit, hex, 4.0) - pace * far
        worth += 2.5 * bool(self.game.settled[hex] and self.p.s.control.item(hex) == RUSSIAN)
        worth += 30.0 * (hex == self.game.moscow)
        return worth + watch - 5.0 * (not self.sight.fed[hex])

    def in_danger(self) -> dict[int, float]:
        """Places whose loss would lose the game, and how much a guard there is worth: the nearer a Russian, the more."""
        found = {}
        for name in RUSSIAN_GOALS:
            hex = self.game.places.get(name, -1)
            if hex >= 0:
                near = self.sight.distance(hex, sorted(self.sight.enemies))
                found[hex] = 12.0 if near <= 6 else 4.0 if near <= 8 else 0.0
        return found

    def hunters(self) -> dict[int, int]:
        """Korps told off against Russians who are near enough to the rear to win the game there."""
        board = self.sight.board
        homes = [self.game.places[n] for n in RUSSIAN_GOALS if n in self.game.places]
        if self.p.s.turn <= 1:
            return {}
        near = [h for h in self.sight.enemies if board.cells[h][1] <= 5 or self.sight.distance(h, homes) <= 3]
        free = [u for u in self.sight.own if not self.game.is_army[u] and not self.game.is_tank[u]]
        found: dict[int, int] = {}
        for raider in sorted(near, key=lambda h: (board.cells[h][1], h)):
            able = sorted((u for u in free if u not in found), key=lambda u: (board.distance(self.p.s.loc.item(u), raider), u))
            found |= dict.fromkeys(able[:2], raider)
        return found

    def army_worth(self, unit: int, hex: int) -> float:
        board = self.sight.board
        others = [self.p.s.loc.item(u) for u in self.armies if u != unit]
        reach = length(self.p)
        covered = sum(board.distance(hex, h) <= reach and self.sight.distance(h, others) > reach for h in self.front)
        worth = 0.6 * covered - 0.25 * board.distance(hex, self.goals[0]) - 6.0 * (not self.linked[hex])
        worth -= 8.0 * any(board.distance(hex, h) <= 1 for h in others) + 1.5 * bool(self.zone[hex])
        return worth


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

    def rank(self, unit: int) -> tuple[float, ...]:
        return float(self.game.is_dummy[unit]), self.sight.distance(self.p.s.loc.item(unit), self.danger), unit

    def why(self, unit: int) -> str:
        if self.game.is_dummy[unit]:
            return "to look like an army"
        return "to strike where he is thin" if self.winter else "to bar the way to Moscow"

    def worth(self, unit: int, hex: int) -> float:
        game, board = self.game, self.sight.board
        enemy = self.sight.distance(hex, self.danger)
        moscow = board.distance(hex, game.moscow) if game.moscow >= 0 else 0
        friends = [u for u in self.p.units(hex, RUSSIAN) if u != unit and not game.is_free_of_stacking[u]]
        worth = self.posts.get(hex, 0.0) * (1.0 if len(friends) < 2 else 0.3) if enemy <= 8 else 0.0
        worth += 0.8 * bool(game.forest[hex] and game.is_infantry[unit])
        worth += 1.0 * bool(self.behind[hex]) + 0.5 * bool(game.settled[hex])
        worth -= 7.0 * (not self.net[hex])
        if game.is_katyusha[unit]:
            return worth + (2.0 if friends else -4.0) - 0.1 * abs(enemy - 2)
        if self.winter and not game.is_dummy[unit]:
            worth += self.attack_worth(unit, hex, 4.5) - 0.35 * enemy
        else:
            worth -= 0.45 * abs(enemy - (2 if game.is_dummy[unit] else 3)) + 0.12 * moscow
            worth -= 0.5 * self.pressure(hex) / max(1.0, 1.0 + len(friends))
            worth += self.attack_worth(unit, hex, 2.0)
        line = sum(1 for n in _ring(board, hex) if self.p.s.count.item(RUSSIAN, n))
        return worth + 0.25 * min(line, 3) - 0.6 * max(0, len(friends) - 1)

    def pressure(self, hex: int) -> float:
        """German factors that can strike here at once."""
        return sum(min(self.sight.threat[h], 9.0) for h in self.danger if self.sight.board.distance(h, hex) <= 1) / 4.0


def _ring(board: Board, hex: int) -> Sequence[int]:
    """Hexes two away, where a neighbour's zone touches one's own."""
    near = set(board.adjacent(hex))
    return [n for n in {m for h in near for m in board.adjacent(h)} if n != hex and n not in near]


