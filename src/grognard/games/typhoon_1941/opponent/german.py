"""The German plan of a movement phase: concentric attacks first, then the armour that is left drives on."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ....core.paths import flood
from ..game import NO_ZONE
from ..rules import movement
from ..rules.attacks import may_strike
from ..rules.condition import has, on_map
from ..rules.odds import attack_factor
from ..rules.stacking import excess
from ..rules.supply import blocked, connected, length, sources, within_length
from ..rules.weather import frozen, hampers, is_good
from ..rules.zones import zones
from ..state import DISRUPTED, GERMAN, HIDDEN, RUSSIAN
from .sight import Sight
from .worth import battle_worth

#: An attack is planned for if it promises so many factors; every unit in it must add its share.
_WORTH_PLANNING = 0.35
_SHARE = 0.12
#: Share of the way towards Moscow that a unit gives up for an attack, as the attack has to earn it.
_DETOUR = 0.25
#: Worth of a hex nearer to Moscow, for armour and for infantry.
_PACE = {True: 0.6, False: 0.45}


class Plan:
    """Where every German unit goes in a movement phase."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game, self.board = sight, sight.p, sight.game, sight.board
        self.ground = sight.ground
        self.going: dict[int, int] = {}
        self.why: dict[int, str] = {}
        self.zone = zones(self.p, GERMAN).controlled.copy()
        able = [u for u in movement.movable(self.p, ()) if not self.game.is_army[u]]
        self.ends = {u: {self.p.s.loc.item(u), *movement.reach_of(self.p, u).ends} for u in able}
        self.free = set(able)
        self.stack: dict[int, list[int]] = {}
        for unit in sight.own:
            if unit not in self.free:
                self.stack.setdefault(self.p.s.loc.item(unit), []).append(unit)
        base = self.board.node("luftwaffe")
        self.air = sum(self.p.s.loc.item(u) == base and not has(self.p, u, DISRUPTED) for u in self.game.air_of[GERMAN])
        self.factor = {u: attack_factor(self.p, u) for u in able}
        self._attacks()
        self._guards()
        for unit in sorted(self.free, key=lambda u: (not self.game.is_tank[u], self.ground.march[self.p.s.loc.item(u)], u)):
            self._drive(unit)

    def room(self, unit: int, hex: int) -> bool:
        there = self.stack.get(hex, [])
        return excess(self.p, [*there, unit], GERMAN) <= excess(self.p, there, GERMAN)

    def send(self, unit: int, hex: int, why: str) -> None:
        self.free.discard(unit)
        self.going[unit], self.why[unit] = hex, why
        self.stack.setdefault(hex, []).append(unit)
        if self.game.zone[unit] != NO_ZONE:
            sides = self.game.zone_sides[self.game.zone[unit]][int(frozen(self.p))][hex]
            for d, near in enumerate(self.board.rows[hex]):
                if near >= 0 and sides[d]:
                    self.zone[near] = True

    # ---------------------------------------------------------------- attacks

    def _attacks(self) -> None:
        """The best attack of all, then the best of what is left, while attacks are worth while."""
        plans = {}
        waiting = set(self.ground.enemies)
        while waiting:
            for target in sorted(waiting):
                if target not in plans:
                    plans[target] = self._best_attack(target)
            target = max(sorted(waiting), key=lambda h: plans[h][0])
            score, chosen = plans[target]
            if score < _WORTH_PLANNING:
                return
            waiting.discard(target)
            for unit, hex in chosen:
                self.send(unit, hex, "to the point of attack")
            self.air -= bool(self.air > 0 and not self.game.major[target])
            used = {u for u, _ in chosen}, {a for _, a in chosen}
            plans = {
                h: plan for h, plan in plans.items()
                if not any(u in used[0] or a in used[1] for u, a in plan[1])
            }  # fmt: skip

    def _best_attack(self, target: int) -> tuple[float, list[tuple[int, int]]]:
        """Units are added one by one, each where it helps most, as long as it helps enough."""
        near = [a for a in self.board.adjacent(target) if may_strike(self.p, a, target) and not self.p.s.count.item(RUSSIAN, a)]
        chosen: list[tuple[int, int]] = []
        posts = [(u, a) for a in near for u in sorted(self.free) if a in self.ends[u] and self.factor[u]]
        standing = [(u, a) for a in near for u in self.stack.get(a, ()) if u in self.factor and u not in self.going]
        score = 0.0
        ground = self.ground.value(target)
        while posts and len(chosen) < 9:
            best, step = score + _SHARE, None
            for unit, hex in posts:
                if any(u == unit for u, _ in chosen) or not self._fits(chosen, unit, hex):
                    continue
                worth = self._score(target, [*standing, *chosen, (unit, hex)], ground) - _SHARE * len(chosen)
                worth -= self.detour(unit, hex) + sum(self.detour(u, a) for u, a in chosen)
                if worth > best:
                    best, step = worth, (unit, hex)
            if step is None and not chosen:
                step = self._strongest(posts)
                best = -1.0
            if step is None:
                break
            chosen.append(step)
            if best < 0:  # one unit alone may not pay while two or three do
                score = -1.0
                continue
            score = best
        return score, chosen

    def detour(self, unit: int, hex: int) -> float:
        """What it costs to use a unit there: how much better it could stand elsewhere."""
        if unit not in self._best_stand:
            self._best_stand[unit] = max(self.stand(unit, h) for h in self.ends[unit])
        return _DETOUR * (self._best_stand[unit] - self.stand(unit, hex))

    @cached_property
    def _best_stand(self) -> dict[int, float]:
        return {}

    def _strongest(self, posts: list[tuple[int, int]]) -> tuple[int, int] | None:
        return max(posts, key=lambda post: (self.factor[post[0]], -post[0], -post[1]), default=None)

    def _fits(self, chosen: list[tuple[int, int]], unit: int, hex: int) -> bool:
        there = [*self.stack.get(hex, ()), *(u for u, a in chosen if a == hex)]
        return excess(self.p, [*there, unit], GERMAN) <= excess(self.p, there, GERMAN)

    def _score(self, target: int, posts: list[tuple[int, int]], ground: float) -> float:
        attack = sum(self.factor[u] for u, _ in posts)
        origins = {a for _, a in posts}
        defence, shift = self.target_state(target, origins)
        return battle_worth(self.game, attack, defence, shift, GERMAN, self.plight(target, posts), ground)

    def target_state(self, target: int, origins: set[int]) -> tuple[float, int]:
        """Defence and shifts of an attack out of these hexes, as far as the German can know."""
        p, game, board = self.p, self.game, self.board
        there = p.units(target, RUSSIAN)
        known = [u for u in there if not has(p, u, HIDDEN)]
        hidden = len(there) - len(known)
        infantry = sum(game.is_infantry[u] for u in known) + hidden
        defence = self.sight.enemies[target]
        if all(game.defence_line[o, board.direction(o, target)] for o in origins):
            defence += infantry
        if game.major[target] and infantry:
            defence += 1
        shift = -bool(hampers(p, GERMAN))
        shift -= bool(game.forest[target] and infantry)
        shift -= not frozen(p) and all(game.river[o, board.direction(o, target)] for o in origins)
        shift += any(has(p, u, DISRUPTED) for u in known)
        shift += target in self.cut_off
        if self.air > 0 and not game.major[target]:
            shift += 1 if game.forest[target] else 2
        return defence, shift

    @cached_property
    def cut_off(self) -> set[int]:
        net = connected(self.p, sources(self.p, RUSSIAN))
        return {h for h in self.ground.enemies if not net[h]}

    def plight(self, target: int, posts: list[tuple[int, int]]) -> str:
        cut = target in self.cut_off and not self.game.settled[target]
        if target in self.game.shelters or not self._exits(target, posts):  # garrisons never retreat
            return "doomed" if cut else "trapped"
        if cut:
            return "cut"
        armour = sum(self.factor[u] for u, _ in posts if self.game.is_tank[u])
        plain = not self.game.forest[target] and not self.game.major[target] and self.p.s.weather != "mud"
        return "overrun" if plain and armour >= self.sight.enemies[target] else "free"

    def _exits(self, target: int, posts: list[tuple[int, int]]) -> bool:
        """Is there a hex into which the defenders could retreat?"""
        board, p = self.board, self.p
        origins = {a for _, a in posts}
        zone = {n for u, a in posts if self.game.zone[u] != NO_ZONE for n in board.adjacent(a)}
        for n in board.adjacent(target):
            if n in origins or p.s.count.item(GERMAN, n) or self.stack.get(n):
                continue
            if any(board.direction(n, o) >= 0 for o in origins):
                continue
            if not p.s.count.item(RUSSIAN, n) and (self.zone[n] or n in zone):
                continue
            return True
        return False

    # ---------------------------------------------------------------- the others

    def _guards(self) -> None:
        """The nearest korps into each home town a Russian could reach."""
        for home, worth in self.ground.threatened_homes.items():
            if not worth or self.stack.get(home):
                continue
            able = [u for u in self.free if home in self.ends[u] and not self.game.is_tank[u]]
            if able:
                unit = min(able, key=lambda u: (self.factor[u], self.board.distance(self.p.s.loc.item(u), home), u))
                self.send(unit, home, "the rear must not be lost")

    def _drive(self, unit: int) -> None:
        able = sorted(h for h in self.ends[unit] if self.room(unit, h)) or [self.p.s.loc.item(unit)]
        best = max(able, key=lambda h: self.worth(unit, h))
        self.send(unit, best, "on to Moscow" if self.game.is_tank[unit] else "closing up")

    def worth(self, unit: int, hex: int) -> float:
        """What it is worth to have a unit in a hex when the phase ends, attacks apart."""
        game = self.game
        worth = self.stand(unit, hex)
        worth += 0.35 * bool(self.stack.get(hex)) + 0.15 * bool(game.settled[hex])
        if game.zone[unit] != NO_ZONE:
            worth += 0.4 * self.cuts(unit, hex)
        return worth + 0.001 * (self.p.s.loc.item(unit) == hex)

    def stand(self, unit: int, hex: int) -> float:
        """The same, without regard to anybody else."""
        game, ground = self.game, self.ground
        worth = -_PACE[game.is_tank[unit]] * ground.march[hex] - 2.5 * (not ground.fed[hex])
        return worth + 1.5 * bool(game.settled[hex] and self.p.s.control.item(hex) == RUSSIAN) + 30.0 * (hex == game.moscow)

    def cuts(self, unit: int, hex: int) -> float:
        """Russian factors that would lose their supply if the unit stood there."""
        key = hex, self.game.zone[unit]
        if key not in self._cut_by:
            sides = self.game.zone_sides[self.game.zone[unit]][int(frozen(self.p))][hex]
            mine = [n for d, n in enumerate(self.board.rows[hex]) if n >= 0 and sides[d]]
            if not self._matters(hex, mine):
                self._cut_by[key] = 0.0
            else:
                lost = self._unsupplied([hex, *mine]) - self._unsupplied([])
                self._cut_by[key] = max(0.0, lost)
        return self._cut_by[key]

    @cached_property
    def _cut_by(self) -> dict[tuple[int, int], float]:
        return {}

    def _matters(self, hex: int, zone: list[int]) -> bool:
        return self.sight.distance(hex, self.ground.enemies) <= 4

    def _unsupplied(self, more: list[int]) -> float:
        closed = blocked(self.p, RUSSIAN) | (self.zone & (self.p.s.count[RUSSIAN] == 0))
        for n in more:
            if not self.p.s.count.item(RUSSIAN, n):
                closed[n] = True
        passable = self.game.passable[int(frozen(self.p))].astype(np.uint8)
        start = np.nonzero(sources(self.p, RUSSIAN) & ~closed)[0].astype(np.int16)
        net = flood(self.board.neighbours, passable, closed.astype(np.uint8), start)
        return sum(f for h, f in self.sight.enemies.items() if not net[h])


