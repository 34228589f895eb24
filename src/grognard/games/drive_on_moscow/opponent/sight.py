"""What a seat may know of a position, in the form in which a planner thinks about it.

Everything here is public or the seat's own: how many units stand in a hex, the top unit of an enemy stack, what
has been turned face up, what is left to be turned up. Of an untried unit only the group is known, of a covered
one only that it is one of the enemy's covered units. Planners look at nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, partial

import msgspec
import numpy as np
import numpy.typing as npt

from ....core.chance import Spread, certain
from ....core.match import Match
from ....core.movement import Movement
from ....core.paths import flood, spread
from ...assault.flags import ATTACKED, DEFENDED, RETREATED
from ...assault.reckoning import Belief, Chances, Memory, Reckoning, among, likely, one_of, strength, sure
from ..material import Material, P
from ..rules import combat_odds
from ..rules.combat_odds import Face, Facts, Setting, reckon, setting_of
from ..rules.movement import march_of, movement_factor, points_left, somebody_of
from ..rules.prepared_assault import may_strike
from ..state import GERMAN, SOVIET, Battle
from ..unseen import covered_faces, unseen_types

Field = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

#: Farther than any march: the limit of fields of distance.
FAR = 200


class Sight:
    """The position as one seat knows it."""

    def __init__(self, match: Match) -> None:
        p: P = match.play
        s = p.s
        self.game: Material = p.game
        self.board = p.game.board
        self.side = match.side
        self.enemy = p.foe(self.side)
        self.turn, self.order, self.declared, self.active = s.turn, s.order, s.declared, s.active
        self.air: tuple[int, int] = s.air
        self.quota, self.engaged = s.quota, s.engaged
        self.own = s.arrays.count[self.side].copy()
        self.foe = s.arrays.count[self.enemy].copy()
        self.control = s.arrays.control.copy()
        self.was_german = s.arrays.was_german.copy()
        self._p = p
        self._settings: dict[tuple[int, bool, str | None], Setting] = {}
        self.memory: Memory = {}
        self._against: dict[tuple[Setting, tuple[int, ...], int], tuple[Reckoning, dict[int, Chances]]] = {}
        self._defences: dict[int, Spread] = {}  #: what holds each hex
        self._means: dict[tuple[int, Belief[Face]], float] = {}
        hexes = self.board.hexes
        #: own units on the map, by hex, topmost first
        self.stacks: dict[int, list[int]] = {h: p.units(h, self.side) for h in np.nonzero(self.own[:hexes])[0].tolist()}
        self.units = [u for stack in self.stacks.values() for u in stack]
        self.at = {u: h for h, stack in self.stacks.items() for u in stack}
        self.steps = {u: s.steps[u] for u in self.units}
        self.flags = {u: s.flags[u] for u in self.units}
        self.trail = {u: s.trail[u] for u in self.units}
        self.attacked = {u for u in self.units if self.flags[u] & ATTACKED}

    # ---------------------------------------------------------------- the enemy

    @cached_property
    def enemies(self) -> list[int]:
        """Hexes with enemies in them."""
        return np.nonzero(self.foe[: self.board.hexes])[0].tolist()

    @cached_property
    def _groups(self) -> dict[str, Belief[Face]]:
        """What an untried unit of each group may be."""
        types = self.game.types
        return {group: among([(kind, types[kind].steps) for kind in kinds]) for group, kinds in unseen_types(self._p).items()}

    @cached_property
    def _identified(self) -> dict[int, list[int]]:
        """Of each enemy stack those that can be seen."""
        p, identified = self._p, self.game.identified
        return {hex: [u for u in p.units(hex, self.enemy) if identified(p, u)] for hex in self.enemies}

    @cached_property
    def believed(self) -> dict[int, tuple[Belief[Face], ...]]:
        """What the units of an enemy stack may be, those that lie covered first."""
        covered = likely(covered_faces(self._p, self.enemy, (self.side,)))
        return {
            hex: (covered,) * (int(self.foe[hex]) - len(seen)) + tuple([self._belief(u) for u in seen])
            for hex, seen in self._identified.items()
        }

    @cached_property
    def foe_fast(self) -> Mask:
        """Enemy hexes that may hold mechanized units."""
        found, is_mech, kind = np.zeros(self.board.nodes, np.bool_), self.game.is_mech, self._p.s.kind
        for hex, seen in self._identified.items():
            found[hex] = self.foe[hex] > len(seen) or any(is_mech[kind[u]] for u in seen)
        return found

    @cached_property
    def foe_attack(self) -> npt.NDArray[np.float64]:
        """Attack factors to be expected of the enemies in each hex."""
        return self._expected(self.game.attack)

    @cached_property
    def foe_defence(self) -> npt.NDArray[np.float64]:
        return self._expected(self.game.defence)

    def _expected(self, printed: list[list[int]]) -> npt.NDArray[np.float64]:
        found = np.zeros(self.board.nodes)
        for hex, beliefs in self.believed.items():
            found[hex] = sum([self.mean(printed, belief) for belief in beliefs])
        return found

    def firm(self, hex: int) -> bool:
        """Is an enemy known to stand in a hex whom one defeat does not destroy?"""
        return any(len(belief.faces) == 1 and belief.faces[0][1] > 1 for belief in self.believed.get(hex, ()))

    @cached_property
    def spent_targets(self) -> set[int]:
        """Enemy hexes that have been attacked in this combat phase."""
        p, found = self._p, set()
        for hex in self.enemies:
            flags = [p.s.flags[u] for u in p.units(hex, self.enemy)]
            if any(f & DEFENDED and not f & RETREATED for f in flags) or all(f & RETREATED for f in flags):
                found.add(hex)
        return found

    def _belief(self, unit: int) -> Belief[Face]:
        """What a unit that may be identified is, as far as its face is known."""
        p, game = self._p, self.game
        return sure((p.s.kind[unit], p.s.steps[unit])) if game.face_known(p, unit) else self._groups[game.group_of(unit)]

    def mean(self, printed: list[list[int]], belief: Belief[Face]) -> float:
        """The printed strength to be expected of a unit."""
        key = id(printed), belief
        found = self._means.get(key)
        if found is None:
            pairs = zip(belief.faces, belief.chances, strict=True)
            found = self._means[key] = sum([printed[kind][steps] * chance for (kind, steps), chance in pairs])
        return found

    # ---------------------------------------------------------------- own units

    @cached_property
    def known(self) -> dict[int, Belief[Face]]:
        """What every own unit on the map is, as far as its face is known."""
        return {u: self._belief(u) for u in self.units}

    @cached_property
    def attack(self) -> dict[int, float]:
        return {u: self.mean(self.game.attack, belief) for u, belief in self.known.items()}

    @cached_property
    def defence(self) -> dict[int, float]:
        return {u: self.mean(self.game.defence, belief) for u, belief in self.known.items()}

    def most(self, unit: int, target: int) -> int:
        """The most that a unit may add to an attack."""
        setting = self.setting(target)
        return max(combat_odds.attack_factor(self.game, setting, face) for face in self.known[unit].faces)

    def panzer(self, unit: int) -> bool:
        return bool(self.game.is_panzer[self._p.s.kind[unit]])

    def mech(self, unit: int) -> bool:
        return bool(self.game.is_mech[self._p.s.kind[unit]])

    def wheels(self, unit: int) -> bool:
        """Kept out of marsh."""
        return bool(self.game.shuns_marsh[self._p.s.kind[unit]])

    def may_strike(self, unit: int, hex: int, target: int) -> bool:
        """Could a unit attack from one hex into the next, as far as the ground goes?"""
        return may_strike(self._p, unit, hex, target)

    def cavalry(self, unit: int) -> bool:
        return self.mech(unit) and not self.wheels(unit)

    def full(self, unit: int) -> bool:
        """A two-step unit at full strength."""
        return self.steps[unit] > 1

    def points(self, unit: int) -> int:
        """Movement points a unit has left in this phase."""
        return points_left(self._p, unit)

    def factor(self, unit: int) -> int:
        """Movement points of a fresh unit this turn."""
        return movement_factor(self._p, unit)

    # ---------------------------------------------------------------- the ground

    def march(self, units: Sequence[int], points: int) -> Movement:
        """How units could move together with so many points."""
        return march_of(self._p, units, points=points)

    def sally(self, hex: int, points: int) -> Movement:
        """How enemies on foot could come from a hex with so many points."""
        return somebody_of(self._p, self.enemy, hex, points)

    def reaches(self, points: Mapping[int, int]) -> dict[int, dict[int, int]]:
        """For each unit the hexes it can get to with so many points, and what they cost."""
        known: dict[tuple[int, bool, int], dict[int, int]] = {}
        found: dict[int, dict[int, int]] = {}
        for unit, budget in points.items():
            key = (self.at[unit], self.wheels(unit), budget)
            if key not in known:
                known[key] = self.march((unit,), budget).but(crowd=None).reach().as_dict()
            found[unit] = known[key]
        return found

    def field(self, hexes: Sequence[int], *, closed: Bytes | None = None, toll: Bytes | None = None) -> Field:
        """Movement points on foot between the nearest of these hexes and every other; FAR where there is no way.

        Closed hexes may not be crossed; `toll` is paid on top for entering a hex.
        """
        cost = self.game.cost_foot
        if toll is not None:
            extra = np.where(cost == 255, 0, toll[self.board.neighbours])
            cost = (cost + extra.astype(np.uint8)).astype(np.uint8)
        shut = np.zeros(self.board.nodes, np.uint8) if closed is None else closed
        found: Field = spread(self.board.neighbours, cost, shut, np.array(hexes, np.int16), FAR)
        return np.where(found < 0, FAR, found).astype(np.int16)

    def supply(self, side: int, taken: Sequence[int] = (), left: Sequence[int] = ()) -> Bytes:
        """Hexes in supply of a side from the map edge, if its enemy took these hexes and left those."""
        game = self.game
        enemy = SOVIET if side == GERMAN else GERMAN
        occupied = (self.own if self.side == enemy else self.foe) > 0
        occupied[list(left)] = False
        occupied[list(taken)] = True
        control = self.control
        if taken:
            control = control.copy()
            control[list(taken)] = enemy
        closed = (occupied | (game.arrays.city & (control == enemy))).view(np.uint8)
        sources = game.sources[side]
        passable = game.open_to_german if side == GERMAN else game.open_to_soviet
        found: Bytes = flood(self.board.neighbours, passable, closed, sources[control[sources] == side])
        return found

    @cached_property
    def working_sources(self) -> list[int]:
        """Soviet sources of supply still in Soviet hands."""
        sources = self.game.sources[SOVIET]
        working: list[int] = sources[self.control[sources] == SOVIET].tolist()
        return working

    @cached_property
    def rear_towns(self) -> list[int]:
        """Towns and cities behind the first German line: one in Soviet hands loses the game (4.5)."""
        game = self.game
        places = game.german_side & game.urban & (self.control == GERMAN)
        return np.nonzero(places[: self.board.hexes])[0].tolist()

    @cached_property
    def lone_garrisons(self) -> set[int]:
        """Units each of which alone holds a town or city whose loss would lose the game."""
        return {self.stacks[h][0] for h in self.rear_towns if len(self.stacks.get(h, ())) == 1} if self.side == GERMAN else set()

    @cached_property
    def held_cities(self) -> list[int]:
        """Cities before the first German line that the Germans have taken."""
        return [h for h in self.game.other_cities if self.control[h] == GERMAN and not self.game.german_side[h]]

    # ---------------------------------------------------------------- odds

    def setting(self, target: int, *, mobile: bool = False, order: str | None = None) -> Setting:
        """A battle of this turn; `order` of the phases if it is not decided yet."""
        found = self._settings.get((target, mobile, order))
        if found is None:
            found = setting_of(self._p, self.side, target, mobile)
            found = found if order is None else msgspec.structs.replace(found, order=order)
            self._settings[target, mobile, order] = found
        return found

    def chances(
        self, target: int, posts: Mapping[int, int], air: int = 0, *, mobile: bool = False, order: str | None = None
    ) -> Chances:
        """The chance of each result if these units attack from where they are posted."""
        setting, origins = self.setting(target, mobile=mobile, order=order), tuple(sorted({*posts.values()}))
        key = setting, origins, air
        against = self._against.get(key)
        if against is None:  # all but the attackers, who are many and change
            against = self._against[key] = self._unopposed(Facts(setting, origins, (), (), (air, 0)), target), {}
        nobody, known = against
        factors, game = 0, self.game
        for unit in posts:
            faces = self.known[unit].faces
            if len(faces) > 1:  # nobody knows what it is
                attackers = [self.known[u] for u in posts]
                attack = strength(setting, attackers, partial(combat_odds.attack_factor, game), self.memory, "attack")
                return Reckoning(attack, nobody.defence, nobody.shifts).chances(game.results)
            factors += combat_odds.attack_factor(game, setting, faces[0])
        found = known.get(factors)
        if found is None:
            found = known[factors] = Reckoning(certain(factors), nobody.defence, nobody.shifts).chances(game.results)
        return found

    def _unopposed(self, facts: Facts, target: int) -> Reckoning:
        """A battle as long as nobody attacks: what the defenders have, and the shifts."""
        known = self._defences.get(target)
        if known is None:
            manned = msgspec.structs.replace(facts, defenders=self.believed[target])
            known = self._defences[target] = reckon(self.game, manned, self.memory).defence
        return Reckoning(certain(0), known, tuple(combat_odds.shifts(self.game, facts)))

    def beaten(self, battle: Battle, aircraft: int) -> float:
        """Chance that the own defenders are driven out, as they can judge it: how many attack is public, but not who."""
        near = (battle.launch,) if battle.mobile else self.board.adjacent(battle.target)
        around = [h for h in near if self.foe[h]]
        somebody = one_of([belief for h in around for belief in self.believed[h]])
        attackers = (somebody,) * len(battle.attackers) if around else ()
        defenders = tuple(self.known[u] for u in battle.defenders if u in self.known)
        setting = setting_of(self._p, battle.side, battle.target, battle.mobile)
        facts = Facts(setting, tuple(around), attackers, defenders, (battle.air[battle.side], aircraft))
        chances = reckon(self.game, facts, self.memory).chances(self.game.results)
        return chances["DR"] + chances["DE"]
