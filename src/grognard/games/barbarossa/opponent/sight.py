"""What a seat knows of a position, and what it expects of a battle. Soviet units under the top of a stack are guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.chance import mean
from ....core.match import Match
from ....core.paths import spread
from ...assault.odds import name
from ...assault.reckoning import Belief, Memory
from ..material import LAST_TURN, P
from ..queries import hidden, unseen
from ..rules import aerial_supply, combat_odds, expedition, ground, hero_cities, road_back, supply, victory
from ..rules.combat_odds import Face, Setting
from ..state import GERMAN, SOVIET
from .pockets import keystones
from .sieges import Siege, siege

Field = npt.NDArray[np.float64]
Posts = Sequence[tuple[int, int]]

#: What a factor lost weighs for its owner: little while the next replacements bring it back, more when the dead pile grows.
_CHEAP, _DEAR = {GERMAN: 0.6, SOVIET: 0.4}, {GERMAN: 1.2, SOVIET: 0.8}
#: Worth of a victory point in factors.
POINT = 7.0
#: Worth of driving a Soviet unit off German soil in 1941.
INTRUDER = 3.0
#: Last turn on which that costs points.
_SOIL = 5
#: How much more a place counts for a side that would lose the game at the end of this turn, or of the next.
_URGENT = (3.0, 2.0)
_FAR = 60
#: Units in a stack that no column is likely to sweep aside.
_BAR = 3
#: Goals a side goes for at a time, and how far apart they lie: the Soviet has three supply markers.
_AIMS, _APART = {GERMAN: 4, SOVIET: 3}, 4
#: What makes a goal: a point it brings, own factors within five hexes, enemy factors within two, movement points to it.
_AIM_POINT, _AIM_OWN, _AIM_FOE, _AIM_FAR = 4.0, 0.1, 0.3, 1.0


class Sight:
    """A position through the eyes of the deciding seat."""

    def __init__(
        self, match: Match, *, clock: bool = False, kept: Mapping[int, float] | None = None, besieges: bool = False
    ) -> None:
        """With `clock` places count more for whoever would lose the next check of points. `kept` are goals gone for already, and
        what it is worth to stay with each. Who `besieges` has sieges that take several turns."""
        self.clock, self.kept, self.besieges = clock, kept or {}, besieges
        self.p: P = match.play
        self.game, self.s, self.board = self.p.game, self.p.s, self.p.game.board
        self.side = match.side
        self.enemy = self.p.foe(self.side)
        self.hexes = self.board.hexes
        self.own = self.on_map(self.side)
        self.foes = self.on_map(self.enemy)
        self.enemies = sorted({self.s.loc[u] for u in self.foes})
        self.lavish = False  #: reckon as if offensive supply were everywhere
        self.ringed: set[int] = set()  #: enemy stacks that planned moves will cut off
        self.memory: Memory = {}
        self._settings: dict[tuple[int, bool, str | None], Setting] = {}
        self._attackers: dict[tuple[int, int], Belief[Face]] = {}
        self._unseen: dict[str, Belief[Face]] = {}

    def on_map(self, side: int) -> list[int]:
        return [u for u in self.game.pieces_of_side[side] if 0 <= self.s.loc[u] < self.hexes]

    def at(self, unit: int) -> int:
        return int(self.s.loc[unit])

    def attack(self, unit: int) -> int:
        return int(self.game.attack.item(self.s.kind[unit]))

    def defence(self, unit: int) -> int:
        return int(self.game.defence.item(self.s.kind[unit]))

    def mech(self, unit: int) -> bool:
        return ground.mechanized(self.p, unit)

    @cached_property
    def price(self) -> float:
        """What a factor lost weighs for this side."""
        turn = self.game.track[max(self.s.turn, 1)]
        steps = sum(turn.german_replacements if self.side == GERMAN else turn.soviet_replacements)
        dead = len(self.p.units(self.game.dead[self.side], self.side))
        full = min(1.0, dead / (2 * steps + 1))
        return _CHEAP[self.side] + (_DEAR[self.side] - _CHEAP[self.side]) * full

    # ---------------------------------------------------------------- strengths

    @cached_property
    def guess(self) -> float:
        """Mean factor of the Soviet units that nobody but their owner sees."""
        pool = [self.defence(u) for u in unseen(self.p, SOVIET, (GERMAN,))]
        return sum(pool) / len(pool) if pool else 2.0

    def seen(self, unit: int) -> bool:
        """Does this side know which unit it is?"""
        return self.game.side_of[unit] == self.side or self.game.identified(self.p, unit)

    def _sum(self, units: Sequence[int], factor: str) -> Field:
        found = np.zeros(self.board.nodes)
        for unit in units:
            known = self.attack(unit) if factor == "attack" else self.defence(unit)
            worth = known if self.seen(unit) else self.guess
            found[self.at(unit)] += worth
        return found

    @cached_property
    def believed(self) -> dict[int, tuple[Belief[Face], ...]]:
        """What the units of every enemy stack are or may be, and whether they are fed."""
        return {hex: self._stack(hex) for hex in self.enemies}

    def _stack(self, hex: int) -> tuple[Belief[Face], ...]:
        there = self.p.units(hex, self.enemy)
        cut = hex in self.ringed or (not self.foe_fed[hex] and supply.state_of(self.p, there[0]) == supply.NONE)
        cut = cut and not self._flown_to(hex)
        fed = supply.NONE if cut else supply.OVERLAND
        return tuple([self._belief(unit, fed) if self.seen(unit) else self._hidden(fed) for unit in there])

    def _flown_to(self, hex: int) -> bool:
        """Would transport aircraft feed a besieged stack as soon as it is attacked?"""
        return self.siege is not None and self.siege.target == hex and aerial_supply.available(self.p)

    @cached_property
    def siege(self) -> Siege | None:
        """The place that is besieged, if this side has sieges."""
        return siege(self) if self.besieges else None

    def _belief(self, unit: int, fed: str) -> Belief[Face]:
        return combat_odds.before_the_roll(self.p, unit, Face(self.s.kind[unit], fed))

    def _hidden(self, fed: str) -> Belief[Face]:
        found = self._unseen.get(fed)
        if found is None:
            found = self._unseen[fed] = hidden(self.p, SOVIET, (GERMAN,), fed)
        return found

    @cached_property
    def foe_defence(self) -> Field:
        """Defence factors to be expected in every enemy-held hex."""
        found = np.zeros(self.board.nodes)
        for hex in self.enemies:
            found[hex] = self._holds(hex)
        return found

    def _holds(self, hex: int) -> float:
        return mean(combat_odds.defence_of(self.game, self.setting(hex), self.believed[hex], self.memory))

    def cut_off(self, hexes: Sequence[int]) -> None:
        """Reckon with these enemy stacks as without supply: they will be when everybody stands where he is sent."""
        self.ringed |= set(hexes)
        for hex in hexes:
            self.foe_fed[hex] = False
            self.believed[hex] = self._stack(hex)
            self.foe_defence[hex] = self._holds(hex)

    @cached_property
    def foe_attack(self) -> Field:
        return self._sum(self.foes, "attack")

    @cached_property
    def threat(self) -> Field:
        """Attack factors of the enemy next to every hex, and half of those two hexes off."""
        near = self._around(self.foe_attack)
        return near + 0.25 * self._around(near)

    def _around(self, values: Field) -> Field:
        rows = self.board.neighbours[: self.hexes]
        found = np.zeros(self.board.nodes)
        found[: self.hexes] = np.where(rows >= 0, values[rows], 0.0).sum(axis=1)
        return found

    @cached_property
    def fed(self) -> npt.NDArray[np.bool_]:
        return np.asarray(supply.network(self.p, self.side) != 0)

    @cached_property
    def foe_fed(self) -> npt.NDArray[np.bool_]:
        return np.array(supply.network(self.p, self.enemy) != 0)

    # ---------------------------------------------------------------- the map

    def field(self, sources: Sequence[int], *, mech: bool = False) -> npt.NDArray[np.int16]:
        """Movement points from every hex to the nearest of these; far away where there is no way."""
        nobody = np.zeros(self.board.nodes, np.uint8)
        found = spread(self.board.neighbours, self.game.costs(mech), nobody, np.array(sources, np.int16), _FAR)
        return np.where(found < 0, _FAR, found)

    @cached_property
    def points(self) -> npt.NDArray[np.bool_]:
        return self.game.vp_hex

    @cached_property
    def goals(self) -> list[int]:
        """Places in enemy hands that bring points."""
        return np.nonzero(self.points & (self.s.arrays.control == self.enemy))[0].tolist()

    @cached_property
    def aims(self) -> list[int]:
        """The few goals a side goes for at a time: worth much, near to its masses, weakly held, and apart from each other."""
        mine, theirs = self._sum(self.own, "attack"), self.foe_defence
        own = self.field(sorted({self.at(u) for u in self.own}) or [0])

        far = dict(zip(self.goals, self.board.distances(np.array(self.goals, np.int16)), strict=True))

        def call(goal: int) -> float:
            around, near = ((far[goal] <= limit).nonzero()[0] for limit in (5, 2))
            strength = _AIM_OWN * float(mine[around].sum()) - _AIM_FOE * float(theirs[near].sum())
            return _AIM_POINT * self.points_of(goal) + strength - _AIM_FAR * float(own[goal]) + self.kept.get(goal, 0.0)

        chosen: list[int] = []
        for goal in sorted(self.goals, key=lambda g: (-call(g), g)):
            if len(chosen) < _AIMS[self.side] and all(self.board.distance(goal, other) >= _APART for other in chosen):
                chosen.append(goal)
        return chosen

    @cached_property
    def to_goal(self) -> npt.NDArray[np.int16]:
        return self.field(self.aims or self.goals or self.enemies or [0])

    @cached_property
    def to_enemy(self) -> npt.NDArray[np.int16]:
        """Hexes to the nearest enemy unit."""
        cost = np.where(self.board.neighbours >= 0, 1, 255).astype(np.uint8)
        nobody = np.zeros(self.board.nodes, np.uint8)
        found = spread(self.board.neighbours, cost, nobody, np.array(self.enemies or [0], np.int16), _FAR)
        return np.where(found < 0, _FAR, found)

    @cached_property
    def exposed(self) -> npt.NDArray[np.bool_]:
        """Hexes that an enemy unit could reach in its next movement phase: only strong stacks of ours bar its way."""
        found = np.zeros(self.board.nodes, np.bool_)
        ours = (self.s.arrays.count[self.side] >= _BAR).astype(np.uint8)
        ours[self.points] = 0
        for mech in (True, False):
            hexes = {self.at(u) for u in self.foes if (self.seen(u) and self.mech(u)) == mech}
            if hexes:
                far = max(self._pace(turn, mech) for turn in (self.s.turn, self.s.turn + 1))
                way = spread(self.board.neighbours, self.game.costs(mech), ours, np.array(sorted(hexes), np.int16), far)
                found |= (way >= 0) & (way <= far)
        return found

    def _pace(self, turn: int, mech: bool) -> int:
        """Movement points of the enemy on a turn."""
        track = self.game.track[min(max(turn, 1), LAST_TURN)]
        vehicles, foot = track.german_movement if self.enemy == GERMAN else track.soviet_movement
        return int(vehicles if mech else foot)

    def ground(self, hex: int) -> float:
        """What it is worth to clear an enemy-held hex, beside the units in it."""
        if self.points[hex] and self.s.control[hex] == self.enemy:
            return POINT * self.points_of(hex) * self.urgency
        keystone = self.keystones.get(hex, 0.0)
        home = self.intruder if self.side == GERMAN and self.s.turn <= _SOIL and self.soil[hex] else 0.0
        return keystone + home + 0.4 + max(0.0, 0.8 - 0.1 * float(self.to_goal[hex]))

    @property
    def intruder(self) -> float:
        """What it is worth to drive a Soviet unit off German soil: a point at the end of this turn, and of the next."""
        return POINT * self.urgency * min(2, _SOIL + 1 - self.s.turn) if self.clock else INTRUDER

    @cached_property
    def urgency(self) -> float:
        """How much more a place counts for a side that would lose by points at the end of this turn, or of the next."""
        return next((much for turns, much in enumerate(_URGENT) if self.short(turns) > 0), 1.0) if self.clock else 1.0

    def short(self, turns: int) -> int:
        """Points that this side lacks, so many turns from now, lest the check end the game for its enemy; 0 if there is none."""
        turn = self.s.turn + turns
        if turn < victory.first_check(self.p) or turn > LAST_TURN:
            return 0
        chart = self.game.charts.checks[turn]
        drain = 2 if road_back.is_played(self.p) and turn >= 15 and victory.holds(self.p, road_back.FORTRESS_CITY) else 0
        if self.side == GERMAN:
            return max(0, chart.soviet + 1 - self.s.vp - drain)
        return max(0, self.s.vp + drain * (turns + 1) - chart.german + 1)

    def points_of(self, hex: int) -> float:
        """What a place brings in the end: strongholds and Moscow count double, what ends a drain of points even more."""
        places = self.game.city_hex
        drains = {places.get("Stalingrad")} if self.s.scenario == "road-back" else set()
        if expedition.in_the_box(self.p) is not None:
            drains |= {places.get("Rostov"), places.get("Dnepropetrovsk")}
        if self.side == SOVIET and hex in drains:
            return 3.0
        return 2.0 if hero_cities.stronghold(self.p, hex) or hex == places.get("Moscow") else 1.0

    @cached_property
    def keystones(self) -> dict[int, float]:
        return keystones(self)

    @cached_property
    def soil(self) -> npt.NDArray[np.bool_]:
        """Where Soviet units cost the German points in 1941."""
        return self.board.mask("greater-germany") | self.board.mask("general-government")

    # ---------------------------------------------------------------- battles

    def setting(self, target: int, *, mobile: bool = False, order: str | None = None) -> Setting:
        """A battle of this turn; `order` of the phases if it is not decided yet."""
        found = self._settings.get((target, mobile, order))
        if found is None:
            found = combat_odds.setting_of(self.p, self.side, target, mobile)
            found = found if order is None else msgspec.structs.replace(found, order=order)
            self._settings[target, mobile, order] = found
        return found

    def final_column(self, target: int, posts: Posts, *, mobile: bool = False, air: int = 0, order: str | None = None) -> int:
        """The column an attack from these hexes would be read on, with the strengths to be expected."""
        origins = tuple(sorted({a for _, a in posts}))
        attackers = tuple([self.attacker(u, a) for u, a in posts])
        setting = self.setting(target, mobile=mobile, order=order)
        facts = combat_odds.Facts(setting, origins, attackers, self.believed[target], (air, 0))
        return combat_odds.reckon(self.game, facts, self.memory).expected_column()

    def attacker(self, unit: int, hex: int) -> Belief[Face]:
        """A unit of ours as it would attack out of a hex."""
        found = self._attackers.get((unit, hex))
        if found is None:
            found = self._attackers[unit, hex] = self._belief(unit, self.state_at(hex))
        return found

    def state_at(self, hex: int) -> str:
        """The supply a unit of ours would have in a hex, as far as it serves an attack."""
        if not self.fed[hex]:
            return supply.GARRISON if supply.garrison(self.p, hex, self.side) else supply.NONE
        offensive = self.side == SOVIET and self.s.turn >= supply.OFFENSIVE_FROM and (
            self.lavish or supply.near_marker(self.p, hex)
        )
        return supply.OFFENSIVE if offensive else supply.OVERLAND

    def worth(self, target: int, posts: Posts, *, mobile: bool = False, air: int = 0, order: str | None = None) -> float:
        """Factors and ground an attack may be expected to win."""
        final = self.final_column(target, posts, mobile=mobile, air=air, order=order)
        chances = self.game.results.chances(final)
        defence, reward = float(self.foe_defence[target]), self.ground(target)
        price = self.blood([u for u, _ in posts], defence)
        kill = defence + reward
        city = bool(self.game.city[target])
        strong = hero_cities.stronghold(self.p, target)
        if strong:
            driven = kill - price
        elif self.side == SOVIET and city:
            driven = 0.0
        else:
            driven = kill if not self.exits(target, posts) else 0.35 * defence + reward
        lost = sum(self.value(u) for u, _ in posts) * self.price
        return (
            chances.get("DE", 0.0) * kill + chances.get("BB", 0.0) * (kill - price) + chances.get("DR", 0.0) * driven
            - chances.get("AE", 0.0) * lost
        )  # fmt: skip

    def expected(self, target: int, posts: Posts, *, mobile: bool = False) -> str:
        """What an attack may be expected to bring, in words."""
        final = self.final_column(target, posts, mobile=mobile)
        chances = self.game.results.chances(final)
        stands = self.side == SOVIET and self.game.city[target] and not hero_cities.stronghold(self.p, target)
        cleared = chances.get("DE", 0.0) + chances.get("BB", 0.0) + (0.0 if stands else chances.get("DR", 0.0))
        prize = " and brings points" if self.points[target] else ""
        return f"about {name(final)}: clears the hex {round(100 * cleared)} times in 100{prize}"

    def value(self, unit: int) -> float:
        """What a unit is worth to its owner, in factors."""
        return (self.attack(unit) + self.defence(unit)) / 2

    def blood(self, units: Sequence[int], defence: float) -> float:
        """What a bloodbath costs the attacker: whole units, the cheapest that cover the defence."""
        paid = covered = 0.0
        single = min((self.value(u) for u in units if self.attack(u) >= defence), default=99.0)
        for unit in sorted(units, key=self.value):
            if covered >= defence:
                break
            covered += self.attack(unit)
            paid += self.value(unit)
        return min(single, paid) * self.price

    def exits(self, target: int, posts: Posts) -> bool:
        """Could the defenders retreat?"""
        if target in self.ringed:
            return False
        origins = {a for _, a in posts}
        for near in self.board.adjacent(target):
            if near in origins or self.s.count[self.side][near] or ground.water_between(self.p, target, near):
                continue
            return True
        return False