class Trains:
    """Where the armies go: each within a line of a source, and as many units as possible within a line of one."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game, self.board = sight, sight.p, sight.game, sight.board
        self.ground = sight.ground
        self.linked = within_length(self.p, sources(self.p, GERMAN))
        self.zone = zones(self.p, RUSSIAN).controlled
        self.others = {u: self.p.s.loc.item(u) for u in self.game.armies if on_map(self.p, u)}
        self.front = [(self.p.s.loc.item(u), 2.0 if self.game.is_tank[u] else 1.0) for u in sight.own if not self.game.is_army[u]]
        last = self.p.s.turn > 1 or self.p.s.phase == "operational"
        #: lines grow short when Mud or Snow comes, so the last move of a good turn looks ahead
        self.reach = length(self.p) if not (last and is_good(self.p)) else length(self.p) - 1

    def path(self, army: int) -> list[int]:
        march = movement.reach_of(self.p, army)
        here = self.p.s.loc.item(army)
        able = [here, *(h for h in sorted(march.ends) if self._room(army, h))]
        best = max(able, key=lambda h: self.worth(army, h) + 0.1 * (h == here))
        return march.path(best)

    def _room(self, army: int, hex: int) -> bool:
        there = [u for u in self.p.units(hex, GERMAN) if u != army]
        return excess(self.p, [*there, army], GERMAN) <= excess(self.p, there, GERMAN)

    def worth(self, army: int, hex: int) -> float:
        others = [h for u, h in self.others.items() if u != army]
        served = 0.0
        for unit, weight in self.front:
            gap = self.board.distance(hex, unit)
            if self.sight.distance(unit, others) > self.reach:
                served += weight * (1.0 if gap <= self.reach else max(0.0, 0.6 - 0.12 * (gap - self.reach)))
        worth = 0.4 * served - 0.5 * self.ground.march[hex] - 8.0 * (not self.linked[hex])
        worth -= 8.0 * any(self.board.distance(hex, h) <= 1 for h in others) + 1.5 * bool(self.zone[hex])
        return worth + 0.4 * bool(self.p.s.count.item(GERMAN, hex))
