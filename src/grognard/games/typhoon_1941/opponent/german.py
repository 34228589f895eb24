"""The German plan of a movement phase: concentric attacks first, then the armour that is left drives on."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ....core.foresight import placed
from ....core.paths import flood
from ..material import NO_ZONE
from ..rules import movement
from ..rules.attacks import may_strike
from ..rules.condition import has, on_map
from ..rules.odds import LOWEST, Reckoning, attack_factor, attacker_of
from ..rules.stacking import has_room, may_join
from ..rules.supply import blocked_as_it_seems, german_network, sources
from ..rules.weather import frozen
from ..rules.zones import zones
from ..state import DISRUPTED, GERMAN, RUSSIAN
from .ground import SHORT_LINE
from .sight import Sight
from .worth import battle_worth

#: An attack is planned for if it promises so many factors; every unit in it must add its share.
_WORTH_PLANNING = 0.35
_SHARE = 0.12
#: What it is worth to close one way out, even if others stay open.
_CLOSING = 0.06
#: Share of the way towards Moscow that a unit gives up for an attack, as the attack has to earn it.
_DETOUR = 0.25
_FIRST_DETOUR = 0.12
#: Worth of company in a hex, and price of a hex that supply does not reach.
_COMPANY = 0.35
_HUNGER = 3.0
#: Hexes from the enemy within which a unit is asked whom it would cut off.
_CUTTING = 4
#: So many places of an army are looked at exactly.
_LOOKED_AT = 10
#: Worth of a hex nearer to Moscow, for armour and for infantry.
_PACE = {True: 1.0, False: 0.7}


class Plan:
    """Where every German unit goes in a movement phase."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.p, self.game, self.board = sight, sight.p, sight.game, sight.board
        self.ground = sight.ground
        self.going: dict[int, int] = {}
        self.why: dict[int, str] = {}
        self.zone = zones(self.p, GERMAN).controlled.copy()
        able = [u for u in movement.movable(self.p, ()) if not self.game.is_army[u]]
        self.ends = {u: {self.p.s.loc[u], *movement.march_of(self.p, u).reach().ends} for u in able}
        self.free = set(able)
        self.stack: dict[int, list[int]] = {}
        for unit in sight.own:
            if unit not in self.free:
                self.stack.setdefault(self.p.s.loc[unit], []).append(unit)
        base = self.board.node("luftwaffe")
        self.air = sum(self.p.s.loc[u] == base and not has(self.p, u, DISRUPTED) for u in self.game.air_of[GERMAN])
        self.factor = {u: attack_factor(self.game, attacker_of(self.p, u)) for u in able}
        self._cut_off_by = -1, 0.0  #: units sent, and what they cut off
        self._ways_out: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        self._attacks()
        self._guards()
        for unit in sorted(self.free, key=lambda u: (not self.game.is_tank[u], self.ground.march[self.p.s.loc[u]], u)):
            self._drive(unit)

    def room(self, unit: int, hex: int) -> bool:
        return may_join(self.p, unit, self.stack.get(hex, []), hex)

    def send(self, unit: int, hex: int, why: str) -> None:
        self.free.discard(unit)
        self.going[unit], self.why[unit] = hex, why
        self.stack.setdefault(hex, []).append(unit)
        if self.game.zone[unit] != NO_ZONE:
            sides = self.game.zone_sides[int(frozen(self.p)), self.game.zone[unit], hex]
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
        self._ways_out.clear()  # units have been sent since the last look
        near = [a for a in self.board.adjacent(target) if may_strike(self.p, a, target) and not self.p.s.count[RUSSIAN][a]]
        chosen: list[tuple[int, int]] = []
        posts = [(u, a) for a in near for u in sorted(self.free) if a in self.ends[u] and self.factor[u]]
        standing = [(u, a) for a in near for u in self.stack.get(a, ()) if u in self.factor and u not in self.going]
        score = 0.0
        ground = self.ground.value(target)
        while posts and len(chosen) < 9:
            best, step = score + _SHARE, None
            taken, price = {u for u, _ in chosen}, sum(self.detour(u, a) for u, a in chosen)
            full = {a: [*self.stack.get(a, ()), *(u for u, b in chosen if a == b)] for a in near}
            for unit, hex in posts:
                if unit in taken or not may_join(self.p, unit, full[hex], hex):
                    continue
                worth = self._score(target, [*standing, *chosen, (unit, hex)], ground) - _SHARE * len(chosen)
                worth -= self.detour(unit, hex) + price
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
        return (_DETOUR if self.p.s.turn > 1 else _FIRST_DETOUR) * (self._best_stand[unit] - self.stand(unit, hex))

    @cached_property
    def _best_stand(self) -> dict[int, float]:
        return {}

    def _strongest(self, posts: list[tuple[int, int]]) -> tuple[int, int] | None:
        return max(posts, key=lambda post: (self.factor[post[0]], -post[0], -post[1]), default=None)

    def _score(self, target: int, posts: list[tuple[int, int]], ground: float) -> float:
        support = self.air > 0 and not self.game.major[target]
        reckoning = self.sight.planned(target, posts, support)
        exits = self._exits(target, posts)
        worth = self._worth(reckoning, self.plight(target, posts, exits, reckoning), ground) + _CLOSING * (6 - exits)
        return worth * self.ground.weight(target) if worth > 0 else worth

    def _worth(self, reckoning: Reckoning, plight: str, ground: float) -> float:
        attack, defence = reckoning.totals
        if not attack or reckoning.worst() < LOWEST:
            return -1.0
        if not defence:
            return 0.3 + ground
        return battle_worth(self.game, reckoning, GERMAN, plight, ground)

    def plight(self, target: int, posts: list[tuple[int, int]], exits: int, reckoning: Reckoning) -> str:
        cut = target in self.sight.cut_off and not self.game.settled[target]
        if target in self.game.shelters or not exits:  # garrisons never retreat
            return "doomed" if cut else "trapped"
        if cut:
            return "cut"
        origins = tuple({hex for _, hex in posts})
        return "overrun" if self.sight.overruns(reckoning, (target,), origins) else "free"

    def _exits(self, target: int, posts: list[tuple[int, int]]) -> int:
        """Hexes into which the defenders could retreat."""
        zones = self.game.zone
        origins, ruled = frozenset([a for _, a in posts]), frozenset([a for u, a in posts if zones[u] != NO_ZONE])
        found = self._ways_out.get((origins, ruled))
        if found is None:
            found = self._ways_out[origins, ruled] = self._count_exits(target, origins, ruled)
        return found

    def _count_exits(self, target: int, origins: frozenset[int], ruled: frozenset[int]) -> int:
        exits = 0
        board, p = self.board, self.p
        zone = {n for a in ruled for n in board.adjacent(a)}
        for n in board.adjacent(target):
            if n in origins or p.s.count[GERMAN][n] or self.stack.get(n):
                continue
            if any(board.direction(n, o) >= 0 for o in origins):
                continue
            if not p.s.count[RUSSIAN][n] and (self.zone[n] or n in zone):
                continue
            exits += 1
        return exits

    # ---------------------------------------------------------------- the others

    def _guards(self) -> None:
        """The nearest korps into each home town a Russian could reach."""
        for home, worth in self.ground.threatened_homes.items():
            if not worth or self.stack.get(home):
                continue
            able = [u for u in self.free if home in self.ends[u] and not self.game.is_tank[u]]
            if able:
                unit = min(able, key=lambda u: (self.factor[u], self.board.distance(self.p.s.loc[u], home), u))
                self.send(unit, home, "the rear must not be lost")

    def _drive(self, unit: int) -> None:
        able = sorted(h for h in self.ends[unit] if self.room(unit, h)) or [self.p.s.loc[unit]]
        best = max(able, key=lambda h: self.worth(unit, h))
        self.send(unit, best, "on to Moscow" if self.game.is_tank[unit] else "closing up")

    def worth(self, unit: int, hex: int) -> float:
        """What it is worth to have a unit in a hex when the phase ends, attacks apart."""
        game = self.game
        worth = self.stand(unit, hex)
        there = self.stack.get(hex, ())
        worth += 0.5 if any(game.is_army[u] for u in there) else _COMPANY * bool(there)  # armies have guns against bombers
        if game.zone[unit] != NO_ZONE:
            worth += 0.4 * self.cuts(unit, hex)
        return worth + 0.001 * (self.p.s.loc[unit] == hex)

    def stand(self, unit: int, hex: int) -> float:
        """The same, without regard to anybody else."""
        game, ground = self.game, self.ground
        worth = -_PACE[game.is_tank[unit]] * ground.march[hex] - _HUNGER * float(ground.hunger[hex])
        return worth + 1.5 * bool(game.settled[hex] and self.p.s.control[hex] == RUSSIAN) + 30.0 * (hex == game.moscow)

    def cuts(self, unit: int, hex: int) -> float:
        """Russian factors that would lose their supply if the unit stood there."""
        key = hex, self.game.zone[unit]
        if key not in self._cut_by:
            sides = self.game.zone_sides[int(frozen(self.p)), self.game.zone[unit], hex]
            mine = [n for d, n in enumerate(self.board.rows[hex]) if n >= 0 and sides[d]]
            near = self.sight.distance(hex, self.ground.enemies) <= _CUTTING
            self._cut_by[key] = max(0.0, self._unsupplied([hex, *mine]) - self._unsupplied_now()) if near else 0.0
        return self._cut_by[key]

    @cached_property
    def _cut_by(self) -> dict[tuple[int, int], float]:
        return {}

    def _unsupplied_now(self) -> float:
        """Enemy factors out of supply with everybody where he has been sent so far."""
        if self._cut_off_by[0] != len(self.going):
            self._cut_off_by = len(self.going), self._unsupplied([])
        return self._cut_off_by[1]

    def _unsupplied(self, more: list[int]) -> float:
        closed = blocked_as_it_seems(self.p, RUSSIAN) | (self.zone & (self.p.s.arrays.count[RUSSIAN] == 0))
        for n in more:
            if not self.p.s.count[RUSSIAN][n]:
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
        self.linked = self.ground.linked
        self.zone = zones(self.p, RUSSIAN).controlled
        self.others = {u: self.p.s.loc[u] for u in self.game.armies if on_map(self.p, u)}
        self.front = [(self.p.s.loc[u], 2.0 if self.game.is_tank[u] else 1.0) for u in sight.own if not self.game.is_army[u]]

    def path(self, army: int) -> list[int]:
        march = movement.march_of(self.p, army).reach()
        here = self.p.s.loc[army]
        able = [here, *(h for h in sorted(march.ends) if has_room(self.p, army, h))]
        best = self.best(army, {h: self.worth(army, h) + 0.1 * (h == here) for h in able})
        return march.path(best)

    def best(self, army: int, worth: dict[int, float]) -> int:
        """Of places with their worth the one to go to."""
        return max(worth, key=lambda h: worth[h])

    def worth(self, army: int, hex: int) -> float:
        others = [h for u, h in self.others.items() if u != army]
        far, served = self.game.far[hex], 0.0
        for unit, weight in self.front:
            gap = far[unit]
            if self.sight.distance(unit, others) > SHORT_LINE:
                served += weight * (1.0 if gap <= SHORT_LINE else max(0.0, 0.7 - 0.12 * (gap - SHORT_LINE)))
        worth = 0.4 * served - 0.4 * self.ground.march[hex] - 12.0 * (not self.linked[hex])
        worth -= 8.0 * any(far[h] <= 1 for h in others) + 1.5 * bool(self.zone[hex])
        return worth + 0.4 * bool(self.p.s.count[GERMAN][hex])


class ExactTrains(Trains):
    """Armies that go where most units are in supply, counted with the army there; whoever stands in Moscow is fed first."""

    def best(self, army: int, worth: dict[int, float]) -> int:
        """Counted exactly for the few places that look best."""
        able = sorted(worth, key=lambda h: -worth[h])[:_LOOKED_AT]
        return max(able, key=lambda h: worth[h] + self.feeds(army, h))

    def feeds(self, army: int, hex: int) -> float:
        """What is in supply with the army there."""
        with placed(self.p, (army,), (hex,)):
            net = german_network(self.p)
            fed = sum([weight for unit, weight in self.front if net[unit]])
            moscow = bool(self.p.s.count[GERMAN][self.game.moscow] and net[self.game.moscow])
        return 0.5 * fed + 15.0 * moscow
